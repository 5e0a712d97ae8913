"""The order-free fit against an independent implementation of expectation propagation, and on difficult data."""

from __future__ import annotations

import kernel_oracle as oracle
import mpmath as mp
import numpy as np
import pytest
from kernel_oracle import random_problem

from kgdesk.kernels import fit_sites, full_fold
from kgdesk.kernels.expectation_propagation import combine_sites
from kgdesk.kernels.linear_algebra import cholesky


def grouped(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    distinct, where = np.unique(X, axis=0, return_inverse=True)
    where = where.reshape(-1)
    return distinct, np.bincount(where, weights=y > 0), np.bincount(where, weights=y < 0)


def fit(mean0: np.ndarray, S0: np.ndarray, X: np.ndarray, up: np.ndarray, down: np.ndarray) -> tuple:
    return fit_sites(mean0, S0, X, up.astype(float), down.astype(float), 1e-10, 500)


def grid_moments(mu: float, s2: float, k: float, n: float) -> tuple[float, float]:
    """Return mean and variance of the tilted normal by the trapezoid rule on 20,001 points."""
    a = mu + np.sqrt(s2) * np.linspace(-14, 14, 20_001)
    log = -0.5 * (a - mu) ** 2 / s2 - k * np.logaddexp(0, -a) - n * np.logaddexp(0, a)
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    mean = weight @ a
    return mean, weight @ (a - mean) ** 2


def twin(mean0: np.ndarray, S0: np.ndarray, X: np.ndarray, up: np.ndarray, down: np.ndarray) -> tuple:
    """Update all sites at once in natural parameters, with damping 1/2 and dense inverses from LAPACK."""
    P0 = np.linalg.inv(S0)
    tau, nu = np.zeros(len(X)), np.zeros(len(X))
    m, S = mean0, S0
    for _ in range(400):
        old = tau.copy(), nu.copy()
        for i, x in enumerate(X):
            s2, mu = x @ S @ x, x @ m
            cavity = 1 / s2 - tau[i]
            mean, variance = grid_moments((mu / s2 - nu[i]) / cavity, 1 / cavity, up[i], down[i])
            tau[i] += 0.7 * (1 / variance - 1 / s2)
            nu[i] += 0.7 * (mean / variance - mu / s2)
            if i % 2:
                S = np.linalg.inv(P0 + (X.T * tau) @ X)
                m = S @ (P0 @ mean0 + X.T @ nu)
        S = np.linalg.inv(P0 + (X.T * tau) @ X)
        m = S @ (P0 @ mean0 + X.T @ nu)
        if max(np.abs(tau - old[0]).max(), np.abs(nu - old[1]).max()) < 1e-13:
            break
    return m, S


@pytest.mark.parametrize("size", [1, 3, 4, 5, 8, 11])
def test_the_factor_and_the_inverse_are_those_of_lapack_whatever_is_zero(size: int) -> None:
    """Groups of four rows, whole and not; rows that begin with zeros, as those of a diagonal prior."""
    rng = np.random.default_rng(size)
    half = rng.normal(size=(size, size + 2))
    full = half @ half.T
    blocks = np.where(np.arange(size)[:, None] // 3 == np.arange(size) // 3, full, 0.0) + size * np.eye(size)
    for S0 in (full, blocks, np.diag(rng.uniform(0.1, 9.0, size))):
        C = S0.copy()
        assert cholesky(C)
        np.testing.assert_allclose(np.tril(C), np.linalg.cholesky(S0), rtol=1e-9, atol=1e-12)
        X, tau, nu = rng.normal(size=(2, size)), np.array([0.7, 2.0]), np.array([1.0, -3.0])
        mean0, m, S = rng.normal(size=size), np.empty(size), np.empty((size, size))
        assert combine_sites(mean0, np.tril(C), X @ np.tril(C), X @ mean0, tau, nu, m, S)
        P0 = np.linalg.inv(S0)
        expected = np.linalg.inv(P0 + (X.T * tau) @ X)
        np.testing.assert_allclose(S, expected, rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(m, expected @ (P0 @ mean0 + X.T @ nu), rtol=1e-7, atol=1e-9)
        bad = S0.copy()
        bad[-1, -1] = -1.0
        assert not cholesky(bad)


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(s, marks=pytest.mark.nightly) for s in range(3, 12))]
)
def test_the_fit_is_that_of_an_independent_dense_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = random_problem(seed, int(rng.integers(2, 9)), int(rng.integers(1, 5)), (1, 3, 40)[seed % 3])
    m, S, sweeps = fit(*problem)
    assert sweeps > 0
    m2, S2 = twin(*problem)
    assert (np.abs(m - m2) / np.sqrt(np.diagonal(S2))).max() <= 1e-8
    assert np.abs(S - S2).max() <= 1e-8 * np.abs(S2).max()


