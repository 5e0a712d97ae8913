"""Mixtures of normals: quantiles, probabilities by table, the best of every future, and evidence in order."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from kgdesk.kernels import (
    curve_table,
    full_fold,
    full_fold_evidence,
    mixture_futures,
    mixture_quantile,
    predict_exact,
    predict_kappa,
)
from kgdesk.kernels.mixture import quick_probability


@pytest.mark.parametrize("level", [0.05, 0.5, 0.95])
def test_the_quantile_of_a_mixture_is_the_root_of_its_distribution(level: float) -> None:
    rng = np.random.default_rng(3)
    mu, s2 = rng.normal(0, 6, (3, 12)), rng.exponential(4, (3, 12))
    weight = np.array([0.7, 0.25, 0.05])
    found = mixture_quantile(mu, s2, weight, level)
    for k in range(12):
        exact = brentq(
            lambda a, k=k: weight @ norm.cdf((a - mu[:, k]) / np.sqrt(s2[:, k])) - level, -80, 80, xtol=1e-12
        )
        assert found[k] == pytest.approx(exact, abs=1e-9)


def test_the_quantile_of_a_mixture_of_points_is_one_of_them() -> None:
    mu, s2 = np.array([[1.0], [-2.0]]), np.zeros((2, 1))
    assert mixture_quantile(mu, s2, np.array([0.4, 0.6]), 0.05)[0] == pytest.approx(-2.0, abs=1e-9)
    assert mixture_quantile(mu, s2, np.array([0.4, 0.6]), 0.95)[0] == pytest.approx(1.0, abs=1e-9)
    wide = mixture_quantile(np.array([[1e6]]), np.array([[1e12]]), np.ones(1), 0.95)[0]
    assert wide == pytest.approx(1e6 + 1.6448536269514722e6, rel=1e-12)


def test_probabilities_by_table_are_exact_to_a_hundred_thousandth() -> None:
    rng = np.random.default_rng(1)
    mu = np.concatenate([rng.normal(0, 5, 3000), [0.0, 1e6, -1e6, 700.0, -700.0, 3.0]])
    s2 = np.concatenate([rng.exponential(8, 3000), [1e12, 1.0, 1e12, 0.0, 1e5, 0.0]])
    table = curve_table()
    quick = np.array([quick_probability(m, v, table) for m, v in zip(mu, s2, strict=True)])
    assert np.abs(quick - predict_exact(mu, s2)).max() <= 1e-5
    plain = np.array([quick_probability(m, v, np.empty((0, 0))) for m, v in zip(mu, s2, strict=True)])
    np.testing.assert_allclose(plain, predict_kappa(mu, s2), rtol=1e-13)


def test_the_evidence_in_order_leaves_the_bits_of_the_fold() -> None:
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(30, 4)), np.where(rng.random(30) < 0.4, 1.0, -1.0)
    m, S, log = full_fold_evidence(np.zeros(4), np.eye(4), X, y)
    m2, S2 = full_fold(np.zeros(4), np.eye(4), X, y, False)
    assert (m.tobytes(), S.tobytes()) == (m2.tobytes(), S2.tobytes())
    total = 0.0
    for n in range(30):
        before, spread = full_fold(np.zeros(4), np.eye(4), X[:n], y[:n], False)
        p = predict_kappa(X[n : n + 1] @ before, np.array([X[n] @ spread @ X[n]]))[0]
        total += np.log(p if y[n] > 0 else 1.0 - p)
    assert log == pytest.approx(total, rel=1e-12)


def test_the_futures_of_a_mixture_are_those_of_its_components_weighed_anew() -> None:
    rng = np.random.default_rng(7)
    d, size = 3, 18
    X = rng.normal(size=(size, d))
    means = rng.normal(size=(2, d))
    roots = rng.normal(size=(2, d, d))
    covariances = np.einsum("cij,ckj->cik", roots, roots)
    weight = np.array([0.3, 0.7])
    found = mixture_futures(means, covariances, weight, X, np.empty((0, 0)))
    for side, y in enumerate((1.0, -1.0)):
        for i in range(size):
            share, after = np.empty(2), np.empty((2, size))
            for c in range(2):
                p = predict_kappa(X[i : i + 1] @ means[c], np.array([X[i] @ covariances[c] @ X[i]]))[0]
                share[c] = weight[c] * (p if y > 0 else 1.0 - p)
                m, S = full_fold(means[c], covariances[c].copy(), X[i : i + 1], np.array([y]), False)
                after[c] = predict_kappa(X @ m, np.einsum("ij,jk,ik->i", X, S, X))
            mixed = share @ after / share.sum()
            assert found[2 * side][i] == np.argmax(mixed)
            assert found[2 * side + 1][i] == pytest.approx(mixed.max(), abs=1e-12)
