"""What a whole group of imagined outcomes can make of a candidate at most, eight candidates at a time.

An arm is one outcome of one measured candidate: it moves the mean of candidate k by g t, t = r.x_k. A group of arms
lies in a box: g r = centre +- half, entry by entry, so that for every arm of the group

    centre.x_k - half.|x_k| <= g t <= centre.x_k + half.|x_k|,

and the variance of k is at most what it is now and at least what the group's largest shrink leaves of it. A score is
rising in the mean; with a mean above 0 it is largest at the smallest variance, below 0 at the largest.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kgdesk.kernels.blocks import BLOCK, EIGHTH_PI
from kgdesk.kernels.lanes import (
    choose,
    larger,
    largest,
    load,
    magnitude,
    multiply_add,
    splat,
    splat_at,
    store,
)

# Terms that cancel leave a rounding error of their own size.
_ROUNDING = 1e-12
_WORST = -1e300


@njit(cache=True, nogil=True, error_model="numpy")
def bound_block(flat, mean, scale, block, d, centre, half, least, phi, keep, tops, probes, upper):
    """Bound the scores of a block over a group of arms, and note the candidates that lead at the group's centre.

    Parameters
    ----------
    flat, mean, scale, block
        The block, see `kgdesk.kernels.blocks.in_blocks`.
    centre, half
        (d,) each: the box of the group.
    least
        (d,) sum of least_j x_j^2 is added to 1 for the smallest spread (diagonal belief); (0,) for the others.
    phi
        Largest pi f/8 / g^2 of the group; not used by the diagonal belief.
    keep
        1 - largest f s2 of the group; not used by the diagonal belief.
    tops, probes
        (8,) each, read and written: the largest score at the centre of each lane and whose it is, as a double.
    upper
        Where the bounds go, from block BLOCK on.
    """
    base = block * d * BLOCK
    one, zero, tiny = splat(1.0), splat(0.0), splat(_ROUNDING)
    top, probe = load(tops, 0), load(probes, 0)
    for k in range(0, BLOCK, 8):
        middle = wide = zero
        low = one
        if least.size:
            for j in range(d):
                x = load(flat, base + j * BLOCK + k)
                middle = multiply_add(splat_at(centre, j), x, middle)
                wide = multiply_add(splat_at(half, j), magnitude(x), wide)
                low = multiply_add(splat_at(least, j), x * x, low)
        else:
            for j in range(d):
                x = load(flat, base + j * BLOCK + k)
                middle = multiply_add(splat_at(centre, j), x, middle)
                wide = multiply_add(splat_at(half, j), magnitude(x), wide)
        at = block * BLOCK + k
        m, v = load(mean, at), load(scale, at)
        slip = tiny * (magnitude(m) + magnitude(middle) + wide)
        most = m + middle + wide + slip
        square = most * most
        if not least.size:
            # As g t grows the score falls, then rises: it is largest at one end. Where the least spread holds at the
            # lower end, the score rises there as well, at most to that of an unmoved mean.
            high, behind = middle + wide, middle - wide
            floor = multiply_add(v - one, splat(keep), one)
            # In this order: where phi is infinite and g t is 0, the comparison with no number gives the second.
            low = larger(v - splat(phi) * high * high, floor)
            other = larger(v - splat(phi) * behind * behind, floor)
            lesser = larger(m + choose(other, floor, behind, larger(behind, zero)) + slip, zero)
            lesser = lesser * lesser
            ours, theirs = square * other, lesser * low
            most = choose(theirs, ours, one, most)
            square, low = choose(theirs, ours, lesser, square), choose(theirs, ours, other, low)
        store(upper, at, choose(most, zero, square / low, (zero - square) / v))
        centred = m + middle
        score = centred * magnitude(centred) / v
        number = splat(float(at)) + load(_COUNT, 0)
        probe = choose(score, top, number, probe)
        top = larger(score, top)
    store(tops, 0, top)
    store(probes, 0, probe)


_COUNT = np.arange(8.0)


@njit(cache=True, nogil=True, error_model="numpy")
def best_of_eight(pool, d, row, g, shrink, spreads):
    """Return the largest score of eight candidates after one arm.

    pool (8 d + 16,) holds entry j of number k at 8 j + k, then the means, then the scales.
    """
    t, v = splat(0.0), splat(1.0)
    for j in range(d):
        x = load(pool, 8 * j)
        t = multiply_add(splat_at(row, j), x, t)
        if spreads.size:
            v = multiply_add(splat_at(spreads, j), x * x, v)
    if not spreads.size:
        v = larger(multiply_add(splat(shrink), t * t, load(pool, 8 * d + 8)), splat(1.0))
    u = multiply_add(splat(g), t, load(pool, 8 * d))
    return largest(u * magnitude(u) / v)


@njit(cache=True, nogil=True, error_model="numpy")
def _win(u, spread, numerator, denominator):
    mine = u * magnitude(u)
    ours, theirs = mine * denominator, numerator * spread
    return choose(ours, theirs, mine, numerator), choose(ours, theirs, spread, denominator)


@njit(cache=True, nogil=True, error_model="numpy")
def four_arms(flat, mean, scale, block, d, rows, steps, spreads, out, at, stride):
    """Score a block after each of four arms and leave the largest score of each lane.

    Parameters
    ----------
    flat, mean, scale, block, d
        The block.
    rows
        (4 d,) r of the four, entry j of number i at 4 j + i.
    steps
        (8,) for each: g and -pi f/8.
    spreads
        (4 d,) pi/8/(q + c x^2) like `rows` for the diagonal belief; (0,) for the others.
    out, at, stride
        Where the eight lanes go: at + i stride.
    """
    base = block * d * BLOCK
    one, zero, worst = splat(1.0), splat(0.0), splat(_WORST)
    a0 = a1 = a2 = a3 = worst
    b0 = b1 = b2 = b3 = one
    for k in range(0, BLOCK, 8):
        t0 = t1 = t2 = t3 = zero
        v0 = v1 = v2 = v3 = one
        if spreads.size:
            for j in range(d):
                x = load(flat, base + j * BLOCK + k)
                xx = x * x
                t0 = multiply_add(splat_at(rows, 4 * j), x, t0)
                t1 = multiply_add(splat_at(rows, 4 * j + 1), x, t1)
                t2 = multiply_add(splat_at(rows, 4 * j + 2), x, t2)
                t3 = multiply_add(splat_at(rows, 4 * j + 3), x, t3)
                v0 = multiply_add(splat_at(spreads, 4 * j), xx, v0)
                v1 = multiply_add(splat_at(spreads, 4 * j + 1), xx, v1)
                v2 = multiply_add(splat_at(spreads, 4 * j + 2), xx, v2)
                v3 = multiply_add(splat_at(spreads, 4 * j + 3), xx, v3)
        else:
            for j in range(d):
                x = load(flat, base + j * BLOCK + k)
                t0 = multiply_add(splat_at(rows, 4 * j), x, t0)
                t1 = multiply_add(splat_at(rows, 4 * j + 1), x, t1)
                t2 = multiply_add(splat_at(rows, 4 * j + 2), x, t2)
                t3 = multiply_add(splat_at(rows, 4 * j + 3), x, t3)
            s = load(scale, block * BLOCK + k)
            v0 = larger(multiply_add(splat_at(steps, 1), t0 * t0, s), one)
            v1 = larger(multiply_add(splat_at(steps, 3), t1 * t1, s), one)
            v2 = larger(multiply_add(splat_at(steps, 5), t2 * t2, s), one)
            v3 = larger(multiply_add(splat_at(steps, 7), t3 * t3, s), one)
        m = load(mean, block * BLOCK + k)
        a0, b0 = _win(multiply_add(splat_at(steps, 0), t0, m), v0, a0, b0)
        a1, b1 = _win(multiply_add(splat_at(steps, 2), t1, m), v1, a1, b1)
        a2, b2 = _win(multiply_add(splat_at(steps, 4), t2, m), v2, a2, b2)
        a3, b3 = _win(multiply_add(splat_at(steps, 6), t3, m), v3, a3, b3)
    store(out, at, a0 / b0)
    store(out, at + stride, a1 / b1)
    store(out, at + 2 * stride, a2 / b2)
    store(out, at + 3 * stride, a3 / b3)


@njit(cache=True, nogil=True)
def least_spreads(q, largest_bend, least):
    """Fill least (d,) with pi/8/(q_j + the group's largest c x_j^2)."""
    for j in range(q.size):
        least[j] = EIGHTH_PI / (q[j] + largest_bend[j])
