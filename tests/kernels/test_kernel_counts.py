"""Steps of several simultaneous runs: one set of integrals for all counts, against 40 digits and one by one."""

from __future__ import annotations

import math

import kernel_oracle as oracle
import numpy as np
import pytest
from seldom import seldom

from kgdesk import kernels
from kgdesk.kernels.quadrature import count_sums_apply

COUNTS = np.array([1, 2, 4, 8], np.int64)
#: Futures that are compared daily, at two means; all of them, at all means, nightly.
SOME = {(1, 1), (8, 0), (8, 3)}
MEANS = [-49.0, -20.0, -3.0, -0.1, 0.0, 0.4, 31.0]
FUTURES = [(n, k) for n in COUNTS.tolist() for k in range(n + 1)]


@pytest.mark.parametrize(
    "means", [[-20.0, 0.4], pytest.param(MEANS, marks=pytest.mark.nightly)], ids=["some", "all"]
)
@pytest.mark.parametrize("sigma", [1e-6, 0.501, 2.7, *seldom(0.01, 0.34, 0.499, 1.0, 8.0, 16.0, 31.0)])
def test_every_count_is_that_of_40_digits(sigma: float, means: list[float]) -> None:
    mu = np.array(means)
    assert all(count_sums_apply(one, sigma, 10.0) for one in mu)
    chance, move, shrink = kernels.count_steps(mu, np.full(mu.size, sigma * sigma), COUNTS)
    for at, (n, k) in enumerate(FUTURES):
        if k not in ({0, 1} if n != 8 else range(9)) or (len(means) < len(MEANS) and (n, k) not in SOME):
            continue
        for i, one in enumerate(mu.tolist()):
            right = oracle.tilted(one, sigma * sigma, float(k), float(n - k))
            log_chance = math.log(math.comb(n, k)) + right.log_z
            assert abs(math.log(chance[at, i]) - log_chance) <= 1e-12 * max(1.0, abs(log_chance))
            assert abs(move[at, i] - right.g) * max(sigma, 1.0) <= 3e-13
            weight = max(sigma * sigma, 1.0)  # the variance is multiplied by 1 - f s2
            assert abs(shrink[at, i] - right.f) * weight <= 1e-12 * max(1.0, abs(right.g) * sigma) ** 2


def test_all_counts_together_agree_with_each_alone_and_beyond_the_rule_they_are_one() -> None:
    rng = np.random.default_rng(20261125)
    wide = rng.choice([0.0, 0.2, 0.6, 1.3, 3.0, 15.0, 40.0], 300) * rng.uniform(0.8, 1.0, 300)
    mu, s2 = rng.normal(size=300) * (0.1 + 2.0 * wide), wide * wide
    chance, move, shrink = kernels.count_steps(mu, s2, COUNTS)
    shared = np.array([count_sums_apply(*normal, 10.0) for normal in zip(mu, wide, strict=True)])
    assert 60 < (~shared).sum() < 240
    for at, (n, k) in enumerate(FUTURES):
        log_z, g, f = np.array(
            [kernels.tilted(*normal, float(k), float(n - k)) for normal in zip(mu, s2, strict=True)]
        ).T
        right = math.comb(n, k) * np.exp(log_z)
        assert (abs(chance[at] - right) <= 1e-12 * right + 1e-15).all()
        assert (abs(move[at] - g) * np.sqrt(s2) <= 1e-12).all()
        assert (abs(shrink[at] - f) * s2 <= 1e-11).all()
        assert (move[at, ~shared] == g[~shared]).all()
        assert (shrink[at, ~shared] == f[~shared]).all()


def test_the_chances_of_all_counts_add_up_and_the_mean_stays_on_average() -> None:
    mu, s2 = np.linspace(-6.0, 6.0, 41), np.geomspace(1e-4, 900.0, 41)
    chance, move, _ = kernels.count_steps(mu, s2, COUNTS)
    for n in COUNTS.tolist():
        at = [place for place, (of, _) in enumerate(FUTURES) if of == n]
        assert abs(chance[at].sum(axis=0) - 1.0).max() <= 2e-14
        assert abs((chance[at] * move[at]).sum(axis=0) * np.sqrt(s2)).max() <= 2e-13


def test_of_equal_candidates_of_a_pool_one_is_the_best_and_its_probability_is_the_exact_integral() -> None:
    """300 candidates in three blocks, the best twice: the largest probability is the exact integral of either."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(300, 3))
    X[299] = X[7]
    mean, S = np.array([0.3, -0.2, 0.5]), np.diag([1.0, 2.0, 0.5])
    mu, s2 = kernels.pool_moments_full(mean, S, X)
    rows, g, f = X[[7, 11]] @ S, np.array([[0.4, -0.3], [0.0, 0.2]]), np.array([[0.05, 0.1], [0.0, 0.02]])
    found = kernels.best_after_counts(X, mu, s2, rows, g, f, True)
    for n in range(2):
        for i in range(2):
            t = X @ rows[i]
            u, v = mu + g[n, i] * t, np.maximum(s2 - f[n, i] * t * t, 0.0)
            best = int(np.argmax(u / np.sqrt(1.0 + np.pi / 8.0 * v)))
            assert found[n, i] == pytest.approx(kernels.exact_probability(u[best], v[best]), abs=1e-14)
