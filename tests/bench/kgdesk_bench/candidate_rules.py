"""Policies of the second contest for the default: KG first, information about the best candidate where KG gets stuck.

What is compared and how is written in `default_contest_2.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.policies import POLICIES
from kgdesk.model.policies.baseline_policies import BasePolicy, Information
from kgdesk.model.policies.knowledge_gradient import losses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Joined(BasePolicy):
    """Knowledge gradient where `by_kg` says so, else information about the best candidate."""

    def by_kg(self, seen: PolicyContext) -> bool:
        """Return whether KG chooses the coming run."""
        raise NotImplementedError

    def scores(self, situation: PolicyContext) -> Array:
        """Return the scores (U,) of the rule that chooses."""
        return situation.kg if self.by_kg(situation) else Information().scores(situation)


@dataclass(frozen=True)
class FiveThenTurns(Joined):
    """KG for runs 1 to 5, then both in turns, information first: it chooses runs 6, 8, 10, ...

    The page of the second contest calls it kg-then-turns, the name that the program gives to `ThirdThenTurns` since.
    """

    name: str = "kg-five-then-turns"
    words: str = "The first five runs for what they may change, then by turns to find out which is best."

    def by_kg(self, seen: PolicyContext) -> bool:
        """Return whether the run is one of the first five or an odd one."""
        return seen.coming <= 5 or seen.coming % 2 == 1


@dataclass(frozen=True)
class ThirdThenTurns(Joined):
    """KG for the first third of the planned runs, then both in turns, information first.

    As it was written for the second contest; the policy kg-then-turns of kgdesk is the same.
    """

    name: str = "kg-third-then-turns"
    words: str = "The first third for what the runs may change, then by turns to find out which is best."

    def by_kg(self, seen: PolicyContext) -> bool:
        """Return whether the run is in the first third, or the second, fourth, ... after it."""
        third = seen.budget // 3
        return seen.coming <= third or (seen.coming - third) % 2 == 0


@dataclass(frozen=True)
class UnlessRepeated(Joined):
    """KG, but information where KG would run a candidate that has been run twice or more."""

    name: str = "kg-unless-repeated"
    words: str = (
        "For what the run may change; where that is a candidate run twice, to find out which is best."
    )

    def by_kg(self, seen: PolicyContext) -> bool:
        """Return whether the row with the largest KG has at most one outcome."""
        return float(seen.count[int(np.argmax(seen.kg))]) < 2.0


@dataclass(frozen=True)
class TurnsWhenStuck(Joined):
    """KG while its largest value times the runs left is at least what is at stake, else both in turns.

    As it was chosen; the policy of kgdesk counts at most 30 runs left, and there are never more here.
    """

    name: str = "turns-when-stuck"
    words: str = "For what the run may change; by turns to find out which is best where that is too little."

    def by_kg(self, seen: PolicyContext) -> bool:
        """Return whether KG can use up the value of perfect information, or whether the run is an odd one."""
        left = max(1, seen.budget - seen.coming + 1)
        return seen.coming % 2 == 1 or left * float(seen.kg.max()) >= float(losses(seen).mean())


#: Rules of the second contest that are not policies of kgdesk.
CANDIDATES = FiveThenTurns(), ThirdThenTurns(), UnlessRepeated(), TurnsWhenStuck()


def register() -> None:
    """Make the rules known by name in this process; a policy of kgdesk with the same name stays."""
    for rule in CANDIDATES:
        POLICIES.setdefault(rule.name, rule)
