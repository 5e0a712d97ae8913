"""The bounded sweep of one family of arms: groups of arms share the candidates that may still be best for one of them.

A family is parted into eight groups of neighbours, each of them into eight again, down to groups that are scored
together. Each candidate that a group left over is held against all of its eight parts at once (see
`kgdesk.kernels.bounds`); what falls below the best score known for the worst of a part's arms is left behind.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.arms import BESIDE, boxes, empty_box, part
from kgdesk.kernels.bare import bare
from kgdesk.kernels.blocks import EIGHTH_PI
from kgdesk.kernels.bounds import TOGETHER, empty_bundle, imagined, load_arms, notes_of, sieve
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.update import full_moments_one

_TIE = 1e-9
_NOTES = 4096
# What one candidate costs against eight groups, in products.
_SIEVED = 400.0


@bare
def _future(arm, k, arms, belief, plain, x, Sx):
    """Return mean and variance of candidate k after the arm, from the belief itself; Sx (d,) is S x of the arm."""
    q, (move, shrink, _), (mu, s2, X) = belief[2], arms, plain
    g, f = move[arm], shrink[arm]
    t = v = 0.0
    if q.size:
        for j in range(x.size):
            t += x[j] / q[j] * X[k, j]
            v += X[k, j] * X[k, j] / (q[j] + f * x[j] * x[j])
        return mu[k] + g * t, v
    for j in range(x.size):
        t += Sx[j] * X[k, j]
    return mu[k] + g * t, max(s2[k] - f * t * t, 0.0)


@bare
def _decide(arm, number, notes, filled, arms, belief, plain, exact, x, Sx):
    """Return (index, probability) of the best of several candidates after an arm, from the notes of it."""
    mean, covariance, q = belief
    whose, after = notes
    X = plain[2]
    for j in range(x.size):
        x[j] = X[arm // 2, j]
    if not q.size:
        full_moments_one(mean, covariance, x, Sx)
    best, peak, value = -1, -math.inf, 0.0
    for n in range(filled):
        if after[n] == number:
            k = whose[n]
            u, v = _future(arm, k, arms, belief, plain, x, Sx)
            kappa = kappa_score(u, v)
            if kappa > peak or (kappa == peak and k < best):
                best, peak = k, kappa
    if not exact:
        return best, sigmoid(peak)
    u, v = _future(arm, best, arms, belief, plain, x, Sx)
    value, first = exact_probability(u, v), best
    for n in range(filled):
        if after[n] == number and whose[n] != first:
            k = whose[n]
            u, v = _future(arm, k, arms, belief, plain, x, Sx)
            if kappa_score(u, v) >= peak - _TIE * abs(peak):
                p = exact_probability(u, v)
                if p > value or (p == value and k < best):
                    best, value = k, p
    return best, value


@njit(cache=True, nogil=True, error_model="numpy")
def settle_family(order, low, high, family, everyone, pool, arms, belief, plain, size, exact, best, allowed):
    """Find the best candidate after each of the arms order[low:high]; return the work done, about one per product.

    It is given up where the work exceeds what is allowed.

    Parameters
    ----------
    order
        (2 M,) arms; this part is rearranged.
    family
        Most arms of a family: `TOGETHER` times a power of eight.
    everyone
        The candidates that may be best after one of them.
    pool
        (rows, few, width, most, spread): the pool, see `kgdesk.kernels.arms`, the same in singles, the numbers of a
        row, the largest |mean| and the largest 1 + pi s2/8.
    arms
        (move, shrink, lower): (2 M,) each; `lower` holds scores that each arm reaches.
    belief
        (mean, covariance, q): q (0,) for the full beliefs, covariance (0, 0) for the diagonal one.
    plain
        (mu, s2, X): the pool as it is.
    size
        (p + 1,) the mean absolute numbers of a row.
    exact
        Whether near ties are told apart by the exact integral, and values are such.
    best
        (index, value): (2 M,) each, filled for these arms.
    allowed
        Most work.
    """
    rows, _, width, _, _ = pool
    index, value = best
    most, d = everyone.size, width - BESIDE
    move = arms[0]
    diagonal = belief[2].size
    levels, step = 0, family
    while step > TOGETHER:
        levels, step = levels + 1, step // 8
    # One more than a list can hold: what is not taken is written behind the end.
    lists, counts = np.empty((levels, 8, most + 1), np.int32), np.zeros((levels, 8), np.int64)
    box, starts = empty_box(size.size, d, diagonal > 0), np.empty(8, np.int64)
    bundle = empty_bundle(d, diagonal > 0)
    several, where = np.empty(TOGETHER, np.int64), np.empty(TOGETHER, np.int64)
    whose, after, score = np.empty(_NOTES, np.int32), np.empty(_NOTES, np.int32), np.empty(_NOTES)
    x, Sx = np.empty(d), np.empty(d)
    stack = np.empty((8 * levels + 8, 4), np.int64)
    stack[0] = low, high, 0, -1
    waiting, work = 1, 0.0
    while waiting and work <= allowed:
        waiting -= 1
        begin, end, level, which = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2], stack[waiting, 3]
        given, count = everyone, most
        if level:
            given, count = lists[level - 1, which], counts[level - 1, which]
        if level < levels:
            step = family // 8 ** (level + 1)
            part(order, begin, end, step, move, rows, width, size)
            for c in range(8):
                starts[c] = begin + c * step
            boxes(order, starts, end, step, arms, rows, width, size, box)
            sieve(rows, width, given, count, box, lists[level], counts[level])
            work += count * _SIEVED
            for c in range(8):
                if begin + c * step < end:
                    stack[waiting, 0], stack[waiting, 1] = begin + c * step, min(end, begin + (c + 1) * step)
                    stack[waiting, 2], stack[waiting, 3] = level + 1, c
                    waiting += 1
            continue
        load_arms(order, begin, end, arms, pool, bundle)
        whose, after, score, filled = notes_of(pool, given, count, arms, bundle, whose, after, score)
        work += count * TOGETHER * (d * (2.0 if diagonal else 1.0) + 9.0)
        several[:] = 0
        for n in range(filled):
            several[after[n]] += 1
            where[after[n]] = n
        for n in range(end - begin):
            arm = order[begin + n]
            if several[n] == 1:
                k = whose[where[n]]
                u, v = imagined(k, arm, arms, rows, width, diagonal > 0)
                spread = (v - 1.0) / EIGHTH_PI
                index[arm] = k
                value[arm] = exact_probability(u, spread) if exact else sigmoid(kappa_score(u, spread))
            else:
                index[arm], value[arm] = _decide(
                    arm, n, (whose, after), filled, arms, belief, plain, exact, x, Sx
                )
    return work
