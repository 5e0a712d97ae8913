"""Exact integrals of eight normals at a time: against 40 digits, and against the scalar functions of the beliefs."""

from __future__ import annotations

import math
from typing import Any

import kernel_oracle as oracle
import numpy as np
import pytest
from numba import njit

from kgdesk.kernels.lookahead_simd import eight_moment_steps, eight_probabilities
from kgdesk.kernels.predictions import predict_exact
from kgdesk.kernels.simd import WIDTH
from kgdesk.kernels.update import moment_steps

MEANS = np.array([-300.0, -60.0, -20.0, -3.0, -0.1, 0.0, 0.4, 31.0])
DEVIATIONS = (0.0, 1e-6, 0.01, 0.34, 0.36, 0.499, 0.501, 1.0, 2.7, 8.0, 12.2, 16.0)


@njit
def _probabilities(mu: Any, s2: Any, to: Any) -> None:
    for at in range(0, mu.size, WIDTH):
        eight_probabilities(mu, s2, at, to)


@njit
def _steps(mu: Any, s2: Any, prob: Any, move: Any, shrink: Any) -> None:
    for at in range(0, mu.size, WIDTH):
        eight_moment_steps(mu, s2, at, prob, move, shrink)


def probabilities(mu: np.ndarray, s2: np.ndarray) -> np.ndarray:
    found = np.full(mu.size, np.nan)
    _probabilities(mu, s2, found)
    return found


def steps(mu: np.ndarray, s2: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return prob (n,), move (2, n), shrink (2, n): success, then failure."""
    n = mu.size
    prob, move, shrink = np.full(n, np.nan), np.full(2 * n, np.nan), np.full(2 * n, np.nan)
    _steps(mu, s2, prob, move, shrink)
    return prob, move.reshape(2, n), shrink.reshape(2, n)


def a_pool(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(20261121)
    wide = rng.choice([0.0, 0.2, 0.6, 1.3, 3.0, 7.0, 15.0, 40.0], count) * rng.uniform(0.8, 1.0, count)
    return rng.normal(size=count) * (0.1 + 2.0 * wide), wide * wide


@pytest.mark.parametrize("sigma", DEVIATIONS)
def test_both_outcomes_of_eight_normals_are_those_of_40_digits(sigma: float) -> None:
    s2 = np.full(WIDTH, sigma * sigma)
    prob, move, shrink = steps(MEANS, s2)
    assert (prob == probabilities(MEANS, s2)).all()
    for i, mu in enumerate(MEANS):
        for side, counts in enumerate(((1.0, 0.0), (0.0, 1.0))):
            right = oracle.tilted(mu, sigma * sigma, *counts)
            if mu <= 0.0 and side == 0:  # otherwise the digits are in 1 - p
                assert abs(math.log(prob[i]) - right.log_z) <= 1e-13 * max(1, abs(right.log_z))
            assert abs(move[side, i] - right.g) * max(sigma, 1.0) <= 3e-14
            weight = s2[i] if sigma > 0.5 else 1.0  # the variance is multiplied by 1 - f s2
            assert abs(shrink[side, i] - right.f) * weight <= 1e-13 * max(1.0, sigma / 2.0)


def test_a_lane_finds_what_a_normal_alone_finds_whatever_its_neighbours_are() -> None:
    mu, s2 = a_pool(512)
    order = np.random.default_rng(1).permutation(mu.size)
    together, apart = steps(mu, s2), steps(mu[order], s2[order])
    for one, other in zip(together, apart, strict=True):
        assert (one[..., order] == other).all()
    for i in range(0, mu.size, 37):
        assert probabilities(np.full(WIDTH, mu[i]), np.full(WIDTH, s2[i]))[3] == together[0][i]


def test_the_two_ways_agree_and_beyond_the_rule_they_are_one() -> None:
    mu, s2 = a_pool(512)
    prob, move, shrink = steps(mu, s2)
    one = np.array([moment_steps(*normal) for normal in zip(mu, s2, strict=True)])
    small = np.minimum(one[:, 0], 1.0 - one[:, 0])
    assert (abs(prob - one[:, 0]) <= 1e-13 * small + 2e-16).all()
    assert (abs(probabilities(mu, s2) - predict_exact(mu, s2)) <= 1e-13 * small + 2e-16).all()
    for side in range(2):
        assert abs((move[side] - one[:, 1 + 2 * side]) * np.sqrt(s2)).max() <= 1e-13
        assert abs((shrink[side] - one[:, 2 + 2 * side]) * s2).max() <= 2e-12
    beyond = s2 > 256.0
    assert 20 < beyond.sum() < 100
    assert (prob[beyond] == one[beyond, 0]).all()
    assert (move[1, beyond] == one[beyond, 3]).all()


def test_the_two_outcomes_average_to_the_present_and_mirror_each_other() -> None:
    mu, s2 = a_pool(256)
    prob, move, shrink = steps(mu, s2)
    mirrored, back, narrowed = steps(-mu, s2)
    assert abs(prob + mirrored - 1.0).max() <= 2e-16
    assert (back[::-1] == -move).all()
    assert (narrowed[::-1] == shrink).all()
    assert abs((prob * move[0] + (1.0 - prob) * move[1]) * np.sqrt(s2)).max() <= 1e-14
    assert (shrink >= 0.0).all()


def test_an_even_chance_is_one_half_to_the_last_bit() -> None:
    wide = np.array([0.0, 1e-9, 0.3, 0.5, 1.0, 4.0, 15.9, 16.1]) ** 2
    assert (probabilities(np.zeros(WIDTH), wide) == 0.5).all()
    assert (probabilities(np.full(WIDTH, -0.0), wide) == 0.5).all()
    prob, move, _ = steps(np.zeros(WIDTH), wide)
    assert (prob == 0.5).all()
    assert (move[0] == -move[1]).all()
