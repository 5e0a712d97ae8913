"""Exact knowledge gradients of a shortlist in large pools, against those of all rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mixtures
import numpy as np
import pytest

from kgdesk.model.beliefs import shortlist
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.policies.pool_sweep import sweep_within

if TYPE_CHECKING:
    from kgdesk.model.beliefs.mixture import AverageBelief


def state(kind: str, d: int, size: int, n: int, seed: int) -> tuple[AverageBelief, np.ndarray]:
    X, higher = mixtures.made(d, size, seed)
    rows, y = mixtures.outcomes(X, n, seed)
    belief = posterior(mixtures.prior(kind, higher), X[rows], y)
    return belief, X  # type: ignore[return-value]


def small(monkeypatch: pytest.MonkeyPatch, most: int, listed: int) -> None:
    monkeypatch.setattr(shortlist, "_MOST_SWEPT", most)
    for rows in ("_VALUABLE", "_PROBABLE", "_UNCERTAIN"):
        monkeypatch.setattr(shortlist, rows, listed)


@pytest.mark.parametrize("kind", ["moments", "full"])
@pytest.mark.parametrize("n", [0, 3, 20])
def test_values_on_a_shortlist_are_exact_and_the_largest_is_among_them(
    kind: str, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    belief, X = state(kind, 3, 700, n, n)
    whole = belief.sweep(X)
    small(monkeypatch, 600, 30)
    found = belief.sweep(X)
    known = ~np.isnan(found.kg)
    assert 30 <= known.sum() <= 90
    assert found.kg[known] == pytest.approx(whole.kg[known], abs=1e-12)
    assert np.nanmax(found.kg) >= 0.99 * whole.kg.max()
    assert found.probability == pytest.approx(whole.probability, abs=1e-12)
    assert found.best_now == whole.best_now
    assert n == 0 or known[found.best_now]  # before the first outcome all are equal


def test_values_among_a_few_rows_are_never_above_the_exact_ones() -> None:
    belief, X = state("moments", 2, 500, 8, 1)
    every = np.arange(len(X))
    for member in belief.components:
        pool = shortlist.MemberPool(member, X, np.full(len(X), -1), np.zeros(len(X)))
        few = pool.likely_winners(lambda: None)
        exact, winners = pool.gains(every, None, lambda: None)
        bounded, _ = pool.gains(every, few, lambda: None)
        assert few.size < 400
        assert (bounded <= exact + 1e-12).all()
        assert pool.gains(every, winners, lambda: None)[0] == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("kind", ["moments", "full"])
@pytest.mark.parametrize(("n", "deviation"), [(0, 0.0), (0, 0.8), (12, 0.0), (12, 0.8), (40, 1.8)])
def test_rows_that_are_left_out_are_never_the_best(
    kind: str, n: int, deviation: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shortlist, "_BOUNDED_TOGETHER", 16)
    monkeypatch.setattr(shortlist, "_OWN_TOGETHER", 5)
    belief, X = state(kind, 3, 400, n, 7)
    measured = np.arange(0, 400, 3)
    left = []
    for member in belief.components:
        own = np.full(len(X), deviation**2)
        own[::7] = 0.0  # as of rows that were run
        pool = shortlist.MemberPool(member, X, np.full(len(X), -1), own)
        exact, winners = pool.gains(measured, None, lambda: None)
        guessed = pool.guessed_winners()
        found, best = pool.gains_among_all(measured, guessed, lambda: None)
        assert found == pytest.approx(exact, abs=1e-12)  # sums of groups of rows differ in their last bits
        assert np.array_equal(best, winners)
        possible = pool._possible(measured[:16], guessed)
        left.append(400 if possible is None else possible.size)
    assert n < 40 or min(left) < 200  # after many outcomes half of the rows or more


def test_an_outcome_at_a_row_that_is_not_among_the_shown_ones_tells_of_its_own_deviation() -> None:
    belief, X = state("moments", 3, 300, 12, 3)
    for member in belief.components:
        pool = shortlist.MemberPool(member, X, np.full(len(X), -1), np.full(len(X), 3.0))
        measured, few = np.arange(100, 300), np.arange(100)
        among_few = pool.gains(measured, few, lambda: None)[0]
        one_by_one = [
            pool.gains(np.array([row]), np.append(few, row), lambda: None)[0][0] for row in measured.tolist()
        ]
        assert among_few == pytest.approx(one_by_one, abs=1e-12)


def test_only_rows_that_can_be_run_are_listed_and_the_best_is_chosen_among_all_in_stock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    belief, X = state("moments", 2, 500, 8, 2)
    in_stock, runnable = np.arange(500) % 5 > 0, np.arange(500) % 5 == 1
    whole = sweep_within(belief, X, in_stock, runnable=runnable)
    small(monkeypatch, 300, 20)
    found = sweep_within(belief, X, in_stock, runnable=runnable)
    known = runnable & ~np.isnan(found.kg)
    assert 20 <= known.sum() <= 60
    assert (found.kg[~runnable & ~np.isnan(found.kg)] == 0.0).all()
    assert found.kg[known] == pytest.approx(whole.kg[known], abs=1e-12)
    row = int(np.nanargmax(np.where(runnable, found.kg, np.nan)))
    assert found.after(row)[0][0] == whole.after(row)[0][0]


def test_progress_is_told_between_parts_and_may_end_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    belief, X = state("moments", 2, 500, 8, 3)
    small(monkeypatch, 300, 20)
    monkeypatch.setattr(shortlist, "_PAIRS", 10_000)
    calls: list[tuple[int, int]] = []
    belief.sweep(X, lambda done, total: calls.append((done, total)))
    assert len(calls) > 20
    assert {total for _, total in calls} == {3}

    def stop(done: int, _: int) -> None:
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        belief.sweep(X, stop)
