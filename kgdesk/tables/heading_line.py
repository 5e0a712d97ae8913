"""Find the line with the headings in a table with a title above them, or ask for it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.delimiter import DELIMITERS
from kgdesk.tables.numbers import is_number, stands_for_missing
from kgdesk.tables.raw_table import MAX_ALL_COLUMNS
from kgdesk.tables.units_row import is_unit
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.tables.packed_rows import PackedRows
    from kgdesk.tables.raw_table import RawTable


#: Number of lines at the top of a table among which the headings are looked for.
FEW_LINES = 12

#: Rows below the headings, and columns of numbers, from which on the first row is compared with the others.
_LEAST_BELOW, _LEAST_NUMBERS = 3, 2

#: Number of lines that are read to find out whether they are a table.
_TRIED_LINES = 200

#: What a cell without content holds, split at whichever delimiter.
_VOID = "".join(DELIMITERS) + ' "'

#: The line ends of a table; other characters at which `str.splitlines` divides, for example U+2028, belong to a cell.
_LINE_END = re.compile(r"\r\n|\r|\n")


def first_lines(text: str) -> str:
    """Return the lines of a text that are read to look for headings."""
    return text[: _start_of(text, _TRIED_LINES + 1)]


def from_line(text: str, line: int) -> str:
    """Return a text with blank lines for those above a line, from 1, so that the others keep their numbers."""
    return "\n" * (line - 1) + text[_start_of(text, line) :] if line else text


def _start_of(text: str, line: int) -> int:
    """Return where a line begins, from 1; the length of the text if it has fewer lines."""
    if line <= 1:
        return 0
    end = next(islice(_LINE_END.finditer(text), line - 2, None), None)
    return len(text) if end is None else end.end()


def filled_cells(text: str) -> list[int]:
    """Return the number of filled cells in each of the first lines, with the delimiter that gives most."""
    return [
        max(sum(bool(cell.strip(_VOID)) for cell in line.split(char, MAX_ALL_COLUMNS)) for char in DELIMITERS)
        for line in _LINE_END.split(text, FEW_LINES)[:FEW_LINES]
    ]


def ask_for_headings(
    refused: BadTable, name: str, filled: Sequence[int], below: Callable[[int], RawTable]
) -> BadTable:
    """Return the question whether the headings are further down, or the refusal where no line has them.

    A line is proposed if the table can be read from it on and each line above has at most half as many filled cells, or
    fewer where a blank line stands between: a title is short, a line of data is not.

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
    longest, blank = 0, False
    for line, cells in enumerate(filled, 1):
        least = longest + 1 if blank else 2 * longest
        blank = blank or (bool(longest) and not cells)
        if longest and cells >= max(2, least) and _reads(below, line):
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


def _reads(below: Callable[[int], RawTable], line: int) -> bool:
    """Return whether the table can be read with the headings in a line that is no row of values."""
    try:
        table = below(line)
    except AmbiguousTable:
        return True
    except BadTable:
        return False
    return not looks_like_data(table.header, table.rows)


def looks_like_data(titles: Sequence[str], body: PackedRows) -> bool:
    """Return whether the first line of a table may be its first row, not its headings.

    It may be if it has a number above a column of numbers, and half of its other cells or more are words that stand in
    their columns below, or are formed as most of these are, as A1 is above A2. Numbers beside a word of another
    kind, as 400, 410, 420 beside “code”, are headings.
    """
    filled = [at for at, title in enumerate(titles) if title.strip()]
    numbers = [at for at in filled if is_number(titles[at], "point") or is_number(titles[at], "comma")]
    if 2 * len(filled) < len(titles) or not numbers:
        return False
    if not any(mostly_numbers(body.column(at)) for at in numbers):
        return len(numbers) == len(filled)
    words = [at for at in filled if at not in numbers]
    return 2 * sum(_stands_below(titles[at].strip(), body.column(at)) for at in words) >= len(words)


def names_stand_below(titles: Sequence[str], body: PackedRows) -> bool:
    """Return whether the first row below the headings may hold them, as below the codes of columns: C1, C2, C3.

    It is filled below each heading with names that are all different and stand nowhere below, two of them or more in
    columns that are otherwise numbers.
    """
    if len(body) < _LEAST_BELOW:
        return False
    filled = [at for at, title in enumerate(titles) if title.strip()]
    names = [cell.strip() for cell in next(iter(body[:1]))]
    rest = body[1:]
    own = [names[at] for at in filled]
    if len(set(own)) < len(own) or not all(_names_something(name) for name in own):
        return False
    if sum(mostly_numbers(rest.column(at)) for at in filled) < _LEAST_NUMBERS:
        return False
    return not any(names[at] in map(str.strip, rest.column(at)) for at in filled)


def _names_something(text: str) -> bool:
    return (
        any(map(str.isalpha, text))
        and not any(map(str.isdigit, text))
        and not stands_for_missing(text)
        and not is_unit(text)
    )


def _stands_below(title: str, cells: Sequence[str]) -> bool:
    filled = [cell.strip() for cell in cells if cell.strip()]
    if title in filled:
        return True
    form = _form(title)
    return "9" in form and 2 * sum(_form(cell) == form for cell in filled) > len(filled)


def _form(text: str) -> str:
    """Return how a code is formed: ``a-9`` for KX-001."""
    return re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d_]+", "a", text))
