"""Principal axes of a symmetric matrix, without LAPACK."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_MOST_ROUNDS = 30


@njit(cache=True, nogil=True)
def principal_axes(A):
    """Return the orthogonal Q (d, d) whose columns are eigenvectors of symmetric A, by Jacobi rotations.

    Columns are in no particular order. O(d^3) a round, a handful of rounds.
    """
    d = A.shape[0]
    A = A.copy()
    Q = np.eye(d)
    for _ in range(_MOST_ROUNDS):
        off = size = 0.0
        for i in range(d):
            for j in range(d):
                size += A[i, j] * A[i, j]
                if i != j:
                    off += A[i, j] * A[i, j]
        if not off > 1e-18 * size:
            break
        for p in range(d):
            for q in range(p + 1, d):
                if A[p, q] == 0.0:
                    continue
                theta = (A[q, q] - A[p, p]) / (2.0 * A[p, q])
                t = (1.0 if theta >= 0.0 else -1.0) / (abs(theta) + math.sqrt(theta * theta + 1.0))
                c = 1.0 / math.sqrt(t * t + 1.0)
                s = t * c
                for k in range(d):
                    a, b = A[p, k], A[q, k]
                    A[p, k], A[q, k] = c * a - s * b, s * a + c * b
                for k in range(d):
                    a, b = A[k, p], A[k, q]
                    A[k, p], A[k, q] = c * a - s * b, s * a + c * b
                    a, b = Q[k, p], Q[k, q]
                    Q[k, p], Q[k, q] = c * a - s * b, s * a + c * b
    return Q
