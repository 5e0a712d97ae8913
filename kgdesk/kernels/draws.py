"""Scores w.x of the pool under draws w of the weights: all scores, the leading row, or the largest score."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.linear_algebra import row_times
from kgdesk.kernels.simd import WIDTH, load, maximum, njit_internal, reduce_max, splat, splat_at, store

#: Rows that are scored together: four vectors of lanes, so that no addition waits for the one before it.
_TOGETHER = 4 * WIDTH


@njit_internal
def _draw_weights(mean, root, z, w):
    """Fill w (d,) with a draw of the weights, mean + root z; root (d, d) is a lower triangle."""
    for i in range(mean.size):
        total = 0.0
        for j in range(i + 1):
            total += root[i, j] * z[j]
        w[i] = mean[i] + total


@njit_internal
def _scores_of_draw(w, columns, scores):
    """Fill scores (_TOGETHER,) with w.x of the rows in columns (d _TOGETHER,), column by column; return the largest.

    Products are added in the order of the columns and not fused, which gives the bits of `drawn_scores`.
    """
    a = b = c = e = splat(0.0)
    for j in range(w.size):
        factor, at = splat_at(w, j), _TOGETHER * j
        a = a + factor * load(columns, at)
        b = b + factor * load(columns, at + WIDTH)
        c = c + factor * load(columns, at + 2 * WIDTH)
        e = e + factor * load(columns, at + 3 * WIDTH)
    store(scores, 0, a)
    store(scores, WIDTH, b)
    store(scores, 2 * WIDTH, c)
    store(scores, 3 * WIDTH, e)
    return reduce_max(maximum(maximum(a, b), maximum(c, e)))


@njit(cache=True, nogil=True, error_model="numpy")
def drawn_scores(mean, root, z, X):
    """Compute the scores w.x (M,) for the weights w = mean + root z. O(d^2 + M d).

    w is a posterior draw when z (d,) is standard normal.
    """
    w, out = np.empty(mean.size), np.empty(X.shape[0])
    _draw_weights(mean, root, z, w)
    row_times(w, X.T.copy(), out)
    return out


# Draws per parallel task: the rows that are scored together are transposed once for all of them.
_DRAWS = 64


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def drawn_leaders(mean, root, Z, X):
    """Compute the index (K,) of the best row under each draw Z (K, d): the arg max of `drawn_scores`. O(K (d^2 + M d)).

    The smallest index among ties.
    """
    K, (M, d) = Z.shape[0], X.shape
    out = np.zeros(K, np.int64)
    for task in prange((K + _DRAWS - 1) // _DRAWS):
        first, count = task * _DRAWS, min(_DRAWS, K - task * _DRAWS)
        W, top = np.empty((_DRAWS, d)), np.full(_DRAWS, -math.inf)
        columns, scores = np.empty(d * _TOGETHER), np.empty(_TOGETHER)
        for n in range(count):
            _draw_weights(mean, root, Z[first + n], W[n])
        for begin in range(0, M, _TOGETHER):
            for k in range(_TOGETHER):
                for j in range(d):
                    columns[_TOGETHER * j + k] = X[min(begin + k, M - 1), j]
            for n in range(count):
                # A strict comparison keeps the first of ties; a group of rows without a new maximum is not looked at.
                if _scores_of_draw(W[n], columns, scores) > top[n]:
                    for k in range(min(_TOGETHER, M - begin)):
                        if scores[k] > top[n]:
                            top[n], out[first + n] = scores[k], begin + k
    return out


# Rows per tile: its columns stay in the L1 cache while all draws are scored.
_TILE = 128


@njit_internal
def _transpose_tile(X, begin, columns):
    """Transpose the rows of X (M, d) from `begin` on into columns (d, _TILE), padded with the last row."""
    for k in range(_TILE):
        row = min(begin + k, X.shape[0] - 1)
        for j in range(X.shape[1]):
            columns[j, k] = X[row, j]


@njit_internal
def _score_tile(w, columns, out):
    """Fill out (_TILE,) with the scores w.x of one tile, products added in the order of the columns."""
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
    """Compute the largest w.x over the pool (K,) for each draw w of the weights.

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
        _transpose_tile(X, begin, columns)
        for draw in range(K):
            _score_tile(W[draw], columns, scores)
            top = out[draw]
            for k in range(_TILE):
                top = max(top, scores[k])
            out[draw] = top
    return out
