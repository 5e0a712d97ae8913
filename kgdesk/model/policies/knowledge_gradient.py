"""The knowledge gradient: of one run, online, and per run of several; and its bound, the value of knowing one row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import phrase
from kgdesk.model.beliefs.arrays import expit
from kgdesk.model.policies.policy_context import BasePolicy
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain
from kgdesk.model.policies.scenarios import best_row

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


#: So many rows could become the best, as far as the bound looks.
_LEADERS = 64

#: So many rows are bounded: those whose knowledge moves the leaders apart most.
_SCREENED = 4_000


def row_information(seen: PolicyContext, rows: NDArray[np.int64], in_stock: NDArray[np.bool_]) -> Array:
    """Return the value of knowing w.x of each row for certain, of that row alone, (len(rows),) in 0..1.

    Given w.x, the score of every candidate k is a straight line in one standard normal z: with t = x'S x_k it is
    (mu_k + z t / sqrt(s2_x)) / sqrt(1 + pi/8 (s2_k - t^2 / s2_x)). The value is the mean of the probability at the
    highest line less that of the present best, by 31 Gauss-Hermite nodes over the 64 rows that are most likely to
    become the best. Rows that are not among the 4,000 that matter most have 0.
    """
    mu, s2 = seen.moments
    now, _ = best_row(seen.belief, seen.X, in_stock)
    at = np.flatnonzero(in_stock)
    hope = (mu[at] + 2.0 * np.sqrt(s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * s2[at])
    leaders = np.unique(np.append(at[np.argsort(-hope, kind="stable")[:_LEADERS]], now))
    T = np.einsum("uj,lj->ul", seen.X[rows], np.einsum("jk,lk->lj", seen.covariance, seen.X[leaders]))
    slope = T / np.sqrt(np.maximum(s2[rows], 1e-300))[:, None]
    span = slope.max(axis=1) - slope.min(axis=1)
    wanted = np.argsort(-span, kind="stable")[:_SCREENED]
    value = np.zeros(len(rows))
    own = int(np.flatnonzero(leaders == now)[0])
    nodes, weights = np.polynomial.hermite_e.hermegauss(31)
    weights = weights / weights.sum()
    for part in np.array_split(wanted, max(1, len(wanted) // 128)):
        steps = slope[part]
        spread = np.sqrt(1.0 + np.pi / 8.0 * np.maximum(s2[leaders] - steps**2, 0.0))
        lines = (mu[leaders][:, None] + steps[:, :, None] * nodes) / spread[:, :, None]
        value[part] = (expit(lines.max(axis=1)) - expit(lines[:, own])) @ weights
    return value


# Numbers of runs that are looked at beside one. In rehearsals 16 as well changed nothing but the time.
_COUNTS = (2, 4, 8)

# Rows times candidates whose counts are worked out: every row of a pool of up to 447.
_PAIRS = 200_000

# So many of them at a time: these fit into the processor's cache.
_PART = 8_000


@dataclass(frozen=True)
class KnowledgeGradient(BasePolicy):
    """Expected gain in the best predicted probability by one run (the paper, Section 3, Algorithm 2).

    O(M^2 d), see `kgdesk.kernels.sweep`.
    """

    name: str = "kg"
    words: str = phrase("The run that is expected to improve the final choice most.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the KG values."""
        return situation.kg


@dataclass(frozen=True)
class OnlineKnowledgeGradient(BasePolicy):
    """Success now plus the gain for all runs still to come (Powell and Ryzhov, Optimal Learning, 2012, Section 5.4).

    Pr(+1|x) + max(0, N - n) nu_x with n the number of the coming run: the last run has weight 0. O(M^2 d).
    """

    name: str = "online-kg"
    words: str = phrase("The best balance of success in this run and learning for the runs still planned.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return probability plus the weighted KG values."""
        weight = max(0, situation.budget - situation.coming)
        return situation.sweep.probability + weight * situation.sweep.kg


@dataclass(frozen=True)
class KnowledgeGradientPerRun(BasePolicy):
    """The largest gain per run of 1, 2, 4 or 8 runs, KG(*) (Frazier and Powell, Decision Analysis 7, 2010).

    max_n KG_n(x)/n over the counts n that the planned runs allow. Where one outcome alone cannot change what is
    recommended, the knowledge gradient is 0 for every row and stalls; several outcomes can, and what they are worth
    per run shows where to begin. After each outcome it is asked anew.

    One run is worked out for every row. So are several where rows times candidates are at most 200,000; in larger
    pools only for the rows with the largest bound on what any number of runs is worth, see
    `kgdesk.model.policies.knowledge_gradient`, and the others keep the value of one. O(M^2 d).
    """

    name: str = "kg-star"
    words: str = phrase(
        "The candidate that promises the largest gain per run, be it tried once or several times."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the KG values, or the value per run of several where that is larger."""
        scores = np.array(situation.kg)
        left = situation.budget - situation.coming + 1
        counts = [n for n in _COUNTS if n <= left]
        if not counts:
            return scores
        in_stock = np.ones(len(scores), np.bool_) if situation.in_stock is None else situation.in_stock
        at = np.flatnonzero(in_stock)
        rows = np.arange(at.size)
        most = max(1, _PAIRS // at.size)
        if at.size > most:
            rows = np.sort(np.argsort(-row_information(situation, at, in_stock), kind="stable")[:most])
        X, parts = situation.rows[at], np.array_split(rows, -(-rows.size // max(1, _PART // at.size)))
        gains = np.hstack([repeated_runs_gain(situation.belief, X, X[part], counts) for part in parts])
        per_run = (gains / np.array(counts)[:, None]).max(axis=0)
        scores[at[rows]] = np.maximum(scores[at[rows]], per_run)
        return scores
