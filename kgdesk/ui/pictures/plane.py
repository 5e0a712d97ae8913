"""What a map is given: the plane through a candidate, the candidates on it, and what is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.slices import surface, varying
from kgdesk.ui.look.numbers import number
from kgdesk.ui.pictures.words import outcome_names, with_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice import Advice
    from kgdesk.model.slices import Surface


@dataclass(frozen=True, eq=False)
class MapData:
    """A map through one candidate.

    Parameters
    ----------
    code
        The candidate whose other attributes are held.
    surface
        What is believed.
    labels
        Names with units, across and up.
    held
        Name and value of each attribute that is held.
    places
        (n, 2) values of the candidates across and up.
    outcomes
        (k, 2) of the recorded successes, and of the failures.
    at
        Row of the held candidate in `places`.
    codes
        Names of the candidates.
    names
        What the study calls success and failure.
    kind
        What is coloured: ``probability``, or the ``low`` or ``high`` end of its range.
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
    """Return the map over two numeric attributes, by their places in the pool."""
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
