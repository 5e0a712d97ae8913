"""Reference scores of each policy, from its formula in METHOD, for a few dozen candidates."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from truth.beliefs import Mixture, expit, log_expit
from truth.learning import prior

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from truth.independent import Branch, Own

    Array = NDArray[np.float64]

#: Policies with random choice: every open candidate may be suggested.
DRAWN = frozenset({"random", "thompson", "top-two"})


def score(rule: str, own: Own, branch: Branch) -> Array:
    """Return the score (U,) of every row in one scenario of the runs in progress; the arg max is suggested."""
    return _RULES[rule](own, branch)


def _coming(own: Own, branch: Branch) -> int:
    return own.world.done + 1 + len(branch.results)


def _kg(own: Own, branch: Branch) -> Array:
    values = np.zeros(len(own.X))
    values[own.at] = branch.belief.gains(own.X[own.at])
    return values


def _online(own: Own, branch: Branch) -> Array:
    weight = max(0, own.world.settings["budget"] - _coming(own, branch))
    return branch.belief.predict(own.X) + weight * _kg(own, branch)


def _star(own: Own, branch: Branch) -> Array:
    values = _kg(own, branch)
    left = own.world.settings["budget"] - _coming(own, branch) + 1
    counts = [n for n in (2, 4, 8) if n <= left]
    if counts:
        stocked = own.X[own.at]
        for row in own.at:
            worth = branch.belief.several(stocked, own.X[row], counts)
            values[row] = max(values[row], *(worth / counts))
    return values


def _ucb(own: Own, branch: Branch) -> Array:
    level = 1.0 - 1.0 / (_coming(own, branch) + 1.0)
    if isinstance(branch.belief, Mixture):
        return branch.belief.quantile(own.X, level)
    mu, s2 = branch.belief.moments(own.X)
    return mu + NormalDist().inv_cdf(level) * np.sqrt(s2)


def _curvature(own: Own, branch: Branch) -> Array:
    mu = branch.belief.moments(own.X)[0]
    return expit(mu) * expit(-mu)


def _fisher(own: Own, branch: Branch) -> Array:
    c = _curvature(own, branch)
    unit = own.X / np.maximum(np.linalg.norm(own.X, axis=1), 1e-300)[:, None]
    terms = c / (1.0 + c[:, None] * (unit @ unit.T) ** 2)
    np.fill_diagonal(terms, 0.0)
    return -terms.sum(axis=1)


def _counts(own: Own, branch: Branch) -> tuple[Array, Array]:
    rows, y = own.outcomes
    rows = rows + [own.place[name] for name in own.world.running]
    sign = np.array([*y, *branch.results])
    up, down = (
        np.bincount(np.array(rows, dtype=np.int64)[sign == one], minlength=len(own.X)).astype(float)
        for one in (1, -1)
    )
    return up, down


def _traces(weigh: bool) -> Callable[[Own, Branch], Array]:
    def ranking(own: Own, branch: Branch) -> Array:
        X, c = own.X, _curvature(own, branch)
        before = prior(own.world.settings, own.design.higher, own.design.squares)
        up, down = _counts(own, branch)
        H = np.diag(1.0 / _variances(before, X.shape[1])) + (X.T * (c * (up + down))) @ X
        target = (X.T * (c if weigh else np.ones(len(X)))) @ X
        return -np.array(
            [np.trace(np.linalg.solve(H + one * np.outer(x, x), target)) for x, one in zip(X, c, strict=True)]
        )

    return ranking


def _variances(belief: object, size: int) -> Array:
    """Return the variance (d,) of each weight; 0 for weights that a component of a mixture lacks."""
    parts = belief.parts if isinstance(belief, Mixture) else (belief,)
    weights = belief.weights if isinstance(belief, Mixture) else np.ones(1)
    first, second = np.zeros(size), np.zeros(size)
    for part, weight in zip(parts, weights, strict=True):
        first[part.columns] += weight * part.m
        second[part.columns] += weight * (np.diagonal(part.S) + part.m**2)
    return second - first**2


def _whole(belief: object, size: int) -> tuple[Array, Array]:
    parts = belief.parts if isinstance(belief, Mixture) else (belief,)
    weights = belief.weights if isinstance(belief, Mixture) else np.ones(1)
    mean, second = np.zeros(size), np.zeros((size, size))
    for part, weight in zip(parts, weights, strict=True):
        mean[part.columns] += weight * part.m
        second[np.ix_(part.columns, part.columns)] += weight * (part.S + np.outer(part.m, part.m))
    return mean, second - np.outer(mean, mean)


def _disc(own: Own, branch: Branch) -> Array:
    X, belief = own.X, branch.belief
    part = belief.parts[0] if isinstance(belief, Mixture) else belief
    mean, S = _whole(belief, X.shape[1])
    up, down = _counts(own, branch)
    fresh = (up + down) == 0
    mu, s2 = X @ mean, ((X @ S) * X).sum(axis=1)
    best = np.full(len(X), -np.inf)
    for y in (1, -1):
        g, _ = part.step(mu, s2, y)
        a = mu + g[:, None] * (X @ S @ X.T)
        likelihood = (log_expit(a) * up + log_expit(-a) * down).sum(axis=1) + log_expit(y * np.diagonal(a))
        entropy = -(expit(a) * log_expit(a) + expit(-a) * log_expit(-a)) * fresh
        others = entropy.sum(axis=1) - np.diagonal(entropy)
        best = np.maximum(best, likelihood - others)
    return best


_RULES: dict[str, Callable[[Own, Branch], Array]] = {
    "kg": _kg,
    "online-kg": _online,
    "kg-star": _star,
    "exploit": lambda own, branch: branch.belief.ranking(own.X),
    "most-uncertain": lambda own, branch: -np.abs(branch.belief.moments(own.X)[0]),
    "bayes-ucb": _ucb,
    "fisher": _fisher,
    "fisher-exact": _traces(weigh=True),
    "logistic-bound": _traces(weigh=False),
    "disc": _disc,
}
