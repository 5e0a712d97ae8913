"""Exact integrals over the logistic curve for eight normals at a time: the trapezoidal rule, a normal in each lane.

`kgdesk.kernels.trapezoid` lays eight nodes of one normal side by side, which every belief is made with. A sweep asks
for thousands of normals at once: here a lane is a normal, each with a step of its own, and what a lane finds does not
depend on the others. The two ways agree to a few rounding errors.
"""

from __future__ import annotations

import math

from kgdesk.kernels.beside import square_root
from kgdesk.kernels.inner import inner, within
from kgdesk.kernels.lanes import (
    WIDTH,
    choose,
    exponential,
    larger,
    largest,
    load,
    magnitude,
    multiply_add,
    splat,
    store,
)
from kgdesk.kernels.logistic import exact_probability
from kgdesk.kernels.update import moment_steps

# Mean and deviation up to which the rule is taken; beyond, the scalar functions serve. Whatever lies above is
# brought down to them first, so that no exponential leaves its range.
_FARTHEST, _WIDEST = 300.0, 16.0
# The normal weight falls below 1e-16 of its peak at this many deviations.
_EDGE = 8.6
# The longest step: the rule for the normal alone leaves exp(-2 pi^2/0.49), 3e-18.
_LONGEST = 0.7
# Below this deviation the poles of the curve, pi/sigma off the line, are further away than the weight matters.
_NARROW = 0.35
# What the poles add is exp(-_LEFT) of the integral.
_LEFT = 37.0
# Variance from which on the moments of a give more digits than those of the curve.
_WIDE = 0.25
_TWO_PI_SQUARED, _HALF_PI_SQUARED = 2.0 * math.pi**2, 0.5 * math.pi**2
_PER_ROOT_TWO_PI = 1.0 / math.sqrt(2.0 * math.pi)


@within
def _laid(far, wide):
    """Return (step, above) of a ~ N(-far, wide^2): how far apart nodes lie, and up to where; down to -_EDGE always.

    See `kgdesk.kernels.trapezoid` for why. The weight of an outcome moves the peak up by at most 2 sigma and
    |mu|/sigma deviations.
    """
    longest = splat(_LONGEST)
    close = splat(_TWO_PI_SQUARED) * wide / multiply_add(splat(_LEFT) * wide, wide, splat(_HALF_PI_SQUARED))
    close = choose(close, longest, longest, close)
    twice, bend = wide + wide, far / larger(wide, splat(1e-9))
    return choose(wide, splat(_NARROW), close, longest), splat(_EDGE) + choose(twice, bend, bend, twice)


@within
def _with(w, e, z, sums):
    """Return the sums of `_moments` with a node at z more, of the normal weight w and with e = exp(-a)."""
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


@within
def _moments(mu, s2):
    """Return (E[s], E[s^2], E[s^3], E[s z], E[s z^2]) of each lane, s = s(a), a = -|mu| + sqrt(s2) z."""
    far, wide = magnitude(mu), square_root(s2)
    far = choose(far, splat(_FARTHEST), splat(_FARTHEST), far)
    wide = choose(wide, splat(_WIDEST), splat(_WIDEST), wide)
    step, above = _laid(far, wide)
    zero, half, below = splat(0.0), splat(-0.5), splat(_EDGE)
    # exp(-a) at the two nodes at hand, by which it changes from one to the next, and the normal weight of a node.
    more = less = exponential(far)
    factor = exponential(wide * step)
    back = splat(1.0) / factor
    weight = step * splat(_PER_ROOT_TWO_PI)
    sums = _with(weight, less, zero, (zero, zero, zero, zero, zero))
    last_below, last = largest(below / step), largest(above / step)
    i = 1.0
    while i <= last:
        z = splat(i) * step
        w = weight * exponential(half * z * z)
        less = less * back
        sums = _with(choose(above, z, w, zero), less, z, sums)
        if i <= last_below:
            more = more * factor
            sums = _with(choose(below, z, w, zero), more, zero - z, sums)
        i += 1.0
    return sums


@within
def _smaller(mu, mass):
    """Return the probability of the less likely outcome: at most 1/2, and just that where the mean is 0."""
    half, zero = splat(0.5), splat(0.0)
    return choose(magnitude(mu), zero, choose(mass, half, half, mass), half)


@inner
def _serves(mu, s2):
    return abs(mu) <= _FARTHEST and s2 <= _WIDEST * _WIDEST


@inner
def eight_probabilities(mu, s2, at, to):
    """Put E[s(a)], a ~ N(mu, s2), of eight normals to `to`; all three are flat arrays, read and filled from `at` on."""
    m = load(mu, at)
    less = _smaller(m, _moments(m, load(s2, at))[0])
    store(to, at, choose(m, splat(0.0), splat(1.0) - less, less))
    for j in range(at, at + WIDTH):
        if not _serves(mu[j], s2[j]):
            to[j] = exact_probability(mu[j], s2[j])


@inner
def eight_moment_steps(mu, s2, at, prob, move, shrink):
    """Fill in what `kgdesk.kernels.update.moment_steps` returns of eight normals, from `at` on.

    Parameters
    ----------
    mu, s2, prob
        (n,) each.
    move, shrink
        (2 n,) each: successes first, then failures.
    """
    n, zero, one = mu.size, splat(0.0), splat(1.0)
    m, v = load(mu, at), load(s2, at)
    mass, second, third, first, spread = _moments(m, v)
    z, share, square, moved = _smaller(m, mass), second / mass, third / mass, first / mass
    # Of a wider normal the moments of a keep digits that differences of shares lose.
    left, wide = spread / mass - moved * moved, larger(v, splat(_WIDE))
    less = choose(v, splat(_WIDE), moved / square_root(wide), one - share)
    f = choose(v, splat(_WIDE), (one - left) / wide, multiply_add(share, share, share - square - square))
    f = larger(f, zero)
    r = z / (one - z)
    more = r * less
    f_more = larger(multiply_add(more, more, r * (less * less - f)), zero)
    store(prob, at, choose(m, zero, one - z, z))
    store(move, at, choose(m, zero, more, less))
    store(shrink, at, choose(m, zero, f_more, f))
    store(move, n + at, zero - choose(m, zero, less, more))
    store(shrink, n + at, choose(m, zero, f, f_more))
    for j in range(at, at + WIDTH):
        if not _serves(mu[j], s2[j]):
            prob[j], move[j], shrink[j], move[n + j], shrink[n + j] = moment_steps(mu[j], s2[j])
