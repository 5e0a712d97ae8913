"""Data of attribute maps and plates: surface, contour lines, wells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.advice.slices import surface, varying
from kgdesk.ui.text.locale_format import number
from kgdesk.ui.text.translate import outcome_names, with_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import Surface
    from kgdesk.model.design.samples import Plate


def contour(values: np.ndarray, x: np.ndarray, y: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the contour line of linearly interpolated values, as separate segments.

    Marching triangles: each cell is cut in two; a triangle contains one segment or none, without ambiguous cases.

    Parameters
    ----------
    values
        Shape ``(m, n)``, float64; rows along `y`, columns along `x`.
    x, y
        Shapes ``(n,)`` and ``(m,)``.
    level
        Value on the line.

    Returns
    -------
    tuple
        x and y coordinates, ``(2 k,)`` each: the ends of k segments, pairwise.
    """
    across, up = np.meshgrid(x, y)
    corner = [part.ravel() for part in (values[:-1, :-1], values[:-1, 1:], values[1:, :-1], values[1:, 1:])]
    left = [part.ravel() for part in (across[:-1, :-1], across[:-1, 1:], across[1:, :-1], across[1:, 1:])]
    down = [part.ravel() for part in (up[:-1, :-1], up[:-1, 1:], up[1:, :-1], up[1:, 1:])]
    lines: list[tuple[np.ndarray, np.ndarray]] = []
    for triangle in ((0, 1, 3), (0, 3, 2)):
        v, a, b = (np.stack([part[k] for k in triangle], axis=1) for part in (corner, left, down))
        high = v > level
        cut = np.flatnonzero(high.any(axis=1) & ~high.all(axis=1))
        v, a, b, high = v[cut], a[cut], b[cut], high[cut]
        # The corner alone on its side of the level: the segment crosses both its edges.
        alone = np.where(high.sum(axis=1) == 1, np.argmax(high, axis=1), np.argmin(high, axis=1))
        row = np.arange(len(cut))
        ends = []
        for step in (1, 2):
            other = (alone + step) % 3
            share = (level - v[row, alone]) / (v[row, other] - v[row, alone])
            ends.append(tuple(p[row, alone] + share * (p[row, other] - p[row, alone]) for p in (a, b)))
        lines.append(
            (
                np.stack([ends[0][0], ends[1][0]], axis=1).ravel(),
                np.stack([ends[0][1], ends[1][1]], axis=1).ravel(),
            )
        )
    return np.concatenate([f[0] for f in lines]), np.concatenate([f[1] for f in lines])


@dataclass(frozen=True, eq=False)
class MapData:
    """A map through one candidate.

    Parameters
    ----------
    code
        The candidate whose other attributes are held fixed.
    surface
        The predicted surface.
    labels
        Names with units, x and y.
    held
        Name and value of each held attribute.
    places
        (n, 2) x and y values of the candidates.
    outcomes
        (k, 2) of the recorded successes, and of the failures.
    at
        Row of the held candidate in `places`.
    codes
        Identifiers of the candidates.
    names
        The study's names for success and failure.
    kind
        Quantity on display: ``probability``, or the ``low`` or ``high`` end of its range.
    """

    code: str
    surface: Surface
    labels: tuple[str, str]
    held: tuple[tuple[str, str], ...]
    places: np.ndarray
    outcomes: tuple[np.ndarray, np.ndarray]
    at: int
    codes: Sequence[str]
    names: tuple[str, str] = ("", "")
    kind: str = "probability"


