"""One-dimensional integrals and roots against 40-digit arithmetic, over the whole admitted range."""

from __future__ import annotations

import itertools
import math

import kernel_oracle as oracle
import mpmath as mp
import numpy as np
import pytest
from numba import njit
from scipy.integrate import quad

from kgdesk.kernels import margin, predict_exact, predict_kappa, tilted
from kgdesk.kernels.logistic import add_entropies, exact_probability, log_sigmoid, sigmoid, tilted_site

MEANS = (0.0, 1e-9, 0.5, -3.0, 40.0, -44.0, -700.0, 800.0, -1e6, 1e6)
VARIANCES = (0.0, 5e-324, 1e-300, 1e-12, 1e-3, 0.9, 1.1, 30.0, 1e4, 1e6, 2e6, 1e12)


def one_outcome() -> list[tuple[float, float, float, float]]:
    """Return corners of the admitted range, and random points with scales 1e-6..1e6 and precisions 1e-12..1e12."""
    rng = np.random.default_rng(11)
    cases = [(mu, s2, 1.0, 0.0) for mu, s2 in itertools.product(MEANS[::2], VARIANCES)]
    cases += [(mu, s2, 0.0, 1.0) for mu, s2 in itertools.product(MEANS[1::2], VARIANCES)]
    while len(cases) < 170:
        scale, precision = 10 ** rng.uniform(-6, 6), 10 ** rng.uniform(-12, 12)
        mu, s2 = rng.normal() * 10 ** rng.uniform(-6, 6), scale * scale / precision
        if s2 <= 1e12 and abs(mu) <= 1e6:
            up = float(rng.integers(2))
            cases.append((float(mu), float(s2), up, 1.0 - up))
    return cases


def many_outcomes() -> list[tuple[float, float, float, float]]:
    rng = np.random.default_rng(12)
    cases = [
        (0.0, 1e12, 1e5, 1e5),
        (0.0, 1.0, 1e5, 0.0),
        (-40.0, 1e-6, 1e5, 0.0),
        (1e6, 1e12, 1e5, 3.0),
        (-1e6, 1e12, 1.0, 1.0),
    ]
    for _ in range(60):
        k = float(int(10 ** rng.uniform(0, 5)))
        n = float(int(10 ** rng.uniform(0, 5))) * float(rng.random() < 0.7)
        mu = float(rng.normal() * 10 ** rng.uniform(-3, 6))
        cases.append((max(min(mu, 1e6), -1e6), float(10 ** rng.uniform(-12, 12)), k, n))
    return cases


@pytest.mark.nightly
def test_the_reference_stands_when_its_panels_are_halved_and_against_adaptive_quadrature() -> None:
    for case in (
        (0.3, 2.0, 1.0, 0.0),
        (-50.0, 1e4, 1.0, 0.0),
        (2.0, 1e8, 900.0, 40.0),
        (-3.0, 1e-5, 1e5, 1.0),
    ):
        once, twice = oracle.worked_out(*case), oracle.worked_out(*case, finer=2)
        for a, b in zip(once, twice, strict=True):
            assert abs(a - b) <= mp.mpf("1e-24") * abs(b), case
        mu, s2, k, n = map(mp.mpf, case)
        with mp.workdps(45):
            assert abs((once.mean - mu) / s2 - once.g) < mp.mpf("1e-24") * (k + n)
            assert abs((s2 - once.variance) / s2**2 - once.f) < mp.mpf("1e-18") * (1 + once.f)

    def integrand(a: float) -> float:
        return math.exp(-0.5 * (a - 0.3) ** 2 / 2.0) / math.sqrt(4.0 * math.pi) / (1.0 + math.exp(-a))

    value, _ = quad(integrand, -20, 20, epsabs=1e-14, epsrel=1e-13)
    assert abs(value - float(oracle.probability(0.3, 2.0))) < 1e-13


