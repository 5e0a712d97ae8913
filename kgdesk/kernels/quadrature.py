"""Trapezoidal quadrature of a normal times a few logistic likelihoods.

Eight nodes per SIMD step. On the whole line the rule converges exponentially in the half-width of the strip in which
the integrand is analytic: exp(-z^2/2) s(mu + sigma z) has its nearest poles at distance pi/sigma from the real line
(Trefethen and Weideman, SIAM Review 56, 2014, section 5). The step sizes below leave a relative error under 1e-16; the
normal weights of the nodes are tabulated.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.simd import (
    absolute,
    exponential,
    load,
    multiply_add,
    njit_internal,
    reduce_sum,
    select_greater,
    splat,
    store,
)

# Limits of the rule: sigma and |mu|, each times the number of outcomes, and that number. Within them it is cheaper than
# Gauss-Legendre panels, and exp does not overflow.
_LARGEST_SIGMA, _LARGEST_MEAN, _MOST_OUTCOMES = 16.0, 300.0, 6.0
# The normal density falls below 1e-16 of its peak at 8.6 standard deviations.
_LAST_NODE = 8.6
_STEP_SIZES = 0.7 * 0.8 ** np.arange(15)
# The relative error of the rule is exp(-_ERROR_EXPONENT). Each further outcome raises the order of the poles, which
# costs another _ERROR_EXPONENT_PER_OUTCOME.
_ERROR_EXPONENT, _ERROR_EXPONENT_PER_OUTCOME = 38.5, 4.0


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of all nodes, step size after step size, and the index of node 0 of each step size."""
    parts, middles, start = [], [], 0
    for step in _STEP_SIZES:
        # The outcomes move the peak by at most min(2 sigma, |mu|/sigma) standard deviations: see `_node_range`.
        half = 8 * (math.ceil((_LAST_NODE + math.sqrt(2.0 * _LARGEST_MEAN)) / step / 8) + 1)
        z = step * np.arange(-half, half + 8)
        parts.append(step / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * z * z))
        middles.append(start + half)
        start += z.size
    return np.concatenate(parts), np.array(middles)


_WEIGHTS, _CENTRES = _tables()
# Largest sigma, and largest |mu| times the number of outcomes, for `count_sums`: beyond them, powers of probabilities
# leave the range of doubles. Arguments of exp are clipped at -700, where exp is negligible.
_LARGEST_SIGMA_OF_COUNTS, _LARGEST_MEAN_OF_COUNTS, _LARGEST_ARGUMENT = 32.0, 500.0, 700.0
_NODES = np.arange(8.0)


@njit(cache=True, nogil=True, error_model="numpy")
def trapezoidal_applies(mu, sigma, outcomes):
    """Return whether `trapezoidal_moments` holds for a ~ N(mu, sigma^2) with this number of outcomes."""
    return (
        outcomes <= _MOST_OUTCOMES
        and outcomes * sigma <= _LARGEST_SIGMA
        and outcomes * abs(mu) <= _LARGEST_MEAN
    )


@njit_internal
def _node_range(mu, sigma, k, n_minus):
    """Return (index of the step size, first node, last node); node i lies at z = i step."""
    which = 0
    if sigma > 0.5 * _STEP_SIZES[0]:  # below, the longest step already resolves the poles
        left = (
            _ERROR_EXPONENT
            + _ERROR_EXPONENT_PER_OUTCOME * (k + n_minus - 1.0)
            + math.pi * math.pi / (2.0 * sigma * sigma)
        )
        most = 2.0 * math.pi * math.pi / (sigma * left)
        while _STEP_SIZES[which] > most and which < _STEP_SIZES.size - 1:
            which += 1
    # The outcomes move the peak of the integrand, or of its product with the smaller probability, towards a = 0 but not
    # beyond, so that one tail needs more nodes.
    low = _LAST_NODE + (min((n_minus + 1.0) * sigma, mu / sigma) if mu > 0.0 else 0.0)
    high = _LAST_NODE + (min((k + 1.0) * sigma, -mu / sigma) if mu < 0.0 else 0.0)
    step = _STEP_SIZES[which]
    return which, -math.ceil(low / step), math.ceil(high / step)


