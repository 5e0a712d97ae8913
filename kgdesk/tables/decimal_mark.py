"""Find the decimal mark of a text table, point or comma, or ask for it if both fit.

Values that people type are not in tables: see `kgdesk.model.study.outcome_words.read_measured`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.numbers import MARKS, Decimal, all_numbers, count_numbers, is_number, stands_for_missing
from kgdesk.tables.quoting import quoted
from kgdesk.tables.thousands import ungrouped
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from kgdesk.tables.packed_rows import PackedRows


_GROUPED = {
    "comma": re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}"),
    "point": re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}"),
}


@dataclass(frozen=True, slots=True)
class _Mark:
    """A decimal mark in one column: the first number with it, and the first unambiguous one."""

    column: int
    row: int
    text: str
    clear_row: int = -1

    def with_clear(self, cells: Sequence[str], mark: Decimal) -> _Mark:
        grouped = _GROUPED[mark]
        for row in range(self.row, len(cells)):
            cell = cells[row].strip()
            if MARKS[mark] in cell and not grouped.fullmatch(cell) and is_number(cell, mark):
                return _Mark(self.column, self.row, self.text, row)
        return self


def find_decimal(
    rows: PackedRows,
    delimiter: str,
    name: str,
    place: Callable[[int, int], str],
    passed: Collection[int] = (),
) -> tuple[Decimal, str]:
    """Detect the decimal mark of a table; return it with how it was found. `place` names a cell by row and column.

    Columns with an index in `passed` hold text and are skipped.

    Raises
    ------
    AmbiguousTable

        Every number with a mark could be an integer with a thousands separator, or the columns
        disagree.
    BadTable
        One column uses both marks.
    """
    if delimiter == "," and not any("," in cell for row in rows for cell in row):
        return "point", phrase("found because commas separate the columns")
    points, commas = _marks(rows, place, passed)
    if points and commas:
        read = [mark for mark in MARKS if _reads_all(rows, mark, commas if mark == "point" else points)]
        if len(read) == 1:
            first = points[0] if read[0] == "point" else commas[0]
            return read[0], phrase(
                "found because of {text}; the other marks separate thousands", text=_at(place, first)
            )
        raise _question(
            phrase(
                "{point} has a decimal point, {comma} a decimal comma.",
                point=_at(place, points[0]),
                comma=_at(place, commas[0]),
            )
        )
    if not points and not commas:
        return "point", phrase("nothing to find: no number in the table has a decimal mark")
    mark: Decimal = "point" if points else "comma"
    if mark == "point" and delimiter == ",":
        return "point", phrase("found because commas separate the columns")
    for first in points or commas:
        clear = first.with_clear(ungrouped(rows.column(first.column))[0], mark)
        if clear.clear_row >= 0:
            text = rows.column(clear.column)[clear.clear_row]
            why = phrase(
                "found because of {text} ({place})",
                text=quoted(text.strip()),
                place=place(clear.clear_row, clear.column),
            )
            return mark, why
    first = (points or commas)[0]
    whole = re.sub("[.,]", "", first.text)
    raise _question(
        phrase(
            "{place} is {text} with a decimal {mark} or {whole} with a thousands separator; no "
            "number in {name} tells.",
            place=_at(place, first),
            text=first.text,
            mark=phrase("point") if mark == "point" else phrase("comma"),
            whole=whole,
            name=name,
        )
    )


def _reads_all(rows: PackedRows, mark: Decimal, others: Sequence[_Mark]) -> bool:
    """Return whether the columns that use the other mark are numbers with thousands separators."""
    return all(ungrouped(rows.column(other.column), chosen=mark)[1] == mark for other in others)


def _at(place: Callable[[int, int], str], mark: _Mark) -> str:
    return phrase("{text} ({place})", text=quoted(mark.text), place=place(mark.row, mark.column))


def _question(found: str) -> AmbiguousTable:
    return AmbiguousTable(
        phrase(
            "{found} Choose the decimal mark (--decimal point or --decimal comma, or “Decimal sign”).",
            found=found,
        ),
        question="decimal",
        choices=("point", "comma"),
    )


def _marks(
    rows: PackedRows, place: Callable[[int, int], str], passed: Collection[int]
) -> tuple[list[_Mark], list[_Mark]]:
    """Return the mostly numeric columns that use a decimal point, and those that use a decimal comma."""
    points: list[_Mark] = []
    commas: list[_Mark] = []
    for column in range(len(rows[0])):
        if column in passed:
            continue
        cells, _ = ungrouped(rows.column(column))
        whole = "".join(cells)
        if not any(sign in whole for sign in MARKS.values()) or not mostly_numbers(cells):
            continue
        point, comma = (_first(column, cells, mark) for mark in MARKS)
        if point and comma:
            raise BadTable(
                phrase(
                    "{point} has a decimal point and {comma} a decimal comma. Write all numbers of the "
                    "table with one decimal mark.",
                    point=_at(place, point),
                    comma=_at(place, comma),
                )
            )
        points += [point] if point else []
        commas += [comma] if comma else []
    return points, commas


def _first(column: int, cells: tuple[str, ...], mark: Decimal) -> _Mark | None:
    sign = MARKS[mark]
    matches = ((row, cell) for row, cell in enumerate(cells) if sign in cell and is_number(cell, mark))
    return next((_Mark(column, row, cell.strip()) for row, cell in matches), None)


def mostly_numbers(cells: Sequence[str]) -> bool:
    """Return whether more than half of the filled cells are numbers, with either decimal mark.

    Limits such as ``<0.5`` or ``>LOD`` count as numbers beside numbers, and words for a missing value do not count.
    """
    if all_numbers(cells, "point", blanks=True) or all_numbers(cells, "comma", blanks=True):
        return any(cell.strip() for cell in cells)
    numbers = count_numbers(cells)
    others = [cell.strip() for cell in cells if cell.strip()]
    if 2 * numbers > len(others) or not numbers:
        return bool(numbers)
    others = [cell for cell in others if not stands_for_missing(cell)]
    return 2 * (numbers + sum(cell[0] in "<>≤≥" for cell in others)) > len(others)
