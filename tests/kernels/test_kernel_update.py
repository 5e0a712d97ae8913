"""Sequential updates: each belief's step against the problem that defines it, and 100,000 steps in a row."""

from __future__ import annotations

import functools

import kernel_oracle as oracle
import mpmath as mp
import numpy as np
import pytest
from scipy.optimize import minimize
from seldom import seldom

from kgdesk.kernels import (
    diagonal_fold,
    full_fold,
    moment_step,
    pool_moments_diagonal,
    pool_moments_full,
    predict_exact,
    predict_kappa,
)
from kgdesk.kernels.lookahead_simd import CORRELATED, INDEPENDENT, all_steps
from kgdesk.kernels.update import laplace_step, moment_steps

EPS = np.finfo(float).eps


def random_state(rng: np.random.Generator, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    A = rng.normal(size=(d, d))
    return rng.normal(size=d), A @ A.T + 0.1 * np.eye(d), rng.normal(size=d)


def near_singular(rng: np.random.Generator, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    V, _ = np.linalg.qr(rng.normal(size=(d, d)))
    S = (V * np.logspace(-13, 1, d)) @ V.T
    return rng.normal(size=d), 0.5 * (S + S.T), rng.normal(size=d)


def scaled(rng: np.random.Generator, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return scales 1e-6..1e6 and precisions 1e-12..1e12, together inside the admitted range."""
    while True:
        scale, precision = 10 ** rng.uniform(-6, 6, d), 10 ** rng.uniform(-12, 12, d)
        x, mean = scale * rng.normal(size=d), rng.normal(size=d) / np.sqrt(precision)
        if (x * x / precision).sum() <= 1e12 and abs(mean @ x) <= 1e6:
            return mean, np.diag(1 / precision), x


MAKERS = {"random": random_state, "near singular": near_singular, "scales far apart": scaled}


@pytest.mark.parametrize("y", [1, -1])
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("kind", ["full", "moments"])
def test_a_full_step_is_right_to_1e_8_of_the_largest_entry(kind: str, maker: str, y: int) -> None:
    rng = np.random.default_rng(list(map(ord, maker)))
    for d in (1, 2, 5, 9):
        mean, S, x = MAKERS[maker](rng, d)
        m1, S1 = full_fold(mean, S, x[None, :], np.array([float(y)]), kind == "moments")
        with mp.workdps(40):
            right = oracle.Gaussian(kind, mean, S).updated([mp.mpf(v) for v in x], y)
        m2, S2 = np.array(right.mean, dtype=float), np.array(right.spread, dtype=float)
        assert np.abs(m1 - m2).max() <= 1e-8 * np.abs(m2).max()
        assert np.abs(S1 - S2).max() <= 1e-8 * np.abs(S2).max()
        assert (S1 == S1.T).all()
        assert (np.diagonal(S1) >= 0).all()


@pytest.mark.parametrize("y", [1, -1])
def test_a_diagonal_step_is_right_to_1e_8_of_the_largest_entry(y: int) -> None:
    rng = np.random.default_rng(8)
    for d in (1, 2, 5, 20, 20, 20):
        mean, S, x = scaled(rng, d)
        q = 1 / np.diagonal(S)
        m1, q1 = diagonal_fold(mean, q, x[None, :], np.array([float(y)]))
        with mp.workdps(40):
            right = oracle.Gaussian("diagonal", mean, q).updated([mp.mpf(v) for v in x], y)
        m2, q2 = np.array(right.mean, dtype=float), np.array(right.spread, dtype=float)
        assert np.abs(m1 - m2).max() <= 1e-8 * np.abs(m2).max()
        assert (np.abs(q1 - q2) <= 1e-8 * q2).all()
        assert (q1 >= q).all()


@pytest.mark.parametrize("y", [1.0, -1.0])
@pytest.mark.parametrize("kind", ["diagonal", "full"])
def test_the_papers_mean_maximises_the_log_posterior_of_one_outcome(kind: str, y: float) -> None:
    rng = np.random.default_rng(21)
    for d in (1, 3, 6):
        mean, S, x = random_state(rng, d)
        if kind == "diagonal":
            S = np.diag(np.diagonal(S))
        P = np.linalg.inv(S)

        def psi(w: np.ndarray, mean=mean, P=P, x=x) -> float:  # noqa: ANN001
            return 0.5 * (w - mean) @ P @ (w - mean) + np.logaddexp(0.0, -y * (w @ x))

        def slope(w: np.ndarray, mean=mean, P=P, x=x) -> np.ndarray:  # noqa: ANN001
            return P @ (w - mean) - y * x / (1 + np.exp(y * (w @ x)))

        best = minimize(psi, mean, jac=slope, method="BFGS", options={"gtol": 1e-11}).x
        p = 1 / (1 + np.exp(-(best @ x)))
        if kind == "diagonal":
            m1, q1 = diagonal_fold(mean, 1 / np.diagonal(S), x[None, :], np.array([y]))
            np.testing.assert_allclose(q1, 1 / np.diagonal(S) + p * (1 - p) * x * x, rtol=1e-6)
        else:
            m1, S1 = full_fold(mean, S, x[None, :], np.array([y]), False)
            np.testing.assert_allclose(
                np.linalg.inv(S1), P + p * (1 - p) * np.outer(x, x), rtol=1e-5, atol=1e-6
            )
        np.testing.assert_allclose(m1, best, atol=1e-7)


@pytest.mark.parametrize("y", [1.0, -1.0])
def test_the_moment_step_has_the_mean_and_covariance_of_the_weights_given_the_outcome(y: float) -> None:
    """Two weights on a fine grid: the trapezoid rule is exact to rounding for a smooth, decaying density."""
    rng = np.random.default_rng(4)
    for _ in range(4):
        mean, S, x = random_state(rng, 2)
        C = np.linalg.cholesky(S)
        line = np.linspace(-11, 11, 701)
        u, v = (a.ravel() for a in np.meshgrid(line, line))
        w = mean + np.column_stack([u, v]) @ C.T
        weight = np.exp(-0.5 * (u * u + v * v)) / (1 + np.exp(-y * (w @ x)))
        weight /= weight.sum()
        centre = weight @ w
        spread = (w - centre).T @ ((w - centre) * weight[:, None])
        m1, S1 = full_fold(mean, S, x[None, :], np.array([y]), True)
        np.testing.assert_allclose(m1, centre, atol=1e-11)
        np.testing.assert_allclose(S1, spread, atol=1e-11)


def test_a_row_of_zeros_teaches_nothing() -> None:
    mean, S, _ = random_state(np.random.default_rng(2), 3)
    x, y = np.zeros((2, 3)), np.array([1.0, -1.0])
    for exact in (False, True):
        m1, S1 = full_fold(mean, S, x, y, exact)
        assert (m1 == mean).all()
        assert (S1 == S).all()
    m1, q1 = diagonal_fold(mean, np.diagonal(S).copy(), x, y)
    assert (m1 == mean).all()
    assert (q1 == np.diagonal(S)).all()


def test_folding_many_outcomes_is_one_step_after_the_other() -> None:
    rng = np.random.default_rng(3)
    mean, S, _ = random_state(rng, 4)
    q = np.diagonal(S).copy()
    X, y = rng.normal(size=(25, 4)), np.sign(rng.normal(size=25))
    for exact in (False, True):
        m1, S1 = full_fold(mean, S, X, y, exact)
        m2, S2 = mean, S
        for i in range(25):
            m2, S2 = full_fold(m2, S2, X[i : i + 1], y[i : i + 1], exact)
        assert (m1 == m2).all()
        assert (S1 == S2).all()
    m1, q1 = diagonal_fold(mean, q, X, y)
    m2, q2 = mean, q
    for i in range(25):
        m2, q2 = diagonal_fold(m2, q2, X[i : i + 1], y[i : i + 1])
    assert (m1 == m2).all()
    assert (q1 == q2).all()


def test_the_arguments_are_left_alone() -> None:
    rng = np.random.default_rng(3)
    mean, S, x = random_state(rng, 3)
    before = [a.copy() for a in (mean, S, x)]
    full_fold(mean, S, x[None, :], np.array([1.0]), True)
    diagonal_fold(mean, np.diagonal(S).copy(), x[None, :], np.array([1.0]))
    assert all((a == b).all() for a, b in zip((mean, S, x), before, strict=True))


def test_pool_moments_are_right_to_the_rounding_of_their_terms() -> None:
    rng = np.random.default_rng(6)
    for maker in MAKERS.values():
        mean, S, x = maker(rng, 6)
        X = np.vstack([x, x * rng.normal(size=6), np.zeros(6)])
        mu, s2 = pool_moments_full(mean, S, X)
        dmu, ds2 = pool_moments_diagonal(mean, np.diagonal(S).copy(), X)
        with mp.workdps(40):
            full, diagonal = (
                oracle.Gaussian("full", mean, S),
                oracle.Gaussian("diagonal", mean, np.diagonal(S)),
            )
            for i, row in enumerate(X):
                terms = EPS * (np.abs(mean * row).sum() + np.abs(np.outer(row, row) * S).sum())
                a, v = full.moments([mp.mpf(b) for b in row])
                assert abs(mu[i] - a) <= 10 * terms
                assert abs(s2[i] - v) <= 20 * terms
                a, v = diagonal.moments([mp.mpf(b) for b in row])
                assert abs(dmu[i] - a) <= 10 * terms
                assert abs(ds2[i] - v) <= 20 * EPS * v


LONG = 100_000
CHECKS = (1_000, 10_000, LONG)


@functools.cache
def long_run() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return rows of a pool of 60 in eight columns, two of them nearly equal, and outcomes of a fixed truth."""
    rng = np.random.default_rng(17)
    pool = np.column_stack([np.ones(60), rng.normal(size=(60, 6))])
    pool = np.column_stack([pool, pool[:, 3] * (1 + 1e-7)])
    truth = rng.normal(size=8)
    X = pool[rng.integers(60, size=LONG)]
    y = np.where(rng.random(LONG) < 1 / (1 + np.exp(-(X @ truth))), 1.0, -1.0)
    return X, y, pool


@pytest.mark.parametrize("steps", [CHECKS[0], *seldom(LONG)])
@pytest.mark.parametrize("exact", [False, True], ids=["laplace", "moments"])
def test_a_covariance_survives_many_steps_symmetric_and_definite(exact: bool, steps: int) -> None:
    """Compare with the information form in extended precision, which adds the gains that the steps subtract."""
    X, y, pool = long_run()
    mean, S = np.zeros(8), np.eye(8)
    information = np.eye(8, dtype=np.longdouble)
    done = 0
    for stop in [check for check in CHECKS if check <= steps]:
        while done < stop:  # the gain of each step, from the covariance before and after
            piece = min(stop - done, 500)
            for i in range(done, done + piece):
                x = X[i]
                before = x @ S @ x
                mean, S = full_fold(mean, S, X[i : i + 1], y[i : i + 1], exact)
                gain = np.longdouble(1) / np.longdouble(x @ S @ x) - np.longdouble(1) / np.longdouble(before)
                information += gain * np.outer(x.astype(np.longdouble), x)
            done += piece
        assert (S == S.T).all()
        assert (np.diagonal(S) > 0).all()
        values = np.linalg.eigvalsh(S)
        assert values[0] >= -1e-13 * values[-1]
        mu, s2 = pool_moments_full(mean, S, pool)
        assert (s2 > 0).all()
        assert np.isfinite(mu).all()
        with mp.workdps(40):
            inverse = mp.matrix([[mp.mpf(float(v)) for v in row] for row in information]) ** -1
        right = np.array(inverse.tolist(), dtype=float)
        assert np.abs(S - right).max() <= 1e-8 * np.abs(right).max()


def test_a_diagonal_belief_takes_100000_outcomes() -> None:
    X, y, _ = long_run()
    mean, q = diagonal_fold(np.zeros(8), np.ones(8), X, y)
    assert np.isfinite(mean).all()
    assert (q > 1).all()
    half_m, half_q = diagonal_fold(np.zeros(8), np.ones(8), X[: LONG // 2], y[: LONG // 2])
    again_m, again_q = diagonal_fold(half_m, half_q, X[LONG // 2 :], y[LONG // 2 :])
    assert (mean == again_m).all()
    assert (q == again_q).all()


def test_the_steps_of_imagined_outcomes_are_those_of_recorded_ones() -> None:
    rng = np.random.default_rng(15)
    s2 = 10 ** rng.uniform(-12, 12, 3001)
    mu = np.clip(rng.normal(size=3001) * 10 ** rng.uniform(-3, 2, 3001) * np.sqrt(1 + s2), -1e6, 1e6)
    prob, move, shrink = all_steps(mu, s2, INDEPENDENT)
    assert (all_steps(mu, s2, CORRELATED)[1] == move).all()
    fallen = all_steps(mu, s2, CORRELATED)[2]
    for i in range(mu.size):
        assert prob[i] == pytest.approx(float(predict_kappa(mu[i : i + 1], s2[i : i + 1])[0]), rel=1e-12)
        for side, y in enumerate((1.0, -1.0)):
            right_g, right_c = laplace_step(mu[i], s2[i], y)
            assert move[2 * i + side] == pytest.approx(right_g, rel=1e-9, abs=1e-300)
            assert shrink[2 * i + side] == pytest.approx(right_c, rel=1e-9, abs=1e-300)
            f = right_c / (1.0 + right_c * s2[i])
            assert fallen[2 * i + side] == pytest.approx(f, rel=1e-9, abs=1e-300)


def test_one_integral_gives_the_steps_of_both_outcomes() -> None:
    rng = np.random.default_rng(12)
    for _ in range(3000):
        s2 = 10 ** rng.uniform(-12, 12)
        mu = float(np.clip(rng.normal() * 10 ** rng.uniform(-3, 1) * np.sqrt(1 + s2), -1e6, 1e6))
        p, *steps = moment_steps(mu, s2)
        assert p == predict_exact(np.array([mu]), np.array([s2]))[0]
        for y, (g, f) in ((1.0, steps[:2]), (-1.0, steps[2:])):
            right_g, right_f = moment_step(mu, s2, y)
            assert f >= 0
            assert abs(g - right_g) * np.sqrt(s2) <= 1e-11 * max(1.0, abs(right_g) * np.sqrt(s2))
            assert abs(f - right_f) * s2 <= 1e-11


@pytest.mark.parametrize(
    ("mu", "s2"), [(0.0, 0.0), (2.5, 0.0), (-700.0, 0.0), (0.0, 1e12), (1e6, 1e12), (-1e6, 1e-3)]
)
def test_the_steps_of_both_outcomes_hold_at_the_ends_of_the_range(mu: float, s2: float) -> None:
    p, g, f, g_minus, f_minus = moment_steps(mu, s2)
    assert p * g + (1.0 - p) * g_minus == pytest.approx(0.0, abs=1e-15)
    for mine, right in zip(
        (g, f, g_minus, f_minus), (*moment_step(mu, s2, 1.0), *moment_step(mu, s2, -1.0)), strict=True
    ):
        assert mine == pytest.approx(right, rel=1e-9, abs=1e-15)
