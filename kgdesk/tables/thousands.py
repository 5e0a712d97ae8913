"""Take thousands separators out of numbers where the column proves them: 1.200,5 and 1 200,5 are 1200,5."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgdesk.tables.numbers import MARKS, Decimal, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence


#: Spaces and apostrophes, which separate thousands and nothing else in a number.
_GAPS = " \u00a0\u202f'’"
_OTHER: dict[Decimal, Decimal] = {"point": "comma", "comma": "point"}


def _pattern(separators: str, mark: str) -> re.Pattern[str]:
    return re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(?:[{separators}][0-9]{{3}})+(?:{re.escape(mark)}[0-9]*)?")


_MARKED = {mark: _pattern(MARKS[_OTHER[mark]], sign) for mark, sign in MARKS.items()}
_SPACED = {mark: _pattern(_GAPS, sign) for mark, sign in MARKS.items()}


def ungrouped(
    cells: Sequence[str], *, chosen: Decimal | None = None
) -> tuple[tuple[str, ...], Decimal | None]:
    """Return the cells of a column without thousands separators, and the decimal mark that these prove.

    Separators are taken out only if every filled cell is a number then, and one has both a separator and a decimal
    mark; or if all separators are apostrophes or no-break spaces, which nobody types otherwise; or if the decimal mark
    was `chosen` by a person, so that the other mark before three digits is a separator.
    Otherwise the cells are returned unchanged, with None.
    """
    whole = "".join(cells)
    if not any(sign in whole for sign in ".,") and not any(gap in whole for gap in _GAPS):
        return tuple(cells), None
    bare = [cell.strip(" \t") for cell in cells]
    for mark in (chosen,) if chosen else MARKS:
        for pattern in (_MARKED[mark], _SPACED[mark]):
            grouped = [at for at, cell in enumerate(bare) if pattern.fullmatch(cell)]
            others = (cell for cell in bare if cell and not pattern.fullmatch(cell))
            if not grouped or not all(is_number(cell, mark) for cell in others):
                continue
            proved = any(MARKS[mark] in bare[at] for at in grouped)
            proved = proved or (pattern is _SPACED[mark] and not any(" " in bare[at] for at in grouped))
            if proved or (chosen and pattern is _MARKED[mark]):
                plain = list(cells)
                for at in grouped:
                    plain[at] = "".join(char for char in bare[at] if char not in _GAPS + MARKS[_OTHER[mark]])
                return tuple(plain), mark
    return tuple(cells), None
