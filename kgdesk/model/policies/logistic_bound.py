"""Policy `logistic-bound`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@registered
@dataclass(frozen=True)
class LogisticBound(BasePolicy):
    """Bound on the error of logistic regression, minimised (Gu, Zhang and Han, UAI 2014; the paper, Section 4).

    min_x sum_x' x'' H_x^-1 x', H_x as in `FisherExact`. O(M d^2 + d^3) by rank-one updates.
    """

    name: str = "logistic-bound"
    title: ClassVar[str] = phrase("Logistic bound")
    source: ClassVar[str] = "Gu et al. 2014"
    words: str = phrase("The run that narrows down the effects of the attributes most, over all candidates.")

    def scores(self, context: PolicyContext) -> Array:
        """Return the negative sums (U,)."""
        s = context
        ones = np.ones(s.X.shape[0])
        return cast(
            "Array", -kernels.trace_after(np.array(s.prior_precision), s.rows, s.count, s.curvature, ones)
        )
