"""Importance sampling against quadrature over two weights."""

from __future__ import annotations

import numpy as np
import pytest
from seldom import seldom

from kgdesk.errors import RehearsalFailed
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.rehearsal.importance_sampling import exact_posterior

LINE = np.linspace(-9.0, 9.0, 721)
GRID = np.stack(np.meshgrid(LINE, LINE, indexing="ij"), axis=-1).reshape(-1, 2)


def on_a_grid(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return posterior masses under N(0, I) on a grid of +-9 standard deviations."""
    log = -0.5 * (GRID * GRID).sum(1) - np.logaddexp(0.0, -(GRID @ X.T) * y).sum(1)
    mass = np.exp(log - log.max())
    return mass / mass.sum()


def case(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    n = (3, 10, 30, 100)[seed % 4]
    X = rng.normal(size=(n, 2)) * (1.0, 3.0)[seed // 4 % 2]
    X[n // 2 :] = X[: n - n // 2]  # repeats
    y = np.where(rng.random(n) < 1.0 / (1.0 + np.exp(-X @ rng.normal(size=2))), 1.0, -1.0)
    return X, y, rng.normal(size=(20, 2)) * 2.0


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(s, marks=pytest.mark.nightly) for s in range(3, 8))]
)
def test_probabilities_are_those_of_quadrature_within_their_own_standard_error(seed: int) -> None:
    X, y, at = case(seed)
    mass = on_a_grid(X, y)
    wanted = mass @ (1.0 / (1.0 + np.exp(-GRID @ at.T)))
    found = exact_posterior(MomentBelief.prior(2), X, y, at, np.random.default_rng(1), noise=0.001)
    off = np.abs(found.probability - wanted)
    assert (off <= 5.0 * found.noise + 1e-5).all()
    assert off.max() <= 0.005
    assert found.noise.max() <= 0.001
    assert 2000 <= found.effective <= found.weight.size


@pytest.mark.parametrize("seed", [0, 1, 2, *seldom(3)])
def test_shares_below_a_point_are_those_of_quadrature(seed: int) -> None:
    X, y, at = case(seed)
    mass = on_a_grid(X, y)
    cut = at @ np.array([0.3, -0.2])
    wanted = mass @ (cut > GRID @ at.T)
    found = exact_posterior(MomentBelief.prior(2), X, y, at, np.random.default_rng(2), effective=8_000)
    assert np.abs(found.share_below(cut) - wanted).max() <= 0.03


def test_noise_says_how_much_answers_of_different_draws_differ() -> None:
    X, y, at = case(1)
    found = [
        exact_posterior(MomentBelief.prior(2), X, y, at, np.random.default_rng(s), noise=1.0)
        for s in range(40)
    ]
    spread = np.std([one.probability for one in found], axis=0)
    said = np.mean([one.noise for one in found], axis=0)
    assert (0.5 * said <= spread).all()
    assert (spread <= 1.6 * said).all()


def test_a_wish_that_draws_cannot_meet_is_refused_with_a_sentence() -> None:
    X, y, at = case(1)
    with pytest.raises(RehearsalFailed, match="could not be worked out closely enough"):
        exact_posterior(MomentBelief.prior(2), X, y, at, np.random.default_rng(1), effective=1e9)
