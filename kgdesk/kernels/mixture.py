"""Mixtures of normal beliefs: quantiles, the best candidate of every future, evidence of the paper's full belief.

The components of a mixture share one design matrix; a component that does not see a column has mean and covariance 0
there.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.rivals import row_times
from kgdesk.kernels.update import (
    full_moments_one,
    laplace_step,
    moment_steps,
    pool_moments_full,
    rank_one,
)

_EIGHTH_PI = math.pi / 8.0
# The table of `curve_table` ends at this score; beyond it the two forms agree to 1e-7.
_TOP = 16.0
_SCORES = 257
_SHARES = 129
# Measured candidates per parallel task; a task has one set of buffers.
_TASK = 16


@njit(cache=True, nogil=True, parallel=True)
def mixture_quantile(mu, s2, weight, level):
    """Return the a (M,) below which a mixture of normals has the share `level` of its mass.

    By bisection between the smallest and the largest quantile of the components: the share rises with a.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of the components for each of M candidates.
    weight
        (C,) shares, adding up to 1.
    level
        Share, within 0..1.
    """
    C, M = mu.shape
    out = np.empty(M)
    for k in prange(M):
        low, high = math.inf, -math.inf
        for c in range(C):
            reach = 40.0 * math.sqrt(s2[c, k])
            low = min(low, mu[c, k] - reach)
            high = max(high, mu[c, k] + reach)
        while high - low > 1e-14 * (1.0 + abs(low) + abs(high)):
            middle = 0.5 * low + 0.5 * high
            share = 0.0
            for c in range(C):
                deviation = math.sqrt(s2[c, k])
                if deviation > 0.0:
                    share += weight[c] * 0.5 * math.erfc((mu[c, k] - middle) / deviation * math.sqrt(0.5))
                elif middle >= mu[c, k]:
                    share += weight[c]
            if share < level:
                low = middle
            else:
                high = middle
        out[k] = high
    return out


@njit(cache=True, nogil=True, parallel=True)
def curve_table():
    """Return the exact probability of success less s(kappa mu), on a grid.

    Returns
    -------
    ndarray
        (129, 257) over 1 - kappa^2 in 0..1 and kappa mu in 0..16.
    """
    out = np.empty((_SHARES, _SCORES))
    for i in prange(_SHARES):
        share = min(i / (_SHARES - 1.0), 1.0 - 1e-9)
        s2 = share / (1.0 - share) / _EIGHTH_PI
        for j in range(_SCORES):
            score = j * _TOP / (_SCORES - 1.0)
            mu = score * math.sqrt(1.0 + _EIGHTH_PI * s2)
            out[i, j] = exact_probability(mu, s2) - sigmoid(score)
    return out


@njit(cache=True, nogil=True)
def quick_probability(mu, s2, table):
    """Return the exact probability of success to 1e-5, from `curve_table`; an empty table gives s(kappa mu)."""
    squared = 1.0 / (1.0 + _EIGHTH_PI * s2)
    score = mu * math.sqrt(squared)
    if table.shape[0] == 0 or abs(score) >= _TOP:
        return sigmoid(score)
    x = abs(score) * ((_SCORES - 1.0) / _TOP)
    y = (1.0 - squared) * (_SHARES - 1.0)
    j = min(int(x), _SCORES - 2)
    i = min(int(y), _SHARES - 2)
    x -= j
    y -= i
    lower = (1.0 - x) * table[i, j] + x * table[i, j + 1]
    upper = (1.0 - x) * table[i + 1, j] + x * table[i + 1, j + 1]
    p = sigmoid(abs(score)) + (1.0 - y) * lower + y * upper
    return p if score >= 0.0 else 1.0 - p


@njit(cache=True, nogil=True, parallel=True)
def mixture_futures(means, covariances, weight, X, table):
    """Return the best candidate of the mixture after a success or a failure at each candidate.

    After (x, y) each component is updated, its weight moves by the probability that it gave to y, and the largest
    probability of the mixture is wanted: sum_c w_c Pr_c(y|x) Pr_c(+1 | x_k, x, y)/Pr(y|x). O(M^2 C d).

    Parameters
    ----------
    means, covariances
        (C, d) and (C, d, d).
    weight
        (C,), adding up to 1.
    X
        (M, d) pool, M >= 1.
    table
        Of `curve_table` for beliefs with exact moments; (0, 0) for the paper's step and its form of probabilities.

    Returns
    -------
    (success_index, success_value, failure_index, failure_value)
        (M,) each. The candidate is found by `quick_probability`, its value is that of the belief.
    """
    C, d = means.shape
    M = X.shape[0]
    exact = table.shape[0] > 0
    mu, s2 = np.empty((C, M)), np.empty((C, M))
    for c in range(C):
        mu[c], s2[c] = pool_moments_full(means[c], covariances[c], X)
    XT = X.T.copy()
    index = np.empty((2, M), np.int64)
    value = np.empty((2, M))
    for task in prange((M + _TASK - 1) // _TASK):
        Sx, t, total = np.empty(d), np.empty((C, M)), np.empty(M)
        g, f, share = np.empty((2, C)), np.empty((2, C)), np.empty((2, C))
        for i in range(task * _TASK, min(M, (task + 1) * _TASK)):
            for c in range(C):
                full_moments_one(means[c], covariances[c], X[i], Sx)
                row_times(Sx, XT, t[c])
                p = _steps(mu[c, i], s2[c, i], exact, g, f, c)
                share[0, c] = weight[c] * p
                share[1, c] = weight[c] * (1.0 - p)
            for side in range(2):
                total[:] = 0.0
                for c in range(C):
                    if share[side, c] > 0.0:
                        for k in range(M):
                            after = max(s2[c, k] - f[side, c] * t[c, k] * t[c, k], 0.0)
                            total[k] += share[side, c] * quick_probability(
                                mu[c, k] + g[side, c] * t[c, k], after, table
                            )
                best = np.argmax(total)
                whole = won = 0.0
                for c in range(C):
                    a = mu[c, best] + g[side, c] * t[c, best]
                    after = max(s2[c, best] - f[side, c] * t[c, best] * t[c, best], 0.0)
                    p = exact_probability(a, after) if exact else sigmoid(kappa_score(a, after))
                    whole += share[side, c]
                    won += share[side, c] * p
                index[side, i] = best
                value[side, i] = won / whole if whole > 0.0 else 0.0
    return index[0], value[0], index[1], value[1]


@njit(cache=True, nogil=True)
def _steps(mu, s2, exact, g, f, c):
    """Fill column c of g and f (2, C), success first, and return the probability of success."""
    if exact:
        p, g[0, c], f[0, c], g[1, c], f[1, c] = moment_steps(mu, s2)
        return p
    for side in range(2):
        g[side, c], curved = laplace_step(mu, s2, 1.0 - 2.0 * side)
        f[side, c] = curved / (1.0 + curved * s2)
    return sigmoid(kappa_score(mu, s2))


@njit(cache=True, nogil=True)
def full_fold_evidence(mean, covariance, X, y):
    """Return (mean, covariance, log_evidence): the paper's full belief after outcomes in order, as `full_fold` has it.

    The evidence is the product of the probabilities s(y kappa mu) that the belief gave to each outcome before it
    came.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d).
    X, y
        (n, d) measured rows and (n,) outcomes, +1.0 or -1.0.
    """
    m = mean.copy()
    S = covariance.copy()
    Sx = np.empty(m.size)
    total = 0.0
    for n in range(y.size):
        mu, s2 = full_moments_one(m, S, X[n], Sx)
        score = y[n] * kappa_score(mu, s2)
        total += min(score, 0.0) - math.log1p(math.exp(-abs(score)))
        g, c = laplace_step(mu, s2, y[n])
        for j in range(m.size):
            m[j] += g * Sx[j]
        rank_one(S, Sx, c / (1.0 + c * s2))
    return m, S, total
