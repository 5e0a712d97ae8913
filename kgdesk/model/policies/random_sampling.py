"""Policy `random`."""

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
class Random(BasePolicy):
    """Random sampling: every row with equal probability (the paper, Section 4). O(M)."""

    name: str = "random"
    title: ClassVar[str] = phrase("Random")
    source: ClassVar[str] = "the paper"
    words: str = phrase("Drawn at random.")
    draws: ClassVar[bool] = True

    def scores(self, context: PolicyContext) -> Array:
        """Return one uniform draw per row (U,)."""
        return context.rng.random((context.X.shape[0],))
