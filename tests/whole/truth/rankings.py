"""Reference scores of each policy, from its formula in METHOD, for a few dozen candidates."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri, xlogy
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
    return np.where(own.stock.runs_left > 0, values, 0.0)


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
            possible = [n for n in counts if n <= own.stock.runs_left[row]]
            if possible:
                worth = branch.belief.several(stocked, own.X[row], possible)
                values[row] = max(values[row], *(worth / possible))
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
    unit = own.plain / np.maximum(np.linalg.norm(own.plain, axis=1), 1e-300)[:, None]
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
        X, c = own.plain, _curvature(own, branch)
        before = prior(own.world.settings, own.design, earlier=own.world.earlier)
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
        own = np.flatnonzero(part.columns < size)
        first[part.columns[own]] += weight * part.m[own]
        second[part.columns[own]] += weight * (np.diagonal(part.S)[own] + part.m[own] ** 2)
    return second - first**2


def _whole(belief: object, size: int) -> tuple[Array, Array]:
    parts = belief.parts if isinstance(belief, Mixture) else (belief,)
    weights = belief.weights if isinstance(belief, Mixture) else np.ones(1)
    mean, second = np.zeros(size), np.zeros((size, size))
    for part, weight in zip(parts, weights, strict=True):
        own = np.flatnonzero(part.columns < size)
        at, m = part.columns[own], part.m[own]
        mean[at] += weight * m
        second[np.ix_(at, at)] += weight * (part.S[np.ix_(own, own)] + np.outer(m, m))
    return mean, second - np.outer(mean, mean)


def _disc(own: Own, branch: Branch) -> Array:
    X, belief = own.plain, branch.belief
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


def _even(size: int) -> Array:
    """Return 1,024 points (1024, size) of Halton's sequence, digits permuted, as normal numbers; base 2 comes last."""
    count = 1024
    primes = [n for n in range(2, 4000) if all(n % k for k in range(2, int(n**0.5) + 1))][:size]
    points = np.empty((count, size))
    for j, base in enumerate([*primes[1:], primes[0]]):
        rng = np.random.default_rng((20161113, base))
        places = next(k for k in range(1, 11) if base**k >= count)
        orders = [rng.permutation(base) for _ in range(places)]
        digits = [np.arange(count) // base**k % base for k in range(places)]
        value = sum(
            order[digit] / base ** (k + 1)
            for k, (order, digit) in enumerate(zip(orders, digits, strict=True))
        )
        points[:, j] = value + 0.5 / base**places
    return ndtri(points)


def _drawn(own: Own, branch: Branch) -> tuple[Array, Array]:
    """Return the chance of success (K, U) of every row in each draw, and which row in stock is the best.

    Those of one normal belief are the program's 1,024 even draws; those of a mixture are 8,192 others.
    """
    belief = branch.belief
    if isinstance(belief, Mixture):
        rng = np.random.default_rng(len(own.world.log))
        a = belief.draws(8_192, rng, own.X.shape[1]) @ own.X.T
    else:
        z = _even(own.X.shape[1])
        a = (belief.m + z @ np.linalg.cholesky(belief.S).T) @ belief.of(own.X).T
    return expit(a), own.at[a[:, own.at].argmax(axis=1)]


def by_draws(rule: str, own: Own) -> bool:
    """Return whether a policy's scores are now estimates from draws."""
    if rule in ("in-turns", "kg-then-turns"):
        return not all(chooses_for_change(rule, own, branch) for branch in own.choosing)
    return rule == "information"


def _entropy(p: Array) -> Array:
    return -(xlogy(p, p) + xlogy(1.0 - p, 1.0 - p))


def _information(own: Own, branch: Branch) -> Array:
    p, best = _drawn(own, branch)
    if len(set(best)) == 1:
        return _kg(own, branch)
    within = sum((best == row).mean() * _entropy(p[best == row].mean(axis=0)) for row in set(best))
    return np.maximum(_entropy(p.mean(axis=0)) - within, 0.0)


def chooses_for_change(rule: str, own: Own, branch: Branch) -> bool:
    """Return whether a rule that joins two takes the knowledge gradient in one future of the runs in progress."""
    coming, budget = _coming(own, branch), own.world.settings["budget"]
    if rule == "in-turns":
        return coming % 2 == 1
    before = (budget - budget % 3) / 3  # kg-then-turns: after the third information, kg, information, kg, ...
    return coming <= before or coming - before not in range(1, coming + 1, 2)


def _joined(rule: str) -> Callable[[Own, Branch], Array]:
    return lambda own, branch: (_kg if chooses_for_change(rule, own, branch) else _information)(own, branch)


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
    "information": _information,
    "in-turns": _joined("in-turns"),
    "kg-then-turns": _joined("kg-then-turns"),
}
