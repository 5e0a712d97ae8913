"""Expectation propagation over very many rows: all sites at once, as far as that helps."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import tilted_site
from kgdesk.kernels.update import full_moments_one

# Where a row is one of so many per column, no site moves the belief by much.
_PER_COLUMN = 50
_MOST_SWEEPS = 12
# Rows whose sites are added up by one task; the tasks are added in order, so that threads do not change bits.
_TASK = 1024


@njit(cache=True, nogil=True)
def _site(mu, s2, tau, nu, successes, failures):
    """Return (tau, nu) of the site that matches the moments of its tilted cavity; the old one where none is left."""
    left = 1.0 - tau * s2
    if left <= 1e-12:
        return tau, nu
    _, g, f, mean, ratio = tilted_site((mu - s2 * nu) / left, s2 / left, successes, failures)
    new = f / ratio
    return new, new * mean + g


@njit(cache=True, nogil=True, parallel=True)
def sites_at_once(m, S, X, successes, failures, tau, nu):
    """Replace every site (n,) by the one that the same belief m, S asks for."""
    for task in prange((X.shape[0] + _TASK - 1) // _TASK):
        Sx = np.empty(m.size)
        for i in range(task * _TASK, min(X.shape[0], (task + 1) * _TASK)):
            mu, s2 = full_moments_one(m, S, X[i], Sx)
            tau[i], nu[i] = _site(mu, s2, tau[i], nu[i], successes[i], failures[i])


@njit(cache=True, nogil=True)
def _add_up(mean0, C, X, tau, nu, first, last, A, b):
    d = mean0.size
    v = np.empty(d)
    for i in range(first, last):
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


@njit(cache=True, nogil=True, parallel=True)
def _add_up_parts(mean0, C, X, tau, nu, parts, pulls):
    for task in prange(parts.shape[0]):
        last = min(X.shape[0], (task + 1) * _TASK)
        _add_up(mean0, C, X, tau, nu, task * _TASK, last, parts[task], pulls[task])


@njit(cache=True, nogil=True)
def added_up(mean0, C, X, tau, nu):
    """Return A (d, d), lower triangle, = sum tau_i v v' and b (d,) = sum (nu_i - tau_i mu0_i) v, v = C'x_i, C lower."""
    n, d = X.shape
    A, b = np.zeros((d, d)), np.zeros(d)
    tasks = (n + _TASK - 1) // _TASK
    if tasks == 1:  # starting threads would take longer
        _add_up(mean0, C, X, tau, nu, 0, n, A, b)
        return A, b
    parts, pulls = np.zeros((tasks, d, d)), np.zeros((tasks, d))
    _add_up_parts(mean0, C, X, tau, nu, parts, pulls)
    for task in range(tasks):
        for j in range(d):
            b[j] += pulls[task, j]
            for k in range(j + 1):
                A[j, k] += parts[task, j, k]
    return A, b


@njit(cache=True, nogil=True)
def many_rows(n, d):
    """Return whether so many rows are better begun together."""
    return n >= _PER_COLUMN * d and n >= 2 * _TASK


@njit(cache=True, nogil=True)
def settling(sweep, moved, before, tolerance):
    """Return whether another sweep of all sites at once is worth it: each must halve what is left at least."""
    return sweep < _MOST_SWEEPS and moved >= tolerance and moved <= 0.5 * before


@njit(cache=True, nogil=True)
def distance(m, before, S):
    """Return by how much of its deviation a mean (d,) moved at most."""
    moved = 0.0
    for j in range(m.size):
        if S[j, j] > 0.0:
            moved = max(moved, abs(m[j] - before[j]) / math.sqrt(S[j, j]))
    return moved
