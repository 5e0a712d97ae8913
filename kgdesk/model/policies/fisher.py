"""Policies `fisher` and `fisher-exact`: Fisher information of the whole pool."""

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
class Fisher(BasePolicy):
    """Fisher information, fast approximation (Hoi, Jin, Zhu and Lyu, ICML 2006; the paper, Section 4).

    min_x sum_{x' != x} c(x')/(1 + c(x) (x.x')^2), with c = s(m.x) s(-m.x) of the rows as they are, and the rows in
    x.x' scaled to norm 1 (a row of zeros stays zero). O(M^2 d).
    """

    name: str = "fisher"
    title: ClassVar[str] = phrase("Fisher information")
    source: ClassVar[str] = "Hoi et al. 2006"
    words: str = phrase("The candidate most similar to the many others whose outcomes are hard to predict.")

    def scores(self, context: PolicyContext) -> Array:
        """Return the negative sums (U,)."""
        return cast("Array", -kernels.fisher_fast(context.rows, context.curvature))


@registered
@dataclass(frozen=True)
class FisherExact(BasePolicy):
    """Fisher information ratio, exact (Hoi, Jin, Zhu and Lyu, ICML 2006).

    min_x tr(H_x^-1 sum_x' c(x') x'x''), H_x = diag(prior precision) + sum of c x x' over all outcomes so far and the
    candidate, c = s(m.x) s(-m.x). O(M d^2 + d^3) by rank-one updates.
    """

    name: str = "fisher-exact"
    title: ClassVar[str] = phrase("Fisher information, exact")
    source: ClassVar[str] = "Hoi et al. 2006"
    words: str = phrase(
        "The run that helps most to predict the outcomes of all candidates, above all the doubtful ones."
    )

    def scores(self, context: PolicyContext) -> Array:
        """Return the negative traces (U,)."""
        s = context
        return cast(
            "Array",
            -kernels.trace_after(np.array(s.prior_precision), s.rows, s.count, s.curvature, s.curvature),
        )
