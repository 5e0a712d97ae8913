"""The progress of a study that a stopping rule looks at, and its verdict."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from kgdesk.model.policies.value_of_information import PerfectInformation, perfect_information

if TYPE_CHECKING:
    from kgdesk.model.policies import PolicyContext


@dataclass(frozen=True)
class Progress:
    """What a stopping rule may look at.

    Parameters
    ----------
    situation
        Belief, pool and number of the coming run, as a policy sees them.
    open_runs
        Number of runs in progress.
    gain
        The largest value of testing, in 0..1, where it is known already; None: that of the situation's sweep.
    seed
        Of the study, and the number of events: of the draws of what is still at stake.
    stake
        What is still at stake, where it is known already; None: worked out when a rule asks for it.
    """

    situation: PolicyContext
    open_runs: int = 0
    gain: float | None = None
    seed: tuple[int, int] = (0, 0)
    stake: PerfectInformation | None = None

    @property
    def done(self) -> int:
        """Number of planned runs recorded."""
        return self.situation.coming - 1

    @property
    def best_gain(self) -> float:
        """The largest expected gain in the best predicted probability by one run, in 0..1."""
        if self.gain is not None:
            return self.gain
        seen = self.situation
        kg = seen.sweep.kg if seen.in_stock is None else seen.sweep.kg[seen.in_stock]
        return float(kg.max())

    @cached_property
    def at_stake(self) -> PerfectInformation:
        """The value of perfect information in this state, whatever the outcomes of the runs in progress."""
        stake_value = self.stake or perfect_information(self.situation, self.seed)
        return cast("PerfectInformation", stake_value)  # nothing ends the work early


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether to stop, and why (or why not yet), in a sentence or two for a person."""

    stop: bool
    why: str
