"""Scan all pairs of a pool in float32 under beliefs of mean 0, each pair once for both of its candidates.

With all means 0 the score of k after an outcome at x is monotone in r = t/sqrt(1 + pi s2_k/8), t = x'S x_k: the largest
r decides on one outcome, the smallest on the other. t is symmetric, so that one product serves x as the measured
candidate and k as the best, and the other way round.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from kgdesk.kernels.bounded_sweep.shared_scan import FOUR, products_of, shared_products
from kgdesk.kernels.pool_blocks import BLOCK
from kgdesk.kernels.simd import (
    broadcast,
    load,
    maximum,
    njit_inline,
    njit_internal,
    reduce_max,
    select_greater,
    splat_at,
    store,
    width,
)

# Candidates of a parallel task that are scanned against a block while it is in the cache.
_ROWS = 32


@njit_inline
def _smaller(a, b):
    return select_greater(a, b, b, a)


@njit_inline
def _across(high, low, at, k, scale, p, a, b, c, d):
    """Raise and lower the extremes of a vector of candidates by the products with four others, rows p to p + 3."""
    a, b = a * splat_at(scale, p), b * splat_at(scale, p + 1)
    c, d = c * splat_at(scale, p + 2), d * splat_at(scale, p + 3)
    store(high, at + k, maximum(maximum(maximum(a, b), maximum(c, d)), load(high, at + k)))
    store(low, at + k, _smaller(_smaller(_smaller(a, b), _smaller(c, d)), load(low, at + k)))


@njit_internal
def _extremes_of_block(
    flat, at, part, coefs, own, plain, higher, scale, place, p, ends, e, high, low, column
):
    """Scan a block for four candidates: `ends` has their largest r at e, then their smallest, one vector each."""
    lanes = width(flat)
    h0, h1, h2, h3 = (
        load(ends, e), load(ends, e + lanes), load(ends, e + 2 * lanes), load(ends, e + 3 * lanes)
    )  # fmt: skip
    e += 4 * lanes
    l0, l1, l2, l3 = (
        load(ends, e), load(ends, e + lanes), load(ends, e + 2 * lanes), load(ends, e + 3 * lanes)
    )  # fmt: skip
    for k in range(0, BLOCK, 2 * lanes):
        a0, b0, a1, b1, a2, b2, a3, b3 = products_of(flat, at, k, part, coefs, own, plain, higher)
        _across(high, low, column, k, scale, p, a0, a1, a2, a3)
        _across(high, low, column, k + lanes, scale, p, b0, b1, b2, b3)
        x, y = load(scale, place + k), load(scale, place + k + lanes)
        a0, b0, a1, b1, a2, b2, a3, b3 = a0 * x, b0 * y, a1 * x, b1 * y, a2 * x, b2 * y, a3 * x, b3 * y
        h0, h1 = maximum(maximum(a0, b0), h0), maximum(maximum(a1, b1), h1)
        h2, h3 = maximum(maximum(a2, b2), h2), maximum(maximum(a3, b3), h3)
        l0, l1 = _smaller(_smaller(a0, b0), l0), _smaller(_smaller(a1, b1), l1)
        l2, l3 = _smaller(_smaller(a2, b2), l2), _smaller(_smaller(a3, b3), l3)
    store(ends, e, l0)
    store(ends, e + lanes, l1)
    store(ends, e + 2 * lanes, l2)
    store(ends, e + 3 * lanes, l3)
    e -= 4 * lanes
    store(ends, e, h0)
    store(ends, e + lanes, h1)
    store(ends, e + 2 * lanes, h2)
    store(ends, e + 3 * lanes, h3)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def scan_pairs(features, scale, begin, end, high, low):
    """Raise and lower the extremes of r = t scale_k over the pairs of some candidates with these and later ones.

    Parameters
    ----------
    features
        `arrays` of `kgdesk.kernels.bounded_sweep.shared_features.SharedProducts`.
    scale
        (C B BLOCK,) float32 factor of t of each candidate in the order of the scan, of each belief.
    begin, end
        Blocks of the order.
    high, low
        (T, C B BLOCK) float32 extremes of each candidate so far, of T parallel tasks.
    """
    flat, weights, source, _, _, _, _, counts, factor, mixing = features
    C, F, tasks = mixing.size, weights.size, len(high)
    size = scale.size // C
    shared = counts[0] + counts[1] + counts[2]
    lanes, fours = width(flat), _ROWS // FOUR
    for task in prange(tasks):
        top, bottom = high[task], low[task]
        coefs = np.empty(_ROWS * F, np.float32)
        plain, higher = np.empty(FOUR * BLOCK, np.float32), np.empty(FOUR * BLOCK, np.float32)
        ends = np.empty(C * _ROWS * 2 * lanes, np.float32)
        for group in range(begin * (BLOCK // _ROWS) + task, end * (BLOCK // _ROWS), tasks):
            for n in range(_ROWS):
                p = group * _ROWS + n
                at = p // BLOCK * F * BLOCK + p % BLOCK
                for f in range(F):
                    coefs[n // FOUR * FOUR * F + FOUR * f + n % FOUR] = (
                        weights[f] * flat[at + source[f] * BLOCK]
                    )
            for c in range(C * fours):
                for lane in range(4 * lanes):
                    ends[c * 8 * lanes + lane] = -1e30
                    ends[c * 8 * lanes + 4 * lanes + lane] = 1e30
            for block in range(group * _ROWS // BLOCK, size // BLOCK):
                at = block * F * BLOCK
                for four in range(fours):
                    first, w = shared, four * FOUR * F
                    if shared:
                        shared_products(flat, at, counts, factor, coefs, w, plain, higher)
                    for c in range(C):
                        part, k = (shared, mixing[c], first, counts[3 + c]), c * size + block * BLOCK
                        first += counts[3 + c]
                        _extremes_of_block(
                            flat, at, part, coefs, w, plain, higher, scale, k, c * size + group * _ROWS + FOUR * four,
                            ends, (c * fours + four) * 8 * lanes, top, bottom, k,
                        )  # fmt: skip
            for c in range(C):
                for n in range(_ROWS):
                    at, e = (
                        c * size + group * _ROWS + n,
                        (c * fours + n // FOUR) * 8 * lanes + n % FOUR * lanes,
                    )
                    top[at] = max(top[at], reduce_max(load(ends, e)))
                    bottom[at] = min(
                        bottom[at], -reduce_max(broadcast(flat, -1.0) * load(ends, e + 4 * lanes))
                    )
