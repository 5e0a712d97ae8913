"""Data of the map over two attributes: surface, and the places of candidates and runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from kgdesk.model.advice.slices import effects_at, surface, varying
from kgdesk.ui.text.translate import with_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import Point, Surface
    from kgdesk.model.study.study import Study

Layer = Literal["probability", "width", "value"]


@dataclass(frozen=True, eq=False)
class MapData:
    """A map through one point.

    Parameters
    ----------
    name
        Name of the candidate at the point; empty between candidates.
    surface
        The predicted surface.
    labels
        Names with units, x and y.
    places
        (n, 2) x and y values of the candidates.
    outcomes
        (k, 2) of the recorded successes, and of the failures.
    here
        Of the same runs, (k,) bool each: whether their candidates have the other attributes of the point.
    at
        (2,) x and y values of the point.
    next, best
        Rows in `places` of the suggested and of the recommended candidate; None without one.
    values
        (n,) value of testing of each candidate in percentage points; NaN where it is not computed.
    codes
        Identifiers of the candidates.
    axes
        Indices in the pool of the two attributes, x and y.
    layer
        What the ground shows.
    elsewhere
        Those of `next` and `best` whose other attributes are not those of the point.
    """

    name: str
    surface: Surface
    labels: tuple[str, str]
    places: np.ndarray
    outcomes: tuple[np.ndarray, np.ndarray]
    here: tuple[np.ndarray, np.ndarray]
    at: np.ndarray
    next: int | None
    best: int | None
    values: np.ndarray
    codes: Sequence[str]
    axes: tuple[int, int]
    layer: Layer = "probability"
    elsewhere: frozenset[int] = frozenset()


def numbers_of(study: Study) -> tuple[int, ...]:
    """Return the indices of the numeric attributes that vary."""
    return tuple(j for j in varying(study.pool, study.scaling) if study.pool.attributes[j].kind == "number")


def strongest(study: Study, point: Point, level: float) -> tuple[int, int]:
    """Return the two numeric attributes with the largest effects at a point, of at least two."""
    effects = zip(varying(study.pool, study.scaling), effects_at(study, point, level), strict=True)
    sizes = {j: abs(effect.change) for j, effect in effects}
    first, second, *_ = sorted(numbers_of(study), key=lambda j: -sizes[j])
    return first, second


def map_data(advice: Advice, point: Point, name: str, across: int, up: int) -> MapData:
    """Return the map over two numeric attributes, given by index in the pool; `name` is the candidate at the point."""
    study = advice.study
    pool = study.pool
    places = np.column_stack([np.asarray(pool.values[j], dtype=np.float64) for j in (across, up)])
    runs: dict[str, list[int]] = {"success": [], "failure": []}
    for run in study.valid:
        runs[run.outcome].append(pool.row(run.candidate))
    others = [j for j in varying(pool, study.scaling) if j not in {across, up}]

    def on_plane(rows: Sequence[int]) -> np.ndarray:
        return np.array([all(pool.values[j][row] == point[j] for j in others) for row in rows], np.bool_)

    chosen = advice.chosen if study.is_open else None
    best = None if advice.all_alike else pool.row(advice.recommended.candidate)
    roles = [row for row in (chosen, best) if row is not None]
    return MapData(
        name,
        surface(study.belief, pool, study.scaling, point, across, up, level=advice.level),
        (with_unit(pool.attributes[across]), with_unit(pool.attributes[up])),
        places,
        (places[runs["success"]], places[runs["failure"]]),
        (on_plane(runs["success"]), on_plane(runs["failure"])),
        np.array([float(point[across]), float(point[up])]),
        chosen,
        best,
        100.0 * advice.kg,
        pool.ids,
        (across, up),
        elsewhere=frozenset(row for row, here in zip(roles, on_plane(roles), strict=True) if not here),
    )
