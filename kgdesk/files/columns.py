"""What each column of a table holds, for a person who gives the columns their roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgdesk.files.dialect import mostly_numbers
from kgdesk.files.guard import unguard
from kgdesk.files.numbers import NotANumber, all_numbers, in_range, parse_number

if TYPE_CHECKING:
    from kgdesk.files.numbers import Decimal
    from kgdesk.files.rawtable import RawTable

#: So many problem cells of a column are listed; the rest is counted.
MAX_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A cell that does not fit the rest of its column.

    Parameters
    ----------
    line
        Of the file.
    text
        The cell.
    reason
        Completes the sentence that begins with the cell.
    """

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """One column, described for the preview.

    Parameters
    ----------
    name
        Its heading.
    looks_like
        ``"number"`` when more than half of the filled cells are numbers.
    missing
        The number of blank cells.
    unique
        No two filled cells are equal and none is blank: fit for candidate codes.
    constant
        All cells are equal.
    distinct
        The number of different filled cells.
    problems
        Of a number column, the first cells that are none, at most `MAX_PROBLEMS`.
    problem_count
        All of them.
    """

    name: str
    looks_like: Literal["number", "text"]
    missing: int
    unique: bool
    constant: bool
    distinct: int
    problems: tuple[CellProblem, ...] = ()
    problem_count: int = 0


def describe(table: RawTable) -> tuple[ColumnInfo, ...]:
    """Return one description per column, in table order."""
    columns = zip(*table.rows, strict=True)
    return tuple(_described(table, name, cells) for name, cells in zip(table.header, columns, strict=True))


def _described(table: RawTable, name: str, cells: tuple[str, ...]) -> ColumnInfo:
    decimal = table.reading.decimal
    clean = all_numbers(cells, decimal, blanks=True)
    texts = cells if clean else [unguard(cell).strip() for cell in cells]
    different = set(texts)
    blanks = {text for text in different if not text.strip()}
    missing = sum(map(texts.count, blanks))
    different -= blanks
    number = bool(different) if clean else mostly_numbers(cells)
    bad: list[int] = []
    if number and not (clean and in_range(different)):
        bad = [row for row, cell in enumerate(cells) if cell.strip() and _reason(cell, decimal)]
    problems = tuple(
        CellProblem(table.lines[row], cells[row], _reason(cells[row], decimal)) for row in bad[:MAX_PROBLEMS]
    )
    return ColumnInfo(
        name=name,
        looks_like="number" if number else "text",
        missing=missing,
        unique=not missing and len(different) == len(cells),
        constant=len(different) + bool(missing) <= 1,
        distinct=len(different),
        problems=problems,
        problem_count=len(bad),
    )


def _reason(cell: str, decimal: Decimal) -> str:
    try:
        parse_number(cell, decimal)
    except NotANumber as refused:
        return refused.reason
    return ""
