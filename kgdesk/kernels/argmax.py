"""Arg max over the pool: under the present belief, after one hypothetical outcome, and for draws of the weights.

Ties of the kappa score are broken by the exact integral (METHOD, "The knowledge gradient"), then by the smaller index,
so that rounding cannot change the answer.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.pool_blocks import (
    BLOCK,
    EIGHTH_PI,
    near_enough,
    scores_correlated,
    scores_independent,
    single_errors,
)
from kgdesk.kernels.simd import (
    broadcast,
    greater_equal_mask,
    load,
    maximum,
    njit_internal,
    njit_no_refcount,
    reduce_max,
    width,
)

# Kappa scores within this share of the largest are ties, broken by the exact integral.
_TIE = 1e-9

# Squared scores within this share of the largest may belong to a tie: twice _TIE, and a margin for rounding.
_NEAR = 4e-9


@njit_no_refcount
def best_now(mu, s2, exact):
    """Return the index of the recommended candidate: arg max of the kappa score.

    If `exact`, ties within 1e-9 are broken by the exact integral.
    """
    best, top = 0, -math.inf
    for k in range(mu.size):
        score = mu[k] * abs(mu[k]) / (1.0 + EIGHTH_PI * s2[k])
        if score > top:
            best, top = k, score
    if not exact:
        return best
    near = top - _NEAR * abs(top)
    peak = kappa_score(mu[best], s2[best])
    floor = peak - _TIE * abs(peak)
    value = exact_probability(mu[best], s2[best])
    first = best
    for k in range(mu.size):
        close = k != first and mu[k] * abs(mu[k]) / (1.0 + EIGHTH_PI * s2[k]) >= near
        if close and kappa_score(mu[k], s2[k]) >= floor:
            p = exact_probability(mu[k], s2[k])
            if p > value or (p == value and k < best):
                best, value = k, p
    return best


@njit_internal
def least_of(found, at, blocks, steps, most, spread, cancels):
    """Return the threshold, in every lane, that a block's lane must reach for the block to hold the maximiser.

    Parameters
    ----------
    found, at
        The largest float32 scores of the lanes of each block, from index `at` on.
    steps, most, spread, cancels
        See `kgdesk.kernels.pool_blocks.single_errors`.
    """
    top = load(found, at)
    for block in range(1, blocks):
        top = maximum(top, load(found, at + width(found) * block))
    off, share = single_errors(steps, most, spread, cancels)
    return broadcast(found, near_enough(reduce_max(top), off, share))


@njit_internal
def _after(mu, s2, X, k, row, g, f):
    """Return mean and variance of w.x_k after one outcome; row is S x of the measured candidate."""
    t = 0.0
    for j in range(row.size):
        t += row[j] * X[k, j]
    return mu[k] + g * t, max(s2[k] - f * t * t, 0.0)


@njit_internal
def _after_diagonal(mu, X, k, row, spreads, g):
    t = v = 0.0
    for j in range(row.size):
        t += row[j] * X[k, j]
        v += spreads[j] * X[k, j] * X[k, j]
    return mu[k] + g * t, v / EIGHTH_PI


@njit_internal
def pick_correlated(blocked, mu, s2, X, row, g, f, exact, found, at, least, scores):
    """Return (index, mean, variance) of the best candidate after one outcome, from the blocks that reach `least`.

    Parameters
    ----------
    blocked
        The float64 arrays of `kgdesk.kernels.pool_blocks.in_blocks`.
    mu, s2
        (M,) mean and variance of w.x before the outcome.
    X
        (M, d) pool.
    row
        (d,) S x of the measured candidate.
    g, f
        Mean step and variance shrink of the outcome.
    exact
        Whether ties are broken by the exact integral.
    found, at, least
        Largest scores of each block's lanes, index of the first one, and the threshold of `least_of`.
    scores
        (BLOCK,) buffer.
    """
    flat, mean, scale = blocked
    M, d = X.shape
    blocks = mean.size // BLOCK
    best, score, second = 0, -math.inf, -math.inf
    for block in range(blocks):
        if greater_equal_mask(load(found, at + width(found) * block), least):
            scores_correlated(flat, mean, scale, block, d, row, g, -EIGHTH_PI * f, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] > score:
                    best, score, second = block * BLOCK + k, scores[k], score
                else:
                    second = max(second, scores[k])
    u, v = _after(mu, s2, X, best, row, g, f)
    near = score - _NEAR * abs(score)
    if not exact or second < near:
        return best, u, v
    peak, value, first = kappa_score(u, v), exact_probability(u, v), best
    same = u, v, value
    for block in range(blocks):
        if greater_equal_mask(load(found, at + width(found) * block), least):
            scores_correlated(flat, mean, scale, block, d, row, g, -EIGHTH_PI * f, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] >= near and block * BLOCK + k != first:
                    w, z = _after(mu, s2, X, block * BLOCK + k, row, g, f)
                    if kappa_score(w, z) >= peak - _TIE * abs(peak):
                        # Candidates with equal attributes are common; reuse the integral.
                        p = same[2] if w == same[0] and z == same[1] else exact_probability(w, z)
                        if p > value or (p == value and block * BLOCK + k < best):
                            best, value, u, v = block * BLOCK + k, p, w, z
    return best, u, v


@njit_internal
def pick_independent(blocked, mu, X, row, spreads, g, found, at, least, scores):
    """Return (index, probability) of the best candidate after one outcome, for the diagonal belief.

    `row` is x/q and `spreads` is pi/8/(q + c x^2), (d,) each; the others as in `pick_correlated`.
    """
    flat, mean, _ = blocked
    M, d = X.shape
    blocks = mean.size // BLOCK
    best, score = 0, -math.inf
    for block in range(blocks):
        if greater_equal_mask(load(found, at + width(found) * block), least):
            scores_independent(flat, mean, block, d, row, spreads, g, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] > score:
                    best, score = block * BLOCK + k, scores[k]
    u, v = _after_diagonal(mu, X, best, row, spreads, g)
    return best, sigmoid(kappa_score(u, v))


# Rows per tile: its columns stay in the L1 cache while all draws are scored.
_TILE = 128


@njit(cache=True, nogil=True, error_model="numpy")
def _turned(X, begin, columns):
    """Transpose the rows of X (M, d) from `begin` on into columns (d, _TILE), padded with the last row."""
    for k in range(_TILE):
        row = min(begin + k, X.shape[0] - 1)
        for j in range(X.shape[1]):
            columns[j, k] = X[row, j]


@njit(cache=True, nogil=True, error_model="numpy")
def _scores(w, columns, out):
    """Compute w.x of one tile: out (_TILE,) = sum_j w_j columns_jk, summed in the order of the columns."""
    d = w.size
    for k in range(_TILE):
        out[k] = w[0] * columns[0, k]
    for j in range(1, d - 3, 4):  # four at a time: one load and one store of the sum for four products
        a, b, c, e = w[j], w[j + 1], w[j + 2], w[j + 3]
        for k in range(_TILE):
            total = out[k] + a * columns[j, k]
            total += b * columns[j + 1, k]
            total += c * columns[j + 2, k]
            out[k] = total + e * columns[j + 3, k]
    for j in range(1 + 4 * ((d - 1) // 4), d):
        a = w[j]
        for k in range(_TILE):
            out[k] += a * columns[j, k]


@njit(cache=True, nogil=True, error_model="numpy")
def drawn_maxima(W, X):
    """Compute max over the pool of w.x (K,) for each draw of the weights.

    O(K M d) time; K + 128 (d + 1) numbers of memory, independent of M.

    Parameters
    ----------
    W
        (K, d) draws, d >= 1.
    X
        (M, d) pool, M >= 1.
    """
    K, d = W.shape
    out = np.full(K, -np.inf)
    columns, scores = np.empty((d, _TILE)), np.empty(_TILE)
    for begin in range(0, X.shape[0], _TILE):
        _turned(X, begin, columns)
        for draw in range(K):
            _scores(W[draw], columns, scores)
            top = out[draw]
            for k in range(_TILE):
                top = max(top, scores[k])
            out[draw] = top
    return out
