"""Policy `kg-star`, the knowledge gradient of several runs, and the value of knowing w.x of a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.policies.protocol import BasePolicy, registered
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext

    Array = NDArray[np.float64]


#: Rows considered as possible best rows by `row_information`.
_LEADERS = 64

#: Rows that `row_information` evaluates: those whose knowledge separates the leaders most.
_SCREENED = 4_000


def row_information(seen: PolicyContext, rows: NDArray[np.int64], in_stock: NDArray[np.bool_]) -> Array:
    """Compute the value of knowing w.x of each row, and nothing else, (len(rows),) in 0..1.

    Given w.x, the score of every candidate k is linear in one standard normal z: with t = x'S x_k it is
    (mu_k + z t / sqrt(s2_x)) / sqrt(1 + pi/8 (s2_k - t^2 / s2_x)). The value is the mean over z of the largest
    probability minus that of the present best, by 31 Gauss-Hermite nodes, with the largest taken over the 64 rows that
    are most likely to become the best. Only the 4,000 rows that separate these most are evaluated; others have the
    value 0. In effect the value bounds that of any number of runs at the row.
    """
    mu, s2 = seen.moments
    now, _ = best_row(seen.belief, seen.pool, in_stock)
    at = np.flatnonzero(in_stock)
    upper_score = (mu[at] + 2.0 * np.sqrt(s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * s2[at])
    leaders = np.unique(np.append(at[np.argsort(-upper_score, kind="stable")[:_LEADERS]], now))
    # A leader's deviation is one of the weights here: a run of the leader itself tells about it.
    wide = seen.with_deviations_of(leaders)
    # The kernels take x'S x_l as a product: here it is computed, so that the other factor is the unit matrix.
    X, directions, spread = wide.covariance_between(rows, leaders), np.eye(len(leaders)), s2[rows]
    wanted = np.argsort(-kernels.slope_spans(X, spread, directions), kind="stable")[:_SCREENED]
    best_at = int(np.flatnonzero(leaders == now)[0])
    nodes, weights = np.polynomial.hermite_e.hermegauss(31)
    top, mine = kernels.line_maxima(
        X[wanted], spread[wanted], directions, mu[leaders], s2[leaders], best_at, nodes
    )
    value = np.zeros(len(rows))
    value[wanted] = (expit(top) - expit(mine)) @ (weights / weights.sum())
    return value


# Numbers of runs evaluated besides one. In rehearsals adding 16 changed nothing but the time.
_COUNTS = (2, 4, 8)

# Limit of the pairs of rows and candidates for repeated runs; it admits every row of a pool of up to 447.
_PAIRS = 200_000


@registered
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
    title: ClassVar[str] = phrase("Knowledge gradient with repeats")
    source: ClassVar[str] = "Frazier and Powell 2010"
    words: str = phrase(
        "The candidate with the largest expected gain per run, whether it is run once or several times."
    )

    def scores(self, context: PolicyContext) -> Array:
        """Return (U,) the knowledge gradient of each row, or what several runs of it gain per run where that is larger.

        Counts of runs that exceed the remaining budget, or those that the row may have, are left out.
        """
        scores = np.array(context.kg)
        left = context.budget - context.coming + 1
        counts = [n for n in _COUNTS if n <= left]
        if not counts:
            return scores
        in_stock, rows = context.can_be_best, np.flatnonzero(context.runnable)
        X = context.rows[in_stock]
        most = max(1, _PAIRS // len(X))
        if rows.size > most:
            order = np.argsort(-row_information(context, rows, in_stock), kind="stable")
            rows = rows[np.sort(order[:most])]
        if not rows.size:
            return scores
        gains = repeated_runs_gain(context.belief, X, context.rows[rows], counts)
        per_run = gains / np.array(counts)[:, None]
        if context.runs_left is not None:  # a count that the row cannot have is worth no more than one run
            per_run = np.where(np.array(counts)[:, None] > context.runs_left[rows], -np.inf, per_run)
        scores[rows] = np.maximum(scores[rows], per_run.max(axis=0))
        return scores
