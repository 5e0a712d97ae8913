"""The order-free fit against the exact posterior by quadrature, for one and two weights."""

from __future__ import annotations

import numpy as np
import pytest

from kgdesk.model.beliefs.gaussian import MomentBelief


def exact(X: np.ndarray, y: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean, covariance and predictive probabilities under N(0, I) and all outcomes, on a grid of +-9 deviations."""
    line = np.linspace(-9, 9, 3001 if X.shape[1] == 1 else 361)
    w = np.stack(np.meshgrid(*[line] * X.shape[1], indexing="ij"), axis=-1).reshape(-1, X.shape[1])
    log = -0.5 * (w * w).sum(1) - np.logaddexp(0, -(w @ X.T) * y).sum(1)
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    mean = weight @ w
    centred = w - mean
    return mean, (centred * weight[:, None]).T @ centred, weight @ (1 / (1 + np.exp(-(w @ at.T))))


@pytest.mark.parametrize(
    ("d", "seeds"), [(1, 40), (2, 5), pytest.param(2, 40, marks=pytest.mark.nightly)], ids=str
)
def test_probabilities_are_within_0_03_of_the_exact_posterior_and_within_0_005_on_average(
    d: int, seeds: int
) -> None:
    gaps, narrow = [], []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 60))
        X = rng.normal(size=(n, d)) * rng.choice([0.5, 1.0, 3.0])
        y = np.where(rng.random(n) < 1 / (1 + np.exp(-(X @ rng.normal(size=d)))), 1.0, -1.0)
        at = rng.normal(size=(40, d)) * 2
        mean, covariance, p = exact(X, y, at)
        fitted = MomentBelief.fitted(MomentBelief.prior(d), X, y)
        gaps.append(np.abs(fitted.predict(at) - p))
        deviation = np.sqrt(np.diagonal(covariance))
        assert (np.abs(fitted.mean - mean) <= 0.1 * deviation).all()
        narrow.append(np.abs(fitted.deviation / deviation - 1).max())
    print(
        f"d = {d}: mean gap {np.mean(gaps):.5f}, worst {np.max(gaps):.5f}; deviations off by up to {max(narrow):.0%}"
    )
    assert max(narrow) <= 0.15
    assert np.max(gaps) <= 0.03
    assert np.mean(gaps) <= 0.005