def map_data(advice: Advice, code: str, across: int, up: int) -> MapData:
    """Return the map over two numeric attributes, given by index in the pool."""
    study = advice.study
    pool, row = study.pool, study.pool.row(code)
    places = np.column_stack([np.asarray(pool.values[j], dtype=np.float64) for j in (across, up)])
    runs: dict[str, list[int]] = {"success": [], "failure": []}
    for run in study.valid:
        runs[run.outcome].append(pool.row(run.candidate))
    held = tuple(
        (a.name, number(float(column[row]), 3) if a.kind == "number" else str(column[row]))
        for j, (a, column) in enumerate(zip(pool.attributes, pool.values, strict=True))
        if j not in {across, up} and j in varying(pool, study.scaling)
    )
    return MapData(
        code,
        surface(study.belief, pool, study.scaling, row, across, up, level=advice.level),
        (with_unit(pool.attributes[across]), with_unit(pool.attributes[up])),
        held,
        places,
        (places[runs["success"]], places[runs["failure"]]),
        row,
        pool.ids,
        outcome_names(study),
    )


@dataclass(frozen=True, slots=True)
class WellData:
    """State of the candidate in one well.

    Parameters
    ----------
    code, well
        Candidate and name of its well.
    row, column
        Position on the plate, from 0.
    successes, failures, voids
        Numbers of recorded runs.
    running
        Whether a run is in progress.
    estimate
        Expected success with its range, 0..1.
    """

    code: str
    well: str
    row: int
    column: int
    successes: int
    failures: int
    voids: int
    running: bool
    estimate: tuple[float, float, float]

    @property
    def kind(self) -> str:
        """Kind of mark: the recorded outcomes, running or open."""
        if self.successes and self.failures:
            return "both"
        for kind, is_so in (
            ("success", self.successes),
            ("failure", self.failures),
            ("running", self.running),
            ("void", self.voids),
        ):
            if is_so:
                return kind
        return "open"


@dataclass(frozen=True, slots=True)
class PlateData:
    """All plates of a study.

    Parameters
    ----------
    plates
        Name, rows, columns and occupied wells, in table order.
    plate_index
        Index of the plate drawn.
    next, best, selected
        Candidates, or None.
    names
        The study's names for success and failure.
    level
        Probability content of the ranges, as 0.9.
    """

    plates: tuple[tuple[str, int, int, tuple[WellData, ...]], ...]
    plate_index: int = 0
    next: str | None = None
    best: str | None = None
    selected: str | None = None
    names: tuple[str, str] = ("", "")
    level: float = 0.9

    @property
    def spots(self) -> tuple[WellData, ...]:
        """Wells of the plate drawn."""
        return self.plates[self.plate_index][3] if self.plates else ()

    def place_of(self, code: str | None) -> tuple[int, WellData] | None:
        """Return plate index and well of a candidate, or None."""
        for plate_index, (_, _, _, spots) in enumerate(self.plates):
            for spot in spots:
                if spot.code == code:
                    return plate_index, spot
        return None


def plate_data(advice: Advice, known: tuple[Plate, ...], selected: str | None) -> PlateData:
    """Return the recorded outcomes of every well.

    Parameters
    ----------
    advice
        Advice for the displayed state.
    known
        Plates of its pool.
    """
    study, ids = advice.study, advice.study.pool.ids
    counts: dict[str, dict[str, int]] = {}
    for run in study.runs:
        of = counts.setdefault(run.candidate, {})
        of[run.outcome] = of.get(run.outcome, 0) + 1
    running = {start.candidate for start in study.pending}

    def spot(row: int, name: str, place: tuple[int, int]) -> WellData:
        code = ids[row]
        had = counts.get(code, {})
        estimate = (float(advice.probability[row]), float(advice.low[row]), float(advice.high[row]))
        return WellData(
            code, name, *place, had.get("success", 0), had.get("failure", 0), had.get("void", 0),
            code in running, estimate,
        )  # fmt: skip

    occupied = tuple(
        (p.name, p.rows, p.columns, tuple(spot(w.candidate, w.name, (w.row, w.column)) for w in p.wells))
        for p in known
    )
    return PlateData(
        occupied,
        next=advice.next if study.is_open else None,
        best=advice.recommended.candidate if study.valid else None,
        selected=selected,
        names=outcome_names(study),
        level=advice.level,
    )
