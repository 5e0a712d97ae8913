"""Rank-one changes, products and Cholesky factors of small symmetric matrices."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.simd import njit_internal, njit_no_refcount


@njit_internal
def rank_one(covariance, Sx, f):
    """Subtract f Sx Sx' (rank one) from a symmetric matrix (d, d) in place.

    Each product f Sx_i Sx_j is rounded alike in both triangles, so that the matrix stays exactly symmetric.
    """
    d = Sx.size
    for i in range(d):
        scaled = f * Sx[i]
        for j in range(i + 1):
            covariance[i, j] -= scaled * Sx[j]
        for j in range(i + 1, d):
            covariance[i, j] -= f * Sx[j] * Sx[i]


@njit_internal
def row_times(row, XT, out):
    """Fill out (M,) with X row, products added in the order of the columns; XT is X transposed, (d, M)."""
    out[:] = 0.0
    # Columns outside: the inner loop runs along memory, and LLVM vectorises it.
    for j in range(row.size):
        factor = row[j]
        if factor != 0.0:  # skip columns without weight
            for k in range(out.size):
                out[k] += factor * XT[j, k]


@njit_internal
def subtract_products(A, i, B, j, begin, end, t0, t1, t2, t3):
    """Return the totals t_r of four rows less the sums of A[i + r, k] B[j, k] over begin <= k < end, in order of k.

    Four sums side by side, because each addition of a sum waits for the one before, and LLVM may not reorder them.
    """
    for k in range(begin, end):
        b = B[j, k]
        t0 -= A[i, k] * b
        t1 -= A[i + 1, k] * b
        t2 -= A[i + 2, k] * b
        t3 -= A[i + 3, k] * b
    return t0, t1, t2, t3


@njit_internal
def first_column(A, row, end):
    """Return the first column, at most `row`, that has a non-zero entry in the rows row..end-1 of a lower triangle."""
    for column in range(row):
        for i in range(row, end):
            if A[i, column] != 0.0:
                return column
    return row


@njit_no_refcount
def cholesky(A):
    """Replace the lower triangle of A (d, d) by its Cholesky factor; return False if A is not positive definite.

    Row by row, four at a time, by dot products of rows, which lie along memory. Zeros left of the first entry of a row
    stay 0 in the factor and are skipped.
    """
    d = A.shape[0]
    for i in range(0, d, 4):
        whole = i + 4 <= d
        first = first_column(A, i, min(i + 4, d))
        for j in range(first, i if whole else 0):
            t = subtract_products(A, i, A, j, first, j, A[i, j], A[i + 1, j], A[i + 2, j], A[i + 3, j])
            for r in range(4):
                A[i + r, j] = t[r] / A[j, j]
        for row in range(i, min(i + 4, d)):
            for j in range(i if whole else first, row + 1):
                total = A[row, j]
                for k in range(first, j):
                    total -= A[row, k] * A[j, k]
                if row == j and not total > 0.0:  # NaN too
                    return False
                A[row, j] = math.sqrt(total) if row == j else total / A[j, j]
    return True


# Pivots up to this share of their diagonal entry, times d, are rounding errors of 0.
_ZERO_PIVOT_SHARE = 1e-15


@njit(cache=True, nogil=True, error_model="numpy")
def covariance_root(covariance):
    """Compute the lower Cholesky factor L (d, d) of a positive semidefinite matrix; zero pivots give zero columns."""
    d = covariance.shape[0]
    L = np.zeros((d, d))
    for j in range(d):
        pivot = covariance[j, j]
        for k in range(j):
            pivot -= L[j, k] * L[j, k]
        if pivot > _ZERO_PIVOT_SHARE * d * covariance[j, j]:
            L[j, j] = math.sqrt(pivot)
            for i in range(j + 1, d):
                total = covariance[i, j]
                for k in range(j):
                    total -= L[i, k] * L[j, k]
                L[i, j] = total / L[j, j]
    return L


@njit_internal
def regress(root, mean, shared, variance, slope, offsets, at):
    """Regress a normal number on weights: add its slope on them to `slope`, and -slope.mean to offsets[at].

    Parameters
    ----------
    root, mean
        Covariance of the weights, root root' with `root` as in `covariance_root`, and their mean, (d,).
    shared, variance
        (d,) covariances of the number with the weights, which are overwritten, and its variance.
    slope, offsets, at
        (d,); an array and an index in it.

    Returns
    -------
    float
        The variance that is left given the weights, at least 0.
    """
    d, z = mean.size, shared
    # Weights without variance of their own, a column of zeros, have no slope.
    for i in range(d):
        if root[i, i] > 0.0:
            total = shared[i]
            for k in range(i):
                total -= root[i, k] * z[k]
            z[i] = total / root[i, i]
            variance -= z[i] * z[i]
        else:
            z[i] = 0.0
    for i in range(d - 1, -1, -1):
        if root[i, i] > 0.0:
            total = z[i]
            for k in range(i + 1, d):
                total -= root[k, i] * z[k]
            z[i] = total / root[i, i]
            slope[i] += z[i]
            offsets[at] -= z[i] * mean[i]
    return max(variance, 0.0)


@njit(cache=True, nogil=True, error_model="numpy")
def regressions(mean, covariance, shared, variances):
    """Regress R normal numbers on weights.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d) of the weights.
    shared, variances
        (R, d) covariances of the numbers with the weights, and their variances (R,).

    Returns
    -------
    (slopes, offsets, left)
        (R, d), (R,) and (R,): given the weights w, number r less its mean has the mean slope_r.w + offset_r and the
        variance left_r.
    """
    R = len(shared)
    root, slopes, offsets, left = (
        covariance_root(covariance),
        np.zeros(shared.shape),
        np.zeros(R),
        np.empty(R),
    )
    for r in range(R):
        left[r] = regress(root, mean, shared[r].copy(), variances[r], slopes[r], offsets, r)
    return slopes, offsets, left
