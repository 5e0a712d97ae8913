"""SIMD operations on eight doubles, lane by lane, compiled and in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from kgdesk.kernels import simd
from kgdesk.kernels.simd import (
    absolute,
    exponential,
    greater_equal_mask,
    load,
    maximum,
    multiply_add,
    power_of_two,
    reduce_max,
    reduce_sum,
    select_greater,
    splat,
    splat_at,
    store,
)

A = np.array([1.5, -2.0, 0.0, 7.0, -0.25, 1e10, -1e-10, 3.0, 99.0])
B = np.array([2.0, -2.0, -1.0, 0.5, 8.0, 1e-3, 1e3, -3.0, 98.0])


@njit
def _everything(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> tuple[float, float]:
    x, y = load(a, 0), load(b, 0)
    store(out, 0, x + y)
    store(out, 8, x - y)
    store(out, 16, x * y)
    store(out, 24, x / y)
    store(out, 32, multiply_add(x, y, splat(0.5)))
    store(out, 40, select_greater(x, y, splat_at(a, 8), absolute(y)))
    store(out, 48, maximum(x, y))
    store(out, 56, load(a, 1))
    return reduce_max(x), reduce_sum(x)


def test_every_operation_works_lane_by_lane() -> None:
    out = np.empty(64)
    top, summed = _everything(A, B, out)
    x, y = A[:8], B[:8]
    rows = out.reshape(8, 8)
    np.testing.assert_array_equal(rows[0], x + y)
    np.testing.assert_array_equal(rows[1], x - y)
    np.testing.assert_array_equal(rows[2], x * y)
    np.testing.assert_array_equal(rows[3], x / y)
    np.testing.assert_allclose(rows[4], x * y + 0.5, rtol=1e-15)
    np.testing.assert_array_equal(rows[5], np.where(x > y, 99.0, np.abs(y)))
    np.testing.assert_array_equal(rows[6], np.maximum(x, y))
    np.testing.assert_array_equal(rows[7], A[1:])
    assert top == x.max()
    assert summed == pytest.approx(x.sum(), rel=1e-15)


def test_a_comparison_with_no_number_gives_the_second() -> None:
    @njit
    def act(a: np.ndarray, out: np.ndarray) -> None:
        store(out, 0, maximum(load(a, 0), splat(1.0)))

    out = np.empty(8)
    act(np.full(8, np.nan), out)
    assert (out == 1.0).all()


@njit
def _reaching(a: np.ndarray, b: np.ndarray) -> int:
    return greater_equal_mask(load(a, 0), load(b, 0))


def test_each_bit_says_whether_a_lane_reaches_another_or_cannot_be_compared() -> None:
    a = np.array([1.0, 2.0, 2.0, np.nan, 3.0, -np.inf, np.inf, -1.0])
    b = np.array([2.0, 1.0, 2.0, 1.0, np.nan, 0.0, np.inf, 0.0])
    assert _reaching(a, b) == 0b01011110
    assert simd._greater_equal_mask_plain(a, b) == 0b01011110


@njit
def _exponentials(a: np.ndarray, out: np.ndarray) -> None:
    for i in range(0, a.size, 8):
        store(out, i, exponential(load(a, i)))


def test_the_exponential_is_right_to_two_rounding_errors_over_its_range() -> None:
    a = np.concatenate([np.linspace(-708.0, 709.0, 8000), np.linspace(-1.0, 1.0, 800)])
    out = np.empty_like(a)
    _exponentials(a, out)
    assert np.abs(out / np.exp(a) - 1.0).max() <= 2 * np.finfo(float).eps


@njit
def _powers(k: np.ndarray, out: np.ndarray) -> None:
    store(out, 0, power_of_two(load(k, 0)))


def test_powers_of_two_are_exact() -> None:
    k, out = np.array([-1022.0, -5.0, -1.0, 0.0, 1.0, 10.0, 52.0, 1023.0]), np.empty(8)
    _powers(k, out)
    np.testing.assert_array_equal(out, np.ldexp(1.0, k.astype(int)))


def test_a_value_has_eight_lanes() -> None:
    assert simd.WIDTH == 8


@pytest.mark.nightly
def test_all_this_holds_uncompiled() -> None:
    if os.environ.get("NUMBA_DISABLE_JIT"):
        pytest.skip("this process is uncompiled")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", __file__, "-q", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "6 passed" in done.stdout
