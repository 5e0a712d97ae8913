"""Simulated truths: distributions of the true success probabilities, unknown to the policies, and of pools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.members import Told
    from kgdesk.model.design.features import Features

    Array = NDArray[np.float64]

#: Step of each weight between two measurements in a drifting truth, in prior standard deviations.
DRIFT = 0.1
# Limit of the steps of Newton's method, which converges quadratically: more than it needs.
_NEWTON_STEPS = 100


class Truth(Protocol):
    """Distribution of the true log-odds of the rows of a pool."""

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds (stages, U) of the rows of X (U, d) at each stage of one simulated run."""


def chances(a: Array) -> Array:
    """Return the logistic function s(a) without overflow."""
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1.0, e) / (1.0 + e)


def dot(X: Array, w: Array) -> Array:
    """Return X w (U,), summed in column order, so that the bits are equal in every process."""
    total = np.zeros(X.shape[0])
    for j in range(w.size):
        total += X[:, j] * w[j]
    return total


def _constant(a: Array, stages: int) -> Array:
    return np.broadcast_to(a, (stages, a.size))


@dataclass(frozen=True)
class UniformPool:
    """Distribution of a pool that is redrawn in each run: points uniform on a cube.

    Parameters
    ----------
    size
        Number of alternatives M.
    attributes
        Number of attributes d; the rows have an intercept before them.
    reach
        Half the edge of the cube [-reach, reach]^d.
    """

    size: int
    attributes: int
    reach: float

    def draw(self, rng: np.random.Generator) -> Array:
        """Draw the rows of a pool, shape (M, d + 1), intercept first."""
        x = rng.uniform(-self.reach, self.reach, (self.size, self.attributes))
        return np.column_stack([np.ones(self.size), x])

    @property
    def longest(self) -> float:
        """The largest norm that a row can have."""
        return float(np.sqrt(1.0 + self.attributes * self.reach**2))


@dataclass(frozen=True, eq=False)
class Normal:
    """Logistic truths with weights w ~ N(mean, root root').

    Parameters
    ----------
    mean
        Mean, shape (d,).
    root
        A root of the covariance, shape (d, d).
    """

    mean: Array
    root: Array

    def weights(self, rng: np.random.Generator) -> Array:
        """Draw the weights (d,)."""
        return self.mean + dot(self.root, rng.standard_normal(self.mean.size))

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds w.x, equal at each stage."""
        return _constant(dot(X, self.weights(rng)), stages)


@dataclass(frozen=True, eq=False)
class MixedPart:
    """One model of a mixture.

    Parameters
    ----------
    weight
        Its weight in the mixture.
    columns
        Columns of its weights, as `kgdesk.model.beliefs.mixture.AverageBelief.seen` lays them out.
    normal
        Distribution of its weights.
    deviation, features, variance, told
        As in `kgdesk.model.beliefs.members.Member`: what single rows deviate by.
    """

    weight: float
    columns: NDArray[np.int64]
    normal: Normal
    deviation: float
    features: int
    variance: float
    told: Told | None


@dataclass(frozen=True, eq=False)
class Mixed:
    """Logistic truths from a mixture of models: draw the model, then its weights and what single rows deviate by.

    Parameters
    ----------
    parts
        The models.
    size
        Number of columns d of the design matrix.
    features
        Features of the models, whose columns come after those of the design matrix.
    measured
        (r, d) rows of whose deviations the models know something.
    """

    parts: tuple[MixedPart, ...]
    size: int
    features: tuple[Features, ...]
    measured: Array

    def _draw(self, rng: np.random.Generator) -> tuple[Array, MixedPart]:
        share = np.array([part.weight for part in self.parts])
        part = self.parts[int(rng.choice(len(self.parts), p=share / share.sum()))]
        return part.normal.weights(rng), part

    def _plain(self, drawn: Array, part: MixedPart) -> Array:
        """Return the drawn weights of a model as those of all columns of the design matrix and features."""
        width = self.size + sum(each.size for each in self.features)
        result, plain = np.zeros(width), part.columns < width
        result[part.columns[plain]] = drawn[plain]
        return result

    def weights(self, rng: np.random.Generator) -> Array:
        """Draw the weights (d,) of the design matrix; 0 for columns that the drawn model does not use."""
        return self._plain(*self._draw(rng))[: self.size]

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds, with the features and the deviations of the rows, equal at each stage."""
        drawn, part = self._draw(rng)
        weights = self._plain(drawn, part)
        a, end, own = dot(X, weights[: self.size]), self.size, np.full(len(X), part.deviation**2)
        for place, each in enumerate(self.features):
            begin, end = end, end + each.size
            if place == part.features:
                phi = each.columns(X)
                a = a + dot(phi, weights[begin:end])
                own = own + part.variance * each.left_over(X, phi)
        noise = rng.standard_normal(len(X))
        found = a + np.sqrt(own) * noise
        if part.told is not None:
            told = dot(part.told.rows, drawn) + part.told.offsets
            for row, mean, left in zip(self.measured, told, np.sqrt(part.told.variances), strict=True):
                at = (row == X).all(axis=1)
                found[at] = mean + left * noise[at]
        return _constant(found, stages)


