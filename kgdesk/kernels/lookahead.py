"""One-step look-ahead: the update that either hypothetical outcome at a candidate would make, eight candidates at once.

Each candidate has two hypothetical outcomes. An update is a mean step g and a variance shrink f (the curvature c for
the diagonal belief): mean + g S x, covariance - f S x x' S.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from kgdesk.kernels.jit import njit_internal
from kgdesk.kernels.logistic import kappa_score, sigmoid
from kgdesk.kernels.simd import (
    WIDTH,
    absolute,
    exponential,
    greater_equal_mask,
    load,
    maximum,
    multiply_add,
    select_greater,
    splat,
    store,
)
from kgdesk.kernels.tilted_moments_simd import eight_moment_steps
from kgdesk.kernels.update import moment_steps

#: Kinds of belief: diagonal (Laplace step), full with the Laplace step, full with exact moment matching.
INDEPENDENT, CORRELATED, MOMENTS = 0, 1, 2
# Candidates per parallel task.
_TASK = 64

# Arguments of exp are clipped here: it must not leave the range of doubles, and exp(-700) is negligible.
_FARTHEST = 700.0
# Most iterations: Newton's method takes about ten; bisection alone, from the largest admitted variance, about 100.
_MOST = 200


@njit_internal
def _shares(u):
    """Return (p, c) = (s(-u), s(u) s(-u)) of each lane."""
    zero, one = splat(0.0), splat(1.0)
    far = absolute(u)
    e = exponential(zero - select_greater(far, splat(_FARTHEST), splat(_FARTHEST), far))
    near = one / (one + e)
    return select_greater(u, zero, e * near, near), e * near * near


@njit_internal
def eight_steps(mu, s2, at, y, g, c, to):
    """Compute the Laplace steps of eight candidates for outcome y = +-1: mean step y p and curvature c = s(u) s(-u).

    u is the root of u - s2 s(-u) = y mu, as in `kgdesk.kernels.update.laplace_step`, to a few rounding errors: Newton's
    method, with bisection where a step leaves the bracket. The update of a belief itself uses bisection only, so the
    two may differ in the last bits.

    Parameters
    ----------
    mu, s2
        Flat arrays: mean and variance of w.x, read from index `at` on.
    g, c
        Flat arrays, filled from index `to` on.
    """
    zero, half, one = splat(0.0), splat(0.5), splat(1.0)
    a, spread = splat(y) * load(mu, at), load(s2, at)
    low, high = a, a + spread
    u = maximum(a, zero)
    u = select_greater(u, high, high, u)
    for _ in range(_MOST):
        p, curve = _shares(u)
        pull, slope = spread * p, multiply_add(spread, curve, one)
        off = u - pull - a
        low, high = select_greater(zero, off, u, low), select_greater(zero, off, high, u)
        after = u - off / slope
        middle = half * (low + high)
        after = select_greater(low, after, middle, after)
        after = select_greater(after, high, middle, after)
        # Stop at the rounding error of `off`: smaller steps are noise.
        noise = (absolute(a) + pull) / slope
        moved, enough = absolute(after - u), multiply_add(splat(4e-16), absolute(u) + noise, splat(1e-17))
        u = select_greater(moved, enough, after, u)
        if not greater_equal_mask(moved, enough):
            break
    p, curve = _shares(u)
    store(g, to, splat(y) * p)
    store(c, to, curve)


@njit_internal
def both_steps(mu, s2, kind, prob, move, shrink):
    """Compute success probabilities and the belief's mean step and variance shrink for either outcome.

    Parameters
    ----------
    mu, s2
        (n,) mean and variance of w.x; n is a multiple of eight.
    kind
        `INDEPENDENT`, `CORRELATED` or `MOMENTS`.
    prob, move, shrink
        Outputs (n,), (2 n,), (2 n,): successes first, then failures. The shrink is the curvature c for the diagonal
        belief, f for the others.
    """
    if kind == MOMENTS:
        for at in range(0, mu.size, WIDTH):
            eight_moment_steps(mu, s2, at, prob, move, shrink)
    elif kind == CORRELATED:
        laplace_steps(mu, s2, prob, move, shrink)
    else:
        _curvatures(mu, s2, prob, move, shrink)


@njit_internal
def _curvatures(mu, s2, prob, move, shrink):
    n = mu.size
    for i in range(n):
        prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
    for at in range(0, n, WIDTH):
        eight_steps(mu, s2, at, 1.0, move, shrink, at)
        eight_steps(mu, s2, at, -1.0, move, shrink, n + at)


@njit_internal
def laplace_steps(mu, s2, prob, move, shrink):
    """Compute `both_steps` of a full belief with the Laplace step (`CORRELATED`): f = c/(1 + c s2)."""
    _curvatures(mu, s2, prob, move, shrink)
    for i in range(shrink.size):
        shrink[i] /= 1.0 + shrink[i] * s2[i % mu.size]


@njit_internal
def one_by_one(mu, s2, prob, move, shrink):
    """Compute `both_steps` for `MOMENTS` with scalar quadrature: slower, quicker to compile, equal up to rounding."""
    n = mu.size
    for i in range(n):
        prob[i], move[i], shrink[i], move[n + i], shrink[n + i] = moment_steps(mu[i], s2[i])


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def all_steps(mu, s2, kind):
    """Compute `both_steps` of a whole pool in parallel: (prob, move, shrink), (M,), (2 M,), (2 M,).

    Unlike there, outcomes are interleaved: index 2 i is a success at candidate i, 2 i + 1 a failure.
    """
    M = mu.size
    prob, move, shrink = np.empty(M), np.empty(2 * M), np.empty(2 * M)
    for task in prange((M + _TASK - 1) // _TASK):
        m, v, p = np.zeros(_TASK), np.zeros(_TASK), np.empty(_TASK)
        g, f = np.empty(2 * _TASK), np.empty(2 * _TASK)
        low, count = task * _TASK, min(_TASK, M - task * _TASK)
        for n in range(count):
            m[n], v[n] = mu[low + n], s2[low + n]
        both_steps(m, v, kind, p, g, f)
        for n in range(count):
            prob[low + n] = p[n]
            for side in range(2):
                at = 2 * (low + n) + side
                move[at], shrink[at] = g[side * _TASK + n], f[side * _TASK + n]
    return prob, move, shrink