@pytest.mark.parametrize("precision", [1.0, 1e-6, 1e4])
def test_the_fit_is_that_of_40_digit_arithmetic(precision: float) -> None:
    X = np.array([[1.0, -1.2], [1.0, 0.1], [1.0, 0.8]])
    up, down = np.array([0.0, 1.0, 3.0]), np.array([2.0, 1.0, 0.0])
    m, S, sweeps = fit(np.zeros(2), np.eye(2) / precision, X, up, down)
    assert sweeps > 0
    with mp.workdps(40):
        rows = [mp.matrix(list(map(float, x))) for x in X]
        P, b = mp.eye(2) * mp.mpf(precision), mp.zeros(2, 1)
        tau, nu = [mp.mpf(0)] * 3, [mp.mpf(0)] * 3
        for _ in range(60):
            moved = mp.mpf(0)
            for i, x in enumerate(rows):
                C = (P - tau[i] * x * x.T) ** -1
                s2, mu = (x.T * C * x)[0], (x.T * C * (b - nu[i] * x))[0]
                exact = oracle.tilted(float(mu), float(s2), up[i], down[i])
                new_tau = 1 / exact.variance - 1 / mp.mpf(float(s2))
                new_nu = exact.mean / exact.variance - mp.mpf(float(mu)) / mp.mpf(float(s2))
                P += (new_tau - tau[i]) * x * x.T
                b += (new_nu - nu[i]) * x
                moved = max(moved, abs(new_tau - tau[i]) / abs(new_tau))
                tau[i], nu[i] = new_tau, new_nu
            if moved < mp.mpf("1e-11"):
                break
        S2 = P**-1
        m2 = S2 * b
        for i in range(2):
            assert abs(m[i] - m2[i]) <= 1e-9 * mp.sqrt(S2[i, i])
            for j in range(2):
                assert abs(S[i, j] - S2[i, j]) <= 1e-8 * max(abs(S2[0, 0]), abs(S2[1, 1]))


@pytest.mark.parametrize(("k", "n"), [(1.0, 0.0), (5.0, 3.0), (1e5, 1e5), (0.0, 1e5), (1e5, 1.0)])
@pytest.mark.parametrize("s2", [1e-12, 1.0, 1e6, 1e12])
def test_one_row_is_matched_exactly_whatever_its_counts_and_the_width_of_the_prior(
    s2: float, k: float, n: float
) -> None:
    m, S, sweeps = fit(np.array([0.3]), np.array([[s2]]), np.ones((1, 1)), np.array([k]), np.array([n]))
    assert sweeps > 0
    exact = oracle.tilted(0.3, s2, k, n)
    assert abs(m[0] - exact.mean) <= 1e-8 * mp.sqrt(exact.variance) + 1e-13 * abs(exact.mean)
    assert abs(S[0, 0] - exact.variance) <= 1e-8 * exact.variance


def test_one_outcome_fitted_is_one_exact_step() -> None:
    for seed in range(8):
        mean0, S0, X, _, _ = random_problem(seed, 1, 4)
        m, S, _ = fit(mean0, S0, X, np.array([1.0]), np.array([0.0]))
        m2, S2 = full_fold(mean0, S0, X, np.array([1.0]), True)
        np.testing.assert_allclose(m, m2, atol=1e-11)
        np.testing.assert_allclose(S, S2, atol=1e-11)


