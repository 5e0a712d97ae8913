"""Moments and probabilities of few rows without parallel kernels, for a thread that must not wait for the others.

A run is recorded with what was predicted for it, while the compute lane may be in the middle of a sweep that holds the
gate for seconds (see `kgdesk.kernels.gate`). The loops are those of the parallel kernels, and so are the bits.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from kgdesk.kernels import logistic, refit, update
from kgdesk.kernels.gate import alone
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.together import many_rows
from kgdesk.kernels.update import full_moments_one

if TYPE_CHECKING:
    from collections.abc import Callable

#: At most so many rows: for more of them the threads pay.
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
    gated = alone(parallel)

    @functools.wraps(parallel, updated=())
    def call(*args: Any) -> Any:
        return serial(*args) if len(args[-1]) <= FEW else gated(*args)

    return call


def _unless_no_threads(fit: Callable[..., Any]) -> Callable[..., Any]:
    """Return a fit that waits for the gate only where it has so many rows that it uses threads."""
    gated = alone(fit)

    @functools.wraps(fit)
    def call(mean0: Any, S0: Any, X: Any, *rest: Any) -> Any:
        return (gated if many_rows(*X.shape) else fit)(mean0, S0, X, *rest)

    return call


predict_kappa = _unless_few(logistic.predict_kappa, _kappa)
predict_exact = _unless_few(logistic.predict_exact, _exact)
pool_moments_diagonal = _unless_few(update.pool_moments_diagonal, _diagonal)
pool_moments_full = _unless_few(update.pool_moments_full, _full)
fit_sites = _unless_no_threads(refit.fit_sites)
fit_evidence = _unless_no_threads(refit.fit_evidence)
