"""Recognise values and names after a spreadsheet has changed how they are written."""

from __future__ import annotations

import decimal as exact
from functools import cached_property
from typing import TYPE_CHECKING

from kgdesk.model.design.typed_numbers import with_point
from kgdesk.tables.numbers import is_number
from kgdesk.tables.quoting import nfc

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.tables.numbers import Decimal


_MARKS: tuple[Decimal, Decimal] = ("point", "comma")


def is_coercion_of(cell: str, original: str | float | None, decimal: Decimal) -> bool:
    """Return whether a cell shows `original`, exactly or in a form that a spreadsheet makes of it.

    Parameters
    ----------
    cell
        Text of the cell, without formula escape.
    original
        Value that was written; None for an empty cell.
    decimal
        Decimal mark of the table.
    """
    if isinstance(original, str) or original is None:
        text = nfc((original or "").strip())
        bare = nfc(cell.strip())
        value = _value(bare, (decimal,))
        return bare == text or (value is not None and value == _value(text, _MARKS))
    return _is_rounded(cell, float(original), decimal)


class CoercedNames:
    """Index of known names that finds them again after spreadsheet coercion.

    Parameters
    ----------
    known
        All known names.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)

    def originals(self, cell: str, decimal: Decimal) -> tuple[str, ...]:
        """Return the names that a cell may stem from: the exact match, else all with the same numeric value, sorted."""
        bare = nfc(cell.strip())
        if bare in self._known:
            return (bare,)
        value = _value(bare, (decimal,))
        return () if value is None else self._numbers.get(value, ())

    @cached_property
    def _numbers(self) -> dict[exact.Decimal, tuple[str, ...]]:
        names_by_value: dict[exact.Decimal, tuple[str, ...]] = {}
        for name in sorted(self._known):
            value = _value(name, _MARKS)
            if value is not None:
                names_by_value[value] = (*names_by_value.get(value, ()), name)
        return names_by_value


def _value(text: str, marks: tuple[Decimal, ...]) -> exact.Decimal | None:
    if not any(is_number(text, mark) for mark in marks):
        return None
    try:
        return exact.Decimal(with_point(text.strip(" \t")))
    except exact.InvalidOperation:  # an exponent out of Decimal's range
        return None


def _is_rounded(cell: str, original: float, decimal: Decimal) -> bool:
    """Return whether a cell is `original` with all digits, or correctly rounded to fewer."""
    displayed = _value(cell, (decimal,))
    if displayed is None:
        return False
    exponent = displayed.as_tuple().exponent
    if not isinstance(exponent, int) or abs(displayed.adjusted()) > 400:
        return False
    step = exact.Decimal(1).scaleb(exponent)
    with exact.localcontext(exact.Context(prec=1200)):
        return float(displayed) == original or abs(displayed - exact.Decimal(original)) <= step / 2
