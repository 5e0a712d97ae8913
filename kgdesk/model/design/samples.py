"""Barcodes of samples, and wells of plates."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.design.pool import Pool


@dataclass(frozen=True)
class Barcodes:
    """Lookup between barcodes on samples and candidates.

    Parameters
    ----------
    pool
        The candidates.
    column
        Name of a kept column; empty if samples are labelled with the candidates' names.

    Raises
    ------
    BadInput
        The pool has no such column, or a code belongs to two candidates.
    """

    pool: Pool
    column: str = ""

    def __post_init__(self) -> None:
        if not self.column:
            return
        extras = self.pool.extras
        if self.column not in extras:
            known = listed(extras) if extras else phrase("no column for people")
            raise BadInput(
                phrase(
                    "There is no column “{column}” with the codes of the samples: the table keeps {known}.",
                    column=self.column,
                    known=known,
                )
            )
        means: dict[str, str] = {}
        named = set(self.pool.ids)
        for name, code in zip(self.pool.ids, self._codes, strict=True):
            if not code:
                continue
            other = code if code in named else means.setdefault(code, name)
            if other != name:
                raise BadInput(
                    phrase(
                        "The code “{code}” in “{column}” means two candidates, {other} and {name}: give each sample a "
                        "code of its own, or leave the column out as the one with the codes.",
                        code=code,
                        column=self.column,
                        other=other,
                        name=name,
                    )
                )

    @cached_property
    def _codes(self) -> tuple[str, ...]:
        column = self.pool.extras.get(self.column)
        return ("",) * len(self.pool) if column is None else tuple(cell.strip() for cell in column)

    @cached_property
    def _exactly(self) -> dict[str, str]:
        coded = {code: name for name, code in zip(self.pool.ids, self._codes, strict=True) if code}
        return coded | {name: name for name in self.pool.ids}

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Return the case-insensitive lookup; empty for a text that matches more than one candidate."""
        candidate_of: dict[str, str] = {}
        for text, name in self._exactly.items():
            folded = text.strip().casefold()
            candidate_of[folded] = name if candidate_of.get(folded, name) == name else ""
        return candidate_of

    @property
    def coded(self) -> tuple[str, ...]:
        """Candidates with a barcode, in the order of the table."""
        return tuple(name for name, code in zip(self.pool.ids, self._codes, strict=True) if code)

    def code_of(self, candidate: str) -> str:
        """Return the barcode on the sample of a candidate; its name if it has none."""
        return self._codes[self.pool.row(candidate)] or candidate

    def find(self, text: str) -> str | None:
        """Return the candidate with a name or a barcode; None if there is none.

        Case is ignored if only one candidate matches then.
        """
        return self._exactly.get(text) or self._folded.get(text.strip().casefold()) or None


#: Rows and columns of commercial plates: 6, 12, 24, 48, 96, 384 and 1536 wells.
FORMATS = ((2, 3), (3, 4), (4, 6), (6, 8), (8, 12), (16, 24), (32, 48))

_MOST_ROWS, _MOST_COLUMNS = FORMATS[-1]

#: One or two letters and a number at the end, after a separator: ``Plate 2 - well D07``.
_WELL = re.compile(
    r"(?:(?P<plate>.*?)[\s\-_:/,.;|]+)??(?:well[\s:]*)?(?P<row>[A-Z]{1,2})\s?(?P<column>\d{1,2})",
    re.IGNORECASE,
)

