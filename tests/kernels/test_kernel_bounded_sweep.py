"""The bounded sweep agrees with the exhaustive one, and prunes no candidate that may be best."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kgdesk.kernels import (
    bounded_diagonal,
    bounded_full,
    bounded_moments,
    diagonal_fold,
    full_fold,
    sweep_diagonal,
    sweep_full,
    sweep_moments,
)
from kgdesk.kernels import sweep as exhaustive
from kgdesk.kernels.bounded_sweep import branch_and_bound
from kgdesk.kernels.bounded_sweep.partition import leading_coordinates, principal_axes

ROOT = Path(__file__).parents[2]
PAIRS = {
    "diagonal": (bounded_diagonal, sweep_diagonal),
    "full": (bounded_full, sweep_full),
    "moments": (bounded_moments, sweep_moments),
}
Problem = tuple[np.ndarray, np.ndarray, np.ndarray]


def learned(kind: str, rng: np.random.Generator, X: np.ndarray, outcomes: int) -> Problem:
    d = X.shape[1]
    rows = X[rng.integers(len(X), size=outcomes)]
    y = np.where(rng.random(outcomes) < 1 / (1 + np.exp(-(rows @ rng.normal(size=d)))), 1.0, -1.0)
    if kind == "diagonal":
        return (*diagonal_fold(np.zeros(d), np.ones(d), rows, y), X)
    return (*full_fold(np.zeros(d), np.eye(d), rows, y, kind == "moments"), X)


def by_groups(kind: str, problem: Problem) -> tuple | None:
    mean, spread, X = problem
    if kind == "diagonal":
        return branch_and_bound.sweep_by_groups(mean, branch_and_bound.NO_MATRIX, spread, X, False, None)
    return branch_and_bound.sweep_by_groups(
        mean, spread, branch_and_bound.NOTHING, X, kind == "moments", None
    )


def uniform(rng: np.random.Generator, M: int, d: int) -> np.ndarray:
    return np.column_stack([np.ones(M), rng.uniform(-3, 3, (M, d - 1))])


def lattice(rng: np.random.Generator, M: int, d: int) -> np.ndarray:
    return np.column_stack([np.ones(M), rng.integers(-2, 3, (M, d - 1)).astype(float)])


def heavy(rng: np.random.Generator, M: int, d: int) -> np.ndarray:
    return np.column_stack([np.ones(M), rng.standard_t(2, (M, d - 1))])


POOLS = {"uniform": uniform, "lattice with duplicates": lattice, "heavy tails": heavy}


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("outcomes", [0, 3, 12, 60])
@pytest.mark.parametrize("kind", PAIRS)
def test_every_value_is_that_of_the_exhaustive_sweep(
    kind: str, outcomes: int, pool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        branch_and_bound, "_MOST_WORK_SHARE", np.inf
    )  # even if the exhaustive sweep would be used
    rng = np.random.default_rng(outcomes + 7)
    problem = learned(kind, rng, POOLS[pool](rng, 1700, 4), outcomes)
    found, right = by_groups(kind, problem), PAIRS[kind][1](*problem)
    assert found is not None
    assert np.abs(found[0] - right[0]).max() <= 1e-12
    assert np.abs(found[1] - right[1]).max() <= 1e-14
    assert found[2] == right[2]
    for value in (4, 6):
        assert np.abs(found[value] - right[value]).max() <= 1e-12


@pytest.mark.parametrize("kind", PAIRS)
def test_where_nothing_can_be_left_behind_the_exhaustive_sweep_is_taken(kind: str) -> None:
    """All candidates lie on a sphere around the prior mean: every direction has a different best candidate."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(1600, 12))
    X *= 5.0 / np.linalg.norm(X, axis=1)[:, None]
    spread = np.ones(12) if kind == "diagonal" else np.eye(12)
    assert by_groups(kind, (np.zeros(12), spread, X)) is None
    fast, right = (act(np.zeros(12), spread, X) for act in PAIRS[kind])
    assert all(np.array_equal(a, b) for a, b in zip(fast, right, strict=True))


@pytest.mark.parametrize(("compiled", "fewest"), [(True, 6_000), (False, 20_000)])
def test_smaller_pools_take_the_bounded_sweep_only_where_it_is_compiled(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, fewest: int
) -> None:
    monkeypatch.setattr(exhaustive, "has_compiled_kernels", lambda *_: compiled)
    assert exhaustive.bounded_from.__wrapped__() == fewest


def test_once_it_was_used_its_kernels_are_found_to_be_compiled() -> None:
    problem = learned("full", np.random.default_rng(8), uniform(np.random.default_rng(8), 300, 3), 12)
    by_groups("full", problem)
    assert exhaustive.bounded_from.__wrapped__() == exhaustive.BOUNDED_FROM


@pytest.mark.parametrize(("outcomes", "pays"), [(0, False), (30, True)])
def test_a_look_at_some_of_the_pool_tells_whether_a_bound_may_pay(outcomes: int, pays: bool) -> None:
    """Before the first outcome nearly every candidate becomes the best after its own success; later only few do."""
    problem = learned(
        "full", np.random.default_rng(4), uniform(np.random.default_rng(4), 30_000, 6), outcomes
    )
    looked: list[int] = []

    def sweep(pool: np.ndarray) -> tuple:
        looked.append(len(pool))
        return PAIRS["full"][1](*problem[:2], pool)

    assert (branch_and_bound.share_of_winners(sweep, problem[2]) <= branch_and_bound.MOST_WINNERS) == pays
    assert branch_and_bound.share_of_winners(sweep, problem[2][: branch_and_bound.BOUNDED_FROM - 1]) == 1.0
    assert len(looked) == 1
    assert looked[0] < 1000


