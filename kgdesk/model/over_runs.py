"""What was believed after each run, from run 0 on: the best candidate, the value of one more run, and of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.advice import BestAfter, advise, best_after, recommended
from kgdesk.model.gains import (
    GainAfter,
    StakeAfter,
    at_stake,
    gain_after,
    gain_of,
    gains_on_record,
    stake_after,
)
from kgdesk.model.logodds import LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.advice import Advice
    from kgdesk.model.study import Study

#: At most so many points in a picture over the runs.
_POINTS = 200


def trajectory(
    study: Study,
    known: Sequence[BestAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    level: float = LEVEL,
) -> tuple[BestAfter, ...]:
    """Return the best candidate as believed right after each run, from run 0 on; the last point is the present.

    Parameters
    ----------
    known
        An earlier answer for the same study and level: what was believed then never changes.
    goes_on
        Asked between runs; False ends the work with what there is.
    level
        The share of the probability, 0..1, that the intervals hold.
    """
    have = {point.run: point for point in known[:-1]}
    points: list[BestAfter] = []
    for run in _runs_before_now(study):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or best_after(study, run, level))
    return (*points, BestAfter(len(study.runs), recommended(study, level)))


def gains(
    study: Study,
    known: Sequence[GainAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    advice: Advice | None = None,
) -> tuple[GainAfter, ...]:
    """Return the largest value of testing after each run, from run 0 on; the last point is the present.

    The present value is that of the advice, averaged over the outcomes of the runs in progress; the earlier ones do
    not look at runs that were in progress then.

    Parameters
    ----------
    known
        An earlier answer for the same study: what was believed then never changes.
    goes_on
        Asked before a point is worked out; False ends the work with what there is.
    advice
        Of the present state; worked out where it is not given.
    """
    have = {point.run: point for point in known[:-1]}
    have |= {run: GainAfter(run, gain, asked=True) for run, gain in gains_on_record(study).items()}
    points: list[GainAfter] = []
    for run in _runs_before_now(study):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or gain_after(study, run))
    return (*points, gain_of(advise(study) if advice is None else advice))


def stakes(
    study: Study,
    known: Sequence[StakeAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[StakeAfter, ...]:
    """Return what was still at stake after each run, from run 0 on, for the runs that `gains` has; the last is now.

    Parameters
    ----------
    known
        An earlier answer for the same study without its last point: what was believed then never changes.
    goes_on
        Asked on the way; False ends the work with what there is, from run 0 on.
    """
    have = {point.run: point for point in known}
    points: list[StakeAfter] = []
    for run in _runs_before_now(study):
        point = have.get(run) or stake_after(study, run, goes_on)
        if point is None:
            return tuple(points)
        points.append(point)
    now = at_stake(study, goes_on)
    return tuple(points) if now is None else (*points, StakeAfter(len(study.runs), now))


def _runs_before_now(study: Study) -> range:
    last = len(study.runs)
    return range(0, last, max(1, -(-last // _POINTS)))