@pytest.mark.parametrize("every", [400, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_moments_that_are_kept_are_those_that_are_worked_out(every: int) -> None:
    kept = sorted(oracle.kept().items())
    assert len(kept) > 500
    for case, moments in kept[::every]:
        for a, b in zip(oracle.worked_out(*case), moments, strict=True):
            assert abs(a - b) <= mp.mpf("1e-40") * abs(b), case


@pytest.mark.parametrize("case", one_outcome(), ids=str)
def test_moments_of_one_outcome_hold_over_the_admitted_range(case: tuple[float, float, float, float]) -> None:
    mu, s2, _, _ = case
    exact = oracle.tilted(*case)
    log_z, g, f = tilted(*case)
    assert math.isfinite(log_z)
    assert math.isfinite(g)
    assert f >= 0.0
    assert abs(math.exp(log_z) - mp.exp(exact.log_z)) <= 1e-13
    assert abs(log_z - exact.log_z) <= 1e-12 * max(1, abs(exact.log_z))
    assert abs(g - exact.g) <= 1e-13
    # Their effect in a step: the mean relative to itself or its standard deviation, the variance to the old one.
    reach = abs(exact.mean) + mp.sqrt(exact.variance)
    assert abs((g - exact.g) * s2) <= 1e-10 * reach + 4.5e-16 * abs(mu)
    assert abs(f - exact.f) * s2 <= 1e-13


@pytest.mark.parametrize("case", many_outcomes(), ids=str)
def test_moments_of_many_outcomes_of_one_row_keep_the_digits_of_the_tilted_mean_and_variance(
    case: tuple[float, float, float, float],
) -> None:
    mu, s2, k, n = case
    exact = oracle.tilted(*case)
    log_z, g, f, mean, ratio = tilted_site(*case)
    assert (log_z, g, f) == tilted(*case)
    assert abs(log_z - exact.log_z) <= 1e-10 * max(1, abs(exact.log_z))
    assert abs(mean - exact.mean) <= 1e-11 * (abs(exact.mean) + mp.sqrt(exact.variance))
    assert abs(ratio * s2 - exact.variance) <= 1e-11 * exact.variance
    assert abs(g - exact.g) <= 1e-14 * (k + n)
    assert abs(f - exact.f) * s2 <= 1e-12
    deviation = mp.sqrt(exact.variance)
    assert abs(mu + g * s2 - exact.mean) <= 1e-8 * deviation + 4.5e-16 * abs(mu) + 1e-8 * abs(exact.mean)


def test_success_and_failure_are_mirror_images() -> None:
    for mu, s2 in itertools.product((-800.0, -2.0, 0.0, 0.7, 1e5), (1e-12, 0.5, 20.0, 1e9)):
        z1, g1, f1 = tilted(mu, s2, 7.0, 2.0)
        z2, g2, f2 = tilted(-mu, s2, 2.0, 7.0)
        assert abs(z1 - z2) <= 1e-13 * max(1, abs(z1))
        assert abs(g1 + g2) <= 1e-13 * 9
        assert abs(f1 - f2) * s2 <= 1e-13


def test_the_probability_is_right_to_ten_digits_over_the_admitted_range() -> None:
    cases = {(mu, s2) for mu, s2, up, _ in one_outcome() if up} | {
        (700.0, 1e4),
        (-709.0, 2.0),
        (-746.0, 1.0),
        (1e6, 1e12),
    }
    mu, s2 = np.array(sorted(cases)).T
    got = predict_exact(mu, s2)
    assert ((got >= 0.0) & (got <= 1.0)).all()
    worst = max(abs(p - oracle.probability(a, v)) for p, a, v in zip(got, mu, s2, strict=True))
    assert worst <= 1e-13


def test_probabilities_of_both_outcomes_add_up_to_one_and_the_middle_is_one_half_exactly() -> None:
    for s2 in (0.0, 5e-324, 1e-20, 0.3, 17.0, 1e12):
        assert exact_probability(0.0, s2) == 0.5
        assert exact_probability(-0.0, s2) == 0.5
        for mu in (1e-200, 0.1, 3.0, 900.0):
            assert exact_probability(mu, s2) + exact_probability(-mu, s2) == 1.0
            assert exact_probability(-mu, s2) <= 0.5


def test_a_small_probability_keeps_its_relative_digits() -> None:
    for mu, s2 in ((-30.0, 1.0), (-300.0, 50.0), (-650.0, 4.0), (-1000.0, 1e4)):
        exact = oracle.probability(mu, s2)
        assert abs(exact_probability(mu, s2) - exact) <= 1e-11 * exact


def test_the_kappa_form_is_right_over_the_admitted_range() -> None:
    mu, s2 = (a.ravel() for a in np.meshgrid(MEANS, VARIANCES))
    for p, a, v in zip(predict_kappa(mu, s2), mu, s2, strict=True):
        exact = oracle.kappa_probability(float(a), float(v))
        assert abs(p - exact) <= 1e-15 + 1e-12 * exact


def test_the_kappa_form_differs_from_the_integral_by_up_to_0_018_and_no_more() -> None:
    mu, s2 = (a.ravel() for a in np.meshgrid(np.linspace(-30, 30, 241), np.logspace(-3, 4, 57)))
    gap = np.abs(predict_kappa(mu, s2) - predict_exact(mu, s2)).max()
    assert 0.017 < gap < 0.0185


@pytest.mark.parametrize("s2", VARIANCES)
def test_the_margin_solves_its_equation_with_every_digit_of_both_tails(s2: float) -> None:
    rng = np.random.default_rng(5)
    for a in (
        *MEANS,
        -s2 / 2 if s2 <= 2e6 else -12.5,
        746.0,
        *rng.normal(size=6) * 10 ** rng.uniform(-3, 6, 6),
    ):
        if abs(a) > 1e6:
            continue
        root = oracle.margin(float(a), s2)
        u = margin(float(a), s2)
        # If the terms of u - s2 s(-u) are large compared with u, the rounding of a is the limit.
        slope = 1 + s2 * oracle.logistic(root) * oracle.logistic(-root)
        assert abs(u - root) <= 1e-16 + 4.5e-16 * abs(root) + 9e-16 * (abs(a) + abs(root)) / slope
        p = oracle.logistic(-root)
        if p > mp.mpf("1e-300"):
            assert abs(sigmoid(-u) - p) <= p * (1e-13 + 2e-15 * (abs(a) + abs(root)))


def test_margins_beyond_700_do_not_overflow() -> None:
    assert margin(746.0, 3.0) == 746.0
    assert margin(1e6, 1e12) == 1e6
    assert abs(margin(-1e6, 1.0) + 999_999.0) < 1e-9
    assert sigmoid(-746.0) == 0.0
    assert sigmoid(-1e6) == 0.0
    assert sigmoid(1e6) == 1.0
    assert log_sigmoid(-1e6) == -1e6
    assert 0.0 < sigmoid(-740.0) < 1e-300


def test_the_logistic_curve_keeps_relative_digits_on_both_sides() -> None:
    with mp.workdps(40):
        for a in np.concatenate([np.linspace(-700, 700, 401), [1e-300, -1e-17, 36.7, -36.7]]):
            exact = oracle.logistic(mp.mpf(float(a)))
            assert abs(sigmoid(a) - exact) <= 4e-16 * exact
            log = oracle.log_logistic(mp.mpf(float(a)))
            assert abs(log_sigmoid(a) - log) <= 4e-16 * abs(log)


@njit
def entropies(sums: np.ndarray, count: int) -> np.ndarray:
    work, out = np.empty((5, sums.size)), np.zeros(sums.size)
    add_entropies(sums, count, work, work.view(np.int64), out)
    return out


def test_entropies_of_outcomes_are_exact_to_rounding_where_they_are_certain_too() -> None:
    few = [0.0, 1e-300, 2.0**-1022, 1e-17, 1e-9, 0.5, 0.75, 1.0 - 1e-9, 1.0 - 2.0**-53, 1.0]
    p = np.array([*few, *np.random.default_rng(7).uniform(0.0, 1.0, 500)])
    exact = [-mp.mpf(x) * mp.log(x) - (1 - mp.mpf(x)) * mp.log(1 - mp.mpf(x)) if 0 < x < 1 else 0 for x in p]
    for count in (1, 2, 1024):  # the probability is not rounded
        found = entropies(count * p, count) / count
        np.testing.assert_allclose(found, np.array(exact, np.float64), rtol=0, atol=1e-15)
        assert (found[p == 1.0] == 0.0).all()
        assert (found[p == 0.0] == 0.0).all()
