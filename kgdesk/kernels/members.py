"""Fits and one-step updates of all members of a mixture, in one call each.

Members differ in the columns of their design matrices, so their arrays are flat, one member after another. Results have
the same bits as those of the kernels for a single belief: `expectation_propagation.fit_evidence`, `update.full_fold`.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.expectation_propagation import evidence_of, sequential_sweeps
from kgdesk.kernels.linear_algebra import rank_one
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.moments import full_moments_one
from kgdesk.kernels.simd import njit_internal
from kgdesk.kernels.update import laplace_step, moment_step

# Share of the largest variance by which a covariance may exceed its limit, because of rounding.
_ROUNDING_SHARE = 1e-6


@njit_internal
def _make_symmetric(S):
    """Replace S (d, d) in place by S/2 + S'/2, as the class of a belief does when it is created."""
    for i in range(len(S)):
        for j in range(i + 1):
            S[i, j] = S[j, i] = 0.5 * S[i, j] + 0.5 * S[j, i]


@njit_internal
def _is_covariance(S):
    """Return whether S (d, d) is finite, no variance is negative, and |S_ij| <= sqrt(S_ii S_jj) within rounding."""
    most = 0.0
    for i in range(len(S)):
        if not 0.0 <= S[i, i] < math.inf:
            return False
        most = max(most, S[i, i])
    for i in range(len(S)):
        for j in range(len(S)):
            # Two roots, since the product of two variances may overflow.
            if not abs(S[i, j]) <= math.sqrt(S[i, i]) * math.sqrt(S[j, j]) + _ROUNDING_SHARE * most:
                return False
    return True


@njit(cache=True, nogil=True, error_model="numpy")
def fit_members(means, covariances, sizes, distinct, begins, counts, shift, own, place, y, tolerance, sweeps):
    """Fit each member to the same outcomes by expectation propagation.

    Parameters
    ----------
    means, covariances, sizes
        Priors, as in `kgdesk.kernels.moments.moments_of_members`.
    distinct, begins, counts
        Flat distinct rows (R, d) of each member in canonical order; the index at which those of a member begin, and R,
        (C,) int64 each.
    shift, own
        Flat, (R,) of each member: as in `expectation_propagation.fit_deviating`.
    place
        (C, n) int64: the distinct row of each member at which each outcome was observed.
    y
        (n,) outcomes, +1.0 or -1.0.
    tolerance, sweeps
        As in `fit_evidence`.

    Returns
    -------
    (means, covariances, used, evidence, tau, nu)
        As `fit_deviating` returns them: flat means and covariances, the latter made symmetric; (C,) each; and flat
        sites (R,) of each member, 0 for rows without outcomes.
    """
    means, covariances, of, flat, at = means.copy(), covariances.copy(), 0, 0, 0
    used, evidence = np.zeros(sizes.size, np.int64), np.zeros(sizes.size)
    every_tau, every_nu = np.zeros(own.size), np.zeros(own.size)
    for c in range(sizes.size):
        d, outcomes = sizes[c], np.zeros((2, counts[c]))
        for i in range(y.size):
            outcomes[0 if y[i] > 0.0 else 1, place[c, i]] += 1.0
        # Rows without outcomes are left out: they have no site.
        n = 0
        for i in range(counts[c]):
            n += 1 if outcomes[0, i] + outcomes[1, i] > 0.0 else 0
        X, up, down, shifted, apart, n = (
            np.empty((n, d)),
            np.empty(n),
            np.empty(n),
            np.empty(n),
            np.empty(n),
            0,
        )
        for i in range(counts[c]):
            if outcomes[0, i] + outcomes[1, i] > 0.0:
                up[n], down[n], shifted[n], apart[n] = (
                    outcomes[0, i],
                    outcomes[1, i],
                    shift[at + i],
                    own[at + i],
                )
                for j in range(d):
                    X[n, j] = distinct[begins[c] + i * d + j]
                n += 1
        m, S = means[of : of + d], covariances[flat : flat + d * d].reshape(d, d)
        mean0, S0, tau, nu = m.copy(), S.copy(), np.zeros(n), np.zeros(n)
        used[c] = sequential_sweeps(mean0, S0, X, shifted, apart, up, down, tolerance, sweeps, m, S, tau, nu)
        if used[c] > 0:
            evidence[c] = evidence_of(mean0, S0, X, shifted, apart, up, down, tau, nu, m, S)
        _make_symmetric(S)
        n = 0
        for i in range(counts[c]):
            if outcomes[0, i] + outcomes[1, i] > 0.0:
                every_tau[at + i], every_nu[at + i] = tau[n], nu[n]
                n += 1
        of, flat, at = of + d, flat + d * d, at + counts[c]
    return means, covariances, used, evidence, every_tau, every_nu


@njit(cache=True, nogil=True, error_model="numpy")
def step_one(mu, s2, y):
    """Return (chance, g, f): the exact probability of a success, and `update.moment_step` for outcome y = +-1."""
    g, f = moment_step(mu, s2, y)
    return exact_probability(mu, s2), g, f


@njit(cache=True, nogil=True, error_model="numpy")
def step_members(means, covariances, sizes, rows, mu, s2, y, exact):
    """Update each member by one outcome y = +-1 at one row, as `update.full_fold` does.

    Parameters
    ----------
    means, covariances, sizes
        As in `kgdesk.kernels.moments.moments_of_members`.
    rows
        Flat: the row (d,) as each member takes it.
    mu, s2
        (C,) mean and variance of the row's log-odds under each member, with those of a deviation of its own.
    exact
        True: exact moment matching and exact integrals. False: Laplace steps and s(kappa mu).

    Returns
    -------
    (means, covariances, chances, sound, steps)
        Flat means and covariances, the latter made symmetric; (C,) predicted probability of the outcome; whether all
        means are finite and all covariances valid; and (C, 2) steps g and f: means moved by g S x, covariances by
        -f S x x'S.
    """
    means, covariances, of, flat = means.copy(), covariances.copy(), 0, 0
    chances, sound, steps = np.empty(sizes.size), True, np.empty((sizes.size, 2))
    for c in range(sizes.size):
        d = sizes[c]
        m, S = means[of : of + d], covariances[flat : flat + d * d].reshape(d, d)
        Sx = np.empty(d)
        full_moments_one(m, S, rows[of : of + d], Sx)
        if exact:
            p = exact_probability(mu[c], s2[c])
            g, f = moment_step(mu[c], s2[c], y)
        else:
            p = sigmoid(kappa_score(mu[c], s2[c]))
            g, curvature = laplace_step(mu[c], s2[c], y)
            f = curvature / (1.0 + curvature * s2[c])
        chances[c] = p if y > 0.0 else 1.0 - p
        steps[c, 0], steps[c, 1] = g, f
        for j in range(d):
            m[j] += g * Sx[j]
            sound = sound and math.isfinite(m[j])
        rank_one(S, Sx, f)
        _make_symmetric(S)
        sound = sound and _is_covariance(S)
        of, flat = of + d, flat + d * d
    return means, covariances, chances, sound, steps
