"""Score a candidate after 32 hypothetical outcomes at once in float32; confirm it in float64 where it may be the best.

Hypothetical outcome 2 i is a success at candidate i, 2 i + 1 a failure; the parameter `outcomes` holds their arrays
(move, shrink, lower).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.bounded_sweep.partition import GROUP_SIZE, SLACK
from kgdesk.kernels.moments import full_moments_one
from kgdesk.kernels.pool_blocks import EIGHTH_PI, float32_error_bounds, float32_threshold
from kgdesk.kernels.simd import (
    absolute,
    broadcast,
    greater_equal_mask,
    load,
    maximum,
    multiply_add,
    njit_inline,
    njit_internal,
    njit_no_refcount,
    prefetch,
    splat_at,
)

# Entries of the cache of S x: the candidates that are confirmed are few, and each is confirmed for many outcomes.
_CACHED_ROWS = 64


@njit_internal
def load_outcomes(order, low, high, outcomes, pool, batch):
    """Load a batch: fill `batch` with the hypothetical outcomes order[low:high], at most 32.

    Parameters
    ----------
    order
        (2 M,) hypothetical outcomes in the order of `kgdesk.kernels.bounded_sweep.partition.partition`.
    outcomes
        (move, shrink, lower), (2 M,) each: mean step, variance shrink, and a lower bound of the best score after each
        hypothetical outcome.
    pool
        (pool32, mu, s2, X, mean, covariance, q, most, spread). pool32 (M (d + 2),) has z, mean and 1 + pi s2/8 of each
        candidate in float32; mu, s2 and X as usual; mean, covariance and q of the belief, q (0,) for the full ones and
        covariance (0, 0) for the diagonal one; the largest |mean| and the largest 1 + pi s2/8.
    batch
        A tuple (numbers, floor, off, share, beams, steps, spreads, known, slopes). The first four (32,): the
        hypothetical outcomes, the scores to reach, and the two bounds of `float32_error_bounds`. In float32: beams
        (32 d,), z of the measured candidates, entry j of number n at 32 j + n; steps (96,), g of each, then -pi f/8,
        then the float32 score to reach; spreads (32 d,), pi/8/(1 + c z_j^2) laid out like beams for the diagonal
        belief, and (0,) for the others. Kept from one load to the next: slopes (64, d), a cache of S x, and known
        (64,), the candidates that are in it.
    """
    pool32, X = pool[0], pool[3]
    move, shrink, lower = outcomes
    numbers, floor, off, share, beams, steps, spreads, _, _ = batch
    d = X.shape[1]
    for n in range(GROUP_SIZE):
        numbers[n] = order[min(low + n, high - 1)]
        i = numbers[n] >> 1
        # The rows lie apart in memory: ask for all of them before the first is read.
        prefetch(pool32, i * (d + 2))
        prefetch(pool32, i * (d + 2) + d)
        prefetch(X, i * d)
        prefetch(X, i * d + d - 1)
    for n in range(GROUP_SIZE):
        outcome = numbers[n]
        floor[n] = lower[outcome] - SLACK * abs(lower[outcome]) if low + n < high else math.inf
        steps[n], steps[GROUP_SIZE + n] = move[outcome], -EIGHTH_PI * shrink[outcome]
        off[n], share[n] = errors_of(outcome, outcomes, pool)
        steps[2 * GROUP_SIZE + n] = math.inf  # unused places of the batch: no candidate reaches them
        if low + n < high:
            steps[2 * GROUP_SIZE + n] = float32_threshold(floor[n], off[n], share[n])
    # The inner loop runs over hypothetical outcomes: it writes contiguous memory and reads rows that lie apart.
    for j in range(d):
        for n in range(GROUP_SIZE):
            beams[GROUP_SIZE * j + n] = pool32[(numbers[n] >> 1) * (d + 2) + j]
        if spreads.size:
            for n in range(GROUP_SIZE):
                z = beams[GROUP_SIZE * j + n]
                spreads[GROUP_SIZE * j + n] = EIGHTH_PI / (1.0 + shrink[numbers[n]] * z * z)


@njit_inline
def errors_of(outcome, outcomes, pool):
    """Return the bounds (e, h) of `float32_error_bounds` for the scores after one hypothetical outcome."""
    _, _, s2, X, _, _, q, most, spread = pool
    # By Cauchy-Schwarz (x'S x_k)^2 is at most s2 of x times the largest s2. In whitened coordinates, where z.z = s2, so
    # is the square of the sum of the absolute values of its terms.
    square = s2[outcome // 2] * (spread - 1.0) / EIGHTH_PI
    most += abs(outcomes[0][outcome]) * math.sqrt(square)
    diagonal = q.size > 0
    if not diagonal:
        spread += EIGHTH_PI * outcomes[1][outcome] * square
    # One rounding per column, and a few more.
    return float32_error_bounds(X.shape[1] + 13.0, most, spread, not diagonal)


@njit_inline
def _cached_slope(k, pool, batch):
    """Return the row of the cache `slopes` that holds S x_k; compute it on a miss."""
    _, _, _, X, mean, covariance, q, _, _ = pool
    known, slopes = batch[7], batch[8]
    at = k % _CACHED_ROWS
    if known[at] != k:
        known[at] = k
        if q.size:
            for j in range(q.size):
                slopes[at, j] = X[k, j] / q[j]
        else:
            full_moments_one(mean, covariance, X[k], slopes[at])
    return at


@njit_inline
def lookahead_scores(k, n, outcomes, pool, batch):
    """Return mean and variance of w.x_k, in float64, after hypothetical outcome n of the batch."""
    _, mu, s2, X, _, _, q, _, _ = pool
    outcome, slopes, at, t, v = batch[0][n], batch[8], _cached_slope(k, pool, batch), 0.0, 0.0
    i, g, f = outcome >> 1, outcomes[0][outcome], outcomes[1][outcome]
    for j in range(X.shape[1]):
        t += slopes[at, j] * X[i, j]
    if q.size:
        for j in range(q.size):
            v += X[k, j] * (X[k, j] / (q[j] + f * X[i, j] * X[i, j]))
        return mu[k] + g * t, v
    return mu[k] + g * t, max(s2[k] - f * t * t, 0.0)


@njit_no_refcount
def _reaching_mask(u, v, steps, at):
    """Return the bit mask of the lanes whose score u|u|/v reaches its threshold; v is at least 1: no division."""
    return greater_equal_mask(u * absolute(u), load(steps, at + 2 * GROUP_SIZE) * v)


@njit_inline
def _scores_of_32_outcomes(pool32, at, d, batch, diagonal):
    """Return (u, u, v, v) of one candidate after 32 hypothetical outcomes in float32: two vectors of 16 lanes each.

    u is the mean and v is 1 + pi var/8; `at` is the offset of the candidate's row in `pool32`.
    """
    beams, steps, spreads = batch[4], batch[5], batch[6]
    zero, one = broadcast(pool32, 0.0), broadcast(pool32, 1.0)
    t0 = t1 = zero
    v0 = v1 = one
    m, v = splat_at(pool32, at + d), splat_at(pool32, at + d + 1)
    for j in range(d):
        z, n = splat_at(pool32, at + j), GROUP_SIZE * j
        t0 = multiply_add(load(beams, n), z, t0)
        t1 = multiply_add(load(beams, n + 16), z, t1)
    if diagonal:
        for j in range(d):
            z, n = splat_at(pool32, at + j), GROUP_SIZE * j
            zz = z * z
            v0 = multiply_add(load(spreads, n), zz, v0)
            v1 = multiply_add(load(spreads, n + 16), zz, v1)
    else:
        v0 = maximum(multiply_add(load(steps, GROUP_SIZE), t0 * t0, v), one)
        v1 = maximum(multiply_add(load(steps, GROUP_SIZE + 16), t1 * t1, v), one)
    return multiply_add(load(steps, 0), t0, m), multiply_add(load(steps, 16), t1, m), v0, v1


@njit_internal
def scan(pool, given, begin, count, outcomes, batch, whose, after, score, filled):
    """Scan candidates against a batch: note those that reach the lower bounds, and raise the bounds to their scores.

    Parameters
    ----------
    pool, outcomes, batch
        See `load_outcomes`.
    given, begin, count
        The candidates are given[begin:count].
    whose, after, score, filled
        Output arrays, written from index `filled` on: candidate, number of the outcome in the batch, score.

    Returns
    -------
    (next, filled)
        Index of the next candidate, below `count` if the output arrays are full; index after the last note.
    """
    pool32, X = pool[0], pool[3]
    floor, off, share, steps, diagonal = batch[1], batch[2], batch[3], batch[5], batch[6].size > 0
    d = X.shape[1]
    for at_list in range(begin, count):
        if filled + GROUP_SIZE > whose.size:
            return at_list, filled
        k = given[at_list]
        u0, u1, v0, v1 = _scores_of_32_outcomes(pool32, k * (d + 2), d, batch, diagonal)
        bits = _reaching_mask(u0, v0, steps, 0) | _reaching_mask(u1, v1, steps, 16) << 16
        n = 0
        while bits:
            if bits & 1:
                u, v = lookahead_scores(k, n, outcomes, pool, batch)
                found = u * abs(u) / (1.0 + EIGHTH_PI * v)
                if found >= floor[n]:
                    whose[filled], after[filled], score[filled] = k, n, found
                    filled += 1
                    # Later candidates have to reach this score, so that fewer of them are confirmed in float64.
                    raised = found - SLACK * abs(found)
                    if raised > floor[n]:
                        floor[n] = raised
                        steps[2 * GROUP_SIZE + n] = float32_threshold(raised, off[n], share[n])
            bits >>= 1
            n += 1
    return count, filled


@njit(cache=True, nogil=True, error_model="numpy")
def contenders_of(pool, given, count, outcomes, batch, whose, after, score):
    """Scan all given candidates; return (whose, after, score, filled), the notes that reach the final lower bounds.

    Arguments as in `scan`. The bounds rise during the scan, so full arrays are pruned by the raised ones; they are
    doubled if more than half of the notes survive.
    """
    floor = batch[1]
    done, filled = scan(pool, given, 0, count, outcomes, batch, whose, after, score, 0)
    while True:
        kept = 0
        for n in range(filled):
            if score[n] >= floor[after[n]]:
                whose[kept], after[kept], score[kept] = whose[n], after[n], score[n]
                kept += 1
        filled = kept
        if done >= count:
            return whose, after, score, filled
        if 2 * filled > whose.size:
            whose, after = np.concatenate((whose, whose)), np.concatenate((after, after))
            score = np.concatenate((score, score))
        done, filled = scan(pool, given, done, count, outcomes, batch, whose, after, score, filled)


@njit(cache=True, nogil=True, error_model="numpy")
def empty_batch(d, diagonal):
    """Return an empty batch for `load_outcomes` to fill; `diagonal` tells the kind of belief."""
    return (
        np.empty(GROUP_SIZE, np.int64),
        np.empty(GROUP_SIZE),
        np.empty(GROUP_SIZE),
        np.empty(GROUP_SIZE),
        np.empty(GROUP_SIZE * d, np.float32),
        np.empty(3 * GROUP_SIZE, np.float32),
        np.empty(GROUP_SIZE * d if diagonal else 0, np.float32),
        np.full(_CACHED_ROWS, -1),
        np.empty((_CACHED_ROWS, d)),
    )
