"""The knowledge gradient of every candidate without looking at every pair: the same values as the exhaustive sweeps.

Only few candidates are the best of any imagined future. Arms (one outcome of one measured candidate each) are grouped
by what they do to the mean, and a group leaves behind every candidate that cannot be the best after any of its arms:
see `kgdesk.kernels.groups`. Where too many candidates survive, the exhaustive sweep is the faster one and is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels.blocks import BLOCK, EIGHTH_PI
from kgdesk.kernels.gate import GATE
from kgdesk.kernels.groups import settle_family, split
from kgdesk.kernels.logistic import kappa_score, sigmoid
from kgdesk.kernels.principal import principal_axes
from kgdesk.kernels.rivals import row_times
from kgdesk.kernels.sweep import best_now, both_steps, sweep_covariance, sweep_diagonal
from kgdesk.kernels.update import (
    full_moments_one,
    imagined_step,
    pool_moments_diagonal,
    pool_moments_full,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[int, int], None] | None

#: Smaller pools are swept exhaustively at once.
SMALLEST = 1500
# Rows that stand for the pool where its shape is looked at.
_SAMPLE = 4096
# Groups of arms at the top: at least so many, so that threads and progress have parts; with so many arms at most.
_PARTS, _MOST_ARMS = 64, 4096
# The bounded sweep is taken when a sample of its groups needs less than this share of the exhaustive one's products:
# measured, a product of its takes two to three times as long, what it copies and compares included.
_PAYS = 0.33
# Groups between two reports of progress.
_BATCH = 16


@njit(cache=True, nogil=True, parallel=True)
def _steps_covariance(mu, s2, exact):
    M = mu.size
    prob, move, shrink = np.empty(M), np.empty(2 * M), np.empty(2 * M)
    for i in prange(M):
        prob[i], move[2 * i], shrink[2 * i], move[2 * i + 1], shrink[2 * i + 1] = both_steps(
            mu[i], s2[i], exact
        )
    return prob, move, shrink


@njit(cache=True, nogil=True, parallel=True)
def _steps_diagonal(mu, s2):
    M = mu.size
    prob, move, shrink = np.empty(M), np.empty(2 * M), np.empty(2 * M)
    for i in prange(M):
        prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
        for side in range(2):
            move[2 * i + side], shrink[2 * i + side] = imagined_step(mu[i], s2[i], 1.0 - 2.0 * side)
    return prob, move, shrink


@njit(cache=True, nogil=True)
def _axes(mean, covariance, X, move):
    """Return the principal axes (d, d) of what the arms do to the weights, g S x."""
    M, d = X.shape
    A, Sx = np.zeros((d, d)), np.empty(d)
    for i in range(0, M, max(1, M // _SAMPLE)):
        full_moments_one(mean, covariance, X[i], Sx)
        weight = move[2 * i] * move[2 * i] + move[2 * i + 1] * move[2 * i + 1]
        for j in range(d):
            for k in range(d):
                A[j, k] += weight * (Sx[j] * Sx[k])
    return principal_axes(A)


@njit(cache=True, nogil=True, parallel=True)
def _turned(mean, covariance, q, Q, X, mu, s2):
    """Return the pool in blocks with its rows turned by Q, and r = S x of each row turned likewise.

    Without a covariance: the pool as it is, and r = x/q.
    """
    M, d = X.shape
    blocks = (M + BLOCK - 1) // BLOCK
    flat, means = np.zeros(blocks * BLOCK * d), np.full(blocks * BLOCK, -1e150)
    scale, names = np.ones(blocks * BLOCK), np.full(blocks * BLOCK, -1)
    along = np.empty((M, d))
    for block in prange(blocks):
        Sx, row = np.empty(d), np.empty(d)
        for k in range(block * BLOCK, min(M, (block + 1) * BLOCK)):
            means[k], scale[k], names[k] = mu[k], 1.0 + EIGHTH_PI * s2[k], k
            if q.size:
                for j in range(d):
                    row[j], along[k, j] = X[k, j], X[k, j] / q[j]
            else:
                full_moments_one(mean, covariance, X[k], Sx)
                row_times(X[k], Q, row)
                row_times(Sx, Q, along[k])
            at = block * d * BLOCK + k - block * BLOCK
            for j in range(d):
                flat[at + j * BLOCK] = row[j]
    return flat, means, scale, names, along


@njit(cache=True, nogil=True)
def _size(flat, blocks, d):
    """Return the mean absolute entry (d,) of each column of a sample of the pool."""
    size = np.zeros(d)
    for block in range(0, blocks, max(1, blocks * BLOCK // _SAMPLE)):
        for j in range(d):
            for k in range(BLOCK):
                size[j] += abs(flat[(block * d + j) * BLOCK + k])
    return size


@njit(cache=True, nogil=True)
def _families(move, along, size, parts):
    """Return (order, starts): the arms in `parts` groups of neighbours, group p at order[starts[p]:starts[p + 1]]."""
    order = np.arange(move.size)
    starts = np.zeros(parts + 1, np.int64)
    starts[parts] = move.size
    keys = np.empty(move.size)
    step = parts
    while step > 1:
        for part in range(0, parts, step):
            low, high = starts[part], starts[part + step]
            starts[part + step // 2] = (low + high) // 2
            split(order, low, high, (low + high) // 2, move, along, size, keys)
        step //= 2
    return order, starts


@njit(cache=True, nogil=True, parallel=True)
def _settle(chosen, order, starts, pool, arms, belief, mu, s2, X, size, room, exact, index, value):
    """Settle the chosen groups; return the work of each."""
    work = np.empty(chosen.size)
    for n in prange(chosen.size):
        part = chosen[n]
        work[n] = settle_family(
            order,
            starts[part],
            starts[part + 1],
            pool,
            arms,
            belief,
            mu,
            s2,
            X,
            size,
            room,
            exact,
            index,
            value,
        )
    return work


def _room(M):
    """Return how many candidates a list of its own may hold: half of a small pool, less of one that fills memory."""
    share = 2 if M <= 100_000 else 8
    return (M // share + BLOCK - 1) // BLOCK * BLOCK


def by_groups(mean: Any, covariance: Any, q: Any, X: Any, exact: bool, progress: Progress) -> Any:
    """Return what the exhaustive sweeps return, or None where they are the faster ones."""
    M, d = X.shape
    with GATE:
        if q.size:
            mu, s2 = pool_moments_diagonal(mean, q, X)
            prob, move, shrink = _steps_diagonal(mu, s2)
            Q = covariance
        else:
            mu, s2 = pool_moments_full(mean, covariance, X)
            prob, move, shrink = _steps_covariance(mu, s2, exact)
            Q = _axes(mean, covariance, X, move)
        *pool, along = _turned(mean, covariance, q, Q, X, mu, s2)
    size = _size(pool[0], len(pool[1]) // BLOCK, d)
    parts = _PARTS
    while 2 * M // parts > _MOST_ARMS:
        parts *= 2
    order, starts = _families(move, along, size, parts)
    arms = move, shrink, along, np.full(2 * M, -np.inf)
    index, value = np.empty(2 * M, np.int64), np.empty(2 * M)

    def settle(chosen: Any) -> Any:
        with GATE:
            return _settle(
                chosen,
                order,
                starts,
                tuple(pool),
                arms,
                (mean, covariance, q),
                mu,
                s2,
                X,
                size,
                _room(M),
                exact,
                index,
                value,
            )

    sample = np.array([parts // 3, 2 * parts // 3])
    pair = 3.0 * d + 8.0 if q.size else d + 13.0
    if settle(sample).sum() > _PAYS * len(sample) * (2 * M / parts) * M * pair / 2:
        return None
    others = np.delete(np.arange(parts), sample)
    for begin in range(0, others.size, _BATCH):
        if progress is not None:
            progress(begin, others.size)
        settle(others[begin : begin + _BATCH])
    if progress is not None:
        progress(others.size, others.size)
    best, now = best_now(mu, s2, exact)
    up, down = np.ascontiguousarray(value[::2]), np.ascontiguousarray(value[1::2])
    kg = prob * up + (1.0 - prob) * down - now
    return kg, prob, best, np.ascontiguousarray(index[::2]), up, np.ascontiguousarray(index[1::2]), down


NOTHING, NO_MATRIX = np.empty(0), np.empty((0, 0))


def bounded_diagonal(mean: Any, precision: Any, X: Any, progress: Progress = None) -> Any:
    """Return the seven arrays of `kgdesk.kernels.sweep.sweep_diagonal`, to rounding.

    `progress` is called with (done, total) between parts; what it raises ends the sweep.
    """
    found = None
    if len(X) >= SMALLEST:
        found = by_groups(mean, NO_MATRIX, precision, X, False, progress)
    with GATE:
        return found or sweep_diagonal(mean, precision, X)


def bounded_full(mean: Any, covariance: Any, X: Any, progress: Progress = None) -> Any:
    """Return the seven arrays of `kgdesk.kernels.sweep.sweep_full`, to rounding; `progress` likewise."""
    return _bounded_covariance(mean, covariance, X, False, progress)


def bounded_moments(mean: Any, covariance: Any, X: Any, progress: Progress = None) -> Any:
    """Return the seven arrays of `kgdesk.kernels.sweep.sweep_moments`, to rounding; `progress` likewise."""
    return _bounded_covariance(mean, covariance, X, True, progress)


def _bounded_covariance(mean: Any, covariance: Any, X: Any, exact: bool, progress: Progress) -> Any:
    found = None
    if len(X) >= SMALLEST:
        found = by_groups(mean, covariance, NOTHING, X, exact, progress)
    with GATE:
        return found or sweep_covariance(mean, covariance, X, exact)
