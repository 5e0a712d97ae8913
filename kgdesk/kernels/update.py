"""Recursive Bayesian updates of diagonal and full beliefs, by Laplace steps and by moment matching.

See METHOD, "Updating the belief with one outcome" and "MomentBelief".
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.linear_algebra import rank_one
from kgdesk.kernels.logistic import kappa_score, sigmoid, tilted
from kgdesk.kernels.moments import full_moments_one
from kgdesk.kernels.quadrature import count_sums, count_sums_apply
from kgdesk.kernels.simd import njit_internal


@njit(cache=True, nogil=True, error_model="numpy")
def margin(a, s2):
    """Return the posterior mode u of the margin y w.x: the root of u - s2 s(-u) = a (the paper's Algorithm 1).

    The paper solves for p = s(-u); solving for u keeps the relative precision of p however small it is. The left side
    has slope at least 1, so bisection on [a, a + s2] finds the one root. a = y m.x; s2 in [0, 1e12].
    """
    low, high = a, a + s2
    while True:
        middle = 0.5 * (low + high)
        # Until the bracket has no number inside; near 0, where numbers are dense, to an absolute 1e-17.
        if middle <= low or middle >= high or high - low < 1e-17:
            return middle
        if middle - s2 * sigmoid(-middle) < a:
            low = middle
        else:
            high = middle


@njit(cache=True, nogil=True, error_model="numpy")
def laplace_step(mu, s2, y):
    """Return the Laplace step (g, c) for outcome y = +-1: mean step y p and curvature s(u) s(-u) at the margin u."""
    u = margin(y * mu, s2)
    p = sigmoid(-u)
    return y * p, sigmoid(u) * p


@njit(cache=True, nogil=True, error_model="numpy")
def moment_step(mu, s2, y):
    """Return the moment-matching step (g, f) for outcome y = +-1: mean + g S x, covariance - f S x x' S."""
    if y > 0.0:
        _, g, f = tilted(mu, s2, 1.0, 0.0)
    else:
        _, g, f = tilted(mu, s2, 0.0, 1.0)
    return g, f


@njit(cache=True, nogil=True, error_model="numpy")
def moment_steps(mu, s2):
    """Return (p, g, f, g_minus, f_minus): exact Pr(+1) and the `moment_step` of a success and of a failure.

    One integral is enough, because the posterior moments average to the prior ones over the outcomes. With p' the
    probability of the less likely outcome, g and f its step, and r = p'/(1 - p'), the likelier outcome has the mean
    step g' = -r g and the variance shrink f' = g'^2 + r (g^2 - f). Since r <= 1 and f is at most about g^2, no digits
    cancel.
    """
    log_z, less, f = tilted(-abs(mu), s2, 1.0, 0.0)
    z = 0.5 if mu == 0.0 else min(math.exp(log_z), 0.5)
    r = z / (1.0 - z)
    more = r * less
    f_more = max(more * more + r * (less * less - f), 0.0)
    if mu <= 0.0:
        return z, less, f, -more, f_more
    return 1.0 - z, more, f_more, -less, f


# Variance from which on the step is computed from the moments of a, which then lose fewer digits than those of s(a).
_WIDE_VARIANCE = 0.25


@njit_internal
def _sums_of_fewer_outcomes(sums):
    """Fill the sums of fewer outcomes, sums[n] (3, n + 1), from those of n + 1 outcomes, down from the last."""
    for n in range(len(sums) - 2, -1, -1):
        for which in range(3):
            for k in range(n + 1):
                sums[n, which, k] = sums[n + 1, which, k] + sums[n + 1, which, k + 1]


@njit_internal
def _count_step(mu, s2, sums, n, k):
    """Return (mass, g, f) of k successes in n runs, from the sums of `kgdesk.kernels.quadrature.count_sums`."""
    mass = sums[n, 0, k]
    if s2 > _WIDE_VARIANCE:
        moved = sums[n, 1, k] / mass
        left = sums[n, 2, k] / mass - moved * moved
        return mass, moved / math.sqrt(s2), max((1.0 - left) / s2, 0.0)
    over = 1 if mu <= 0.0 else 0  # the smaller probability has full relative precision
    share, square = sums[n + 1, 0, k + over] / mass, sums[n + 2, 0, k + 2 * over] / mass
    both = sums[n + 2, 0, k + 1] / mass
    g = k - n * share if over else n * share - (n - k)
    return mass, g, max(n * both - n * n * (square - share * share), 0.0)


@njit(cache=True, nogil=True, error_model="numpy")
def count_steps(mu, s2, counts):
    """Compute the moment-matching step for every number of successes in n simultaneous runs of each candidate.

    One set of integrals serves all counts of a candidate: see `kgdesk.kernels.quadrature.count_sums`. Where it does not
    apply, `tilted` integrates each count by itself. Both agree within 1e-11.

    Parameters
    ----------
    mu, s2
        (R,) mean and variance of w.x of each candidate.
    counts
        (C,) int64, the numbers of runs n, at least 1.

    Returns
    -------
    (chance, move, shrink)
        (F, R) each, F the sum of n + 1 over the counts, numbers of successes ascending: probability of that number,
        mean step g and variance shrink f.
    """
    most, futures = 0, counts.size
    # n + 2: the step of n runs needs the sums of up to two more outcomes, see `_count_step`.
    for n in counts:  # NumPy's maximum and sum would take longer to compile than all else here
        most, futures = max(most, n + 2), futures + n
    chance, move, shrink = (
        np.empty((futures, mu.size)),
        np.empty((futures, mu.size)),
        np.empty((futures, mu.size)),
    )
    work, sums = np.empty(32 * (most + 1)), np.zeros((most + 1, 3, most + 1))
    for i in range(mu.size):
        sigma, at = math.sqrt(s2[i]), 0
        shared = count_sums_apply(mu[i], sigma, float(most))
        if shared:
            count_sums(mu[i], sigma, work, sums[most])
            _sums_of_fewer_outcomes(sums)
        for n in counts:
            orders = 1.0  # the binomial coefficient: outcomes of simultaneous runs have no order
            for k in range(n + 1):
                if shared:
                    mass, g, f = _count_step(mu[i], s2[i], sums, n, k)
                else:
                    log_z, g, f = tilted(mu[i], s2[i], float(k), float(n - k))
                    mass = math.exp(log_z)
                chance[at, i], move[at, i], shrink[at, i] = orders * mass, g, f
                orders *= (n - k) / (k + 1.0)
                at += 1
    return chance, move, shrink


@njit(cache=True, nogil=True, error_model="numpy")
def diagonal_fold(mean, precision, X, y):
    """Update a diagonal belief sequentially by Laplace steps (Algorithm 1 of the paper).

    Parameters
    ----------
    mean, precision
        (d,) prior mean m and precision q.
    X
        (n, d) measured rows of the design matrix.
    y
        (n,) outcomes, +1.0 or -1.0.

    Returns
    -------
    (mean, precision)
        (d,) each, after all outcomes; new arrays.
    """
    m = mean.copy()
    q = precision.copy()
    for n in range(y.size):
        mu = 0.0
        s2 = 0.0
        for j in range(m.size):
            mu += m[j] * X[n, j]
            s2 += X[n, j] * (X[n, j] / q[j])
        g, c = laplace_step(mu, s2, y[n])
        for j in range(m.size):
            x = X[n, j]
            m[j] += g * (x / q[j])  # the mean uses the old precision
            q[j] += c * x * x
    return m, q


@njit(cache=True, nogil=True, error_model="numpy")
def full_fold(mean, covariance, X, y, exact):
    """Update a full-covariance belief sequentially: the paper's correlated case, or exact moment matching.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d) prior mean m and symmetric covariance S.
    X, y
        (n, d) measured rows and (n,) outcomes, +1.0 or -1.0.
    exact
        False: Laplace step, f = c/(1 + c s2). True: exact first two moments.

    Returns
    -------
    (mean, covariance)
        After all outcomes; new arrays.
    """
    m = mean.copy()
    S = covariance.copy()
    Sx = np.empty(m.size)
    for n in range(y.size):
        mu, s2 = full_moments_one(m, S, X[n], Sx)
        if exact:
            g, f = moment_step(mu, s2, y[n])
        else:
            g, c = laplace_step(mu, s2, y[n])
            f = c / (1.0 + c * s2)
        for j in range(m.size):
            m[j] += g * Sx[j]
        rank_one(S, Sx, f)
    return m, S


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
        # log s(score) without overflow or cancellation, as `logistic.log_sigmoid` computes it.
        total += min(score, 0.0) - math.log1p(math.exp(-abs(score)))
        g, c = laplace_step(mu, s2, y[n])
        for j in range(m.size):
            m[j] += g * Sx[j]
        rank_one(S, Sx, c / (1.0 + c * s2))
    return m, S, total
