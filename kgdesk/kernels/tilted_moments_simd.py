"""Tilted moments and predictive probabilities of eight normals at once, by trapezoidal quadrature in SIMD lanes."""

from __future__ import annotations

import math

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from kgdesk.kernels.jit import njit_inline, njit_internal
from kgdesk.kernels.logistic import exact_probability
from kgdesk.kernels.simd import (
    _INDEX,
    WIDTH,
    _either,
    _intrinsic,
    absolute,
    exponential,
    load,
    maximum,
    multiply_add,
    reduce_max,
    select_greater,
    splat,
    store,
)
from kgdesk.kernels.update import moment_steps


def _prefetch_plain(array, at):
    """Do nothing: uncompiled code cannot prefetch."""


def _prefetch(_, array, at):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [place.type, _INDEX, _INDEX, _INDEX])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, _INDEX(0), _INDEX(3), _INDEX(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), build


def _square_root_plain(a):
    return np.sqrt(a)


def _square_root(_, a):
    return a(a), lambda context, builder, signature, args: _intrinsic(builder, "llvm.sqrt", *args)


#: prefetch(array, at): request the cache line of flat index `at` of a C-contiguous array.
prefetch = _either(_prefetch_plain, _prefetch)

#: square_root(a): square root lane by lane.
square_root = _either(_square_root_plain, _square_root)


# Largest |mean| and standard deviation for the SIMD rule; lanes beyond are computed by the scalar functions. They are
# clipped to these values first, so that no exponential overflows.
_FARTHEST, _WIDEST = 300.0, 16.0

# The normal density falls below 1e-16 of its peak at this many standard deviations.
_EDGE = 8.6

# Longest step: for the normal density alone the rule has the error exp(-2 pi^2/0.49) = 3e-18.
_LONGEST = 0.7

# Below this standard deviation the poles of the logistic function, at distance pi/sigma, need no shorter step.
_NARROW = 0.35

# The relative error due to the poles is exp(-_LEFT).
_LEFT = 37.0

# Variance from which on g and f are computed from the moments of a, which then lose fewer digits than those of s(a).
_WIDE = 0.25

_TWO_PI_SQUARED, _HALF_PI_SQUARED = 2.0 * math.pi**2, 0.5 * math.pi**2

_PER_ROOT_TWO_PI = 1.0 / math.sqrt(2.0 * math.pi)


@njit_inline
def _laid(far, wide):
    """Return (step, above) of the rule for a ~ N(-far, wide^2): step size and largest node; the lowest is -_EDGE.

    See `kgdesk.kernels.quadrature` for the choice of the step. An outcome moves the peak up by at most
    min(2 sigma, |mu|/sigma) standard deviations.
    """
    longest = splat(_LONGEST)
    close = splat(_TWO_PI_SQUARED) * wide / multiply_add(splat(_LEFT) * wide, wide, splat(_HALF_PI_SQUARED))
    close = select_greater(close, longest, longest, close)
    twice, bend = wide + wide, far / maximum(wide, splat(1e-9))
    return select_greater(wide, splat(_NARROW), close, longest), splat(_EDGE) + select_greater(
        twice, bend, bend, twice
    )


@njit_inline
def _with(w, e, z, sums):
    """Add a node at z, with normal weight w and e = exp(-a), to the sums of `_moments`."""
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
def _moments(mu, s2):
    """Compute (E[s], E[s^2], E[s^3], E[s z], E[s z^2]) of each lane, s = s(a), a = -|mu| + sqrt(s2) z, z ~ N(0, 1)."""
    far, wide = absolute(mu), square_root(s2)
    far = select_greater(far, splat(_FARTHEST), splat(_FARTHEST), far)
    wide = select_greater(wide, splat(_WIDEST), splat(_WIDEST), wide)
    step, above = _laid(far, wide)
    zero, half, below = splat(0.0), splat(-0.5), splat(_EDGE)
    # exp(-a) at the current nodes below and above 0, its factor from node to node, and the normal weight at z = 0.
    more = less = exponential(far)
    factor = exponential(wide * step)
    back = splat(1.0) / factor
    weight = step * splat(_PER_ROOT_TWO_PI)
    sums = _with(weight, less, zero, (zero, zero, zero, zero, zero))
    last_below, last = reduce_max(below / step), reduce_max(above / step)
    i = 1.0
    while i <= last:
        z = splat(i) * step
        w = weight * exponential(half * z * z)
        less = less * back
        sums = _with(select_greater(above, z, w, zero), less, z, sums)
        if i <= last_below:
            more = more * factor
            sums = _with(select_greater(below, z, w, zero), more, zero - z, sums)
        i += 1.0
    return sums


@njit_inline
def _smaller(mu, mass):
    """Return the probability of the less likely outcome: clipped to 1/2, and exactly 1/2 where the mean is 0."""
    half, zero = splat(0.5), splat(0.0)
    return select_greater(absolute(mu), zero, select_greater(mass, half, half, mass), half)


@njit_internal
def _serves(mu, s2):
    return abs(mu) <= _FARTHEST and s2 <= _WIDEST * _WIDEST


@njit_internal
def eight_probabilities(mu, s2, at, to):
    """Compute the exact E[s(a)], a ~ N(mu, s2), of eight normals.

    `mu` and `s2` are flat arrays, read from index `at` on; `to` is filled there.
    """
    m = load(mu, at)
    less = _smaller(m, _moments(m, load(s2, at))[0])
    store(to, at, select_greater(m, splat(0.0), splat(1.0) - less, less))
    for j in range(at, at + WIDTH):
        if not _serves(mu[j], s2[j]):
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
    mass, second, third, first, spread = _moments(m, v)
    z, share, square, moved = _smaller(m, mass), second / mass, third / mass, first / mass
    # For large s2, 1 - E[s^2]/E[s] and its like cancel; the moments of a do not.
    left, wide = spread / mass - moved * moved, maximum(v, splat(_WIDE))
    less = select_greater(v, splat(_WIDE), moved / square_root(wide), one - share)
    f = select_greater(
        v, splat(_WIDE), (one - left) / wide, multiply_add(share, share, share - square - square)
    )
    f = maximum(f, zero)
    r = z / (one - z)
    more = r * less
    f_more = maximum(multiply_add(more, more, r * (less * less - f)), zero)
    store(prob, at, select_greater(m, zero, one - z, z))
    store(move, at, select_greater(m, zero, more, less))
    store(shrink, at, select_greater(m, zero, f_more, f))
    store(move, n + at, zero - select_greater(m, zero, less, more))
    store(shrink, n + at, select_greater(m, zero, f, f_more))
    for j in range(at, at + WIDTH):
        if not _serves(mu[j], s2[j]):
            prob[j], move[j], shrink[j], move[n + j], shrink[n + j] = moment_steps(mu[j], s2[j])
