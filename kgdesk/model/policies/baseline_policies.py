"""The policy protocol; baseline policies: random, exploit, active learning, Thompson, top-two, Bayes-UCB, information.

Scores are (U,), for U distinct rows of the pool; the complexities write M for U.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

import numpy as np

from kgdesk import kernels
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


class Policy(Protocol):
    """Policy protocol: a rule that scores every row."""

    draws: ClassVar[bool]

    @property
    def name(self) -> str:
        """Stable name, with the belief if the policy has its own: ``kg``, ``kg/diagonal``."""

    @property
    def words(self) -> str:
        """One sentence for the user: how the policy chooses."""

    @property
    def belief(self) -> str:
        """Kind of belief that the policy uses; empty for that of the study."""

    def scores(self, situation: PolicyContext) -> Array:
        """Return (U,) finite scores; the row with the largest is suggested."""

    def sentence(self, situation: PolicyContext) -> str:
        """Return one sentence for the user: how the policy chooses in this state."""


@dataclass(frozen=True)
class BasePolicy:
    """Base class of all policies.

    Parameters
    ----------
    name, words, belief
        As in `Policy`.
    """

    name: str
    words: str
    belief: str = ""
    #: Whether the scores are random: they depend on the seed.
    draws: ClassVar[bool] = False

    def sentence(self, situation: PolicyContext) -> str:
        """Return how the policy chooses in this state: the same sentence in every state, unless overridden."""
        del situation
        return self.words


@dataclass(frozen=True)
class Random(BasePolicy):
    """Random sampling: every row with equal probability (the paper, Section 4). O(M)."""

    name: str = "random"
    words: str = phrase("Drawn at random.")
    draws: ClassVar[bool] = True

    def scores(self, situation: PolicyContext) -> Array:
        """Return one uniform draw per row (U,)."""
        return situation.rng.random((situation.X.shape[0],))


@dataclass(frozen=True)
class MostUncertain(BasePolicy):
    """Uncertainty sampling, min |m.x| (Lewis and Gale, SIGIR 1994; the paper, Section 4). O(M d)."""

    name: str = "most-uncertain"
    words: str = phrase("The candidate whose outcome is hardest to foretell.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return -|m.x| (U,)."""
        return cast("Array", -np.abs(situation.mu))


