"""Trapezoidal quadrature of a normal times a few logistic likelihoods; quantiles of mixtures; moments of w.x.

Eight nodes per SIMD step. On the whole line the rule converges exponentially in the half-width of the strip in which
the integrand is analytic: exp(-z^2/2) s(mu + sigma z) has its nearest poles at distance pi/sigma from the real line
(Trefethen and Weideman, SIAM Review 56, 2014, section 5). The step sizes below leave a relative error under 1e-16; the
normal weights of the nodes are tabulated.
"""

from __future__ import annotations

import math

import numpy as np
from llvmlite import ir
from numba import njit, prange, types

from kgdesk.kernels.simd import (
    _DOUBLES,
    _INDEX,
    WIDTH,
    _either,
    absolute,
    exponential,
    lanes,
    load,
    multiply_add,
    njit_internal,
    reduce_sum,
    select_greater,
    splat,
    splat_at,
    store,
)

# Largest sigma and |mu|, each times the number of outcomes, and largest number of outcomes for which the rule is
# cheaper than Gauss-Legendre panels and exp does not overflow.
_WIDEST, _FARTHEST, _MOST = 16.0, 300.0, 6.0
# The normal density falls below 1e-16 of its peak at 8.6 standard deviations.
_EDGE = 8.6
_STEPS = 0.7 * 0.8 ** np.arange(15)
# The relative error of the rule is exp(-_LEFT); each further outcome raises the order of the poles and adds _ORDER.
_LEFT, _ORDER = 38.5, 4.0


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of all nodes, concatenated by step size, and the index of node 0 of each step size."""
    parts, middles, start = [], [], 0
    for step in _STEPS:
        # The outcomes move the peak by at most min(2 sigma, |mu|/sigma) standard deviations: see `_range`.
        half = 8 * (math.ceil((_EDGE + math.sqrt(2.0 * _FARTHEST)) / step / 8) + 1)
        z = step * np.arange(-half, half + 8)
        parts.append(step / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * z * z))
        middles.append(start + half)
        start += z.size
    return np.concatenate(parts), np.array(middles)


_WEIGHTS, _MIDDLES = _tables()
# Largest sigma, and largest |mu| times the number of outcomes, for `count_sums`: beyond, powers of probabilities leave
# the range of doubles. Arguments of exp are clipped, as exp(-700) is negligible.
_WIDEST_COUNTED, _FARTHEST_COUNTED, _CLIPPED = 32.0, 500.0, 700.0
_COUNT = np.arange(8.0)


@njit(cache=True, nogil=True, error_model="numpy")
def few(mu, sigma, outcomes):
    """Return whether the trapezoidal rule applies to a ~ N(mu, sigma^2) with this number of outcomes."""
    return outcomes <= _MOST and outcomes * sigma <= _WIDEST and outcomes * abs(mu) <= _FARTHEST


@njit_internal
def _range(mu, sigma, k, n_minus):
    """Return (index of the step size, first node, last node); node i lies at z = i step."""
    which = 0
    if sigma > 0.5 * _STEPS[0]:  # below, the longest step already resolves the poles
        left = _LEFT + _ORDER * (k + n_minus - 1.0) + math.pi * math.pi / (2.0 * sigma * sigma)
        most = 2.0 * math.pi * math.pi / (sigma * left)
        while _STEPS[which] > most and which < _STEPS.size - 1:
            which += 1
    # The outcomes move the peak of the integrand, or of its product with the smaller probability, towards a = 0 and
    # not beyond.
    low = _EDGE + (min((n_minus + 1.0) * sigma, mu / sigma) if mu > 0.0 else 0.0)
    high = _EDGE + (min((k + 1.0) * sigma, -mu / sigma) if mu < 0.0 else 0.0)
    step = _STEPS[which]
    return which, -math.ceil(low / step), math.ceil(high / step)


@njit(cache=True, nogil=True, error_model="numpy")
def few_outcomes(mu, sigma, k, n_minus):
    """Compute moments of N(mu, sigma^2) tilted by L(a) = s(a)^k s(-a)^n_minus: (mass, g, f, mean, ratio).

    `mass` is E[L(a)]; the others are those of `kgdesk.kernels.logistic.tilted_site`: with h = k - (k + n_minus) s(a),
    g = E[h] and f = (k + n_minus) E[s(a) s(-a)] - Var[h]. Valid only where `few` holds and sigma > 0; k and n_minus
    are whole numbers.
    """
    which, first, last = _range(mu, sigma, k, n_minus)
    middle = _MIDDLES[which]
    step, wide, centre, one, zero = splat(_STEPS[which]), splat(sigma), splat(mu), splat(1.0), splat(0.0)
    outcomes = k + n_minus
    s0 = s1 = s2 = s3 = s4 = s5 = zero
    for i in range(first, last + 1, 8):
        z = step * (splat(float(i)) + load(_COUNT, 0))
        a = multiply_add(wide, z, centre)
        e = exponential(zero - absolute(a))
        near = one / (one + e)
        far = e * near
        up, down = select_greater(zero, a, far, near), select_greater(zero, a, near, far)
        w = load(_WEIGHTS, middle + i)
        for _ in range(int(k)):
            w = w * up
        for _ in range(int(n_minus)):
            w = w * down
        small = select_greater(centre, zero, down, up)  # the smaller probability has full relative precision
        s0 = s0 + w
        s1 = multiply_add(w, small, s1)
        s2 = multiply_add(w * small, small, s2)
        s3 = multiply_add(w, up * down, s3)
        s4 = multiply_add(w, z, s4)
        s5 = multiply_add(w * z, z, s5)
    mass = reduce_sum(s0)
    share = reduce_sum(s1) / mass
    moved = reduce_sum(s4) / mass
    g = outcomes * share - n_minus if mu > 0.0 else k - outcomes * share
    f = outcomes * (reduce_sum(s3) / mass) - outcomes * outcomes * (reduce_sum(s2) / mass - share * share)
    return mass, g, f, mu + sigma * moved, reduce_sum(s5) / mass - moved * moved


@njit(cache=True, nogil=True, error_model="numpy")
def success_mass(mu, sigma):
    """Return E[s(a)] for a ~ N(mu, sigma^2), mu <= 0: the mass of one success, bit-identical to `few_outcomes`."""
    which, first, last = _range(mu, sigma, 1.0, 0.0)
    middle = _MIDDLES[which]
    step, wide, centre, one, zero = splat(_STEPS[which]), splat(sigma), splat(mu), splat(1.0), splat(0.0)
    mass = zero
    for i in range(first, last + 1, 8):
        a = multiply_add(wide, step * (splat(float(i)) + load(_COUNT, 0)), centre)
        e = exponential(zero - absolute(a))
        near = one / (one + e)
        mass = mass + load(_WEIGHTS, middle + i) * select_greater(zero, a, e * near, near)
    return reduce_sum(mass)


@njit(cache=True, nogil=True, error_model="numpy")
def is_counted(mu, sigma, outcomes):
    """Return whether `count_sums` applies to a ~ N(mu, sigma^2), sigma > 0, with this number of outcomes."""
    return 0.0 < sigma <= _WIDEST_COUNTED and outcomes * abs(mu) <= _FARTHEST_COUNTED


@njit_internal
def count_sums(mu, sigma, work, sums):
    """Compute E[L], E[L z], E[L z^2] with L = s(a)^k s(-a)^(n - k), k = 0..n, a = mu + sigma z and z ~ N(0, 1).

    The nodes are shared by all k. Sums of fewer outcomes follow without another integral: s(a) + s(-a) = 1, so that
    L of (k, n - k) is the sum of those of (k + 1, n - k) and (k, n - k + 1). Valid only where `is_counted` holds.

    Parameters
    ----------
    work
        (32 (n + 1),) buffer.
    sums
        (3, n + 1) output.
    """
    # Not an argument: Numba would compile this function for the number 0 too, with which the caller's loop begins.
    n = sums.shape[1] - 1
    left = _LEFT + _ORDER * (n - 1.0) + math.pi * math.pi / (2.0 * sigma * sigma)
    length = min(_STEPS[0], 2.0 * math.pi * math.pi / (sigma * left))
    moved = min(n * sigma, abs(mu) / sigma)  # no further do the outcomes move the peak: see `_range`
    first = -math.ceil((_EDGE + (moved if mu > 0.0 else 0.0)) / length)
    last = math.ceil((_EDGE + (moved if mu < 0.0 else 0.0)) / length)
    step, wide, centre, one, zero = splat(length), splat(sigma), splat(mu), splat(1.0), splat(0.0)
    density, part = splat(length / math.sqrt(2.0 * math.pi)), 8 * (n + 1)
    for at in range(0, 3 * part, 8):
        store(work, at, zero)
    for i in range(first, last + 1, 8):
        z = step * (splat(float(i)) + load(_COUNT, 0))
        zz = z * z
        a = multiply_add(wide, z, centre)
        far = absolute(a)
        e = exponential(zero - select_greater(far, splat(_CLIPPED), splat(_CLIPPED), far))
        near = one / (one + e)
        up, down = select_greater(zero, a, e * near, near), select_greater(zero, a, near, e * near)
        power = one
        for at in range(4 * part - 8, 3 * part - 8, -8):  # of s(-a), the highest first
            store(work, at, power)
            power = power * down
        power = density * exponential(splat(-0.5) * zz)
        for at in range(0, part, 8):
            w = power * load(work, 3 * part + at)
            power = power * up
            store(work, at, load(work, at) + w)
            store(work, part + at, multiply_add(w, z, load(work, part + at)))
            store(work, 2 * part + at, multiply_add(w, zz, load(work, 2 * part + at)))
    for which in range(3):
        for k in range(n + 1):
            sums[which, k] = reduce_sum(load(work, which * part + 8 * k))


@njit_internal
def _level_at(x, mu, s2, weight, k):
    """Return the mixture's distribution function and density at x for candidate k."""
    share = slope = 0.0
    for c in range(weight.size):
        deviation = math.sqrt(s2[c, k])
        if deviation > 0.0:
            t = (mu[c, k] - x) / deviation
            share += weight[c] * 0.5 * math.erfc(t * math.sqrt(0.5))
            slope += weight[c] * math.exp(-0.5 * t * t) / (deviation * math.sqrt(2.0 * math.pi))
        elif x >= mu[c, k]:
            share += weight[c]
    return share, slope


