"""Reference beliefs by slow, independent methods: roots by bisection, integrals by sums over a fine grid.

No kernel of the program is called. The formulas of METHOD are implemented literally, for a few dozen candidates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, log_expit, ndtr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_REACH = 9.0  # a normal density is 1e-18 of its peak there
_NEAR_MODE = 0.1  # standard deviations; the grid only needs to be centred near the mode
_TIE = 1e-9


def _grid(sd: Array, count: Array | float = 0.0) -> Array:
    """Return quadrature nodes in standard deviations, at most a quarter apart, and a quarter of a unit of log-odds.

    `count` outcomes of one row make the peak narrower: there at most half of its smallest standard deviation apart.
    """
    # The second derivative of the log density is at most 1/sd² + count/4 in absolute value.
    sharp = np.sqrt(1.0 + 0.25 * sd * sd * count)
    nodes = math.ceil(2.0 * _REACH * max(4.0, float(np.max([4.0 * sd, 2.0 * sharp], initial=0.0))))
    return np.linspace(-_REACH, _REACH, nodes | 1)


def integral(mu: Array, s2: Array) -> Array:
    """Return E[s(a)] for a ~ N(mu, s2), elementwise, by the trapezoid rule over nine standard deviations."""
    flat, spread = np.ravel(mu), np.sqrt(np.maximum(np.ravel(s2), 0.0))
    made = np.empty(flat.size)
    z = _grid(spread)
    weight = np.exp(-0.5 * z * z)
    weight /= weight.sum()
    step = max(1, 2_000_000 // z.size)
    for at in range(0, flat.size, step):
        part = slice(at, at + step)
        made[part] = expit(flat[part, None] + spread[part, None] * z) @ weight
    return made.reshape(np.shape(mu))


def tilted(mu: Array, s2: Array, up: Array, down: Array) -> tuple[Array, Array, Array]:
    """Return log mass, mean and variance of N(mu, s2) times s(a)^up s(-a)^down, elementwise."""
    mu, s2, up, down = (np.asarray(v, dtype=np.float64) for v in np.broadcast_arrays(mu, s2, up, down))
    low, high, sd = mu - down * s2, mu + up * s2, np.sqrt(s2)
    while np.any(high - low > _NEAR_MODE * sd):
        middle = 0.5 * (low + high)
        rises = (mu - middle) / s2 + up - (up + down) * expit(middle) > 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    mode = 0.5 * (low + high)
    z = _grid(sd, up + down)
    a = mode[:, None] + sd[:, None] * z
    apart = (a - mu[:, None]) / sd[:, None]
    # log s(-a) = log s(a) - a
    log = -0.5 * apart * apart + (up + down)[:, None] * log_expit(a) - down[:, None] * a
    top = log.max(axis=1)
    weight = np.exp(log - top[:, None])
    total = weight.sum(axis=1)
    mean = (weight * a).sum(axis=1) / total
    variance = (weight * (a - mean[:, None]) ** 2).sum(axis=1) / total
    mass = top + np.log(total * (z[1] - z[0])) - 0.5 * math.log(2.0 * math.pi)
    return mass, mean, variance


def laplace(mu: Array, s2: Array, y: int) -> tuple[Array, Array]:
    """Return p = s(-u) and c = s(u) s(-u) at the root of u - s2 s(-u) = y mu (METHOD, Updating)."""
    low, high = y * mu, y * mu + s2
    for _ in range(20):
        u = 0.5 * (low + high)
        below = u - s2 * expit(-u) < y * mu
        low, high = np.where(below, u, low), np.where(below, high, u)
    u = 0.5 * (low + high)
    for _ in range(5):
        p = expit(-u)
        u = u - (u - s2 * p - y * mu) / (1.0 + s2 * p * expit(u))
    p = expit(-u)
    if not np.all(np.abs(u - s2 * p - y * mu) <= 1e-11 * (1.0 + np.abs(mu) + s2)):
        raise ArithmeticError("the root of a Laplace step was not met")
    return p, p * expit(u)


def kappa(mu: Array, s2: Array) -> Array:
    return mu / np.sqrt(1.0 + math.pi / 8.0 * s2)


@dataclass(frozen=True)
class Gauss:
    """One normal belief: ``moments``, ``full`` or ``diagonal`` (then `S` is diagonal).

    Parameters
    ----------
    kind
        Update rule of the belief.
    m, S
        (d,) mean and (d, d) covariance.
    columns
        (d,) columns of the design matrix that the belief uses.
    """

    kind: str
    m: Array
    S: Array
    columns: NDArray[np.int64]

    @property
    def exact(self) -> bool:
        return self.kind == "moments"

    def of(self, X: Array) -> Array:
        return X[:, self.columns]

    def moments(self, X: Array) -> tuple[Array, Array]:
        x = self.of(X)
        return x @ self.m, np.maximum(((x @ self.S) * x).sum(axis=1), 0.0)

    def chance(self, mu: Array, s2: Array) -> Array:
        return integral(mu, s2) if self.exact else expit(kappa(mu, s2))

    def predict(self, X: Array) -> Array:
        return self.chance(*self.moments(X))

    def ranking(self, X: Array) -> Array:
        """Return the score (U,) by which the best row is located."""
        return kappa(*self.moments(X))

    def interval(self, X: Array, reach: float) -> tuple[Array, Array]:
        mu, s2 = self.moments(X)
        return expit(mu - reach * np.sqrt(s2)), expit(mu + reach * np.sqrt(s2))

    def step(self, mu: Array, s2: Array, y: int) -> tuple[Array, Array]:
        """Return (g, f): m' = m + g S x, S' = S - f S x x' S; for the diagonal belief f is the curvature c."""
        if self.exact:
            _, mean, variance = tilted(mu, s2, np.full_like(mu, y > 0), np.full_like(mu, y < 0))
            return (mean - mu) / s2, (s2 - variance) / s2**2
        p, c = laplace(mu, s2, y)
        return y * p, c if self.kind == "diagonal" else c / (1.0 + c * s2)

    def updated(self, x: Array, y: int) -> Gauss:
        mu, s2 = self.moments(x[None])
        g, f = self.step(mu, s2, y)
        own = x[self.columns]
        Sx = self.S @ own
        if self.kind == "diagonal":
            S = np.diag(1.0 / (1.0 / np.diagonal(self.S) + f[0] * own * own))
        else:
            S = self.S - f[0] * np.outer(Sx, Sx)
        return Gauss(self.kind, self.m + g[0] * Sx, 0.5 * (S + S.T), self.columns)

    def imagined(self, X: Array, at: NDArray[np.int64], y: int) -> tuple[Array, Array]:
        """Return mean and variance (R, U) of w.x for every row of X after outcome y at each of the rows `at` (R,)."""
        mu, s2 = self.moments(X)
        g, f = self.step(mu[at], s2[at], y)
        x, run = self.of(X), self.of(X)[at]
        T = run @ self.S @ x.T
        mean = mu + g[:, None] * T
        if self.kind == "diagonal":
            spread = 1.0 / (1.0 / np.diagonal(self.S) + f[:, None] * run * run)
            return mean, spread @ (x * x).T
        return mean, np.maximum(s2 - f[:, None] * T * T, 0.0)

    def top(self, mean: Array, variance: Array) -> Array:
        """Return the largest probability of each line (R, U), located by the kappa score."""
        score = kappa(mean, variance)
        best = score.max(axis=1)
        if not self.exact:
            return expit(best)
        at, who = np.nonzero(score >= (best - _TIE * np.abs(best))[:, None])
        largest = np.full(len(mean), -np.inf)
        np.maximum.at(largest, at, integral(mean[at, who], variance[at, who]))
        return largest

    def now(self, X: Array) -> float:
        """Return V(s), the largest probability over the rows of X."""
        mu, s2 = self.moments(X)
        return float(self.top(mu[None], s2[None])[0])

    def gains(self, X: Array) -> Array:
        """Return the knowledge gradient (U,) of every row of X over these rows, from both outcomes of each."""
        every = np.arange(len(X))
        p = self.predict(X)
        good, bad = (self.top(*self.imagined(X, every, y)) for y in (1, -1))
        return p * good + (1.0 - p) * bad - self.now(X)

    def several(self, X: Array, x: Array, counts: Sequence[int]) -> Array:
        """Return the value (len(counts),) of each of these counts of runs at once of a row x, over the rows of X."""
        return _at_once(self, X, x, counts) if self.exact else _one_by_one(self, X, x, counts)

    def draws(self, count: int, rng: np.random.Generator, size: int) -> Array:
        """Return (count, size) draws of the weights, 0 in columns that the belief does not use."""
        made = np.zeros((count, size))
        values, vectors = np.linalg.eigh(self.S)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        made[:, self.columns] = self.m + rng.standard_normal((count, self.m.size)) @ root.T
        return made


