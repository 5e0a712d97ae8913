"""Tilted moments, predictive probabilities and one-step look-ahead of eight candidates at once, in SIMD lanes.

Moments and probabilities are computed by trapezoidal quadrature. Each candidate has two hypothetical outcomes; the
look-ahead computes the update of the belief by either one. An update is a mean step g and a variance shrink f (the
curvature c for the diagonal belief): mean + g S x, covariance - f S x x' S.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.simd import (
    WIDTH,
    absolute,
    exponential,
    greater_equal_mask,
    load,
    maximum,
    multiply_add,
    njit_inline,
    njit_internal,
    reduce_max,
    select_greater,
    splat,
    square_root,
    store,
)
from kgdesk.kernels.update import moment_steps

# Largest |mean| and standard deviation for the SIMD rule; lanes beyond are computed by the scalar functions. They are
# clipped to these values first, so that no exponential overflows: 300 + 8.6 * 16 is below 709.
_LARGEST_MEAN, _LARGEST_SIGMA = 300.0, 16.0

# The normal density falls below 1e-16 of its peak at this many standard deviations.
_LAST_NODE = 8.6

# Longest step: for the normal density alone the rule has the error exp(-2 pi^2/0.49) = 3e-18.
_LONGEST_STEP = 0.7

# Below this standard deviation the poles of the logistic function, at distance pi/sigma, need no shorter step.
_NARROW_SIGMA = 0.35

# The relative error due to the poles is exp(-_EXPONENT).
_EXPONENT = 37.0

# Variance from which on g and f are computed from the moments of a, which then lose fewer digits than those of s(a).
_WIDE_VARIANCE = 0.25

_TWO_PI_SQUARED, _HALF_PI_SQUARED = 2.0 * math.pi**2, 0.5 * math.pi**2

_PER_ROOT_TWO_PI = 1.0 / math.sqrt(2.0 * math.pi)


@njit_inline
def _step_and_last_node(far, wide):
    """Return (step, above) of the rule for a ~ N(-far, wide^2): step size and largest node; the lowest is -_LAST_NODE.

    See `kgdesk.kernels.quadrature` for the choice of the step. The weights s(a) and s(a)^2 move the peak of the
    integrand up by at most min(2 sigma, |mu|/sigma) standard deviations.
    """
    longest = splat(_LONGEST_STEP)
    close = (
        splat(_TWO_PI_SQUARED) * wide / multiply_add(splat(_EXPONENT) * wide, wide, splat(_HALF_PI_SQUARED))
    )
    close = select_greater(close, longest, longest, close)
    twice, bend = wide + wide, far / maximum(wide, splat(1e-9))  # no 0/0 for a known w.x
    return select_greater(wide, splat(_NARROW_SIGMA), close, longest), splat(_LAST_NODE) + select_greater(
        twice, bend, bend, twice
    )


@njit_inline
def _add_node(w, e, z, sums):
    """Add a node at z, with normal weight w and e = exp(-a), to the sums of `_sigmoid_moments`."""
    mass, second, third, first, spread = sums
    up = splat(1.0) / (splat(1.0) + e)
    part = w * up
    moved = part * z
    return (
        mass + part,
        multiply_add(part, up, second),
        multiply_add(part * up, up, third),
        first + moved,
        multiply_add(moved, z, spread),
    )


@njit_inline
def _sigmoid_moments(mu, s2):
    """Return (E[s], E[s^2], E[s^3], E[s z], E[s z^2]) of each lane, s = s(a), a = -|mu| + sqrt(s2) z, z ~ N(0, 1).

    The mean is -|mu| because the probability of the less likely outcome has full relative precision.
    """
    far, wide = absolute(mu), square_root(s2)
    far = select_greater(far, splat(_LARGEST_MEAN), splat(_LARGEST_MEAN), far)
    wide = select_greater(wide, splat(_LARGEST_SIGMA), splat(_LARGEST_SIGMA), wide)
    step, above = _step_and_last_node(far, wide)
    zero, half, below = splat(0.0), splat(-0.5), splat(_LAST_NODE)
    # exp(-a) at the current nodes below and above 0, its factor from node to node, and the normal weight at z = 0: a
    # multiplication per node instead of an exponential.
    more = less = exponential(far)
    factor = exponential(wide * step)
    back = splat(1.0) / factor
    weight = step * splat(_PER_ROOT_TWO_PI)
    sums = _add_node(weight, less, zero, (zero, zero, zero, zero, zero))
    last_below, last = reduce_max(below / step), reduce_max(above / step)
    # All lanes take as many nodes as the longest one. Beyond its own last node a lane adds 0, so that its result does
    # not depend on its neighbours.
    i = 1.0
    while i <= last:
        z = splat(i) * step
        w = weight * exponential(half * z * z)
        less = less * back
        sums = _add_node(select_greater(above, z, w, zero), less, z, sums)
        if i <= last_below:
            more = more * factor
            sums = _add_node(select_greater(below, z, w, zero), more, zero - z, sums)
        i += 1.0
    return sums


@njit_inline
def _smaller_probability(mu, mass):
    """Return the probability of the less likely outcome, `mass` clipped to 1/2; exactly 1/2 where the mean is 0."""
    half, zero = splat(0.5), splat(0.0)
    return select_greater(absolute(mu), zero, select_greater(mass, half, half, mass), half)


@njit_internal
def _rule_applies(mu, s2):
    """Return whether the SIMD rule holds for a ~ N(mu, s2); it does not beyond the values that lanes are clipped to."""
    return abs(mu) <= _LARGEST_MEAN and s2 <= _LARGEST_SIGMA * _LARGEST_SIGMA


@njit_internal
def eight_probabilities(mu, s2, at, to):
    """Compute the exact predictive probability E[s(a)], a ~ N(mu, s2), of eight candidates.

    `mu` and `s2` (n,) are read from index `at` on; the same eight entries of `to` (n,) are filled.
    """
    m = load(mu, at)
    less = _smaller_probability(m, _sigmoid_moments(m, load(s2, at))[0])
    store(to, at, select_greater(m, splat(0.0), splat(1.0) - less, less))
    for j in range(at, at + WIDTH):
        if not _rule_applies(mu[j], s2[j]):
            to[j] = exact_probability(mu[j], s2[j])


@njit_internal
def eight_moment_steps(mu, s2, at, prob, move, shrink):
    """Compute `kgdesk.kernels.update.moment_steps` of eight normals: Pr(+1) and the step of either outcome.

    Parameters
    ----------
    mu, s2, prob
        (n,) each; eight entries from `at` on are read or filled.
    move, shrink
        (2 n,) each: successes first, then failures.
    """
    n, zero, one = mu.size, splat(0.0), splat(1.0)
    m, v = load(mu, at), load(s2, at)
    mass, second, third, first, spread = _sigmoid_moments(m, v)
    z, share, square, moved = _smaller_probability(m, mass), second / mass, third / mass, first / mass
    # For large s2, 1 - E[s^2]/E[s] and its like cancel; the moments of a do not.
    left, wide = spread / mass - moved * moved, maximum(v, splat(_WIDE_VARIANCE))
    less = select_greater(v, splat(_WIDE_VARIANCE), moved / square_root(wide), one - share)
    f = select_greater(
        v, splat(_WIDE_VARIANCE), (one - left) / wide, multiply_add(share, share, share - square - square)
    )
    f = maximum(f, zero)
    # The likelier outcome follows from the other one: see `kgdesk.kernels.update.moment_steps`.
    r = z / (one - z)
    more = r * less
    f_more = maximum(multiply_add(more, more, r * (less * less - f)), zero)
    store(prob, at, select_greater(m, zero, one - z, z))
    store(move, at, select_greater(m, zero, more, less))
    store(shrink, at, select_greater(m, zero, f_more, f))
    store(move, n + at, zero - select_greater(m, zero, less, more))
    store(shrink, n + at, select_greater(m, zero, f, f_more))
    for j in range(at, at + WIDTH):
        if not _rule_applies(mu[j], s2[j]):
            prob[j], move[j], shrink[j], move[n + j], shrink[n + j] = moment_steps(mu[j], s2[j])


#: Kinds of belief: diagonal (Laplace step), full with the Laplace step, full with exact moment matching.
INDEPENDENT, CORRELATED, MOMENTS = 0, 1, 2
# Candidates per parallel task.
_TASK = 64

# Arguments of exp are clipped here: it must not leave the range of doubles, and exp(-700) is negligible.
_LARGEST_ARGUMENT = 700.0
# Limit of iterations: Newton's method takes about ten; bisection alone, from the largest admitted variance, about 100.
_MOST_ITERATIONS = 200


@njit_internal
def _failure_probability_and_curvature(u):
    """Return (p, c) = (s(-u), s(u) s(-u)) of each lane."""
    zero, one = splat(0.0), splat(1.0)
    far = absolute(u)
    e = exponential(zero - select_greater(far, splat(_LARGEST_ARGUMENT), splat(_LARGEST_ARGUMENT), far))
    near = one / (one + e)
    return select_greater(u, zero, e * near, near), e * near * near


@njit_internal
def eight_laplace_steps(mu, s2, at, y, g, c, to):
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
    # u - s2 s(-u) is convex below 0 and concave above: from 0, or the end of the bracket next to it, Newton's method
    # approaches the root from one side. From other starts it can circle.
    u = maximum(a, zero)
    u = select_greater(u, high, high, u)
    for _ in range(_MOST_ITERATIONS):
        p, curve = _failure_probability_and_curvature(u)
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
    p, curve = _failure_probability_and_curvature(u)
    store(g, to, splat(y) * p)
    store(c, to, curve)


@njit_internal
def steps_of_both_outcomes(mu, s2, kind, prob, move, shrink):
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
        _laplace_curvatures(mu, s2, prob, move, shrink)


@njit_internal
def _laplace_curvatures(mu, s2, prob, move, shrink):
    """Compute `steps_of_both_outcomes` for `INDEPENDENT`: probabilities s(kappa mu), mean steps and curvatures c."""
    n = mu.size
    for i in range(n):
        prob[i] = sigmoid(kappa_score(mu[i], s2[i]))
    for at in range(0, n, WIDTH):
        eight_laplace_steps(mu, s2, at, 1.0, move, shrink, at)
        eight_laplace_steps(mu, s2, at, -1.0, move, shrink, n + at)


@njit_internal
def laplace_steps(mu, s2, prob, move, shrink):
    """Compute `steps_of_both_outcomes` of a full belief with the Laplace step (`CORRELATED`): f = c/(1 + c s2)."""
    _laplace_curvatures(mu, s2, prob, move, shrink)
    for i in range(shrink.size):
        shrink[i] /= 1.0 + shrink[i] * s2[i % mu.size]


@njit_internal
def scalar_moment_steps(mu, s2, prob, move, shrink):
    """Compute `steps_of_both_outcomes` for `MOMENTS` by scalar quadrature: equal up to rounding.

    Slower to run but faster to compile, which matters before the first suggestion.
    """
    n = mu.size
    for i in range(n):
        prob[i], move[i], shrink[i], move[n + i], shrink[n + i] = moment_steps(mu[i], s2[i])


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def all_steps(mu, s2, kind):
    """Compute `steps_of_both_outcomes` of a whole pool in parallel: (prob, move, shrink), (M,), (2 M,), (2 M,).

    Unlike there, the outcomes of a candidate are neighbours: 2 i is a success at candidate i and 2 i + 1 a failure.
    """
    M = mu.size
    prob, move, shrink = np.empty(M), np.empty(2 * M), np.empty(2 * M)
    for task in prange((M + _TASK - 1) // _TASK):
        m, v, p = np.zeros(_TASK), np.zeros(_TASK), np.empty(_TASK)
        g, f = np.empty(2 * _TASK), np.empty(2 * _TASK)
        low, count = task * _TASK, min(_TASK, M - task * _TASK)
        for n in range(count):
            m[n], v[n] = mu[low + n], s2[low + n]
        steps_of_both_outcomes(m, v, kind, p, g, f)
        for n in range(count):
            prob[low + n] = p[n]
            for side in range(2):
                at = 2 * (low + n) + side
                move[at], shrink[at] = g[side * _TASK + n], f[side * _TASK + n]
    return prob, move, shrink


@njit(cache=True, nogil=True, error_model="numpy")
def laplace_steps_of(mu, s2, y):
    """Compute the Laplace steps (g, c), (R,) each, of outcome y = +-1 for means and variances (R,) of w.x."""
    count = (mu.size + WIDTH - 1) // WIDTH * WIDTH
    m, v = np.zeros(count), np.zeros(count)
    g, c = np.empty(count), np.empty(count)
    m[: mu.size], v[: mu.size] = mu, s2
    for at in range(0, count, WIDTH):
        eight_laplace_steps(m, v, at, y, g, c, at)
    return g[: mu.size], c[: mu.size]
