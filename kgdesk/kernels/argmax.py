"""Arg max over the pool: under the present belief and after hypothetical outcomes.

Ties of the kappa score are broken by the exact integral (METHOD, "The knowledge gradient"), then by the smaller index,
so that rounding cannot change the answer. Scores of blocks are signed squares of kappa scores, u|u|/(1 + pi var/8); see
`kgdesk.kernels.pool_blocks`.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.lookahead_simd import eight_probabilities
from kgdesk.kernels.pool_blocks import (
    BLOCK,
    EIGHTH_PI,
    fill_one,
    float32_error_bounds,
    float32_threshold,
    largest_score_along,
    products,
    scores_along,
    scores_correlated,
    scores_independent,
)
from kgdesk.kernels.simd import (
    LANES,
    WIDTH,
    absolute,
    broadcast,
    greater_equal_mask,
    load,
    load_apart,
    maximum,
    multiply_add,
    njit_internal,
    njit_no_refcount,
    reduce_max,
    select_greater,
    splat,
    splat_at,
    store,
    width,
)

# Kappa scores within this share of the largest are ties, broken by the exact integral.
_TIE_SHARE = 1e-9

# Squared scores within this share of the largest may belong to a tie: squaring doubles the share, the rest is for
# rounding.
_TIE_SHARE_OF_SQUARES = 4e-9


@njit_no_refcount
def best_now(mu, s2, exact):
    """Return the index of the recommended candidate: arg max of the kappa score of means and variances (M,).

    If `exact`, ties within 1e-9 are broken by the exact integral.
    """
    best, top = 0, -math.inf
    for k in range(mu.size):  # signed squares have the order of kappa scores and need no square root
        score = mu[k] * abs(mu[k]) / (1.0 + EIGHTH_PI * s2[k])
        if score > top:
            best, top = k, score
    if not exact:
        return best
    near = top - _TIE_SHARE_OF_SQUARES * abs(top)
    # The limit stays that of the largest score while `best` changes: a chain of ties cannot drift below it.
    peak = kappa_score(mu[best], s2[best])
    floor = peak - _TIE_SHARE * abs(peak)
    value = exact_probability(mu[best], s2[best])
    first = best
    for k in range(mu.size):
        close = k != first and mu[k] * abs(mu[k]) / (1.0 + EIGHTH_PI * s2[k]) >= near
        if close and kappa_score(mu[k], s2[k]) >= floor:
            p = exact_probability(mu[k], s2[k])
            if p > value or (p == value and k < best):
                best, value = k, p
    return best


@njit_internal
def block_threshold(found, at, blocks, steps, most, spread, cancels):
    """Return the float32 score, in every lane of a vector, below which a lane cannot contain the maximiser.

    Parameters
    ----------
    found, at
        The largest float32 score of each lane of each block, block after block from index `at` on.
    steps, most, spread, cancels
        See `kgdesk.kernels.pool_blocks.float32_error_bounds`.
    """
    top = load(found, at)
    for block in range(1, blocks):
        top = maximum(top, load(found, at + width(found) * block))
    off, share = float32_error_bounds(steps, most, spread, cancels)
    return broadcast(found, float32_threshold(reduce_max(top), off, share))


@njit_internal
def _moments_after(mu, s2, x, row, g, f):
    """Return mean and variance of w.x of one candidate after one outcome, full belief.

    mu and s2 are its mean and variance before the outcome, `row` (d,) is S x of the measured candidate.
    """
    t = 0.0
    for j in range(row.size):
        t += row[j] * x[j]
    # f t^2 is at most s2; rounding may leave a variance just below 0.
    return mu + g * t, max(s2 - f * t * t, 0.0)


@njit_internal
def _moments_after_diagonal(mu, X, k, row, spreads, g):
    """Return mean and variance of w.x_k after one outcome, diagonal belief; arguments as in `pick_independent`."""
    t = v = 0.0
    for j in range(row.size):
        t += row[j] * X[k, j]
        v += spreads[j] * X[k, j] * X[k, j]
    return mu[k] + g * t, v / EIGHTH_PI


@njit_internal
def _scores_of_lane(blocked, block, d, row, g, shrink, lane, scores):
    """Compute scores (WIDTH,) as `scores_correlated` does, but only of the eight candidates in one float32 lane.

    They lie `LANES` apart in the block: lane, lane + LANES, and so on.
    """
    flat, mean, scale = blocked
    t, at = splat(0.0), block * BLOCK + lane
    for j in range(d):
        t = multiply_add(splat_at(row, j), load_apart(flat, (block * d + j) * BLOCK + lane, LANES), t)
    u = multiply_add(splat(g), t, load_apart(mean, at, LANES))
    v = maximum(multiply_add(splat(shrink), t * t, load_apart(scale, at, LANES)), splat(1.0))
    store(scores, 0, u * absolute(u) / v)


@njit_internal
def _two_largest(scores, count):
    """Return (index, largest, second largest) of the first `count` scores; the smallest index among ties.

    `count` is a multiple of WIDTH. The second largest equals the largest where two scores tie.
    """
    none = splat(-math.inf)
    top = second = none
    for k in range(0, count, WIDTH):
        score = load(scores, k)
        second = maximum(second, select_greater(score, top, top, score))
        top = maximum(top, score)
    largest = reduce_max(top)
    every = splat(largest)
    ties = greater_equal_mask(top, every)
    # Of the lane that holds the largest the second counts, of the other lanes their largest.
    below = reduce_max(maximum(second, select_greater(every, top, top, none)))
    k = 0
    while not greater_equal_mask(load(scores, k), every):
        k += WIDTH
    while scores[k] < largest:
        k += 1
    return k, largest, largest if ties & (ties - 1) else below  # more than one bit: two lanes tie


@njit_internal
def pick_correlated(blocked, mu, s2, X, row, g, f, exact, found, at, least, scores):
    """Return (index, mean, variance) of the best candidate after one outcome, full belief.

    Only blocks with a lane that reaches `least` are scored, in float64.

    Parameters
    ----------
    blocked
        The float64 arrays of `kgdesk.kernels.pool_blocks.in_blocks`.
    mu, s2
        (M,) mean and variance of w.x before the outcome.
    X
        (M, d) pool.
    row
        (d,) S x of the measured candidate.
    g, f
        Mean step and variance shrink of the outcome.
    exact
        Whether ties are broken by the exact integral.
    found, at, least
        Largest score of each lane of each block, index of the first one, and the vector of `block_threshold`.
    scores
        (BLOCK,) buffer.
    """
    flat, mean, scale = blocked
    M, d = X.shape
    blocks = mean.size // BLOCK
    best, score, second = 0, -math.inf, -math.inf
    for block in range(blocks):
        lanes = greater_equal_mask(load(found, at + width(found) * block), least)
        # Where one or two lanes reach the threshold, scoring their eight candidates each is cheaper than the block.
        rest = lanes & (lanes - 1)
        by_lane, lane = width(found) == LANES and rest & (rest - 1) == 0, 0  # two bits at most
        while lanes >> lane:
            count, apart = BLOCK, 1
            if by_lane:
                while not lanes >> lane & 1:
                    lane += 1
                count, apart = WIDTH, LANES
                _scores_of_lane(blocked, block, d, row, g, -EIGHTH_PI * f, lane, scores)
            else:
                scores_correlated(flat, mean, scale, block, d, row, g, -EIGHTH_PI * f, scores)
            k, top, other = _two_largest(scores, count)
            k = block * BLOCK + lane + apart * k
            # Lanes are not in the order of the indices, so that the smaller index has to be asked for.
            if top > score or (top == score and k < best):
                best, score, second = k, top, max(score, other)
            else:
                second = max(second, top)
            lane += 1 if by_lane else width(found)
    u, v = _moments_after(mu[best], s2[best], X[best], row, g, f)
    near = score - _TIE_SHARE_OF_SQUARES * abs(score)
    if not exact or second < near:  # no tie: no second pass and no integral
        return best, u, v
    peak, value, first = kappa_score(u, v), exact_probability(u, v), best
    same = u, v, value
    for block in range(blocks):
        if greater_equal_mask(load(found, at + width(found) * block), least):
            scores_correlated(flat, mean, scale, block, d, row, g, -EIGHTH_PI * f, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] >= near and block * BLOCK + k != first:
                    i = block * BLOCK + k
                    w, z = _moments_after(mu[i], s2[i], X[i], row, g, f)
                    if kappa_score(w, z) >= peak - _TIE_SHARE * abs(peak):
                        # Candidates with equal attributes are common; reuse the integral.
                        p = same[2] if w == same[0] and z == same[1] else exact_probability(w, z)
                        if p > value or (p == value and i < best):
                            best, value, u, v = i, p, w, z
    return best, u, v


@njit_internal
def pick_independent(blocked, mu, X, row, spreads, g, found, at, least, scores):
    """Return (index, probability) of the best candidate after one outcome, diagonal belief.

    `row` is x/q and `spreads` is pi/8/(q + c x^2) of the measured candidate, (d,) each; the others as in
    `pick_correlated`. The probability is the paper's form s(kappa mu).
    """
    flat, mean, _ = blocked
    d, blocks = X.shape[1], mean.size // BLOCK
    best, score = 0, -math.inf
    for block in range(blocks):
        if greater_equal_mask(load(found, at + width(found) * block), least):
            scores_independent(flat, mean, block, d, row, spreads, g, scores)
            k, top, _ = _two_largest(scores, BLOCK)
            if top > score:
                best, score = block * BLOCK + k, top
    u, v = _moments_after_diagonal(mu, X, best, row, spreads, g)
    return best, sigmoid(kappa_score(u, v))


@njit_internal
def _largest_score(scores):
    """Return the largest of the scores (BLOCK,) of a block."""
    top = load(scores, 0)
    for k in range(width(scores), BLOCK, width(scores)):
        top = maximum(top, load(scores, k))
    return reduce_max(top)


@njit(cache=True, nogil=True, error_model="numpy")
def best_after_counts(X, mu, s2, rows, move, shrink, exact):
    """Compute the largest predictive probability over the pool after each set of outcomes of each measured candidate.

    Runs in one thread, so that the window can call it while other kernels run.

    Parameters
    ----------
    X
        (M, d) pool.
    mu, s2
        (M,) mean and variance of w.x of the pool.
    rows
        (R, d) S x of the measured candidates.
    move, shrink
        (F, R) mean step g and variance shrink f of each of F sets of outcomes at each candidate.
    exact
        True: the largest exact integral among candidates whose kappa scores tie within 1e-9. False: s(kappa mu).

    Returns
    -------
    numpy.ndarray
        (F, R) probabilities.
    """
    (M, d), (F, R) = X.shape, move.shape
    blocks, stride = (M + BLOCK - 1) // BLOCK, (F * R + WIDTH - 1) // WIDTH * WIDTH
    flat, mean, scale = np.empty(d * BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    t, scores, found = np.empty(BLOCK), np.empty(BLOCK), np.empty((blocks, F, R))
    top, tied = np.empty((F, R)), np.empty((F, R))  # `np.full` would take longer to compile than these loops
    for n in range(F):
        for i in range(R):
            top[n, i], tied[n, i] = -math.inf, -1.0  # -1: no tie so far
    # First pass: the largest score of each block, so that the second one looks only at blocks with a tie.
    for block in range(blocks):
        fill_one(block, X, mu, s2, flat, mean, scale)
        for i in range(R):
            products(flat, rows[i], t)
            for n in range(F):
                found[block, n, i] = largest_score_along(
                    t, mean, scale, move[n, i], -EIGHTH_PI * shrink[n, i]
                )
                top[n, i] = max(top[n, i], found[block, n, i])
    if not exact:
        for n in range(F):
            for i in range(R):
                top[n, i] = sigmoid(math.copysign(math.sqrt(abs(top[n, i])), top[n, i]))
        return top
    # Second pass: the first candidate of each tie goes to (u, v), to be integrated eight at a time below; others are
    # integrated at once.
    u, v, p = np.zeros(stride), np.zeros(stride), np.empty(stride)
    for block in range(blocks):
        has_block = False
        for i in range(R):
            has_products = False
            for n in range(F):
                near = top[n, i] - 2.0 * _TIE_SHARE * abs(
                    top[n, i]
                )  # twice: scores are squares of kappa scores
                if found[block, n, i] < near:
                    continue
                if not has_block:
                    fill_one(block, X, mu, s2, flat, mean, scale)
                    has_block = True
                if not has_products:
                    products(flat, rows[i], t)
                    has_products = True
                g, f, at = move[n, i], shrink[n, i], n * R + i
                scores_along(t, mean, scale, g, -EIGHTH_PI * f, scores)
                for k in range(min(BLOCK, M - block * BLOCK)):
                    if scores[k] >= near:
                        j = block * BLOCK + k
                        w, z = mu[j] + g * t[k], max(s2[j] - f * t[k] * t[k], 0.0)
                        if tied[n, i] < 0.0:
                            u[at], v[at], tied[n, i] = w, z, 0.0
                        elif w != u[at] or z != v[at]:  # equal rows are common: one integral serves all
                            tied[n, i] = max(tied[n, i], exact_probability(w, z))
    for at in range(0, stride, WIDTH):
        eight_probabilities(u, v, at, p)
    for n in range(F):
        for i in range(R):
            top[n, i] = max(p[n * R + i], tied[n, i])
    return top


@njit(cache=True, nogil=True, error_model="numpy")
def best_after_steps(X, mu, rows, spreads):
    """Compute `best_after_counts` for the diagonal belief; probabilities are s(kappa mu).

    Parameters
    ----------
    X, mu
        (M, d) pool and (M,) means of w.x, before the outcomes.
    rows, spreads
        (F, R, d) each: change of the mean of each weight, and pi/8 times its variance, after the outcomes.

    Returns
    -------
    numpy.ndarray
        (F, R) probabilities.
    """
    (M, d), (F, R, _) = X.shape, rows.shape
    flat, mean, scale = np.empty(d * BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    scores, top = np.empty(BLOCK), np.full((F, R), -np.inf)
    for block in range((M + BLOCK - 1) // BLOCK):
        fill_one(block, X, mu, mu, flat, mean, scale)  # the variances are not used: `spreads` replaces them
        for n in range(F):
            for i in range(R):
                scores_independent(flat, mean, 0, d, rows[n, i], spreads[n, i], 1.0, scores)
                top[n, i] = max(top[n, i], _largest_score(scores))
    for n in range(F):
        for i in range(R):
            top[n, i] = sigmoid(math.copysign(math.sqrt(abs(top[n, i])), top[n, i]))
    return top
