"""Take out of the cells what stands behind each number of a column: the same unit (30 °C), or an error (30 ± 1)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kgdesk.tables.numbers import is_number
from kgdesk.tables.quoting import quoted
from kgdesk.tables.roles import names_place, names_rows
from kgdesk.tables.units_row import is_unit
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kgdesk.tables.raw_table import RawTable

_WITH_UNIT = re.compile(r"([<>≤≥]?=? ?[+-]?[\d.,]+(?:[eE][+-]?\d+)?)([ \u00a0\u202f]?)([^\d\s.,].{0,18})")

_WITH_ERROR = re.compile(r"([+-]?[\d.,]+(?:[eE][+-]?\d+)?)\s*(?:±|\+/-|\+-)\s*[\d.,]+(?:[eE][+-]?\d+)?")


def without_units(table: RawTable, texts: Collection[str]) -> RawTable:
    """Return a table without the units in its cells, which become those of the columns, nor errors such as ± 1.

    A note says so for each column.

    Columns in `texts`, and those of codes and places, stay as they are.
    """
    new: dict[int, tuple[str, ...]] = {}
    units: dict[str, str] = {}
    spread: list[str] = []
    for at, name in enumerate(table.header):
        if name in texts or names_rows(name) or names_place(name):
            continue
        cells = table.rows.column(at)
        found = _unit_of(cells)
        if found is not None:
            new[at], units[name] = found
        elif (values := _values_of(cells)) is not None:
            new[at] = values
            spread.append(name)
    notes = tuple(
        phrase("Column {name}: what stands behind “±” in its cells is not read.", name=quoted(name))
        for name in spread
    )
    notes += tuple(
        phrase(
            "Column {name}: the unit {unit} in its cells is taken for that of the column.",
            name=quoted(name),
            unit=quoted(unit),
        )
        for name, unit in units.items()
    )
    return replace(table.with_cells(new), notes=(*table.notes, *notes), units={**units, **table.units})


def _values_of(cells: Sequence[str]) -> tuple[str, ...] | None:
    """Return the cells without the error behind each number, as in 25 ± 1; None if a cell is no number."""
    whole = "".join(cells)
    if not any(mark in whole for mark in ("±", "+/-", "+-")):
        return None
    values = []
    for cell in map(str.strip, cells):
        match = _WITH_ERROR.fullmatch(cell)
        if cell and match is None and not (is_number(cell, "point") or is_number(cell, "comma")):
            return None
        values.append(cell if match is None else match[1])
    return tuple(values) if values != [cell.strip() for cell in cells] else None


def _unit_of(cells: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Return the cells without their unit, and the unit; None unless all filled cells are numbers with the same one."""
    first = next((cell for cell in cells if cell.strip()), "")
    if _WITH_UNIT.fullmatch(first.strip()) is None:
        return None
    plain: list[str] = []
    units: set[str] = set()
    for cell in cells:
        match = _WITH_UNIT.fullmatch(cell.strip())
        if match is None and cell.strip():
            return None
        if match is not None:
            number, gap, unit = match.groups()
            bare = number.lstrip("<>≤≥= ")
            may_be_code = not gap and len(unit) == 1 and unit.isalpha()  # 12A
            if may_be_code or not (is_number(bare, "point") or is_number(bare, "comma")):
                return None
            units.add(unit)
        plain.append(match[1] if match is not None else "")
    unit = units.pop() if len(units) == 1 else ""
    return (tuple(plain), unit) if unit and is_unit(unit) else None
