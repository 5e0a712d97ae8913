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

Maximisers are found by the score kappa mu, compared as u|u|/(1 + pi var/8): no square root per pair.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.update import (
    full_moments_one,
    laplace_step,
    moment_step,
    pool_moments_diagonal,
    pool_moments_full,
)

_EIGHTH_PI = math.pi / 8.0
# Scores closer than this share of the largest are told apart by the exact integral.
_TIE = 1e-9


@njit(cache=True, nogil=True)
def _squared_score(u, var):
    return u * abs(u) / (1.0 + _EIGHTH_PI * var)


@njit(cache=True, nogil=True)
def _best_by_kappa(mu, s2):
    best = 0
    value = _squared_score(mu[0], s2[0])
    for k in range(1, mu.size):
        score = _squared_score(mu[k], s2[k])
        if score > value:
            best, value = k, score
    return best


@njit(cache=True, nogil=True)
def _best_by_exact(mu, s2):
    """Return (index, exact probability) of the best: the largest kappa score, near ties by the exact integral."""
    first = _best_by_kappa(mu, s2)
    top = kappa_score(mu[first], s2[first])
    floor = top - _TIE * abs(top)
    best = first
    value = exact_probability(mu[first], s2[first])
    for k in range(mu.size):
        if k != first and kappa_score(mu[k], s2[k]) >= floor:
            p = exact_probability(mu[k], s2[k])
            if p > value or (p == value and k < best):
                best, value = k, p
    return best, value


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
    kg, prob = np.empty(M), np.empty(M)
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    best_now = _best_by_kappa(mu, s2)
    now = sigmoid(kappa_score(mu[best_now], s2[best_now]))
    for i in prange(M):
        prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
        ratio = np.empty(d)
        shrunk = np.empty((2, d))
        step = np.empty(2)
        for side in range(2):
            g, c = laplace_step(mu[i], s2[i], 1.0 - 2.0 * side)
            step[side] = g
            for j in range(d):
                shrunk[side, j] = precision[j] + c * X[i, j] * X[i, j]
        for j in range(d):
            ratio[j] = X[i, j] / precision[j]
        top = np.full(2, -np.inf)
        at = np.zeros(2, np.int64)
        for k in range(M):
            t = 0.0
            v0 = 0.0
            v1 = 0.0
            for j in range(d):
                x = X[k, j]
                t += ratio[j] * x
                v0 += x * (x / shrunk[0, j])
                v1 += x * (x / shrunk[1, j])
            score = _squared_score(mu[k] + step[0] * t, v0)
            if score > top[0]:
                top[0], at[0] = score, k
            score = _squared_score(mu[k] + step[1] * t, v1)
            if score > top[1]:
                top[1], at[1] = score, k
        for side in range(2):
            index[side, i] = at[side]
            value[side, i] = sigmoid(math.copysign(math.sqrt(abs(top[side])), top[side]))
        kg[i] = prob[i] * value[0, i] + (1.0 - prob[i]) * value[1, i] - now
    return kg, prob, best_now, index[0], value[0], index[1], value[1]


@njit(cache=True, nogil=True)
def _futures(covariance, X, mean, i, mu, s2, step, shrink, after_mu, after_s2):
    """Fill after_mu and after_s2, (2, M), with every candidate's moments after a success and a failure at i."""
    M, d = X.shape
    Sx = np.empty(d)
    full_moments_one(mean, covariance, X[i], Sx)
    for k in range(M):
        t = 0.0
        for j in range(d):
            t += Sx[j] * X[k, j]
        for side in range(2):
            after_mu[side, k] = mu[k] + step[side] * t
            after_s2[side, k] = max(s2[k] - shrink[side] * t * t, 0.0)


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
    M = X.shape[0]
    mu, s2 = pool_moments_full(mean, covariance, X)
    kg, prob = np.empty(M), np.empty(M)
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    best_now = _best_by_kappa(mu, s2)
    now = sigmoid(kappa_score(mu[best_now], s2[best_now]))
    for i in prange(M):
        prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
        step, shrink = np.empty(2), np.empty(2)
        after_mu, after_s2 = np.empty((2, M)), np.empty((2, M))
        for side in range(2):
            g, c = laplace_step(mu[i], s2[i], 1.0 - 2.0 * side)
            step[side] = g
            shrink[side] = c / (1.0 + c * s2[i])
        _futures(covariance, X, mean, i, mu, s2, step, shrink, after_mu, after_s2)
        for side in range(2):
            k = _best_by_kappa(after_mu[side], after_s2[side])
            index[side, i] = k
            value[side, i] = sigmoid(kappa_score(after_mu[side, k], after_s2[side, k]))
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
    M = X.shape[0]
    mu, s2 = pool_moments_full(mean, covariance, X)
    kg, prob = np.empty(M), np.empty(M)
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    best_now, now = _best_by_exact(mu, s2)
    for i in prange(M):
        prob[i] = exact_probability(mu[i], s2[i])
        step, shrink = np.empty(2), np.empty(2)
        after_mu, after_s2 = np.empty((2, M)), np.empty((2, M))
        for side in range(2):
            step[side], shrink[side] = moment_step(mu[i], s2[i], 1.0 - 2.0 * side)
        _futures(covariance, X, mean, i, mu, s2, step, shrink, after_mu, after_s2)
        for side in range(2):
            index[side, i], value[side, i] = _best_by_exact(after_mu[side], after_s2[side])
        kg[i] = prob[i] * value[0, i] + (1.0 - prob[i]) * value[1, i] - now
    return kg, prob, best_now, index[0], value[0], index[1], value[1]
