"""The logistic curve under a normal weight: stable values, predictions, and the moments of a tilted normal."""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.quadrature import few, few_outcomes, success_mass

# A normal density falls below one rounding error at 9.6 deviations: exp(-46) is 1e-20.
_DROP = 46.0
# Beyond this the logistic curve is 1 or a pure exponential to the last digit: no panel ends there.
_BEND = 45.0
# Panels across the bend: narrower than the distance of its poles at +-i pi, so that 16 nodes leave 1e-15.
_STRIDE = 3.0
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
# A variance so small that a normal is a point, and its inverse still finite.
_POINT = 1e-290
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


@njit(cache=True, nogil=True, error_model="numpy")
def _mode(mu, s2, k, n_minus):
    """Return the a that maximises N(a | mu, s2) s(a)^k s(-a)^n_minus, by bisection.

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


@njit(cache=True, nogil=True, error_model="numpy")
def _exponent(da, dz, a0, z0, ln0, k, n_minus):
    """Return (log density relative to the mode, exp(-abs(a))) at a = a0 + da, z = z0 + dz.

    ln0 is log1p(exp(-abs(a0))). Differences of logarithms that are linear on both sides are taken from da, which
    is known better than a - a0.
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


@njit(cache=True, nogil=True, error_model="numpy")
def _reach(side, step, unit_z, unit_a, a0, z0, ln0, k, n_minus):
    """Return how far from the mode the tilted density stays above exp(-46) of its peak, to one part in eight."""
    low, high = 0.0, step
    while _exponent(side * high * unit_a, side * high * unit_z, a0, z0, ln0, k, n_minus)[0] > -_DROP:
        low = high
        high *= 2.0
    while high > 1.125 * low:
        middle = 0.5 * (low + high)
        if _exponent(side * middle * unit_a, side * middle * unit_z, a0, z0, ln0, k, n_minus)[0] > -_DROP:
            low = middle
        else:
            high = middle
    return high


@njit(cache=True, nogil=True, error_model="numpy")
def tilted(mu, s2, k, n_minus):
    """Step of the mean and shrink of the variance of a normal tilted by logistic outcomes.

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
    """Return (log_z, g, f, mean, ratio): `tilted` with the tilted mean and the share of the variance that is left.

    1 - f s2 has no digit left where many outcomes meet a wide normal; `ratio` has them all.

    A few outcomes under a normal that is neither wide nor far out: the trapezoidal rule. Otherwise Gauss-Legendre
    panels around the peak in log space, split at the bend of the logistic curve. The offset from
    the mode is counted in deviations where the normal is narrow and in a itself where it is wide, so that neither
    mu = 1e6 nor s2 = 1e12 costs digits.
    """
    if s2 < _POINT:
        up, down = sigmoid(mu), sigmoid(-mu)
        log_z = 0.0
        if k > 0.0:
            log_z += k * log_sigmoid(mu)
        if n_minus > 0.0:
            log_z += n_minus * log_sigmoid(-mu)
        return log_z, k * down - n_minus * up, (k + n_minus) * up * down, mu, 1.0
    sigma = math.sqrt(s2)
    if few(mu, sigma, k + n_minus):
        mass, g, f, mean, ratio = few_outcomes(mu, sigma, k, n_minus)
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
    for side in (-1.0, 1.0):
        end = _reach(side, step, unit_z, unit_a, a0, z0, ln0, k, n_minus)
        bend = max(math.floor(side * a0 / _STRIDE) + 1.0, -_BEND / _STRIDE)
        grown = 2.0 * step
        start = 0.0
        while start < end:
            stop = min(grown, end)
            if bend <= _BEND / _STRIDE:
                at = (bend * _STRIDE - side * a0) / unit_a
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
    # Where outcomes rule, differences of large expectations lose the digits that the moments of a keep.
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
    """Return kappa mu with kappa = (1 + pi s2/8)^(-1/2): the score whose s() approximates Pr(y = +1)."""
    return mu / math.sqrt(1.0 + math.pi / 8.0 * s2)


@njit(cache=True, nogil=True, error_model="numpy")
def exact_probability(mu, s2):
    """Return E[s(a)] for a ~ N(mu, s2), computed on the smaller side so that both sides add up to 1."""
    if mu == 0.0:
        return 0.5
    sigma = math.sqrt(s2)
    if s2 >= _POINT and few(mu, sigma, 1.0):
        less = min(math.exp(math.log(success_mass(-abs(mu), sigma))), 0.5)  # the bits of `tilted`
    else:
        less = min(math.exp(tilted(-abs(mu), s2, 1.0, 0.0)[0]), 0.5)
    return less if mu < 0.0 else 1.0 - less


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def predict_kappa(mu, s2):
    """Return s(kappa mu), the paper's form of Pr(y = +1 | x), for arrays (M,) of means and variances."""
    out = np.empty(mu.size)
    for i in prange(mu.size):
        out[i] = sigmoid(kappa_score(mu[i], s2[i]))
    return out


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def predict_exact(mu, s2):
    """Return the exact integral Pr(y = +1 | x) for arrays (M,) of means and variances."""
    out = np.empty(mu.size)
    for i in prange(mu.size):
        out[i] = exact_probability(mu[i], s2[i])
    return out
