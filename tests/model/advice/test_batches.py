"""Batches: distinct, within the limits of a plate, nearly as good as the best batch, and stopped on request."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.advice import batches as batches_module
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.advice.batches import MOST_AT_ONCE, advise_batch
from kgdesk.model.advice.joint_gain import JointGain
from kgdesk.model.advice.picks import PickRequest, advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.decisions import stock
from kgdesk.model.design.pool import Attribute, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study


def pool_of(rng: np.random.Generator, count: int, numbers: int = 2) -> Pool:
    """Return random candidates with a category and two kept columns."""
    values = tuple(tuple(rng.normal(size=count).tolist()) for _ in range(numbers))
    solvent = tuple(rng.choice(["DMF", "DMSO", "water"], size=count).tolist())
    attributes = (*(Attribute(f"x{k}", "number") for k in range(numbers)), Attribute("solvent", "category"))
    kept = {
        "instrument": tuple(rng.choice(["one", "two", "three", ""], size=count).tolist()),
        "oven": tuple(rng.choice(["40", "60"], size=count).tolist()),
    }
    return Pool(tuple(f"C-{n:03}" for n in range(count)), attributes, (*values, solvent), kept)


def study_of(seed: int, count: int = 40, runs: int = 6, **settings: object) -> Study:
    rng = np.random.default_rng((21, seed))
    study = begun(pool_of(rng, count), **settings)
    names = rng.choice(study.pool.ids, size=runs, replace=False).tolist()
    return grown(study, *((name, str(rng.choice(["success", "failure"]))) for name in names))


def names(study: Study, count: int, **options: object) -> list[str]:
    return [str(pick.next) for pick in advise_batch(study, count, **options)]  # type: ignore[arg-type]


# Quality.


def small_study(seed: int, budget: int = 60) -> Study:
    rng = np.random.default_rng((5, seed))
    count, numbers = int(rng.integers(4, 9)), int(rng.integers(1, 4))
    values = tuple(tuple(rng.normal(size=count).tolist()) for _ in range(numbers))
    ids = tuple(f"C{i}" for i in range(count))
    study = begun(
        Pool(ids, tuple(Attribute(f"x{k}", "number") for k in range(numbers)), values),
        prior_precision=float(rng.choice([0.2, 0.5, 1.0, 2.0])),
        prior_intercept=float(rng.choice([-2.0, 0.0, 0.0, 1.0])),
        terms=str(rng.choice(["linear", "linear", "average"])),
        budget=budget,
    )
    weights = rng.normal(size=numbers) * 1.5
    for _ in range(int(rng.integers(0, 8))):
        row = int(rng.integers(count))
        chance = 1.0 / (
            1.0 + np.exp(-sum(w * column[row] for w, column in zip(weights, values, strict=True)))
        )
        study = grown(study, (ids[row], "success" if rng.random() < chance else "failure"))
    return study


def gain_of(study: Study, batch: tuple[str, ...]) -> float:
    """Return the expected largest predicted probability after all outcomes of a batch, less the present one."""
    X, states = study.design.X, [(1.0, study.belief)]
    for name in batch:
        x, grown_states = X[study.design.row_of[study.pool.row(name)]], []
        for weight, belief in states:
            p = float(belief.predict(x[None])[0])
            grown_states += [(weight * p, belief.updated(x, 1)), (weight * (1.0 - p), belief.updated(x, -1))]
        states = grown_states
    return sum(w * float(b.predict(X).max()) for w, b in states) - float(study.belief.predict(X).max())


#: Studies whose batch was worst while the default policy did not compare batches; then another.
DAILY = (23, 45, 0)


def shares(seeds: Iterable[int], budget: int = 60) -> list[tuple[float, float]]:
    """Return (share of the best gain, share of a random batch) of each study whose best gain is at least 0.01."""
    found = []
    for seed in seeds:
        study = small_study(seed, budget)
        gains = {batch: gain_of(study, batch) for batch in combinations(study.pool.ids, 3)}
        best = max(gains.values())
        if best >= 0.01:
            own = gain_of(study, tuple(names(study, 3)))
            found.append((own / best, float(np.mean(list(gains.values()))) / best))
    return found


def judge(found: list[tuple[float, float]]) -> None:
    own, random = np.array(found).T
    print(
        f"{len(own)} pools: {own.mean():.3f} on average, {own.min():.3f} at worst; random {random.mean():.3f}"
    )
    assert own.mean() >= 0.95
    assert own.min() >= 0.85
    assert random.mean() < own.mean() - 0.1


@pytest.mark.parametrize("compared", [100, 0], ids=["all are compared", "several starts"])
def test_a_batch_of_three_is_nearly_the_best_of_a_small_pool(
    monkeypatch: pytest.MonkeyPatch, compared: int
) -> None:
    monkeypatch.setattr(batches_module, "_ALL", compared)
    judge(shares(DAILY))


#: Planned runs of which a third is 3: the default policy then looks for information in turns; seeds, the worst first.
FEW, DAILY_IN_TURNS = 9, (45, 112, 108, 23, 84)


@pytest.mark.parametrize("compared", [100, 0], ids=["all are compared", "several starts"])
def test_a_batch_after_a_third_of_the_runs_is_nearly_the_best(
    monkeypatch: pytest.MonkeyPatch, compared: int
) -> None:
    monkeypatch.setattr(batches_module, "_ALL", compared)
    judge(shares(DAILY_IN_TURNS, FEW))


def test_a_batch_of_turns_that_gains_nearly_as_much_as_the_best_is_kept() -> None:
    study = small_study(109, FEW)
    picks = advise_batch(study, 3)
    assert study.settings.policy == "kg-then-turns"
    assert study.done >= 3
    assert not any(pick.together for pick in picks)
    best = max(gain_of(study, batch) for batch in combinations(study.pool.ids, 3))
    assert gain_of(study, tuple(str(pick.next) for pick in picks)) < 0.99 * best


@pytest.mark.nightly
def test_batches_after_a_third_of_the_runs_are_nearly_the_best_of_two_hundred_small_pools() -> None:
    judge(shares(range(200), FEW))


@pytest.mark.nightly
def test_batches_of_three_are_nearly_the_best_of_two_hundred_small_pools() -> None:
    judge(shares(range(200)))


def test_the_models_of_an_average_count_where_batches_are_compared_only_while_that_is_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def compared(request: PickRequest, greedy: Sequence[Advice]) -> list[Advice]:
        asked.append(request.study.settings.terms)
        return list(greedy)

    monkeypatch.setattr(batches_module, "_improved", compared)
    for most in (
        40**2 * 2 * 2,
        40**2 * 2 * 2 * 11,
    ):  # pairs of rows, outcomes of the first run, picks; models
        monkeypatch.setattr(batches_module, "_COMPARISONS", most)
        for terms in ("linear", "average"):
            advise_batch(study_of(3, policy="kg", terms=terms), 2)
    assert asked == ["linear", "linear", "average"]


def test_the_linearised_gain_grows_with_every_run_and_predicts_the_exact_one() -> None:
    study = study_of(3)
    seen = policy_context(study, policy="kg")
    joint, before = JointGain(seen, np.random.default_rng(1)), 0.0
    singles = joint.gains(np.arange(len(seen.X)))
    assert singles.min() > -5e-3  # the kappa form is not exact
    assert singles.max() > 0.01
    ranks = np.corrcoef(np.argsort(np.argsort(singles)), np.argsort(np.argsort(seen.kg)))[0, 1]
    assert ranks > 0.6
    for name in names(study, 12):
        joint.add(int(study.design.row_of[study.pool.row(name)]))
    assert joint.gain > before


# What a batch holds.


@pytest.mark.parametrize("policy", ["kg", "thompson", "fisher", "in-turns", "kg/diagonal", "random"])
def test_a_plate_is_filled_with_distinct_candidates_by_every_policy(policy: str) -> None:
    study = study_of(4, policy=policy)
    picks = advise_batch(study, 24)
    assert len({pick.next for pick in picks}) == 24
    assert picks[0].next == advise(study).next
    assert [pick.next for pick in picks] == names(study, 24)
    for nth, pick in enumerate(picks):
        assert pick.picked == nth
        assert pick.as_facts()["candidate"] == pick.next
        assert pick.suggestion.why


def test_the_limits_hold_in_small_and_large_batches() -> None:
    study = begin(study_of(5, count=60), "C-001", "C-002")
    column = dict(zip(study.pool.ids, study.pool.values[-1], strict=True))
    instrument = dict(zip(study.pool.ids, study.pool.extras["instrument"], strict=True))
    oven = dict(zip(study.pool.ids, study.pool.extras["oven"], strict=True))
    limits = BatchLimits({"solvent": 4}, "oven", {"instrument": 3})
    for count in (4, 9):
        batch = names(study, count, limits=limits)
        assert max(Counter(column[name] for name in batch).values()) <= 4
        assert len({oven[name] for name in batch}) == 1
        used = Counter(instrument[name] for name in [*batch, "C-001", "C-002"])
        assert all(number <= 3 for name, number in used.items() if name)


def test_one_level_takes_the_best_plate_over_its_values() -> None:
    study = study_of(6)
    limits = BatchLimits(one_level="oven")
    batch = tuple(names(study, 3, limits=limits))
    oven = dict(zip(study.pool.ids, study.pool.extras["oven"], strict=True))
    (level,) = {oven[name] for name in batch}
    other = {"40": "60", "60": "40"}[level]
    away = [name for name in study.pool.ids if oven[name] != other]
    kept = begun(study.pool)
    kept = grown(kept, *((run.candidate, run.outcome) for run in study.runs))
    kept = then(kept, stock.exclude(kept, away, "another oven"))
    rival = tuple(names(kept, 3))
    assert gain_of(study, batch) >= gain_of(study, rival) - 0.003


def test_limits_that_cannot_be_kept_are_refused_with_what_is_possible() -> None:
    study = study_of(7)
    with pytest.raises(
        BadInput, match="Only 6 can be suggested at once, not 9: no more candidates can be run within"
    ):
        advise_batch(study, 9, limits=BatchLimits({"solvent": 2}))
    with pytest.raises(BadInput, match="There is no column “colour”"):
        advise_batch(study, 3, limits=BatchLimits({"colour": 2}))
    with pytest.raises(BadInput, match="At least 1 candidate"):
        BatchLimits({"solvent": 0})
    with pytest.raises(BadInput, match="Between 1 and 1,536"):
        advise_batch(study, MOST_AT_ONCE + 1)


def test_progress_is_told_and_ends_the_work() -> None:
    study, told = study_of(8), list[tuple[int, int]]()

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done == 10:
            raise KgdeskError("enough")

    with pytest.raises(KgdeskError, match="enough"):
        advise_batch(study, 30, progress=stop)
    assert told[-1] == (10, 30)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