# Most steps of Newton's method: it takes about five; bisection alone about sixty.
_MOST_STEPS = 200


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def mixture_quantile(mu, s2, weight, level):
    """Compute the quantile (M,) at `level` of a mixture of normals for each candidate.

    Newton's method from the quantile of the normal with the mixture's moments; bisection where a step leaves the
    bracket, 40 standard deviations around the means of all components. The result is within 1e-14 relative.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of the components for each of M candidates.
    weight
        (C,) mixture weights, adding up to 1.
    level
        Probability level, within 0..1.
    """
    (C, M), z, other = mu.shape, -40.0, 40.0
    out = np.empty(M)
    while other - z > 1e-3:
        middle = 0.5 * (z + other)
        if 0.5 * math.erfc(-middle * math.sqrt(0.5)) < level:
            z = middle
        else:
            other = middle
    for k in prange(M):
        low, high, x, spread = math.inf, -math.inf, 0.0, 0.0
        for c in range(C):
            reach = 40.0 * math.sqrt(s2[c, k])
            low, high = min(low, mu[c, k] - reach), max(high, mu[c, k] + reach)
            x += weight[c] * mu[c, k]
            spread += weight[c] * (s2[c, k] + mu[c, k] * mu[c, k])
        x += z * math.sqrt(max(spread - x * x, 0.0))
        for _ in range(_MOST_STEPS):
            share, slope = _level_at(x, mu, s2, weight, np.int64(k))  # one type, so that it is compiled once
            if share < level:
                low = x
            else:
                high = x
            after = x - (share - level) / slope if slope > 0.0 else low
            if not low < after < high:
                after = 0.5 * low + 0.5 * high
            moved, x = abs(after - x), after
            if moved <= 1e-14 * (1.0 + abs(x)) or high - low <= 1e-14 * (1.0 + abs(low) + abs(high)):
                break
        out[k] = x
    return out


