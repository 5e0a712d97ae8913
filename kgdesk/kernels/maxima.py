"""The largest log-odds of a pool under each of many draws of the weights.

No BLAS: its sums differ between machines. One thread: what is worked out behind the next experiment leaves the other
cores to the window, and 4,096 draws over 100,000 rows of 28 columns take about a second.
"""

from __future__ import annotations

import numpy as np
from numba import njit

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
