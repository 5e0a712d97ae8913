"""Scan a pool in float32 after hypothetical outcomes under several beliefs that share products; lay out what it needs.

See `kgdesk.kernels.bounded_sweep.shared_features` for the products.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.bounded_sweep.batch_scan import least_near
from kgdesk.kernels.pool_blocks import BLOCK
from kgdesk.kernels.simd import (
    absolute,
    broadcast,
    greater_equal_mask,
    load,
    maximum,
    multiply_add,
    njit_inline,
    njit_internal,
    reduce_max,
    select_greater,
    splat_at,
    store,
    width,
)

# Measured candidates per parallel task; four of them are scanned together.
_TASK, FOUR = 32, 4


@njit_inline
def _summed(flat, at, first, count, coefs, own, sums):
    """Add `count` features to sums: two vectors of candidates, from index `at` on, of each of four measured ones.

    The weights of feature f are four entries of `coefs` from index own + 4 f on.
    """
    a0, b0, a1, b1, a2, b2, a3, b3 = sums
    lanes = width(flat)
    for f in range(first, first + count):
        x, y = load(flat, at + f * BLOCK), load(flat, at + f * BLOCK + lanes)
        r0, r1 = splat_at(coefs, own + 4 * f), splat_at(coefs, own + 4 * f + 1)
        r2, r3 = splat_at(coefs, own + 4 * f + 2), splat_at(coefs, own + 4 * f + 3)
        a0, b0 = multiply_add(r0, x, a0), multiply_add(r0, y, b0)
        a1, b1 = multiply_add(r1, x, a1), multiply_add(r1, y, b1)
        a2, b2 = multiply_add(r2, x, a2), multiply_add(r2, y, b2)
        a3, b3 = multiply_add(r3, x, a3), multiply_add(r3, y, b3)
    return a0, b0, a1, b1, a2, b2, a3, b3


@njit_inline
def _store_sums(tile, k, sums):
    lanes = width(tile)
    a0, b0, a1, b1, a2, b2, a3, b3 = sums
    store(tile, k, a0)
    store(tile, k + lanes, b0)
    store(tile, BLOCK + k, a1)
    store(tile, BLOCK + k + lanes, b1)
    store(tile, 2 * BLOCK + k, a2)
    store(tile, 2 * BLOCK + k + lanes, b2)
    store(tile, 3 * BLOCK + k, a3)
    store(tile, 3 * BLOCK + k + lanes, b3)


@njit_inline
def shared_products(flat, at, counts, factor, coefs, own, plain, higher):
    """Compute the products that the beliefs share: those of the columns of equal prior, and those of the others."""
    zero, a = broadcast(flat, 0.0), broadcast(flat, factor)
    squared, others, rest = counts[0], counts[1], counts[2]
    for k in range(0, BLOCK, 2 * width(flat)):
        z0, y0, z1, y1, z2, y2, z3, y3 = _summed(
            flat, at + k, 0, squared, coefs, own, (zero, zero, zero, zero, zero, zero, zero, zero)
        )
        once = a * z0, a * y0, a * z1, a * y1, a * z2, a * y2, a * z3, a * y3
        _store_sums(plain, k, _summed(flat, at + k, squared, others, coefs, own, once))
        twice = z0 * z0, y0 * y0, z1 * z1, y1 * y1, z2 * z2, y2 * y2, z3 * z3, y3 * y3
        _store_sums(higher, k, _summed(flat, at + k, squared + others, rest, coefs, own, twice))


@njit_inline
def products_of(flat, at, k, part, coefs, own, plain, higher):
    """Compute t of 32 candidates for four measured ones; part is (shared, b, first, count) of the belief's features.

    b multiplies the shared products of the columns whose prior differs.
    """
    shared, b, first, count = part
    lanes, zero = width(flat), broadcast(flat, 0.0)
    sums = zero, zero, zero, zero, zero, zero, zero, zero
    if shared:
        q, v, w = broadcast(flat, b), k + BLOCK, k + lanes + BLOCK
        x, y, i, j = v + BLOCK, w + BLOCK, v + 2 * BLOCK, w + 2 * BLOCK
        sums = (
            multiply_add(q, load(higher, k), load(plain, k)),
            multiply_add(q, load(higher, k + lanes), load(plain, k + lanes)),
            multiply_add(q, load(higher, v), load(plain, v)),
            multiply_add(q, load(higher, w), load(plain, w)),
            multiply_add(q, load(higher, x), load(plain, x)),
            multiply_add(q, load(higher, y), load(plain, y)),
            multiply_add(q, load(higher, i), load(plain, i)),
            multiply_add(q, load(higher, j), load(plain, j)),
        )
    return _summed(flat, at + k, first, count, coefs, own, sums)


@njit_inline
def _extremes(t, u, m, n, steps, at, extremes):
    """Raise (largest mean after a success, after a failure, largest |t|) of one measured candidate by t, u."""
    up, down, far = extremes
    g, h = splat_at(steps, at), splat_at(steps, at + 2)
    up = maximum(multiply_add(g, u, n), maximum(multiply_add(g, t, m), up))
    down = maximum(multiply_add(h, u, n), maximum(multiply_add(h, t, m), down))
    return up, down, maximum(absolute(u), maximum(absolute(t), far))


@njit_inline
def _may_exceed(extremes, steps, at, best, n, least, most):
    """Return whether a score of a block may be near the largest so far, after a success (bit 0) and a failure (bit 1).

    The largest mean and the largest |t| of each lane bound the scores of its candidates; `least` and `most` are the
    smallest and the largest 1 + pi s2/8 of each lane.
    """
    up, down, far = extremes
    one, zero, square = broadcast(steps, 1.0), broadcast(steps, 0.0), far * far
    v = maximum(multiply_add(splat_at(steps, at + 1), square, least), one)
    w = maximum(multiply_add(splat_at(steps, at + 3), square, least), one)
    v, w = select_greater(up, zero, v, most), select_greater(down, zero, w, most)
    bits = 0
    if greater_equal_mask(up * absolute(up), splat_at(best, 3 * n + 1) * v):
        bits = 1
    if greater_equal_mask(down * absolute(down), splat_at(best, 3 * n + 4) * w):
        bits |= 2
    return bits


@njit_inline
def _hits(flat, at, part, coefs, own, plain, higher, means, place, steps, s, best, n, limits, lane):
    """Return the bits of `_may_exceed` of a block for four measured candidates, two of each."""
    lanes, worst = width(flat), broadcast(flat, -1e30)
    e0 = e1 = e2 = e3 = worst, worst, broadcast(flat, 0.0)
    for k in range(0, BLOCK, 2 * lanes):
        a0, b0, a1, b1, a2, b2, a3, b3 = products_of(flat, at, k, part, coefs, own, plain, higher)
        m, o = load(means, place + k), load(means, place + k + lanes)
        e0 = _extremes(a0, b0, m, o, steps, s, e0)
        e1 = _extremes(a1, b1, m, o, steps, s + 4, e1)
        e2 = _extremes(a2, b2, m, o, steps, s + 8, e2)
        e3 = _extremes(a3, b3, m, o, steps, s + 12, e3)
    low, high = load(limits, lane), load(limits, lane + lanes)
    bits = _may_exceed(e0, steps, s, best, n, low, high)
    bits |= _may_exceed(e1, steps, s + 4, best, n + 2, low, high) << 2
    bits |= _may_exceed(e2, steps, s + 8, best, n + 4, low, high) << 4
    return bits | _may_exceed(e3, steps, s + 12, best, n + 6, low, high) << 6


@njit_inline
def _scored(tile, at, means, scale, place, g, f):
    """Compute (u|u|/v, v) of a vector of candidates from their t, at index `at` of `tile`."""
    t, one = load(tile, at), broadcast(tile, 1.0)
    u = multiply_add(g, t, load(means, place))
    v = maximum(multiply_add(f, t * t, load(scale, place)), one)
    return u * absolute(u) / v, v


@njit_internal
def _raise_top(tile, row, means, scale, place, steps, s, best, errors, n):
    """Raise the largest score of one outcome by those of a block; its step is steps[s:].

    `best` has at 3 n the largest signed square so far, the least that may belong to the best candidate, and the largest
    v = 1 + pi var/8 of a candidate from there on; `errors` has those of `score_errors` at 2 n.
    """
    top, one, g, f = best[3 * n], broadcast(tile, 1.0), splat_at(steps, s), splat_at(steps, s + 1)
    largest, wide = broadcast(tile, -math.inf), one
    for k in range(0, BLOCK, width(tile)):
        largest = maximum(_scored(tile, row * BLOCK + k, means, scale, place + k, g, f)[0], largest)
    found = reduce_max(largest)
    if found <= best[3 * n + 1]:
        return
    if found > top:
        best[3 * n] = found
        best[3 * n + 1] = least_near(found, errors[2 * n], errors[2 * n + 1])
    near = splat_at(best, 3 * n + 1)
    for k in range(0, BLOCK, width(tile)):
        score, v = _scored(tile, row * BLOCK + k, means, scale, place + k, g, f)
        wide = maximum(select_greater(score, near, v, one), wide)
    best[3 * n + 2] = max(reduce_max(wide), best[3 * n + 2] if top >= best[3 * n + 1] else 1.0)


@njit_internal
def _raise_tops(
    flat, at, part, coefs, own, plain, higher, tile, means, scale, place, steps, s, best, errors, n, bits
):
    """Raise the largest scores of four measured candidates by those of a block, where the bits of `_hits` are set."""
    for k in range(0, BLOCK, 2 * width(flat)):
        _store_sums(tile, k, products_of(flat, at, k, part, coefs, own, plain, higher))
    for e in range(2 * FOUR):
        if bits >> e & 1:
            _raise_top(tile, e // 2, means, scale, place, steps, s + 2 * e, best, errors, n + e)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def scan_shared(features, begin, end, rows, steps, errors, top):
    """Raise the largest float32 scores after either outcome at some rows by those of a part of the pool.

    What is near the largest score, by the bounds of the errors, may be the best candidate.

    Parameters
    ----------
    features
        (flat, weights, source, place, means, scale, limits, counts, factor, mixing) of
        `kgdesk.kernels.bounded_sweep.shared_features.SharedProducts`.
    begin, end
        Blocks of the part.
    rows
        (A,) int64 measured candidates.
    steps
        (C, M, 4) float32: g and -pi f/8 of a success at each candidate, then of a failure, of each belief.
    errors
        (C, M, 4) float32, `kgdesk.kernels.bounded_sweep.batch_scan.score_errors` of each belief.
    top
        (C, M, 4) float32, raised for the measured candidates: signed square of the largest score so far after a success
        and after a failure, then the largest 1 + pi var/8 of the candidates near them.
    """
    flat, weights, source, place, means, scale, limits, counts, factor, mixing = features
    C, F, fours, size = steps.shape[0], weights.size, _TASK // FOUR, means.size // steps.shape[0]
    shared = counts[0] + counts[1] + counts[2]
    for task in prange((rows.size + _TASK - 1) // _TASK):
        # Flat arrays with offsets: views of parts would be counted, with locked instructions, in the inner loops.
        coefs, best = np.empty(_TASK * F, np.float32), np.empty(6 * _TASK * C, np.float32)
        off = np.empty(4 * _TASK * C, np.float32)
        plain, higher = np.empty(FOUR * BLOCK, np.float32), np.empty(FOUR * BLOCK, np.float32)
        tile, own = np.empty(FOUR * BLOCK, np.float32), np.empty(4 * _TASK * C, np.float32)
        for n in range(_TASK):
            i = rows[min(task * _TASK + n, rows.size - 1)]
            own_block, lane = place[i] // BLOCK * F * BLOCK, place[i] % BLOCK
            for f in range(F):
                value = flat[own_block + source[f] * BLOCK + lane]
                coefs[n // FOUR * FOUR * F + FOUR * f + n % FOUR] = weights[f] * value
            for c in range(C):
                at = c * _TASK + n
                for e in range(4):
                    own[4 * at + e], off[4 * at + e] = steps[c, i, e], errors[c, i, e]
                for side in range(2):
                    best[6 * at + 3 * side], best[6 * at + 3 * side + 2] = (
                        top[c, i, side],
                        top[c, i, 2 + side],
                    )
                    best[6 * at + 3 * side + 1] = least_near(
                        top[c, i, side], errors[c, i, 2 * side], errors[c, i, 2 * side + 1]
                    )
        for block in range(begin, end):
            at = block * F * BLOCK
            for four in range(fours):
                first, w = shared, four * FOUR * F
                if shared:
                    shared_products(flat, at, counts, factor, coefs, w, plain, higher)
                for c in range(C):
                    part, n = (shared, mixing[c], first, counts[3 + c]), c * _TASK + FOUR * four
                    k = c * size + block * BLOCK
                    first += counts[3 + c]
                    bits = _hits(
                        flat, at, part, coefs, w, plain, higher, means, k, own, 4 * n, best, 2 * n, limits,
                        k // BLOCK * 2 * width(limits),
                    )  # fmt: skip
                    if bits:
                        _raise_tops(
                            flat, at, part, coefs, w, plain, higher, tile, means, scale, k, own, 4 * n, best, off,
                            2 * n, bits,
                        )  # fmt: skip
        for n in range(min(_TASK, rows.size - task * _TASK)):
            for c in range(C):
                at, i = 6 * (c * _TASK + n), rows[task * _TASK + n]
                for side in range(2):
                    top[c, i, side], top[c, i, 2 + side] = best[at + 3 * side], best[at + 3 * side + 2]


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def laid_out(X, extra, first, second, order):
    """Compute features in float32 and in blocks: (flat, most).

    Parameters
    ----------
    X, extra
        (M, d) pool, and (M, e) further features.
    first, second
        (F,) int64 columns of X whose product is the feature; second -1: first alone; first -1 - k: column k of `extra`.
    order
        (M,) int64 the order of the candidates.

    Returns
    -------
    tuple
        flat (B F BLOCK,): feature f of the candidate at place k is at (k // BLOCK F + f) BLOCK + k % BLOCK; the last
        block is padded with the last candidate. most (B, F): the largest magnitude of each feature in each block.
    """
    M, F = order.size, first.size
    blocks = (M + BLOCK - 1) // BLOCK
    flat, most = np.empty(blocks * F * BLOCK, np.float32), np.zeros((blocks, F))
    for block in prange(blocks):
        for k in range(block * BLOCK, (block + 1) * BLOCK):
            i = order[min(k, M - 1)]
            for f in range(F):
                a, b = first[f], second[f]
                value = X[i, a] if a >= 0 else extra[i, -1 - a]
                if b >= 0:
                    value *= X[i, b]
                flat[(block * F + f) * BLOCK + k % BLOCK] = value
                most[block, f] = max(most[block, f], abs(value))
    return flat, most


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def absolute_sums(flat, bounds, source, counts, order):
    """Sum the magnitudes of the features of each candidate, times `bounds` (F,), part by part: (parts, M).

    `flat` and `order` as in `laid_out`; feature f takes the value of feature source[f]; counts (parts,) features each.
    """
    F, parts = bounds.size, counts.size
    sums = np.zeros((parts, order.size))
    for block in prange((order.size + BLOCK - 1) // BLOCK):
        for k in range(block * BLOCK, min(order.size, (block + 1) * BLOCK)):
            f = 0
            for part in range(parts):
                for _ in range(counts[part]):
                    value = flat[(block * F + source[f]) * BLOCK + k % BLOCK]
                    sums[part, order[k]] += bounds[f] * abs(value)
                    f += 1
    return sums
