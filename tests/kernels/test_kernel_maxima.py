"""Largest log-odds under each draw, and largest scores of a block: against NumPy, for any shape of the pool."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_process import python
from numba import njit

from kgdesk import kernels
from kgdesk.kernels import argmax
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI, in_blocks, scores_correlated
from kgdesk.kernels.sweep import sweep_covariance

#: No row has a deviation of its own.
NONE = np.empty(0), np.empty(0, np.uint64), np.empty(0, np.int64)


def slow(W: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Sum column by column in order, as the kernel does, and take the maximum."""
    total = np.zeros((len(W), len(X)))
    for j in range(X.shape[1]):
        total = total + W[:, j : j + 1] * X[:, j]
    return total.max(axis=1)


@pytest.mark.parametrize("M", [1, 2, 127, 128, 129, 1000])
@pytest.mark.parametrize("d", [1, 2, 4, 5, 6, 8, 9, 28])
def test_the_largest_of_each_draw_is_that_of_the_slow_twin_to_the_last_bit(M: int, d: int) -> None:
    rng = np.random.default_rng(100 * M + d)
    X, W = rng.normal(size=(M, d)), rng.normal(size=(37, d))
    found = kernels.drawn_maxima(W, X, *NONE)
    np.testing.assert_array_equal(found, slow(W, X))
    np.testing.assert_allclose(found, (W @ X.T).max(axis=1), rtol=1e-12, atol=1e-12)


def test_each_draw_stands_alone() -> None:
    rng = np.random.default_rng(2)
    X, W = rng.normal(size=(300, 7)), rng.normal(size=(20, 7))
    whole = kernels.drawn_maxima(W, X, *NONE)
    parts = np.concatenate([kernels.drawn_maxima(W[i : i + 3], X, *NONE) for i in range(0, 20, 3)])
    assert np.array_equal(whole, parts)
    assert np.array_equal(kernels.drawn_maxima(W, X[::-1].copy(), *NONE), whole)


def test_log_odds_far_out_stay_what_they_are() -> None:
    X = np.array([[-1e3, 1e3], [-1e3, -1e3]])
    assert kernels.drawn_maxima(np.array([[1e3, 0.0], [0.0, 1e3]]), X, *NONE).tolist() == [-1e6, 1e6]


SCRIPT = """
import hashlib
import numpy as np
from kgdesk import kernels
rng = np.random.default_rng(3)
none = np.empty(0), np.zeros(64, np.uint64), np.arange(700)
found = kernels.drawn_maxima(rng.normal(size=(64, 9)), rng.normal(size=(700, 9)), *none)
print(hashlib.sha256(found.tobytes()).hexdigest())
"""


@pytest.mark.nightly
def test_another_number_of_threads_gives_the_same_bits() -> None:
    one, two = (python(SCRIPT, NUMBA_NUM_THREADS=count) for count in ("1", "2"))
    assert one == two


@njit
def _of_a_block(scores: np.ndarray, count: int) -> tuple[int, float, float]:
    return argmax._two_largest(scores, count)


def test_the_two_largest_scores_with_ties() -> None:
    rng = np.random.default_rng(20261126)
    for trial in range(600):
        scores = rng.normal(size=BLOCK) if trial % 3 else rng.integers(-3, 4 + trial % 2, BLOCK).astype(float)
        for count in (8, BLOCK):
            index, top, other = _of_a_block(scores, count)
            assert (index, top) == (np.argmax(scores[:count]), scores[:count].max())
            assert other == np.sort(scores[:count])[-2]


@njit
def _scores_both_ways(blocked: Any, row: np.ndarray, g: float, f: float) -> tuple[np.ndarray, np.ndarray]:
    whole, lanes, part = np.empty(BLOCK), np.empty(BLOCK), np.empty(8)
    flat, mean, scale = blocked
    for lane in range(16):
        argmax._scores_of_lane(blocked, 1, row.size, row, g, -EIGHTH_PI * f, lane, part)
        lanes[lane::16] = part
    scores_correlated(flat, mean, scale, 1, row.size, row, g, -EIGHTH_PI * f, whole)
    return whole, lanes


@pytest.mark.parametrize("d", [1, 4, 10])
def test_lane_by_lane_a_block_has_the_same_scores(d: int) -> None:
    rng, M = np.random.default_rng(d), 2 * BLOCK - 5
    X, mu, s2 = rng.normal(size=(M, d)), rng.normal(size=M), rng.uniform(1.0, 9.0, M)
    whole, lanes = _scores_both_ways(in_blocks(X, mu, s2)[0], rng.normal(size=d), -0.7, 0.1)
    assert whole.tobytes() == lanes.tobytes()


def test_equal_candidates_in_different_lanes_give_the_first_of_them() -> None:
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(150, 3))
    X = np.vstack([rows, rows[::-1]])  # 300 candidates: scanned lane by lane; candidate k is also 299 - k
    S = np.eye(3)
    for exact in (True, False):
        _, _, best, success, _, failure, _ = sweep_covariance(rng.normal(size=3), S, X, exact)
        assert max(best, success.max(), failure.max()) < 150