def _at_once(belief: Gauss, X: Array, x: Array, counts: Sequence[int]) -> Array:
    mu, s2 = belief.moments(x[None])
    all_mu, all_s2 = belief.moments(X)
    T = belief.of(X) @ belief.S @ x[belief.columns]
    n = np.repeat(np.array(counts, dtype=np.float64), np.array(counts) + 1)
    k = np.concatenate([np.arange(count + 1.0) for count in counts])
    mass, mean, variance = tilted(np.full(k.size, mu[0]), np.full(k.size, s2[0]), k, n - k)
    g, f = (mean - mu) / s2, (s2 - variance) / s2**2
    top = belief.top(all_mu + g[:, None] * T, np.maximum(all_s2 - f[:, None] * T * T, 0.0))
    orders = np.array([math.comb(int(of), int(good)) for of, good in zip(n, k, strict=True)])
    ends = np.cumsum(np.array(counts) + 1)[:-1]
    return np.array([part.sum() for part in np.split(orders * np.exp(mass) * top, ends)]) - belief.now(X)


def _one_by_one(belief: Gauss, X: Array, x: Array, counts: Sequence[int]) -> Array:
    states, weights, worth = [belief], np.ones(1), {}
    for n in range(1, max(counts) + 1):
        p = np.array([float(state.predict(x[None])[0]) for state in states])
        states = [*(state.updated(x, -1) for state in states), states[-1].updated(x, 1)]
        grown = np.zeros(n + 1)
        grown[:-1] += weights * (1.0 - p)
        grown[1:] += weights * p
        weights = grown
        if n in counts:
            worth[n] = float(weights @ [state.now(X) for state in states])
    return np.array([worth[n] for n in counts]) - belief.now(X)


