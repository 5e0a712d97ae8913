"""Values that the next runs would measure, and recorded values that are far from what is expected of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.study.measured_scale import Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.design.design_matrix import Rows
    from kgdesk.model.study.records import Measured, RunNumber
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]

#: Probability of a mistake from which a value counts as far from what is expected.
FAR = 0.5


def predicted_values(study: Study, X: Array | Rows, level: float = LEVEL) -> dict[str, list[float]]:
    """Predict the value that a run of each row of the design matrix would measure, in the unit of the study.

    Parameters
    ----------
    study
        Any study.
    X
        (k, d) float64 rows of the design.
    level
        Probability that a range holds the value, in 0..1.

    Returns
    -------
    dict
        Lists ``value``, ``value_low``, ``value_high``; empty where the study does not learn from values, or has none.
    """
    if study.value_fit is None:
        return {}
    scale = Scale(study.settings)
    middle, low, high = (
        [scale.value(distance) for distance in distances.tolist()]
        for distances in study.value_fit.distances(X, level)
    )
    ends = (low, high) if study.settings.direction == "at-least" else (high, low)
    return {"value": middle, "value_low": ends[0], "value_high": ends[1]}


@dataclass(frozen=True, slots=True)
class FarValue:
    """A recorded value that is far from what its candidate predicts: possibly a wrong entry.

    Parameters
    ----------
    run, candidate
        Displayed number of the run, and name of the candidate.
    measured
        The value.
    expected
        The value that the fit to all runs expects of this candidate.
    mistake
        Probability that the value is a mistake, in 0..1.
    impossible
        Whether no candidate can have the value, as 600 %. It is learnt as a limit, at the end of the scale.
    """

    run: RunNumber
    candidate: str
    measured: Measured
    expected: float
    mistake: float
    impossible: bool = False


def far_values(study: Study) -> tuple[FarValue, ...]:
    """Return the recorded values that are more likely a mistake than not, by run; none where none is learnt from."""
    fit = study.value_fit
    if fit is None:
        return ()
    runs, scale = study.learnt, Scale(study.settings)
    values = [run.measured for run in runs]
    impossible = np.array([isinstance(one, int | float) and scale.is_impossible(one) for one in values])
    mistakes = np.where(impossible, 1.0, fit.mistakes)
    found = np.flatnonzero(mistakes >= FAR)
    if not found.size:
        return ()
    expected = predicted_values(study, study.observed[0].take(found))["value"]
    return tuple(
        FarValue(runs[i].number, runs[i].candidate, value, middle, float(mistakes[i]), bool(impossible[i]))
        for i, middle in zip(found.tolist(), expected, strict=True)
        if (value := runs[i].measured) is not None
    )
