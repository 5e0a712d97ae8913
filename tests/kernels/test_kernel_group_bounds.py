"""Parts of the bounded sweep: neighbours, group bounds, and attained scores."""

from __future__ import annotations

import numpy as np
import pytest

from kgdesk import kernels
from kgdesk.kernels.bounded_sweep import branch_and_bound, partition
from kgdesk.kernels.bounded_sweep.group_bounds import raise_lower_bounds
from kgdesk.kernels.bounded_sweep.partition import GROUP_SIZE
from kgdesk.kernels.pool_blocks import EIGHTH_PI

KINDS = "full", "diagonal"


def prepared(kind: str, M: int = 700, d: int = 6, scale: float = 1.0) -> tuple:
    """Return (pool, outcomes, rows, size, elite) of a belief with some outcomes behind it."""
    rng = np.random.default_rng(7)
    X = np.column_stack([np.ones(M), rng.normal(size=(M, d - 1)) * scale])
    y = np.where(rng.random(12) < 0.5, 1.0, -1.0)
    if kind == "diagonal":
        mean, q = kernels.diagonal_fold(np.zeros(d), np.ones(d), X[:12], y)
        return branch_and_bound._prepared(mean, branch_and_bound.NO_MATRIX, q, X, False)[1:]
    mean, S = kernels.full_fold(np.zeros(d), np.eye(d), X[:12], y, False)
    return branch_and_bound._prepared(mean, S, branch_and_bound.NOTHING, X, False)[1:]


def coordinates(order: np.ndarray, move: np.ndarray, rows: np.ndarray, numbers: int) -> np.ndarray:
    """Return (n, numbers) the coordinates of each hypothetical outcome in order."""
    found = move[order][:, None] * rows.reshape(-1, numbers + 2)[order // 2, :numbers]
    found[:, 0] = np.abs(found[:, 0])
    return found


def scored(pool: tuple, found: tuple, elite: np.ndarray) -> np.ndarray:
    """Return (2 M,) the largest score of the elite after each hypothetical outcome, by the formulas."""
    _, mu, s2, X, _, S, q, *_ = pool
    move, shrink = found[0], found[1]
    measured = np.repeat(X, 2, axis=0)
    if q.size:
        t = (measured / q) @ X[elite].T
        v = (1.0 / (q + shrink[:, None] * measured**2)) @ (X[elite] ** 2).T
    else:
        t = measured @ S @ X[elite].T
        v = np.maximum(s2[elite] - shrink[:, None] * t * t, 0.0)
    u = mu[elite] + move[:, None] * t
    return (u * np.abs(u) / (1.0 + EIGHTH_PI * v)).max(1)


@pytest.mark.parametrize("count", [1, 31, 33, 200, 1400, 1399])
def test_hypothetical_outcomes_are_partitioned_into_neighbours_down_to_groups(count: int) -> None:
    _, (move, *_), rows, size, _ = prepared("full")
    order = np.arange(count, dtype=np.int32)
    before = coordinates(order, move, rows, size.size)
    partition.partition(order, 0, count, 8 * GROUP_SIZE, GROUP_SIZE, move, rows, size)
    assert sorted(order) == list(range(count))
    after = coordinates(order, move, rows, size.size)

    def sides(values: np.ndarray, step: int) -> float:
        parts = [values[n : n + step] for n in range(0, count, step)]
        return sum(((part.max(0) - part.min(0)) * size).sum() for part in parts)

    if count > 8 * GROUP_SIZE:
        assert sides(after, GROUP_SIZE) < sides(before, GROUP_SIZE) / 2
        assert sides(after, 8 * GROUP_SIZE) < 0.8 * sides(before, 8 * GROUP_SIZE)
        middle = (count + 8 * GROUP_SIZE - 1) // (8 * GROUP_SIZE) // 2 * 8 * GROUP_SIZE
        longest = int((np.ptp(after, axis=0) * size).argmax())
        assert after[:middle, longest].max() <= after[middle:, longest].min()


def test_hypothetical_outcomes_that_are_all_alike_are_partitioned_too() -> None:
    order = np.arange(1000, dtype=np.int32)
    partition.partition(
        order, 0, 1000, 8 * GROUP_SIZE, GROUP_SIZE, np.ones(1000), np.ones(500 * 5), np.ones(3)
    )
    assert sorted(order) == list(range(1000))


@pytest.mark.parametrize("kind", KINDS)
def test_a_box_holds_what_its_hypothetical_outcomes_have_in_common(kind: str) -> None:
    pool, (move, shrink, lower), rows, size, _ = prepared(kind)
    X, q, numbers = pool[3], pool[6], size.size
    lower[:] = np.random.default_rng(3).normal(size=lower.size)
    order = np.random.default_rng(4).permutation(1400).astype(np.int32)
    sums = partition.group_summary(order, (move, shrink, lower), rows, numbers, q, X)
    step = 8 * GROUP_SIZE
    starts = np.array([0, step, 2 * step, 3 * step, 4 * step, 5 * step, 1400, 1400])
    box = partition.empty_box(numbers, X.shape[1], q.size > 0)
    partition.boxes(sums, starts, 1400, step, q, box)
    centre, half, least, phi, keep, floor = box
    assert np.isinf(floor[6:]).all()
    for c in range(6):
        group = order[starts[c] : starts[c] + step]
        values, f, i = coordinates(group, move, rows, numbers), shrink[group], group // 2
        for j in range(1, numbers):
            assert centre[8 * j + c] - half[8 * j + c] == pytest.approx(values[:, j].min(), abs=1e-12)
            assert centre[8 * j + c] + half[8 * j + c] == pytest.approx(values[:, j].max(), abs=1e-12)
        assert half[c] == values[:, 0].max()
        assert phi[c] == pytest.approx((EIGHTH_PI * f / move[group] ** 2).max(), rel=1e-12)
        assert keep[c] == pytest.approx(max((1.0 - f * pool[2][i]).min(), 0.0), abs=1e-9)
        assert lower[group].min() - 1e-7 < floor[c] <= lower[group].min()
        for j in range(q.size):
            assert least[8 * j + c] == pytest.approx(EIGHTH_PI / (q[j] + (f * X[i, j] ** 2).max()), rel=1e-12)


@pytest.mark.parametrize("scale", [1.0, 1e6])
@pytest.mark.parametrize("kind", KINDS)
def test_floors_are_raised_to_just_below_what_the_elite_reaches(kind: str, scale: float) -> None:
    pool, (move, shrink, lower), *_ = prepared(kind, scale=scale)
    elite = np.arange(3, 700, 31, dtype=np.int32)
    lower[:] = -np.inf
    raise_lower_bounds(np.arange(0, 700, 2, dtype=np.int32), elite, pool, (move, shrink, lower))
    exact = scored(pool, (move, shrink), elite)
    raised = np.isin(np.arange(1400) // 2, np.arange(0, 700, 2))
    assert np.isneginf(lower[~raised]).all()
    slack = 1e-9 * np.abs(exact[raised]).max()
    assert (lower[raised] <= exact[raised] + slack).all()
    assert (lower[raised] >= exact[raised] - 0.05 * np.abs(exact[raised]) - 0.01).all()
