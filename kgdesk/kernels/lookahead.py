"""What outcomes that are not yet there would do to a belief; of eight candidates at a time."""

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

#: The beliefs: diagonal, full with the Laplace step, full with exact moments.
INDEPENDENT, CORRELATED, MOMENTS = 0, 1, 2
# Candidates of a parallel task.
_TASK = 64

# exp stays in range up to here; what lies beyond is 0 to any digit that counts.
_FARTHEST = 700.0
# Newton's method converges in about ten steps; halving alone, from the widest variance admitted, in about 100.
_MOST = 200


@njit_internal
def _shares(u):
    """Return (s(-u), s(u) s(-u)) of each lane."""
    zero, one = splat(0.0), splat(1.0)
    far = absolute(u)
    e = exponential(zero - select_greater(far, splat(_FARTHEST), splat(_FARTHEST), far))
    near = one / (one + e)
    return select_greater(u, zero, e * near, near), e * near * near


@njit_internal
def eight_steps(mu, s2, at, y, g, c, to):
    """Put y p and the curvature c = s(u) s(-u) of the outcome y = +-1 of eight candidates to g and c at `to`.

    u is the root of u - s2 s(-u) = y mu, as in `kgdesk.kernels.update.laplace_step`, to a few rounding errors: Newton's
    method, which falls back to halving where it leaves the bracket. The bits of a belief come from bisection.

    Parameters
    ----------
    mu, s2
        Flat arrays: mean and variance of w.x, from `at` on.
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
        # What rounding leaves of `off` cannot be stepped below.
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
    """Fill in the probability of success of candidates, and what either outcome does to the belief.

    Parameters
    ----------
    mu, s2
        (n,) mean and variance of w.x; n is a multiple of eight.
    kind
        `INDEPENDENT`, `CORRELATED` or `MOMENTS`.
    prob, move, shrink
        (n,), (2 n,), (2 n,): successes first, then failures. The shrink is the curvature c for the diagonal belief,
        f for the others.
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
    """Do what `both_steps` does for `CORRELATED`."""
    _curvatures(mu, s2, prob, move, shrink)
    for i in range(shrink.size):
        shrink[i] /= 1.0 + shrink[i] * s2[i % mu.size]


@njit_internal
def one_by_one(mu, s2, prob, move, shrink):
    """Do what `both_steps` does for `MOMENTS`, to rounding: slower, and compiled in less time."""
    n = mu.size
    for i in range(n):
        prob[i], move[i], shrink[i], move[n + i], shrink[n + i] = moment_steps(mu[i], s2[i])


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def all_steps(mu, s2, kind):
    """Return (prob, move, shrink) of all candidates as `both_steps` has them, (M,), (2 M,), (2 M,).

    Number 2 i is the success of candidate i and 2 i + 1 its failure.
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