@dataclass(frozen=True)
class Mixture:
    """Weighted mixture of beliefs: averaged terms.

    Parameters
    ----------
    parts
        The component beliefs.
    weights, shares
        (C,) present and prior weights.
    terms
        Names of the terms of each.
    """

    parts: tuple[Gauss, ...]
    weights: Array
    shares: Array
    terms: tuple[str, ...]

    kind = "average"

    def _mean(self, values: list[Array]) -> Array:
        return np.einsum("c,c...->...", self.weights, np.array(values))

    def predict(self, X: Array) -> Array:
        return self._mean([part.predict(X) for part in self.parts])

    ranking = predict

    def moments(self, X: Array) -> tuple[Array, Array]:
        each = [part.moments(X) for part in self.parts]
        mean = self._mean([mu for mu, _ in each])
        return mean, self._mean([s2 + (mu - mean) ** 2 for mu, s2 in each])

    def interval(self, X: Array, reach: float) -> tuple[Array, Array]:
        tail = 0.5 * math.erfc(reach / math.sqrt(2.0))
        return expit(self.quantile(X, tail)), expit(self.quantile(X, 1.0 - tail))

    def quantile(self, X: Array, level: float) -> Array:
        each = [part.moments(X) for part in self.parts]
        mu = np.array([m for m, _ in each])
        sd = np.sqrt(np.array([v for _, v in each])) + 1e-300
        low, high = (mu - 12.0 * sd).min(axis=0), (mu + 12.0 * sd).max(axis=0)
        for _ in range(70):
            middle = 0.5 * (low + high)
            below = self.weights @ ndtr((middle - mu) / sd) < level
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return 0.5 * (low + high)

    def updated(self, x: Array, y: int) -> Mixture:
        p = np.array([float(part.predict(x[None])[0]) for part in self.parts])
        share = self.weights * (p if y > 0 else 1.0 - p)
        moved = tuple(part.updated(x, y) for part in self.parts)
        return Mixture(moved, share / share.sum(), self.shares, self.terms)

    def now(self, X: Array) -> float:
        return float(self.predict(X).max())

    def gains(self, X: Array) -> Array:
        return self._mean([part.gains(X) for part in self.parts])

    def several(self, X: Array, x: Array, counts: Sequence[int]) -> Array:
        return self._mean([part.several(X, x, counts) for part in self.parts])

    def draws(self, count: int, rng: np.random.Generator, size: int) -> Array:
        which = rng.choice(len(self.parts), size=count, p=self.weights)
        made = np.zeros((count, size))
        for place, part in enumerate(self.parts):
            own = np.flatnonzero(which == place)
            made[own] = part.draws(own.size, rng, size)
        return made

    @property
    def odds_of_a_bend(self) -> float | None:
        """Return the Bayes factor of the models with a bend against the linear ones; None where none is quadratic."""
        terms = np.array(self.terms)
        if not (terms == "quadratic").any():
            return None
        bent, straight = (
            self.weights[which].sum() / self.shares[which].sum()
            for which in (np.isin(terms, ["quadratic", "radius", "smooth"]), terms == "linear")
        )
        return float(bent / straight) if straight > 0 else math.inf


Belief = Gauss | Mixture