def _load_apart_plain(flat, at, step):
    return flat.ravel()[at : at + WIDTH * step : step].copy()


def _load_apart(_, flat, at, step):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        value, place = ir.Constant(_DOUBLES, ir.Undefined), args[1]
        for n in range(WIDTH):
            value = builder.insert_element(value, builder.load(builder.gep(data, [place])), _INDEX(n))
            place = builder.add(place, args[2])
        return value

    return lanes(flat, types.intp, types.intp), build


#: load_apart(flat, at, step): eight float64 from index `at` on, `step` apart.
load_apart = _either(_load_apart_plain, _load_apart)


@njit_internal
def _eight_moments(mean, covariance, X, first, x, both, mu, s2):
    """Fill mu and s2 (M,) for eight rows of X (M, d) from `first` on: the bits of `update.full_moments_one`.

    `covariance` is flat; x (8 d,) and both (16,) are buffers. Products are added in the same order, and not fused.
    """
    M, d = X.shape
    for n in range(WIDTH):
        row = min(first + n, M - 1)
        for j in range(d):
            x[WIDTH * j + n] = X[row, j]
    total = spread = splat(0.0)
    for j in range(d):
        t = splat(0.0)
        for i in range(d):
            t = t + splat_at(covariance, i * d + j) * load(x, WIDTH * i)
        spread = spread + t * load(x, WIDTH * j)
        total = total + splat_at(mean, j) * load(x, WIDTH * j)
    store(both, 0, total)
    store(both, WIDTH, spread)
    for n in range(min(WIDTH, M - first)):
        mu[first + n], s2[first + n] = both[n], max(both[WIDTH + n], 0.0)


