"""Policy `bayes-ucb`."""

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
class BayesUCB(BasePolicy):
    """Bayes-UCB: arg max of an upper quantile of w.x (Kaufmann, Cappé and Garivier, AISTATS 2012).

    Level 1 - 1/(n+1) at the coming run n: the median for the first run, rising with n. O(M d^2).
    """

    name: str = "bayes-ucb"
    title: ClassVar[str] = phrase("Upper quantile")
    source: ClassVar[str] = "Kaufmann et al. 2012"
    words: str = phrase("The candidate with the highest success that is still plausible.")

    def scores(self, context: PolicyContext) -> Array:
        """Return the upper quantiles (U,)."""
        return context.belief.quantile(context.pool, 1.0 - 1.0 / (context.coming + 1.0))
