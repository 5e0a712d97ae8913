"""The bounded sweep of one family of arms: groups of arms share the candidates that may still be best for one of them.

A family is parted into eight groups of neighbours, each of them into eight again, down to groups that are scored
together. Each candidate that a group left over is held against all of its eight parts at once (see
`kgdesk.kernels.bounds`); what falls below the best score known for the worst of a part's arms is left behind.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.arms import TOGETHER, boxes, empty_box
from kgdesk.kernels.bare import bare
from kgdesk.kernels.bounds import marked, sieve
from kgdesk.kernels.bundles import empty_bundle, imagined, load_arms, notes_of
from kgdesk.kernels.eighths import eight_probabilities
from kgdesk.kernels.lanes import WIDTH
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid

_TIE = 1e-9
_NOTES = 4096
# What one candidate costs against eight groups, in products.
_SIEVED = 400.0


@bare
def _decide(number, notes, filled, arms, pool, bundle, exact):
    """Return the best of the candidates noted for the arm of this number."""
    whose, after = notes
    best, peak = -1, -math.inf
    for n in range(filled):
        if after[n] == number:
            k = whose[n]
            kappa = kappa_score(*imagined(k, number, arms, pool, bundle))
            if kappa > peak or (kappa == peak and k < best):
                best, peak = k, kappa
    if not exact:
        return best
    value, first = exact_probability(*imagined(best, number, arms, pool, bundle)), best
    for n in range(filled):
        if after[n] == number and whose[n] != first:
            k = whose[n]
            u, v = imagined(k, number, arms, pool, bundle)
            if kappa_score(u, v) >= peak - _TIE * abs(peak):
                p = exact_probability(u, v)
                if p > value or (p == value and k < best):
                    best, value = k, p
    return best


@njit(cache=True, nogil=True, error_model="numpy")
def settle_family(order, low, high, family, everyone, rows, pool, arms, sums, exact, best, allowed):
    """Find the best candidate after each of the arms order[low:high]; return the work done, about one per product.

    It is given up where the work exceeds what is allowed.

    Parameters
    ----------
    order
        (2 M,) arms, parted into families, eighths of these, and so on: see `kgdesk.kernels.arms.part`.
    family
        Most arms of a family: `TOGETHER` times a power of eight.
    everyone
        The candidates that may be best after one of them.
    rows, pool
        The pool: see `kgdesk.kernels.arms`, and `kgdesk.kernels.bundles.load_arms`.
    arms
        (move, shrink, lower): (2 M,) each; `lower` holds scores that each arm reaches.
    sums
        Of all arms in order: see `kgdesk.kernels.arms.summed_up`.
    exact
        Whether near ties are told apart by the exact integral, and values are such.
    best
        (index, value): (2 M,) each, filled for these arms.
    allowed
        Most work.
    """
    X, q = pool[3], pool[6]
    index, value = best
    mu, s2, prob = np.zeros(TOGETHER), np.zeros(TOGETHER), np.empty(TOGETHER)
    most, d, diagonal = everyone.size, X.shape[1], q.size > 0
    flat = X.reshape(-1)
    levels, step = 0, family
    while step > TOGETHER:
        levels, step = levels + 1, step // 8
    # Of each level what the group at hand was given, and how its eight parts mark them: the list of a part is written
    # when its turn comes. Lists of all parts would be as large as the pool.
    lists, marks = np.empty((levels, most + 1), np.int32), np.empty((levels, most), np.uint8)
    held = np.full(levels + 1, most)
    box, starts = empty_box(sums[0].shape[1], d, diagonal), np.empty(8, np.int64)
    bundle = empty_bundle(d, diagonal)
    several, where = np.empty(TOGETHER, np.int64), np.empty(TOGETHER, np.int64)
    whose, after, score = np.empty(_NOTES, np.int32), np.empty(_NOTES, np.int32), np.empty(_NOTES)
    stack = np.empty((8 * levels + 8, 4), np.int64)
    stack[0] = low, high, 0, -1
    waiting, work = 1, 0.0
    while waiting and work <= allowed:
        waiting -= 1
        begin, end, level, which = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2], stack[waiting, 3]
        given = everyone
        if level:
            above = everyone if level == 1 else lists[level - 2, : held[level - 1]]
            held[level] = marked(marks[level - 1, : held[level - 1]], which, above, lists[level - 1])
            given = lists[level - 1, : held[level]]
        if level < levels:
            step = family // 8 ** (level + 1)
            for c in range(8):
                starts[c] = begin + c * step
            boxes(sums, starts, end, step, q, box)
            sieve(rows, flat, d, given, box, marks[level, : given.size])
            work += given.size * _SIEVED
            for c in range(8):
                if begin + c * step < end:
                    stack[waiting, 0], stack[waiting, 1] = begin + c * step, min(end, begin + (c + 1) * step)
                    stack[waiting, 2], stack[waiting, 3] = level + 1, c
                    waiting += 1
            continue
        load_arms(order, begin, end, arms, pool, bundle)
        whose, after, score, filled = notes_of(pool, given, given.size, arms, bundle, whose, after, score)
        work += given.size * TOGETHER * (d * (2.0 if diagonal else 1.0) + 9.0)
        several[:] = 0
        for n in range(filled):
            several[after[n]] += 1
            where[after[n]] = n
        for n in range(end - begin):
            arm, found = order[begin + n], whose[where[n]]
            if several[n] != 1:
                found = _decide(n, (whose, after), filled, arms, pool, bundle, exact)
            index[arm] = found
            if exact:
                mu[n], s2[n] = imagined(found, n, arms, pool, bundle)
            elif several[n] == 1:
                value[arm] = sigmoid(math.copysign(math.sqrt(abs(score[where[n]])), score[where[n]]))
            else:
                value[arm] = sigmoid(kappa_score(*imagined(found, n, arms, pool, bundle)))
        if exact:
            for at in range(0, end - begin, WIDTH):
                eight_probabilities(mu, s2, at, prob)
            for n in range(end - begin):
                value[order[begin + n]] = prob[n]
    return work
