"""Which candidates may be best after one of a group of imagined outcomes: eight groups, or thirty-two arms, at once.

A group of arms (see `kgdesk.kernels.arms`) lies in a box of the first p coordinates, g z_i = centre +- half, and its
other coordinates are no longer than a length, so that by Cauchy and Schwarz for every arm of the group

    |g t - centre.z_k| <= half.|z_k| + length |z_k,p..|,   t = z_i.z_k,

and the variance of k is at most what it is now and at least what the group's largest shrink leaves of it. A score
u|u|/(1 + pi var/8) rises with the mean u; above 0 it is largest at the smallest variance, below 0 at the largest.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.arms import BESIDE, SLACK
from kgdesk.kernels.bare import bare
from kgdesk.kernels.blocks import EIGHTH_PI, near_enough, single_errors
from kgdesk.kernels.inner import within
from kgdesk.kernels.lanes import (
    alike,
    choose,
    larger,
    load,
    magnitude,
    multiply_add,
    reaches,
    splat,
    splat_at,
    store,
)

# Terms that cancel leave a rounding error of their own size.
_ROUNDING = 1e-12
_NEVER = -1e300
#: Arms that are scored together.
TOGETHER = 32


@bare
def sieve(rows, width, given, count, box, left, counts):
    """Write each candidate that may reach the floor of a group to the list of that group.

    Parameters
    ----------
    rows, width
        The pool, and the numbers of a row.
    given, count
        The first `count` numbers are the candidates.
    box
        Of eight groups, see `kgdesk.kernels.arms.boxes`. What cannot be compared (0 times infinity) stays.
    left, counts
        (8, count + 1) and (8,): the lists and their lengths.
    """
    centre, half, least, phi, keep, floor = box
    d = width - BESIDE
    zero, one, tiny, never = splat(0.0), splat(1.0), splat(_ROUNDING), splat(_NEVER)
    far, bend, kept, reach = load(half, 0), load(phi, 0), load(keep, 0), load(floor, 0)
    counts[:] = 0
    for n in range(count):
        at = given[n] * width
        middle, wide = zero, far * splat_at(rows, at)
        for j in range(1, half.size // 8):
            z = splat_at(rows, at + j)
            middle = multiply_add(load(centre, 8 * j), z, middle)
            wide = multiply_add(load(half, 8 * j), magnitude(z), wide)
        m, v = splat_at(rows, at + 1 + d), splat_at(rows, at + 2 + d)
        slip = tiny * (magnitude(m) + magnitude(middle) + wide)
        high, behind = middle + wide, middle - wide
        most = m + high + slip
        if least.size:
            low = one
            for j in range(d):
                z = splat_at(rows, at + 1 + j)
                low = multiply_add(load(least, 8 * j), z * z, low)
            bits = 0
        else:
            # As g t grows the score falls, then rises: it is largest at one end. Where the least spread holds at the
            # lower end, the score rises there as well, at most to that of an unmoved mean.
            floored = multiply_add(v - one, kept, one)
            low = larger(v - bend * high * high, floored)
            other = larger(v - bend * behind * behind, floored)
            lesser = m + choose(other, floored, behind, larger(behind, zero)) + slip
            bits = reaches(choose(lesser, zero, lesser * lesser, never), reach * other)
        bits |= reaches(most * magnitude(most), reach * choose(most, zero, low, v))
        if bits:
            for c in range(8):
                left[c, counts[c]] = given[n]
                counts[c] += bits >> c & 1


@bare
def load_arms(order, low, high, arms, pool, bundle):
    """Fill `bundle` with the arms order[low:high], at most thirty-two.

    Parameters
    ----------
    order, arms
        The arms, see `kgdesk.kernels.arms`.
    pool
        (rows, few, width, most, spread): the pool, the same in singles, the numbers of a row, the largest |mean| and
        the largest 1 + pi s2/8.
    bundle
        A tuple (numbers, floor, off, share, beams, steps, spreads). The first four (32,): the arms, the scores to be
        reached, and how far off singles are. In singles: beams (32 d,), z of the measured candidates, entry j of
        number n at 32 j + n; steps (96,), g of each, then -pi f/8, then the score to be reached in singles; spreads
        (32 d,), pi/8/(1 + c z_j^2) like beams for the diagonal belief, and (0,) for the others.
    """
    move, shrink, lower = arms
    rows, _, width, _, _ = pool
    numbers, floor, off, share, beams, steps, spreads = bundle
    for n in range(TOGETHER):
        arm = order[min(low + n, high - 1)]
        numbers[n] = arm
        floor[n] = lower[arm] - SLACK * abs(lower[arm]) if low + n < high else math.inf
        steps[n], steps[TOGETHER + n] = move[arm], -EIGHTH_PI * shrink[arm]
        at = arm // 2 * width + 1
        for j in range(width - BESIDE):
            z = rows[at + j]
            beams[TOGETHER * j + n] = z
            if spreads.size:
                spreads[TOGETHER * j + n] = EIGHTH_PI / (1.0 + shrink[arm] * z * z)
        off[n], share[n] = _errors(arm, arms, pool, spreads.size > 0)
        steps[2 * TOGETHER + n] = math.inf
        if low + n < high:
            steps[2 * TOGETHER + n] = near_enough(floor[n], off[n], share[n])


@bare
def _errors(arm, arms, pool, diagonal):
    """Return what `single_errors` says of the scores after an arm."""
    rows, _, width, most, spread = pool
    # By Cauchy and Schwarz no t of the arm, its terms taken without signs, has a greater square.
    square = (rows[arm // 2 * width + width - 1] - 1.0) * (spread - 1.0) / (EIGHTH_PI * EIGHTH_PI)
    most += abs(arms[0][arm]) * math.sqrt(square)
    if not diagonal:
        spread += EIGHTH_PI * arms[1][arm] * square
    return single_errors(width + 8.0, most, spread, not diagonal)


@bare
def _reaching(u, v, steps, at):
    return reaches(u * magnitude(u), load(steps, at + 2 * TOGETHER) * v)


@bare
def imagined(k, arm, arms, rows, width, diagonal):
    """Return (u, v) of candidate k after the arm: its mean, and 1 + pi var/8."""
    t, v, g, f = 0.0, 1.0, arms[0][arm], arms[1][arm]
    at, of = k * width + 1, arm // 2 * width + 1
    d = width - BESIDE
    for j in range(d):
        z = rows[at + j]
        t += rows[of + j] * z
        if diagonal:
            v += EIGHTH_PI / (1.0 + f * rows[of + j] * rows[of + j]) * z * z
    if not diagonal:
        v = max(rows[at + d + 1] - EIGHTH_PI * f * t * t, 1.0)
    return rows[at + d] + g * t, v


@within
def _thirty_two(few, at, d, bundle, diagonal):
    """Return (u, u, v, v) of the candidate whose row begins at `at`, after thirty-two arms, in singles."""
    _, _, _, _, beams, steps, spreads = bundle
    zero, one = alike(few, 0.0), alike(few, 1.0)
    t0 = t1 = zero
    v0 = v1 = one
    m, v = splat_at(few, at + 1 + d), splat_at(few, at + 2 + d)
    for j in range(d):
        z, n = splat_at(few, at + 1 + j), TOGETHER * j
        t0 = multiply_add(load(beams, n), z, t0)
        t1 = multiply_add(load(beams, n + 16), z, t1)
    if diagonal:
        for j in range(d):
            z, n = splat_at(few, at + 1 + j), TOGETHER * j
            zz = z * z
            v0 = multiply_add(load(spreads, n), zz, v0)
            v1 = multiply_add(load(spreads, n + 16), zz, v1)
    else:
        v0 = larger(multiply_add(load(steps, TOGETHER), t0 * t0, v), one)
        v1 = larger(multiply_add(load(steps, TOGETHER + 16), t1 * t1, v), one)
    return multiply_add(load(steps, 0), t0, m), multiply_add(load(steps, 16), t1, m), v0, v1


@bare
def raise_floors(pool, given, bundle, arms, top):
    """Raise the scores that thirty-two arms are known to reach to those of the given candidates, about.

    What singles are off is taken away.

    Parameters
    ----------
    pool, arms, bundle
        See `load_arms`.
    given
        Candidates.
    top
        (32,) singles, overwritten.

    Returns
    -------
    bool
        False where singles tell nothing of an arm: its floor is not raised.
    """
    _, few, width, _, _ = pool
    numbers, _, off, share, _, _, spreads = bundle
    d, lower, all_told = width - BESIDE, arms[2], True
    top0 = top1 = alike(few, -math.inf)
    for n in range(given.size):
        u0, u1, v0, v1 = _thirty_two(few, given[n] * width, d, bundle, spreads.size > 0)
        top0 = larger(top0, u0 * magnitude(u0) / v0)
        top1 = larger(top1, u1 * magnitude(u1) / v1)
    store(top, 0, top0)
    store(top, 16, top1)
    for n in range(TOGETHER):
        if share[n] == math.inf:
            all_told = False
        else:
            lower[numbers[n]] = max(lower[numbers[n]], near_enough(top[n], off[n], share[n]))
    return all_told


@bare
def scan(pool, given, begin, count, arms, bundle, whose, after, score, filled):
    """Note the candidates that reach the floor of thirty-two arms, and raise it with them.

    Parameters
    ----------
    pool, arms, bundle
        See `load_arms`.
    given, begin, count
        The candidates are given[begin:count].
    whose, after, score, filled
        Where notes go, from `filled` on: a candidate, the number of the arm, the score.

    Returns
    -------
    (next, filled)
        Less than `count` where there is no room for more notes.
    """
    rows, few, width, _, _ = pool
    numbers, floor, off, share, _, steps, spreads = bundle
    d, diagonal = width - BESIDE, spreads.size > 0
    for at_list in range(begin, count):
        if filled + TOGETHER > whose.size:
            return at_list, filled
        k = given[at_list]
        u0, u1, v0, v1 = _thirty_two(few, k * width, d, bundle, diagonal)
        bits = _reaching(u0, v0, steps, 0) | _reaching(u1, v1, steps, 16) << 16
        n = 0
        while bits:
            if bits & 1:
                u, v = imagined(k, numbers[n], arms, rows, width, diagonal)
                found = u * abs(u) / v
                if found >= floor[n]:
                    whose[filled], after[filled], score[filled] = k, n, found
                    filled += 1
                    raised = found - SLACK * abs(found)
                    if raised > floor[n]:
                        floor[n] = raised
                        steps[2 * TOGETHER + n] = near_enough(raised, off[n], share[n])
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
def empty_bundle(d, diagonal):
    """Return a bundle for `load_arms`."""
    return (
        np.empty(TOGETHER, np.int64),
        np.empty(TOGETHER),
        np.empty(TOGETHER),
        np.empty(TOGETHER),
        np.empty(TOGETHER * d, np.float32),
        np.empty(3 * TOGETHER, np.float32),
        np.empty(TOGETHER * d if diagonal else 0, np.float32),
    )
