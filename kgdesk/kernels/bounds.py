"""Which candidates may be best after one of a group of imagined outcomes: eight groups, or thirty-two arms, at once.

A group of arms (see `kgdesk.kernels.arms`) lies in a box of the first p coordinates, g z_i = centre +- half, and its
other coordinates are no longer than a length, so that by Cauchy and Schwarz for every arm of the group

    |g t - centre.z_k| <= half.|z_k| + length |z_k,p..|,   t = z_i.z_k,

and the variance of k is at most what it is now and at least what the group's largest shrink leaves of it. A score
u|u|/(1 + pi var/8) rises with the mean u; above 0 it is largest at the smallest variance, below 0 at the largest.
"""

from __future__ import annotations

from numba import njit

from kgdesk.kernels.arms import BESIDE, SLACK
from kgdesk.kernels.lanes import (
    choose,
    larger,
    load,
    magnitude,
    multiply_add,
    reaches,
    splat,
    splat_at,
)

# Terms that cancel leave a rounding error of their own size.
_ROUNDING = 1e-12
_NEVER = -1e300
#: Arms that are scored together.
TOGETHER = 32


@njit(cache=True, nogil=True, error_model="numpy")
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


@njit(cache=True, nogil=True, error_model="numpy")
def _reaching(t, v, m, steps, at):
    u = multiply_add(load(steps, at), t, m)
    return reaches(u * magnitude(u), load(steps, at + 2 * TOGETHER) * v)


@njit(cache=True, nogil=True, error_model="numpy")
def _score(rows, at, d, beams, steps, spreads, n):
    """Return the score of the candidate whose row begins at `at` after arm n."""
    t, v = 0.0, 1.0
    for j in range(d):
        z = rows[at + 1 + j]
        t += beams[TOGETHER * j + n] * z
        if spreads.size:
            v += spreads[TOGETHER * j + n] * z * z
    if not spreads.size:
        v = max(rows[at + 2 + d] + steps[TOGETHER + n] * t * t, 1.0)
    u = rows[at + 1 + d] + steps[n] * t
    return u * abs(u) / v


@njit(cache=True, nogil=True, error_model="numpy")
def scan(rows, width, given, begin, count, beams, steps, spreads, whose, after, score, filled):
    """Note the candidates that reach the floor of thirty-two arms, and raise it with them.

    Parameters
    ----------
    rows, width
        The pool, and the numbers of a row.
    given, begin, count
        The candidates are given[begin:count].
    beams
        (32 d,) z of the measured candidates, entry j of number n at 32 j + n.
    steps
        (96,) g of each, then -pi f/8, then the score to be reached.
    spreads
        (32 d,) pi/8/(1 + c z_j^2) like `beams` for the diagonal belief; (0,) for the others.
    whose, after, score, filled
        Where notes go, from `filled` on: a candidate, the number of the arm, the score.

    Returns
    -------
    (next, filled)
        Less than `count` where there is no room for more notes.
    """
    d = width - BESIDE
    zero, one = splat(0.0), splat(1.0)
    for at_list in range(begin, count):
        if filled + TOGETHER > whose.size:
            return at_list, filled
        at = given[at_list] * width
        t0 = t1 = t2 = t3 = zero
        v0 = v1 = v2 = v3 = one
        m, v = splat_at(rows, at + 1 + d), splat_at(rows, at + 2 + d)
        for j in range(d):
            z, n = splat_at(rows, at + 1 + j), TOGETHER * j
            t0 = multiply_add(load(beams, n), z, t0)
            t1 = multiply_add(load(beams, n + 8), z, t1)
            t2 = multiply_add(load(beams, n + 16), z, t2)
            t3 = multiply_add(load(beams, n + 24), z, t3)
        if spreads.size:
            for j in range(d):
                z, n = splat_at(rows, at + 1 + j), TOGETHER * j
                zz = z * z
                v0 = multiply_add(load(spreads, n), zz, v0)
                v1 = multiply_add(load(spreads, n + 8), zz, v1)
                v2 = multiply_add(load(spreads, n + 16), zz, v2)
                v3 = multiply_add(load(spreads, n + 24), zz, v3)
        else:
            v0 = larger(multiply_add(load(steps, TOGETHER), t0 * t0, v), one)
            v1 = larger(multiply_add(load(steps, TOGETHER + 8), t1 * t1, v), one)
            v2 = larger(multiply_add(load(steps, TOGETHER + 16), t2 * t2, v), one)
            v3 = larger(multiply_add(load(steps, TOGETHER + 24), t3 * t3, v), one)
        bits = _reaching(t0, v0, m, steps, 0) | _reaching(t1, v1, m, steps, 8) << 8
        bits |= _reaching(t2, v2, m, steps, 16) << 16 | _reaching(t3, v3, m, steps, 24) << 24
        n = 0
        while bits:
            if bits & 1:
                found = _score(rows, at, d, beams, steps, spreads, n)
                whose[filled], after[filled], score[filled] = given[at_list], n, found
                filled += 1
                steps[2 * TOGETHER + n] = max(steps[2 * TOGETHER + n], found - SLACK * abs(found))
            bits >>= 1
            n += 1
    return count, filled
