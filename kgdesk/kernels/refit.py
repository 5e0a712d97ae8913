"""The order-free fit: expectation propagation with one site per row of the design matrix."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.logistic import tilted_site
from kgdesk.kernels.together import added_up, distance, many_rows, settling, sites_at_once
from kgdesk.kernels.update import full_moments_one, rank_one


@njit(cache=True, nogil=True)
def _cholesky(A):
    """Replace the lower triangle of A (d, d) by its Cholesky factor; return False where A is not definite."""
    d = A.shape[0]
    for j in range(d):
        for i in range(j, d):
            total = A[i, j]
            for k in range(j):
                total -= A[i, k] * A[j, k]
            if i == j:
                if not total > 0.0:
                    return False
                A[j, j] = math.sqrt(total)
            else:
                A[i, j] = total / A[j, j]
    return True


@njit(cache=True, nogil=True)
def _assemble(mean0, S0, X, tau, nu, mean, S):
    """Fill mean and S with the belief that prior and sites make together, from scratch.

    With S0 = C C', S = C (I + sum tau_i (C'x_i)(C'x_i)')^-1 C': whatever the scales of the columns, the matrix to
    be factored has a smallest eigenvalue of at least 1.
    """
    d = mean0.size
    C = S0.copy()
    if not _cholesky(C):
        return False
    A, b = added_up(mean0, C, X, tau, nu)
    for j in range(d):
        A[j, j] += 1.0
    if not _cholesky(A):
        return False
    W = np.zeros((d, d))  # L^-1 C', where A = L L': S = W'W loses half the digits that an inverse of A would
    z = np.empty(d)
    for i in range(d):
        total = b[i]
        for k in range(i):
            total -= A[i, k] * z[k]
        z[i] = total / A[i, i]
        for j in range(d):
            total = C[j, i] if j >= i else 0.0
            for k in range(i):
                total -= A[i, k] * W[k, j]
            W[i, j] = total / A[i, i]
    for i in range(d):
        for j in range(i + 1):
            total = 0.0
            for k in range(d):
                total += W[k, i] * W[k, j]
            S[i, j] = total
            S[j, i] = total
    for i in range(d):
        total = mean0[i]
        for k in range(d):
            total += W[k, i] * z[k]
        mean[i] = total
    return True


@njit(cache=True, nogil=True)
def _begin_together(mean0, S0, X, successes, failures, tau, nu, m, S, tolerance):
    """Sweep all sites at once while that settles quickly; return False where a matrix lost its definiteness."""
    before = m.copy()
    last, sweep = math.inf, 0
    while True:
        before[:] = m
        sites_at_once(m, S, X, successes, failures, tau, nu)
        if not _assemble(mean0, S0, X, tau, nu, m, S):
            return False
        sweep += 1
        moved = distance(m, before, S)
        if not settling(sweep, moved, last, tolerance):
            return True
        last = moved


@njit(cache=True, nogil=True)
def _evidence(mean0, S0, X, successes, failures, tau, nu, mean, S):
    """Return the log of the normaliser of a fit that has settled: the probability of its outcomes, in their order.

    The sum over sites of log(tilted mass / mass under the site alone), plus the log of the mass of prior times all
    sites (Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, eq. 3.65, here for weights).
    A shift of a cavity moves both masses of a settled site alike, so that its lost digits cost few of the sum.
    """
    d = mean0.size
    C = S0.copy()
    _cholesky(C)
    A = np.zeros((d, d))
    b = np.zeros(d)
    v = np.empty(d)
    total = 0.0
    for i in range(X.shape[0]):
        mu0 = 0.0
        for j in range(d):
            part = 0.0
            for k in range(j, d):
                part += C[k, j] * X[i, k]
            v[j] = part
            mu0 += mean0[j] * X[i, j]
        pull = nu[i] - tau[i] * mu0
        for j in range(d):
            b[j] += pull * v[j]
            for k in range(j + 1):
                A[j, k] += tau[i] * v[j] * v[k]
        total += mu0 * (nu[i] - 0.5 * tau[i] * mu0)
        mu, s2 = full_moments_one(mean, S, X[i], v)
        left = max(1.0 - tau[i] * s2, 1e-12)
        mu_c = (mu - s2 * nu[i]) / left
        s2_c = s2 / left
        total += tilted_site(mu_c, s2_c, successes[i], failures[i])[0]
        spread = 1.0 + tau[i] * s2_c
        shift = nu[i] * (nu[i] * s2_c + 2.0 * mu_c) - tau[i] * mu_c * mu_c
        total += 0.5 * math.log(spread) - 0.5 * shift / spread
    for j in range(d):
        A[j, j] += 1.0
    _cholesky(A)
    for i in range(d):
        z = b[i]
        for k in range(i):
            z -= A[i, k] * b[k]
        b[i] = z / A[i, i]
        total += 0.5 * b[i] * b[i] - math.log(A[i, i])
    return total


@njit(cache=True, nogil=True)
def _settle(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Return (mean, covariance, sweeps_used, tau, nu) of the fit of `fit_sites`, with its sites."""
    d = mean0.size
    n = X.shape[0]
    m = mean0.copy()
    S = S0.copy()
    if n == 0:
        return m, S, 0, np.zeros(0), np.zeros(0)
    tau = np.zeros(n)
    nu = np.zeros(n)
    before = np.empty(d)
    Sx = np.empty(d)
    if many_rows(n, d) and not _begin_together(mean0, S0, X, successes, failures, tau, nu, m, S, tolerance):
        tau[:], nu[:], m[:], S[:] = 0.0, 0.0, mean0, S0
    for sweep in range(1, sweeps + 1):
        before[:] = m
        for i in range(n):
            mu, s2 = full_moments_one(m, S, X[i], Sx)
            left = 1.0 - tau[i] * s2
            if left <= 1e-12:  # this site alone holds the row: rounding has eaten the rest
                continue
            mu_c = (mu - s2 * nu[i]) / left
            s2_c = s2 / left
            _, g, f, mean_i, ratio = tilted_site(mu_c, s2_c, successes[i], failures[i])
            tau_new = f / ratio
            nu_new = tau_new * mean_i + g
            d_tau = tau_new - tau[i]
            d_nu = nu_new - nu[i]
            scale = 1.0 + d_tau * s2
            if scale <= 1e-12:
                continue
            pull = (d_nu - d_tau * mu) / scale
            for j in range(d):
                m[j] += pull * Sx[j]
            rank_one(S, Sx, d_tau / scale)
            tau[i] = tau_new
            nu[i] = nu_new
        if not _assemble(mean0, S0, X, tau, nu, m, S):
            return m, S, -sweep, tau, nu
        if distance(m, before, S) < tolerance:
            return m, S, sweep, tau, nu
    return m, S, -sweeps, tau, nu


