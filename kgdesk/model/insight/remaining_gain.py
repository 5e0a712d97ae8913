"""Largest knowledge gradient and value of perfect information after each run of a study."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.policies.scenarios import sweep_within
from kgdesk.model.policies.value_of_information import ValueOfTesting, perfect_information

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.study.study import Study


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
    has_suggestion
        Whether a suggestion was computed in that state: it is recorded, or the state is the present one.
    """

    run: int
    gain: float
    in_progress: int = 0
    left_out: int = 0
    has_suggestion: bool = False

    @property
    def value(self) -> ValueOfTesting:
        """The gain with its condition."""
        return ValueOfTesting(self.gain, self.in_progress)


@dataclass(frozen=True, slots=True)
class StakeAfter:
    """Value of perfect information in the state right after a run; run 0 is before the first.

    Parameters
    ----------
    run
        Number of the run.
    stake
        Value of perfect information in that state.
    """

    run: int
    stake: PerfectInformation


def gains_on_record(study: Study) -> dict[int, float]:
    """Return the largest value of testing of each recorded suggestion, by the number of runs before it."""
    recorded = [run.seq for run in study.runs]
    gain_of_run: dict[int, float] = {}
    for event in study.sensible:
        if event.kind != "suggestion_made":
            continue
        facts = event.payload
        top = facts.get("top")
        if top and "revision" in facts and not facts.get("open_runs"):
            gain_of_run.setdefault(bisect_right(recorded, int(facts["revision"])), float(top[0][1]))
    return gain_of_run


def gain_of(advice: Advice) -> GainAfter:
    """Return the largest value of testing of an advice, the number on display for the present state."""
    _, most = advice.most_informative
    return GainAfter(len(advice.study.runs), most.gain, most.in_progress, has_suggestion=True)


def gain_without_open_runs(study: Study) -> GainAfter:
    """Return the largest value of testing a candidate that can be run, ignoring the outcomes of runs in progress.

    Averaging over the outcomes of runs in progress takes up to 64 sweeps, too many for each past state.
    """
    stock = study.stock
    gain = 0.0
    if not stock.exhausted:
        sweep = sweep_within(study.belief, study.design.X, stock.in_stock, runnable=stock.runnable)
        gain = float(sweep.kg[stock.runnable].max())
    return GainAfter(len(study.runs), gain, left_out=len(study.pending))


def gain_after(study: Study, run: int) -> GainAfter:
    """Return the largest value of testing in the state after a run; later corrections do not change it.

    It ignores the runs that were in progress then, and returns their number as `left_out`.
    """
    return gain_without_open_runs(study.as_of(run))


def at_stake(study: Study, goes_on: Callable[[], bool] = lambda: True) -> PerfectInformation | None:
    """Estimate the value of perfect information in the present state of a study, always by the study's own belief."""
    return perfect_information(
        policy_context(study, policy="kg"), (study.settings.seed, study.revision), goes_on=goes_on
    )


def stake_after(study: Study, run: int, goes_on: Callable[[], bool] = lambda: True) -> StakeAfter | None:
    """Estimate the value of perfect information in the state after a run; None if `goes_on` returned False."""
    stake = at_stake(study.as_of(run), goes_on)
    return None if stake is None else StakeAfter(run, stake)