def _draw(
    rng: np.random.Generator, X: np.ndarray, size: float = 1.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    a = X @ rng.normal(size=X.shape[1]) * size
    return grouped(X, np.where(rng.random(len(X)) < 1 / (1 + np.exp(-np.clip(a, -700, 700))), 1.0, -1.0))


def hard(kind: str, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # noqa: PLR0911
    n, d = int(rng.integers(3, 60)), int(rng.integers(2, 9))
    X = np.column_stack([np.ones(n), rng.normal(size=(n, d - 1))])
    if kind == "separable":
        a = X @ rng.normal(size=d)
        return grouped(X, np.where(a > 0, 1.0, -1.0))
    if kind == "all successes":
        return grouped(X, np.ones(n))
    if kind == "large counts":
        X = X[:12]
        return (
            np.unique(X, axis=0),
            rng.integers(1, 100_000, len(X)) * 1.0,
            rng.integers(0, 100_000, len(X)) * 1.0,
        )
    if kind == "one-hot and collinear":
        a, b = rng.integers(0, 4, n), rng.integers(0, 3, n)
        return _draw(rng, np.column_stack([np.ones(n), np.eye(4)[a], np.eye(3)[b], a - 1.5, 2 * (a - 1.5)]))
    if kind == "200 rows of one column":
        return _draw(rng, np.linspace(-3, 3, 200)[:, None])
    if kind == "contradictory outcomes of one row":
        return np.unique(X, axis=0)[:1], np.array([7.0]), np.array([6.0])
    if kind == "tiny scales":
        return _draw(rng, X * 1e-6)
    return _draw(rng, X * 10 ** rng.uniform(-3, 2, d), 0.1)


KINDS = (
    "separable",
    "all successes",
    "large counts",
    "one-hot and collinear",
    "200 rows of one column",
    "contradictory outcomes of one row",
    "tiny scales",
    "scales far apart",
)


@pytest.mark.parametrize("precision", [1e-6, 1e-2, 1.0, 1e3])
@pytest.mark.parametrize("kind", KINDS)
def test_the_fit_settles(kind: str, precision: float) -> None:
    most = 0
    for seed in range(8):
        X, up, down = hard(kind, np.random.default_rng(seed))
        d = X.shape[1]
        S0 = np.eye(d) / precision
        m, S, sweeps = fit(np.zeros(d), S0, X, up, down)
        assert sweeps > 0
        most = max(most, sweeps)
        assert np.isfinite(m).all()
        assert (S == S.T).all()
        assert (np.diagonal(S) > 0).all()
        assert (np.diagonal(S) <= np.diagonal(S0) * (1 + 1e-12)).all()
        values = np.linalg.eigvalsh(S)
        assert values[0] >= -1e-13 * values[-1]
    print(f"{kind}, precision {precision:g}: at most {most} sweeps")


def test_a_row_alone_gets_its_exact_moments_also_under_a_correlated_prior() -> None:
    """With a single row the cavity is the prior, so that the fit along that row has the exact moments."""
    mean0, S0, X, up, down = random_problem(3, 5, 2, 4)
    alone = [fit(mean0, S0, X[i : i + 1], up[i : i + 1], down[i : i + 1]) for i in range(5)]
    for i, (m, S, _) in enumerate(alone):
        x = X[i]
        mean, variance = grid_moments(x @ mean0, x @ S0 @ x, up[i], down[i])
        assert abs(x @ m - mean) <= 1e-10
        assert abs(x @ S @ x - variance) <= 1e-10


def test_no_outcome_leaves_the_prior() -> None:
    mean0, S0, *_ = random_problem(1, 1, 3)
    m, S, sweeps = fit(mean0, S0, np.empty((0, 3)), np.empty(0), np.empty(0))
    assert sweeps == 0
    assert (m == mean0).all()
    assert (S == S0).all()


def test_a_prior_that_is_not_definite_is_reported_and_not_guessed() -> None:
    _, _, sweeps = fit(np.zeros(2), np.ones((2, 2)), np.eye(2), np.ones(2), np.ones(2))
    assert sweeps < 0


def test_the_same_outcomes_in_one_more_sweep_do_not_move_the_fit() -> None:
    for seed in range(6):
        problem = random_problem(seed, 7, 3, 3)
        m, S, _ = fit(*problem)
        m2, S2, _ = fit_sites(*problem, 1e-13, 500)
        assert (np.abs(m - m2) / np.sqrt(np.diagonal(S))).max() <= 1e-9
        assert np.abs(S - S2).max() <= 1e-9


def test_as_many_successes_as_failures_do_not_end_the_fit_before_the_variances_settle() -> None:
    """The mean stays at 0 by symmetry from the first sweep on; the fixed point of the variances takes more."""
    rng = np.random.default_rng(16)
    X = np.column_stack([np.ones(3), rng.normal(size=(3, 4))])
    counts = np.ones(3)
    m, S, sweeps = fit_sites(np.zeros(5), 2.0 * np.eye(5), X, counts, counts, 1e-10, 500)
    assert np.abs(m).max() < 1e-12
    assert sweeps > 2
    tau = np.zeros(3)
    for _ in range(400):  # plain EP for symmetric sites: only the precisions move
        s2 = np.einsum("ij,jk,ik->i", X, np.linalg.inv(np.eye(5) / 2.0 + (X.T * tau) @ X), X)
        cavity = s2 / (1.0 - tau * s2)
        a = np.linspace(-12.0, 12.0, 20001) * np.sqrt(cavity)[:, None]
        weight = np.exp(-0.5 * a * a / cavity[:, None]) / ((1.0 + np.exp(a)) * (1.0 + np.exp(-a)))
        tau = 0.5 * tau + 0.5 * (weight.sum(axis=1) / (weight * a * a).sum(axis=1) - 1.0 / cavity)
    assert np.allclose(S, np.linalg.inv(np.eye(5) / 2.0 + (X.T * tau) @ X), rtol=0.0, atol=2e-9)