@pytest.mark.parametrize("kind", PAIRS)
def test_boxes_of_four_coordinates_give_the_values_of_the_exhaustive_sweep(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branch_and_bound, "_MOST_WORK_SHARE", np.inf)
    monkeypatch.setattr(branch_and_bound, "_MANY_CANDIDATES", 1000)
    monkeypatch.setattr(branch_and_bound, "_TRIAL_GROUPS", 1)  # parts of families, as in the largest pools
    numbers: list[int] = []

    def noted(likely: np.ndarray, T: np.ndarray) -> int:
        numbers.append(leading_coordinates(likely, T))
        return numbers[-1]

    monkeypatch.setattr(branch_and_bound, "leading_coordinates", noted)
    rng = np.random.default_rng(6)
    x = rng.uniform(-1.0, 1.0, (3000, 2))
    quadratic = np.column_stack([np.ones(3000), x, x[:, 0] ** 2, x[:, 0] * x[:, 1], x[:, 1] ** 2])
    # The likely winners lie close together in a plane of few numbers, and not in a cube of as many as columns.
    for X, expected in ((quadratic, 4), (uniform(rng, 3000, 12), 2)):
        problem = learned(kind, rng, X, 12)
        found, right = by_groups(kind, problem), PAIRS[kind][1](*problem)
        assert numbers.pop() == expected
        assert found is not None
        assert all(np.abs(found[value] - right[value]).max() <= 1e-12 for value in (0, 4, 6))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", PAIRS)
def test_a_family_that_was_given_up_leaves_no_gap(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups differ in cost: wherever the limit falls between them, either all are evaluated or none counts."""
    problem = learned(kind, np.random.default_rng(8), heavy(np.random.default_rng(7), 9000, 6), 12)
    right = PAIRS[kind][1](*problem)
    taken = set()
    for share in np.geomspace(0.001, 1.0, 40):
        monkeypatch.setattr(branch_and_bound, "_MOST_WORK_SHARE", share)
        gaps = [np.full(18_000, -1), np.full(18_000, np.nan)]
        del gaps  # its memory is reused, so that a gap would contain these values
        found = by_groups(kind, problem)
        taken.add(found is not None)
        if found is not None:
            np.testing.assert_allclose(found[0], right[0], rtol=0, atol=1e-12)
            assert min(found[3].min(), found[5].min()) >= 0
    assert taken == {True, False}


@pytest.mark.parametrize("kind", PAIRS)
def test_progress_is_told_in_order_and_what_it_raises_ends_the_sweep(kind: str) -> None:
    rng = np.random.default_rng(5)
    problem = learned(kind, rng, uniform(rng, branch_and_bound.BOUNDED_FROM, 4), 40)
    seen: list[tuple[int, int]] = []
    PAIRS[kind][0](*problem, lambda done, of: seen.append((done, of)))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]

    class Stopped(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if 2 * done >= of:
            raise Stopped

    with pytest.raises(Stopped):
        PAIRS[kind][0](*problem, stop)


def test_principal_axes_turn_a_matrix_into_a_diagonal() -> None:
    rng = np.random.default_rng(8)
    for d in (1, 2, 7, 30):
        A = rng.normal(size=(d, d)) * 10 ** rng.uniform(-4, 4, d)
        A = A @ A.T
        Q = principal_axes(A)
        np.testing.assert_allclose(Q.T @ Q, np.eye(d), atol=1e-12)
        turned = Q.T @ A @ Q
        np.testing.assert_allclose(turned - np.diag(np.diagonal(turned)), 0, atol=1e-8 * np.abs(A).max())


CHOICES = """
import numpy as np
from kgdesk import kernels
from kgdesk.model.beliefs.gaussian import MomentBelief, FullBelief, DiagonalBelief
rng = np.random.default_rng(2)
X = np.column_stack([np.ones(2000), rng.uniform(-3, 3, (2000, 4))])
rows, y = X[rng.integers(2000, size=25)], np.where(rng.random(25) < 0.4, 1, -1)
for count in (1, 2):
    kernels.set_threads(count)
    for belief in (
        MomentBelief.fitted(MomentBelief.prior(5), rows, y),
        FullBelief.prior(5).folded(rows, y),
        DiagonalBelief.prior(5).folded(rows, y),
    ):
        sweep = belief.sweep(X)
        first = np.argsort(-sweep.kg)[:5].tolist()
        print(first, sweep.best_now, int(sweep.success_best.sum()), f"{sweep.kg.max():.10f}")
"""


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.timeout(900)  # two processes compile all kernels
def test_a_narrower_machine_and_fewer_threads_give_the_same_choices(tmp_path: Path) -> None:
    lines = {}
    for name, environment in (
        ("this", {}),
        ("narrow", {"NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path)}),
    ):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", CHOICES],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, "NUMBA_NUM_THREADS": "2", **environment},
            timeout=440,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        lines[name] = done.stdout.splitlines()
    assert lines["this"] == lines["narrow"]
    assert lines["this"][:3] == lines["this"][3:]
