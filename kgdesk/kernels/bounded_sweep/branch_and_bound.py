"""The knowledge gradient of every candidate without looking at every pair: the same values as the exhaustive sweeps.

Only few candidates are the best of any imagined future. Arms (one outcome of one measured candidate each) are grouped
by what they do to the mean, and a group leaves behind every candidate that cannot be the best after any of its arms:
see `kgdesk.kernels.bounded_sweep.group_bounds`. Where too many candidates survive, the exhaustive sweep is the faster
one and is taken.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import njit, prange

from kgdesk.kernels.argmax import best_now
from kgdesk.kernels.baselines import covariance_root, row_times
from kgdesk.kernels.bounded_sweep.batch_scan import empty_batch, load_outcomes, notes_of
from kgdesk.kernels.bounded_sweep.group_bounds import marked, raise_lower_bounds, search_family, sieve
from kgdesk.kernels.bounded_sweep.partition import (
    GROUP_SIZE,
    boxes,
    empty_box,
    group_summary,
    partition,
    principal_axes,
)
from kgdesk.kernels.lookahead import CORRELATED, INDEPENDENT, MOMENTS, all_steps
from kgdesk.kernels.parallel_lock import PARALLEL_LOCK, serialized
from kgdesk.kernels.pool_blocks import EIGHTH_PI
from kgdesk.kernels.sweep import FEW, by_pairs, sweep_diagonal
from kgdesk.kernels.update import (
    pool_moments_diagonal,
    pool_moments_full,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[int, int], None] | None

#: Smaller pools are swept exhaustively at once.
SMALLEST = 6000
# So many candidates, few enough for one thread, and at most one of so many, are swept to see how many are the best
# after some outcome. Measured over pools of 4,000 to 25,000: before the first outcome it is nearly one per candidate
# looked at, and no bound pays; after ten it is one of eight at most, and the bounded sweep was the faster one in every
# case from 6,000 on.
_LOOKED_AT, _OF_ALL, _PER_WINNER = FEW, 20, 4
# Coordinates in which groups of arms are boxes, the others bounded by their length: more make smaller boxes of fewer.
_LEADING = 2
# Candidates that are likely best: the best now, at least so many and one of so many.
_SERIOUS, _OF = 200, 100
# Most candidates of a pool, and how many groups that are scored together make one of its families.
_FAMILIES = ((8_000, 8), (130_000, 64), (math.inf, 512))
# Candidates that are the best now, and arms whose best is looked for among all: they begin every arm's floor.
_BEST, _SOUNDED = 16, 128
_TASK = 1024
# All arms are halved at most so often before the pieces are parted to the end at the same time.
_HALVINGS = 3
# The bounded sweep is taken when a sample of its groups needs less than this share of the exhaustive one's products.
_PAYS = 1.0
# Families between two reports of progress: of a large pool fewer, since each takes longer, and more memory.
_BATCH, _BATCH_OF_MANY, _MANY = 64, 8, 50_000


@njit(cache=True, nogil=True, error_model="numpy")
def _axes(root, X, serious):
    """Return T (d, d): z = T'x makes the belief's covariance root root' the identity, strongest coordinates first.

    Strong is what candidates that are likely best have most of: the principal axes of their root'x. Groups are boxes
    in few coordinates; such candidates have little in the others.
    """
    d = X.shape[1]
    A, row = np.zeros((d, d)), np.empty(d)
    for k in serious:
        row_times(X[k], root, row)
        for i in range(d):
            for j in range(d):
                A[i, j] += row[i] * row[j]
    Q = principal_axes(A)
    power, T = np.zeros(d), np.zeros((d, d))
    for n in range(d):
        for j in range(d):
            for k in range(d):
                power[n] += Q[j, n] * A[j, k] * Q[k, n]
    order = np.argsort(-power)
    for i in range(d):
        for n in range(d):
            for j in range(d):
                T[i, n] += root[i, j] * Q[j, order[n]]
    return T


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _rows(T, root, diagonal, leading, X, mu, s2):
    """Return the pool, z = T'x, in the layout of `partition` and in that of `batch_scan.load_outcomes`.

    The latter with the same z, or with root'x for the diagonal belief: its variances are sums over columns.
    """
    M, d = X.shape
    rows, few = np.empty((M, leading + 3)), np.empty(M * (d + 2), np.float32)
    for task in prange((M + _TASK - 1) // _TASK):
        z = np.empty(d)
        for k in range(task * _TASK, min(M, (task + 1) * _TASK)):
            row_times(X[k], T, z)
            square = 0.0
            for j in range(d):
                few[k * (d + 2) + j] = root[j, j] * X[k, j] if diagonal else z[j]
                if j < leading:
                    rows[k, 1 + j] = z[j]
                else:
                    square += z[j] * z[j]
            rows[k, 0], rows[k, leading + 1], rows[k, leading + 2] = (
                math.sqrt(square),
                mu[k],
                1.0 + EIGHTH_PI * s2[k],
            )
            few[k * (d + 2) + d], few[k * (d + 2) + d + 1] = mu[k], rows[k, leading + 2]
    return rows, few


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _lift(chosen, given, pool, arms):
    """Raise the scores that the chosen arms reach to those of the given candidates; return the best for each."""
    lower, best = arms[2], np.empty(chosen.size, np.int64)
    for task in prange((chosen.size + GROUP_SIZE - 1) // GROUP_SIZE):
        bundle = empty_batch(pool[3].shape[1], pool[6].size > 0)
        whose, after, score = np.empty(_TASK, np.int32), np.empty(_TASK, np.int32), np.empty(_TASK)
        low, high = task * GROUP_SIZE, min((task + 1) * GROUP_SIZE, chosen.size)
        load_outcomes(chosen, low, high, arms, pool, bundle)
        whose, after, score, filled = notes_of(pool, given, given.size, arms, bundle, whose, after, score)
        for n in range(filled):
            arm = low + after[n]
            if score[n] >= lower[chosen[arm]]:
                lower[chosen[arm]], best[arm] = score[n], whose[n]
    return best


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _part_all(order, family, move, rows, size, halvings):
    """Part all arms into families of neighbours, down to bundles: first in halves, then these at once, and so on."""
    families, pieces = (order.size + family - 1) // family, 1 << halvings
    step = pieces * family * ((families + pieces - 1) // pieces)
    for halving in range(halvings + 1):
        smaller, least = (step // 2, step // 2) if halving < halvings else (family, GROUP_SIZE)
        if order.size <= step:  # waking the threads would take longer
            partition(order, 0, order.size, smaller, least, move, rows, size)
        else:
            for n in prange((order.size + step - 1) // step):
                partition(order, n * step, min(order.size, (n + 1) * step), smaller, least, move, rows, size)
        step = smaller


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def _settle(chosen, family, order, rows, pool, arms, sums, exact, best, allowed):
    """Settle the chosen families, eight of which share a look at all candidates; return the work of each."""
    X, q = pool[3], pool[6]
    d, flat = X.shape[1], X.reshape(-1)
    eights, work, every = (chosen.size + 7) // 8, np.empty(chosen.size), np.empty(0, np.int32)
    marks = np.empty((eights, X.shape[0]), np.uint8)
    for eight in prange(eights):
        box, starts = empty_box(sums[0].shape[1], d, q.size > 0), np.full(8, order.size)
        for c in range(min(8, chosen.size - 8 * eight)):
            starts[c] = chosen[8 * eight + c] * family
        boxes(sums, starts, order.size, family, q, box)
        sieve(rows, flat, d, every, box, marks[eight])
    for n in prange(chosen.size):
        left = np.empty(X.shape[0] + 1, np.int32)
        given = left[: marked(marks[n // 8], n % 8, every, left)]
        low, high = chosen[n] * family, min((chosen[n] + 1) * family, order.size)
        work[n] = search_family(order, low, high, family, given, rows, pool, arms, sums, exact, best, allowed)
    return work


def _best(now: Any, count: int) -> Any:
    """Return the candidates of the greatest scores, best first."""
    best = np.argpartition(-now, min(count, now.size) - 1)[:count]
    return best[np.argsort(-now[best])].astype(np.int32)


def _elite(pool: Any, arms: Any, elite: Any) -> Any:
    """Return candidates that are likely best: those given, and those after a sample of arms."""
    chosen = np.arange(0, arms[0].size, max(1, arms[0].size // _SOUNDED), dtype=np.int32)
    with PARALLEL_LOCK:
        raise_lower_bounds(chosen // 2, elite, pool, arms)
        winners = _lift(chosen, np.arange(len(pool[3]), dtype=np.int32), pool, arms)
    return np.concatenate((elite, np.setdiff1d(winners, elite).astype(np.int32)))


def _prepared(mean: Any, covariance: Any, q: Any, X: Any, exact: bool) -> Any:
    """Return (prob, pool, arms, rows, size, elite) of all candidates and of all arms."""
    diagonal = bool(q.size)
    with PARALLEL_LOCK:
        if diagonal:
            mu, s2 = pool_moments_diagonal(mean, q, X)
            prob, move, shrink = all_steps(mu, s2, INDEPENDENT)
            root = np.diag(1.0 / np.sqrt(q))
        else:
            mu, s2 = pool_moments_full(mean, covariance, X)
            prob, move, shrink = all_steps(mu, s2, MOMENTS if exact else CORRELATED)
            root = covariance_root(covariance)
        serious = _best(mu * np.abs(mu) / (1.0 + EIGHTH_PI * s2), max(_SERIOUS, len(X) // _OF))
        leading = min(X.shape[1], _LEADING)
        rows, few = _rows(_axes(root, X, serious), root, diagonal, leading, X, mu, s2)
    size = np.abs(rows[serious, : leading + 1]).mean(axis=0)
    most, spread = float(np.abs(mu).max()), 1.0 + EIGHTH_PI * float(s2.max())
    pool = few, mu, s2, X, mean, covariance, q, most, spread
    arms = move, shrink, np.full(move.size, -np.inf)
    return prob, pool, arms, rows.reshape(-1), size, _elite(pool, arms, serious[:_BEST])


def _settled(prepared: Any, exact: bool, progress: Progress) -> Any:
    """Return (index, value) of the best candidate after each arm, (2 M,) each; None where exhaustive is faster."""
    _, pool, arms, rows, size, elite = prepared
    M, d = pool[3].shape
    family = GROUP_SIZE * next(many for most, many in _FAMILIES if most >= M)
    order = np.arange(2 * M, dtype=np.int32)
    with PARALLEL_LOCK:
        halvings = min(_HALVINGS, (numba.get_num_threads() - 1).bit_length())
        _part_all(order, family, arms[0], rows, size, halvings)
    best = np.empty(2 * M, np.int32), np.empty(2 * M)
    families = (2 * M + family - 1) // family
    pays = _PAYS * family * M * (3.0 * d + 16.0 if pool[6].size else d + 16.0) / 2.0

    def settle(chosen: Any, allowed: float = math.inf) -> Any:
        # Neighbours take about as long, and each thread gets a run of what is chosen: deal them out.
        threads = numba.get_num_threads()
        chosen = np.concatenate([chosen[k::threads] for k in range(threads)])
        with PARALLEL_LOCK:
            return _settle(chosen, family, order, rows, pool, arms, sums, exact, best, allowed)

    with PARALLEL_LOCK:
        raise_lower_bounds(np.arange(M, dtype=np.int32), elite, pool, arms)
        sums = group_summary(order, arms, rows, size.size, pool[6], pool[3])
    tried = np.unique((families // 4, families * 3 // 4))
    allowed = pays * tried.size  # a family that is given up has taken more than all may take together
    if settle(tried, allowed).sum() > allowed:
        return None
    others = np.delete(np.arange(families), tried)
    batch = _BATCH_OF_MANY if M > _MANY else _BATCH
    for begin in range(0, others.size, batch):
        if progress is not None:
            progress(begin, others.size)
        settle(others[begin : begin + batch])
    if progress is not None:
        progress(others.size, others.size)
    return best


def sweep_by_groups(mean: Any, covariance: Any, q: Any, X: Any, exact: bool, progress: Progress) -> Any:
    """Return what the exhaustive sweeps return, or None where they are the faster ones."""
    prepared = _prepared(mean, covariance, q, X, exact)
    settled = _settled(prepared, exact, progress)
    if settled is None:
        return None
    prob, mu, s2 = prepared[0], prepared[1][1], prepared[1][2]
    del prepared  # twice the memory of the pool: free before the answer takes its own
    index, value = settled
    best = best_now(mu, s2, exact)
    up, down = np.ascontiguousarray(value[::2]), np.ascontiguousarray(value[1::2])
    kg = prob * up + (1.0 - prob) * down - prob[best]
    return kg, prob, best, index[::2].astype(np.int64), up, index[1::2].astype(np.int64), down


NOTHING, NO_MATRIX = np.empty(0), np.empty((0, 0))
_every_pair_diagonal, _every_pair = serialized(sweep_diagonal), serialized(by_pairs)


def may_pay(sweep: Callable[[Any], Any], X: Any) -> bool:
    """Return whether few candidates of a pool are the best after any outcome, by a sweep of some of them."""
    if len(X) < SMALLEST:
        return False
    some = np.ascontiguousarray(X[:: -(-len(X) // min(_LOOKED_AT, len(X) // _OF_ALL))])
    found = sweep(some)
    return bool(_PER_WINNER * np.union1d(found[3], found[5]).size <= len(some))


def bounded_diagonal(mean: Any, precision: Any, X: Any, progress: Progress = None) -> Any:
    """Return the seven arrays of `kgdesk.kernels.sweep.sweep_diagonal`, to rounding.

    `progress` is called with (done, total) between parts; what it raises ends the sweep.
    """
    pays = may_pay(partial(_every_pair_diagonal, mean, precision), X)
    found = sweep_by_groups(mean, NO_MATRIX, precision, X, False, progress) if pays else None
    return found or _every_pair_diagonal(mean, precision, X)


def bounded_full(mean: Any, covariance: Any, X: Any, progress: Progress = None) -> Any:
    """Return the seven arrays of `kgdesk.kernels.sweep.sweep_full`, to rounding; `progress` likewise."""
    return _bounded_covariance(mean, covariance, X, False, progress)


def bounded_moments(mean: Any, covariance: Any, X: Any, progress: Progress = None) -> Any:
    """Return the seven arrays of `kgdesk.kernels.sweep.sweep_moments`, to rounding; `progress` likewise."""
    return _bounded_covariance(mean, covariance, X, True, progress)


def _bounded_covariance(mean: Any, covariance: Any, X: Any, exact: bool, progress: Progress) -> Any:
    # The look does without exact moments: they find as many winners and take twice as long.
    pays = may_pay(partial(_every_pair, mean, covariance, exact=False), X)
    found = sweep_by_groups(mean, covariance, NOTHING, X, exact, progress) if pays else None
    return found or _every_pair(mean, covariance, X, exact=exact)
