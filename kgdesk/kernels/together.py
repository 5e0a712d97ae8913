"""Expectation propagation over very many rows: all sites at once, as far as that helps."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.assembling import assemble, copy, distance
from kgdesk.kernels.bare import bare
from kgdesk.kernels.logistic import tilted_site
from kgdesk.kernels.update import full_moments_one

# Where a row is one of so many per column, no site moves the belief by much.
_PER_COLUMN = 50
_MOST_SWEEPS = 12
# Rows that one task sees to.
_TASK = 1024


@bare
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


@bare
def _settling(sweep, moved, before, tolerance):
    """Return whether another sweep of all sites at once is worth it: each must halve what is left at least."""
    return sweep < _MOST_SWEEPS and moved >= tolerance and moved <= 0.5 * before


@njit(cache=True, nogil=True, error_model="numpy")
def begin_together(mean0, S0, X, successes, failures, tau, nu, m, S, tolerance):
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
