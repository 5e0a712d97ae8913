"""History of the best: recommended candidate, value of testing and value at stake after each run.

Nothing is stored: past states are folded again, with the outcomes as they stand today.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.advice.posterior_summary import (
    BestAfter,
    best_after,
    policy_context,
    recommended,
)
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.policies.perfect_information import perfect_information
from kgdesk.model.policies.pool_sweep import sweep_within
from kgdesk.model.policies.value_of_testing import ValueOfTesting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.study import Study


#: Maximum number of points in a plot over the runs, and minimum in a report; and the work for the points of a report,
#: in units of d^3, with which the time of a fit by moments of d columns grows: ten seconds or so.
_POINTS, _LEAST_REPORTED, _WORK = 200, 10, 5e9


@dataclass(frozen=True, slots=True)
class GainAfter:
    """Largest value of testing in the state right after a run; run 0 is before the first.

    Parameters
    ----------
    run
        Number of the run.
    gain
        Expected gain in the best predicted probability by one more run, in 0..1; may be slightly negative.
    in_progress
        Number of runs in progress over whose outcomes it is averaged.
    left_out
        Number of runs then in progress that the gain ignores.
    """

    run: int
    gain: float
    in_progress: int = 0
    left_out: int = 0

    @property
    def value(self) -> ValueOfTesting:
        """The gain with its condition."""
        return ValueOfTesting(self.gain, self.in_progress)


def gains_of_recorded_suggestions(study: Study) -> dict[int, float]:
    """Return the largest value of testing of each recorded suggestion, by the number of runs before it.

    Suggestions made from outcomes that were corrected since are left out.
    """
    recorded = [run.seq for run in study.runs]
    gain_of_run: dict[int, float] = {}
    for event in study.sensible:
        if event.kind != "suggestion_made":
            continue
        facts = event.payload
        top = facts.get("top")
        if top and "revision" in facts and not facts.get("open_runs"):
            gain_of_run.setdefault(bisect_right(recorded, int(facts["revision"])), float(top[0][1]))
    return {run: gain for run, gain in gain_of_run.items() if not study.corrected_since(run)}


def gain_of(advice: Advice) -> GainAfter:
    """Return the largest value of testing of an advice, the number on display for its state."""
    _, most = advice.most_informative
    return GainAfter(len(advice.study.runs), most.gain, most.in_progress)


class _Ended(Exception):
    """Raised within a sweep to end it."""


def gain_after(study: Study, run: int, goes_on: Callable[[], bool] = lambda: True) -> GainAfter | None:
    """Return the largest value of testing in the state after a run, by the outcomes as they stand today.

    That of the suggestion made then, if there is one on record. Else it ignores the runs that were in progress then,
    and returns their number as `left_out`: averaging over their outcomes takes up to 64 sweeps, too many for each past
    state. None if `goes_on` returned False.
    """

    def progress(_done: int, _total: int) -> None:
        if not goes_on():
            raise _Ended

    on_record = gains_of_recorded_suggestions(study)
    if run in on_record:
        return GainAfter(run, on_record[run])
    then = study.after(run)
    stock, gain = then.stock, 0.0
    if not stock.exhausted:
        how = then.belief, then.design.X, stock.in_stock, progress
        try:
            sweep = sweep_within(*how, runnable=stock.runnable)
        except _Ended:
            return None
        gain = float(np.nanmax(sweep.kg[stock.runnable]))
    return GainAfter(run, gain, left_out=len(then.pending))


def at_stake(
    study: Study, goes_on: Callable[[], bool] = lambda: True, *, above: float | None = None
) -> PerfectInformation | None:
    """Estimate the value of perfect information in the present state of a study, always by the study's own belief.

    `goes_on` and `above` are those of `perfect_information`.
    """
    context = policy_context(study, policy="kg")
    return perfect_information(context, study.draw_seed, above=above, goes_on=goes_on)


def stake_after(
    study: Study, run: int, goes_on: Callable[[], bool] = lambda: True
) -> PerfectInformation | None:
    """Estimate the value of perfect information in the state after a run, by the outcomes as they stand today.

    None if `goes_on` returned False.
    """
    return at_stake(study.after(run), goes_on)


def past_in_common(before: Study, now: Study) -> int:
    """Return up to which number of runs the states after them are the same in two states of a study; -1 for none.

    The present of `before` is not among them; a correction changes all states from its run on.
    """
    if before.settings.threshold != now.settings.threshold:
        return -1
    pairs = zip(before.runs, now.runs, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return min(same, len(before.runs) - 1)


def still_true(points: Iterable[BestAfter], before: Study, now: Study) -> tuple[BestAfter, ...]:
    """Return those points of an earlier state of a study that are those of its present state as well."""
    last = past_in_common(before, now)
    return tuple(point for point in points if point.run <= last)


def reported_points(study: Study) -> int:
    """Return the maximum number of points over the runs in a report: fewer where the model has hundreds of columns."""
    columns = len(study.scaling.columns)
    if study.settings.belief != "moments":
        return _POINTS
    return int(min(_POINTS, max(_LEAST_REPORTED, _WORK / columns**3)))


def trajectory(
    study: Study,
    known: Sequence[BestAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    level: float = LEVEL,
    most: int | None = None,
) -> tuple[BestAfter, ...]:
    """Return the recommended candidate in the state right after each run, from run 0 on; the last point is the present.

    Parameters
    ----------
    known
        Points of an earlier call for the same level that are `still_true`, which are reused.
    goes_on
        Called between runs; returning False ends the computation with the points so far.
    level
        Probability content of the intervals, in 0..1.
    most
        Maximum number of points before the last, evenly spaced; None: as many as a picture can show.
    """
    have = {point.run: point for point in known}
    points: list[BestAfter] = []
    for run in _runs_before_now(study, most):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or best_after(study, run, level))
    return (*points, BestAfter(len(study.runs), recommended(study, level)))


def past_runs(study: Study) -> range:
    """Return the numbers of runs after which the past is shown, newest first, without the present; 200 at most."""
    return _runs_before_now(study)[::-1]


def _runs_before_now(study: Study, most: int | None = None) -> range:
    last = len(study.runs)
    return range(0, last, max(1, -(-last // (most or _POINTS))))
