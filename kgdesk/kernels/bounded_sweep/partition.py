"""Partition hypothetical outcomes into groups of neighbours, as in a k-d tree along the leading principal axes.

A hypothetical outcome (i, y) has the coordinates g z of its measured candidate i: the leading whitened coordinates, and
the length of the remaining ones as coordinate 0. The pool is passed as `rows`, per candidate p + 3 numbers: this
length, p leading coordinates, mean mu, and 1 + pi s2/8. The parameter `numbers` is p + 1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels.linear_algebra import row_times
from kgdesk.kernels.pool_blocks import EIGHTH_PI
from kgdesk.kernels.simd import njit_internal

# Limit of the rounds of Jacobi rotations; a handful is enough.
_MOST_ROUNDS = 30


@njit(cache=True, nogil=True)
def principal_axes(A):
    """Return the eigenvectors of a symmetric A (d, d), by cyclic Jacobi rotations: the columns of an orthogonal Q.

    Columns are in no particular order. O(d^3) per round, a handful of rounds.
    """
    # No LAPACK: `np.linalg` in Numba needs SciPy, which the shipped program does not include.
    d = A.shape[0]
    A = A.copy()
    Q = np.eye(d)
    for _ in range(_MOST_ROUNDS):
        off = size = 0.0
        for i in range(d):
            for j in range(d):
                size += A[i, j] * A[i, j]
                if i != j:
                    off += A[i, j] * A[i, j]
        if not off > 1e-18 * size:
            break
        for p in range(d):
            for q in range(p + 1, d):
                if A[p, q] == 0.0:
                    continue
                # The smaller of the two rotation angles, by the formula that does not cancel (Golub and Van Loan, 8.5).
                theta = (A[q, q] - A[p, p]) / (2.0 * A[p, q])
                t = (1.0 if theta >= 0.0 else -1.0) / (abs(theta) + math.sqrt(theta * theta + 1.0))
                c = 1.0 / math.sqrt(t * t + 1.0)
                s = t * c
                for k in range(d):
                    a, b = A[p, k], A[q, k]
                    A[p, k], A[q, k] = c * a - s * b, s * a + c * b
                for k in range(d):
                    a, b = A[k, p], A[k, q]
                    A[k, p], A[k, q] = c * a - s * b, s * a + c * b
                    a, b = Q[k, p], Q[k, q]
                    Q[k, p], Q[k, q] = c * a - s * b, s * a + c * b
    return Q


#: Hypothetical outcomes that are scored together.
GROUP_SIZE = 32

#: Relative slack between bounds and scores: more than their rounding errors, and than near ties (4e-9).
SLACK = 1e-8

# From _SAMPLED_FROM hypothetical outcomes on, the pivot of the selection is the quantile of a sample of _SAMPLE_SIZE.
_SAMPLED_FROM, _SAMPLE_SIZE = 200, 15


@njit_internal
def _coordinate(g, i, j, rows, width):
    """Return coordinate j of a hypothetical outcome with mean step g at candidate i.

    Coordinate 0 is the length |g| times that of the coordinates that are not leading; the others are g z_j.
    """
    value = g * rows[i * width + j]
    return abs(value) if j == 0 else value


@njit_internal
def _swap(order, features, numbers, low, i, k):
    order[i], order[k] = order[k], order[i]
    for j in range(numbers):
        one, other = (i - low) * numbers + j, (k - low) * numbers + j
        features[one], features[other] = features[other], features[one]


@njit_internal
def _pivot(features, numbers, first, last, at, j, sample):
    """Return a pivot for selecting rank `at` by coordinate j among the outcomes first..last, indices into `features`.

    The middle element where they are few, otherwise the quantile of a sample, which is closer to rank `at`.
    """
    if last - first < _SAMPLED_FROM:
        return features[(first + last) // 2 * numbers + j]
    for n in range(sample.size):
        value, k = features[(first + (last - first) * n // (sample.size - 1)) * numbers + j], n
        while k > 0 and sample[k - 1] > value:
            sample[k] = sample[k - 1]
            k -= 1
        sample[k] = value
    return sample[(at - first) * (sample.size - 1) // (last - first)]


@njit_internal
def _select_rank(order, features, numbers, low, begin, end, at, j, sample):
    """Reorder order[begin:end] by quickselect so that no coordinate j before index `at` is larger than one from it on.

    `features` has the coordinates of the hypothetical outcomes from order[low] on and is permuted likewise; `sample`
    is a buffer.
    """
    left, right = begin, end - 1
    while left < right:
        pivot = _pivot(features, numbers, left - low, right - low, at - low, j, sample)
        i, k = left, right
        while i <= k:
            while features[(i - low) * numbers + j] < pivot:
                i += 1
            while features[(k - low) * numbers + j] > pivot:
                k -= 1
            if i <= k:
                _swap(order, features, numbers, low, i, k)
                i += 1
                k -= 1
        if at <= k:
            right = k
        elif at >= i:
            left = i
        else:
            return


@njit_internal
def _longest_side(features, numbers, begin, end, size):
    """Return the coordinate in which the outcomes begin..end-1 extend furthest, weighted by size (p + 1,)."""
    longest, most = 0, -1.0
    for j in range(numbers):
        smallest, greatest = math.inf, -math.inf
        for n in range(begin, end):
            value = features[n * numbers + j]
            smallest, greatest = min(smallest, value), max(greatest, value)
        side = (greatest - smallest) * size[j]
        if side > most:
            longest, most = j, side
    return longest


@njit(cache=True, nogil=True, error_model="numpy")
def partition(order, low, high, step, least, move, rows, size):
    """Reorder order[low:high] into groups of `step` neighbours, these into eighths, and so on down to `least`.

    Median cuts across the longest side, weighted by size (p + 1,), as in a k-d tree. `step` is `least` times a power of
    eight; the last group may be smaller.
    """
    numbers, stack, sample = size.size, np.empty((128, 3), np.int64), np.empty(_SAMPLE_SIZE)
    # Coordinates are copied and moved along with `order`, so that the cuts read contiguous memory.
    features = np.empty((high - low) * numbers)
    for n in range(high - low):
        outcome = order[low + n]
        for j in range(numbers):
            features[n * numbers + j] = _coordinate(move[outcome], outcome // 2, j, rows, numbers + 2)
    stack[0, 0], stack[0, 1], stack[0, 2] = low, high, step
    waiting = 1
    while waiting:
        waiting -= 1
        begin, end, step = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2]
        while end - begin <= step and step > least:
            step //= 8
        if end - begin <= step:
            continue
        # The cut is at a multiple of `step`, so that all groups but the last are full.
        middle = begin + (end - begin + step - 1) // step // 2 * step
        longest = _longest_side(features, numbers, begin - low, end - low, size)
        _select_rank(order, features, numbers, low, begin, end, middle, longest, sample)
        stack[waiting, 0], stack[waiting, 1], stack[waiting, 2] = begin, middle, step
        stack[waiting + 1, 0], stack[waiting + 1, 1], stack[waiting + 1, 2] = middle, end, step
        waiting += 2


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def group_summary(order, outcomes, rows, numbers, q, X):
    """Return (smallest, greatest, most, held), the summaries of all B groups of `GROUP_SIZE` hypothetical outcomes.

    smallest and greatest (B, p + 1) bound its coordinates; most (B, d) is the largest c x_j^2 for the diagonal belief,
    (B, 0) for the others; held (B, 3) has the largest phi = pi f/(8 g^2), 1 - the largest f s2, and the smallest of the
    lower bounds of the best score.
    """
    move, shrink, lower = outcomes
    groups, width = (order.size + GROUP_SIZE - 1) // GROUP_SIZE, numbers + 2
    # np.empty, filled group by group: np.full in a parallel kernel would be one more parallel loop.
    smallest, greatest = np.empty((groups, numbers)), np.empty((groups, numbers))
    most, held = np.empty((groups, q.size)), np.empty((groups, 3))
    for b in prange(groups):
        phi, keep, floor = 0.0, 1.0, math.inf
        for j in range(numbers):
            smallest[b, j], greatest[b, j] = math.inf, -math.inf
        for j in range(q.size):
            most[b, j] = 0.0
        for n in range(b * GROUP_SIZE, min(order.size, (b + 1) * GROUP_SIZE)):
            outcome = order[n]
            i, g, f = outcome // 2, move[outcome], shrink[outcome]
            for j in range(numbers):
                value = _coordinate(g, i, j, rows, width)
                smallest[b, j], greatest[b, j] = min(smallest[b, j], value), max(greatest[b, j], value)
            for j in range(q.size):
                most[b, j] = max(most[b, j], f * X[i, j] * X[i, j])
            # f/g^2 overflows for tiny g; infinity is right, since the other bound of the variance then decides.
            phi = max(phi, EIGHTH_PI * f / (g * g) if g * g > 1e-280 else math.inf)
            keep = min(keep, 1.0 - f * (rows[i * width + numbers + 1] - 1.0) / EIGHTH_PI)
            floor = min(floor, lower[outcome])
        held[b, 0], held[b, 1], held[b, 2] = phi, keep, floor
    return smallest, greatest, most, held


@njit(cache=True, nogil=True, error_model="numpy")
def boxes(sums, starts, high, step, q, box):
    """Fill `box` with the bounding boxes of eight groups of `step` hypothetical outcomes, group c in lane c.

    Group c starts at position starts[c] and ends after `step` or at `high`. It consists of whole groups of
    `GROUP_SIZE`, summarised in `sums` by `group_summary`.

    box is a tuple (centre, half, least, phi, keep, floor). centre and half (8 (p + 1),) have coordinate j of group c at
    8 j + c; half of coordinate 0 is the largest length. least (8 d,) has pi/8/(q_j + largest c x_j^2) likewise for the
    diagonal belief, and is (0,) for the others. phi, keep, floor (8,): the largest phi; 1 - the largest f s2; the
    smallest lower bound of the best score, less a slack for rounding. An empty group has an infinite floor.
    """
    smallest, greatest, most, held = sums
    centre, half, least, phi, keep, floor = box
    numbers = half.size // 8
    centre[:], half[:], least[:] = 0.0, 0.0, 0.0
    for c in range(8):
        first = starts[c] // GROUP_SIZE
        last = (min(high, starts[c] + step) + GROUP_SIZE - 1) // GROUP_SIZE
        phi[c], keep[c], floor[c] = 0.0, 1.0, math.inf
        if starts[c] >= high:
            continue
        for j in range(numbers):
            low, top = smallest[first, j], greatest[first, j]
            for b in range(first + 1, last):
                low, top = min(low, smallest[b, j]), max(top, greatest[b, j])
            centre[8 * j + c], half[8 * j + c] = 0.5 * (low + top), 0.5 * (top - low)
            if j == 0:
                half[c] = top
        for b in range(first, last):
            for j in range(least.size // 8):
                least[8 * j + c] = max(least[8 * j + c], most[b, j])
            phi[c] = max(phi[c], held[b, 0])
            keep[c], floor[c] = min(keep[c], held[b, 1]), min(floor[c], held[b, 2])
        keep[c] = max(keep[c] - 1e-12, 0.0)  # less a slack for the rounding of f s2
        floor[c] -= SLACK * abs(floor[c])
    for j in range(least.size):
        least[j] = EIGHTH_PI / (q[j // 8] + least[j])


@njit(cache=True, nogil=True, error_model="numpy")
def empty_box(numbers, d, diagonal):
    """Return an empty box for `boxes` to fill; `numbers` is the number of coordinates of a hypothetical outcome."""
    centre, half, least = np.empty(8 * numbers), np.empty(8 * numbers), np.empty(8 * d if diagonal else 0)
    return centre, half, least, np.empty(8), np.empty(8), np.empty(8)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def partition_all(order, family, move, rows, size, halvings):
    """Partition all hypothetical outcomes into families and groups.

    The parts are halved `halvings` times, all parts of a round in parallel, and then partitioned in parallel.
    """
    families, pieces = (order.size + family - 1) // family, 1 << halvings
    step = pieces * family * ((families + pieces - 1) // pieces)
    for halving in range(halvings + 1):
        smaller, least = (step // 2, step // 2) if halving < halvings else (family, GROUP_SIZE)
        if order.size <= step:  # starting the threads would take longer
            partition(order, 0, order.size, smaller, least, move, rows, size)
        else:
            for n in prange((order.size + step - 1) // step):
                partition(order, n * step, min(order.size, (n + 1) * step), smaller, least, move, rows, size)
        step = smaller


# Number of leading coordinates, in which groups are boxes; the others are bounded by their length. Groups of the same
# size have longer sides in more coordinates: two are usual, and four where there are many groups and four coordinates
# leave at most _LEFT_SHARE of the length that two leave.
_USUAL_LEADING, _MOST_LEADING, _LEFT_SHARE = 2, 4, 0.6
_CANDIDATES_PER_TASK = 1024


@njit(cache=True, nogil=True, error_model="numpy")
def axes(root, X, likely):
    """Return the whitening transform T (d, d), z = T'x, with coordinates in order of decreasing power.

    T = root Q, where the covariance is root root' and Q has the principal axes of root'x over the likely winners. So
    these have short coordinates where the groups have no box and are bounded by their length.

    Parameters
    ----------
    root
        (d, d) Cholesky factor of the covariance.
    X
        (M, d) pool.
    likely
        Indices of the likely winners.
    """
    d = X.shape[1]
    A, row = np.zeros((d, d)), np.empty(d)
    for k in likely:
        row_times(X[k], root, row)
        for i in range(d):
            for j in range(d):
                A[i, j] += row[i] * row[j]
    Q = principal_axes(A)
    # Negative, since an array expression such as `-power` would put an address into the compiled kernel.
    negative_power, T = np.zeros(d), np.zeros((d, d))
    for n in range(d):
        for j in range(d):
            for k in range(d):
                negative_power[n] -= Q[j, n] * A[j, k] * Q[k, n]
    order = np.argsort(negative_power)
    for i in range(d):
        for n in range(d):
            for j in range(d):
                T[i, n] += root[i, j] * Q[j, order[n]]
    return T


def leading_coordinates(likely: Any, T: Any) -> int:
    """Return the number of leading coordinates, from the rows (S, d) of the likely winners and the transform T.

    Callers pass S = 0 rows in pools of few groups, which gives the usual number.
    """
    z = likely @ T
    usual, most = (np.sqrt(np.square(z[:, p:]).sum(axis=1)).sum() for p in (_USUAL_LEADING, _MOST_LEADING))
    return int(min(len(T), _MOST_LEADING if most < _LEFT_SHARE * usual else _USUAL_LEADING))


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def whitened_rows(T, root, diagonal, leading, X, mu, s2):
    """Return the pool in whitened coordinates z = T'x: (rows, pool32), for `partition` and `batch_scan.load_outcomes`.

    `pool32` (float32) has the same z, but root'x for the diagonal belief, whose variances are sums over columns.
    """
    M, d = X.shape
    rows, pool32 = np.empty((M, leading + 3)), np.empty(M * (d + 2), np.float32)
    for task in prange((M + _CANDIDATES_PER_TASK - 1) // _CANDIDATES_PER_TASK):
        z = np.empty(d)
        for k in range(task * _CANDIDATES_PER_TASK, min(M, (task + 1) * _CANDIDATES_PER_TASK)):
            row_times(X[k], T, z)
            square = 0.0
            for j in range(d):
                pool32[k * (d + 2) + j] = root[j, j] * X[k, j] if diagonal else z[j]
                if j < leading:
                    rows[k, 1 + j] = z[j]
                else:
                    square += z[j] * z[j]
            rows[k, 0], rows[k, leading + 1], rows[k, leading + 2] = (
                math.sqrt(square),
                mu[k],
                1.0 + EIGHTH_PI * s2[k],
            )
            pool32[k * (d + 2) + d], pool32[k * (d + 2) + d + 1] = mu[k], rows[k, leading + 2]
    return rows, pool32
