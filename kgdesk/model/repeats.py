"""The value of running one candidate several times at once.

One noisy run may be worth almost nothing where five are worth much: the value of n runs rises slowly at first. The
count to take is the one with the largest value per run, KG(*) of Frazier and Powell (Decision Analysis 7, 2010).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.average import AverageBelief
from kgdesk.model.belief import MomentBelief
from kgdesk.model.logodds import kappa_score
from kgdesk.model.outlook import Branch, best_row, nearly_best

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.believing import Belief

    Array = NDArray[np.float64]

#: So many repeats are looked at.
MOST = 8


@dataclass(frozen=True, slots=True)
class Repeats:
    """What running one candidate 1, 2, 3, … times at once is worth.

    Parameters
    ----------
    values
        Expected gain in the best predicted probability by n runs at once, n = 1, 2, …, in 0..1.
    """

    values: tuple[float, ...]

    @property
    def count(self) -> int:
        """The number of runs with the largest value per run, the smallest of equal ones."""
        return 1 + int(np.argmax([value / n for n, value in enumerate(self.values, 1)]))

    @property
    def per_run(self) -> float:
        """The value of `count` runs, divided by it."""
        return self.values[self.count - 1] / self.count


def repeats(
    row: int, outlook: Sequence[Branch], X: Array, in_stock: NDArray[np.bool_], most: int = MOST
) -> Repeats:
    """Return the value of 1..most runs at once at one row.

    Parameters
    ----------
    row
        Of `X`.
    outlook
        The futures of the open runs, over which the values are averaged; one branch where there are none.
    X
        (U, d) distinct rows.
    in_stock
        (U,) bool: the best is one of these.
    most
        At least 1. The time grows with its square.
    """
    values = np.zeros(most)
    for future in outlook:
        now = best_row(future.belief, X, in_stock)[1]
        if isinstance(future.belief, MomentBelief):
            expected = _along_a_line(future.belief, X[row], X if in_stock.all() else X[in_stock], most)
        else:
            expected = _one_by_one(future.belief, X[row], X, in_stock, most)
        values += future.weight * (expected - now)
    return Repeats(tuple(values.tolist()))


def _one_by_one(belief: Belief, x: Array, X: Array, in_stock: NDArray[np.bool_], most: int) -> Array:
    """Return the expected best probability after 1..most runs at once at x (d,), (most,), belief by belief."""
    found = [
        sum(each.weight * best_row(each.belief, X, in_stock)[1] for each in after)
        for after in counted(belief, x, most)
    ]
    return np.array(found)


def _along_a_line(belief: MomentBelief, x: Array, X: Array, most: int) -> Array:
    """Return the expected best probability among the rows X (U, d) after 1..most runs at once at x (d,), (most,).

    Whatever comes out at x moves every row along one line: with t = x'S x_k its mean becomes mu_k + g t and its
    variance s2_k - f t^2. So no belief is made, and no row multiplied by it.
    """
    mu, s2 = belief.moments(X)
    (own_mu,), (own_s2,) = (part.tolist() for part in belief.moments(x[None, :]))
    t = np.einsum("uj,j->u", X, np.einsum("jk,k->j", belief.covariance, x))
    square = t * t
    weights: list[tuple[int, float]] = []
    leaders: list[tuple[Array, Array]] = []
    for n in range(1, most + 1):
        for k in range(n + 1):
            log_z, g, f = kernels.tilted(own_mu, own_s2, float(k), float(n - k))
            mean, variance = mu + g * t, np.maximum(s2 - f * square, 0.0)
            near = nearly_best(kappa_score(mean, variance))
            leaders.append((mean[near], variance[near]))
            weights.append((n - 1, math.comb(n, k) * math.exp(log_z)))
    probability = kernels.predict_exact(*(np.concatenate(part) for part in zip(*leaders, strict=True)))
    starts = np.cumsum([0, *(len(mean) for mean, _ in leaders[:-1])])
    expected = np.zeros(most)
    for (n, weight), best in zip(weights, np.maximum.reduceat(probability, starts), strict=True):
        expected[n] += weight * best
    return expected


def counted(belief: Belief, x: Array, most: int) -> list[list[Branch]]:
    """Return, for n = 1..most, the futures of n runs at row x (d,): one for each number of successes.

    For moments a count is one binomial likelihood, matched at once like the belief of a study; its probability is the
    exact integral. The paper's two beliefs take one outcome after the other, successes first, and a count has the
    probability that the chain rule gives it over all orders.
    """
    if isinstance(belief, MomentBelief):
        return [_at_once(belief, x, n) for n in range(1, most + 1)]
    if isinstance(belief, AverageBelief) and belief.kind == "moments":
        return [_averaged(belief, x, n) for n in range(1, most + 1)]
    levels = [[Branch(1.0, belief)]]
    for _ in range(most):
        levels.append(_one_more(levels[-1], x))
    return levels[1:]


def _one_more(before: Sequence[Branch], x: Array) -> list[Branch]:
    """Return the futures by number of successes, ascending, after one more run."""
    chances = [float(branch.belief.predict(x[None, :])[0]) for branch in before]
    after = [branch.belief.updated(x, -1) for branch in before]
    after.append(before[-1].belief.updated(x, 1))
    weights = np.zeros(len(after))
    for k, (branch, chance) in enumerate(zip(before, chances, strict=True)):
        weights[k] += branch.weight * (1.0 - chance)
        weights[k + 1] += branch.weight * chance
    return [Branch(float(weight), belief) for weight, belief in zip(weights, after, strict=True)]


def _averaged(belief: AverageBelief, x: Array, n: int) -> list[Branch]:
    """Return the futures of a mixture: each component meets the count at once; weights move by its likelihood."""
    parts = [
        _at_once(cast("MomentBelief", c.belief), np.ascontiguousarray(x[c.columns]), n)
        for c in belief.components
    ]
    futures = []
    for each in zip(*parts, strict=True):
        beliefs = [cast("MomentBelief", branch.belief) for branch in each]
        after, chance = belief.replaced(beliefs, [branch.weight for branch in each])
        futures.append(Branch(chance, after))
    return futures


def _at_once(belief: MomentBelief, x: Array, n: int) -> list[Branch]:
    mu, s2 = (float(value[0]) for value in belief.moments(x[None, :]))
    Sx = np.einsum("jk,k->j", belief.covariance, x)
    futures = []
    for k in range(n + 1):
        log_z, g, f = kernels.tilted(mu, s2, float(k), float(n - k))
        covariance = belief.covariance - f * np.outer(Sx, Sx)
        np.fill_diagonal(covariance, np.maximum(np.diagonal(covariance), 0.0))
        after = MomentBelief(belief.mean + g * Sx, covariance)
        futures.append(Branch(math.comb(n, k) * math.exp(log_z), after))
    return futures
