"""The best candidate of the pool now, in one future, and under each of many draws of the weights."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.jit import njit_internal, njit_no_refcount
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.pool_blocks import (
    BLOCK,
    EIGHTH_PI,
    near_enough,
    scores_correlated,
    scores_independent,
    single_errors,
)
from kgdesk.kernels.simd import broadcast, greater_equal_mask, load, maximum, reduce_max, width

# Scores closer than this share of the largest are told apart by the exact integral.
_TIE = 1e-9

# A squared score within this share of the largest may belong to such a score.
_NEAR = 4e-9


@njit_no_refcount
def best_now(mu, s2, exact):
    """Return the best of the pool: the largest kappa score, near ties by the exact integral where `exact`."""
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
    """Return what a lane of a block must reach for the block to hold the best: a value as `found` has them.

    Parameters
    ----------
    found, at
        The largest scores of the lanes of each block, in singles, from `at` on.
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
    """Return mean and variance of candidate k after one outcome."""
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
    """Return (index, mean, variance) of the best candidate in one future, in the blocks that reach `least`."""
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
                        # Candidates with equal attributes are common, and integrals are dear.
                        p = same[2] if w == same[0] and z == same[1] else exact_probability(w, z)
                        if p > value or (p == value and block * BLOCK + k < best):
                            best, value, u, v = block * BLOCK + k, p, w, z
    return best, u, v


@njit_internal
def pick_independent(blocked, mu, X, row, spreads, g, found, at, least, scores):
    """Do for the diagonal belief what `pick_correlated` does for the others."""
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


# Rows whose columns lie in the processor's first cache while all draws pass over them.
_TILE = 128


@njit(cache=True, nogil=True, error_model="numpy")
def _turned(X, begin, columns):
    """Fill columns (d, _TILE) with the rows of X (M, d) from `begin` on; beyond the end the last row is repeated."""
    for k in range(_TILE):
        row = min(begin + k, X.shape[0] - 1)
        for j in range(X.shape[1]):
            columns[j, k] = X[row, j]


@njit(cache=True, nogil=True, error_model="numpy")
def _scores(w, columns, out):
    """Fill out (_TILE,) with sum_j w_j columns_jk, added in the order of the columns."""
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
    """Return the largest w.x (K,) over the rows of a pool, for each of the draws of the weights.

    O(K M d) time; beside its arguments it keeps K + 128 (d + 1) numbers, whatever M.

    Parameters
    ----------
    W
        (K, d) draws; d is at least 1.
    X
        (M, d) pool; M is at least 1.
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
