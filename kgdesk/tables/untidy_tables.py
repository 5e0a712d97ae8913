"""Untidy tables: a title above the headings, limits and words among numbers, codes that repeat."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.cell_text import unescape_formula
from kgdesk.tables.dialect import DELIMITERS, mostly_numbers
from kgdesk.tables.file_io import quoted
from kgdesk.tables.numbers import all_numbers, is_number
from kgdesk.tables.raw_table import PackedRows
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kgdesk.tables.columns import ColumnChoice
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable

#: Number of lines at the top of a table among which the headings are looked for.
FEW_LINES = 12
#: Number of lines that are read to find out whether they are a table.
_TRIED_LINES = 200
#: The line ends of a table; other characters at which `str.splitlines` divides, as U+2028, belong to a cell.
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
        max(sum(bool(cell.strip()) for cell in line.split(char)) for char in DELIMITERS)
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


def limit_in(cell: str, decimal: Decimal) -> str:
    """Return the number in a cell that states a limit, as ``0,1`` in ``<0,1``; empty if it states none."""
    text = cell.strip().removeprefix("'")
    bare = text.lstrip("<>≤≥=").strip()
    return bare if text[:1] in {"<", ">", "≤", "≥"} and is_number(bare, decimal) else ""


@dataclass(frozen=True, slots=True)
class Tidied:
    """A table after the repairs that were chosen for it.

    Parameters
    ----------
    table
        With limits replaced by their numbers, and words among numbers by blank cells.
    left_out
        Row -> why it is left out, a sentence.
    twins
        Rows that repeat the code of an earlier or later row with equal attributes: no candidates, but their past
        outcomes count.
    changed
        What was changed, one sentence per column, for the record.
    """

    table: RawTable
    left_out: dict[int, str]
    twins: tuple[int, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def passed(self) -> frozenset[int]:
        """The rows that are no candidates."""
        return frozenset({*self.left_out, *self.twins})


def tidy(table: RawTable, choice: ColumnChoice, names: Sequence[str]) -> Tidied:
    """Repair the cells of the numeric attributes `names` as `choice` says: limits and words; leave out blank rows.

    Raises
    ------
    BadTable
        No row is left.
    """
    if choice.missing not in {"refuse", "leave_out", "median"}:
        raise BadTable("Blank cells can be refused, left out with their row, or filled with the median.")
    left: dict[int, str] = {}
    changed: list[str] = []
    new: dict[int, list[str]] = {}
    for name in names:
        if name in choice.categories or (choice.limits, choice.words) == ("refuse", "refuse"):
            continue
        cells = table.column(name)
        if all_numbers(cells, table.reading.decimal, blanks=True) or not mostly_numbers(cells):
            continue
        new[table.index(name)] = _mended(table, choice, name, cells, left, changed)
    if new:
        rows = (
            tuple(new[at][row] if at in new else cell for at, cell in enumerate(cells))
            for row, cells in enumerate(table.rows)
        )
        table = replace(table, rows=PackedRows(rows))
    if choice.missing == "leave_out":
        for name in names:
            for row in _blank_rows(table, name) if name not in choice.blank_none else ():
                left.setdefault(row, phrase("Column {name} is blank.", name=quoted(name)))
    if left and len(left) == len(table.rows):
        raise BadTable(
            phrase(
                "{name}: every {line_word} has a blank cell, so that none is left. Fill some.",
                name=table.name,
                line_word=table.line_word,
            )
        )
    return Tidied(table, left, changed=tuple(changed))


def _blank_rows(table: RawTable, name: str) -> list[int]:
    return [row for row, cell in enumerate(table.column(name)) if not cell.strip()]


def _mended(
    table: RawTable,
    choice: ColumnChoice,
    name: str,
    cells: Sequence[str],
    left: dict[int, str],
    changed: list[str],
) -> list[str]:
    """Return the cells of a column of numbers after its repairs; add what they did to `left` and `changed`."""
    new, replaced = list(cells), []
    for row, cell in enumerate(cells):
        if not cell.strip() or is_number(cell, table.reading.decimal):
            continue
        limit = limit_in(cell, table.reading.decimal)
        what = choice.limits if limit else choice.words
        if what == "leave_out":
            reason = phrase("Column {name} holds {text}.", name=quoted(name), text=quoted(cell.strip()))
            left.setdefault(row, reason)
        elif what != "refuse":
            new[row] = limit if what == "use" else ""
            replaced.append((table.lines[row], cell.strip()))
    if replaced:
        listed = "; ".join(f"{line}: {quoted(text)}" for line, text in replaced[:20])
        listed += "; …" if len(replaced) > 20 else ""
        text = phrase(
            "Column {name}: cells with words or limits were made numbers or blank ({word} {listed}).",
            name=quoted(name),
            word=table.line_word,
            listed=listed,
        )
        changed.append(text)
    return new


def repeated_codes(
    table: RawTable, choice: ColumnChoice, names: Sequence[str], passed: Sequence[int] | dict[int, str] = ()
) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Return the rows that repeat the code of an earlier row, by how much of it they repeat.

    Parameters
    ----------
    table, choice
        Table, and its columns' roles.
    names
        Attributes.
    passed
        Rows that are left out anyway.

    Returns
    -------
    tuple
        Row -> first row with its code: rows equal in attributes and kept columns; in the attributes alone; neither.
    """
    equal: dict[int, int] = {}
    alike: dict[int, int] = {}
    different: dict[int, int] = {}
    if choice.id is None:
        return equal, alike, different
    first: dict[str, int] = {}
    repeating: dict[int, int] = {}
    for row, cell in enumerate(table.column(choice.id)):
        code = unescape_formula(cell).strip()
        at = first.setdefault(code, row) if row not in passed else row
        if at != row and code:
            repeating[row] = at
    unequal, unlike = (_unequal(table, repeating, some) for some in (names, choice.extras))
    for row, at in repeating.items():
        (different if row in unequal else alike if row in unlike else equal)[row] = at
    return equal, alike, different


