"""The trapezoid rule for few outcomes against 40 digits, up to the limits of its use."""

from __future__ import annotations

import math

import kernel_oracle as oracle
import mpmath as mp
import pytest

from kgdesk.kernels.logistic import exact_probability, tilted_site
from kgdesk.kernels.quadrature import success_mass, trapezoidal_applies, trapezoidal_moments

MEANS = (-300.0, -60.0, -20.0, -3.0, -0.1, 0.0, 0.4, 5.0, 31.0, 300.0)
DEVIATIONS = (1e-6, 0.01, 0.34, 0.36, 1.0, 2.7, 8.0, 12.2, 16.0)
COUNTS = ((1.0, 0.0), (0.0, 1.0), (2.0, 0.0), (1.0, 2.0), (0.0, 6.0), (3.0, 3.0))


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("sigma", DEVIATIONS)
def test_moments_of_a_few_outcomes_are_those_of_40_digits(sigma: float, counts: tuple[float, float]) -> None:
    k, n = counts
    for mu in MEANS:
        m, s = mu / (k + n), sigma / (k + n)
        assert trapezoidal_applies(m, s, k + n)
        mass, g, f, mean, ratio = trapezoidal_moments(m, s, k, n)
        right = oracle.tilted(m, s * s, k, n)
        assert abs(math.log(mass) - right.log_z) <= 1e-12 * max(1, abs(right.log_z))
        assert abs(g - right.g) <= 1e-13 * (k + n)
        assert abs(f - right.f) * s * s <= 1e-13 * max(
            1.0, s * s / 10.0
        )  # f is the difference of two sums of about 1
        assert abs(mean - right.mean) <= 1e-13 * s + 4.5e-16 * abs(m)
        assert abs(ratio * s * s - right.variance) <= 1e-12 * right.variance


def test_a_probability_has_the_same_bits_whichever_way_it_is_asked_for() -> None:
    for mu in (-250.0, -3.3, -0.001):
        for sigma in (1e-3, 0.7, 3.1, 7.9, 15.3):
            mass = trapezoidal_moments(mu, sigma, 1.0, 0.0)[0]
            assert mass == success_mass(mu, sigma)
            assert min(math.exp(tilted_site(mu, sigma * sigma, 1.0, 0.0)[0]), 0.5) == exact_probability(
                mu, sigma * sigma
            )


def test_nothing_jumps_where_the_rule_gives_way_to_panels() -> None:
    for inside, outside in (((2.0, 16.0), (2.0, 16.000001)), ((-300.0, 2.0), (-300.00001, 2.0))):
        for (mu, sigma), served in ((inside, True), (outside, False)):
            assert trapezoidal_applies(mu, sigma, 1.0) is served
            exact = oracle.tilted(mu, sigma * sigma, 1.0, 0.0)
            log_z, g, _, _, _ = tilted_site(mu, sigma * sigma, 1.0, 0.0)
            assert abs(log_z - exact.log_z) <= mp.mpf("1e-12") * max(1, abs(exact.log_z))
            assert abs(g - exact.g) <= 1e-12
