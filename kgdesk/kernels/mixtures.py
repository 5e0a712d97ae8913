"""The best candidate, and quantiles of w.x, under a mixture of normal beliefs."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.simd import njit_internal

# Upper bound of |s(kappa mu) - exact probability|: 0.0177 at the worst, where the variance is large.
_KAPPA_ERROR = 0.018


@njit(cache=True, nogil=True, error_model="numpy")
def best_of_mixture(mu, s2, weight, exact):
    """Return the candidate with the largest predictive probability under a mixture, and that probability.

    Exact integrals cost ten times as much as the paper's form s(kappa mu), which is within 0.0177 of them. They are
    computed only for candidates that may have the largest one by that bound. Runs in one thread, so that the window
    can call it while other kernels run.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of w.x in each component, M >= 1.
    weight
        (C,) weights of the components, adding up to 1.
    exact
        True: exact integrals, for beliefs with exact moments. False: s(kappa mu), the paper's form.

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
    index = 0
    for k in range(1, M):  # `np.argmax` would take longer to compile than this loop
        if near[k] > near[index]:
            index = k
    value = near[index]
    if exact:
        # Twice: the largest approximate value and that of another candidate may be off in opposite directions.
        least = value - 2.0 * _KAPPA_ERROR
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


@njit_internal
def _distribution_at(x, mu, s2, weight, k):
    """Return the distribution function and the density at x of the mixture of candidate k."""
    share = slope = 0.0
    for c in range(weight.size):
        deviation = math.sqrt(s2[c, k])
        if deviation > 0.0:
            t = (mu[c, k] - x) / deviation
            share += weight[c] * 0.5 * math.erfc(t * math.sqrt(0.5))
            slope += weight[c] * math.exp(-0.5 * t * t) / (deviation * math.sqrt(2.0 * math.pi))
        elif x >= mu[c, k]:  # a component without variance is a step
            share += weight[c]
    return share, slope


# Limit of the steps: Newton's method takes about five, bisection alone about sixty.
_MOST_STEPS = 200


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def mixture_quantile(mu, s2, weight, level):
    """Compute the quantile (M,) at `level` of a mixture of normals for each candidate.

    Newton's method, started at the quantile of the normal with the mixture's moments, with bisection where a step
    leaves the bracket. The bracket reaches 40 standard deviations beyond the mean of each component. The relative error
    is at most 1e-14.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of the components for each of M candidates.
    weight
        (C,) mixture weights, adding up to 1.
    level
        Probability level, within 0..1.
    """
    (C, M), z, other = mu.shape, -40.0, 40.0
    out = np.empty(M)
    # The standard normal quantile at `level`, by bisection; 1e-3 is enough, since it only gives the start.
    while other - z > 1e-3:
        middle = 0.5 * (z + other)
        if 0.5 * math.erfc(-middle * math.sqrt(0.5)) < level:
            z = middle
        else:
            other = middle
    for k in prange(M):
        low, high, x, spread = math.inf, -math.inf, 0.0, 0.0
        for c in range(C):
            reach = 40.0 * math.sqrt(s2[c, k])
            low, high = min(low, mu[c, k] - reach), max(high, mu[c, k] + reach)
            x += weight[c] * mu[c, k]
            spread += weight[c] * (s2[c, k] + mu[c, k] * mu[c, k])
        x += z * math.sqrt(max(spread - x * x, 0.0))
        for _ in range(_MOST_STEPS):
            # np.int64: one type of index, so that the function is compiled once.
            share, slope = _distribution_at(x, mu, s2, weight, np.int64(k))
            if share < level:
                low = x
            else:
                high = x
            after = x - (share - level) / slope if slope > 0.0 else low
            if not low < after < high:
                after = 0.5 * low + 0.5 * high
            moved, x = abs(after - x), after
            if moved <= 1e-14 * (1.0 + abs(x)) or high - low <= 1e-14 * (1.0 + abs(low) + abs(high)):
                break
        out[k] = x
    return out
