"""Policies `kg` and `online-kg`: the knowledge gradient of one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@registered
@dataclass(frozen=True)
class KnowledgeGradient(BasePolicy):
    """Knowledge gradient: expected gain in the best predicted probability by one run (the paper, Algorithm 2).

    O(M^2 d), see `kgdesk.kernels.sweep`.
    """

    name: str = "kg"
    title: ClassVar[str] = phrase("Knowledge gradient")
    source: ClassVar[str] = "the paper"
    words: str = phrase("The run that is expected to improve the final choice most.")

    def scores(self, context: PolicyContext) -> Array:
        """Return the knowledge gradient (U,)."""
        return context.kg


@registered
@dataclass(frozen=True)
class OnlineKnowledgeGradient(BasePolicy):
    """Online knowledge gradient, for cumulative reward (Powell and Ryzhov, Optimal Learning, 2012, Section 5.4).

    Pr(+1|x) + max(0, N - n) nu_x, with n the number of the coming run and N the budget, so that the last run is chosen
    by its probability alone. O(M^2 d).
    """

    name: str = "online-kg"
    title: ClassVar[str] = phrase("Online knowledge gradient")
    source: ClassVar[str] = "Powell and Ryzhov 2012"
    words: str = phrase(
        "The best balance between success in this run and learning for the runs still planned."
    )

    def scores(self, context: PolicyContext) -> Array:
        """Return probability of success plus weighted knowledge gradient (U,)."""
        weight = max(0, context.budget - context.coming)
        return context.sweep.probability + weight * context.sweep.kg
