"""What a decision rests on: chance of being near the best, at stake, runner-up, and ten more runs rehearsed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import then

from kgdesk import actions
from kgdesk.model.advice import more_runs, stopping_basis
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.stopping_basis import departures
from kgdesk.model.decisions import recording, runs
from kgdesk.model.policies.value_of_testing import ValueOfTesting
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import Verdict, WithinOfBest
from kgdesk.text import Quantity
from tests.ui.desks import fill, make_session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.model.study.study import Study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    session = make_session(tmp_path, settings=Settings(title="Screen", budget=40, policy="kg"))
    fill(session)
    return session.study


def test_chance_and_value_at_stake_are_those_of_the_rules(study: Study) -> None:
    advice = advise(study)
    found = stopping_basis.decide(advice)
    assert found is not None
    assert found.stake == at_stake(study)
    assert found.near == WithinOfBest(0.05, 0.9, seed=study.settings.seed).chance(advice.progress)
    assert found.best == advice.recommended
    assert not found.verdict.stop
    assert found.tally == study.tally.get(found.best.candidate, (0, 0))
    assert stopping_basis.decide(advice, goes_on=lambda: False) is None


def test_an_outcome_that_is_undone_and_a_note_leave_what_is_stated_as_it_was(study: Study) -> None:
    before = stopping_basis.decide(advise(study))
    assert before is not None
    more = then(study, recording.record(study, study.pool.ids[3], "success"))
    assert at_stake(more) != before.stake
    again = then(more, runs.take_back(more))
    noted = then(again, recording.note(again, "nothing new"))
    after = stopping_basis.decide(advise(noted))
    assert after is not None
    assert (after.stake, after.near, after.runner_up) == (before.stake, before.near, before.runner_up)
    assert stopping_basis.more_runs(noted).gains == stopping_basis.more_runs(study).gains


def test_the_runner_up_is_the_second_best_with_its_chance_to_be_better(study: Study) -> None:
    advice = advise(study)
    order = np.argsort(-advice.probability)
    second = stopping_basis.runner_up(advice)
    assert second is not None
    assert second.estimate.candidate == study.pool.ids[order[1]]
    assert 0.0 < second.better < 0.6


def test_going_on_is_explained_where_one_run_gains_little_of_what_is_at_stake(study: Study) -> None:
    found = stopping_basis.decide(advise(study))
    assert found is not None
    stake = found.stake.value
    much, little, nothing = (
        replace(found, one_run=ValueOfTesting(gain)) for gain in (0.5 * stake, 0.05 * stake, 0.0)
    )
    assert stopping_basis.one_run_sentence(much) == ""
    assert found.one_run == advise(study).most_informative[1]
    said = stopping_basis.one_run_sentence(little)
    assert little.one_run is not None
    assert said.startswith(f"One run alone gains {little.one_run.words}, since one outcome hardly changes")
    assert "several runs of a rival can" in said
    assert f"{Quantity(stake, 'points')} percentage points" in said
    assert stopping_basis.one_run_sentence(nothing).startswith("No single run is expected to change which")
    met = replace(little, verdict=Verdict(stop=True, why="The rule is met."))
    assert stopping_basis.one_run_sentence(met) == ""


def test_where_nothing_can_be_run_any_more_no_run_has_a_value(tmp_path: Path) -> None:
    session = make_session(tmp_path, count=2)
    for candidate in session.study.pool.ids:
        actions.record(session, candidate, "failure")
    found = stopping_basis.decide(advise(session.study))
    assert found is not None
    assert session.study.stock.exhausted == (found.one_run is None)


def test_alternatives_alone_in_stock_have_no_runner_up(tmp_path: Path) -> None:
    session = make_session(tmp_path, count=2)
    actions.exclude(session, session.study.pool.ids[1], "used up")
    assert stopping_basis.runner_up(advise(session.study)) is None


def test_one_rehearsed_run_brings_its_value_of_testing(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(more_runs, "MORE_RUNS", 1)
    monkeypatch.setattr(more_runs, "REHEARSALS", 3000)
    one = stopping_basis.more_runs(study)
    assert one.whole
    assert one.leaders == len(study.design.X)
    assert one.value == pytest.approx(advise(study).suggestion.kg, abs=4.0 * one.error + 1e-4)


def test_ten_more_runs_bring_more_than_one_and_no_more_than_is_at_stake(study: Study) -> None:
    ten = stopping_basis.more_runs(study)
    stake = at_stake(study)
    assert stake is not None
    assert advise(study).suggestion.kg < ten.value < stake.value + 4.0 * (ten.error + stake.error)
    assert min(ten.gains) == 0.0


def test_an_interrupted_rehearsal_goes_on_where_it_stopped(study: Study) -> None:
    left = 5 * more_runs.MORE_RUNS + 3

    def goes_on() -> bool:
        nonlocal left
        left -= 1
        return left > 0

    part = stopping_basis.more_runs(study, goes_on=goes_on)
    assert len(part.gains) == 5
    assert not part.whole
    assert stopping_basis.more_runs(study, part.gains) == stopping_basis.more_runs(study)


def test_rehearsed_runs_keep_to_the_leaders_and_to_the_runs_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(tmp_path, count=400, settings=Settings(title="Once", budget=40, repeats="no"))
    fill(session)
    monkeypatch.setattr(more_runs, "REHEARSALS", 3)
    run: list[bytes] = []
    after = more_runs._Rollout.after

    def noted(state: more_runs._Rollout, row: int, y: int) -> more_runs._Rollout:
        run.append(state.seen.X[row].tobytes())
        return after(state, row, y)

    monkeypatch.setattr(more_runs._Rollout, "after", noted)
    found = stopping_basis.more_runs(session.study)
    assert found.leaders == 300
    assert len(run) == 30
    for begin in (0, 10, 20):
        assert len(set(run[begin : begin + 10])) == 10
    design, pool = session.study.design, session.study.pool
    tried = {design.X[design.row_of[pool.row(one.candidate)]].tobytes() for one in session.study.valid}
    assert not tried & set(run)


def test_the_present_rule_takes_the_place_of_the_offered_one_of_its_form(study: Study) -> None:
    offered = stopping_basis.offered_rules("", 30)
    assert list(offered) == ["stake", "near", "runs"]
    for text in offered.values():
        assert rule_syntax.written(rule_syntax.parse(text)) == text
        assert replace(study.settings, stop=text).stopping
    other = stopping_basis.offered_rules("RUNS 12 or (at-stake 2.5 and succeeded 3)", 30)
    assert list(other) == ["stake", "near", "runs", "present"]
    same = stopping_basis.offered_rules("at-stake 2.50 and Succeeded 3 or runs 12", 30)
    assert same == {**offered, "stake": "(at-stake 2.5 and succeeded 3) or runs 12"}
    assert stopping_basis.rule_sentence("at-stake 2") == (
        "You can stop when this holds: at most 2 percentage points are still at stake."
    )
    assert str(rule_syntax.PROPOSED) in stopping_basis.rule_sentence("")
    assert study.settings.stopping == rule_syntax.parse(rule_syntax.proposal(study.settings.budget))


def told(tmp_path: Path, outcomes: Sequence[tuple[str, str, str]], chance: float = 0.5) -> Study:
    """Return a study with one run per (day, operator, outcome), each predicted with the same chance, on two lots."""
    study = make_session(tmp_path, settings=Settings(title="Lots", budget=40)).study
    ids = study.pool.ids
    pool = replace(study.pool, extras={"Lot": tuple("AB"[row % 2] for row in range(len(ids)))})
    first = actions.record(make_session(tmp_path / "one"), ids[0], "success").study.runs[0]
    runs = tuple(
        first._replace(
            number=at + 1,
            candidate=ids[at % len(ids)],
            outcome=outcome,
            operator=operator,
            recorded_at=f"{day}T23:30:00.000000Z",
            utc_offset="+01:00",
            probability_before=chance,
            seq=first.seq + at,
        )
        for at, (day, operator, outcome) in enumerate(outcomes)
    )
    return replace(study, pool=pool, runs=runs)


def test_groups_of_runs_are_compared_with_their_predictions_and_a_clear_departure_stands_out(
    tmp_path: Path,
) -> None:
    runs = [("2026-10-07", "MK", "success")] * 14 + [("2026-10-08", "JD", "failure")] * 14
    found = departures(told(tmp_path, runs))
    assert [(one.kind, one.column, one.group) for one in found] == [
        ("day", "", "2026-10-08"),  # half past eleven in UTC is the next day where it was entered
        ("day", "", "2026-10-09"),
        ("operator", "", "JD"),
        ("operator", "", "MK"),
        ("column", "Lot", "A"),
        ("column", "Lot", "B"),
    ]
    by_group = {one.group: one for one in found}
    first = by_group["MK"]
    assert (first.count, first.observed, first.predicted, first.difference) == (14, 14, 7.0, 0.5)
    assert [one.group for one in found if one.clear] == ["2026-10-08", "2026-10-09", "JD", "MK"]
    assert by_group["JD"].high < 0.0 < first.low
    assert by_group["A"].low < 0.0 < by_group["A"].high


def test_a_kind_with_one_group_and_groups_of_few_runs_are_passed_over(tmp_path: Path) -> None:
    runs = [("2026-10-07", "MK", "success")] * 8 + [("2026-10-08", "MK", "success")] * 4
    found = departures(told(tmp_path, runs))
    assert [(one.kind, one.group) for one in found] == [
        ("day", "2026-10-08"),
        ("column", "A"),
        ("column", "B"),
    ]
    assert not departures(told(tmp_path / "few", runs[:3]))


def test_the_range_of_a_sum_holds_its_share_by_brute_force_and_widens_with_the_rows() -> None:
    rng = np.random.default_rng(4)
    chances = rng.random(9)
    sums = np.zeros(10)
    for bits in range(512):
        wins = np.array([bits >> at & 1 for at in range(9)])
        sums[wins.sum()] += np.prod(np.where(wins, chances, 1.0 - chances))
    for rate in (0.2, 0.05, 0.05 / 12):
        least, most = stopping_basis._range_of_sum(chances, rate)
        assert sums[:least].sum() <= rate / 2 < sums[: least + 1].sum()
        assert sums[most + 1 :].sum() <= rate / 2 < sums[most:].sum()
    many = np.full(2001, 0.3)
    exact = stopping_basis._range_of_sum(many[:2000], 0.01)
    assert stopping_basis._range_of_sum(many, 0.01) == pytest.approx(exact, abs=2.0)


def test_right_predictions_show_a_clear_departure_in_at_most_one_of_twenty_studies() -> None:
    rng = np.random.default_rng(20261125)
    false = 0
    for _ in range(2000):
        chances = rng.random((6, 8))
        seen = (rng.random((6, 8)) < chances).sum(axis=1)
        ends = [stopping_basis._range_of_sum(row, stopping_basis.ERROR_RATE / 6) for row in chances]
        false += any(not low <= total <= high for total, (low, high) in zip(seen, ends, strict=True))
    print(f"a clear departure in {false} of 2000 studies whose predictions were right")
    assert false <= 100
