"""Where the candidates stand: wells read from the columns that are kept with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.pool import Pool

#: Rows and columns of the plates that are sold: 6, 12, 24, 48, 96, 384 and 1536 wells.
FORMATS = ((2, 3), (3, 4), (4, 6), (6, 8), (8, 12), (16, 24), (32, 48))
_MOST_ROWS, _MOST_COLUMNS = FORMATS[-1]
#: A letter or two and a number, at the end, after something that is neither letter nor figure: ``Plate 2 - well D07``.
_WELL = re.compile(
    r"(?:(?P<plate>.*?)[\s\-_:/,.;|]+)??(?:well[\s:]*)?(?P<row>[A-Z]{1,2})\s?(?P<column>\d{1,2})",
    re.IGNORECASE,
)
_PLATE = re.compile(r"\b(plate|platte|rack|tray|box)\b|_plate$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Well:
    """The place of a candidate.

    Parameters
    ----------
    candidate
        Row of the pool.
    row, column
        On the plate, from 0.
    """

    candidate: int
    row: int
    column: int

    @property
    def name(self) -> str:
        """As it is printed on plates: ``D07``."""
        return f"{row_letters(self.row)}{self.column + 1:02d}"


@dataclass(frozen=True, slots=True)
class Plate:
    """One plate.

    Parameters
    ----------
    name
        Empty where there is only one and it has none.
    rows, columns
        Of its format.
    wells
        Of the candidates on it, row by row; no two of one place.
    """

    name: str
    rows: int
    columns: int
    wells: tuple[Well, ...]


def row_letters(row: int) -> str:
    """Return the letters of a row, from 0: ``A`` to ``Z``, then ``AA``."""
    return chr(65 + row) if row < 26 else chr(64 + row // 26) + chr(65 + row % 26)


def plates(pool: Pool) -> tuple[Plate, ...]:
    """Return the plates that a pool stands on, in the order of the table; none where no column tells wells.

    The wells are those of the first column, kept or of categories, in which every text is a well and no two
    candidates have the same one. The plate is named before the well, as in ``P2-D07``, or in a column of its own.
    """
    columns = _texts(pool)
    for name, texts in columns.items():
        wells = _wells(texts)
        if wells is None:
            continue
        others = [column for head, column in columns.items() if head != name and _PLATE.search(head)]
        for naming in (None, *others):
            placed = _placed(wells, naming)
            if placed is not None:
                return placed
    return ()


def _texts(pool: Pool) -> dict[str, tuple[str, ...]]:
    listed = zip(pool.attributes, pool.values, strict=True)
    words = {a.name: tuple(map(str, values)) for a, values in listed if a.kind == "category"}
    return {**pool.extras, **words}


def _wells(texts: Sequence[str]) -> list[tuple[str, int, int] | None] | None:
    """Return plate, row and column of each text, None where it is empty; None where one is no well."""
    found: list[tuple[str, int, int] | None] = []
    for text in texts:
        if not text.strip():
            found.append(None)
            continue
        hit = _WELL.fullmatch(text.strip())
        if hit is None:
            return None
        letters = hit["row"].upper()
        row = ord(letters[-1]) - 65 + (26 * (ord(letters[0]) - 64) if len(letters) == 2 else 0)
        column = int(hit["column"]) - 1
        if row >= _MOST_ROWS or not 0 <= column < _MOST_COLUMNS:
            return None
        found.append(((hit["plate"] or "").strip(), row, column))
    return found if any(found) else None


def _placed(
    wells: Sequence[tuple[str, int, int] | None], naming: Sequence[str] | None
) -> tuple[Plate, ...] | None:
    """Return the plates; None where two candidates share a place."""
    by_plate: dict[str, dict[tuple[int, int], int]] = {}
    for candidate, place in enumerate(wells):
        if place is None:
            continue
        plate, row, column = place
        name = plate if naming is None else " ".join(filter(None, (naming[candidate].strip(), plate)))
        taken = by_plate.setdefault(name, {})
        if (row, column) in taken:
            return None
        taken[row, column] = candidate
    spots = [spot for taken in by_plate.values() for spot in taken]
    deep, wide = max(row for row, _ in spots) + 1, max(column for _, column in spots) + 1
    rows, columns = next((r, c) for r, c in FORMATS if deep <= r and wide <= c)
    return tuple(
        Plate(
            name,
            rows,
            columns,
            tuple(Well(candidate, row, column) for (row, column), candidate in sorted(taken.items())),
        )
        for name, taken in by_plate.items()
    )
