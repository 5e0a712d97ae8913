"""Knowledge gradient policies: KG, online KG, KG(*), KG and information joined; and `row_information`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.policies.baseline_policies import BasePolicy, Information
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain
from kgdesk.model.policies.scenarios import best_row
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.policies.baseline_policies import Policy
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
    now, _ = best_row(seen.belief, seen.pool, in_stock)
    at = np.flatnonzero(in_stock)
    hope = (mu[at] + 2.0 * np.sqrt(s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * s2[at])
    leaders = np.unique(np.append(at[np.argsort(-hope, kind="stable")[:_LEADERS]], now))
    directions = np.ascontiguousarray(np.einsum("jk,lk->jl", seen.covariance, seen.X[leaders]))
    X, spread = np.ascontiguousarray(seen.X[rows], np.float64), s2[rows]
    wanted = np.argsort(-kernels.slope_spans(X, spread, directions), kind="stable")[:_SCREENED]
    own = int(np.flatnonzero(leaders == now)[0])
    nodes, weights = np.polynomial.hermite_e.hermegauss(31)
    top, mine = kernels.line_maxima(
        X[wanted], spread[wanted], directions, mu[leaders], s2[leaders], own, nodes
    )
    value = np.zeros(len(rows))
    value[wanted] = (expit(top) - expit(mine)) @ (weights / weights.sum())
    return value


# Numbers of runs evaluated besides one. In rehearsals adding 16 changed nothing but the time.
_COUNTS = (2, 4, 8)

# Most pairs of rows and candidates for repeated runs: every row of a pool of up to 447.
_PAIRS = 200_000


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
        in_stock, rows = situation.can_be_best, np.flatnonzero(situation.runnable)
        X = situation.rows[in_stock]
        most = max(1, _PAIRS // len(X))
        if rows.size > most:
            order = np.argsort(-row_information(situation, rows, in_stock), kind="stable")
            rows = rows[np.sort(order[:most])]
        if not rows.size:
            return scores
        gains = repeated_runs_gain(situation.belief, X, situation.rows[rows], counts)
        per_run = gains / np.array(counts)[:, None]
        if situation.runs_left is not None:  # a count that the row cannot have is worth no more than one run
            per_run = np.where(np.array(counts)[:, None] > situation.runs_left[rows], -np.inf, per_run)
        scores[rows] = np.maximum(scores[rows], per_run.max(axis=0))
        return scores


#: Sentence of the policies that join two rules, where the knowledge gradient chooses.
FOR_CHANGE = phrase("Chosen for what it may change.")
_FOR_KNOWLEDGE = Information().words


@dataclass(frozen=True)
class InTurns(BasePolicy):
    """Knowledge gradient and information about the best candidate in turns: KG for runs 1, 3, 5, ...

    KG (the paper) leads early and gets stuck; entropy search (Hennig and Schuler, JMLR 13, 2012) invests and does not.
    """

    name: str = "in-turns"
    words: str = phrase("By turns for what the run may change and to find out which candidate is best.")

    def scores(self, situation: PolicyContext) -> Array:
        """Return the scores (U,) of the rule whose turn it is."""
        return situation.kg if situation.coming % 2 else Information().scores(situation)

    def sentence(self, situation: PolicyContext) -> str:
        """Return which of the two rules chooses."""
        return FOR_CHANGE if situation.coming % 2 else _FOR_KNOWLEDGE


@dataclass(frozen=True)
class KnowledgeGradientThenTurns(BasePolicy):
    """Knowledge gradient for the first third of the planned runs, then information about the best in turns with it.

    With T = floor(budget / 3), KG (the paper) chooses run n if n <= T or n - T is even, entropy search (Hennig and
    Schuler, JMLR 13, 2012) chooses T+1, T+3, ...: of 30 planned runs 11, 13, ..., 29; without a third (1 or 2 planned
    runs) it begins. n is `PolicyContext.coming`: runs in progress and earlier picks of a batch count, past outcomes do
    not, and a void gives its turn back. T follows a changed budget; beyond the budget the turns go on. n is the same in
    all scenarios of open runs, so that scores need no common scale. A row without runs left is passed over, whichever
    rule chooses. KG is that of one run; several runs at once are advised by KG(*) as for the rule that chooses.
    `tests/bench/default_contest.md` compares it with KG.
    """

    name: str = "kg-then-turns"
    words: str = phrase(
        "First for what the run may change, after a third of the runs by turns to find out which candidate is best."
    )

    def scores(self, situation: PolicyContext) -> Array:
        """Return the scores (U,) of the rule that chooses."""
        return (
            situation.kg if _has_turn(situation.coming, situation.budget) else Information().scores(situation)
        )

    def sentence(self, situation: PolicyContext) -> str:
        """Return which of the two rules chooses."""
        return FOR_CHANGE if _has_turn(situation.coming, situation.budget) else _FOR_KNOWLEDGE


def _has_turn(coming: int, budget: int) -> bool:
    return 3 * coming <= budget or (coming - budget // 3) % 2 == 0


def is_by_gradient(rule: Policy, coming: int, budget: int) -> bool:
    """Return whether a policy surely chooses run `coming` of `budget` planned ones by the knowledge gradient alone."""
    if isinstance(rule, KnowledgeGradientThenTurns):
        return _has_turn(coming, budget)
    return isinstance(rule, KnowledgeGradient)
