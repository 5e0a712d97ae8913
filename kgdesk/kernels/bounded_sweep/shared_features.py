"""Features of a pool from which a scan computes t = x'S x_k under several full beliefs at once.

S is the prior covariance, a diagonal D, less a matrix of the rank of the outcomes: t = x'D x_k - sum_r l_r(x) l_r(x_k).
Beliefs whose D differ by one factor for some of the columns share x'D x_k. Where these columns are products and squares
of others, with p_i = x_i x_ki,

    sum_{i<j} w p_i p_j = w/2 ((sum_i p_i)^2 - sum_i p_i^2),

so that products of ten numbers take ten multiplications, not 45. Beliefs of which this does not hold are scanned one by
one, by a root of S. Everything is in float32, with bounds of all errors.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.kernels.bounded_sweep.product_columns import LOOKED_AT, SAME, ProductColumns, product_columns
from kgdesk.kernels.bounded_sweep.shared_scan import absolute_sums, laid_out
from kgdesk.kernels.parallel import serialized
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI
from kgdesk.kernels.simd import LANES
from kgdesk.kernels.sweep import extremes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.kernels.bounded_sweep.product_columns import Products

    Array = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    #: (mu, s2, covariance, prior variances, columns), see `SharedProducts`.
    Belief = tuple[Array, Array, Array, Array | None, NDArray[np.int64]]
    #: (L, rest, D), see `_learnt`.
    Learnt = tuple[Array, float, Array]

# Steps of rounding beside the additions: products, conversions, means and the score.
_STEPS = 16.0
# Multiplications that scoring a candidate after both outcomes costs.
_SCORED = 8.0
# Eigenvalues of the share of the prior that is learnt below this are left out; their effect is bounded.
_LEARNT = 1e-9
# Share of the features without sharing below which sharing pays.
_PAYS = 0.9
# Share of the variance up to which products of unlike weights are left out and bounded; others get a feature.
_TOLERATED = 0.002
# Mean of a padding candidate, below any other.
_NEVER = -1e15


_laid_out, _absolute_sums = serialized(laid_out), serialized(absolute_sums)
_extremes = serialized(extremes)


def _learnt(covariance: Array, prior: Array | None) -> Learnt:
    """Return (L, rest, D): a covariance is D - L L', or L L' without a prior, up to an error bounded by `rest`.

    For any rows, |x'(S - D + L L') k| is at most rest sqrt(x'D x) sqrt(k'D k); without a prior D is the diagonal of S.
    """
    scale = np.diagonal(covariance).copy() if prior is None else prior
    root = np.sqrt(np.maximum(scale, 1e-300))
    share = covariance / np.outer(root, root)
    share = share if prior is None else np.eye(root.size) - share
    values, vectors = np.linalg.eigh(0.5 * (share + share.T))
    kept = values > _LEARNT
    part = vectors[:, kept] * np.sqrt(values[kept])
    rest = float(np.sqrt(np.square(share - part @ part.T).sum())) + 1e-12
    return root[:, None] * part, rest, scale


def _ratios(beliefs: Sequence[Belief], d: int) -> tuple[Array, Bools, Array] | None:
    """Return how the prior variances of beliefs about d columns differ, or None where they share no products.

    (widest, plain, mixing): (d,) variances of the belief with most columns; (d,) which columns have the same variance
    in all beliefs; (C,) the factor of the others in each belief, 0 where it has none of them.
    """
    variances = np.zeros((len(beliefs), d))
    for own, (_, _, _, prior, columns) in zip(variances, beliefs, strict=True):
        if prior is None:
            return None
        own[columns] = prior
    widest = variances[np.argmax((variances > 0.0).sum(axis=1))]
    if not (widest > 0.0).all():
        return None
    ratios = variances / widest
    plain = (np.abs(ratios - 1.0) < 1e-12).all(axis=0)
    others = np.ones((len(beliefs), 1)) if plain.all() else ratios[:, ~plain]
    if np.ptp(others, axis=1).max() > 1e-12:
        return None
    return widest, plain, others[:, 0].copy()


class _Features:
    """Features of a scan while they are collected: t is a sum of their values at measured candidate and candidate.

    `counts` of those that are summed before they are squared, of the others of equal prior, of the columns whose prior
    differs by a factor, and of each belief alone; `factor`, the weight of the first sum, whose square has the weight 1;
    `off` (M,), a bound of what the columns with another prior leave out; `products`, the columns that are products.
    """

    def __init__(self, size: int) -> None:
        self.counts, self.factor, self.off = [0, 0, 0], 0.0, np.zeros(size)
        self.products: Products = {}
        self.first: list[int] = []
        self.second: list[int] = []
        self.source: list[int] = []
        self.weights: list[float] = []
        self.extra: list[Array] = []

    def add(self, part: int, weight: float, first: int, second: int = -1, source: int = 0) -> None:
        """Add a feature, a product of columns; a measured row has the value of the feature `source` places later."""
        self.counts[part] += 1
        self.source.append(len(self.source) + source)
        self.weights.append(weight)
        self.first.append(first)
        self.second.append(second)

    def more(self, values: Array) -> int:
        """Keep further values (M, n) at the candidates; return what `add` takes for the first of them."""
        at = -1 - sum(int(each.shape[1]) for each in self.extra)
        self.extra.append(values)
        return at


def _shared_features(X: Array, prior: Array, plain: Bools) -> _Features:
    """Return the features of x'D x_k, where D has the prior variances (d,)."""
    made = product_columns(X, plain)
    features = _with_squared_sum(X, prior, plain, made) if made else None
    if features is None or sum(features.counts) >= plain.size:
        features = _Features(len(X))
        for part, columns in enumerate((plain, ~plain), 1):
            for j in np.flatnonzero(columns).tolist():
                features.add(part, float(prior[j]), j)
    features.products = made
    return features


