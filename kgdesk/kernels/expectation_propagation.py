"""Expectation propagation for Bayesian logistic regression: sequential and parallel sweeps, and the log evidence.

Each distinct row of the design matrix has one site with a binomial likelihood, so that the fit does not depend on the
order of the outcomes (METHOD, "MomentBelief"). A site is the normal factor exp(nu a - tau a^2/2) of a = w.x.

The log-odds of a row may be f = w.x + shift + u, with a deviation u ~ N(0, own) that no other row has. It is integrated
out exactly: a site is what the row's outcomes say about w.x alone, and given w the deviation is normal with the mean
own (nu - tau w.x) and the variance own (1 - own tau). So a fit costs no more than one without deviations.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels.linear_algebra import cholesky, first_column, rank_one, subtract_products
from kgdesk.kernels.logistic import tilted_site
from kgdesk.kernels.moments import full_moments_one
from kgdesk.kernels.parallel import PARALLEL_LOCK
from kgdesk.kernels.simd import njit_internal

# `njit_internal` for functions that allocate.
njit_allocating: Any = njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[call-overload]


@njit_allocating
def _whiten(mean0, S0, X):
    """Return (sound, C, V, mu0), which all sweeps share: S0 = C C', whitened rows V (n, d) = C'x_i, means mu0 (n,).

    `sound` is whether S0 is positive definite; mu0 are the prior means mean0.x_i.
    """
    n, d = X.shape
    C, V, mu0 = S0.copy(), np.zeros((n, d)), np.zeros(n)
    sound = cholesky(C)
    for i in range(n):
        for k in range(d):
            mu0[i] += mean0[k] * X[i, k]
            for j in range(k + 1):
                V[i, j] += C[k, j] * X[i, k]
    return sound, C, V, mu0


@njit_internal
def _add_sites(V, mu0, tau, nu, A, b):
    """Add sum tau_i v_i v_i' of all sites to the lower triangle of A (d, d), and sum (nu_i - tau_i mu0_i) v_i to b."""
    for i in range(V.shape[0]):
        pull = nu[i] - tau[i] * mu0[i]
        for j in range(b.size):
            b[j] += pull * V[i, j]
            scaled = tau[i] * V[i, j]
            for k in range(j + 1):
                A[j, k] += scaled * V[i, k]


@njit(cache=True, nogil=True, error_model="numpy")
def combine_sites(mean0, C, V, mu0, tau, nu, mean, S):
    """Compute posterior mean (d,) and covariance S (d, d) from prior and all sites; return False if not definite.

    With S0 = C C', S = C (I + sum tau_i (C'x_i)(C'x_i)')^-1 C'. The matrix in brackets has no eigenvalue below 1,
    whatever the scales of the columns. Computing S from the sites removes the rounding errors of rank-one updates.

    Parameters
    ----------
    mean0
        (d,) prior mean.
    C, V, mu0
        As `_whiten` returns them.
    tau, nu
        (n,) natural parameters of the sites.
    mean, S
        Outputs.
    """
    d = mean0.size
    A, b, z = np.zeros((d, d)), np.zeros(d), np.empty(d)
    _add_sites(V, mu0, tau, nu, A, b)
    for j in range(d):
        A[j, j] += 1.0
    if not cholesky(A):
        return False
    for i in range(d):
        total = b[i]
        for k in range(i):
            total -= A[i, k] * z[k]
        z[i] = total / A[i, i]
    # Row j of U = C L^-T, where A = L L': S = U U' loses half as many digits as inverting A. The columns before `first`
    # are 0 in four rows of C, and so in those of U; rows added below the last keep all groups whole.
    U, first = np.zeros((d + 3, d)), np.zeros(d + 3, np.int64)
    for j in range(0, d, 4):
        start = first_column(C, j, min(j + 4, d))
        first[j : j + 4] = start
        for r in range(j, min(j + 4, d)):
            for i in range(start, r + 1):
                U[r, i] = C[r, i]
        for i in range(start, d):
            t = subtract_products(U, j, A, i, start, i, U[j, i], U[j + 1, i], U[j + 2, i], U[j + 3, i])
            for r in range(4):
                U[j + r, i] = t[r] / A[i, i]
    for i in range(d):
        for j in range(0, i + 1, 4):
            t = subtract_products(U, j, U, i, max(first[i], first[j]), d, 0.0, 0.0, 0.0, 0.0)
            for r in range(min(4, i + 1 - j)):
                S[i, j + r] = 0.0 - t[r]
                S[j + r, i] = 0.0 - t[r]
        total = mean0[i]
        for k in range(first[i], d):
            total += U[i, k] * z[k]
        mean[i] = total
    return True