@dataclass(frozen=True)
class Fisher(BasePolicy):
    """Fisher information, fast approximation (Hoi, Jin, Zhu and Lyu, ICML 2006; the paper, Section 4).

    min_x sum_{x' != x} c(x')/(1 + c(x) (x.x')^2), with c = s(m.x) s(-m.x) of the rows as they are, and the rows in
    x.x' scaled to norm 1 (a row of zeros stays zero). O(M^2 d).
    """

    name: str = "fisher"
    words: str = phrase(
        "The candidate that is most like the many others whose outcomes are hard to foretell."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the negative sums (U,)."""
        return cast("Array", -kernels.fisher_fast(situation.rows, situation.curvature))


@dataclass(frozen=True)
class FisherExact(BasePolicy):
    """Fisher information ratio, exact (Hoi, Jin, Zhu and Lyu, ICML 2006).

    min_x tr(H_x^-1 sum_x' c(x') x'x''), H_x = diag(prior precision) + sum of c x x' over all outcomes so far and the
    candidate, c = s(m.x) s(-m.x). O(M d^2 + d^3) by rank-one updates.
    """

    name: str = "fisher-exact"
    words: str = phrase(
        "The run that helps most to foretell the outcomes of all candidates, the doubtful ones above all."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the negative traces (U,)."""
        s = situation
        return cast(
            "Array",
            -kernels.trace_after(np.array(s.prior_precision), s.rows, s.count, s.curvature, s.curvature),
        )


@dataclass(frozen=True)
class LogisticBound(BasePolicy):
    """Bound on the error of logistic regression, minimised (Gu, Zhang and Han, UAI 2014; the paper, Section 4).

    min_x sum_x' x'' H_x^-1 x', H_x as in `FisherExact`. O(M d^2 + d^3) by rank-one updates.
    """

    name: str = "logistic-bound"
    words: str = phrase("The run that narrows down most what the attributes do, over all candidates.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the negative sums (U,)."""
        s = situation
        ones = np.ones(s.X.shape[0])
        return cast(
            "Array", -kernels.trace_after(np.array(s.prior_precision), s.rows, s.count, s.curvature, ones)
        )


@dataclass(frozen=True)
class Disc(BasePolicy):
    """Discriminative batch-mode active learning, optimistic (Guo and Schuurmans, NIPS 2007; the paper, Section 4).

    max over x and y of the log-likelihood of the outcomes so far and of (x, y), minus the summed entropy of the
    other rows that were never measured, at the belief's mean after (x, y). O(M^2 d).
    """

    name: str = "disc"
    words: str = phrase(
        "The run that would leave the least doubt about the other candidates, if it goes as hoped."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the larger value over the two outcomes (U,)."""
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


# Sizes of the blocks of draws in which top-two searches another best row; few draws are needed where rows compete.
_BLOCKS = (31, 224, 768)


@dataclass(frozen=True)
class Exploit(BasePolicy):
    """Pure exploitation: arg max of the predicted probability now (Powell and Ryzhov, Optimal Learning, 2012).

    By the kappa score. O(M d^2).
    """

    name: str = "exploit"
    words: str = phrase("The candidate with the highest expected success.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the belief's scores (U,), monotone in the predicted probability."""
        return situation.belief.score(situation.pool)


@dataclass(frozen=True)
class Thompson(BasePolicy):
    """Thompson sampling: arg max of w.x for one posterior draw w.

    Thompson, Biometrika 1933; Chapelle and Li, NIPS 2011. O(M d + d^3).
    """

    name: str = "thompson"
    words: str = phrase(
        "The best candidate in one picture of the effects, drawn from all those that fit what is known."
    )
    draws: ClassVar[bool] = True

    def scores(self, situation: PolicyContext) -> Array:
        """Return w.x (U,) of one draw."""
        return situation.scores_of(situation.normals(1)[0])


@dataclass(frozen=True)
class TopTwo(BasePolicy):
    """Top-two Thompson sampling (Russo, Simple Bayesian algorithms for best arm identification, COLT 2016).

    With probability 1/2 the best row (leader) of one draw, else the best row of the first further draw in which it
    differs (challenger). If 1,023 further draws all have the same best row, the challenger is the second best of the
    first draw. O(M d + d^3), times the number of draws.
    """

    name: str = "top-two"
    words: str = phrase("By the toss of a coin, a candidate that may well be the best or its closest rival.")
    draws: ClassVar[bool] = True

    def scores(self, situation: PolicyContext) -> Array:
        """Return w.x (U,) of the deciding draw; the leader gets the lowest score when the challenger is wanted."""
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
    """Return the first further draw whose best row is not `leader`; `first` if there is none."""
    for count in _BLOCKS if situation.X.shape[0] > 1 else ():
        further = situation.normals(count)
        others = np.flatnonzero(situation.leaders_of(further) != leader)
        if others.size:
            challenger: Array = further[others[0]]
            return challenger
    return first


@dataclass(frozen=True)
class BayesUCB(BasePolicy):
    """Bayes-UCB: arg max of an upper quantile of w.x (Kaufmann, Cappé and Garivier, AISTATS 2012).

    Level 1 - 1/(n+1) at the coming run n: the median for the first run, rising with n. O(M d^2).
    """

    name: str = "bayes-ucb"
    words: str = phrase("The candidate of which most can still be hoped.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the upper quantiles (U,), by the lower ones of -w.x."""
        return -situation.belief.quantile(-situation.X, 1.0 / (situation.coming + 1.0))


# Rows between two reports of the progress of `Information`, each of which may cancel it.
_ROWS = 10_000


@dataclass(frozen=True)
class Information(BasePolicy):
    """Mutual information, in nats, of the outcome of a run with the identity of the best candidate.

    Entropy search of Hennig and Schuler (JMLR 13, 2012) over the rows in stock: I(y_x; x*) = h(Pr(+1|x)) minus the mean
    over x* of h(Pr(+1|x, x*)), h the entropy of one outcome. Estimated from 1,024 low-discrepancy draws of the weights,
    the same in every state; too large by a share that all rows have where most candidates are the best in few draws.
    Where all draws have the same best row, every value is 0, and the knowledge gradient decides. O(1024 M d).
    """

    name: str = "information"
    words: str = phrase("Chosen to find out which candidate is best.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the mutual information (U,), not negative."""
        weights, leaders = situation.even_draws
        ends = np.flatnonzero(np.diff(leaders, append=-1)) + 1
        if ends.size == 1:
            return np.array(situation.kg)
        count = len(situation.rows)
        information = np.empty(count)
        for begin in range(0, count, _ROWS):
            if begin and situation.progress is not None:
                situation.progress(begin, count)
            part = slice(begin, begin + _ROWS)
            information[part] = kernels.best_information(weights, ends, situation.rows[part])
        return information
