"""Mixtures of normals: quantiles, best candidate, sequential evidence."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm
from seldom import seldom

from kgdesk.kernels import (
    best_of_mixture,
    full_fold,
    full_fold_evidence,
    mixture_quantile,
    predict_exact,
    predict_kappa,
)
from kgdesk.kernels.mixtures import _KAPPA_ERROR


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


@pytest.mark.parametrize("finer", [1, *seldom(4)])
def test_no_probability_is_further_from_the_papers_form_than_the_search_allows(finer: int) -> None:
    score = np.linspace(-14, 14, 140 * finer + 1)
    worst = 0.0
    for s2 in np.concatenate([[0.0], np.geomspace(1e-4, 1e12, 40 * finer + 1)]):
        mu, spread = score * np.sqrt(1 + np.pi / 8 * s2), np.full(score.size, s2)
        worst = max(worst, float(np.abs(predict_exact(mu, spread) - predict_kappa(mu, spread)).max()))
    assert 0.0176 < worst < _KAPPA_ERROR


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("spread", [0.01, 1.0, 30.0])
def test_the_best_of_a_mixture_is_the_first_of_the_most_probable(spread: float, exact: bool) -> None:
    rng = np.random.default_rng(6)
    predict = predict_exact if exact else predict_kappa
    for M in (1, 2, 40, 300):
        mu, s2 = rng.normal(0, spread, (3, M)), rng.exponential(spread**2, (3, M))
        for weight in (np.array([0.5, 0.3, 0.2]), np.array([0.0, 1.0, 0.0])):
            mixed = weight @ np.array([predict(m, v) for m, v in zip(mu, s2, strict=True)])
            found = best_of_mixture(mu, s2, weight, exact)
            assert found[0] == np.argmax(mixed)
            assert found[1] == pytest.approx(mixed.max(), rel=1e-13)
            doubled = best_of_mixture(np.hstack([mu, mu]), np.hstack([s2, s2]), weight, exact)
            assert doubled == found


def test_where_the_papers_form_and_the_exact_one_disagree_the_exact_one_decides() -> None:
    mu, s2 = np.array([[2.75, 169.2]]), np.array([[0.0, 1e4]])
    assert np.argmax(predict_kappa(mu[0], s2[0])) != np.argmax(predict_exact(mu[0], s2[0]))
    for exact, predict in ((True, predict_exact), (False, predict_kappa)):
        index, value = best_of_mixture(mu, s2, np.ones(1), exact)
        assert (index, value) == (np.argmax(predict(mu[0], s2[0])), predict(mu[0], s2[0]).max())


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


def test_the_quantile_is_found_where_components_lie_far_apart_or_are_much_narrower_than_others() -> None:
    mu = np.array([[-1e5, 0.0, 3.0], [1e5, 0.0, 3.0]])
    s2 = np.array([[1e-12, 1e8, 0.0], [4.0, 1e-12, 9.0]])
    weight = np.array([0.02, 0.98])
    for level in (1e-6, 0.01, 0.02, 0.05, 0.5, 0.95, 1.0 - 1e-6):
        found = mixture_quantile(mu, s2, weight, level)
        for k, x in enumerate(found):
            at = [
                sum(
                    w * (norm.cdf(y, m, np.sqrt(v)) if v > 0.0 else y >= m)
                    for w, m, v in zip(weight, mu[:, k], s2[:, k], strict=True)
                )
                for y in (x - 1e-12 * (1.0 + abs(x)), x + 1e-12 * (1.0 + abs(x)))
            ]
            assert at[0] - 1e-14 <= level <= at[1] + 1e-14
