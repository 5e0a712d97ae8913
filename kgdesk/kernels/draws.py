"""Scores w.x of the pool under draws w of the weights: all scores, the leading row, or the largest score.

Where candidates have deviations of their own (METHOD, "Members of the average"), those that are no weights are drawn
here: a standard normal number for each draw and row, from a hash of the key of the draw and the index of the row, so
that they need no memory and are equal wherever they are asked for.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numba import njit, prange

from kgdesk.kernels.linear_algebra import row_times
from kgdesk.kernels.simd import WIDTH, load, maximum, njit_internal, reduce_max, splat, splat_at, store

#: Rows that are scored together: four vectors of lanes, so that no addition waits for the one before it.
_ROWS_TOGETHER = 4 * WIDTH


# Medians of equally probable parts of the standard normal distribution, scaled to a variance of 1; the hash takes one.
_PARTS = 4096
_NORMAL_NUMBERS = np.array([NormalDist().inv_cdf((part + 0.5) / _PARTS) for part in range(_PARTS)])
_NORMAL_NUMBERS /= _NORMAL_NUMBERS.std()
# Constants of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), whose output passes the usual tests of randomness.
_MIX_STEP, _MIX_FIRST, _MIX_SECOND = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
_BY_30, _BY_27, _BY_31, _BY_52 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(52)


@njit_internal
def own_deviate(key, row):
    """Return the standard normal number of a draw with this key (uint64) at a row."""
    z = key + np.uint64(row + 1) * _MIX_STEP
    z = (z ^ (z >> _BY_30)) * _MIX_FIRST
    z = (z ^ (z >> _BY_27)) * _MIX_SECOND
    return _NORMAL_NUMBERS[(z ^ (z >> _BY_31)) >> _BY_52]


@njit(cache=True, nogil=True, error_model="numpy")
def own_deviates(keys, rows):
    """Return the standard normal numbers (K, n) of draws with keys (K,) uint64 at n rows, by their indices."""
    out = np.empty((keys.size, rows.size))
    for i in range(keys.size):
        for k in range(rows.size):
            out[i, k] = own_deviate(keys[i], rows[k])
    return out


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
    """Fill scores (_ROWS_TOGETHER,) with w.x of some rows and return the largest.

    `columns` (d _ROWS_TOGETHER,) has the rows, column by column. Products are added in the order of the columns and not
    fused, which gives the bits of `drawn_scores`.
    """
    a = b = c = e = splat(0.0)
    for j in range(w.size):
        factor, at = splat_at(w, j), _ROWS_TOGETHER * j
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
_DRAWS_PER_TASK = 64


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def drawn_leaders(mean, root, Z, X, spread, keys, rows):
    """Compute the index (K,) of the best row under each draw Z (K, d): the arg max of `drawn_scores`. O(K (d^2 + M d)).

    The smallest index among ties.

    Parameters
    ----------
    mean, root, Z, X
        As in `drawn_scores`; (K, d) draws.
    spread
        (M,) standard deviation of each row's own deviation, which is added to w.x; (0,): no row has one.
    keys, rows
        Keys (K,) uint64 of the draws and indices (M,) int64 of the rows, for `own_deviate`.
    """
    K, (M, d) = Z.shape[0], X.shape
    out = np.zeros(K, np.int64)
    for task in prange((K + _DRAWS_PER_TASK - 1) // _DRAWS_PER_TASK):
        first, count = task * _DRAWS_PER_TASK, min(_DRAWS_PER_TASK, K - task * _DRAWS_PER_TASK)
        W, top = np.empty((_DRAWS_PER_TASK, d)), np.full(_DRAWS_PER_TASK, -math.inf)
        columns, scores = np.empty(d * _ROWS_TOGETHER), np.empty(_ROWS_TOGETHER)
        for n in range(count):
            _draw_weights(mean, root, Z[first + n], W[n])
        for begin in range(0, M, _ROWS_TOGETHER):
            for k in range(_ROWS_TOGETHER):
                for j in range(d):
                    columns[_ROWS_TOGETHER * j + k] = X[min(begin + k, M - 1), j]
            for n in range(count):
                largest = _scores_of_draw(W[n], columns, scores)
                if spread.size:
                    largest = -math.inf
                    for k in range(min(_ROWS_TOGETHER, M - begin)):
                        scores[k] += spread[begin + k] * own_deviate(keys[first + n], rows[begin + k])
                        largest = max(largest, scores[k])
                # A strict comparison keeps the first of ties; a group of rows without a new maximum is not looked at.
                if largest > top[n]:
                    for k in range(min(_ROWS_TOGETHER, M - begin)):
                        if scores[k] > top[n]:
                            top[n], out[first + n] = scores[k], begin + k
    return out


# Rows per tile: its columns stay in the L1 cache while all draws are scored.
_ROWS_PER_TILE = 128


@njit_internal
def _transpose_tile(X, begin, columns):
    """Transpose the rows of X (M, d) from `begin` on into columns (d, _ROWS_PER_TILE), padded with the last row."""
    for k in range(_ROWS_PER_TILE):
        row = min(begin + k, X.shape[0] - 1)
        for j in range(X.shape[1]):
            columns[j, k] = X[row, j]


@njit_internal
def _score_tile(w, columns, out):
    """Fill out (_ROWS_PER_TILE,) with the scores w.x of one tile, products added in the order of the columns."""
    d = w.size
    for k in range(_ROWS_PER_TILE):
        out[k] = w[0] * columns[0, k]
    for j in range(1, d - 3, 4):  # four at a time: one load and one store of the sum for four products
        a, b, c, e = w[j], w[j + 1], w[j + 2], w[j + 3]
        for k in range(_ROWS_PER_TILE):
            total = out[k] + a * columns[j, k]
            total += b * columns[j + 1, k]
            total += c * columns[j + 2, k]
            out[k] = total + e * columns[j + 3, k]
    for j in range(1 + 4 * ((d - 1) // 4), d):
        a = w[j]
        for k in range(_ROWS_PER_TILE):
            out[k] += a * columns[j, k]


@njit(cache=True, nogil=True, error_model="numpy")
def drawn_maxima(W, X, spread, keys, rows):
    """Compute the largest w.x over the pool (K,) for each draw w of the weights.

    O(K M d) time; K + 128 (d + 1) numbers of memory, independent of M.

    Parameters
    ----------
    W
        (K, d) draws, d >= 1.
    X
        (M, d) pool, M >= 1.
    spread, keys, rows
        As in `drawn_leaders`.
    """
    K, d = W.shape
    out = np.full(K, -np.inf)
    columns, scores = np.empty((d, _ROWS_PER_TILE)), np.empty(_ROWS_PER_TILE)
    for begin in range(0, X.shape[0], _ROWS_PER_TILE):
        _transpose_tile(X, begin, columns)
        for draw in range(K):
            _score_tile(W[draw], columns, scores)
            top = out[draw]
            if spread.size:
                for k in range(min(_ROWS_PER_TILE, X.shape[0] - begin)):
                    own = spread[begin + k] * own_deviate(keys[draw], rows[begin + k])
                    top = max(top, scores[k] + own)
            else:
                for k in range(_ROWS_PER_TILE):
                    top = max(top, scores[k])
            out[draw] = top
    return out
