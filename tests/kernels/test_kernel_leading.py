"""The largest knowledge gradients by bounds: those of the exhaustive sweep, ties included; bounds that hold."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from mixtures import made, never_give_up, prior
from search_states import Parts, State, state

from kgdesk import kernels
from kgdesk.kernels import bounded_sweep
from kgdesk.kernels.bounded_sweep import branch_and_bound, components
from kgdesk.kernels.bounded_sweep.batch_scan import bounds_of, score_errors
from kgdesk.kernels.bounded_sweep.components import ScannedComponent, ScannedGroup, ceiling, scan_order
from kgdesk.kernels.bounded_sweep.shared_features import SharedProducts, sharing
from kgdesk.kernels.bounded_sweep.shared_scan import scan_shared
from kgdesk.kernels.lookahead_simd import CORRELATED, MOMENTS, all_steps
from kgdesk.kernels.pool_blocks import BLOCK, EIGHTH_PI, in_blocks
from kgdesk.kernels.predictions import predict_exact
from kgdesk.kernels.sweep import extremes, futures
from kgdesk.kernels.update import pool_moments_full
from kgdesk.model.beliefs import average as averages
from kgdesk.model.beliefs.gaussian import posterior


def exhaustive(X: np.ndarray, parts: Parts, exact: bool) -> np.ndarray:
    """Return the average of the exhaustive sweeps (M,), as `AverageBelief.sweep` adds it up."""
    total = np.zeros(len(X))
    for weight, mean, covariance, _, columns in parts:
        own = np.ascontiguousarray(X[:, columns])
        total += weight * (kernels.sweep_moments if exact else kernels.sweep_full)(mean, covariance, own)[0]
    return total


def check(state: State, rng: np.random.Generator) -> bool:
    """Compare the largest values with the exhaustive sweep; return whether fewer than all rows were evaluated."""
    full = exhaustive(*state)
    X, parts, exact = state
    rows = np.flatnonzero(rng.random(full.size) < rng.choice([0.3, 1.0]))
    rows = rows if rows.size else np.arange(full.size)
    count = int(rng.integers(1, 6))
    found = kernels.largest_gains(X, parts, exact, rows, count)
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
    never_give_up(monkeypatch)
    rng = np.random.default_rng(seed)
    pruned = 0
    for _ in range(count):
        # Without a sample, and with one that is small enough for these pools.
        monkeypatch.setattr(bounded_sweep, "_SAMPLED", int(rng.choice([8, 32, 256])))
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


def scanned(state: State, scale: float, rng: np.random.Generator) -> tuple[bool, np.ndarray, np.ndarray]:
    """Return whether beliefs shared products, the bounds of a scan (3, 2, A), and what they bound.

    The latter (3, 2, A): scores of the exhaustive sweep, and probability and variance of the best candidates.
    """
    X, parts, exact = state
    X = X * scale
    pools = [np.ascontiguousarray(X[:, columns]) for *_, columns in parts]
    moments = [pool_moments_full(m, S, own) for (_, m, S, _, _), own in zip(parts, pools, strict=True)]
    beliefs = [(*known, S, prior, at) for known, (_, _, S, prior, at) in zip(moments, parts, strict=True)]
    group, learnt = max(sharing(X, beliefs), key=lambda one: len(one[0]))
    some, first = [beliefs[c] for c in group], moments[group[0]]
    blocks = int(rng.integers(1, -(-len(X) // BLOCK) + 1))
    order = scan_order([np.argsort(-mu) for mu, *_ in some], first[1], [min(len(X), blocks * BLOCK), len(X)])
    products = SharedProducts(X, some, learnt, order)
    rows = rng.integers(len(X), size=int(rng.integers(1, 70)))
    steps = np.empty((len(group), len(X), 4), np.float32)
    errors, top, shrinks = np.empty_like(steps), np.ones_like(steps), []
    top[:, :, :2] = -np.inf
    bounds, scores = [], []
    for c, (mu, s2, *_) in enumerate(some):
        _, move, shrink = all_steps(mu, s2, MOMENTS if exact else CORRELATED)
        shrinks.append(shrink.reshape(-1, 2)[rows].T)
        steps[c, :, ::2], steps[c, :, 1::2] = move.reshape(-1, 2), -EIGHTH_PI * shrink.reshape(-1, 2)
        reach = float(np.abs(mu).max()), float(s2.max()), float(s2.min()), products.rounded
        errors[c] = score_errors(steps[c], s2, products.far[c], products.off[c], reach)
    scan_shared(products.arrays, 0, blocks, rows, steps, errors, top)
    part = np.sort(order[: blocks * BLOCK])
    for c, (mu, s2, *_) in enumerate(some):
        bounds.append(bounds_of(top[c], rows, errors[c], float(s2.max())))
        _, m, S, _, _ = parts[group[c]]
        own = pools[group[c]]
        pool = np.ascontiguousarray(own[part]), mu[part], s2[part]
        measured = np.ascontiguousarray(own[rows]), mu[rows], s2[rows]
        layout = in_blocks(*pool), extremes(pool[1], pool[2], pool[0])
        _, index, value, score = futures(m, S, measured, pool, *layout, exact)
        t = np.einsum("ac,sac->sa", measured[0] @ S, pool[0][index])
        scores.append(np.array([score, value, np.maximum(pool[2][index] - shrinks[c] * t * t, 0.0)]))
    return len(group) > 1, np.concatenate(bounds, axis=2), np.concatenate(scores, axis=2)


def test_a_scan_in_single_precision_bounds_the_scores_of_the_exhaustive_sweep() -> None:
    rng = np.random.default_rng(20262503)
    tight = close = infinite = shared = 0
    for _ in range(160):
        scale = float(rng.choice([1.0, 1.0, 1.0, 30.0, 1e3]))
        given = state(rng)
        together, (found, least, spread), (score, value, variance) = scanned(given, scale, rng)
        assert (found >= score).all()
        assert (least <= score).all()
        assert (spread >= variance).all()
        assert (ceiling(found, spread, given[2]) >= value).all()
        finite = np.isfinite(found)
        infinite += int((~finite).sum())
        slack = 2e-2 * (1.0 + np.abs(score[finite]))
        tight += int(
            (np.maximum(found[finite] - score[finite], score[finite] - least[finite]) <= slack).sum()
        )
        close += int((spread[finite] <= 1.01 * variance[finite] + 1e-3).sum())
        shared += together
    assert tight > 5_000
    assert close > 4_000
    assert infinite > 0
    assert shared > 20


def test_one_product_for_each_pair_bounds_the_scores_of_both_candidates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(20262504)
    tight = shared = trials = 0
    while trials < 60:
        X, parts, exact = state(rng)
        X = np.ascontiguousarray(X * float(rng.choice([1.0, 1.0, 30.0, 1e3])))
        if any(mean.any() for _, mean, *_ in parts):
            continue
        trials += 1
        monkeypatch.setattr(components, "PAIRS", int(rng.choice([1, 4 * BLOCK**2, 10**9])))
        each = [ScannedComponent(X, part, exact) for part in parts]
        group, learnt = max(sharing(X, [part.belief() for part in each]), key=lambda one: len(one[0]))
        some, done = [each[c] for c in group], []
        ScannedGroup(X, some, learnt).scan_pairs(done.append)
        assert done[0] == 0
        assert done == sorted(set(done))
        for part in some:
            pool = part.X, part.mu, part.s2
            layout = in_blocks(*pool), extremes(part.mu, part.s2, part.X)
            score = futures(part.mean, part.covariance, pool, pool, *layout, exact)[3]
            bound = part.score + components._NEAR * np.abs(part.score)
            assert (bound >= score).all()
            tight += int((bound <= score + 1e-2 * (1.0 + np.abs(score))).sum())
        shared += len(group) > 1
    assert tight > 40_000
    assert shared > 10


def test_products_of_numbers_are_computed_from_a_squared_sum() -> None:
    X, higher = made(8, 4000)
    belief = prior("moments", higher)
    beliefs = [
        (*pool_moments_full(np.array(c.belief.mean), np.array(c.belief.covariance), c.of(X)),
         np.array(c.belief.covariance), c.prior_variance, c.columns)
        for c in belief.components
    ]  # fmt: skip
    ((group, learnt),) = sharing(X, beliefs)
    assert group == [0, 1, 2]
    counts = SharedProducts(X, beliefs, learnt, np.arange(len(X))).arrays[7].tolist()
    # Eight numbers, the intercept, their squares and two terms of the centres; 28 products have no column of their own
    # but for the few whose weights differ by more than a hundredth from the usual one.
    assert counts[:2] == [8, 1]
    assert 10 <= counts[2] < 30
    assert counts[3:] == [0, 0, 0]
    # After a few outcomes the straight model, which has few columns, is scanned in its own order.
    rng = np.random.default_rng(2)
    after = posterior(belief, X[rng.integers(len(X), size=6)], np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0]))
    assert isinstance(after, averages.AverageBelief)
    then = [
        (mu, s2, np.array(c.belief.covariance), before, columns)
        for c, (mu, s2, _, before, columns) in zip(after.components, beliefs, strict=True)
    ]
    (group, learnt), (alone, nothing) = sharing(X, then)
    assert (group, alone, nothing) == ([1, 2], [0], None)
    assert SharedProducts(X, then[1:], learnt, np.arange(len(X))).arrays[7].tolist()[3:] == [6, 6]
    # Without the priors, or with covariances that have learnt as much as they have columns, each is scanned alone.
    each_alone = [([0], None), ([1], None), ([2], None)]
    assert sharing(X, [(*known[:3], None, known[4]) for known in then]) == each_alone
    spread = [(mu, s2, 0.5 * S, before, columns) for mu, s2, S, before, columns in beliefs]
    assert sharing(X, spread) == each_alone


def test_a_plan_scans_where_the_sample_says_that_it_pays() -> None:
    ends, overhead = np.array([100, 200, 400, 800, 1600]), bounded_sweep._OVERHEAD
    drops_at_once = np.array([1.0, 0.9, 0.01, 0.01, 0.001])
    assert bounded_sweep._planned([drops_at_once] * 2, ends, (1.0, 0.0))[1][0] == (400, 100)
    # Nothing is dropped before the whole pool is scanned: one evaluation of all is the cheapest.
    assert bounded_sweep._planned(np.ones((2, 5)), ends, (1.0, 0.5)) == (1600 + overhead, [])
    # The light groups are scanned when the heavy ones have left few candidates.
    few = np.array([[1.0, 0.9, 0.1, 0.1, 0.1], [1.0, 0.8, 0.09, 1e-6, 1e-6]])
    assert bounded_sweep._planned(few, ends, (0.1, 0.1))[1] == [(400, 100), (400, 1600), (800, 1600)]
    # By brute force over all plans.
    rng = np.random.default_rng(3)
    for _ in range(50):
        left = np.minimum.accumulate(rng.random((2, 5)), axis=1)
        left[1] = np.minimum(left[0], left[1])
        price, light, costs = float(rng.random()), float(rng.choice([0.0, rng.random()])), []
        for count in range(5):
            for chosen in combinations(range(1, 5), count):
                steps = [
                    *range(count + 1 if light else 0),
                    5,
                ]  # before the light groups are scanned, 5 for never
                costs += [cost_of(chosen, after, left, ends, (price, light)) for after in steps]
        assert bounded_sweep._planned(left, ends, (price, light))[0] == pytest.approx(min(costs))


def cost_of(
    chosen: tuple[int, ...], after: int, left: np.ndarray, ends: np.ndarray, prices: tuple[float, float]
) -> float:
    """Return the cost of a plan whose steps end at ends[chosen]; light groups are scanned after `after` of them."""
    at, which, total, overhead = 0, 0, 0.0, bounded_sweep._OVERHEAD
    for step, j in enumerate((*chosen, None)):
        if step == after:
            total += left[0][at] * (prices[1] * (ends[-1] - ends[0]) + overhead)
            which = 1
        if j is not None:
            total += left[which][at] * (prices[0] * (ends[j] - ends[at]) + overhead)
            at = j
    return float(total + left[which][at] * (ends[-1] + overhead))


def test_no_probability_exceeds_the_ceiling_of_its_score_and_variance() -> None:
    score = np.concatenate([np.linspace(-13.0, 13.0, 1041), [-300.0, 40.0, 900.0]])
    close = 0
    for v in (0.0, *np.geomspace(1e-3, 1e12, 121).tolist()):
        mu = score * math.sqrt(1.0 + math.pi / 8.0 * v)
        admitted = np.abs(mu) <= 1e6
        found = predict_exact(mu[admitted], np.full(int(admitted.sum()), v))
        for more in (1.0, 1.2, 30.0):
            assert (found <= ceiling(score[admitted], more * v, True)).all(), v
        close += int((ceiling(score[admitted], v, True) <= found + 1e-4).sum())
    assert close > 70_000
    assert (1.0 / (1.0 + np.exp(-np.clip(score, -700, 700))) <= ceiling(score, 1.0, False)).all()
    # The kappa form alone is no ceiling.
    assert float(predict_exact(np.array([-0.1]), np.array([0.1]))[0]) > 1.0 / (
        1.0 + math.exp(0.1 / math.sqrt(1.0 + math.pi / 80.0))
    )


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_an_average_knows_its_largest_values_and_says_that_the_others_are_not_computed(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_give_up(monkeypatch)
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
        kernels.largest_gains(
            X, [(1.0, np.zeros(2), np.eye(2), None, np.arange(2))], True, np.arange(300), 1, stop
        )


def test_the_progress_is_called_in_each_stage_of_a_search_and_never_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never_give_up(monkeypatch)
    monkeypatch.setattr(bounded_sweep, "_SAMPLED", 32)
    X, higher = made(3, 3000)
    rng = np.random.default_rng(4)
    after = posterior(
        prior("moments", higher), X[rng.integers(len(X), size=9)], np.tile([1.0, -1.0, -1.0], 3)
    )
    assert isinstance(after, averages.AverageBelief)
    parts = [
        (c.weight, np.array(c.belief.mean), np.array(c.belief.covariance), c.prior_variance, c.columns)
        for c in after.components
    ]
    calls: list[tuple[int, int]] = []
    assert kernels.largest_gains(X, parts, True, np.arange(3000), 1, lambda *call: calls.append(call))
    done = [call[0] for call in calls]
    assert done == sorted(done)
    assert {call[1] for call in calls} == {3000}
    assert done.count(0) > len(parts) + 2  # components, groups of these, and the sample
    assert done[-1] > 0


def test_a_search_is_given_up_where_sweeps_of_all_values_are_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    X, higher = made(3, 6_000)
    rng = np.random.default_rng(4)
    rows, every = rng.integers(len(X), size=30), np.arange(len(X))
    before = prior("moments", higher)
    after = posterior(before, X[rows], np.where(rng.random(30) < 0.4, 1.0, -1.0))
    assert isinstance(after, averages.AverageBelief)
    # After 30 outcomes few candidates are the best after any other: the sweeps of all values leave pairs out, too.
    monkeypatch.setattr(branch_and_bound, "_BOUNDED", 0.0)
    assert after.leading(X, every, 1) is None
    assert before.leading(X, every, 1) is not None
    monkeypatch.setattr(bounded_sweep, "EXHAUSTIVE", 0.0)
    assert before.leading(X, every, 1) is None
    # Fewer values are to be bounded where few candidates can be measured.
    monkeypatch.undo()
    measured = np.arange(0, len(X), 20)
    few = after.leading(X, measured, 1)
    assert few is not None
    known = np.flatnonzero(~np.isnan(few.kg))
    assert np.isin(known, measured).all()
    np.testing.assert_allclose(few.kg[known], after.sweep(X).kg[known], rtol=0, atol=1e-12)


def test_sweeps_that_a_forecast_finds_quicker_than_any_search_are_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(branch_and_bound, "_SMALL", 1000)
    X, higher = made(3, 6_000)
    rng = np.random.default_rng(4)
    rows, every = rng.integers(len(X), size=30), np.arange(len(X))
    after = posterior(prior("moments", higher), X[rows], np.where(rng.random(30) < 0.4, 1.0, -1.0))
    assert isinstance(after, averages.AverageBelief)
    calls: list[tuple[int, int]] = []
    found, full = after.leading(X, every, 1, lambda *call: calls.append(call)), after.sweep(X)
    assert found is not None
    assert np.array_equal(found.kg, full.kg)  # the bits of the sweep, and nothing is missing
    assert np.array_equal(found.probability, full.probability)
    shares = [done / total for done, total in calls]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)

    def stop(done: int, _total: int) -> None:
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        after.leading(X, every, 1, stop)
    # A trial that stops early has no results to go on with: the search is taken, or all sweeps begin anew.
    monkeypatch.setattr(branch_and_bound, "_ENOUGH", 1e-9)
    again = after.leading(X, every, 1)
    assert again is None or np.isnan(again.kg).any()
