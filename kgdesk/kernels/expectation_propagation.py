"""The order-free fit to logistic outcomes by expectation propagation, sequential and parallel."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.jit import njit_no_refcount
from kgdesk.kernels.logistic import tilted_site
from kgdesk.kernels.update import full_moments_one, rank_one


@njit_no_refcount
def cholesky(A):
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


@njit_no_refcount
def _add_up(mean0, C, X, tau, nu, v, A, b):
    """Add sum tau_i v v' to the lower triangle of A (d, d), sum (nu_i - tau_i mu0_i) v to b (d,); v = C'x_i."""
    d = mean0.size
    for i in range(X.shape[0]):
        mu0 = 0.0
        v[:] = 0.0
        for k in range(d):
            mu0 += mean0[k] * X[i, k]
            for j in range(k + 1):
                v[j] += C[k, j] * X[i, k]
        pull = nu[i] - tau[i] * mu0
        for j in range(d):
            b[j] += pull * v[j]
            scaled = tau[i] * v[j]
            for k in range(j + 1):
                A[j, k] += scaled * v[k]


@njit(cache=True, nogil=True, error_model="numpy")
def assemble(mean0, S0, X, tau, nu, mean, S):
    """Fill mean and S with the belief that prior and sites make together, from scratch.

    With S0 = C C', S = C (I + sum tau_i (C'x_i)(C'x_i)')^-1 C': whatever the scales of the columns, the matrix to
    be factored has a smallest eigenvalue of at least 1.
    """
    d = mean0.size
    C = S0.copy()
    if not cholesky(C):
        return False
    A, b, z = np.zeros((d, d)), np.zeros(d), np.empty(d)
    _add_up(mean0, C, X, tau, nu, z, A, b)
    for j in range(d):
        A[j, j] += 1.0
    if not cholesky(A):
        return False
    W = np.zeros((d, d))  # L^-1 C', where A = L L': S = W'W loses half the digits that an inverse of A would
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


@njit_no_refcount
def distance(m, before, S):
    """Return by how much of its deviation a mean (d,) moved at most."""
    moved = 0.0
    for j in range(m.size):
        if S[j, j] > 0.0:
            moved = max(moved, abs(m[j] - before[j]) / math.sqrt(S[j, j]))
    return moved


@njit_no_refcount
def copy(given, taken):
    """Copy an array (d,) into another: an assignment of slices brings the making of its message along, to compile."""
    for j in range(given.size):
        taken[j] = given[j]


# Where a row is one of so many per column, no site moves the belief by much.
_PER_COLUMN = 50

_MOST_SWEEPS = 12

# Rows that one task sees to.
_TASK = 1024


@njit_no_refcount
def _site(mu, s2, tau, nu, successes, failures):
    """Return (tau, nu) of the site that matches the moments of its tilted cavity; the old one where none is left."""
    left = 1.0 - tau * s2
    if left <= 1e-12:
        return tau, nu
    _, g, f, mean, ratio = tilted_site((mu - s2 * nu) / left, s2 / left, successes, failures)
    new = f / ratio
    return new, new * mean + g


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _sites_at_once(m, S, X, successes, failures, tau, nu):
    """Replace every site (n,) by the one that the same belief m, S asks for."""
    for task in prange((X.shape[0] + _TASK - 1) // _TASK):
        Sx = np.empty(m.size)
        for i in range(task * _TASK, min(X.shape[0], (task + 1) * _TASK)):
            mu, s2 = full_moments_one(m, S, X[i], Sx)
            tau[i], nu[i] = _site(mu, s2, tau[i], nu[i], successes[i], failures[i])


def many_rows(n: int, d: int) -> bool:
    """Return whether so many rows are better begun together."""
    return n >= _PER_COLUMN * d and n >= 2 * _TASK


@njit_no_refcount
def _settling(sweep, moved, before, tolerance):
    """Return whether another sweep of all sites at once is worth it: each must halve what is left at least."""
    return sweep < _MOST_SWEEPS and moved >= tolerance and moved <= 0.5 * before


@njit(cache=True, nogil=True, error_model="numpy")
def start_parallel(mean0, S0, X, successes, failures, tau, nu, m, S, tolerance):
    """Sweep all sites at once while that settles quickly; return False where a matrix lost its definiteness."""
    before = m.copy()
    last, sweep = math.inf, 0
    while True:
        copy(m, before)
        _sites_at_once(m, S, X, successes, failures, tau, nu)
        if not assemble(mean0, S0, X, tau, nu, m, S):
            return False
        sweep += 1
        moved = distance(m, before, S)
        if not _settling(sweep, moved, last, tolerance):
            return True
        last = moved


@njit(cache=True, nogil=True, error_model="numpy")
def _evidence(mean0, S0, X, successes, failures, tau, nu, mean, S):
    """Return the log of the normaliser of a fit that has settled: the probability of its outcomes, in their order.

    The sum over sites of log(tilted mass / mass under the site alone), plus the log of the mass of prior times all
    sites (Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, eq. 3.65, here for weights).
    A shift of a cavity moves both masses of a settled site alike, so that its lost digits cost few of the sum.
    """
    d = mean0.size
    C = S0.copy()
    cholesky(C)
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
    cholesky(A)
    for i in range(d):
        z = b[i]
        for k in range(i):
            z -= A[i, k] * b[k]
        b[i] = z / A[i, i]
        total += 0.5 * b[i] * b[i] - math.log(A[i, i])
    return total


@njit(cache=True, nogil=True, error_model="numpy")
def _settle(mean0, S0, X, successes, failures, tolerance, sweeps, m, S, tau, nu):
    """Go over the sites in turn until the belief m, S settles; return how often, negative where it did not."""
    before, Sx = np.empty(m.size), np.empty(m.size)
    for sweep in range(1, sweeps + 1):
        copy(m, before)
        for i in range(tau.size):
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
            for j in range(m.size):
                m[j] += pull * Sx[j]
            rank_one(S, Sx, d_tau / scale)
            tau[i] = tau_new
            nu[i] = nu_new
        if not assemble(mean0, S0, X, tau, nu, m, S):
            return -sweep
        if distance(m, before, S) < tolerance:
            return sweep
    return -sweeps


def _fitted(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Return (mean, covariance, sweeps_used, tau, nu) of the fit of `fit_sites`, with its sites.

    Not compiled itself: what only very many rows need is compiled when they come.
    """
    n, d = X.shape
    m, S, tau, nu = mean0.copy(), S0.copy(), np.zeros(n), np.zeros(n)
    if n == 0:
        return m, S, 0, tau, nu
    if many_rows(n, d) and not start_parallel(mean0, S0, X, successes, failures, tau, nu, m, S, tolerance):
        m, S, tau, nu = mean0.copy(), S0.copy(), np.zeros(n), np.zeros(n)
    used = _settle(mean0, S0, X, successes, failures, tolerance, sweeps, m, S, tau, nu)
    return m, S, used, tau, nu


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
    m, S, used, _, _ = _fitted(mean0, S0, X, successes, failures, tolerance, sweeps)
    return m, S, used


def fit_evidence(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Return (mean, covariance, sweeps_used, log_evidence): `fit_sites` with the log of its normaliser.

    The normaliser is the probability that prior and model give to these outcomes in the order in which they came;
    where the fit did not settle it means nothing.
    """
    m, S, used, tau, nu = _fitted(mean0, S0, X, successes, failures, tolerance, sweeps)
    if used <= 0:
        return m, S, used, 0.0
    return m, S, used, _evidence(mean0, S0, X, successes, failures, tau, nu, m, S)
