"""The futures of several runs of one row, belief by belief: what the values of several runs are compared with."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.average import AverageBelief
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.policies.scenarios import Scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief

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
