"""The value still to be gained after each run: from the record where it stands there, else worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.gains import GainAfter, gain_after, gain_now, gains_on_record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.study import Study

#: At most so many points in a picture over the runs.
_POINTS = 200


def gains(
    study: Study,
    known: Sequence[GainAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[GainAfter, ...]:
    """Return the largest value of testing after each run, from run 0 on; the last point is the present.

    Parameters
    ----------
    known
        An earlier answer for the same study: what was believed then never changes.
    goes_on
        Asked before a point is worked out; False ends the work with what there is.
    """
    have = {point.run: point for point in known[:-1]}
    have |= {run: GainAfter(run, gain) for run, gain in gains_on_record(study).items()}
    last = len(study.runs)
    step = max(1, -(-last // _POINTS))
    points: list[GainAfter] = []
    for run in range(0, last, step):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or gain_after(study, run))
    return (*points, gain_now(study))
