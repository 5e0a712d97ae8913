"""What a spreadsheet makes of a cell, and the way back where there is only one.

A spreadsheet that opens a table and saves it again takes the zeros off 007, writes 1E5 as 100000, rounds numbers to the
digits that it shows, and sets dates its own way. Whoever knows the originals can tell such a change from another one.
"""

from __future__ import annotations

import decimal as exact
from functools import cached_property
from typing import TYPE_CHECKING

from kgdesk.files.numbers import is_number
from kgdesk.files.source import composed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.files.numbers import Decimal

_MARKS: tuple[Decimal, Decimal] = ("point", "comma")


def is_form_of(cell: str, original: str | float | None, decimal: Decimal) -> bool:
    """Say whether a cell shows a value, perhaps in another form.

    Parameters
    ----------
    cell
        Its text, without the mark that guards formulas.
    original
        What was written; None for nothing.
    decimal
        The decimal mark of the table that the cell is from.
    """
    if isinstance(original, str) or original is None:
        text = composed((original or "").strip())
        bare = composed(cell.strip())
        value = _value(bare, (decimal,))
        return bare == text or (value is not None and value == _value(text, _MARKS))
    return _is_rounded(cell, float(original), decimal)


class Names:
    """Names that are known, to find them again in cells.

    Parameters
    ----------
    known
        All of them.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)

    def originals(self, cell: str, decimal: Decimal) -> tuple[str, ...]:
        """Return which names a cell may have been: the very same one, or else all of the same number, sorted."""
        bare = composed(cell.strip())
        if bare in self._known:
            return (bare,)
        value = _value(bare, (decimal,))
        return () if value is None else self._numbers.get(value, ())

    @cached_property
    def _numbers(self) -> dict[exact.Decimal, tuple[str, ...]]:
        found: dict[exact.Decimal, tuple[str, ...]] = {}
        for name in sorted(self._known):
            value = _value(name, _MARKS)
            if value is not None:
                found[value] = (*found.get(value, ()), name)
        return found


def _value(text: str, marks: tuple[Decimal, ...]) -> exact.Decimal | None:
    if not any(is_number(text, mark) for mark in marks):
        return None
    try:
        return exact.Decimal(text.strip(" \t").replace(",", "."))
    except exact.InvalidOperation:  # an exponent beyond all measure
        return None


def _is_rounded(cell: str, original: float, decimal: Decimal) -> bool:
    """Say whether a cell is a number with all its digits, or with fewer of them, correctly rounded."""
    shown = _value(cell, (decimal,))
    if shown is None:
        return False
    exponent = shown.as_tuple().exponent
    if not isinstance(exponent, int) or abs(shown.adjusted()) > 400:
        return False
    step = exact.Decimal(1).scaleb(exponent)
    with exact.localcontext(exact.Context(prec=1200)):
        return float(shown) == original or abs(shown - exact.Decimal(original)) <= step / 2
