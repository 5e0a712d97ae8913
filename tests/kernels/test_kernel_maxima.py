"""Largest log-odds under each draw: against NumPy, one product at a time, for any shape of the pool."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_process import python

from kgdesk import kernels


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
    found = kernels.drawn_maxima(W, X)
    np.testing.assert_array_equal(found, slow(W, X))
    np.testing.assert_allclose(found, (W @ X.T).max(axis=1), rtol=1e-12, atol=1e-12)


def test_each_draw_stands_alone() -> None:
    rng = np.random.default_rng(2)
    X, W = rng.normal(size=(300, 7)), rng.normal(size=(20, 7))
    whole = kernels.drawn_maxima(W, X)
    parts = np.concatenate([kernels.drawn_maxima(W[i : i + 3], X) for i in range(0, 20, 3)])
    assert np.array_equal(whole, parts)
    assert np.array_equal(kernels.drawn_maxima(W, X[::-1].copy()), whole)


def test_log_odds_far_out_stay_what_they_are() -> None:
    X = np.array([[-1e3, 1e3], [-1e3, -1e3]])
    assert kernels.drawn_maxima(np.array([[1e3, 0.0], [0.0, 1e3]]), X).tolist() == [-1e6, 1e6]


SCRIPT = """
import hashlib
import numpy as np
from kgdesk import kernels
rng = np.random.default_rng(3)
found = kernels.drawn_maxima(rng.normal(size=(64, 9)), rng.normal(size=(700, 9)))
print(hashlib.sha256(found.tobytes()).hexdigest())
"""


def test_another_number_of_threads_gives_the_same_bits() -> None:
    one, two = (python(SCRIPT, NUMBA_NUM_THREADS=count) for count in ("1", "2"))
    assert one == two