# Weight of a relative change of a variance against a change of the mean: a variance has more rounding errors.
_VARIANCE_SHARE = 0.1


@njit_internal
def largest_change(m, before, S, variances):
    """Return the largest change of mean (d,) and variances (d,) in a sweep; update `variances` to the diagonal of S.

    A change of a mean is in posterior standard deviations, one of a variance relative to it times `_VARIANCE_SHARE`.
    The mean alone is not enough: as many successes as failures on each row leave it at 0 from the first sweep on.
    """
    moved = 0.0
    for j in range(m.size):
        if S[j, j] > 0.0:
            moved = max(moved, abs(m[j] - before[j]) / math.sqrt(S[j, j]))
            moved = max(moved, _VARIANCE_SHARE * abs(1.0 - variances[j] / S[j, j]))
        variances[j] = S[j, j]
    return moved


@njit_internal
def copy_diagonal(S, variances):
    """Copy the diagonal of S (d, d) to `variances` (d,)."""
    for j in range(variances.size):
        variances[j] = S[j, j]


@njit_internal
def copy_into(given, taken):
    """Copy an array (d,) in a loop, since Numba's slice assignment also compiles the code of its error message."""
    for j in range(given.size):
        taken[j] = given[j]


# Fewest rows per column for parallel sweeps: then no single site moves the belief much, although all are updated from
# the same belief.
_ROWS_PER_COLUMN = 50
_MOST_SWEEPS = 12
# Rows per parallel task.
_ROWS_PER_TASK = 1024