@dataclass(frozen=True, eq=False)
class TruthOfColumns:
    """A truth that depends on some columns of the design matrix only.

    Parameters
    ----------
    columns
        Indices of these columns.
    base
        The truth as a function of these columns.
    """

    columns: NDArray[np.int64]
    base: Truth

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds of `base`."""
        return self.base.log_odds(np.ascontiguousarray(X[:, self.columns]), rng, stages)


@dataclass(frozen=True, eq=False)
class Peak:
    """Truths that peak inside the pool: log-odds 2 - (12/k) |u - c|^2 of k numbers u, with c drawn for each run.

    Every number is scaled to u in [-1, 1] over its range in the pool; c is uniform on [-0.5, 0.5]^k. The levels of
    categories add normal effects.

    Parameters
    ----------
    numbers, low, high
        Columns of numbers, and the values that are mapped to -1 and 1, shape (k,) each.
    levels, deviation
        Columns of category levels and the standard deviations of their effects, shape (l,) each.
    """

    numbers: NDArray[np.int64]
    low: Array
    high: Array
    levels: NDArray[np.int64]
    deviation: Array

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds, equal at each stage."""
        u = 2.0 * (X[:, self.numbers] - self.low) / (self.high - self.low) - 1.0
        centre = rng.uniform(-0.5, 0.5, self.numbers.size)
        effects = self.deviation * rng.standard_normal(self.levels.size)
        away = dot((u - centre) ** 2, np.full(self.numbers.size, 12.0 / self.numbers.size))
        return _constant(2.0 - away + dot(X[:, self.levels], effects), stages)


def believed(belief: Belief) -> Normal | Mixed:
    """Return truths drawn from a belief, either a study's prior or its posterior."""
    if isinstance(belief, AverageBelief):
        parts = [
            MixedPart(
                c.weight,
                c.columns,
                cast("Normal", believed(c.belief)),
                c.deviation,
                c.features,
                c.variance,
                c.told,
            )
            for c in belief.components
        ]
        measured = np.empty((0, belief.size)) if belief.measured is None else belief.measured
        return Mixed(tuple(parts), belief.size, belief.features, measured)
    if isinstance(belief, DiagonalBelief):
        return Normal(np.array(belief.mean), np.diag(belief.precision**-0.5))
    if isinstance(belief, FullBelief | MomentBelief):
        covariance = np.array(belief.covariance)
        deviation = np.sqrt(np.diagonal(covariance))
        if np.count_nonzero(covariance) == np.count_nonzero(deviation):
            # A diagonal covariance (prior): the same root without a kernel, so that any thread may call this.
            return Normal(np.array(belief.mean), np.diag(deviation))
        return Normal(np.array(belief.mean), kernels.covariance_root(covariance))
    raise BadInput(phrase("“{kind}” is not a belief that kgdesk knows.", kind=type(belief).__name__))


