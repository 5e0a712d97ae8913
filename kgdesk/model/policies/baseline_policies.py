"""Baseline policies: active learning (the paper, Section 4) and bandits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import phrase
from kgdesk.model.policies.policy_context import BasePolicy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Random(BasePolicy):
    """Any row, with equal chance (the paper, Section 4). O(M)."""

    name: str = "random"
    words: str = phrase("Drawn at random.")
    draws: ClassVar[bool] = True

    def scores(self, situation: PolicyContext) -> Array:
        """Return one uniform draw per row."""
        return situation.rng.random((situation.X.shape[0],))


@dataclass(frozen=True)
class MostUncertain(BasePolicy):
    """min |m.x|, an outcome as open as can be (Lewis and Gale, SIGIR 1994; the paper, Section 4). O(M d)."""

    name: str = "most-uncertain"
    words: str = phrase("The candidate whose outcome is hardest to foretell.")

    def scores(self, situation: PolicyContext) -> Array:
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

    def scores(self, situation: PolicyContext) -> Array:
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

    def scores(self, situation: PolicyContext) -> Array:
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

    def scores(self, situation: PolicyContext) -> Array:
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

    def scores(self, situation: PolicyContext) -> Array:
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


# Draws that top-two looks at for another best row, in blocks that grow: few are needed where rows compete.
_BLOCKS = (31, 224, 768)


@dataclass(frozen=True)
class Exploit(BasePolicy):
    """The row that looks best now, arg max of kappa mu: pure exploitation (Powell and Ryzhov, Optimal Learning, 2012).

    O(M d^2).
    """

    name: str = "exploit"
    words: str = phrase("The candidate with the highest expected success.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the kappa scores."""
        return situation.belief.score(situation.X)


@dataclass(frozen=True)
class Thompson(BasePolicy):
    """arg max of w.x for one draw w from the belief (Thompson, Biometrika 1933; Chapelle and Li, NIPS 2011).

    O(M d + d^3).
    """

    name: str = "thompson"
    words: str = phrase(
        "The best candidate in one picture of the effects, drawn from all those that fit what is known."
    )
    draws: ClassVar[bool] = True

    def scores(self, situation: PolicyContext) -> Array:
        """Return w.x of the draw."""
        return situation.scores_of(situation.normals(1)[0])


@dataclass(frozen=True)
class TopTwo(BasePolicy):
    """Top-two Thompson sampling (Russo, Simple Bayesian algorithms for best arm identification, COLT 2016).

    With probability 1/2 the best row of one draw, else the first best row of further draws that is another one. Where
    1,023 further draws all have the same best row, its rival is the second best of the first draw.
    O(M d + d^3), times the number of draws.
    """

    name: str = "top-two"
    words: str = phrase("By the toss of a coin, a candidate that may well be the best or its closest rival.")
    draws: ClassVar[bool] = True

    def scores(self, situation: PolicyContext) -> Array:
        """Return w.x of the draw that decides; the first draw's best row is last when its rival is wanted."""
        wants_rival = situation.rng.random() < 0.5
        first = situation.normals(1)
        if not wants_rival:
            return situation.scores_of(first[0])
        leader = int(situation.leaders_of(first)[0])
        scores = situation.scores_of(_rival(situation, leader, first[0]))
        if scores.size > 1:
            scores[leader] = np.nextafter(scores.min(), -np.inf)
        return scores


def _rival(situation: PolicyContext, leader: int, first: Array) -> Array:
    """Return the first further draw whose best row is not `leader`, else the first one."""
    for count in _BLOCKS if situation.X.shape[0] > 1 else ():
        further = situation.normals(count)
        others = np.flatnonzero(situation.leaders_of(further) != leader)
        if others.size:
            challenger: Array = further[others[0]]
            return challenger
    return first


@dataclass(frozen=True)
class BayesUCB(BasePolicy):
    """An upper quantile of w.x (Kaufmann, Cappé and Garivier, AISTATS 2012).

    The quantile is 1 - 1/(n+1) at the coming run n: the median for the first run, higher from run to run. O(M d^2).
    """

    name: str = "bayes-ucb"
    words: str = phrase("The candidate of which most can still be hoped.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return mean plus quantile times deviation."""
        return -situation.belief.quantile(-situation.X, 1.0 / (situation.coming + 1.0))
