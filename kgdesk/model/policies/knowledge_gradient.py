"""Knowledge gradient policies: KG, online KG and KG(*); and the value of perfect information about one row."""

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


#: Rows considered as possible best rows by `row_information`.
_LEADERS = 64

#: Rows that `row_information` evaluates: those whose knowledge separates the leaders most.
_SCREENED = 4_000


def row_information(seen: PolicyContext, rows: NDArray[np.int64], in_stock: NDArray[np.bool_]) -> Array:
    """Compute the value of perfect information about w.x of each row alone, (len(rows),) in 0..1.

    Given w.x, the score of every candidate k is linear in one standard normal z: with t = x'S x_k it is
    (mu_k + z t / sqrt(s2_x)) / sqrt(1 + pi/8 (s2_k - t^2 / s2_x)). The value is the mean over z of the largest
    probability less that of the present best, by 31 Gauss-Hermite nodes over the 64 rows that are most likely to
    become the best. Rows beyond the 4,000 that separate these most have the value 0. In effect a bound on the value of
    any number of runs at the row.
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


# Numbers of runs evaluated besides one. In rehearsals adding 16 changed nothing but the time.
_COUNTS = (2, 4, 8)

# Most pairs of rows and candidates for repeated runs: every row of a pool of up to 447.
_PAIRS = 200_000

# Pairs per batch: its arrays fit into the processor's cache.
_PART = 8_000


@dataclass(frozen=True)
class KnowledgeGradient(BasePolicy):
    """Knowledge gradient: expected gain in the best predicted probability by one run (the paper, Algorithm 2).

    O(M^2 d), see `kgdesk.kernels.sweep`.
    """

    name: str = "kg"
    words: str = phrase("The run that is expected to improve the final choice most.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the knowledge gradient (U,)."""
        return situation.kg


@dataclass(frozen=True)
class OnlineKnowledgeGradient(BasePolicy):
    """Online knowledge gradient, for cumulative reward (Powell and Ryzhov, Optimal Learning, 2012, Section 5.4).

    Pr(+1|x) + max(0, N - n) nu_x, with n the number of the coming run and N the budget, so that the last run is chosen
    by its probability alone. O(M^2 d).
    """

    name: str = "online-kg"
    words: str = phrase("The best balance of success in this run and learning for the runs still planned.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return probability of success plus weighted knowledge gradient (U,)."""
        weight = max(0, situation.budget - situation.coming)
        return situation.sweep.probability + weight * situation.sweep.kg


@dataclass(frozen=True)
class KnowledgeGradientPerRun(BasePolicy):
    """KG(*): the largest gain per run of 1, 2, 4 or 8 runs (Frazier and Powell, Decision Analysis 7, 2010).

    max_n KG_n(x)/n over the counts n that the remaining budget allows. Where no single outcome can change the
    recommendation, the knowledge gradient is 0 for every row and stalls; several outcomes may, and their value per run
    shows where to begin. It is recomputed after each outcome.

    One run is evaluated for every row. Several runs are too where rows times candidates are at most 200,000; in larger
    pools only for the rows with the largest `row_information`, a bound on the value of any number of runs; the others
    keep the value of one. O(M^2 d).
    """

    name: str = "kg-star"
    words: str = phrase(
        "The candidate that promises the largest gain per run, be it tried once or several times."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the knowledge gradient (U,), or the value per run of several runs where that is larger."""
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
