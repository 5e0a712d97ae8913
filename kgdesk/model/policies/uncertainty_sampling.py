"""Policy `most-uncertain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@registered
@dataclass(frozen=True)
class MostUncertain(BasePolicy):
    """Uncertainty sampling, min |m.x| (Lewis and Gale, SIGIR 1994; the paper, Section 4). O(M d)."""

    name: str = "most-uncertain"
    title: ClassVar[str] = phrase("Most uncertain")
    source: ClassVar[str] = "Lewis and Gale 1994"
    words: str = phrase("The candidate whose outcome is hardest to predict.")

    def scores(self, context: PolicyContext) -> Array:
        """Return -|m.x| (U,)."""
        return cast("Array", -np.abs(context.mu))
