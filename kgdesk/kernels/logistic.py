"""Logistic function, predictive probabilities and moments of a logistic-tilted normal, stable over the whole range.

They hold for abs(mu) <= 1e6 and 0 <= s2 <= 1e12. See METHOD, "Updating the belief with one outcome" and "Predicting".
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.quadrature import success_mass, trapezoidal_applies, trapezoidal_moments
from kgdesk.kernels.simd import njit_internal

# Integration ends where the density falls below exp(-46) = 1e-20 of its peak: 9.6 standard deviations of a normal.
_LOG_DROP = 46.0
# Beyond |a| = 45 the logistic function equals 1 or exp(a) in double precision: no panel boundaries are needed.
_FLAT_FROM = 45.0
# Width of the panels where the logistic function bends: less than the distance pi of its poles from the real line,
# so that 16 Gauss-Legendre nodes leave an error of 1e-15.
_PANEL_WIDTH = 3.0
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
# Below this variance the normal is treated as a point mass; the inverse of this variance is still finite.
_POINT_MASS_BELOW = 1e-290
_HALF_LOG_TWO_PI = 0.5 * math.log(2.0 * math.pi)


@njit(cache=True, nogil=True, error_model="numpy")
def sigmoid(a):
    """Return s(a) = 1/(1 + exp(-a)) without overflow, to full relative precision on both sides."""
    if a >= 0.0:
        return 1.0 / (1.0 + math.exp(-a))
    e = math.exp(a)
    return e / (1.0 + e)


@njit(cache=True, nogil=True, error_model="numpy")
def log_sigmoid(a):
    """Return log s(a) without overflow or cancellation."""
    return min(a, 0.0) - math.log1p(math.exp(-abs(a)))


@njit_internal
def _mode(mu, s2, k, n_minus):
    """Return the mode of the tilted density N(a | mu, s2) s(a)^k s(-a)^n_minus, by bisection.

    It is the root of a - s2 (k s(-a) - n_minus s(a)) = mu, whose left side has slope at least 1.
    """
    low, high = mu - s2 * n_minus, mu + s2 * k
    while True:
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high or high - low < 1e-17:
            return middle
        if middle - s2 * (k * sigmoid(-middle) - n_minus * sigmoid(middle)) < mu:
            low = middle
        else:
            high = middle


@njit_internal
def _exponent(da, dz, a0, z0, ln0, k, n_minus):
    """Return (log density relative to the mode, exp(-abs(a))) at a = a0 + da, z = z0 + dz.

    ln0 is log1p(exp(-abs(a0))). Where both log-sigmoids are on their linear branch, the difference is computed from
    da, because a - a0 has lost digits.
    """
    a = a0 + da
    e = math.exp(-abs(a))
    ln = math.log1p(e)
    total = -dz * (0.5 * dz + z0)
    if k > 0.0:
        if a < 0.0 and a0 < 0.0:
            total += k * (da - (ln - ln0))
        else:
            total += k * ((min(a, 0.0) - ln) - (min(a0, 0.0) - ln0))
    if n_minus > 0.0:
        if a > 0.0 and a0 > 0.0:
            total -= n_minus * (da + (ln - ln0))
        else:
            total += n_minus * ((min(-a, 0.0) - ln) - (min(-a0, 0.0) - ln0))
    return total, e


@njit_internal
def _reach(side, step, unit_z, unit_a, a0, z0, ln0, k, n_minus):
    """Return the distance from the mode at which the tilted density falls to exp(-46) of its peak, up to 12.5 % more.

    `side` is -1 or +1; the distance is in units of `unit_a` (of a) and `unit_z` (of z). `step` is a first guess.
    """
    low, high = 0.0, step
    while _exponent(side * high * unit_a, side * high * unit_z, a0, z0, ln0, k, n_minus)[0] > -_LOG_DROP:
        low = high
        high *= 2.0
    while high > 1.125 * low:
        middle = 0.5 * (low + high)
        if _exponent(side * middle * unit_a, side * middle * unit_z, a0, z0, ln0, k, n_minus)[0] > -_LOG_DROP:
            low = middle
        else:
            high = middle
    return high


@njit(cache=True, nogil=True, error_model="numpy")
def tilted(mu, s2, k, n_minus):
    """Compute log-normaliser, mean step and variance shrink of a normal tilted by k successes and n_minus failures.

    With a ~ N(mu, s2) weighted by L(a) = s(a)^k s(-a)^n_minus and h = d log L / da: the mean moves by g s2 and the
    variance shrinks by f s2^2, where g = E[h] and f = E[-h'] - Var[h] under the weighted density (k = 1,
    n_minus = 0 gives the g = E[q], f = E[q(1-q)] - Var[q] of one success, q = s(-a)). These forms hold at s2 = 0
    and far out.

    Parameters
    ----------
    mu, s2
        Mean and variance of a = w.x; abs(mu) <= 1e6, 0 <= s2 <= 1e12.
    k, n_minus
        Numbers of successes and failures, not both 0.

    Returns
    -------
    (log_z, g, f)
        log of E[L(a)], step of the mean, shrink of the variance (f >= 0).
    """
    log_z, g, f, _, _ = tilted_site(mu, s2, k, n_minus)
    return log_z, g, f


@njit(cache=True, nogil=True, error_model="numpy")
def tilted_site(mu, s2, k, n_minus):
    """Return (log_z, g, f, mean, ratio): `tilted` with the tilted mean and the ratio of tilted variance to s2.

    `ratio` equals 1 - f s2, but without the cancellation where many outcomes meet a wide normal.

    Quadrature: the trapezoidal rule for few outcomes and moderate mu and s2
    (`kgdesk.kernels.quadrature.trapezoidal_applies`), otherwise Gauss-Legendre panels around the mode in log space,
    split where the logistic function bends. The integration variable is the offset from the mode, in standard
    deviations for a narrow normal and in units of a for a wide one, so that neither mu = 1e6 nor s2 = 1e12 costs
    digits.
    """
    if s2 < _POINT_MASS_BELOW:
        up, down = sigmoid(mu), sigmoid(-mu)
        log_z = 0.0
        if k > 0.0:
            log_z += k * log_sigmoid(mu)
        if n_minus > 0.0:
            log_z += n_minus * log_sigmoid(-mu)
        return log_z, k * down - n_minus * up, (k + n_minus) * up * down, mu, 1.0
    sigma = math.sqrt(s2)
    if trapezoidal_applies(mu, sigma, k + n_minus):
        mass, g, f, mean, ratio = trapezoidal_moments(mu, sigma, k, n_minus)
        return math.log(mass), g, max(f, 0.0), mean, ratio
    a0 = _mode(mu, s2, k, n_minus)
    up0, down0 = sigmoid(a0), sigmoid(-a0)
    h0 = k * down0 - n_minus * up0
    z0 = sigma * h0
    ln0 = math.log1p(math.exp(-abs(a0)))
    step = 1.0 / math.sqrt(1.0 / s2 + (k + n_minus) * up0 * down0)
    wide = sigma > 1.0
    if wide:
        unit_a, unit_z = 1.0, 1.0 / sigma
    else:
        unit_a, unit_z = sigma, 1.0
        step /= sigma
    mass = slope = slope2 = curve = moved = moved2 = 0.0
    # Panels begin at the mode and double in width outwards, but end at the next multiple of _PANEL_WIDTH of a (`bend`)
    # where the logistic function is not flat.
    for side in (-1.0, 1.0):
        end = _reach(side, step, unit_z, unit_a, a0, z0, ln0, k, n_minus)
        bend = max(math.floor(side * a0 / _PANEL_WIDTH) + 1.0, -_FLAT_FROM / _PANEL_WIDTH)
        grown = 2.0 * step
        start = 0.0
        while start < end:
            stop = min(grown, end)
            if bend <= _FLAT_FROM / _PANEL_WIDTH:
                at = (bend * _PANEL_WIDTH - side * a0) / unit_a
                if at <= stop:
                    stop = max(at, start)
                    bend += 1.0
            half = 0.5 * (stop - start)
            centre = side * (start + half)
            for node in range(_NODES.size):
                o = centre + half * _NODES[node]
                da = o * unit_a
                dz = o * unit_z
                exponent, e = _exponent(da, dz, a0, z0, ln0, k, n_minus)
                weight = _WEIGHTS[node] * half * math.exp(exponent)
                down = 1.0 / (1.0 + e)
                up = e * down
                if a0 + da >= 0.0:
                    up, down = down, up
                dh = k * down - n_minus * up - h0
                mass += weight
                slope += weight * dh
                slope2 += weight * dh * dh
                curve += weight * up * down
                moved += weight * dz
                moved2 += weight * dz * dz
            if stop >= grown:
                grown *= 2.0 if grown > 4.0 * step else 2.5
            start = stop
    slope /= mass
    moved /= mass
    ratio = moved2 / mass - moved * moved
    tilted_mean = a0 + sigma * moved
    f = (k + n_minus) * curve / mass - (slope2 / mass - slope * slope)
    g = h0 + slope
    # Where the likelihood dominates, f and g by their definitions are differences of large expectations; the moments
    # of a lose no digits there.
    if wide or ratio < 0.5:
        f = (1.0 - ratio) / s2
    if ratio < 0.5 and (k * down0 + n_minus * up0) * s2 > abs(a0) + abs(mu):
        g = (tilted_mean - mu) / s2
    log_z = math.log(mass * unit_z) - _HALF_LOG_TWO_PI - 0.5 * z0 * z0
    if k > 0.0:
        log_z += k * log_sigmoid(a0)
    if n_minus > 0.0:
        log_z += n_minus * log_sigmoid(-a0)
    return log_z, g, max(f, 0.0), tilted_mean, ratio


@njit(cache=True, nogil=True, error_model="numpy")
def kappa_score(mu, s2):
    """Return the kappa score kappa mu, kappa = (1 + pi s2/8)^(-1/2); s(kappa mu) approximates Pr(y = +1)."""
    return mu / math.sqrt(1.0 + math.pi / 8.0 * s2)


@njit(cache=True, nogil=True, error_model="numpy")
def exact_probability(mu, s2):
    """Return the exact predictive probability E[s(a)], a ~ N(mu, s2).

    The less likely outcome is integrated, so that Pr(+1) + Pr(-1) = 1.
    """
    if mu == 0.0:
        return 0.5
    sigma = math.sqrt(s2)
    if s2 >= _POINT_MASS_BELOW and trapezoidal_applies(mu, sigma, 1.0):
        # exp(log()) gives the bits of `tilted`, which returns a logarithm.
        less = min(math.exp(math.log(success_mass(-abs(mu), sigma))), 0.5)
    else:
        less = min(math.exp(tilted(-abs(mu), s2, 1.0, 0.0)[0]), 0.5)
    return less if mu < 0.0 else 1.0 - less


# Mantissa and exponent of a float64, as integers.
_MANTISSA, _EXPONENT_OF_ONE, _MANTISSA_BITS = (1 << 52) - 1, 1023 << 52, 52
_ROOT_TWO, _LN2 = math.sqrt(2.0), math.log(2.0)
# Smallest number that is not denormal.
_SMALLEST_NORMAL = 2.0**-1022


@njit_internal
def _logarithms(bits, fraction, fraction_bits, to):
    """Compute the natural logarithms (n,) of positive numbers, within 1e-15 max(1, |log x|).

    log x = k log 2 + 2 artanh((f - 1)/(f + 1)) for x = 2^k f, f within sqrt(1/2)..sqrt(2). LLVM turns these plain loops
    into SIMD code, which it cannot do with calls of log, provided that the arrays they read and write are different.

    Parameters
    ----------
    bits
        (n,) the numbers as int64.
    fraction, fraction_bits
        (n,) buffer, and the same memory as int64.
    to
        (n,) output.
    """
    for n in range(to.size):
        fraction_bits[n] = (bits[n] & _MANTISSA) | _EXPONENT_OF_ONE
    for n in range(to.size):
        f, k = fraction[n], float((bits[n] >> _MANTISSA_BITS) - 1023)
        large = f > _ROOT_TWO
        f, k = (0.5 * f if large else f), (k + 1.0 if large else k)
        z = (f - 1.0) / (f + 1.0)
        w = z * z
        s = 1.0 / 21.0 * w + 1.0 / 19.0
        s = s * w + 1.0 / 17.0
        s = s * w + 1.0 / 15.0
        s = s * w + 1.0 / 13.0
        s = s * w + 1.0 / 11.0
        s = s * w + 1.0 / 9.0
        s = s * w + 1.0 / 7.0
        s = s * w + 1.0 / 5.0
        s = s * w + 1.0 / 3.0
        to[n] = k * _LN2 + 2.0 * z * (s * w + 1.0)


@njit_internal
def add_entropies(sums, count, work, bits, to):
    """Add to `to` (n,) count times the entropy, in nats, of an outcome with success probability sums/count (n,).

    The error of an entropy is about 1e-15. work (5, n) is overwritten; `bits` is the same memory as int64.
    """
    # 0 log 0 = 0: probabilities of 0 are replaced by a number whose bits have the form that `_logarithms` expects.
    share = 1.0 / count
    for n in range(sums.size):
        p = sums[n] * share
        work[0, n] = max(p, _SMALLEST_NORMAL)
        work[1, n] = max(1.0 - p, _SMALLEST_NORMAL)
    _logarithms(bits[0], work[2], bits[2], work[3])
    _logarithms(bits[1], work[2], bits[2], work[4])
    for n in range(sums.size):
        p = sums[n] * share
        to[n] -= count * (p * work[3, n] + (1.0 - p) * work[4, n])
