"""Simulated truths: their distributions, and their distance from the logistic-linear model."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from small_contests import pool_of

from kgdesk import kernels
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief, MomentBelief
from kgdesk.rehearsal.truths import Drift, Interaction, Normal, Threshold, around_fit, believed, logistic_fit


def _linear_rest(X: np.ndarray, a: np.ndarray) -> float:
    """Return the share of the variation of a that no linear form explains."""
    fit = X @ np.linalg.lstsq(X, a, rcond=None)[0]
    return float((a - fit).std() / a.std())


@pytest.mark.parametrize(
    "belief",
    [
        DiagonalBelief(np.array([1.0, -2.0]), np.array([4.0, 0.25])),
        MomentBelief(np.array([1.0, -2.0]), np.array([[0.25, 0.6], [0.6, 4.0]])),
    ],
)
def test_truths_have_mean_and_covariance_of_the_belief_that_they_are_drawn_from(
    belief: DiagonalBelief | MomentBelief,
) -> None:
    truth = believed(belief)
    rng = np.random.default_rng(1)
    draws = np.array([truth.weights(rng) for _ in range(20_000)])
    wanted = belief.covariance if isinstance(belief, MomentBelief) else np.diag(1.0 / belief.precision)
    assert np.allclose(draws.mean(axis=0), belief.mean, atol=0.06)
    assert np.allclose(np.cov(draws.T), wanted, atol=0.15)


def test_a_logistic_truth_is_linear_and_does_not_change() -> None:
    X = pool_of(60, 4)
    a = Normal(np.zeros(4), np.eye(4)).log_odds(X, np.random.default_rng(2), 5)
    assert a.shape == (5, 60)
    assert (a == a[0]).all()
    assert _linear_rest(X, a[0]) < 1e-10


@pytest.mark.parametrize("kind", [Interaction, Threshold])
def test_a_bent_truth_is_one_that_no_linear_form_explains(kind: type[Interaction | Threshold]) -> None:
    X = pool_of(200, 4)
    base = Normal(np.zeros(4), np.eye(4))
    for seed in range(10):
        a = kind(base).log_odds(X, np.random.default_rng(seed), 3)
        straight = base.log_odds(X, np.random.default_rng(seed), 3)
        assert (a == a[0]).all()
        bend = a[0] - straight[0]
        assert bend.std() == pytest.approx(straight[0].std())
        assert _linear_rest(X, a[0]) > 0.15


def test_a_threshold_steps_once_along_one_column() -> None:
    X = pool_of(50, 3)
    base = Normal(np.zeros(3), np.zeros((3, 3)))
    spread = Normal(np.ones(3), np.zeros((3, 3)))
    assert (Threshold(base).log_odds(X, np.random.default_rng(1), 1) == 0).all()
    a = Threshold(spread).log_odds(X, np.random.default_rng(1), 1)[0] - spread.log_odds(
        X, np.random.default_rng(1), 1
    )
    levels = np.unique(np.round(a, 9))
    assert levels.size == 2
    high = a[0] > levels.mean()
    assert any(X[high, j].min() > X[~high, j].max() or X[high, j].max() < X[~high, j].min() for j in (1, 2))


@pytest.mark.parametrize("kind", [Interaction, Threshold])
def test_a_pool_without_attributes_cannot_bend(kind: type[Interaction | Threshold]) -> None:
    base = Normal(np.zeros(1), np.eye(1))
    a = kind(base).log_odds(np.ones((1, 1)), np.random.default_rng(1), 2)
    assert (a == base.log_odds(np.ones((1, 1)), np.random.default_rng(1), 2)).all()


def test_a_drift_moves_every_weight_by_the_step_that_was_asked_for() -> None:
    step = np.array([0.1, 0.3])
    drift = Drift(Normal(np.zeros(2), np.eye(2)), step)
    rng = np.random.default_rng(4)
    paths = np.array([drift.log_odds(np.eye(2), rng, 31) for _ in range(800)])
    moves = np.diff(paths, axis=1)
    assert np.allclose(moves.std(axis=(0, 1)), step, rtol=0.03)
    assert np.allclose(paths[:, 0].std(axis=0), 1.0, atol=0.1)


@pytest.mark.parametrize("precision", [0.1, 1.0, 10.0])
def test_the_fit_to_labels_is_the_minimum_that_a_general_optimiser_finds(precision: float) -> None:
    X = pool_of(80, 5)
    rng = np.random.default_rng(6)
    y = np.where(rng.random(80) < 1.0 / (1.0 + np.exp(-X @ np.array([0.5, 2.0, -1.0, 0.0, 1.0]))), 1.0, -1.0)

    def loss(w: np.ndarray) -> float:
        return float(np.logaddexp(0.0, -y * (X @ w)).sum() + 0.5 * precision * w @ w)

    found = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-9}).x
    assert np.allclose(logistic_fit(X, y, precision), found, atol=1e-5)


def test_labels_that_can_be_told_apart_perfectly_are_fitted_all_the_same() -> None:
    X = np.column_stack([np.ones(40), np.linspace(-1e3, 1e3, 40)])
    w = logistic_fit(X, np.sign(X[:, 1]), 1.0)
    p = 1.0 / (1.0 + np.exp(np.clip(np.sign(X[:, 1]) * (X @ w), -700, 700)))
    assert np.allclose(w, X.T @ (np.sign(X[:, 1]) * p), atol=1e-6)


def test_truths_around_a_fit_scatter_by_half_a_unit() -> None:
    X = pool_of(60, 3)
    y = np.where(X[:, 1] > 0, 1.0, -1.0)
    truth = around_fit(X, y)
    rng = np.random.default_rng(3)
    draws = np.array([truth.weights(rng) for _ in range(5000)])
    assert np.allclose(draws.mean(axis=0), logistic_fit(X, y, 1.0), atol=0.03)
    assert np.allclose(draws.std(axis=0), 0.5, atol=0.02)


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_truths_of_a_prior_are_the_same_bits_with_and_without_a_kernel(kind: str) -> None:
    deviation = np.array([0.3, 1.0, 2.5, 0.0])
    belief = BELIEFS[kind](np.zeros(4), np.diag(deviation**2))
    root = kernels.covariance_root(np.diag(deviation**2))
    assert np.array_equal(believed(belief).root, root)
