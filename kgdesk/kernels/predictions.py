"""Predictive probabilities of success for means and variances of w.x."""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.parallel import serial_below


@njit(cache=True, nogil=True, error_model="numpy")
def _serial_kappa(mu, s2):
    out = np.empty(mu.size)
    for i in range(mu.size):
        out[i] = sigmoid(kappa_score(mu[i], s2[i]))
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _serial_exact(mu, s2):
    out = np.empty(mu.size)
    for i in range(mu.size):
        out[i] = exact_probability(mu[i], s2[i])
    return out


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def parallel_kappa(mu, s2):
    """Return the paper's approximation s(kappa mu) of Pr(y = +1 | x) (M,), for means and variances (M,)."""
    out = np.empty(mu.size)
    for i in prange(mu.size):
        out[i] = sigmoid(kappa_score(mu[i], s2[i]))
    return out


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def parallel_exact(mu, s2):
    """Return the exact integral Pr(y = +1 | x) (M,), for means and variances (M,)."""
    out = np.empty(mu.size)
    for i in prange(mu.size):
        out[i] = exact_probability(mu[i], s2[i])
    return out


#: Fewest rows for which threads are used, because they are faster. For exact probabilities the number is higher than
#: that: at 1,025 rows the serial version takes one or two tenths of a millisecond, and smaller studies need not compile
#: another.
KAPPA_SERIAL_BELOW, EXACT_SERIAL_BELOW = 129, 1_025

#: Pr(y = +1 | x) (M,) for means and variances (M,) of w.x: the paper's approximation s(kappa mu), the exact integral.
predict_kappa = serial_below(KAPPA_SERIAL_BELOW, _serial_kappa, parallel_kappa)
predict_exact = serial_below(EXACT_SERIAL_BELOW, _serial_exact, parallel_exact)
