"""Scores of the baseline policies against their definitions, one candidate at a time; draws against dense algebra."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import mpmath as mp
import numpy as np
import pytest
from kernel_oracle import Gaussian, log_logistic, logistic
from kernel_process import python

from kgdesk import kernels

if TYPE_CHECKING:
    from pathlib import Path

MARGINS = (0.0, -0.0, 0.3, -2.5, 36.0, -40.0, 700.0, -745.0, 1e6, -1e6)


def pool(M: int, d: int, seed: int = 5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    X = np.column_stack([np.ones(M), rng.normal(size=(M, d - 1))])
    if M > 4:
        X[4] = X[1]
    return X


def weights(M: int, seed: int = 6) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0.0, 0.25, size=M)


def counts(M: int, seed: int = 7) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 3, size=M).astype(float)


def test_curvatures_keep_every_digit_on_both_sides() -> None:
    found = kernels.curvatures(np.array(MARGINS))
    for mu, value in zip(MARGINS, found, strict=True):
        with mp.workdps(40):
            wanted = logistic(mp.mpf(mu)) * logistic(-mp.mpf(mu))
            assert abs(mp.mpf(value) - wanted) <= 1e-15 * wanted + mp.mpf("1e-300")


def fisher_by_definition(X: np.ndarray, c: np.ndarray) -> list[float]:
    norms = [math.hypot(*row) for row in X]
    unit = [row / norm if norm else row for row, norm in zip(X, norms, strict=True)]
    return [
        math.fsum(
            c[k] / (1 + c[i] * math.fsum(unit[i] * unit[k]) ** 2) for k in range(len(X)) if k != i
        )
        for i in range(len(X))
    ]  # fmt: skip


@pytest.mark.parametrize(("M", "d"), [(1, 1), (1, 3), (2, 1), (17, 2), (40, 6)])
def test_the_fast_fisher_sum_is_its_definition(M: int, d: int) -> None:
    X, c = pool(M, d), weights(M)
    np.testing.assert_allclose(kernels.fisher_fast(X, c), fisher_by_definition(X, c), rtol=1e-13, atol=0)


@pytest.mark.parametrize("scale", [1e-200, 1e-8, 1e8, 1e200])
def test_the_fast_fisher_sum_forgets_the_length_of_the_rows(scale: float) -> None:
    X, c = pool(12, 3), weights(12)
    np.testing.assert_allclose(
        kernels.fisher_fast(X * scale, c), fisher_by_definition(X, c), rtol=1e-13, atol=0
    )


def test_a_row_of_zeros_is_like_no_other() -> None:
    X, c = pool(6, 3), weights(6)
    X[2] = 0.0
    found = kernels.fisher_fast(X, c)
    assert found[2] == pytest.approx(c.sum() - c[2], rel=1e-14)
    np.testing.assert_allclose(found, fisher_by_definition(X, c), rtol=1e-13, atol=0)


def trace_by_inversion(
    q: np.ndarray, X: np.ndarray, n: np.ndarray, c: np.ndarray, weight: np.ndarray
) -> list[float]:
    A = sum(w * np.outer(x, x) for w, x in zip(weight, X, strict=True))
    H = np.diag(q) + sum(k * v * np.outer(x, x) for k, v, x in zip(n, c, X, strict=True))
    return [
        float(np.trace(np.linalg.inv(H + v * np.outer(x, x)) @ A)) for v, x in zip(c, X, strict=True)
    ]  # fmt: skip


@pytest.mark.parametrize(("M", "d"), [(1, 1), (1, 4), (2, 1), (20, 3), (45, 8)])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_trace_after_each_candidate_is_that_of_the_inverted_matrix(
    M: int, d: int, weighted: bool
) -> None:
    X, c, n = pool(M, d), weights(M), counts(M)
    q = np.random.default_rng(3).uniform(0.2, 4.0, size=d)
    weight = c if weighted else np.ones(M)
    found = kernels.trace_after(q, X, n, c, weight)
    np.testing.assert_allclose(found, trace_by_inversion(q, X, n, c, weight), rtol=1e-11, atol=0)


def test_without_outcomes_and_without_curvature_the_trace_is_the_priors() -> None:
    X, q = pool(9, 3), np.array([0.5, 1.0, 2.0])
    nothing = np.zeros(9)
    found = kernels.trace_after(q, X, nothing, nothing, np.ones(9))
    np.testing.assert_allclose(found, (X * X / q).sum(), rtol=1e-14)


def test_the_trace_holds_where_rounding_would_make_the_matrix_indefinite() -> None:
    X = np.ones((4, 3)) * 1e6
    X[:, 2] += np.arange(4)
    n = np.full(4, 1e6)
    found = kernels.trace_after(np.ones(3), X, n, np.full(4, 0.25), np.ones(4))
    assert np.isfinite(found).all()
    assert (found > -1.0).all()


SPREADS = {"diagonal": [1.5, 0.7, 3.0], "full": None, "moments": None}
COVARIANCE = [[0.9, 0.2, -0.1], [0.2, 1.4, 0.3], [-0.1, 0.3, 0.5]]
MEAN = [0.4, -0.8, 1.1]


def entropy(a: mp.mpf) -> mp.mpf:
    return -(logistic(a) * log_logistic(a) + logistic(-a) * log_logistic(-a))


def disc_by_definition(
    kind: str, X: np.ndarray, up: np.ndarray, down: np.ndarray, mean: list[float]
) -> list[float]:
    belief = Gaussian(kind, mean, SPREADS[kind] or COVARIANCE)
    found = []
    with mp.workdps(40):
        rows = [[mp.mpf(float(v)) for v in x] for x in X]
        for i, x in enumerate(rows):
            values = []
            for y in (1, -1):
                after = belief.updated(x, y)
                margins = [after.moments(row)[0] for row in rows]
                likelihood = log_logistic(y * margins[i]) + mp.fsum(
                    int(up[k]) * log_logistic(a) + int(down[k]) * log_logistic(-a)
                    for k, a in enumerate(margins)
                )
                doubt = mp.fsum(entropy(a) for k, a in enumerate(margins) if not up[k] + down[k] and k != i)
                values.append(likelihood - doubt)
            found.append(float(max(values)))
    return found


@pytest.mark.parametrize("kind", list(SPREADS))
@pytest.mark.parametrize("known", ["none", "some", "all"])
def test_disc_is_its_definition_at_the_mean_after_each_outcome(kind: str, known: str) -> None:
    X = pool(6, 3)
    up, down = np.zeros(6), np.zeros(6)
    if known != "none":
        up[[0, 4]], down[[2, 4]] = (2, 1), (1, 3)
    if known == "all":
        up[[1, 3]], down[5] = 1, 1
    S = np.diag(1 / np.array(SPREADS[kind])) if kind == "diagonal" else np.array(COVARIANCE)
    found = kernels.discriminative(np.array(MEAN), S, kind == "moments", X, up, down)
    np.testing.assert_allclose(found, disc_by_definition(kind, X, up, down, MEAN), rtol=1e-11, atol=1e-12)


def test_disc_holds_far_out_for_one_candidate_and_without_variance() -> None:
    X = np.array([[1.0, 2.0]])
    for mean in ([900.0, -1e3], [4e5, 3e5], [0.0, 0.0]):
        for S in (np.zeros((2, 2)), np.eye(2)):
            for exact in (True, False):
                found = kernels.discriminative(np.array(mean), S, exact, X, np.ones(1), np.zeros(1))
                assert np.isfinite(found).all()


@pytest.mark.parametrize("d", [1, 2, 7])
def test_the_root_gives_the_covariance_back(d: int) -> None:
    A = np.random.default_rng(d).normal(size=(d, d))
    S = A @ A.T * np.outer(10.0 ** np.arange(d), 10.0 ** np.arange(d))
    L = kernels.covariance_root(S)
    np.testing.assert_allclose(L, np.linalg.cholesky(S), rtol=1e-8, atol=1e-10)
    assert np.abs(L @ L.T - S).max() <= 1e-14 * np.abs(S).max()


def test_the_root_of_a_singular_covariance_is_finite_and_gives_it_back() -> None:
    A = np.random.default_rng(2).normal(size=(5, 2))
    S = A @ A.T
    for wobble in (0.0, 1e-17, -1e-17):
        L = kernels.covariance_root(S + wobble * np.eye(5))
        assert np.abs(L @ L.T - S).max() <= 1e-7
    assert not kernels.covariance_root(np.zeros((3, 3))).any()


@pytest.mark.parametrize("M", [34, 1_200])
def test_a_draw_scores_each_row_by_its_weights_and_leaders_are_the_first_of_the_largest(M: int) -> None:
    X = pool(M, 4)
    X[M // 2 :] = X[: M // 2]  # ties, also of rows that are far apart
    rng = np.random.default_rng(9)
    A = rng.normal(size=(4, 4))
    mean, L, Z = rng.normal(size=4), np.linalg.cholesky(A @ A.T), rng.standard_normal((50, 4))
    none = np.empty(0), np.empty(0, np.uint64), np.empty(0, np.int64)
    leaders = kernels.drawn_leaders(mean, L, Z, X, *none)
    for z, leader in zip(Z, leaders, strict=True):
        scores = kernels.drawn_scores(mean, L, z, X)
        np.testing.assert_allclose(scores, X @ (mean + L @ z), rtol=1e-12, atol=1e-12)
        assert leader == np.flatnonzero(scores == scores.max())[0]
        assert leader < M // 2


EVERYTHING = """
import hashlib
import numpy as np
from kgdesk import kernels

