"""Groups of imagined outcomes that lie close together: what a group has in common, and how it is parted.

An arm is one outcome of one measured candidate: arm 2 i is a success at i, arm 2 i + 1 a failure. It moves the mean of
candidate k by g z_i.z_k, where z is x in coordinates that make the covariance the identity, the strongest first, and
takes phi (g z_i.z_k)^2 from 1 + pi s2/8, phi = pi f/8/g^2. A group is a box of the first p coordinates of g z and of
the length of all others.

The pool is a flat array of rows (M (p + 3),): the length of z from p on, z before p, the mean, and 1 + pi s2/8.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.bare import bare
from kgdesk.kernels.blocks import EIGHTH_PI

#: Bounds and scores round differently by less than this share of a score; near ties (4e-9) lie within as well.
SLACK = 1e-8


@bare
def _told(g, i, j, rows, width):
    """Return number j of what tells an arm: first its length outside, then its coordinates."""
    value = g * rows[i * width + j]
    return abs(value) if j == 0 else value


@bare
def _ends(order, low, high, move, rows, width, smallest, greatest):
    """Fill smallest and greatest (p + 1,) with the ends of the box of the arms order[low:high]."""
    smallest[:], greatest[:] = math.inf, -math.inf
    for n in range(low, high):
        for j in range(smallest.size):
            value = _told(move[order[n]], order[n] // 2, j, rows, width)
            smallest[j] = min(smallest[j], value)
            greatest[j] = max(greatest[j], value)


@bare
def _swap(order, told, numbers, low, i, k):
    order[i], order[k] = order[k], order[i]
    for j in range(numbers):
        one, other = (i - low) * numbers + j, (k - low) * numbers + j
        told[one], told[other] = told[other], told[one]


@bare
def _halve(order, told, numbers, low, begin, end, at, j):
    """Rearrange order[begin:end] so that no arm before `at` lies beyond one behind it in direction j.

    `told` has what tells each arm from order[low] on, and is rearranged likewise.
    """
    left, right = begin, end - 1
    while left < right:
        pivot = told[((left + right) // 2 - low) * numbers + j]
        i, k = left, right
        while i <= k:
            while told[(i - low) * numbers + j] < pivot:
                i += 1
            while told[(k - low) * numbers + j] > pivot:
                k -= 1
            if i <= k:
                _swap(order, told, numbers, low, i, k)
                i += 1
                k -= 1
        if at <= k:
            right = k
        elif at >= i:
            left = i
        else:
            return


@bare
def _longest(told, numbers, begin, end, size):
    """Return the longest side of the box of some arms, weighed by size (p + 1,)."""
    longest, most = 0, -1.0
    for j in range(numbers):
        smallest, greatest = math.inf, -math.inf
        for n in range(begin, end):
            value = told[n * numbers + j]
            smallest, greatest = min(smallest, value), max(greatest, value)
        side = (greatest - smallest) * size[j]
        if side > most:
            longest, most = j, side
    return longest


@njit(cache=True, nogil=True, error_model="numpy")
def part(order, low, high, step, move, rows, size):
    """Rearrange order[low:high] into neighbours of `step` arms each, the last of what is left.

    Halved again and again across the side that is longest, weighed by size (p + 1,).
    """
    numbers, stack = size.size, np.empty((128, 2), np.int64)
    told = np.empty((high - low) * numbers)
    for n in range(high - low):
        arm = order[low + n]
        for j in range(numbers):
            told[n * numbers + j] = _told(move[arm], arm // 2, j, rows, numbers + 2)
    stack[0, 0], stack[0, 1] = low, high
    waiting = 1
    while waiting:
        waiting -= 1
        begin, end = stack[waiting, 0], stack[waiting, 1]
        pieces = (end - begin + step - 1) // step
        if pieces < 2:
            continue
        middle = begin + pieces // 2 * step
        longest = _longest(told, numbers, begin - low, end - low, size)
        _halve(order, told, numbers, low, begin, end, middle, longest)
        stack[waiting, 0], stack[waiting, 1] = begin, middle
        stack[waiting + 1, 0], stack[waiting + 1, 1] = middle, end
        waiting += 2


@njit(cache=True, nogil=True, error_model="numpy")
def boxes(order, starts, high, step, arms, rows, q, X, box):
    """Fill `box` with what eight groups of `step` arms each have in common, group c in lane c.

    Group c is order[starts[c]:], at most `step` of them and none from `high` on.

    box is a tuple (centre, half, least, phi, keep, floor). centre and half (8 (p + 1),) have entry j of group c at
    8 j + c, the first of half the greatest length; least (8 d,) has pi/8/(q_j + largest c x_j^2) likewise for the
    diagonal belief, and is (0,) for the others. phi, keep, floor (8,): the largest phi; 1 - the largest f s2; the worst
    arm's best score so far, less what rounding takes. A group that is empty has an infinite floor.
    """
    move, shrink, lower = arms
    centre, half, least, phi, keep, floor = box
    numbers = half.size // 8
    width = numbers + 2
    smallest, greatest = np.empty(numbers), np.empty(numbers)
    centre[:], half[:], least[:] = 0.0, 0.0, 0.0
    for c in range(8):
        begin, end = starts[c], min(high, starts[c] + step)
        phi[c], keep[c], floor[c] = 0.0, 1.0, math.inf
        if begin >= end:
            continue
        _ends(order, begin, end, move, rows, width, smallest, greatest)
        for j in range(numbers):
            centre[8 * j + c] = 0.5 * (smallest[j] + greatest[j])
            half[8 * j + c] = 0.5 * (greatest[j] - smallest[j])
        half[c] = greatest[0]
        for n in range(begin, end):
            arm = order[n]
            i, f, square = arm // 2, shrink[arm], move[arm] * move[arm]
            floor[c] = min(floor[c], lower[arm])
            for j in range(least.size // 8):
                least[8 * j + c] = max(least[8 * j + c], f * X[i, j] * X[i, j])
            phi[c] = max(phi[c], EIGHTH_PI * f / square if square > 1e-280 else math.inf)
            keep[c] = min(keep[c], 1.0 - f * (rows[i * width + numbers + 1] - 1.0) / EIGHTH_PI)
        keep[c] = max(keep[c] - 1e-12, 0.0)
        floor[c] -= SLACK * abs(floor[c])
    for j in range(least.size):
        least[j] = EIGHTH_PI / (q[j // 8] + least[j])


@njit(cache=True, nogil=True, error_model="numpy")
def empty_box(numbers, d, diagonal):
    """Return a box for `boxes`, of so many numbers that tell an arm."""
    centre, half, least = np.empty(8 * numbers), np.empty(8 * numbers), np.empty(8 * d if diagonal else 0)
    return centre, half, least, np.empty(8), np.empty(8), np.empty(8)
