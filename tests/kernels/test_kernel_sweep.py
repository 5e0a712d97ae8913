"""The knowledge gradient of three beliefs against brute force: update, predict the whole pool, take the largest."""

from __future__ import annotations

import functools

import kernel_oracle as oracle
import mpmath as mp
import numpy as np
import pytest
from scipy.optimize import brentq
from seldom import seldom

from kgdesk.kernels import diagonal_fold, full_fold, moment_step, sweep_diagonal, sweep_full, sweep_moments
from kgdesk.kernels.sweep import SERIAL_BELOW, sweep_covariance, sweep_few
from kgdesk.kernels.update import laplace_step

EPS = np.finfo(float).eps
SWEEPS = {
    "diagonal": sweep_diagonal,
    "full": sweep_full,
    "moments": sweep_moments,
    # Called directly: for small pools the functions above use another path.
    "wide full": functools.partial(sweep_covariance, exact=False),
    "wide moments": functools.partial(sweep_covariance, exact=True),
}
KINDS = tuple(SWEEPS)
Problem = tuple[np.ndarray, np.ndarray, np.ndarray]


def learned(kind: str, rng: np.random.Generator, X: np.ndarray, n: int, precision: float = 1.0) -> Problem:
    """Return the belief after n outcomes of a random truth over the pool X."""
    d = X.shape[1]
    rows = X[rng.integers(len(X), size=n)]
    y = np.where(rng.random(n) < 1 / (1 + np.exp(-(rows @ rng.normal(size=d)))), 1.0, -1.0)
    if kind == "diagonal":
        return (*diagonal_fold(np.zeros(d), np.full(d, precision), rows, y), X)
    return (*full_fold(np.zeros(d), np.eye(d) / precision, rows, y, kind.endswith("moments")), X)


def pool(rng: np.random.Generator, M: int, d: int) -> np.ndarray:
    return np.column_stack([np.ones(M), rng.normal(size=(M, d - 1))])


def problem(name: str, kind: str) -> Problem:
    rng = np.random.default_rng(sorted(PROBLEMS).index(name) + 100)
    return PROBLEMS[name](kind, rng)


def _wide(kind: str, rng: np.random.Generator) -> Problem:
    return learned(kind, rng, pool(rng, 5, 3), 3, precision=1e-8)


def _near_singular(kind: str, rng: np.random.Generator) -> Problem:
    X = pool(rng, 5, 4)
    if kind == "diagonal":
        return rng.normal(size=4), np.array([1e12, 1.0, 1e-3, 1e6]), X
    V, _ = np.linalg.qr(rng.normal(size=(4, 4)))
    S = (V * np.array([1e-14, 1e-14, 1e-3, 3.0])) @ V.T
    return rng.normal(size=4), 0.5 * (S + S.T), X


def _zero_row(kind: str, rng: np.random.Generator) -> Problem:
    X = pool(rng, 5, 3)
    X[2] = 0.0
    return learned(kind, rng, X, 5)


def _duplicates(kind: str, rng: np.random.Generator) -> Problem:
    X = pool(rng, 4, 3)
    return learned(kind, rng, np.ascontiguousarray(X[[0, 1, 1, 2, 0, 3]]), 5)


def _certain(kind: str, rng: np.random.Generator) -> Problem:
    mean, spread, X = learned(kind, rng, pool(rng, 4, 3), 2)
    return mean * 300.0, spread, X


