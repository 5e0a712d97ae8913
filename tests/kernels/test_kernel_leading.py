"""The largest knowledge gradients by bounds: those of the exhaustive sweep, ties included; bounds that hold."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from mixtures import made, prior

from kgdesk import kernels
from kgdesk.kernels.bounded_sweep import leading
from kgdesk.kernels.bounded_sweep.batch_scan import scan_scores
from kgdesk.kernels.lookahead_simd import CORRELATED, MOMENTS, all_steps
from kgdesk.kernels.pool_blocks import in_blocks
from kgdesk.kernels.predictions import predict_exact
from kgdesk.kernels.sweep import extremes, futures
from kgdesk.kernels.update import pool_moments_full
from kgdesk.model.beliefs import average as averages
from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief, posterior

Parts = list[tuple[float, np.ndarray, np.ndarray, np.ndarray, bool]]


def state(rng: np.random.Generator) -> Parts:
    """Return a random mixture of one to three components over a pool of 130 to 900 rows, with 0 to 40 outcomes."""
    M, d, count = int(rng.integers(130, 900)), int(rng.integers(1, 12)), int(rng.integers(1, 4))
    exact, n = bool(rng.integers(2)), int(rng.choice([0, 0, 1, 3, 10, 40]))
    scale = float(rng.choice([0.1, 1.0, 1.0, 3.0, 30.0]))
    weights = rng.dirichlet(np.ones(count)) if count > 1 else np.ones(1)
    grid = bool(rng.integers(3) == 0)  # many exact ties: opposite rows, equal lengths
    parts: Parts = []
    for weight in weights.tolist():
        own = rng.integers(-1, 2, (M, d)).astype(float) if grid else rng.normal(size=(M, d))
        X = np.ascontiguousarray(np.column_stack([np.ones(M), own * scale]))
        mean = np.zeros(d + 1)
        mean[0] = rng.choice([0.0, 0.0, -3.0])
        belief = (MomentBelief if exact else FullBelief)(mean, np.diag(rng.choice([0.1, 1.0, 1.0], d + 1)))
        rows = X[rng.integers(M, size=n)]
        after = posterior(belief, rows, np.where(rng.random(n) < 0.4, 1.0, -1.0)) if n else belief
        assert isinstance(after, MomentBelief | FullBelief)
        parts.append((weight, np.array(after.mean), np.array(after.covariance), X, exact))
    return parts


def exhaustive(parts: Parts) -> np.ndarray:
    """Return the average of the exhaustive sweeps (M,), as `AverageBelief.sweep` adds it up."""
    total = np.zeros(len(parts[0][3]))
    for weight, mean, covariance, X, exact in parts:
        total += weight * (kernels.sweep_moments if exact else kernels.sweep_full)(mean, covariance, X)[0]
    return total


def check(parts: Parts, rng: np.random.Generator) -> bool:
    """Compare the largest values with the exhaustive sweep; return whether fewer than all rows were evaluated."""
    full = exhaustive(parts)
    rows = np.flatnonzero(rng.random(full.size) < rng.choice([0.3, 1.0]))
    rows = rows if rows.size else np.arange(full.size)
    count = int(rng.integers(1, 6))
    found = kernels.largest_gains(parts, rows, count)
    if found is None:
        return False
    gains, known = found[0], ~np.isnan(found[0])
    assert np.array_equal(gains[known], full[known]) or full.size <= 256
    np.testing.assert_allclose(gains[known], full[known], rtol=0, atol=1e-10)
    values = full if full.size > 256 else np.where(known, gains, full - 1e-9)
    least = np.sort(values[rows])[-min(count, rows.size)]
    assert known[rows[values[rows] >= least]].all()  # the largest, and all that tie with the last of them
    assert not known[np.setdiff1d(np.arange(full.size), rows)].any()
    return bool(known.sum() < rows.size)


def states(count: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Never give up: the bounds must hold where they do not pay, too.
    monkeypatch.setattr(leading, "_SAVED", -math.inf)
    rng = np.random.default_rng(seed)
    pruned = 0
    for _ in range(count):
        # Without a sample, and with one that is small enough for these pools.
        monkeypatch.setattr(leading, "_SAMPLED", int(rng.choice([8, 32, 256])))
        pruned += check(state(rng), rng)
    assert pruned > count // 4


def test_the_largest_values_of_200_random_states_are_those_of_the_exhaustive_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states(200, 20262501, monkeypatch)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_the_largest_values_of_ten_thousand_random_states_are_those_of_the_exhaustive_sweep(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    states(500, 20262510 + part, monkeypatch)


def test_a_scan_in_single_precision_bounds_the_scores_of_the_exhaustive_sweep() -> None:
    rng = np.random.default_rng(20262503)
    tight = infinite = 0
    for _ in range(120):
        _, mean, S, X, exact = state(rng)[0]
        X = X * rng.choice([1.0, 1.0, 1e3, 1e6])
        mu, s2 = pool_moments_full(mean, S, X)
        if s2.max() > 1e12:
            continue
        part = np.sort(rng.choice(len(X), int(rng.integers(1, len(X))), replace=False))
        pool = np.ascontiguousarray(X[part]), mu[part], s2[part]
        _, move, shrink = all_steps(mu, s2, MOMENTS if exact else CORRELATED)
        layout, reach = in_blocks(*pool), extremes(mu, s2, X)
        rows = rng.integers(len(X), size=int(rng.integers(1, 40)))
        found = scan_scores(S, X, rows, move, shrink, layout[1], reach)
        measured = np.ascontiguousarray(X[rows]), mu[rows], s2[rows]
        score = futures(mean, S, measured, pool, layout, extremes(*(pool[k] for k in (1, 2, 0))), exact)[3]
        assert (found >= score).all()
        finite = np.isfinite(found)
        infinite += int((~finite).sum())
        tight += int((found[finite] <= score[finite] + 1e-2 * (1.0 + np.abs(score[finite]))).sum())
    assert tight > 1_000
    assert infinite > 0


def test_a_plan_scans_where_the_sample_says_that_it_pays() -> None:
    ends = np.array([100, 200, 400, 800, 1600])
    drops_at_once = np.array([1.0, 0.9, 0.01, 0.01, 0.001])
    assert leading._planned(drops_at_once, ends)[1][0] == 400
    # Nothing is dropped before the whole pool is scanned: one evaluation of all is the cheapest.
    assert leading._planned(np.ones(5), ends) == (1600 + leading._OVERHEAD, [])
    # By brute force over all plans.
    rng = np.random.default_rng(3)
    for _ in range(50):
        left = np.minimum.accumulate(rng.random(5))
        costs = []
        for count in range(5):
            for chosen in combinations(range(1, 5), count):
                at, total = 0, 0.0
                for j in chosen:
                    total += left[at] * (ends[j] - ends[at] + leading._OVERHEAD)
                    at = j
                costs.append(total + left[at] * (1600 + leading._OVERHEAD))
        assert leading._planned(left, ends)[0] == pytest.approx(min(costs))


def test_no_probability_exceeds_the_ceiling_of_its_score() -> None:
    score = np.concatenate([np.linspace(-12.0, 12.0, 961), [-300.0, 40.0, 900.0]])
    for v in (0.0, *np.geomspace(1e-3, 1e12, 121).tolist()):
        mu = score * math.sqrt(1.0 + math.pi / 8.0 * v)
        admitted = np.abs(mu) <= 1e6
        found = predict_exact(mu[admitted], np.full(int(admitted.sum()), v))
        assert (found <= leading.ceiling(score[admitted], True)).all(), v
    assert (1.0 / (1.0 + np.exp(-np.clip(score, -700, 700))) <= leading.ceiling(score, False)).all()
    # The kappa form alone is no ceiling.
    assert float(predict_exact(np.array([-0.1]), np.array([0.1]))[0]) > 1.0 / (
        1.0 + math.exp(0.1 / math.sqrt(1.0 + math.pi / 80.0))
    )


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_an_average_knows_its_largest_values_and_says_that_the_others_are_not_computed(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "_SAVED", -math.inf)  # also where the bounds do not pay
    X, higher = made(4, 2000)
    belief = prior(kind, higher)
    rng = np.random.default_rng(4)
    rows = rng.integers(len(X), size=30)
    after = posterior(belief, X[rows], np.where(rng.random(30) < 0.4, 1.0, -1.0))
    assert isinstance(after, averages.AverageBelief)
    full, some = after.sweep(X), after.leading(X, np.arange(len(X)), 5)
    assert some is not None
    known = ~np.isnan(some.kg)
    assert 5 <= known.sum() < len(X)
    assert np.array_equal(some.kg[known], full.kg[known])
    assert np.array_equal(some.probability, full.probability)
    assert (some.best_now, some.value_now) == (full.best_now, full.value_now)
    assert full.kg[~known].max() < np.sort(full.kg[known])[-5]
    row = int(np.nanargmax(some.kg))
    assert row == int(np.argmax(full.kg))
    assert some.after(row) == full.after(row)


def test_an_exception_of_the_progress_ends_the_search() -> None:
    def stop(done: int, total: int) -> None:
        raise InterruptedError(f"{done} of {total}")

    X = np.column_stack([np.ones(300), np.random.default_rng(1).normal(size=300)])
    with pytest.raises(InterruptedError, match="0 of 300"):
        kernels.largest_gains([(1.0, np.zeros(2), np.eye(2), X, True)], np.arange(300), 1, stop)


def test_bounded_sweeps_of_all_values_are_taken_where_they_are_cheaper_than_a_search() -> None:
    X, higher = made(3, 6_000)
    rng = np.random.default_rng(4)
    rows = rng.integers(len(X), size=30)
    after = posterior(prior("moments", higher), X[rows], np.where(rng.random(30) < 0.4, 1.0, -1.0))
    assert isinstance(after, averages.AverageBelief)
    measured = np.arange(0, len(X), 2)
    done: list[tuple[int, int]] = []
    found = after.leading(X, measured, 1, lambda *at: done.append(at))
    assert found is not None
    assert np.array_equal(found.kg[measured], after.sweep(X).kg[measured])
    assert np.isnan(found.kg[1::2]).all()
    assert done == sorted(done)
    assert done[-1][0] == done[-1][1]
    # A search that is planned to be short does not begin them; one that is not, begins them and compares.
    parts = [
        (c.weight, np.array(c.belief.mean), np.array(c.belief.covariance), c.of(X), True)
        for c in after.components
    ]
    sweeps = leading._Sweeps(parts)
    assert not sweeps.cheaper(1_000.0, len(X))
    assert not sweeps._begun
    assert not sweeps.cheaper(2_000.0, len(X) // 50)
    assert len(sweeps._begun) == 1
    assert sweeps.cheaper(2_000.0, len(X))
    # Pools that are too small for a bounded sweep are searched.
    small = leading._Sweeps([(weight, m, S, x[:5_000], exact) for weight, m, S, x, exact in parts])
    assert not small.cheaper(1e9, 5_000)