def _unequal(table: RawTable, pairs: dict[int, int], names: Iterable[str]) -> set[int]:
    """Return the rows of pairs (row -> other row) that have different cells in some column."""
    unequal: set[int] = set()
    for name in names if pairs else ():
        cells = table.column(name)
        unequal.update(row for row, other in pairs.items() if cells[row].strip() != cells[other].strip())
    return unequal


def merge_codes(tidied: Tidied, choice: ColumnChoice, names: Sequence[str]) -> Tidied:
    """Merge the rows that repeat a code as `choice` says; those that it does not settle stay, to be refused.

    Of rows with equal attributes the past outcomes are all kept; a row with other attributes is left out.
    """
    if choice.repeated == "refuse" or choice.id is None:
        return tidied
    table = tidied.table
    equal, alike, different = repeated_codes(table, choice, names, tidied.left_out)
    if choice.repeated == "merge":
        alike, different = {}, {}
    left, twins, merged = dict(tidied.left_out), [], {**equal, **alike}
    settled = sorted({**merged, **different}.items())
    if choice.repeated == "last":
        last = {at: row for row, at in settled}
        rows = sorted({*(row for row, _ in settled), *last})
        first_of = {**dict(settled), **{at: at for at in last}}
        settled = [(row, last[first_of[row]]) for row in rows if row != last[first_of[row]]]
    unequal = _unequal(table, dict(settled), names)
    for row, stays in settled:
        if row not in unequal:
            twins.append(row)
        else:
            left[row] = phrase(
                "The code stands in {word} {line} too, with other values.",
                word=table.line_word,
                line=table.lines[stays],
            )
    changed = list(tidied.changed)
    if twins:
        lines = ", ".join(str(table.lines[row]) for row in twins[:20]) + (", …" if len(twins) > 20 else "")
        changed.append(
            phrase(
                "{count} rows repeat a candidate with the same attributes and were merged with it ({word} {lines}).",
                count=len(twins),
                word=table.line_word,
                lines=lines,
            )
        )
    return replace(tidied, left_out=left, twins=tuple(twins), changed=tuple(changed))


@dataclass(frozen=True, slots=True)
class Repeats:
    """Rows that repeat a code, beside those that are left out anyway, for the question what becomes of them.

    Parameters
    ----------
    equal
        Number of rows that repeat an earlier one but for its past outcome.
    unsettled
        Rows that differ from the earlier row with their code.
    lost_by_first, lost_by_last
        Number of rows that are left out when the first or the last row of each code stays.
    """

    equal: int
    unsettled: tuple[int, ...]
    lost_by_first: int
    lost_by_last: int


def repeats(table: RawTable, choice: ColumnChoice) -> Repeats:
    """Return which rows repeat a code, and what it costs to keep one row of each."""
    names = choice.attributes or ()
    tidied = tidy(table, choice, names)
    equal, alike, different = repeated_codes(tidied.table, choice, names, tidied.left_out)
    lost = [
        len(merge_codes(tidied, replace(choice, repeated=way), names).left_out) - len(tidied.left_out)
        for way in ("first", "last")
    ]
    return Repeats(len(equal), tuple(sorted({**alike, **different})), *lost)