@njit(cache=True, nogil=True)
def fit_sites(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Fit by expectation propagation over grouped outcomes: the belief does not depend on the order of the outcomes.

    Every row of X that was measured is one site whose likelihood is binomial; the site's normal approximation
    exp(nu a - tau a^2/2) matches the first two moments of the tilted marginal (Minka 2001; moments as in `tilted`).
    Rows must be distinct and in a canonical order: then equal outcomes give equal bits.

    Parameters
    ----------
    mean0, S0
        (d,) and (d, d) prior.
    X
        (n, d) distinct measured rows.
    successes, failures
        (n,) float counts.
    tolerance
        Stop when no mean moves by more than this share of its deviation within a sweep.
    sweeps
        At most so many.

    Returns
    -------
    (mean, covariance, sweeps_used)
        `sweeps_used` is negative when the tolerance was not met or a matrix lost its definiteness.
    """
    m, S, used, _, _ = _settle(mean0, S0, X, successes, failures, tolerance, sweeps)
    return m, S, used


@njit(cache=True, nogil=True)
def fit_evidence(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Return (mean, covariance, sweeps_used, log_evidence): `fit_sites` with the log of its normaliser.

    The normaliser is the probability that prior and model give to these outcomes in the order in which they came;
    where the fit did not settle it means nothing.
    """
    m, S, used, tau, nu = _settle(mean0, S0, X, successes, failures, tolerance, sweeps)
    if used <= 0:
        return m, S, used, 0.0
    return m, S, used, _evidence(mean0, S0, X, successes, failures, tau, nu, m, S)
