"""Log evidence of the order-free fit against integrals over the weights and against another formula."""

from __future__ import annotations

from math import lgamma

import kernel_oracle as oracle
import numpy as np
import pytest
from kernel_oracle import Problem, random_problem
from seldom import seldom

from kgdesk.kernels import fit_deviating, fit_evidence, fit_sites


def evidence(*given: np.ndarray) -> float:
    _, _, sweeps, found = fit_evidence(*given, 1e-10, 500)
    assert sweeps >= 0
    return float(found)


def log_likelihood(W: np.ndarray, X: np.ndarray, up: np.ndarray, down: np.ndarray) -> np.ndarray:
    a = W @ X.T
    return -(np.logaddexp(0, -a) @ up) - np.logaddexp(0, a) @ down


def by_importance(given: Problem, draws: int, seed: int) -> tuple[float, float]:
    """Return the log of the mean likelihood under the prior and its standard error, by importance sampling."""
    mean0, S0, X, up, down = given
    m, S, _ = fit_sites(*given, 1e-10, 500)
    d = m.size
    rng = np.random.default_rng(seed)
    t = rng.standard_normal((draws, d)) / np.sqrt(
        rng.chisquare(7, (draws, 1)) / 7
    )  # heavier tails than the fit
    L = np.linalg.cholesky(S)
    W = m + t @ L.T
    log_q = lgamma((7 + d) / 2) - lgamma(3.5) - 0.5 * d * np.log(7 * np.pi) - np.log(np.diagonal(L)).sum()
    log_q = log_q - 0.5 * (7 + d) * np.log1p((t * t).sum(axis=1) / 7)
    e = np.linalg.solve(np.linalg.cholesky(S0), (W - mean0).T)
    log_p = -0.5 * (e * e).sum(axis=0) - 0.5 * d * np.log(2 * np.pi) - 0.5 * np.linalg.slogdet(S0)[1]
    logs = log_likelihood(W, X, up, down) + log_p - log_q
    weight = np.exp(logs - logs.max())
    return float(np.log(weight.mean()) + logs.max()), float(weight.std() / weight.mean() / np.sqrt(draws))


@pytest.mark.parametrize("k", [(1.0, 0.0), (0.0, 1.0), (3.0, 2.0), (40.0, 1.0)])
@pytest.mark.parametrize(("mu", "s2"), [(0.0, 1.0), (1.5, 9.0), (-30.0, 4.0), (0.3, 1e6)])
def test_the_evidence_of_one_row_is_its_exact_integral(k: tuple[float, float], mu: float, s2: float) -> None:
    exact = oracle.tilted(mu, s2, *k).log_z
    one = np.array([[1.0]])
    found = evidence(np.array([mu]), np.array([[s2]]), one, np.array([k[0]]), np.array([k[1]]))
    assert found == pytest.approx(float(exact), abs=1e-9, rel=1e-9)


def test_rows_that_share_no_weight_have_the_product_of_their_evidences() -> None:
    mean0, S0 = np.array([0.4, -1.0, 2.0]), np.diag([1.0, 4.0, 0.3])
    up, down = np.array([1.0, 0.0, 2.0]), np.array([0.0, 2.0, 1.0])
    apart = sum(
        evidence(mean0[j : j + 1], S0[j : j + 1, j : j + 1], np.eye(1), up[j : j + 1], down[j : j + 1])
        for j in range(3)
    )
    assert evidence(mean0, S0, np.eye(3), up, down) == pytest.approx(apart, abs=1e-9)


def test_no_outcome_has_the_evidence_1() -> None:
    none = np.empty(0)
    assert evidence(np.zeros(2), np.eye(2), np.empty((0, 2)), none, none) == 0.0