PROBLEMS = {
    "prior": lambda kind, rng: learned(kind, rng, pool(rng, 5, 3), 0),
    "few outcomes": lambda kind, rng: learned(kind, rng, pool(rng, 7, 3), 4),
    "many outcomes": lambda kind, rng: learned(kind, rng, pool(rng, 6, 2), 40),
    "wide prior": _wide,
    "near singular": _near_singular,
    "row of zeros": _zero_row,
    "duplicates": _duplicates,
    "single candidate": lambda kind, rng: learned(kind, rng, pool(rng, 1, 3), 2),
    "certain of far margins": _certain,
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_value_is_that_of_brute_force(kind: str, name: str) -> None:
    mean, spread, X = problem(name, kind)
    kg, p, best, win_at, win, lose_at, lose = SWEEPS[kind](mean, spread, X)
    belief = oracle.Gaussian(kind.removeprefix("wide "), mean, spread)
    S = np.diag(1 / spread) if kind == "diagonal" else spread
    size = max(np.abs(mean * x).sum() + np.abs(np.outer(x, x) * S).sum() for x in X)
    tolerance = max(1e-10, 1000 * EPS * size)
    with mp.workdps(40):
        best_set, _ = belief.best([[mp.mpf(v) for v in x] for x in X])
    assert best in best_set
    for i, right in enumerate(belief.knowledge_gradient(X)):
        assert abs(kg[i] - right["kg"]) <= tolerance
        assert abs(p[i] - right["p"]) <= tolerance
        assert abs(win[i] - right["win"]) <= tolerance
        assert abs(lose[i] - right["lose"]) <= tolerance
        if tolerance == 1e-10:
            assert win_at[i] in right["win_at"]
            assert lose_at[i] in right["lose_at"]


def in_numpy(kind: str, mean: np.ndarray, spread: np.ndarray, X: np.ndarray, i: int, y: float) -> np.ndarray:
    """Return the kappa score of every candidate after outcome y at candidate i, in float64 throughout."""
    S = np.diag(1 / spread) if kind == "diagonal" else spread
    s2 = np.einsum("ij,jk,ik->i", X, S, X)
    mu, t = X @ mean, X @ (S @ X[i])
    if kind.endswith("moments"):
        g, f = moment_step(mu[i], s2[i], y)
    else:
        g, c = laplace_step(mu[i], s2[i], y)
        f = c / (1 + c * s2[i])
    after = (X**2 / (spread + c * X[i] ** 2)).sum(axis=1) if kind == "diagonal" else s2 - f * t**2
    return (mu + g * t) / np.sqrt(1 + np.pi / 8 * np.maximum(after, 0.0))


@pytest.mark.parametrize("scale", [1.0, 1e-5, *seldom(50.0)])
@pytest.mark.parametrize("kind", KINDS)
def test_what_float32_cannot_tell_apart_is_told_apart_in_float64(kind: str, scale: float) -> None:
    rng = np.random.default_rng(31)
    M = 700 if scale < 50.0 else 260  # predictions of so wide a belief take a hundred times longer
    X = scale * (rng.normal(size=6) + 1e-7 * rng.normal(size=(M, 6)))  # float32 resolves 6e-8
    mean, spread, _ = learned(kind, rng, X, 12)
    _, _, _, win_at, _, lose_at, _ = SWEEPS[kind](mean, spread, X)
    for i in range(0, M, 9):
        for y, chosen in ((1.0, win_at[i]), (-1.0, lose_at[i])):
            scores = in_numpy(kind, mean, spread, X, i, y)
            assert scores[chosen] >= scores.max() - 2e-9 * abs(scores.max())


@pytest.mark.parametrize("kind", KINDS)
def test_the_sweep_is_what_the_beliefs_own_step_says(kind: str) -> None:
    """Pools too large for 40 digits: update by one outcome, sweep again, take the largest probability now."""
    rng = np.random.default_rng(77)
    mean, spread, X = learned(kind, rng, pool(rng, 60, 5), 12)
    kg, p, best, _, win, _, lose = SWEEPS[kind](mean, spread, X)
    for i in range(0, 60, 7):
        values = []
        for y in (1.0, -1.0):
            row, outcome = X[i : i + 1], np.array([y])
            after = (
                diagonal_fold(mean, spread, row, outcome)
                if kind == "diagonal"
                else full_fold(mean, spread, row, outcome, kind.endswith("moments"))
            )
            _, q, at, *_ = SWEEPS[kind](*after, X)
            values.append(q[at])
        assert abs(win[i] - values[0]) <= 1e-12
        assert abs(lose[i] - values[1]) <= 1e-12
        assert abs(kg[i] - (p[i] * values[0] + (1 - p[i]) * values[1] - p[best])) <= 1e-12


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("M", [1, 7, 127, 128, 129, SERIAL_BELOW - 1, SERIAL_BELOW])
def test_one_thread_over_a_small_pool_finds_what_many_threads_find(M: int, exact: bool) -> None:
    problem = learned(
        "moments" if exact else "full", np.random.default_rng(M), pool(np.random.default_rng(3), M, 6), 9
    )
    few, many = sweep_few(*problem, exact), sweep_covariance(*problem, exact)
    for ours, theirs in zip(few, many, strict=True):
        if exact:  # single integrals against batches of eight
            np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=1e-14)
        else:  # the same functions: bit-identical
            assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("kind", KINDS)