def around_fit(X: Array, y: Array, *, precision: float = 1.0, deviation: float = 0.5) -> Normal:
    """Return truths around the logistic fit to labels, as in the paper for UCI tables (Section 4).

    Parameters
    ----------
    X, y
        Design matrix of all rows, shape (M, d), and labels (+1 or -1), shape (M,).
    precision
        Factor in the penalty precision |w|^2/2; w includes the intercept.
    deviation
        Standard deviation of the noise added to each weight.
    """
    w = logistic_fit(X, y, precision)
    return Normal(w, deviation * np.eye(w.size))


def logistic_fit(X: Array, y: Array, precision: float) -> Array:
    """Return the weights (d,) that minimise sum log(1 + exp(-y w.x)) + precision |w|^2/2, by Newton's method."""
    d = X.shape[1]

    def loss(w: Array) -> float:
        return float(np.logaddexp(0.0, -y * (X @ w)).sum() + 0.5 * precision * (w @ w))

    w = np.zeros(d)
    now = loss(w)
    for _ in range(_NEWTON_STEPS):
        p = chances(-y * (X @ w))
        slope = precision * w - X.T @ (y * p)
        curved = precision * np.eye(d) + (X * (p * (1.0 - p))[:, None]).T @ X
        step = np.linalg.solve(curved, slope)
        size = 1.0
        # Halve the step while it overshoots.
        while loss(w - size * step) > now and size > 1e-10:
            size *= 0.5
        w = w - size * step
        now = loss(w)
        if float(slope @ step) < 1e-24:  # squared Newton decrement
            break
    return w


@dataclass(frozen=True, eq=False)
class Interaction:
    """Misspecified truths: the effect of one attribute depends on another one.

    The log-odds of `base` plus a product of two columns, drawn for each run, of random sign and with the same
    standard deviation over the pool as these log-odds.
    """

    base: Truth

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds with the product; a pool of one attribute gets its square."""
        a: Array = self.base.log_odds(X, rng, stages)
        free = _varying(X)
        if not free.size:
            return a
        j, k = rng.choice(free, 2, replace=False) if free.size > 1 else (free[0], free[0])
        return a + _matched(X[:, j] * X[:, k], a[0]) * _sign(rng)


@dataclass(frozen=True, eq=False)
class Threshold:
    """Misspecified truths: the log-odds step up or down above a threshold of one attribute.

    Column and threshold are drawn for each run; the step has the same standard deviation over the pool as the log-odds
    of `base`.
    """

    base: Truth

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds with the step; the threshold is a value that some rows exceed."""
        a: Array = self.base.log_odds(X, rng, stages)
        free = _varying(X)
        if not free.size:
            return a
        column = X[:, rng.choice(free)]
        level = rng.choice(np.unique(column)[:-1])
        return a + _matched((column > level).astype(np.float64), a[0]) * _sign(rng)


@dataclass(frozen=True, eq=False)
class Drift:
    """Non-stationary truths: after each measurement every weight moves by a normal step.

    Parameters
    ----------
    base
        Distribution of the initial weights.
    deviation
        Standard deviation of one step, shape (d,).
    """

    base: Normal | Mixed
    deviation: Array

    def log_odds(self, X: Array, rng: np.random.Generator, stages: int) -> Array:
        """Draw the log-odds w_n.x at each stage n."""
        start = self.base.weights(rng)
        steps = rng.standard_normal((stages - 1, start.size)) * self.deviation
        path = np.vstack([start, start + np.cumsum(steps, axis=0)])
        return np.array([dot(X, w) for w in path])


def _sign(rng: np.random.Generator) -> float:
    return 1.0 if rng.random() < 0.5 else -1.0


def _varying(X: Array) -> NDArray[np.int64]:
    """Return the columns that differ between rows, which excludes the intercept."""
    return cast("NDArray[np.int64]", np.flatnonzero(np.ptp(X, axis=0) > 0))


def _matched(bend: Array, a: Array) -> Array:
    """Return `bend`, centred and scaled to the standard deviation of `a` over the pool."""
    spread = float(bend.std())
    return (bend - bend.mean()) * (float(a.std()) / spread) if spread > 0 else np.zeros_like(bend)
