"""Blocked memory layout of the pool, and the largest look-ahead score of a block for four measured candidates at once.

A block holds `BLOCK` candidates column by column, so that a SIMD load reads contiguous memory; the last block is padded
with candidates that cannot win. A score is u|u|/(1 + pi var/8), the signed square of the kappa score: it has the same
order and needs no square root. Running maxima are kept as fractions and compared by cross-multiplication, which saves
the division for each pair. Blocks are compared in float32; those that may hold the maximum are scored again in float64
(see `float32_threshold`).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.simd import (
    absolute,
    broadcast,
    load,
    maximum,
    multiply_add,
    njit_internal,
    reduce_max,
    select_greater,
    splat,
    splat_at,
    store,
    width,
)

#: Candidates per block: its columns stay in the L1 cache while many hypothetical outcomes are scored.
BLOCK = 128
EIGHTH_PI = math.pi / 8.0
# Mean of a padding candidate: its score is below any other, and its products do not overflow in float32.
PADDING_MEAN = -1e15
_LOWEST_SCORE = -1e30
# Relative error of one rounding to float32, and the largest product u^2 (1 + pi var/8) that is compared in float32,
# which overflows at 3.4e38.
_FLOAT32_ROUNDING, _LARGEST_PRODUCT = 2.0**-24, 1e36
# Absolute error that is added because float32 numbers near underflow lose relative precision.
_UNDERFLOW_ERROR = 1e-18


@njit_internal
def fill_block(block, X, mu, s2, flat, mean, scale):
    """Fill one block of the float64 arrays of `in_blocks`, padding it where the pool ends."""
    M, d = X.shape
    for k in range(block * BLOCK, (block + 1) * BLOCK):
        at = block * d * BLOCK + k - block * BLOCK
        if k < M:
            mean[k] = mu[k]
            scale[k] = 1.0 + EIGHTH_PI * s2[k]
            for j in range(d):
                flat[at + j * BLOCK] = X[k, j]
        else:
            mean[k] = PADDING_MEAN
            scale[k] = 1.0
            for j in range(d):
                flat[at + j * BLOCK] = 0.0


@njit_internal
def fill_one(block, X, mu, s2, flat, mean, scale):
    """Fill flat (d BLOCK,), mean and scale (BLOCK,) as `fill_block` does, for one block alone."""
    M, d = X.shape
    for k in range(BLOCK):
        i = block * BLOCK + k
        mean[k], scale[k] = (mu[i], 1.0 + EIGHTH_PI * s2[i]) if i < M else (PADDING_MEAN, 1.0)
        for j in range(d):
            flat[j * BLOCK + k] = X[i, j] if i < M else 0.0


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def in_blocks(X, mu, s2):
    """Return the pool in blocked layout, in float64 and in float32.

    Parameters
    ----------
    X
        (M, d) pool.
    mu, s2
        (M,) mean and variance of w.x of each row.

    Returns
    -------
    (flat, mean, scale)
        flat (B d BLOCK,): entry j of candidate k is at (k // BLOCK d + j) BLOCK + k % BLOCK; mean (B BLOCK,);
        scale (B BLOCK,) 1 + pi s2/8.
    (flat, mean, scale)
        The same in float32.
    """
    M, d = X.shape
    B = (M + BLOCK - 1) // BLOCK
    flat = np.empty(B * d * BLOCK)
    mean = np.empty(B * BLOCK)
    scale = np.empty(B * BLOCK)
    for block in prange(B):
        fill_block(np.int64(block), X, mu, s2, flat, mean, scale)  # one type, so that it is compiled once
    layout32 = flat.astype(np.float32), mean.astype(np.float32), scale.astype(np.float32)
    return (flat, mean, scale), layout32


@njit_internal
def _larger_score(u, spread, numerator, denominator):
    """Return the larger of the scores u|u|/spread and numerator/denominator, as a fraction, lane by lane."""
    square = u * absolute(u)
    # Both denominators are at least 1, so that cross-multiplication keeps the order.
    new, old = square * denominator, numerator * spread
    return select_greater(new, old, square, numerator), select_greater(new, old, spread, denominator)


@njit_internal
def _update_maxima_correlated(t, mean, scale, steps, at, a, b, c, e):
    """Update the running maxima of both outcomes of one measured candidate: mean + g t, variance - f t^2.

    (a, b) is the running maximum after a success and (c, e) after a failure, as fractions.
    """
    # f t^2 is at most the variance, but rounding may exceed it: 1 + pi var/8 is clipped at 1.
    tt, one = t * t, broadcast(steps, 1.0)
    a, b = _larger_score(
        multiply_add(splat_at(steps, at), t, mean),
        maximum(multiply_add(splat_at(steps, at + 1), tt, scale), one),
        a,
        b,
    )
    c, e = _larger_score(
        multiply_add(splat_at(steps, at + 2), t, mean),
        maximum(multiply_add(splat_at(steps, at + 3), tt, scale), one),
        c,
        e,
    )
    return a, b, c, e


@njit_internal
def four_correlated(flat, mean, scale, block, d, rows, steps, out, at, stride):
    """Score a block after both outcomes of four measured candidates; store the largest score of each lane.

    All arrays are float32, or all float64.

    Parameters
    ----------
    flat, mean, scale
        As `in_blocks` gives them.
    block, d
        Index of the block; number of columns.
    rows
        (4 d,) S x of the four, entry j of number i at 4 j + i.
    steps
        (16,) for each of the four: g and -pi f/8 of a success, then of a failure.
    out, at, stride
        Output array; the lanes of measured candidate i and outcome `side` start at index at + (2 i + side) stride.
    """
    base = block * d * BLOCK
    # The running maxima of four measured candidates are separate variables, so that LLVM can keep them in registers.
    one, worst = broadcast(flat, 1.0), broadcast(flat, _LOWEST_SCORE)
    a0 = c0 = a1 = c1 = a2 = c2 = a3 = c3 = worst
    b0 = e0 = b1 = e1 = b2 = e2 = b3 = e3 = one
    for k in range(0, BLOCK, width(flat)):
        t0 = t1 = t2 = t3 = broadcast(flat, 0.0)
        for j in range(d):
            x = load(flat, base + j * BLOCK + k)  # one load for four products
            t0 = multiply_add(splat_at(rows, 4 * j), x, t0)
            t1 = multiply_add(splat_at(rows, 4 * j + 1), x, t1)
            t2 = multiply_add(splat_at(rows, 4 * j + 2), x, t2)
            t3 = multiply_add(splat_at(rows, 4 * j + 3), x, t3)
        m, v = load(mean, block * BLOCK + k), load(scale, block * BLOCK + k)
        # np.int64, since Numba would compile a function once more for a literal.
        a0, b0, c0, e0 = _update_maxima_correlated(t0, m, v, steps, np.int64(0), a0, b0, c0, e0)
        a1, b1, c1, e1 = _update_maxima_correlated(t1, m, v, steps, np.int64(4), a1, b1, c1, e1)
        a2, b2, c2, e2 = _update_maxima_correlated(t2, m, v, steps, np.int64(8), a2, b2, c2, e2)
        a3, b3, c3, e3 = _update_maxima_correlated(t3, m, v, steps, np.int64(12), a3, b3, c3, e3)
    _store_maxima(out, at, stride, a0, b0, c0, e0)
    _store_maxima(out, at + 2 * stride, stride, a1, b1, c1, e1)
    _store_maxima(out, at + 4 * stride, stride, a2, b2, c2, e2)
    _store_maxima(out, at + 6 * stride, stride, a3, b3, c3, e3)


@njit_internal
def _store_maxima(out, at, stride, a, b, c, e):
    """Store the running maxima a/b and c/e of one measured candidate, a vector of lanes each, `stride` apart."""
    store(out, at, a / b)
    store(out, at + stride, c / e)


@njit_internal
def _update_maxima_independent(t, v, w, mean, steps, at, a, b, c, e):
    """Update the running maxima of both outcomes; v and w are 1 + pi var/8 after a success and after a failure.

    No clip: for the diagonal belief v and w are sums of terms that are not negative.
    """
    a, b = _larger_score(multiply_add(splat_at(steps, at), t, mean), v, a, b)
    c, e = _larger_score(multiply_add(splat_at(steps, at + 2), t, mean), w, c, e)
    return a, b, c, e


@njit_internal
def four_independent(flat, mean, block, d, rows, steps, out, at, stride):
    """Score a block as `four_correlated` does, for the diagonal belief.

    `rows` (12 d,) has at 12 j + 3 i: x_j/q_j of number i, then pi/8/(q_j + c x_j^2) after a success and a failure.
    """
    base = block * d * BLOCK
    one, worst = broadcast(flat, 1.0), broadcast(flat, _LOWEST_SCORE)
    a0 = c0 = a1 = c1 = a2 = c2 = a3 = c3 = worst
    b0 = e0 = b1 = e1 = b2 = e2 = b3 = e3 = one
    for k in range(0, BLOCK, width(flat)):
        t0 = t1 = t2 = t3 = broadcast(flat, 0.0)
        v0 = v1 = v2 = v3 = w0 = w1 = w2 = w3 = one
        for j in range(d):
            x, at_j = load(flat, base + j * BLOCK + k), 12 * j
            xx = x * x
            t0 = multiply_add(splat_at(rows, at_j), x, t0)
            v0 = multiply_add(splat_at(rows, at_j + 1), xx, v0)
            w0 = multiply_add(splat_at(rows, at_j + 2), xx, w0)
            t1 = multiply_add(splat_at(rows, at_j + 3), x, t1)
            v1 = multiply_add(splat_at(rows, at_j + 4), xx, v1)
            w1 = multiply_add(splat_at(rows, at_j + 5), xx, w1)
            t2 = multiply_add(splat_at(rows, at_j + 6), x, t2)
            v2 = multiply_add(splat_at(rows, at_j + 7), xx, v2)
            w2 = multiply_add(splat_at(rows, at_j + 8), xx, w2)
            t3 = multiply_add(splat_at(rows, at_j + 9), x, t3)
            v3 = multiply_add(splat_at(rows, at_j + 10), xx, v3)
            w3 = multiply_add(splat_at(rows, at_j + 11), xx, w3)
        m = load(mean, block * BLOCK + k)
        a0, b0, c0, e0 = _update_maxima_independent(t0, v0, w0, m, steps, np.int64(0), a0, b0, c0, e0)
        a1, b1, c1, e1 = _update_maxima_independent(t1, v1, w1, m, steps, np.int64(4), a1, b1, c1, e1)
        a2, b2, c2, e2 = _update_maxima_independent(t2, v2, w2, m, steps, np.int64(8), a2, b2, c2, e2)
        a3, b3, c3, e3 = _update_maxima_independent(t3, v3, w3, m, steps, np.int64(12), a3, b3, c3, e3)
    _store_maxima(out, at, stride, a0, b0, c0, e0)
    _store_maxima(out, at + 2 * stride, stride, a1, b1, c1, e1)
    _store_maxima(out, at + 4 * stride, stride, a2, b2, c2, e2)
    _store_maxima(out, at + 6 * stride, stride, a3, b3, c3, e3)


@njit_internal
def _score(t, g, shrink, mean, scale):
    """Return the scores of eight candidates after one outcome, full belief; shrink is -pi f/8, scale 1 + pi s2/8."""
    u = multiply_add(g, t, mean)
    return u * absolute(u) / maximum(multiply_add(shrink, t * t, scale), splat(1.0))


@njit_internal
def scores_correlated(flat, mean, scale, block, d, row, g, shrink, scores):
    """Compute the scores (BLOCK,) of a block after one outcome, full belief; row (d,) is S x, shrink is -pi f/8."""
    base = block * d * BLOCK
    g8, f8 = splat(g), splat(shrink)
    for k in range(0, BLOCK, 32):  # four sums side by side: one alone would wait for each of its additions
        t0 = t1 = t2 = t3 = splat(0.0)
        for j in range(d):
            r, at = splat_at(row, j), base + j * BLOCK + k
            t0 = multiply_add(r, load(flat, at), t0)
            t1 = multiply_add(r, load(flat, at + 8), t1)
            t2 = multiply_add(r, load(flat, at + 16), t2)
            t3 = multiply_add(r, load(flat, at + 24), t3)
        at = block * BLOCK + k
        store(scores, k, _score(t0, g8, f8, load(mean, at), load(scale, at)))
        store(scores, k + 8, _score(t1, g8, f8, load(mean, at + 8), load(scale, at + 8)))
        store(scores, k + 16, _score(t2, g8, f8, load(mean, at + 16), load(scale, at + 16)))
        store(scores, k + 24, _score(t3, g8, f8, load(mean, at + 24), load(scale, at + 24)))


@njit_internal
def scores_independent(flat, mean, block, d, row, spreads, g, scores):
    """Compute the scores (BLOCK,) of a block after one outcome, diagonal belief.

    `row` is x/q and `spreads` is pi/8/(q + c x^2), (d,) each.
    """
    base = block * d * BLOCK
    g8 = splat(g)
    for k in range(0, BLOCK, 16):
        t0 = t1 = splat(0.0)
        v0 = v1 = splat(1.0)
        for j in range(d):
            r, s, at = splat_at(row, j), splat_at(spreads, j), base + j * BLOCK + k
            x0, x1 = load(flat, at), load(flat, at + 8)
            t0 = multiply_add(r, x0, t0)
            t1 = multiply_add(r, x1, t1)
            v0 = multiply_add(s, x0 * x0, v0)
            v1 = multiply_add(s, x1 * x1, v1)
        u0 = multiply_add(g8, t0, load(mean, block * BLOCK + k))
        u1 = multiply_add(g8, t1, load(mean, block * BLOCK + k + 8))
        store(scores, k, u0 * absolute(u0) / v0)
        store(scores, k + 8, u1 * absolute(u1) / v1)


@njit_internal
def products(flat, row, t):
    """Compute t (BLOCK,) = x'S x_k for the candidates k of a block from `fill_one`; row (d,) is S x.

    Computed once per measured candidate; `largest_score_along` and `scores_along` use it for each set of its outcomes.
    """
    for k in range(0, BLOCK, 32):
        t0 = t1 = t2 = t3 = splat(0.0)
        for j in range(row.size):
            r, at = splat_at(row, j), j * BLOCK + k
            t0 = multiply_add(r, load(flat, at), t0)
            t1 = multiply_add(r, load(flat, at + 8), t1)
            t2 = multiply_add(r, load(flat, at + 16), t2)
            t3 = multiply_add(r, load(flat, at + 24), t3)
        store(t, k, t0)
        store(t, k + 8, t1)
        store(t, k + 16, t2)
        store(t, k + 24, t3)


@njit_internal
def largest_score_along(t, mean, scale, g, shrink):
    """Return the largest score of a block from `fill_one` after outcomes at one candidate.

    t (BLOCK,) as `products` fills it; g the mean step of the outcomes, shrink -pi f/8 with their variance shrink f.
    """
    a, b, c, e = splat(_LOWEST_SCORE), splat(1.0), splat(_LOWEST_SCORE), splat(1.0)
    g8, f8, one = splat(g), splat(shrink), splat(1.0)
    for k in range(0, BLOCK, 16):
        t0, t1 = load(t, k), load(t, k + 8)
        u, v = multiply_add(g8, t0, load(mean, k)), multiply_add(f8, t0 * t0, load(scale, k))
        w, z = multiply_add(g8, t1, load(mean, k + 8)), multiply_add(f8, t1 * t1, load(scale, k + 8))
        a, b = _larger_score(u, maximum(v, one), a, b)
        c, e = _larger_score(w, maximum(z, one), c, e)
    return reduce_max(maximum(a / b, c / e))


@njit_internal
def scores_along(t, mean, scale, g, shrink, scores):
    """Compute the scores (BLOCK,) of a block from `fill_one` after outcomes at one candidate.

    t, g and shrink as in `largest_score_along`.
    """
    g8, f8 = splat(g), splat(shrink)
    for k in range(0, BLOCK, 8):
        store(scores, k, _score(load(t, k), g8, f8, load(mean, k), load(scale, k)))


@njit_internal
def float32_error_bounds(steps, most, spread, cancels):
    """Return bounds (e, h) of float32 errors: e absolute, of the mean u; h relative, of 1 + pi var/8.

    h is infinite where float32 overflows or is too inexact to rank candidates.

    Parameters
    ----------
    steps
        Number of successive roundings: the columns and a few more.
    most, spread
        Bounds of |mean| and of 1 + pi var/8 after the outcome, computed from the absolute values of all terms.
    cancels
        Whether terms of the variance have different signs, so that it may be much smaller than they are.
    """
    # Where terms cancel, the error is a share of the terms (up to `spread`), but the result may be as small as 1.
    share = 2.0 * steps * _FLOAT32_ROUNDING * (spread if cancels else 1.0)
    # 0.02: `float32_threshold` holds up to h = 1/50.
    if not (most * most * spread < _LARGEST_PRODUCT and share < 0.02):
        share = math.inf
    return steps * _FLOAT32_ROUNDING * most + _UNDERFLOW_ERROR, share


@njit_internal
def float32_threshold(top, off, share):
    """Return the lowest float32 score that the float64 maximiser can have, where the largest float32 score is `top`.

    `off` and `share` are e and h of `float32_error_bounds`. A score s = u|u|/v with v >= 1 and h <= 1/50 has an error
    of at most 4 sqrt|s| e + 2 e^2 + 2 |s| h. Only scores of up to 2 |top| + 100 e^2 can round to at most `top`, so the
    error is computed for that size.
    """
    if share == math.inf:  # float32 excludes nobody
        return -math.inf
    s = 2.0 * abs(top) + 100.0 * off * off
    # Twice: both the maximiser's score and the largest one are off by up to that error.
    return top - 2.0 * (4.0 * math.sqrt(s) * off + 2.0 * off * off + 2.0 * s * share)
