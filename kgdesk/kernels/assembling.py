"""The belief that a prior and the sites of outcomes make together, from scratch."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.bare import bare


@bare
def cholesky(A):
    """Replace the lower triangle of A (d, d) by its Cholesky factor; return False where A is not definite."""
    d = A.shape[0]
    for j in range(d):
        for i in range(j, d):
            total = A[i, j]
            for k in range(j):
                total -= A[i, k] * A[j, k]
            if i == j:
                if not total > 0.0:
                    return False
                A[j, j] = math.sqrt(total)
            else:
                A[i, j] = total / A[j, j]
    return True


@bare
def _add_up(mean0, C, X, tau, nu, v, A, b):
    """Add sum tau_i v v' to the lower triangle of A (d, d), sum (nu_i - tau_i mu0_i) v to b (d,); v = C'x_i."""
    d = mean0.size
    for i in range(X.shape[0]):
        mu0 = 0.0
        v[:] = 0.0
        for k in range(d):
            mu0 += mean0[k] * X[i, k]
            for j in range(k + 1):
                v[j] += C[k, j] * X[i, k]
        pull = nu[i] - tau[i] * mu0
        for j in range(d):
            b[j] += pull * v[j]
            scaled = tau[i] * v[j]
            for k in range(j + 1):
                A[j, k] += scaled * v[k]


@njit(cache=True, nogil=True, error_model="numpy")
def assemble(mean0, S0, X, tau, nu, mean, S):
    """Fill mean and S with the belief that prior and sites make together, from scratch.

    With S0 = C C', S = C (I + sum tau_i (C'x_i)(C'x_i)')^-1 C': whatever the scales of the columns, the matrix to
    be factored has a smallest eigenvalue of at least 1.
    """
    d = mean0.size
    C = S0.copy()
    if not cholesky(C):
        return False
    A, b, z = np.zeros((d, d)), np.zeros(d), np.empty(d)
    _add_up(mean0, C, X, tau, nu, z, A, b)
    for j in range(d):
        A[j, j] += 1.0
    if not cholesky(A):
        return False
    W = np.zeros((d, d))  # L^-1 C', where A = L L': S = W'W loses half the digits that an inverse of A would
    for i in range(d):
        total = b[i]
        for k in range(i):
            total -= A[i, k] * z[k]
        z[i] = total / A[i, i]
        for j in range(d):
            total = C[j, i] if j >= i else 0.0
            for k in range(i):
                total -= A[i, k] * W[k, j]
            W[i, j] = total / A[i, i]
    for i in range(d):
        for j in range(i + 1):
            total = 0.0
            for k in range(d):
                total += W[k, i] * W[k, j]
            S[i, j] = total
            S[j, i] = total
    for i in range(d):
        total = mean0[i]
        for k in range(d):
            total += W[k, i] * z[k]
        mean[i] = total
    return True


@bare
def distance(m, before, S):
    """Return by how much of its deviation a mean (d,) moved at most."""
    moved = 0.0
    for j in range(m.size):
        if S[j, j] > 0.0:
            moved = max(moved, abs(m[j] - before[j]) / math.sqrt(S[j, j]))
    return moved


@bare
def copy(given, taken):
    """Copy an array (d,) into another: an assignment of slices brings the making of its message along, to compile."""
    for j in range(given.size):
        taken[j] = given[j]
