"""The knowledge gradient, offline and online."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import phrase
from kgdesk.model.policies.situation import Rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.policies.situation import Situation

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class KnowledgeGradient(Rule):
    """Expected gain in the best predicted probability by one run (the paper, Section 3, Algorithm 2).

    O(M^2 d), see `kgdesk.kernels.sweep`.
    """

    name: str = "kg"
    words: str = phrase("The run that is expected to improve the final choice most.")

    def scores(self, situation: Situation) -> Array:
        """Return the KG values."""
        return situation.kg


@dataclass(frozen=True)
class OnlineKnowledgeGradient(Rule):
    """Success now plus the gain for all runs still to come (Powell and Ryzhov, Optimal Learning, 2012, Section 5.4).

    Pr(+1|x) + max(0, N - n) nu_x with n the number of the coming run: the last run has weight 0. O(M^2 d).
    """

    name: str = "online-kg"
    words: str = phrase("The best balance of success in this run and learning for the runs still planned.")

    def scores(self, situation: Situation) -> Array:
        """Return probability plus the weighted KG values."""
        weight = max(0, situation.budget - situation.coming)
        return situation.sweep.probability + weight * situation.sweep.kg
