"""Which candidates may be best after one of a group of imagined outcomes: eight groups at once.

A group of arms (see `kgdesk.kernels.arms`) lies in a box of the first p coordinates, g z_i = centre +- half, and its
other coordinates are no longer than a length, so that by Cauchy and Schwarz for every arm of the group

    |g t - centre.z_k| <= half.|z_k| + length |z_k,p..|,   t = z_i.z_k,

and the variance of k is at most what it is now and at least what the group's largest shrink leaves of it. A score
u|u|/(1 + pi var/8) rises with the mean u; above 0 it is largest at the smallest variance, below 0 at the largest.
"""

from __future__ import annotations

from kgdesk.kernels.bare import bare
from kgdesk.kernels.inner import within
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

# Terms that cancel leave a rounding error of their own size; coordinates of a nearly singular belief lose more digits.
_ROUNDING = 1e-10
_NEVER = -1e300


@within
def _admitting(k, rows, flat, d, box):
    """Return the bits of those of eight groups whose floor candidate k may reach."""
    centre, half, least, phi, keep, floor = box
    at, p = k * (half.size // 8 + 2), half.size // 8 - 1
    middle, wide = splat(0.0), load(half, 0) * splat_at(rows, at)
    for j in range(1, p + 1):
        z = splat_at(rows, at + j)
        middle = multiply_add(load(centre, 8 * j), z, middle)
        wide = multiply_add(load(half, 8 * j), magnitude(z), wide)
    m, v = splat_at(rows, at + p + 1), splat_at(rows, at + p + 2)
    zero, one, reach = splat(0.0), splat(1.0), load(floor, 0)
    slip = splat(_ROUNDING) * (magnitude(m) + magnitude(middle) + wide)
    high, behind = middle + wide, middle - wide
    most, bits = m + high + slip, 0
    if least.size:
        low = one
        for j in range(d):
            x = splat_at(flat, k * d + j)
            low = multiply_add(load(least, 8 * j), x * x, low)
    else:
        # As g t grows the score falls, then rises: it is largest at one end. Where the least spread holds at the
        # lower end, the score rises there as well, at most to that of an unmoved mean.
        floored, bend = multiply_add(v - one, load(keep, 0), one), load(phi, 0)
        low = larger(v - bend * high * high, floored)
        other = larger(v - bend * behind * behind, floored)
        lesser = m + choose(other, floored, behind, larger(behind, zero)) + slip
        bits = reaches(choose(lesser, zero, lesser * lesser, splat(_NEVER)), reach * other)
    return bits | reaches(most * magnitude(most), reach * choose(most, zero, low, v))


@bare
def sieve(rows, flat, d, given, box, marks):
    """Write of each candidate given, into marks, the bits of the groups whose floor it may reach.

    Parameters
    ----------
    rows, flat, d
        The pool: see `kgdesk.kernels.arms`, and its X (M d,).
    given
        (n,) the candidates, or (0,) for all of the pool in order.
    box
        Of eight groups, see `kgdesk.kernels.arms.boxes`. What cannot be compared (0 times infinity) stays.
    marks
        (n,) or (M,) bytes, bit c of group c.
    """
    for n in range(marks.size):
        marks[n] = _admitting(given[n] if given.size else n, rows, flat, d, box)


@bare
def marked(marks, c, given, left):
    """Write the candidates that bear the mark of group c to `left`, and return how many they are.

    `marks` and `given` as in `sieve`. `left` needs room for one more: what is not taken is written behind the end.
    """
    end = 0
    for n in range(marks.size):
        left[end] = given[n] if given.size else n
        end += marks[n] >> c & 1
    return end
