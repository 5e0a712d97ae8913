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