@pytest.mark.parametrize("seed", [0, 1, 2, *seldom(3, 4, 5)])
def test_the_evidence_of_two_weights_is_that_of_a_fine_grid(seed: int) -> None:
    given = random_problem(seed, 4 + 2 * seed, 2, 1 + seed % 3)
    mean0, S0, X, up, down = given
    steps = np.linspace(-9, 9, 601)
    e = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    W = mean0 + e @ np.linalg.cholesky(S0).T
    logs = log_likelihood(W, X, up, down) - 0.5 * (e * e).sum(axis=1) - np.log(2 * np.pi)
    exact = np.log(np.exp(logs - logs.max()).sum() * (steps[1] - steps[0]) ** 2) + logs.max()
    assert evidence(*given) == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize(("seed", "n", "d"), [(1, 10, 4), (2, 30, 6), (4, 12, 21), *seldom((3, 30, 12))])
def test_the_evidence_of_many_weights_is_that_of_weighted_draws(seed: int, n: int, d: int) -> None:
    given = random_problem(seed, n, d)
    exact, error = by_importance(given, 200_000, seed)
    assert error < 0.02
    assert abs(evidence(*given) - exact) <= 0.05 + 4 * error


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_rows_moves_no_digit_that_counts(seed: int) -> None:
    mean0, S0, X, up, down = random_problem(seed, 9, 4, 3)
    order = np.random.default_rng(seed).permutation(9)
    turned = evidence(mean0, S0, np.ascontiguousarray(X[order]), up[order], down[order])
    assert turned == pytest.approx(evidence(mean0, S0, X, up, down), abs=1e-9)


def test_the_evidences_of_all_outcomes_add_up_to_1() -> None:
    mean0, S0, X, _, _ = random_problem(3, 4, 3)
    total = 0.0
    for pattern in range(16):
        up = np.array([float(pattern >> i & 1) for i in range(4)])
        total += np.exp(evidence(mean0, S0, X, up, 1.0 - up))
    assert total == pytest.approx(1.0, abs=0.01)


def test_the_fit_beside_the_evidence_is_the_fit_to_the_last_bit() -> None:
    given = random_problem(8, 12, 4, 2)
    for ours, plain in zip(fit_evidence(*given, 1e-10, 500), fit_sites(*given, 1e-10, 500), strict=False):
        assert np.asarray(ours).tobytes() == np.asarray(plain).tobytes()


def test_a_wide_prior_and_many_outcomes_of_one_row_keep_the_digits_of_the_evidence() -> None:
    X, up, down = np.array([[1.0]]), np.array([60_000.0]), np.array([40_000.0])
    found = evidence(np.zeros(1), np.array([[1e6]]), X, up, down)
    assert found == pytest.approx(float(oracle.tilted(0.0, 1e6, 60_000.0, 40_000.0).log_z), rel=1e-9)


@pytest.mark.parametrize(("d", "R", "seed"), [(3, 5, 0), (6, 30, 1), (40, 20, 2), (8, 60, 3)])
def test_a_deviation_that_is_integrated_out_is_one_with_a_column(d: int, R: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = np.column_stack([np.ones(R), rng.standard_normal((R, d - 1))])
    up, down = rng.integers(0, 3, R).astype(float), rng.integers(1, 3, R).astype(float)
    m0, S0 = 0.3 * rng.standard_normal(d), np.diag(rng.uniform(0.2, 2.0, d))
    own, shift = rng.uniform(0.05, 4.0, R), 0.2 * rng.standard_normal(R)
    m, S, _, evidence, tau, nu = fit_deviating(m0, S0, X, shift, own, up, down, 1e-12, 500)
    wide, mean, covariance = np.hstack([X, np.eye(R)]), np.concatenate([m0, shift]), np.zeros((d + R, d + R))
    covariance[:d, :d], covariance[np.arange(d, d + R), np.arange(d, d + R)] = S0, own
    told, spread, _, expected = fit_evidence(mean, covariance, wide, up, down, 1e-12, 500)
    rows, left = (1.0 - own * tau)[:, None] * X, own * (1.0 - own * tau)
    np.testing.assert_allclose(evidence, expected, atol=1e-10)
    np.testing.assert_allclose(m, told[:d], atol=1e-11)
    np.testing.assert_allclose(rows @ m + shift + own * nu, wide @ told, atol=1e-11)
    np.testing.assert_allclose(rows @ S, (wide @ spread)[:, :d], atol=1e-11)
    np.testing.assert_allclose(rows @ S @ rows.T + np.diag(left), wide @ spread @ wide.T, atol=1e-11)
