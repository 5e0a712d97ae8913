"""Mean and variance of w.x under normal beliefs: of one row, of a pool, and under each member of a mixture."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.parallel import serial_below
from kgdesk.kernels.simd import WIDTH, load, njit_internal, splat, splat_at, store


@njit_internal
def full_moments_one(mean, covariance, x, Sx):
    """Compute mean and variance of w.x under N(m, S): return (m.x, x'Sx), clipped at 0, and fill Sx = S x (d,)."""
    d = mean.size
    Sx[:] = 0.0
    for i in range(d):  # along rows of the symmetric matrix, so that LLVM vectorises the inner loop
        factor = x[i]
        for j in range(d):
            Sx[j] += covariance[i, j] * factor
    mu = 0.0
    s2 = 0.0
    for j in range(d):
        s2 += Sx[j] * x[j]
        mu += mean[j] * x[j]
    return mu, max(s2, 0.0)


@njit_internal
def _eight_moments(mean, covariance, X, first, x, both, mu, s2):
    """Fill mu and s2 (M,) for eight rows of X (M, d) from `first` on, with the bits of `full_moments_one`.

    Products are added in the same order and not fused. `covariance` is flat; x (8 d,) and both (16,) are buffers.
    """
    M, d = X.shape
    for n in range(WIDTH):
        row = min(first + n, M - 1)
        for j in range(d):
            x[WIDTH * j + n] = X[row, j]
    total = spread = splat(0.0)
    for j in range(d):
        t = splat(0.0)
        for i in range(d):
            t = t + splat_at(covariance, i * d + j) * load(x, WIDTH * i)
        spread = spread + t * load(x, WIDTH * j)
        total = total + splat_at(mean, j) * load(x, WIDTH * j)
    store(both, 0, total)
    store(both, WIDTH, spread)
    for n in range(min(WIDTH, M - first)):
        mu[first + n], s2[first + n] = both[n], max(both[WIDTH + n], 0.0)


@njit_internal
def moments_of_some(mean, covariance, X, begin, end, x, both, mu, s2):
    """Fill mu and s2 (M,) for the rows begin..end-1 of X (M, d), eight at a time; arguments as in `_eight_moments`."""
    for first in range(begin, end, WIDTH):
        _eight_moments(mean, covariance, X, first, x, both, mu, s2)


@njit(cache=True, nogil=True, error_model="numpy")
def moments_of_members(means, covariances, sizes, X, begins, M):
    """Compute mean and variance (C, M) of w.x for M rows under each of C members, in one thread.

    Parameters
    ----------
    means, covariances, sizes
        Means (d,) and covariances (d, d) of all members, flat, and the number of columns d of each, (C,) int64.
    X, begins
        Rows (M, d) of all members, flat, and the index at which those of each member begin, (C,) int64; members with
        the same columns may share them.

    Returns
    -------
    (mu, s2, far, wide)
        (C, M) each; the largest |mu| and the largest s2, infinite where one is not a number.
    """
    C, far, wide = sizes.size, 0.0, 0.0
    mu, s2, of, flat = np.empty((C, M)), np.empty((C, M)), 0, 0
    for c in range(C):
        d = sizes[c]
        rows = X[begins[c] : begins[c] + M * d].reshape(M, d)
        x, both = np.empty(WIDTH * d), np.empty(2 * WIDTH)
        moments_of_some(
            means[of : of + d], covariances[flat : flat + d * d], rows, 0, M, x, both, mu[c], s2[c]
        )
        for k in range(M):  # x == x is False for NaN
            far = max(far, abs(mu[c, k])) if mu[c, k] == mu[c, k] else math.inf
            wide = max(wide, s2[c, k]) if s2[c, k] == s2[c, k] else math.inf
        of, flat = of + d, flat + d * d
    return mu, s2, far, wide


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def parallel_moments_diagonal(mean, precision, X):
    """Compute mean and variance (mu, s2), (M,) each, of w.x for every row of X (M, d) under a diagonal belief."""
    mu, s2 = np.empty(X.shape[0]), np.empty(X.shape[0])
    for i in prange(X.shape[0]):
        a = 0.0
        v = 0.0
        for j in range(X.shape[1]):
            a += mean[j] * X[i, j]
            v += X[i, j] * (X[i, j] / precision[j])  # divided first: squares may overflow
        mu[i] = a
        s2[i] = v
    return mu, s2


# Rows per parallel task.
_ROWS_PER_TASK = 128


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def parallel_moments_full(mean, covariance, X):
    """Compute mean and variance (mu, s2), (M,) each, of w.x for every row of X (M, d) under a full belief."""
    M, d = X.shape
    mu, s2, flat = np.empty(M), np.empty(M), covariance.ravel()
    for task in prange((M + _ROWS_PER_TASK - 1) // _ROWS_PER_TASK):
        x, both = np.empty(WIDTH * d), np.empty(2 * WIDTH)
        begin = task * _ROWS_PER_TASK
        moments_of_some(mean, flat, X, begin, min(begin + _ROWS_PER_TASK, M), x, both, mu, s2)
    return mu, s2


@njit(cache=True, nogil=True, error_model="numpy")
def _serial_diagonal(mean, precision, X):
    mu = np.empty(X.shape[0])
    s2 = np.empty(X.shape[0])
    for i in range(X.shape[0]):
        a = 0.0
        v = 0.0
        for j in range(X.shape[1]):
            a += mean[j] * X[i, j]
            v += X[i, j] * (X[i, j] / precision[j])
        mu[i] = a
        s2[i] = v
    return mu, s2


# `begins` of a single member.
_BEGINS_OF_ONE = np.array([0])


def _serial_full(mean, covariance, X):
    M, d = X.shape
    # The kernel of a mixture, with one member. A Python function: `ravel` would take as long to compile as that kernel.
    mu, s2, _, _ = moments_of_members(mean, covariance.ravel(), np.array([d]), X.ravel(), _BEGINS_OF_ONE, M)
    return mu[0], s2[0]


#: Fewest rows for which threads are used, because they are faster. For a full belief the number is higher than that: at
#: 4,097 rows the serial version takes one or two tenths of a millisecond, and smaller studies need not compile another.
SERIAL_BELOW, FULL_SERIAL_BELOW = 129, 4_097

#: Mean and variance (mu, s2), (M,) each, of w.x for every row of X (M, d): under a diagonal belief
#: (mean, precision, X), and under a full one (mean, covariance, X).
pool_moments_diagonal = serial_below(SERIAL_BELOW, _serial_diagonal, parallel_moments_diagonal)
pool_moments_full = serial_below(FULL_SERIAL_BELOW, _serial_full, parallel_moments_full)
