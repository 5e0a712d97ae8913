"""Rivals from active learning (the paper, Section 4): they seek to know the outcomes of all rows, not the best row.

All look at the belief's mean m. c(x) = s(m.x) s(-m.x) is the variance of an outcome at m. Sums over x' run over the
distinct rows. Those that the literature minimises return the negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import phrase
from kgdesk.model.policies.situation import BasePolicy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.situation import Situation

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Random(BasePolicy):
    """Any row, with equal chance (the paper, Section 4). O(M)."""

    name: str = "random"
    words: str = phrase("Drawn at random.")
    draws: ClassVar[bool] = True

    def scores(self, situation: Situation) -> Array:
        """Return one uniform draw per row."""
        return situation.rng.random((situation.X.shape[0],))


@dataclass(frozen=True)
class MostUncertain(BasePolicy):
    """min |m.x|, an outcome as open as can be (Lewis and Gale, SIGIR 1994; the paper, Section 4). O(M d)."""

    name: str = "most-uncertain"
    words: str = phrase("The candidate whose outcome is hardest to foretell.")

    def scores(self, situation: Situation) -> Array:
        """Return -|m.x|."""
        return cast("Array", -np.abs(situation.mu))


@dataclass(frozen=True)
class Fisher(BasePolicy):
    """Fisher information, the fast form (Hoi, Jin, Zhu and Lyu, ICML 2006; the paper, Section 4).

    min_x sum_{x' != x} c(x')/(1 + c(x) (x.x')^2), the rows in x.x' scaled to norm 1 (c is that of the rows as they
    are; a row of zeros is like no other). O(M^2 d).
    """

    name: str = "fisher"
    words: str = phrase(
        "The candidate that is most like the many others whose outcomes are hard to foretell."
    )

    def scores(self, situation: Situation) -> Array:
        """Return the negative sums."""
        return cast("Array", -kernels.fisher_fast(situation.rows, situation.curvature))


@dataclass(frozen=True)
class FisherExact(BasePolicy):
    """Fisher information ratio, with the matrices as they are (Hoi, Jin, Zhu and Lyu, ICML 2006).

    min_x tr(H_x^-1 sum_x' c(x') x'x''), H_x = diag(prior precision) + sum of c x x' over all outcomes so far and the
    candidate. By rank-one updates O(M d^2 + d^3).
    """

    name: str = "fisher-exact"
    words: str = phrase(
        "The run that helps most to foretell the outcomes of all candidates, the doubtful ones above all."
    )

    def scores(self, situation: Situation) -> Array:
        """Return the negative traces."""
        s = situation
        return cast(
            "Array",
            -kernels.trace_after(np.array(s.prior_precision), s.rows, s.count, s.curvature, s.curvature),
        )


@dataclass(frozen=True)
class LogisticBound(BasePolicy):
    """Bound on the error of logistic regression (Gu, Zhang and Han, UAI 2014; the paper, Section 4).

    min_x sum_x' x'' H_x^-1 x', H_x as in `FisherExact`. By rank-one updates O(M d^2 + d^3).
    """

    name: str = "logistic-bound"
    words: str = phrase("The run that narrows down most what the attributes do, over all candidates.")

    def scores(self, situation: Situation) -> Array:
        """Return the negative sums."""
        s = situation
        ones = np.ones(s.X.shape[0])
        return cast(
            "Array", -kernels.trace_after(np.array(s.prior_precision), s.rows, s.count, s.curvature, ones)
        )


@dataclass(frozen=True)
class Disc(BasePolicy):
    """Discriminative and optimistic (Guo and Schuurmans, NIPS 2007; the paper, Section 4).

    max over x and y of the log-likelihood of the outcomes so far and of (x, y), minus the summed entropy of the
    other rows that were never measured, at the belief's mean after (x, y). O(M^2 d).
    """

    name: str = "disc"
    words: str = phrase(
        "The run that would leave the least doubt about the other candidates, if it goes as hoped."
    )

    def scores(self, situation: Situation) -> Array:
        """Return the larger value over the two outcomes."""
        s = situation
        return cast(
            "Array",
            kernels.discriminative(
                np.array(s.belief.mean),
                s.covariance,
                s.belief.kind == "moments",
                s.rows,
                s.successes,
                s.failures,
            ),
        )
