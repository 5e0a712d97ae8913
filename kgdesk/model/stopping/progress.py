"""Progress, the input of stopping rules, and Verdict, their result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from kgdesk.model.policies.value_of_information import PerfectInformation, perfect_information

if TYPE_CHECKING:
    from kgdesk.model.policies import PolicyContext


@dataclass(frozen=True)
class Progress:
    """Input of a stopping rule: one state of a study.

    Parameters
    ----------
    situation
        Policy context of the state: belief, rows of the pool, number of the coming run.
    open_runs
        Number of runs in progress.
    gain
        Largest value of testing, in 0..1, if known; None: computed by the sweep of `situation`.
    seed
        Seed of the posterior draws for the value of perfect information: seed of the study, number of events.
    stake
        Value of perfect information, if known; None: computed when a rule needs it.
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
        """Largest expected gain in the best predicted probability by one run, in 0..1."""
        if self.gain is not None:
            return self.gain
        kg = self.situation.sweep.kg[self.situation.runnable]
        return float(kg.max()) if kg.size else 0.0

    @cached_property
    def at_stake(self) -> PerfectInformation:
        """Value of perfect information in this state; runs in progress are ignored."""
        stake_value = self.stake or perfect_information(self.situation, self.seed)
        return cast("PerfectInformation", stake_value)  # None only if cancelled, and nothing cancels here


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a stopping rule: whether to stop, and the reason in a sentence or two for the user."""

    stop: bool
    why: str