@njit(cache=True, nogil=True, error_model="numpy")
def trapezoidal_moments(mu, sigma, k, n_minus):
    """Compute moments of N(mu, sigma^2) tilted by L(a) = s(a)^k s(-a)^n_minus: (mass, g, f, mean, ratio).

    `mass` is E[L(a)]; the others are those of `kgdesk.kernels.logistic.tilted_site`: with h = k - (k + n_minus) s(a),
    g = E[h] and f = (k + n_minus) E[s(a) s(-a)] - Var[h]. Valid only where `trapezoidal_applies` and sigma > 0; k and
    n_minus are whole numbers.
    """
    which, first, last = _node_range(mu, sigma, k, n_minus)
    middle = _CENTRES[which]
    step, wide, centre, one, zero = splat(_STEP_SIZES[which]), splat(sigma), splat(mu), splat(1.0), splat(0.0)
    outcomes = k + n_minus
    s0 = s1 = s2 = s3 = s4 = s5 = zero
    for i in range(first, last + 1, 8):
        z = step * (splat(float(i)) + load(_NODES, 0))
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
    """Return E[s(a)] for a ~ N(mu, sigma^2), mu <= 0: the `mass` of `trapezoidal_moments` for one success."""
    which, first, last = _node_range(mu, sigma, 1.0, 0.0)
    middle = _CENTRES[which]
    step, wide, centre, one, zero = splat(_STEP_SIZES[which]), splat(sigma), splat(mu), splat(1.0), splat(0.0)
    mass = zero
    for i in range(first, last + 1, 8):
        a = multiply_add(wide, step * (splat(float(i)) + load(_NODES, 0)), centre)
        e = exponential(zero - absolute(a))
        near = one / (one + e)
        mass = mass + load(_WEIGHTS, middle + i) * select_greater(zero, a, e * near, near)
    return reduce_sum(mass)


@njit(cache=True, nogil=True, error_model="numpy")
def count_sums_apply(mu, sigma, outcomes):
    """Return whether `count_sums` holds for a ~ N(mu, sigma^2) with this number of outcomes; never for sigma = 0."""
    return 0.0 < sigma <= _LARGEST_SIGMA_OF_COUNTS and outcomes * abs(mu) <= _LARGEST_MEAN_OF_COUNTS


@njit_internal
def count_sums(mu, sigma, work, sums):
    """Compute E[L], E[L z], E[L z^2] with L = s(a)^k s(-a)^(n - k), k = 0..n, a = mu + sigma z and z ~ N(0, 1).

    All k share the nodes. Sums of fewer outcomes follow without another integral: since s(a) + s(-a) = 1, L of
    (k, n - k) is the sum of those of (k + 1, n - k) and (k, n - k + 1). Valid only where `count_sums_apply`.

    Parameters
    ----------
    work
        (32 (n + 1),) buffer.
    sums
        (3, n + 1) output.
    """
    # Not an argument: Numba would compile this function for the number 0 too, with which the caller's loop begins.
    n = sums.shape[1] - 1
    left = (
        _ERROR_EXPONENT + _ERROR_EXPONENT_PER_OUTCOME * (n - 1.0) + math.pi * math.pi / (2.0 * sigma * sigma)
    )
    length = min(_STEP_SIZES[0], 2.0 * math.pi * math.pi / (sigma * left))
    moved = min(n * sigma, abs(mu) / sigma)  # the outcomes move the peak by at most this: see `_node_range`
    first = -math.ceil((_LAST_NODE + (moved if mu > 0.0 else 0.0)) / length)
    last = math.ceil((_LAST_NODE + (moved if mu < 0.0 else 0.0)) / length)
    step, wide, centre, one, zero = splat(length), splat(sigma), splat(mu), splat(1.0), splat(0.0)
    density, part = splat(length / math.sqrt(2.0 * math.pi)), 8 * (n + 1)
    for at in range(0, 3 * part, 8):
        store(work, at, zero)
    for i in range(first, last + 1, 8):
        z = step * (splat(float(i)) + load(_NODES, 0))
        zz = z * z
        a = multiply_add(wide, z, centre)
        far = absolute(a)
        e = exponential(zero - select_greater(far, splat(_LARGEST_ARGUMENT), splat(_LARGEST_ARGUMENT), far))
        near = one / (one + e)
        up, down = select_greater(zero, a, e * near, near), select_greater(zero, a, near, e * near)
        power = one
        # s(-a)^(n - k), from k = n downwards; the next loop goes upwards with s(a)^k: one multiplication per power.
        for at in range(4 * part - 8, 3 * part - 8, -8):
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