@njit_internal
def _matched_site(mu, s2, shift, own, tau, nu, successes, failures):
    """Return the moment-matched site (tau, nu) of one row, the old one if the cavity has no precision left.

    The cavity is the belief without the site; mu, s2 are the moments of a = w.x under the belief.
    """
    left = 1.0 - tau * s2
    if left <= 1e-12:
        return tau, nu
    mu_c, s2_c = (mu - s2 * nu) / left, s2 / left
    _, g, f, mean, ratio = tilted_site(mu_c + shift, s2_c + own, successes, failures)
    # tau = 1/(tilted variance of a) - 1/(cavity variance of a), without the cancellation of that difference: the tilted
    # moments of a are mu_c + g s2_c and s2_c - f s2_c^2, and ratio = 1 - f (s2_c + own).
    new = f / (ratio + f * own)
    return new, new * (mean - g * own - shift) + g


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _update_all_sites(m, S, X, shift, own, successes, failures, tau, nu):
    """Update all sites (n,) in parallel from the same belief m, S (Jacobi sweep): the same bits for any threads."""
    for task in prange((X.shape[0] + _ROWS_PER_TASK - 1) // _ROWS_PER_TASK):
        Sx = np.empty(m.size)
        for i in range(task * _ROWS_PER_TASK, min(X.shape[0], (task + 1) * _ROWS_PER_TASK)):
            mu, s2 = full_moments_one(m, S, X[i], Sx)
            tau[i], nu[i] = _matched_site(mu, s2, shift[i], own[i], tau[i], nu[i], successes[i], failures[i])


def many_rows(n: int, d: int) -> bool:
    """Return whether n rows of d columns are enough for parallel sweeps to pay."""
    return n >= _ROWS_PER_COLUMN * d and n >= 2 * _ROWS_PER_TASK


@njit_internal
def _still_halving(sweep, moved, before, tolerance):
    """Return whether another parallel sweep is worthwhile: each must at least halve the change."""
    return sweep < _MOST_SWEEPS and moved >= tolerance and moved <= 0.5 * before


@njit(cache=True, nogil=True, error_model="numpy")
def start_parallel(mean0, S0, X, shift, own, successes, failures, tau, nu, m, S, tolerance):
    """Run parallel EP sweeps while they converge quickly; return False if a matrix is no longer positive definite.

    Arguments as in `sequential_sweeps`; tau, nu, m and S are updated in place. The sequential sweeps of `fit_sites`
    start from the result.
    """
    before, variances = m.copy(), np.empty(m.size)
    copy_diagonal(S, variances)
    sound, C, V, mu0 = _whiten(mean0, S0, X)
    last, sweep = math.inf, 0
    while True:
        copy_into(m, before)
        _update_all_sites(m, S, X, shift, own, successes, failures, tau, nu)
        if not (sound and combine_sites(mean0, C, V, mu0, tau, nu, m, S)):
            return False
        sweep += 1
        moved = largest_change(m, before, S, variances)
        if not _still_halving(sweep, moved, last, tolerance):
            return True
        last = moved


@njit_allocating
def evidence_of(mean0, S0, X, shift, own, successes, failures, tau, nu, mean, S):
    """Return the EP approximation of the log marginal likelihood of a converged fit, for the outcomes in their order.

    It is the sum over sites of log(cavity mass under the likelihood / cavity mass under the site), plus the log mass of
    the prior times all sites (Rasmussen and Williams 2006, eq. 3.65, in weight space). A rounding error of a cavity's
    mean changes both masses of a converged site alike, so that most of it cancels. Arguments: the prior mean0, S0; rows
    X (n, d) with their shifts, variances of deviations, successes and failures (n,); and the fit, sites tau, nu (n,)
    and posterior mean, S.
    """
    d, Sx, total = mean0.size, np.empty(mean0.size), 0.0
    _, _, V, mu0 = _whiten(mean0, S0, X)
    A, b = np.zeros((d, d)), np.zeros(d)
    _add_sites(V, mu0, tau, nu, A, b)
    for i in range(X.shape[0]):
        total += mu0[i] * (nu[i] - 0.5 * tau[i] * mu0[i])
        mu, s2 = full_moments_one(mean, S, X[i], Sx)
        left = max(1.0 - tau[i] * s2, 1e-12)
        mu_c = (mu - s2 * nu[i]) / left
        s2_c = s2 / left
        total += tilted_site(mu_c + shift[i], s2_c + own[i], successes[i], failures[i])[0]
        spread = 1.0 + tau[i] * s2_c
        pull = nu[i] * (nu[i] * s2_c + 2.0 * mu_c) - tau[i] * mu_c * mu_c
        total += 0.5 * math.log(spread) - 0.5 * pull / spread
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


@njit_allocating
def sequential_sweeps(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps, m, S, tau, nu):
    """Run sequential EP sweeps until the belief m, S converges; return their number, negative if it did not.

    mean0 and S0 are the prior; the other arguments are those of `fit_sites`. The sites tau, nu (n,) and the belief m
    (d,), S (d, d) are updated in place.
    """
    before, variances, Sx = np.empty(m.size), np.empty(m.size), np.empty(m.size)
    copy_diagonal(S, variances)
    sound, C, V, mu0 = _whiten(mean0, S0, X)
    for sweep in range(1, sweeps + 1):
        copy_into(m, before)
        for i in range(tau.size):
            mu, s2 = full_moments_one(m, S, X[i], Sx)
            # It stays as it is where it holds all precision of the row: the cavity is lost to rounding.
            tau_new, nu_new = _matched_site(
                mu, s2, shift[i], own[i], tau[i], nu[i], successes[i], failures[i]
            )
            d_tau = tau_new - tau[i]
            d_nu = nu_new - nu[i]
            scale = 1.0 + d_tau * s2
            if scale <= 1e-12:  # the new covariance would not be positive definite
                continue
            pull = (d_nu - d_tau * mu) / scale
            for j in range(m.size):
                m[j] += pull * Sx[j]
            rank_one(S, Sx, d_tau / scale)
            tau[i] = tau_new
            nu[i] = nu_new
        # From the sites, so that rounding errors of the rank-one steps do not add up from sweep to sweep.
        if not (sound and combine_sites(mean0, C, V, mu0, tau, nu, m, S)):
            return -sweep
        if largest_change(m, before, S, variances) < tolerance:
            return sweep
    return -sweeps


@njit(cache=True, nogil=True, error_model="numpy")
def _sequential_sweeps(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps, m, S, tau, nu):
    return sequential_sweeps(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps, m, S, tau, nu)


@njit(cache=True, nogil=True, error_model="numpy")
def _evidence(mean0, S0, X, shift, own, successes, failures, tau, nu, mean, S):
    return evidence_of(mean0, S0, X, shift, own, successes, failures, tau, nu, mean, S)


def _fit(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps):
    """Fit as `fit_sites` does and return (mean, covariance, sweeps_used, tau, nu), with the sites (n,).

    A Python function, so that the parallel sweeps are compiled only when a study has enough rows.
    """
    n, d = X.shape
    m, S, tau, nu = mean0.copy(), S0.copy(), np.zeros(n), np.zeros(n)
    if n == 0:
        return m, S, 0, tau, nu
    if many_rows(n, d):
        with PARALLEL_LOCK:
            converging = start_parallel(
                mean0, S0, X, shift, own, successes, failures, tau, nu, m, S, tolerance
            )
        if not converging:
            m, S, tau, nu = mean0.copy(), S0.copy(), np.zeros(n), np.zeros(n)
    used = _sequential_sweeps(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps, m, S, tau, nu)
    return m, S, used, tau, nu


def fit_sites(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Fit a Gaussian belief by expectation propagation with one binomial site per row; independent of outcome order.

    Each site matches the first two moments of the tilted marginal (Minka 2001; moments as in `tilted`). Rows must be
    distinct and in a canonical order, so that equal counts give equal bits.

    Parameters
    ----------
    mean0, S0
        (d,) and (d, d) prior.
    X
        (n, d) distinct measured rows.
    successes, failures
        (n,) float counts.
    tolerance
        Stop when no mean moves by more than this share of its standard deviation and no variance by more than ten times
        this share of itself.
    sweeps
        Limit of the sequential sweeps.

    Returns
    -------
    (mean, covariance, sweeps_used)
        `sweeps_used` is negative when the tolerance was not met or a matrix was no longer positive definite.
    """
    without = np.zeros(len(X))
    m, S, used, _, _ = _fit(mean0, S0, X, without, without, successes, failures, tolerance, sweeps)
    return m, S, used


def fit_evidence(mean0, S0, X, successes, failures, tolerance, sweeps):
    """Fit as `fit_sites` does and return (mean, covariance, sweeps_used, log_evidence).

    The evidence is the marginal likelihood of the outcomes in their order; 0.0 where the fit did not converge.
    """
    without = np.zeros(len(X))
    return fit_deviating(mean0, S0, X, without, without, successes, failures, tolerance, sweeps)[:4]


def fit_deviating(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps):
    """Fit as `fit_evidence` does to rows with deviations of their own.

    Parameters
    ----------
    shift, own
        (n,) each: the log-odds of row i are w.x_i + shift_i + u_i, u_i ~ N(0, own_i).
    mean0, S0, X, successes, failures, tolerance, sweeps
        As in `fit_sites`.

    Returns
    -------
    (mean, covariance, sweeps_used, log_evidence, tau, nu)
        As `fit_evidence` returns them, and what the outcomes of each row say about its w.x, the factor
        exp(nu a - tau a^2/2) of a = w.x, (n,) each. Given the weights, u_i is normal with the mean
        own_i (nu_i - tau_i w.x_i) and the variance own_i (1 - own_i tau_i).
    """
    m, S, used, tau, nu = _fit(mean0, S0, X, shift, own, successes, failures, tolerance, sweeps)
    if used <= 0:
        return m, S, used, 0.0, tau, nu
    return m, S, used, _evidence(mean0, S0, X, shift, own, successes, failures, tau, nu, m, S), tau, nu