def results(M=70, d=4):
    rng = np.random.default_rng(12)
    X = np.column_stack([np.ones(M), rng.normal(size=(M, d - 1))])
    X[3] = 0.0
    A = rng.normal(size=(d, d))
    S, mean, Z = A @ A.T, rng.normal(size=d), rng.standard_normal((20, d))
    n = rng.integers(0, 3, size=(2, M)).astype(float)
    c = kernels.curvatures(X @ mean)
    L = kernels.covariance_root(S)
    none = np.empty(0, np.uint64), np.empty(0, np.int64)
    return [
        c, L, kernels.fisher_fast(X, c), kernels.trace_after(np.full(d, 0.7), X, n[0], c, c),
        kernels.discriminative(mean, S, True, X, n[0], n[1]), kernels.discriminative(mean, S, False, X, n[0], n[1]),
        kernels.drawn_scores(mean, L, Z[0], X), kernels.drawn_leaders(mean, L, Z, X, c[:0], *none),
    ]
"""


@pytest.mark.nightly
def test_rival_scores_have_the_same_bits_with_any_number_of_threads() -> None:
    script = EVERYTHING + (
        "for count in (1, 2, 4):\n"
        "    kernels.set_threads(count)\n"
        "    print(hashlib.sha256(b''.join(a.tobytes() for a in results())).hexdigest())\n"
    )
    lines = python(script, NUMBA_NUM_THREADS="4").split()
    assert len(lines) == 3
    assert len(set(lines)) == 1


@pytest.mark.nightly
def test_rival_kernels_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    script = EVERYTHING + "np.savez({!r}, *results(13))\n"
    python(script.format(str(tmp_path / "compiled.npz")))
    python(script.format(str(tmp_path / "plain.npz")), NUMBA_DISABLE_JIT="1")
    with np.load(tmp_path / "compiled.npz") as one, np.load(tmp_path / "plain.npz") as two:
        assert len(one.files) == len(two.files) == 8
        for name in one.files:
            np.testing.assert_allclose(one[name], two[name], rtol=1e-11, atol=1e-13)
