"""Find the line with the headings in a table with a title above them, or ask for it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.delimiter import DELIMITERS
from kgdesk.tables.raw_table import MAX_ALL_COLUMNS
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


#: Number of lines at the top of a table among which the headings are looked for.
FEW_LINES = 12

#: Number of lines that are read to find out whether they are a table.
_TRIED_LINES = 200

#: The line ends of a table; other characters at which `str.splitlines` divides, for example U+2028, belong to a cell.
_LINE_END = re.compile(r"\r\n|\r|\n")


def first_lines(text: str) -> str:
    """Return the lines of a text that are read to look for headings."""
    return text[: _start_of(text, _TRIED_LINES + 1)]


def from_line(text: str, line: int) -> str:
    """Return a text with blank lines for those above a line, from 1, so that the others keep their numbers."""
    return "\n" * (line - 1) + text[_start_of(text, line) :]


def _start_of(text: str, line: int) -> int:
    """Return where a line begins, from 1; the length of the text if it has fewer lines."""
    if line == 1:
        return 0
    end = next(islice(_LINE_END.finditer(text), line - 2, None), None)
    return len(text) if end is None else end.end()


def filled_cells(text: str) -> list[int]:
    """Return the number of filled cells in each of the first lines, with the delimiter that gives most."""
    return [
        max(sum(bool(cell.strip()) for cell in line.split(char, MAX_ALL_COLUMNS)) for char in DELIMITERS)
        for line in _LINE_END.split(text, FEW_LINES)[:FEW_LINES]
    ]


def ask_for_headings(
    refused: BadTable, name: str, filled: Sequence[int], below: Callable[[int], object]
) -> BadTable:
    """Return the question whether the headings are further down, or the refusal where no line has them.

    A line is proposed if the table can be read from it on and each line above has at most half as many filled cells: a
    title is short, a line of data is not.

    Parameters
    ----------
    refused
        Why the table cannot be read from its top.
    name
        Name of the table in messages.
    filled
        Numbers of filled cells in the first lines.
    below
        Reads the table from a line on, from 1; raises BadTable.
    """
    longest = 0
    for line, cells in enumerate(filled, 1):
        if longest and cells >= max(2, 2 * longest) and _reads(below, line):
            return AmbiguousTable(
                phrase(
                    "{refusal} {name} can be read with the headings in line {line}: choose it (--headings {line}, or "
                    "“Headings”) if what is above it is a title.",
                    refusal=refused.args[0],
                    name=name,
                    line=line,
                ),
                question="headings",
                choices=(str(line),),
            )
        longest = max(longest, cells)
    return refused


def _reads(below: Callable[[int], object], line: int) -> bool:
    try:
        below(line)
    except AmbiguousTable:
        return True
    except BadTable:
        return False
    return True