_PLATE = re.compile(r"\b(plate|platte|rack|tray|box)\b|_plate$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Well:
    """Well of a candidate.

    Parameters
    ----------
    candidate
        Row of the pool.
    row, column
        Position on the plate, from 0.
    """

    candidate: int
    row: int
    column: int

    @property
    def name(self) -> str:
        """Name as printed on plates: ``D07``."""
        return f"{row_letters(self.row)}{self.column + 1:02d}"


@dataclass(frozen=True, slots=True)
class Plate:
    """Plate with its occupied wells.

    Parameters
    ----------
    name
        Empty if it is the only plate and has no name.
    rows, columns
        Size of the plate's format.
    wells
        Occupied wells, row by row; no two at the same position.
    """

    name: str
    rows: int
    columns: int
    wells: tuple[Well, ...]


def row_letters(row: int) -> str:
    """Return the letters of a row, from 0: ``A`` to ``Z``, then ``AA``."""
    return chr(65 + row) if row < 26 else chr(64 + row // 26) + chr(65 + row % 26)


def plates(pool: Pool) -> tuple[Plate, ...]:
    """Return the plates of a pool, in table order; none if no column contains wells.

    The wells are in the first column, kept or categorical, in which every text is a well and no well occurs twice. The
    name of the plate is before the well, as in ``P2-D07``, or in a column of its own.
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
    """Return (plate, row, column) of each text, None for an empty one; None if one is not a well."""
    wells: list[tuple[str, int, int] | None] = []
    for text in texts:
        if not text.strip():
            wells.append(None)
            continue
        hit = _WELL.fullmatch(text.strip())
        if hit is None:
            return None
        row, column = _position(hit)
        if row >= _MOST_ROWS or not 0 <= column < _MOST_COLUMNS:
            return None
        wells.append(((hit["plate"] or "").strip(), row, column))
    return wells if any(wells) else None


def _position(hit: re.Match[str]) -> tuple[int, int]:
    """Return row and column, from 0, of a match of `_WELL`."""
    letters = hit["row"].upper()
    row = ord(letters[-1]) - 65 + (26 * (ord(letters[0]) - 64) if len(letters) == 2 else 0)
    return row, int(hit["column"]) - 1


def _placed(
    wells: Sequence[tuple[str, int, int] | None], naming: Sequence[str] | None
) -> tuple[Plate, ...] | None:
    """Return the plates; None if two candidates share a well."""
    by_plate: dict[str, dict[tuple[int, int], int]] = {}
    for candidate, place in enumerate(wells):
        if place is None:
            continue
        plate, row, column = place
        name = plate if naming is None else " ".join(filter(None, (naming[candidate].strip(), plate)))
        occupied = by_plate.setdefault(name, {})
        if (row, column) in occupied:
            return None
        occupied[row, column] = candidate
    spots = [spot for occupied in by_plate.values() for spot in occupied]
    deep, wide = max(row for row, _ in spots) + 1, max(column for _, column in spots) + 1
    rows, columns = next((r, c) for r, c in FORMATS if deep <= r and wide <= c)
    return tuple(
        Plate(
            name,
            rows,
            columns,
            tuple(Well(candidate, row, column) for (row, column), candidate in sorted(occupied.items())),
        )
        for name, occupied in by_plate.items()
    )


def plate_format(wells: int) -> tuple[int, int]:
    """Return rows and columns of the commercial plate with a number of wells.

    Raises
    ------
    BadInput
        There is no such plate.
    """
    for rows, columns in FORMATS:
        if rows * columns == wells:
            return rows, columns
    known = listed(str(rows * columns) for rows, columns in FORMATS)
    raise BadInput(
        phrase("There is no plate of {wells} wells here: choose one of {known}.", wells=wells, known=known)
    )


def parse_names(text: str) -> tuple[str, ...]:
    """Parse names of wells or candidates: ``A02,A03``; empty for none.

    Raises
    ------
    BadInput
        A name between two commas is missing.
    """
    given = tuple(name.strip() for name in text.split(",")) if text.strip() else ()
    if not all(given):
        raise BadInput(phrase("“{text}” has an empty name between two commas.", text=text))
    return given


def well_name(text: str, rows: int = _MOST_ROWS, columns: int = _MOST_COLUMNS) -> str:
    """Return the name of a well as printed on plates, ``D07`` for ``d7``; empty if no plate of that size has it."""
    hit = _WELL.fullmatch(text.strip())
    if hit is None or hit["plate"]:
        return ""
    row, column = _position(hit)
    return f"{row_letters(row)}{column + 1:02d}" if row < rows and 0 <= column < columns else ""


def well_position(well: str) -> tuple[int, int]:
    """Return row and column, from 0, of a well as printed on plates.

    Raises
    ------
    ValueError
        It is not the name of a well.
    """
    hit = _WELL.fullmatch(well.strip())
    if hit is None:
        raise ValueError(f"well {well!r:.40}")
    return _position(hit)


def filling_order(
    rows: int, columns: int, order: str, *, seed: int = 0, snake: bool = False, edge: bool = True
) -> tuple[str, ...]:
    """Return the wells of a plate in the order in which they are filled.

    Parameters
    ----------
    rows, columns
        Size of the plate.
    order
        ``rows``: A01, A02, ...; ``columns``: A01, B01, ...; ``random``: drawn with `seed`.
    snake
        Fill every other row or column backwards.
    edge
        Whether the outer wells are used.
    """
    inner = 0 if edge else 1
    deep, wide = range(inner, rows - inner), range(inner, columns - inner)
    if order == "columns":
        places = [
            (row, column)
            for column in wide
            for row in (deep[::-1] if snake and (column - inner) % 2 else deep)
        ]
    else:
        places = [
            (row, column) for row in deep for column in (wide[::-1] if snake and (row - inner) % 2 else wide)
        ]
    if order == "random":
        random.Random(seed).shuffle(places)  # noqa: S311 - a layout, not a secret; the same on every computer
    return tuple(f"{row_letters(row)}{column + 1:02d}" for row, column in places)
