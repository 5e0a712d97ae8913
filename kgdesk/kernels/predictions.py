"""Predictions of beliefs and belief mixtures; serial versions of parallel kernels for small inputs."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels import expectation_propagation, logistic, update
from kgdesk.kernels.cache_layers import serialized
from kgdesk.kernels.expectation_propagation import many_rows
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.update import full_moments_one, laplace_step, rank_one

if TYPE_CHECKING:
    from collections.abc import Callable


# Upper bound of |s(kappa mu) - exact probability|: 0.0177 at the worst, where the variance is large.
_GAP = 0.018


@njit(cache=True, nogil=True, parallel=True)
def mixture_quantile(mu, s2, weight, level):
    """Compute the quantile (M,) at `level` of a mixture of normals for each candidate, by bisection.

    The bracket is 40 standard deviations around the means of all components; the result is within 1e-14 relative.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of the components for each of M candidates.
    weight
        (C,) mixture weights, adding up to 1.
    level
        Probability level, within 0..1.
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


@njit(cache=True, nogil=True, error_model="numpy")
def best_of_mixture(mu, s2, weight, exact):
    """Return the arg max over candidates of a mixture's predictive probability, and that probability.

    Exact integrals cost ten times as much as the paper's form s(kappa mu), which is within 0.0177 of them; they are
    computed only for candidates whose approximate value leaves them a chance. Single-threaded, so that the window can
    call it while other kernels run.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of w.x in each component, M >= 1.
    weight
        (C,), adding up to 1.
    exact
        True: the exact integrals of beliefs with exact moments; False: s(kappa mu), the paper's form.

    Returns
    -------
    (index, value)
        The smallest index among ties.
    """
    C, M = mu.shape
    near = np.zeros(M)
    for c in range(C):
        if weight[c] > 0.0:
            for k in range(M):
                near[k] += weight[c] * sigmoid(kappa_score(mu[c, k], s2[c, k]))
    index = int(np.argmax(near))
    value = near[index]
    if exact:
        least = value - 2.0 * _GAP
        value = -1.0
        for k in range(M):
            if near[k] >= least:
                p = 0.0
                for c in range(C):
                    if weight[c] > 0.0:
                        p += weight[c] * exact_probability(mu[c, k], s2[c, k])
                if p > value:
                    index, value = k, p
    return index, value


@njit(cache=True, nogil=True)
def full_fold_evidence(mean, covariance, X, y):
    """Update the paper's full belief as `full_fold` does and return (mean, covariance, log_evidence).

    The evidence is prequential: the product of the predictive probabilities s(y kappa mu) of each outcome, given those
    before it.

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


#: Most rows for which the serial versions are faster than starting threads.
FEW = 128


@njit(cache=True, nogil=True, error_model="numpy")
def _kappa(mu, s2):
    out = np.empty(mu.size)
    for i in range(mu.size):
        out[i] = sigmoid(kappa_score(mu[i], s2[i]))
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _exact(mu, s2):
    out = np.empty(mu.size)
    for i in range(mu.size):
        out[i] = exact_probability(mu[i], s2[i])
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _diagonal(mean, precision, X):
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


@njit(cache=True, nogil=True, error_model="numpy")
def _full(mean, covariance, X):
    mu = np.empty(X.shape[0])
    s2 = np.empty(X.shape[0])
    for i in range(X.shape[0]):
        Sx = np.empty(X.shape[1])
        mu[i], s2[i] = full_moments_one(mean, covariance, X[i], Sx)
    return mu, s2


def _unless_few(parallel: Callable[..., Any], serial: Callable[..., Any]) -> Callable[..., Any]:
    gated = serialized(parallel)

    @functools.wraps(parallel, updated=())
    def call(*args: Any) -> Any:
        return serial(*args) if len(args[-1]) <= FEW else gated(*args)

    return call


def _unless_no_threads(fit: Callable[..., Any]) -> Callable[..., Any]:
    """Return the fit wrapped to hold `PARALLEL_LOCK` only where it has enough rows to use threads (`many_rows`)."""
    gated = serialized(fit)

    @functools.wraps(fit)
    def call(mean0: Any, S0: Any, X: Any, *rest: Any) -> Any:
        return (gated if many_rows(*X.shape) else fit)(mean0, S0, X, *rest)

    return call


predict_kappa = _unless_few(logistic.predict_kappa, _kappa)

predict_exact = _unless_few(logistic.predict_exact, _exact)

pool_moments_diagonal = _unless_few(update.pool_moments_diagonal, _diagonal)

pool_moments_full = _unless_few(update.pool_moments_full, _full)

fit_sites = _unless_no_threads(expectation_propagation.fit_sites)

fit_evidence = _unless_no_threads(expectation_propagation.fit_evidence)