@njit_internal
def moments_of_some(mean, covariance, X, begin, end, x, both, mu, s2):
    """Fill mu and s2 (M,) for the rows begin..end-1 of X (M, d), eight at a time; see `_eight_moments`."""
    for first in range(begin, end, WIDTH):
        _eight_moments(mean, covariance, X, first, x, both, mu, s2)


@njit(cache=True, nogil=True, error_model="numpy")
def moments_of_members(means, covariances, sizes, X, begins, M):
    """Compute mean and variance (C, M) of w.x for M rows under each of C members, in one thread.

    Parameters
    ----------
    means, covariances, sizes
        Flat means (d,) and covariances (d, d), and d of each member, (C,) int64.
    X, begins
        Flat rows (M, d), and the index (C,) int64 at which those of each member begin: members may share them.

    Returns
    -------
    (mu, s2, far, wide)
        (C, M) each; and the largest |mu| and s2, infinite where one is not a number.
    """
    C, far, wide = sizes.size, 0.0, 0.0
    mu, s2, of, flat = np.empty((C, M)), np.empty((C, M)), 0, 0
    for c in range(C):
        d = sizes[c]
        rows = X[begins[c] : begins[c] + M * d].reshape(M, d)
        x, both = np.empty(WIDTH * d), np.empty(2 * WIDTH)
        moments_of_some(
            means[of : of + d], covariances[flat : flat + d * d], rows, 0, M, x, both, mu[c], s2[c]
        )
        for k in range(M):
            far = max(far, abs(mu[c, k])) if mu[c, k] == mu[c, k] else math.inf
            wide = max(wide, s2[c, k]) if s2[c, k] == s2[c, k] else math.inf
        of, flat = of + d, flat + d * d
    return mu, s2, far, wide
