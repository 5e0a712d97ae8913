"""Columns of a draft with the roles that the user gave them, and the treatment of their cells. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from kgdesk.actions import importing
from kgdesk.actions.importing import Role, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.importing import ColumnInfo, RawTable

Missing = Literal["refuse", "leave_out", "median"]
Limits = Literal["refuse", "leave_out", "use", "blank"]
Words = Literal["refuse", "leave_out", "blank"]
Repeated = Literal["merge", "first", "last"]
#: Possible treatments of blank cells, limits, words among numbers, and rows that repeat a candidate.
WAYS = {
    name: get_args(ways)
    for name, ways in (("missing", Missing), ("limits", Limits), ("words", Words), ("repeated", Repeated))
}


@dataclass(slots=True)
class DraftColumn:
    """A column with the user's decisions."""

    info: ColumnInfo
    role: Role
    why: Why
    unit: str = ""
    log: bool = False


def untidy_cells(
    table: RawTable, columns: Sequence[DraftColumn]
) -> tuple[dict[tuple[int, str], str], dict[tuple[int, str], str]]:
    """Return the limits, and the other cells without a number, in the numeric attributes among `columns`.

    Each is a map (row, heading) -> text of the cell, column by column.
    """
    limits: dict[tuple[int, str], str] = {}
    words: dict[tuple[int, str], str] = {}
    for column in columns:
        name = column.info.name
        if column.role is Role.NUMBER and column.info.problem_count and column.info.looks_like == "number":
            for row, cell in enumerate(table.column(name)):
                if cell.strip() and not importing.is_number(cell, table.reading.decimal):
                    limit = importing.limit_in(cell, table.reading.decimal)
                    (limits if limit else words)[row, name] = cell.strip()
    return limits, words


def blank_cells(
    table: RawTable, columns: Sequence[DraftColumn], asked: Sequence[DraftColumn], ways: tuple[str, str]
) -> dict[str, set[int]]:
    """Return the rows with a blank cell in each of the columns `asked`.

    `ways` is the treatment of limits and words in `columns`: ``"blank"`` adds their rows, ``"leave_out"`` removes
    their rows from every column.
    """
    found = untidy_cells(table, columns)
    gone = {row for cells, way in zip(found, ways, strict=True) if way == "leave_out" for row, _ in cells}
    blank = {}
    for column in asked:
        name = column.info.name
        rows = {row for row, cell in enumerate(table.column(name)) if not cell.strip()}
        for cells, way in zip(found, ways, strict=True):
            rows |= {row for row, heading in cells if way == "blank" and heading == name}
        blank[name] = rows - gone
    return blank
