"""Components of a mixture and groups of them, while the pool is scanned: bounds of their scores and of their values."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import get_num_threads, njit, prange

from kgdesk.kernels.argmax import best_now
from kgdesk.kernels.bounded_sweep.batch_scan import bounds_of, score_errors
from kgdesk.kernels.bounded_sweep.rest_bounds import RestBounds
from kgdesk.kernels.bounded_sweep.shared_features import SharedProducts
from kgdesk.kernels.bounded_sweep.shared_scan import scan_shared
from kgdesk.kernels.bounded_sweep.symmetric_scan import scan_pairs
from kgdesk.kernels.lookahead_simd import CORRELATED, MOMENTS, all_steps
from kgdesk.kernels.parallel import serialized
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI, in_blocks
from kgdesk.kernels.simd import LANES
from kgdesk.kernels.sweep import extremes, futures
from kgdesk.kernels.update import pool_moments_full

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

    #: (weight, mean (c,), covariance (c, c), prior variances (c,) or None, columns (c,)) of a component of a mixture.
    Component = tuple[float, Any, Any, Any, Any]

# Slack of scores: beyond rounding, and beyond the ties of the kappa score (1e-9).
_NEAR = 1e-8
# Relative error of one rounding to float32.
_SINGLE = 2.0**-24
#: Pairs that are scanned between two calls of the progress.
PAIRS = 400_000_000
# Table of `ceiling`: number of steps and largest score, then number of steps and largest log(1 + variance). _BETWEEN is
# added to each interpolated value: twice the largest error of interpolation at 10^6 random points (the error of a
# variance beyond the table is 1e-6 larger).
_SCORES, _FARTHEST, _SPREADS, _WIDEST, _BETWEEN = 192, 12.0, 96, math.log(1e6), 5e-5
# Rows of which temporary copies are made at once.
_CHUNK = 2048
# The first block that is scanned takes every _SPACED-th candidate of the order: neighbours in the order are often
# alike, and their scores rise after the same outcomes.
_SPACED = 4
# Parallel tasks that each keep extremes of all candidates, at most; beyond any r in float32.
_MOST_TASKS, _FAR = 16, 1e30


_moments, _steps, _best = serialized(pool_moments_full), serialized(all_steps), serialized(best_now)
_blocks, _extremes, _futures = serialized(in_blocks), serialized(extremes), serialized(futures)
_scan, _scan_pairs = serialized(scan_shared), serialized(scan_pairs)
_errors, _bounds = serialized(score_errors), serialized(bounds_of)


@cache
def _above() -> Array:
    """Tabulate how much the exact integral exceeds the kappa form at most, (2 * _SCORES + 1, _SPREADS + 1).

    sup over v <= V of E[s(a)] - s(score), a ~ N(score sqrt(1 + pi v/8), v), for scores from -_FARTHEST to _FARTHEST and
    V = exp(w) - 1, w from 0 to _WIDEST. An integral of the opposite score is that much smaller.
    """
    score, v = (
        np.linspace(0.0, _FARTHEST, _SCORES + 1)[:, None],
        np.expm1(np.linspace(0.0, _WIDEST, _SPREADS + 1)),
    )
    mu = score * np.sqrt(1.0 + EIGHTH_PI * v)
    above = _steps(mu.ravel(), np.broadcast_to(v, mu.shape).ravel(), MOMENTS)[0].reshape(mu.shape)
    above -= 1.0 / (1.0 + np.exp(-score))
    return np.ascontiguousarray(np.maximum.accumulate(np.concatenate([-above[:0:-1], above]), axis=1))


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def exact_ceilings(score, variance, table, step, farthest, widest):
    """Return upper bounds (N,) of exact integrals by upper bounds of their scores and variances (N,).

    `table` is `_above`, for scores from -farthest to farthest by `step`, and log(1 + variance) from 0 to `widest`.
    """
    out, last = np.empty(score.size), table.shape[1] - 1
    for n in prange(score.size):
        s = max(score[n], -farthest)
        if s >= farthest:
            out[n] = 1.0
            continue
        at, w = (s + farthest) / step, min(math.log1p(variance[n]) / widest, 1.0) * last
        i, j = int(at), min(int(w), last - 1)
        at, w = at - i, w - j
        low = table[i, j] * (1.0 - at) + table[i + 1, j] * at
        high = table[i, j + 1] * (1.0 - at) + table[i + 1, j + 1] * at
        out[n] = 1.0 / (1.0 + math.exp(-s)) + low * (1.0 - w) + high * w
    return out


_ceilings = serialized(exact_ceilings)


def ceiling(score: Any, variance: Any, exact: bool) -> Any:
    """Return an upper bound of the predictive probability of a candidate, by upper bounds of its score and variance.

    Parameters
    ----------
    score, variance
        Largest kappa score that it can have, and largest variance of w.x; of one shape, or one variance for all.
    exact
        Whether probabilities are exact integrals; otherwise s(score), the kappa form, is the bound.
    """
    if not exact:
        return 1.0 / (1.0 + np.exp(-np.clip(score, -700.0, 700.0)))
    spread = np.ascontiguousarray(np.broadcast_to(variance, score.shape)).ravel()
    bound = _ceilings(score.ravel(), spread, _above(), _FARTHEST / _SCORES, _FARTHEST, _WIDEST)
    return np.minimum(bound + _BETWEEN, 1.0).reshape(score.shape)


def _raised(score: Any) -> Any:
    return score + _NEAR * np.abs(score) + 1e-12


def scan_order(orders: Sequence[NDArray[np.int64]], s2: Array, ends: Any) -> NDArray[np.int64]:
    """Return the order (M,) in which a pool is scanned: candidates early that may become the best under any belief.

    Parameters
    ----------
    orders
        (M,) candidates of each belief, first those that may become the best most easily.
    s2
        (M,) variance of w.x under one of them. Within a part candidates of like variance share a lane of a block, so
        that the bound of the lane is close to its largest score.
    ends
        Ends of the parts, ascending. The first block has every fourth of the earliest candidates of the first part: a
        score that nearly all others fall below, at once.
    """
    rank = np.full(s2.size, s2.size)
    for order in orders:
        own = np.empty_like(rank)
        own[order] = np.arange(s2.size)
        rank = np.minimum(rank, own)
    order = np.argsort(rank)
    if ends[0] >= 2 * BLOCK:
        spaced = np.arange(BLOCK) * min(_SPACED, int(ends[0]) // BLOCK)
        order[: ends[0]] = np.concatenate([order[spaced], np.delete(order[: ends[0]], spaced)])
        ends = [BLOCK, *ends]
    for begin, end in zip([0, *ends[:-1]], ends, strict=True):
        part = order[begin:end]
        part = part[np.argsort(s2[part])]
        whole = part.size // BLOCK * BLOCK
        part[:whole] = part[:whole].reshape(-1, LANES, BLOCK // LANES).transpose(0, 2, 1).ravel()
        order[begin:end] = part
    return order


class ScannedComponent:
    """One component: its columns of the pool, and bounds of the scores after either outcome at each candidate."""

    def __init__(self, X: Any, component: Component, exact: bool) -> None:
        self.weight, self.mean, self.covariance, self.prior, self.columns = component
        self.X = X if self.columns.size == X.shape[1] else np.ascontiguousarray(X[:, self.columns])
        self.exact = exact
        self.mu, self.s2 = _moments(self.mean, self.covariance, self.X)
        self.prob, self.move, self.shrink = _steps(self.mu, self.s2, MOMENTS if exact else CORRELATED)
        self.best = int(_best(self.mu, self.s2, exact))
        M, d = self.X.shape
        self.extent = float(np.abs(self.mu).max()), float(self.s2.max()), float(self.s2.min())
        # x'S x_k is a sum of d^2 terms of at most |x|'D |x_k|'D, D the deviations: so is its rounding error bounded.
        self._size, deviations = np.empty(M), np.sqrt(np.diagonal(self.covariance))
        for at in range(0, M, _CHUNK):
            self._size[at : at + _CHUNK] = np.abs(self.X[at : at + _CHUNK]) @ deviations
        self.wide = self.s2 + 8.0 * (d + 2) * np.finfo(np.float64).eps * self._size * self._size
        # After either outcome: upper and lower bounds of the kappa score of the best of the candidates that have been
        # scanned, and an upper bound of its variance.
        self.score, self.least, self.spread = (
            np.full((2, M), value) for value in (-np.inf, -np.inf, self.extent[1])
        )
        self._layout: Any = None

    def belief(self) -> Any:
        """Return what `SharedProducts` needs of the belief."""
        return self.mu, self.s2, self.covariance, self.prior, self.columns

    def potential_order(self) -> Any:
        """Compute reach and shrink of the hypothetical outcomes, for `arrange`; return an order of the candidates (M,).

        A candidate is the earlier, the larger the score that it may reach after a typical outcome.
        """
        self._far, beyond = np.sqrt(self.wide) * (1.0 + 1e-15), self.wide[:, None] * (1.0 + 1e-12)
        reach = np.abs(self.move).reshape(-1, 2) * np.sqrt(beyond)
        shrink = self.shrink.reshape(-1, 2) * beyond
        self._outcomes = reach.ravel(), shrink.ravel()
        u = self.mu + np.median(reach) * self._far
        v = np.where(u < 0.0, self.s2, np.maximum(self.s2 - np.median(shrink) * self.wide, 0.0))
        return np.argsort(-u * np.abs(u) / (1.0 + EIGHTH_PI * v))

    def arrange(self, order: Any, ends: Any, products: Any) -> None:
        """Bound the scores of the candidates that follow each end (E,) of an order (M,).

        `products` are the columns of the pool that are products of others, or None.
        """
        lowest = None, np.zeros(self.mu.size)
        if products is not None:
            lowest = products.bounds(self.X, self.covariance, self.columns, self._size), products.norm
        moments, steps = (self.mu, self.s2, self._far), (self.move, self.shrink)
        self._rest = RestBounds(order, ends, moments, self._outcomes, steps, lowest)

    def estimates(self, scanned: int, rows: Any) -> Any:
        """Return (2, R) the largest knowledge gradient of some rows, and a likely one, times the weight.

        order[:scanned] are scanned, up to one of the ends of `arrange`. The likely value is that by these candidates.
        """
        value = ceiling(_raised(self.score[:, rows]), self.spread[:, rows], self.exact)
        most = value
        if scanned < self.mu.size:
            beyond, widest = self._rest.scores(scanned, rows)
            beyond = _raised(beyond)
            # The best candidate has the largest score: the value of a candidate that has not been scanned counts only
            # where its score may be the largest.
            more = np.nonzero(beyond >= self.least[:, rows])
            most = value.copy()
            most[more] = np.maximum(value[more], ceiling(beyond[more], widest, self.exact))
        return np.array([self._gain(most, rows), self._gain(value, rows)])

    def _gain(self, value: Any, rows: Any) -> Any:
        p = self.prob[rows]
        return self.weight * (p * value[0] + (1.0 - p) * value[1] - self.prob[self.best])

    def gains(self, rows: Any) -> Any:
        """Compute the knowledge gradient of some rows: the bits of the exhaustive sweep."""
        pool = self.X, self.mu, self.s2
        if self._layout is None:
            self._layout = _blocks(*pool), _extremes(self.mu, self.s2, self.X)
        measured = np.ascontiguousarray(self.X[rows]), self.mu[rows], self.s2[rows]
        p, _, value, _ = _futures(self.mean, self.covariance, measured, pool, *self._layout, self.exact)
        return p * value[0] + (1.0 - p) * value[1] - self.prob[self.best]

    def bound_by_extremes(self, high: Any, low: Any, off: Any) -> None:
        """Bound the scores after either outcome at every candidate by the extremes of r; the means are all 0.

        The score is g t/sqrt(1 + pi (s2_k - f t^2)/8) = g r/sqrt(1 - pi f r^2/8), which rises with g r.

        Parameters
        ----------
        high, low
            (M,) largest and smallest r = t/sqrt(1 + pi s2_k/8) over the candidates k, of `scan_pairs`.
        off
            (M,) bound of the errors of t.
        """
        share = self.s2 / (1.0 + EIGHTH_PI * self.s2)
        limit = np.sqrt(self.wide * share.max()) * (1.0 + 1e-9)
        off = off / math.sqrt(1.0 + EIGHTH_PI * self.s2.min()) + 1e-18
        for side in range(2):
            g, f = self.move[side::2], self.shrink[side::2]
            r = np.where(g < 0.0, -low, high)
            r = np.fmin(r + 1e-6 * np.abs(r) + off, limit)
            self.score[side] = np.abs(g) * r / np.sqrt(np.maximum(1.0 - EIGHTH_PI * f * r * r, 1e-12))


class ScannedGroup:
    """Components whose scan shares products, or one of them alone, and the order in which they scan the pool.

    Parameters
    ----------
    X
        (M, d) pool.
    parts
        The components.
    learnt
        What `kgdesk.kernels.bounded_sweep.shared_features.sharing` returns with them.
    ends
        Ends of the parts in which the pool is scanned, ascending. Without them all pairs are scanned at once, by
        `scan_pairs`.
    """

    def __init__(self, X: Any, parts: list[ScannedComponent], learnt: Any, ends: Any = None) -> None:
        self.parts, self.scanned = parts, 0
        self.weight = sum(part.weight for part in parts)
        main = max(parts, key=lambda part: part.weight)
        order = np.arange(len(X))
        if ends is not None:
            order = scan_order([part.potential_order() for part in parts], main.s2, ends)
        self.products = SharedProducts(X, [part.belief() for part in parts], learnt, order)
        if ends is not None:
            self._prepare(order, ends)

    def _prepare(self, order: Any, ends: Any) -> None:
        M = order.size
        self._steps = np.empty((len(self.parts), M, 4), np.float32)
        self._top, self._errors = np.empty_like(self._steps), np.empty_like(self._steps)
        products = self.products
        for c, (steps, top, part) in enumerate(zip(self._steps, self._top, self.parts, strict=True)):
            part.arrange(order, ends, products.products)
            move, shrink = part.move.reshape(-1, 2), part.shrink.reshape(-1, 2)
            steps[:, ::2], steps[:, 1::2] = move, -EIGHTH_PI * shrink
            # The measured candidate itself is often the best after a success: few blocks exceed its score.
            own = part.s2[:, None]
            u, v = part.mu[:, None] + move * own, np.maximum(own - shrink * own * own, 0.0)
            v = 1.0 + EIGHTH_PI * v
            top[:, :2], top[:, 2:] = u * np.abs(u) / v, v
            reach = *part.extent, products.rounded
            self._errors[c] = _errors(steps, part.s2, products.far[c], products.off[c], reach)

    def scan(self, begin: int, end: int, rows: Any) -> None:
        """Scan the candidates [begin, end) of the order after the outcomes at some rows."""
        blocks = begin // BLOCK, -(-end // BLOCK)
        _scan(self.products.arrays, *blocks, rows, self._steps, self._errors, self._top)
        for part, top, errors in zip(self.parts, self._top, self._errors, strict=True):
            bounds = _bounds(top, rows, errors, part.extent[1])
            part.score[:, rows], part.least[:, rows], part.spread[:, rows] = bounds

    def estimates(self, scanned: int, rows: Any) -> Any:
        """Return (2, R) the largest and a likely share of the components in the values of some rows.

        order[:scanned] are scanned.
        """
        return np.sum([part.estimates(scanned, rows) for part in self.parts], axis=0)

    def scan_pairs(self, progress: Callable[[int], None]) -> None:
        """Bound the scores after either outcome at every candidate from one product per pair; the means are all 0.

        `progress` is called with the number of candidates that are compared with all.
        """
        products, tasks = self.products, min(get_num_threads(), _MOST_TASKS)
        scale = (1.0 / np.sqrt(products.arrays[5].astype(np.float64))).astype(np.float32)
        high, low = np.full((2, tasks, scale.size), -_FAR, np.float32)
        low *= -1.0
        blocks, at = scale.size // BLOCK // len(self.parts), 0
        while at < blocks:
            progress(at * BLOCK)
            end = min(blocks, at + max(tasks, PAIRS // ((blocks - at) * BLOCK * BLOCK)))
            _scan_pairs(products.arrays, scale, at, end, high, low)
            at = end
        shape = len(self.parts), -1
        highest, lowest = high.max(axis=0).reshape(shape), low.min(axis=0).reshape(shape)
        for c, part in enumerate(self.parts):
            off = products.rounded * _SINGLE * products.far[c] + products.off[c]
            M = part.mu.size
            part.bound_by_extremes(highest[c, :M].astype(float), lowest[c, :M].astype(float), off)
