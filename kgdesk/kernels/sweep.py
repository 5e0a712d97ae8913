"""Exhaustive knowledge gradient of every candidate (Algorithm 2 of the paper, corrected), for each belief: O(M^2 d).

The corrections are in METHOD, "Misprints and gaps of the paper". All sweeps return the same seven arrays.

kg
    (M,) nu_x = Pr(+1|x) V(after success) + Pr(-1|x) V(after failure) - V(now); V is the largest predictive
    probability of success over the pool.
probability
    (M,) Pr(y = +1 | x) now.
best_now
    Index of the recommended candidate now (arg max of the kappa score).
success_index, success_value, failure_index, failure_value
    (M,) each: the best candidate after a success or failure at x, and its predictive probability then.

Four measured candidates at a time are scored against a block of the pool in float32 (see `kgdesk.kernels.pool_blocks`).
The few blocks that may hold the maximum are then scored again in float64. Sums over columns have a fixed order, so that
any number of threads gives the same bits.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit, prange

from kgdesk.kernels.argmax import best_now, block_threshold, pick_correlated, pick_independent
from kgdesk.kernels.cache import has_compiled_kernels
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.lookahead_simd import (
    CORRELATED,
    INDEPENDENT,
    MOMENTS,
    all_steps,
    eight_probabilities,
    laplace_steps,
    scalar_moment_steps,
    steps_of_both_outcomes,
)
from kgdesk.kernels.moments import full_moments_one, parallel_moments_diagonal, pool_moments_full
from kgdesk.kernels.pool_blocks import (
    BLOCK,
    EIGHTH_PI,
    fill_block,
    four_correlated,
    four_independent,
    in_blocks,
)
from kgdesk.kernels.simd import WIDTH, broadcast, njit_internal, width

#: Fewest candidates for which threads are used; fewer are swept by `sweep_few`.
SERIAL_BELOW = 257
#: Fewest candidates for which the bounded sweep may be faster, and for which it is used though it has to be compiled
#: first: below the latter it saves a tenth of a second at most, and takes 45 seconds to compile.
BOUNDED_FROM, _BOUNDED_UNCOMPILED_FROM = 6_000, 20_000
#: Measured candidates per parallel task, which share one set of buffers.
PER_TASK = 16


@cache
def bounded_from() -> int:
    """Return the fewest candidates for which this process uses the bounded sweep; for fewer it is not even imported."""
    compiled = has_compiled_kernels("branch_and_bound._search_families")
    return BOUNDED_FROM if compiled else _BOUNDED_UNCOMPILED_FROM


@njit(cache=True, nogil=True, error_model="numpy")
def pool_extremes(mu, s2, X):
    """Return (largest |mu|, largest 1 + pi s2/8, largest |x_j| of each column (d,)) over the pool.

    They bound the terms of every score, and so its float32 error: see `pool_blocks.float32_error_bounds`.
    """
    most = spread = 0.0
    widest = np.zeros(X.shape[1])
    for k in range(mu.size):
        most, spread = max(most, abs(mu[k])), max(spread, s2[k])
        for j in range(widest.size):
            widest[j] = max(widest[j], abs(X[k, j]))
    return most, 1.0 + EIGHTH_PI * spread, widest


@njit_internal
def _largest_product(row, widest):
    """Return an upper bound of |row.x| over all rows x of the pool."""
    far = 0.0
    for j in range(row.size):
        far += abs(row[j]) * widest[j]
    return far


@njit(cache=True, nogil=True, error_model="numpy")
def _step_buffers():
    """Return empty arrays (mu, s2, prob, move, shrink) of `steps_of_both_outcomes` for the candidates of a task.

    (PER_TASK,) each; the last two (2 PER_TASK,).
    """
    return (
        np.empty(PER_TASK),
        np.empty(PER_TASK),
        np.empty(PER_TASK),
        np.empty(2 * PER_TASK),
        np.empty(2 * PER_TASK),
    )


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def sweep_diagonal(mean, precision, X):
    """Compute the knowledge gradient of every candidate under a diagonal belief (Algorithm 2 of the paper).

    After (x, y): mean_k = mu_k + y p sum_j x_j x_kj/q_j and var_k = sum_j x_kj^2/(q_j + c x_j^2), with the
    curvature c at the measured x (the paper prints c at x_k).

    Parameters
    ----------
    mean, precision
        (d,) each.
    X
        (M, d) pool, M >= 1.

    Returns
    -------
    tuple
        The seven arrays of the module's docstring.
    """
    M, d = X.shape
    mu, s2 = parallel_moments_diagonal(mean, precision, X)
    blocked, (flat, means, _) = in_blocks(X, mu, s2)  # in float64 and in float32
    blocks, stride = means.size // BLOCK, width(means) * (means.size // BLOCK)
    middle, spread, widest = pool_extremes(mu, s2, X)
    kg, prob = np.empty(M), np.empty(M)
    index, value = np.empty((2, M), np.int64), np.empty((2, M))
    best = best_now(mu, s2, False)
    for task in prange((M + PER_TASK - 1) // PER_TASK):
        rows, steps = np.empty((PER_TASK // 4, 12 * d)), np.zeros((PER_TASK // 4, 16))
        found, scores = np.empty(2 * PER_TASK * stride, np.float32), np.empty(BLOCK)
        row, spreads = np.empty(d), np.empty(d)
        m, v, p, move, shrink = _step_buffers()
        _copy_padded(mu, s2, task * PER_TASK, m, v)
        steps_of_both_outcomes(m, v, INDEPENDENT, p, move, shrink)
        for n in range(PER_TASK):
            i = min(task * PER_TASK + n, M - 1)
            for side in range(2):
                steps[n // 4, n % 4 * 4 + 2 * side] = move[side * PER_TASK + n]
                for j in range(d):
                    x, c = X[i, j], shrink[side * PER_TASK + n]
                    rows[n // 4, 12 * j + n % 4 * 3] = x / precision[j]
                    rows[n // 4, 12 * j + n % 4 * 3 + 1 + side] = EIGHTH_PI / (precision[j] + c * x * x)
        rows32, steps32 = rows.astype(np.float32), steps.astype(np.float32)
        # Blocks outside: each stays in the L1 cache while all candidates of the task are scored against it.
        for block in range(blocks):
            for n in range(PER_TASK // 4):
                at = 8 * n * stride + block * width(found)
                four_independent(flat, means, block, d, rows32[n], steps32[n], found, at, stride)
        for n in range(min(PER_TASK, M - task * PER_TASK)):
            i = task * PER_TASK + n
            for side in range(2):
                for j in range(d):
                    row[j] = rows[n // 4, 12 * j + n % 4 * 3]
                    spreads[j] = rows[n // 4, 12 * j + n % 4 * 3 + 1 + side]
                g = steps[n // 4, n % 4 * 4 + 2 * side]
                most, at = middle + abs(g) * _largest_product(row, widest), (2 * n + side) * stride
                # d products and their sum, and a few more roundings. Nothing cancels in a variance of this belief.
                least = block_threshold(found, at, blocks, d + 8.0, most, spread, False)
                index[side, i], value[side, i] = pick_independent(
                    blocked, mu, X, row, spreads, g, found, at, least, scores
                )
            prob[i] = p[n]
            kg[i] = p[n] * value[0, i] + (1.0 - p[n]) * value[1, i]
    for i in range(M):
        kg[i] -= prob[best]
    return kg, prob, best, index[0], value[0], index[1], value[1]


@njit_internal
def _copy_padded(mu, s2, low, m, v):
    """Copy mu and s2 (M,) of the candidates from `low` on to m and v (n,), padded with the last candidate."""
    for n in range(m.size):
        i = min(low + n, mu.size - 1)
        m[n], v[n] = mu[i], s2[i]


@njit_internal
def _probabilities(mu, s2, exact, to):
    """Fill `to` (n,) with the predictive probabilities of means and variances (n,); n is a multiple of eight."""
    if exact:
        for at in range(0, mu.size, WIDTH):
            eight_probabilities(mu, s2, at, to)
    else:
        for i in range(mu.size):
            to[i] = sigmoid(kappa_score(mu[i], s2[i]))


def sweep_covariance(mean, covariance, X, exact, known=None):
    """Compute the knowledge gradient of every candidate under a full belief.

    After (x, y), with t = x'S x_k: mean_k = mu_k + g t and var_k = s2_k - f t^2. A Python function: compiled, it would
    contain the machine code of `futures` once more.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d).
    X
        (M, d) pool, M >= 1.
    exact
        False: the paper's correlated case, with Laplace steps and probabilities s(kappa mu). True: exact moment
        matching; maximisers are found by the kappa score, and their probabilities are exact integrals.
    known
        The result of `pool_moments_full` for this pool, if the caller has it.

    Returns
    -------
    tuple
        The seven arrays of the module's docstring.
    """
    mu, s2 = known or pool_moments_full(mean, covariance, X)
    best, pool, reach = best_now(mu, s2, exact), (X, mu, s2), pool_extremes(mu, s2, X)
    steps = all_steps(mu, s2, MOMENTS if exact else CORRELATED)
    index, value, _ = futures(mean, covariance, X, steps, pool, in_blocks(X, mu, s2), reach, exact)
    prob = steps[0]
    kg = prob * value[0] + (1.0 - prob) * value[1] - prob[best]
    return kg, prob, best, index[0], value[0], index[1], value[1]


@njit(cache=True, nogil=True, error_model="numpy")
def workspace(d, stride):
    """Return the buffers of `futures_of_task`, for d columns and `stride` float32 lanes in all blocks together."""
    rows, steps = np.empty((PER_TASK // 4, 4 * d), np.float32), np.empty((PER_TASK // 4, 16), np.float32)
    found, scores, Sx = np.empty(2 * PER_TASK * stride, np.float32), np.empty(BLOCK), np.zeros((PER_TASK, d))
    best = np.zeros(2 * PER_TASK), np.zeros(2 * PER_TASK), np.empty(2 * PER_TASK)
    return rows, steps, found, scores, Sx, best


@njit_internal
def futures_of_task(task, mean, covariance, measured, outcomes, pool, layout, reach, exact, work, out):
    """Fill `out`, the arrays that `futures` returns, for the `PER_TASK` measured candidates of a task.

    `outcomes` is (move, shrink) of `futures`, `work` is a `workspace`; the other arguments are those of `futures`.
    """
    (X, mu, s2), (move, shrink), (index, value, score) = pool, outcomes, out
    A, d = measured.shape
    blocked, (flat, means, scale) = layout
    middle, spread, widest = reach
    rows, steps, found, scores, Sx, (u, w, best_then) = work
    blocks, stride = means.size // BLOCK, width(means) * (means.size // BLOCK)
    for n in range(PER_TASK):
        i = min(task * PER_TASK + n, A - 1)  # the last task repeats the last candidate
        full_moments_one(mean, covariance, measured[i], Sx[n])
        for side in range(2):
            steps[n // 4, n % 4 * 4 + 2 * side] = move[2 * i + side]
            steps[n // 4, n % 4 * 4 + 2 * side + 1] = -EIGHTH_PI * shrink[2 * i + side]
        for j in range(d):
            rows[n // 4, 4 * j + n % 4] = Sx[n, j]
    # Blocks outside: each stays in the L1 cache while all candidates of the task are scored against it.
    for block in range(blocks):
        for n in range(PER_TASK // 4):
            at = 8 * n * stride + block * width(found)
            four_correlated(flat, means, scale, block, d, rows[n], steps[n], found, at, stride)
    for n in range(min(PER_TASK, A - task * PER_TASK)):
        i = task * PER_TASK + n
        far = _largest_product(Sx[n], widest)
        for side in range(2):
            of, at = side * PER_TASK + n, (2 * n + side) * stride
            g, f = move[2 * i + side], shrink[2 * i + side]
            # s2 - f t^2 cancels, so the float32 error is a share of both terms: their sum, not their difference.
            most, wide = middle + abs(g) * far, spread + EIGHTH_PI * f * far * far
            least = block_threshold(found, at, blocks, d + 8.0, most, wide, True)
            index[side, i], u[of], w[of] = pick_correlated(
                blocked, mu, s2, X, Sx[n], g, f, exact, found, at, least, scores
            )
    _probabilities(u, w, exact, best_then)
    for n in range(min(PER_TASK, A - task * PER_TASK)):
        for side in range(2):
            i, of = task * PER_TASK + n, side * PER_TASK + n
            value[side, i], score[side, i] = best_then[of], kappa_score(u[of], w[of])


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def futures(mean, covariance, measured, steps, pool, layout, reach, exact):
    """Find the best candidate of a pool after either outcome at each measured candidate, under a full belief.

    The steps are computed before, by `kgdesk.kernels.lookahead_simd.all_steps`: compiled into this function, they would
    take half as long again to compile.

    Parameters
    ----------
    mean, covariance, exact
        As in `sweep_covariance`.
    measured
        (A, d) rows of the measured candidates, A >= 1.
    steps
        (prob, move, shrink) of `all_steps` for them.
    pool
        (rows, mu, s2), (K, d), (K,) and (K,): rows, means and variances of w.x of the candidates among which the best
        is chosen.
    layout, reach
        The results of `kgdesk.kernels.pool_blocks.in_blocks` and `pool_extremes` for `pool`.

    Returns
    -------
    (index, value, score)
        (2, A) each: the best candidate after a success and after a failure, its predictive probability, and its kappa
        score. A candidate's results have the same bits whichever others are measured.
    """
    (X, mu, s2), (_, move, shrink) = pool, steps
    (flat, means, scale), (flat32, means32, scale32) = layout
    middle, spread, widest = reach
    A, stride = len(measured), width(flat32) * (means.size // BLOCK)
    index, value, score = np.empty((2, A), np.int64), np.empty((2, A)), np.empty((2, A))
    for task in prange((A + PER_TASK - 1) // PER_TASK):  # a parallel loop takes no tuples
        outcomes, among, limits = (move, shrink), (X, mu, s2), (middle, spread, widest)
        laid = (flat, means, scale), (flat32, means32, scale32)
        out, work = (index, value, score), workspace(X.shape[1], stride)
        futures_of_task(
            np.int64(task), mean, covariance, measured, outcomes, among, laid, limits, exact, work, out
        )
    return index, value, score


@njit(cache=True, nogil=True, error_model="numpy")
def lookahead_few(mean, covariance, X, exact):
    """Compute moments, blocked layout and look-ahead steps of a small pool: (mu, s2, Sx, blocked, steps).

    First stage of `sweep_few`. mu and s2 (M,); Sx (M, d); `blocked` is the float64 layout of
    `kgdesk.kernels.pool_blocks.in_blocks`; `steps` are the outputs (prob, move, shrink) of `steps_of_both_outcomes`,
    padded to a multiple of eight candidates.
    """
    M, d = X.shape
    blocks, many = (M + BLOCK - 1) // BLOCK, (M + WIDTH - 1) // WIDTH * WIDTH
    mu, s2, Sx = np.empty(M), np.empty(M), np.empty((M, d))
    flat, means, scale = np.empty(blocks * d * BLOCK), np.empty(blocks * BLOCK), np.empty(blocks * BLOCK)
    m, v, p = np.empty(many), np.empty(many), np.empty(many)
    move, shrink = np.empty(2 * many), np.empty(2 * many)
    for i in range(M):
        mu[i], s2[i] = full_moments_one(mean, covariance, X[i], Sx[i])
    for block in range(blocks):
        fill_block(block, X, mu, s2, flat, means, scale)
    _copy_padded(mu, s2, 0, m, v)
    if exact:
        scalar_moment_steps(m, v, p, move, shrink)
    else:
        laplace_steps(m, v, p, move, shrink)
    return mu, s2, Sx, (flat, means, scale), (p, move, shrink)


@njit(cache=True, nogil=True, error_model="numpy")
def choose_of_few(mu, s2, X, Sx, blocked, steps, exact):
    """Compute the arrays of `sweep_covariance` from the result of `lookahead_few`: second stage of `sweep_few`."""
    M, (p, move, shrink) = len(X), steps
    found, scores = np.zeros(width(blocked[0]) * (blocked[1].size // BLOCK)), np.empty(BLOCK)
    kg, prob, index, value = np.empty(M), p[:M].copy(), np.empty((2, M), np.int64), np.empty((2, M))
    best = best_now(mu, s2, exact)
    # No float32 pass, which would take longer to compile: every block reaches the threshold of 0 and is scored.
    every = broadcast(found, 0.0)
    for i in range(M):
        for side in range(2):
            g, f = move[side * p.size + i], shrink[side * p.size + i]
            index[side, i], u, v = pick_correlated(
                blocked, mu, s2, X, Sx[i], g, f, exact, found, 0, every, scores
            )
            value[side, i] = exact_probability(u, v) if exact else sigmoid(kappa_score(u, v))
        kg[i] = p[i] * value[0, i] + (1.0 - p[i]) * value[1, i] - p[best]
    return kg, prob, best, index[0], value[0], index[1], value[1]


def sweep_few(mean, covariance, X, exact):
    """Compute the seven arrays of `sweep_covariance` in one thread, in float64, with scalar quadrature.

    For small pools: it compiles in a third of the time, and in two stages that two processes can share.
    """
    mu, s2, Sx, blocked, steps = lookahead_few(mean, covariance, X, exact)
    return choose_of_few(mu, s2, X, Sx, blocked, steps, exact)


def by_pairs(mean, covariance, X, exact, known=None):
    """Compute the exhaustive sweep of a full belief, by `sweep_few` for fewer than `SERIAL_BELOW` candidates."""
    if len(X) < SERIAL_BELOW:
        return sweep_few(mean, covariance, X, exact)
    return sweep_covariance(mean, covariance, X, exact, known)


def sweep_full(mean, covariance, X, known=None):
    """Compute the knowledge gradient under a full belief with the Laplace step: the paper's correlated case."""
    return by_pairs(mean, covariance, X, False, known)


def sweep_moments(mean, covariance, X, known=None):
    """Compute the knowledge gradient under a full belief with exact moment matching."""
    return by_pairs(mean, covariance, X, True, known)
