"""Thirty-two arms at once: candidates that reach the best score known for each; told in singles, decided in doubles."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.bounded_sweep.partition import GROUP_SIZE, SLACK
from kgdesk.kernels.jit import njit_inline, njit_no_refcount
from kgdesk.kernels.pool_blocks import EIGHTH_PI, near_enough, single_errors
from kgdesk.kernels.simd import absolute, broadcast, greater_equal_mask, load, maximum, multiply_add, splat_at
from kgdesk.kernels.tilted_moments_simd import prefetch
from kgdesk.kernels.update import full_moments_one

_KNOWN = 64


@njit_no_refcount
def load_outcomes(order, low, high, arms, pool, bundle):
    """Fill `bundle` with the arms order[low:high], at most thirty-two.

    Parameters
    ----------
    order, arms
        The arms, see `kgdesk.kernels.bounded_sweep.partition`.
    pool
        (few, mu, s2, X, mean, covariance, q, most, spread): z, mean and 1 + pi s2/8 of each candidate in singles
        (M (d + 2),); the pool; the belief, q (0,) for the full ones, covariance (0, 0) for the diagonal one; the
        largest |mean| and the largest 1 + pi s2/8.
    bundle
        A tuple (numbers, floor, off, share, beams, steps, spreads, known, slopes). The first four (32,): the
        arms, the scores to be reached, and how far off singles are. In singles: beams (32 d,), z of the measured
        candidates, entry j of number n at 32 j + n; steps (96,), g of each, then -pi f/8, then the score to be reached
        in singles; spreads (32 d,), pi/8/(1 + c z_j^2) like beams for the diagonal belief, and (0,) for the others.
        What stays from one load to the next: slopes (64, d), S x of the candidates known (64,).
    """
    few, X = pool[0], pool[3]
    move, shrink, lower = arms
    numbers, floor, off, share, beams, steps, spreads, _, _ = bundle
    d = X.shape[1]
    for n in range(GROUP_SIZE):
        numbers[n] = order[min(low + n, high - 1)]
        i = numbers[n] >> 1
        prefetch(few, i * (d + 2))
        prefetch(few, i * (d + 2) + d)
        prefetch(X, i * d)
        prefetch(X, i * d + d - 1)
    for n in range(GROUP_SIZE):
        arm = numbers[n]
        floor[n] = lower[arm] - SLACK * abs(lower[arm]) if low + n < high else math.inf
        steps[n], steps[GROUP_SIZE + n] = move[arm], -EIGHTH_PI * shrink[arm]
        off[n], share[n] = errors_of(arm, arms, pool)
        steps[2 * GROUP_SIZE + n] = math.inf
        if low + n < high:
            steps[2 * GROUP_SIZE + n] = near_enough(floor[n], off[n], share[n])
    # Arm after arm in the inner loop: numbers that are stored beside each other, from rows that lie apart.
    for j in range(d):
        for n in range(GROUP_SIZE):
            beams[GROUP_SIZE * j + n] = few[(numbers[n] >> 1) * (d + 2) + j]
        if spreads.size:
            for n in range(GROUP_SIZE):
                z = beams[GROUP_SIZE * j + n]
                spreads[GROUP_SIZE * j + n] = EIGHTH_PI / (1.0 + shrink[numbers[n]] * z * z)


@njit_inline
def errors_of(arm, arms, pool):
    """Return what `single_errors` says of the scores after an arm."""
    _, _, s2, X, _, _, q, most, spread = pool
    # By Cauchy and Schwarz no t of the arm, its terms taken without signs, has a greater square.
    square = s2[arm // 2] * (spread - 1.0) / EIGHTH_PI
    most += abs(arms[0][arm]) * math.sqrt(square)
    diagonal = q.size > 0
    if not diagonal:
        spread += EIGHTH_PI * arms[1][arm] * square
    return single_errors(X.shape[1] + 13.0, most, spread, not diagonal)


@njit_inline
def _slope(k, pool, bundle):
    """Return where S x of candidate k stands among the slopes: few candidates are looked at closely, often."""
    _, _, _, X, mean, covariance, q, _, _ = pool
    known, slopes = bundle[7], bundle[8]
    at = k % _KNOWN
    if known[at] != k:
        known[at] = k
        if q.size:
            for j in range(q.size):
                slopes[at, j] = X[k, j] / q[j]
        else:
            full_moments_one(mean, covariance, X[k], slopes[at])
    return at


@njit_inline
def lookahead_scores(k, n, arms, pool, bundle):
    """Return mean and variance of candidate k after the arm of this number."""
    _, mu, s2, X, _, _, q, _, _ = pool
    arm, slopes, at, t, v = bundle[0][n], bundle[8], _slope(k, pool, bundle), 0.0, 0.0
    i, g, f = arm >> 1, arms[0][arm], arms[1][arm]
    for j in range(X.shape[1]):
        t += slopes[at, j] * X[i, j]
    if q.size:
        for j in range(q.size):
            v += X[k, j] * (X[k, j] / (q[j] + f * X[i, j] * X[i, j]))
        return mu[k] + g * t, v
    return mu[k] + g * t, max(s2[k] - f * t * t, 0.0)


@njit_no_refcount
def _reaching(u, v, steps, at):
    return greater_equal_mask(u * absolute(u), load(steps, at + 2 * GROUP_SIZE) * v)


@njit_inline
def _thirty_two(few, at, d, bundle, diagonal):
    """Return (u, u, v, v) of the candidate whose row begins at `at`, after thirty-two arms, in singles."""
    beams, steps, spreads = bundle[4], bundle[5], bundle[6]
    zero, one = broadcast(few, 0.0), broadcast(few, 1.0)
    t0 = t1 = zero
    v0 = v1 = one
    m, v = splat_at(few, at + d), splat_at(few, at + d + 1)
    for j in range(d):
        z, n = splat_at(few, at + j), GROUP_SIZE * j
        t0 = multiply_add(load(beams, n), z, t0)
        t1 = multiply_add(load(beams, n + 16), z, t1)
    if diagonal:
        for j in range(d):
            z, n = splat_at(few, at + j), GROUP_SIZE * j
            zz = z * z
            v0 = multiply_add(load(spreads, n), zz, v0)
            v1 = multiply_add(load(spreads, n + 16), zz, v1)
    else:
        v0 = maximum(multiply_add(load(steps, GROUP_SIZE), t0 * t0, v), one)
        v1 = maximum(multiply_add(load(steps, GROUP_SIZE + 16), t1 * t1, v), one)
    return multiply_add(load(steps, 0), t0, m), multiply_add(load(steps, 16), t1, m), v0, v1


@njit_no_refcount
def scan(pool, given, begin, count, arms, bundle, whose, after, score, filled):
    """Note the candidates that reach the floor of thirty-two arms, and raise it with them.

    Parameters
    ----------
    pool, arms, bundle
        See `load_outcomes`.
    given, begin, count
        The candidates are given[begin:count].
    whose, after, score, filled
        Where notes go, from `filled` on: a candidate, the number of the arm, the score.

    Returns
    -------
    (next, filled)
        Less than `count` where there is no room for more notes.
    """
    few, X = pool[0], pool[3]
    floor, off, share, steps, diagonal = bundle[1], bundle[2], bundle[3], bundle[5], bundle[6].size > 0
    d = X.shape[1]
    for at_list in range(begin, count):
        if filled + GROUP_SIZE > whose.size:
            return at_list, filled
        k = given[at_list]
        u0, u1, v0, v1 = _thirty_two(few, k * (d + 2), d, bundle, diagonal)
        bits = _reaching(u0, v0, steps, 0) | _reaching(u1, v1, steps, 16) << 16
        n = 0
        while bits:
            if bits & 1:
                u, v = lookahead_scores(k, n, arms, pool, bundle)
                found = u * abs(u) / (1.0 + EIGHTH_PI * v)
                if found >= floor[n]:
                    whose[filled], after[filled], score[filled] = k, n, found
                    filled += 1
                    raised = found - SLACK * abs(found)
                    if raised > floor[n]:
                        floor[n] = raised
                        steps[2 * GROUP_SIZE + n] = near_enough(raised, off[n], share[n])
            bits >>= 1
            n += 1
    return count, filled


@njit(cache=True, nogil=True, error_model="numpy")
def notes_of(pool, given, count, arms, bundle, whose, after, score):
    """Return (whose, after, score, filled), the notes of all candidates given that reach the floor at the end.

    See `scan`; the arrays grow where they must.
    """
    floor = bundle[1]
    done, filled = scan(pool, given, 0, count, arms, bundle, whose, after, score, 0)
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
        done, filled = scan(pool, given, done, count, arms, bundle, whose, after, score, filled)


@njit(cache=True, nogil=True, error_model="numpy")
def empty_batch(d, diagonal):
    """Return a bundle for `load_outcomes`."""
    return (
        np.empty(GROUP_SIZE, np.int64),
        np.empty(GROUP_SIZE),
        np.empty(GROUP_SIZE),
        np.empty(GROUP_SIZE),
        np.empty(GROUP_SIZE * d, np.float32),
        np.empty(3 * GROUP_SIZE, np.float32),
        np.empty(GROUP_SIZE * d if diagonal else 0, np.float32),
        np.full(_KNOWN, -1),
        np.empty((_KNOWN, d)),
    )