def _with_squared_sum(X: Array, prior: Array, plain: Bools, made: Products) -> _Features | None:
    """Return the features of x'D x_k with products from a squared sum; None where the factors' priors differ.

    With column j = (x_a x_b - centre)/scale and w_j = prior_j/scale^2 the products of two candidates x and y add up to
    sum w_j x_a x_b y_a y_b - h(x) - h(y) + sum w_j centre^2, where h(x) = sum w_j centre x_a x_b.
    """
    numbers = sorted({f for a, b, *_ in made.values() for f in (a, b)})
    weight, bend, constant = np.zeros((len(numbers),) * 2), np.zeros((len(numbers),) * 2), 0.0
    for j, (a, b, centre, scale) in made.items():
        w, pair = float(prior[j]) / scale**2, (numbers.index(a), numbers.index(b))
        weight[pair] += w
        bend[pair] += w * centre
        constant += w * centre * centre
    upper = np.triu_indices(len(numbers), 1)
    usual = float(np.median(weight[upper])) if upper[0].size else 0.0
    if np.ptp(prior[numbers]) > 0.0 or not usual:
        return None
    uneven = np.zeros_like(weight)
    uneven[upper] = weight[upper] - usual
    features, root = _Features(len(X)), math.sqrt(0.5 * usual)
    features.factor = float(prior[numbers[0]]) / (0.5 * usual) * root
    for j in numbers:
        features.add(0, 0.5 * usual / root, j)
    for j in np.setdiff1d(np.flatnonzero(plain), numbers).tolist():
        features.add(1, float(prior[j]), j)
    for j, w in zip(numbers, (np.diagonal(weight) - 0.5 * usual).tolist(), strict=True):
        features.add(2, w, j, j)
    own = np.ascontiguousarray(X[:, numbers])
    size = float(np.median(np.square(X[:: len(X) // LOOKED_AT + 1]) @ prior))
    for p, q in _too_uneven(np.abs(uneven), own, size):
        features.add(2, float(uneven[p, q]), numbers[p], numbers[q])
        uneven[p, q] = 0.0
    rest = 0.5 * constant - np.einsum("kp,kp->k", own @ bend, own)
    at = features.more(np.column_stack([np.ones(len(X)), rest]))
    features.add(2, 1.0, at, source=1)
    features.add(2, 1.0, at - 1, source=-1)
    for j in np.setdiff1d(np.flatnonzero(~plain), list(made)).tolist():
        features.add(2, float(prior[j]), j)
    features.off = _left_out(np.abs(uneven), own)
    return features


def _left_out(uneven: Array, own: Array) -> Array:
    """Bound sum_{a<b} |E_ab x_a x_b k_a k_b| for each row x of `own` (M, p) over all rows k; uneven (p, p) is |E|."""
    size, most = np.abs(own), np.abs(own).max(axis=0)
    return cast("Array", np.einsum("kp,kp->k", size @ (uneven * most[:, None] * most), size))


def _too_uneven(uneven: Array, own: Array, size: float) -> list[list[int]]:
    """Return the pairs to be kept: the others add up to at most `_TOLERATED` of `size` for half of the rows."""
    some, most = own[:: len(own) // LOOKED_AT + 1], np.abs(own).max(axis=0)
    pairs = np.argwhere(uneven)
    parts = uneven[tuple(pairs.T)] * np.prod(np.abs(some[:, pairs]) * most[pairs], axis=2)
    order = np.argsort(-parts.sum(axis=0))
    left = np.median(parts[:, order[::-1]].cumsum(axis=1), axis=0)[::-1]
    return cast("list[list[int]]", pairs[order[left > _TOLERATED * size]].tolist())


class SharedProducts:
    """What `kgdesk.kernels.bounded_sweep.shared_scan.scan_shared` needs of a pool under beliefs about its columns.

    Parameters
    ----------
    X
        (M, d) pool.
    beliefs
        (mu, s2, covariance, prior, columns) of each: (M,), (M,), (c, c), the (c,) prior variances or None, and the
        (c,) columns of X, ascending.
    learnt
        What `sharing` returns with them; None where they share no products.
    order
        (M,) the order in which candidates are scanned.

    Attributes
    ----------
    arrays
        The parameter `features` of `scan_shared`.
    price
        Multiplications for a pair.
    products
        `ProductColumns`, or None where the beliefs share none.
    far, off, rounded
        (C, M) twice, and the number of successive roundings of t; see `bounds_of` of `batch_scan`.
    """

    def __init__(self, X: Array, beliefs: Sequence[Belief], learnt: list[Learnt] | None, order: Any) -> None:
        features, sign, mixing = _Features(len(X)), 1.0, np.zeros(len(beliefs))
        if learnt is not None and (ratios := _ratios(beliefs, X.shape[1])) is not None:
            widest, plain, mixing = ratios
            features, sign = _shared_features(X, widest, plain), -1.0
        self.off = np.outer(mixing, features.off)
        far = _extremes(beliefs[0][0], beliefs[0][1], X)[2]
        self.products = ProductColumns(X, features.products, far) if features.products else None
        for c, (_, _, S, _, columns) in enumerate(beliefs):
            L, rest, scale = learnt[c] if learnt is not None else _learnt(S, None)
            values = (X if columns.size == X.shape[1] else X[:, columns]) @ L
            at = features.more(values)
            features.counts.append(0)
            for k in range(L.shape[1]):
                features.add(3 + c, sign, at - k)
            self.off[c] += rest * float(scale @ np.square(far[columns]))
        self._lay_out(X, features, mixing, beliefs, order)

    def _lay_out(self, X: Array, features: _Features, mixing: Array, beliefs: Any, order: Any) -> None:
        """Fill `arrays`, in float32 and in blocks of the order, and `far`."""
        counts, C, M = np.array(features.counts), len(beliefs), len(X)
        extra = np.ascontiguousarray(np.concatenate(features.extra, axis=1))
        first, second, source = map(np.array, (features.first, features.second, features.source))
        weights, place = np.array(features.weights), np.empty(M, np.int64)
        place[order] = np.arange(M)
        flat, most = _laid_out(X, extra, first, second, order)
        B = (M + BLOCK - 1) // BLOCK
        means, scale = np.full((C, B * BLOCK), _NEVER, np.float32), np.empty((C, B * BLOCK), np.float32)
        for c, (mu, s2, *_) in enumerate(beliefs):
            means[c, :M], scale[c, :M] = mu[order], 1.0 + EIGHTH_PI * s2[order]
            scale[c, M:] = scale[c, M - 1]
        lanes = scale.reshape(C, B, -1, LANES)
        sums = _absolute_sums(flat, np.abs(weights) * most.max(axis=0), source, counts, order)
        sums[1] += abs(features.factor) * sums[0]
        sums[2] += sums[0] * sums[0]
        self.far = sums[1] + np.outer(mixing, sums[2]) + sums[3:]
        self.off += SAME * self.far
        self.rounded = float(weights.size + counts[0]) + _STEPS
        self.price = float(weights.size) + _SCORED * C
        self.arrays = (
            flat, weights.astype(np.float32), source, place, means.reshape(-1), scale.reshape(-1),
            np.stack([lanes.min(axis=2), lanes.max(axis=2)], axis=2).reshape(-1), counts, features.factor, mixing,
        )  # fmt: skip


def sharing(X: Array, beliefs: Sequence[Belief]) -> list[tuple[list[int], list[Learnt] | None]]:
    """Return which beliefs are scanned together: (their indices, what `SharedProducts` needs of them) of each group.

    Each is scanned alone, by a root of its covariance, where that takes fewer features. A belief about few columns is
    scanned alone where it saves little, since candidates that are scanned together are scanned in one order.
    """
    ratios = _ratios(beliefs, X.shape[1]) if len(beliefs) > 1 else None
    if ratios is None:
        return [([c], None) for c in range(len(beliefs))]
    learnt, sizes = [_learnt(S, prior) for _, _, S, prior, _ in beliefs], [each[4].size for each in beliefs]
    ranks = [L.shape[1] for L, _, _ in learnt]
    together = [c for c, size in enumerate(sizes) if size == X.shape[1] or 2 * ranks[c] < size]
    some = np.ascontiguousarray(X[:: max(1, len(X) // LOOKED_AT)])
    shared = sum(_shared_features(some, *ratios[:2]).counts) + sum(ranks[c] for c in together)
    if shared >= _PAYS * sum(sizes[c] for c in together):
        together = []
    alone: list[tuple[list[int], list[Learnt] | None]]
    alone = [([c], None) for c in range(len(beliefs)) if c not in together]
    return [(together, [learnt[c] for c in together]), *alone] if together else alone
