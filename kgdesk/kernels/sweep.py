"""The knowledge gradient of every candidate (Algorithm 2 of the paper, mended), for each belief.

All three sweeps return the same seven arrays; a faster version keeps this interface.

kg
    (M,) nu_x = Pr(+1|x) V(after success) + Pr(-1|x) V(after failure) - V(now); V is the largest predicted
    probability of success over the pool.
probability
    (M,) Pr(y = +1 | x) now.
best_now
    index of the candidate with the largest probability now.
success_index, success_value, failure_index, failure_value
    (M,) each: the best candidate after a success or failure at x, and its probability then.

Maximisers are found by the score kappa mu, compared as u|u|/(1 + pi var/8): no square root per pair. The loops over
the M futures of one measured candidate run along rows of the transposed pool, so that the compiler makes them wide;
the sums over columns keep their order, so any number of threads gives the same bits.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.update import (
    full_moments_one,
    laplace_step,
    moment_steps,
    pool_moments_diagonal,
    pool_moments_full,
)

_EIGHTH_PI = math.pi / 8.0
# Scores closer than this share of the largest are told apart by the exact integral.
_TIE = 1e-9
# A squared score within this share of the largest may belong to such a score.
_NEAR = 4e-9
# Measured candidates per parallel task; a task has one set of buffers.
_TASK = 16


@njit(cache=True, nogil=True)
def _score_all(mu, s2, scores):
    """Fill scores (M,) with u|u|/(1 + pi var/8), which rises with kappa u."""
    for k in range(mu.size):
        scores[k] = mu[k] * abs(mu[k]) / (1.0 + _EIGHTH_PI * s2[k])


@njit(cache=True, nogil=True)
def _first_largest(scores):
    best = 0
    for k in range(1, scores.size):
        if scores[k] > scores[best]:
            best = k
    return best


@njit(cache=True, nogil=True)
def _best_by_kappa(mu, s2, scores):
    """Return (index, s(kappa mu)) of the candidate with the largest kappa score."""
    _score_all(mu, s2, scores)
    best = _first_largest(scores)
    return best, sigmoid(kappa_score(mu[best], s2[best]))


@njit(cache=True, nogil=True)
def _best_by_exact(mu, s2, scores):
    """Return (index, exact probability) of the best: the largest kappa score, near ties by the exact integral."""
    _score_all(mu, s2, scores)
    first = _first_largest(scores)
    near = scores[first] - _NEAR * abs(scores[first])
    top = kappa_score(mu[first], s2[first])
    floor = top - _TIE * abs(top)
    best = first
    value = exact_probability(mu[first], s2[first])
    for k in range(mu.size):
        if scores[k] >= near and k != first and kappa_score(mu[k], s2[k]) >= floor:
            p = exact_probability(mu[k], s2[k])
            if p > value or (p == value and k < best):
                best, value = k, p
    return best, value


@njit(cache=True, nogil=True)
def _times(row, XT, out):
    """Fill out (M,) with sum_j row_j x_kj, added in the order of the columns; XT is (d, M)."""
    out[:] = 0.0
    for j in range(row.size):
        factor = row[j]
        for k in range(out.size):
            out[k] += factor * XT[j, k]


@njit(cache=True, nogil=True, parallel=True)
def sweep_diagonal(mean, precision, X):
    """Knowledge gradient under the diagonal belief.

    After (x, y): mean_k = mu_k + y p sum_j x_j x_kj/q_j and var_k = sum_j x_kj^2/(q_j + c x_j^2), with the
    curvature c at the measured x.

    Parameters
    ----------
    mean, precision
        (d,) each.
    X
        (M, d) pool, M >= 1.
    """
    M, d = X.shape
    mu, s2 = pool_moments_diagonal(mean, precision, X)
    XT = X.T.copy()
    squares = XT * XT
    kg, prob = np.empty(M), np.empty(M)
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    best_now, now = _best_by_kappa(mu, s2, np.empty(M))
    for task in prange((M + _TASK - 1) // _TASK):
        row, t, after_mu, after_s2, scores = np.empty(d), np.empty(M), np.empty(M), np.empty(M), np.empty(M)
        for i in range(task * _TASK, min(M, (task + 1) * _TASK)):
            prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
            for j in range(d):
                row[j] = X[i, j] / precision[j]
            _times(row, XT, t)
            for side in range(2):
                g, c = laplace_step(mu[i], s2[i], 1.0 - 2.0 * side)
                for j in range(d):
                    row[j] = 1.0 / (precision[j] + c * X[i, j] * X[i, j])
                _times(row, squares, after_s2)
                for k in range(M):
                    after_mu[k] = mu[k] + g * t[k]
                index[side, i], value[side, i] = _best_by_kappa(after_mu, after_s2, scores)
            kg[i] = prob[i] * value[0, i] + (1.0 - prob[i]) * value[1, i] - now
    return kg, prob, best_now, index[0], value[0], index[1], value[1]


@njit(cache=True, nogil=True)
def _future(mu, s2, t, g, f, after_mu, after_s2):
    """Fill the moments (M,) of every candidate after one outcome: mean + g t, variance - f t^2."""
    for k in range(mu.size):
        after_mu[k] = mu[k] + g * t[k]
        after_s2[k] = max(s2[k] - f * t[k] * t[k], 0.0)


@njit(cache=True, nogil=True, parallel=True)
def sweep_full(mean, covariance, X):
    """Knowledge gradient under the paper's correlated belief (Laplace step, kappa form everywhere).

    After (x, y), with t = x'S x_k: mean_k = mu_k + g t and var_k = s2_k - f t^2.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d).
    X
        (M, d) pool, M >= 1.
    """
    M, d = X.shape
    mu, s2 = pool_moments_full(mean, covariance, X)
    XT = X.T.copy()
    kg, prob = np.empty(M), np.empty(M)
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    best_now, now = _best_by_kappa(mu, s2, np.empty(M))
    for task in prange((M + _TASK - 1) // _TASK):
        Sx, t, after_mu, after_s2, scores = np.empty(d), np.empty(M), np.empty(M), np.empty(M), np.empty(M)
        for i in range(task * _TASK, min(M, (task + 1) * _TASK)):
            prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
            full_moments_one(mean, covariance, X[i], Sx)
            _times(Sx, XT, t)
            for side in range(2):
                g, c = laplace_step(mu[i], s2[i], 1.0 - 2.0 * side)
                _future(mu, s2, t, g, c / (1.0 + c * s2[i]), after_mu, after_s2)
                index[side, i], value[side, i] = _best_by_kappa(after_mu, after_s2, scores)
            kg[i] = prob[i] * value[0, i] + (1.0 - prob[i]) * value[1, i] - now
    return kg, prob, best_now, index[0], value[0], index[1], value[1]


@njit(cache=True, nogil=True, parallel=True)
def sweep_moments(mean, covariance, X):
    """Knowledge gradient under the moment belief: exact one-dimensional moments and exact probabilities.

    The future moments are those of `sweep_full` with g and f of exact moment matching; a maximiser is found by the
    kappa score and its probability is the exact integral.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d).
    X
        (M, d) pool, M >= 1.
    """
    M, d = X.shape
    mu, s2 = pool_moments_full(mean, covariance, X)
    XT = X.T.copy()
    kg, prob = np.empty(M), np.empty(M)
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    best_now, now = _best_by_exact(mu, s2, np.empty(M))
    for task in prange((M + _TASK - 1) // _TASK):
        Sx, t, after_mu, after_s2, scores = np.empty(d), np.empty(M), np.empty(M), np.empty(M), np.empty(M)
        for i in range(task * _TASK, min(M, (task + 1) * _TASK)):
            prob[i], g_plus, f_plus, g_minus, f_minus = moment_steps(mu[i], s2[i])
            full_moments_one(mean, covariance, X[i], Sx)
            _times(Sx, XT, t)
            for side in range(2):
                g, f = (g_plus, f_plus) if side == 0 else (g_minus, f_minus)
                _future(mu, s2, t, g, f, after_mu, after_s2)
                index[side, i], value[side, i] = _best_by_exact(after_mu, after_s2, scores)
            kg[i] = prob[i] * value[0, i] + (1.0 - prob[i]) * value[1, i] - now
    return kg, prob, best_now, index[0], value[0], index[1], value[1]