def test_equal_candidates_have_equal_bits(kind: str) -> None:
    mean, spread, X = problem("duplicates", kind)
    kg, p, *_ = SWEEPS[kind](mean, spread, X)
    assert kg[0] == kg[4]
    assert kg[1] == kg[2]
    assert p[0] == p[4]
    assert p[1] == p[2]


@pytest.mark.parametrize("kind", KINDS)
def test_before_any_outcome_everything_ties_at_one_half_and_the_first_is_best(kind: str) -> None:
    mean, spread, X = learned(kind, np.random.default_rng(1), pool(np.random.default_rng(2), 40, 4), 0)
    _, p, best, *_ = SWEEPS[kind](mean, spread, X)
    assert (p == 0.5).all()
    assert best == 0


def tie() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three candidates on different axes; two kappa scores agree to 1e-12, the exact values do not."""
    s2 = np.array([0.5, 9.0, 1.0])
    score = np.array([1.0, 1.0 - 1e-12, -1.0])
    return score * np.sqrt(1 + np.pi * s2 / 8), np.diag(s2), np.eye(3)


def test_near_ties_of_the_score_are_told_apart_by_the_exact_value() -> None:
    mean, S, X = tie()
    first, second = (oracle.probability(float(mean[k]), float(S[k, k])) for k in range(2))
    assert second > first + mp.mpf("1e-4")
    _, p, best, *_ = sweep_moments(mean, S, X)
    assert best == 1
    assert abs(p[best] - second) < 1e-12
    # The paper's beliefs are ranked by the score.
    assert sweep_full(mean, S, X)[2] == 0


def test_a_score_that_is_worse_by_more_than_1e_9_does_not_take_part_in_the_tie() -> None:
    mean, S, X = tie()
    mean[1] *= 1 - 3e-9
    assert sweep_moments(mean, S, X)[2] == 0


def test_moment_matching_keeps_the_expected_probability_of_the_measured_row() -> None:
    """The exact predictive probability is a martingale for the true posterior; the Gaussian step stays near it."""
    mean, S, X = np.array([1.0]), np.array([[3.0]]), np.array([[1.0]])
    assert abs(sweep_moments(mean, S, X)[0][0]) < 2e-3
    assert sweep_full(mean, S, X)[0][0] == pytest.approx(-0.011, abs=1.5e-3)
    assert sweep_full(mean * 3, S * 10, X)[0][0] == pytest.approx(-0.06, abs=5e-3)


# The paper's misprints, each implemented as printed, and the right formula, in NumPy.


def s(a: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-a))


@functools.cache
def _step(a: float, v: float) -> tuple[float, float]:
    """Return p = s(-u) and the margin u by Brent's method; the kernel uses bisection."""
    u = float(brentq(lambda u: u - v / (1 + np.exp(u)) - a, a - 1e-9, a + v + 1e-9, xtol=1e-13))
    return 1 / (1 + np.exp(u)), u


