"""Several runs of one row: their futures, belief by belief, and their values by every pair of a row and a candidate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.advice.scenarios import Scenario
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief

    Array = NDArray[np.float64]


def counted(belief: Belief, x: Array, most: int) -> list[list[Scenario]]:
    """Return, for n = 1..most, the futures of n runs at row x (d,): one for each number of successes.

    For moments a count is one binomial likelihood, matched at once like the belief of a study; its probability is the
    exact integral. The paper's two beliefs take one outcome after the other, successes first, and a count has the
    probability that the chain rule gives it over all orders.
    """
    if isinstance(belief, MomentBelief):
        return [_at_once(belief, x, n) for n in range(1, most + 1)]
    if isinstance(belief, AverageBelief) and belief.kind == "moments":
        return [_averaged(belief, x, n) for n in range(1, most + 1)]
    levels = [[Scenario(1.0, belief)]]
    for _ in range(most):
        levels.append(_one_more(levels[-1], x))
    return levels[1:]


def _one_more(before: Sequence[Scenario], x: Array) -> list[Scenario]:
    """Return the futures by number of successes, ascending, after one more run."""
    chances = [float(branch.belief.predict(x[None, :])[0]) for branch in before]
    after = [branch.belief.updated(x, -1) for branch in before]
    after.append(before[-1].belief.updated(x, 1))
    weights = np.zeros(len(after))
    for k, (branch, chance) in enumerate(zip(before, chances, strict=True)):
        weights[k] += branch.weight * (1.0 - chance)
        weights[k + 1] += branch.weight * chance
    return [Scenario(float(weight), belief) for weight, belief in zip(weights, after, strict=True)]


def _averaged(belief: AverageBelief, x: Array, n: int) -> list[Scenario]:
    """Return the futures of a mixture: each component meets the count at once; weights move by its likelihood."""
    parts = [
        _at_once(cast("MomentBelief", c.belief), np.ascontiguousarray(x[c.columns]), n)
        for c in belief.components
    ]
    futures = []
    for each in zip(*parts, strict=True):
        beliefs = [cast("MomentBelief", branch.belief) for branch in each]
        after, chance = belief.replaced(beliefs, [branch.weight for branch in each])
        futures.append(Scenario(chance, after))
    return futures


def _at_once(belief: MomentBelief, x: Array, n: int) -> list[Scenario]:
    mu, s2 = (float(value[0]) for value in belief.moments(x[None, :]))
    Sx = np.einsum("jk,k->j", belief.covariance, x)
    futures = []
    for k in range(n + 1):
        log_z, g, f = kernels.tilted(mu, s2, float(k), float(n - k))
        covariance = belief.covariance - f * np.outer(Sx, Sx)
        np.fill_diagonal(covariance, np.maximum(np.diagonal(covariance), 0.0))
        after = MomentBelief(belief.mean + g * Sx, covariance)
        futures.append(Scenario(math.comb(n, k) * math.exp(log_z), after))
    return futures


def exhaustive_gains(belief: Belief, X: Array, run: Array, counts: Sequence[int]) -> Array:
    """Compute the gain by n runs at once (len(counts), R) from every pair: one integral per count, no bound."""
    if isinstance(belief, AverageBelief):
        parts = [(c.weight, c.belief, c.of(X), c.of(run)) for c in belief.components]
        return sum(weight * exhaustive_gains(own, *rows, counts) for weight, own, *rows in parts)
    assert isinstance(belief, DiagonalBelief | FullBelief | MomentBelief)
    now = _best(*belief.moments(X), isinstance(belief, MomentBelief))
    gains = np.empty((len(counts), len(run)))
    for r, x in enumerate(run):
        futures = _matched if isinstance(belief, MomentBelief) else _in_order
        for n, level in enumerate(futures(belief, X, x, counts)):
            gains[n, r] = sum(weight * best for weight, best in level) - now
    return gains


def _matched(
    belief: MomentBelief, X: Array, x: Array, counts: Sequence[int]
) -> list[list[tuple[float, float]]]:
    (mu, s2), t = belief.moments(X), X @ (belief.covariance @ x)
    (own,), (spread,) = belief.moments(x[None, :])
    levels = []
    for n in counts:
        level = []
        for k in range(n + 1):
            log_z, g, f = kernels.tilted(own, spread, float(k), float(n - k))
            best = _best(mu + g * t, np.maximum(s2 - f * t * t, 0.0), True)
            level.append((math.comb(n, k) * math.exp(log_z), best))
        levels.append(level)
    return levels


def _in_order(
    belief: DiagonalBelief | FullBelief, X: Array, x: Array, counts: Sequence[int]
) -> list[list[tuple[float, float]]]:
    levels = counted(belief, x, max(counts))
    return [[(each.weight, _best(*each.belief.moments(X), False)) for each in levels[n - 1]] for n in counts]


def _best(mu: Array, s2: Array, exact: bool) -> float:
    """Return the largest probability; for exact integrals that of the candidates whose kappa scores tie."""
    score = mu * np.abs(mu) / (1.0 + np.pi / 8.0 * s2)
    near = score >= score.max() - 2e-9 * abs(score.max())
    if exact:
        return max(kernels.exact_probability(*pair) for pair in zip(mu[near], s2[near], strict=True))
    probability = 1.0 / (1.0 + np.exp(-mu[near] / np.sqrt(1.0 + np.pi / 8.0 * s2[near])))
    return float(probability.max())