def algorithm_2(
    mean: np.ndarray,
    q: np.ndarray,
    X: np.ndarray,
    variance: str = "right",
    alpha2: float = np.pi / 8,
    now: bool = True,
) -> np.ndarray:
    """Compute Algorithm 2 for the diagonal belief with one of its misprints, or corrected."""
    s2 = (X * X / q).sum(1)
    prob = s(X @ mean / np.sqrt(1 + alpha2 * s2))
    nu = np.zeros(len(X))
    for i, x in enumerate(X):
        for y, weight in ((1.0, prob[i]), (-1.0, 1 - prob[i])):
            p, u = _step(float(y * (mean @ x)), float(s2[i]))
            m = mean + y * p * x / q
            c = p / (1 + np.exp(-u))
            if variance == "right":
                v = (X * X / (q + c * x * x)).sum(1)
            elif variance == "not inverted":
                v = ((q + c * x * x) * X * X).sum(1)
            elif variance == "curvature at the other candidate":
                c_other = s(X @ m) * s(-(X @ m))
                v = (X * X / (q + c_other[:, None] * x * x)).sum(1)
            elif variance == "curvature of each element":
                v = (X * X / (q + s(m * x) * s(-m * x) * x * x)).sum(1)
            else:
                v = (X * X / (q + s(u) * (1 - s(u) * x * x))).sum(1)
            nu[i] += weight * s(X @ m / np.sqrt(1 + alpha2 * v)).max()
    return nu - prob.max() if now else nu


MISPRINTS = {
    # The largest share of problems in which the arg max may be right by chance; it depends on the pool.
    "not inverted": ({"variance": "not inverted"}, 0.45),
    "curvature at the other candidate": ({"variance": "curvature at the other candidate"}, 0.90),
    "curvature of each element": ({"variance": "curvature of each element"}, 0.65),
    "bracket": ({"variance": "bracket"}, 0.20),
    "alpha is pi/8": ({"alpha2": (np.pi / 8) ** 2}, 0.95),
}


@functools.cache
def random_problems() -> list[Problem]:
    found = []
    for seed in range(40):
        rng = np.random.default_rng(9000 + seed)
        X = np.column_stack([np.ones(100), rng.uniform(-3, 3, size=(100, 9))])
        found.append(learned("diagonal", rng, X, int(rng.integers(2, 15))))
    return found


def test_the_kernel_agrees_with_the_mended_algorithm_always() -> None:
    for mean, q, X in random_problems():
        kg = sweep_diagonal(mean, q, X)[0]
        right = algorithm_2(mean, q, X)
        assert np.abs(kg - right).max() <= 1e-10
        assert right[kg.argmax()] >= right.max() - 1e-10


@pytest.mark.parametrize("misprint", MISPRINTS)
def test_the_kernel_rejects_the_misprint(misprint: str) -> None:
    options, limit = MISPRINTS[misprint]
    same, near = [], []
    with np.errstate(invalid="ignore", over="ignore"):  # as printed, a precision can turn negative
        for mean, q, X in random_problems():
            kg = sweep_diagonal(mean, q, X)[0]
            wrong = algorithm_2(mean, q, X, **options)
            same.append(bool(wrong.argmax() == kg.argmax()))
            near.append(bool(np.abs(wrong - kg).max() <= 1e-6))
    print(f"{misprint}: arg max as in the right one in {np.mean(same):.0%}, values in {np.mean(near):.0%}")
    assert np.mean(same) <= limit
    assert np.mean(near) <= 0.05


def test_the_present_maximum_is_subtracted() -> None:
    for mean, q, X in random_problems()[:10]:
        kg, p, best, *_ = sweep_diagonal(mean, q, X)
        as_printed = algorithm_2(mean, q, X, now=False)
        assert np.abs(kg - (as_printed - p[best])).max() <= 1e-10
        assert p[best] > 0.1


def test_as_printed_a_precision_turns_negative_and_the_fold_never_does() -> None:
    x, q = np.array([3.0, 1.0]), np.ones(2)
    p, u = _step(0.0, float((x * x / q).sum()))
    assert (q + s(u) * (1 - s(u) * x * x)).min() < 0
    _, after = diagonal_fold(np.zeros(2), q, x[None, :], np.array([1.0]))
    np.testing.assert_allclose(after, q + p * (1 - p) * x * x, rtol=1e-12)
