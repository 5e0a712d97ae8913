"""Runs whose limit leaves both sides of the threshold open: they teach it, and count as neither outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import begun, then
from whole_life import MEASURED, outcome

from kgdesk.errors import BadInput
from kgdesk.kernels import BELOW, EXACT
from kgdesk.model.advice import prequential, queries
from kgdesk.model.advice.confirmation import progress_of
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, runs, study_state
from kgdesk.model.design.filters import RunsFilter
from kgdesk.model.study import measured_scale
from kgdesk.model.study import study as studies
from kgdesk.model.study.records import Limit
from kgdesk.model.study.rule_syntax import Succeeded

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

OPEN = Limit("<", 70.0)
VALUES: dict[str, float] = {"C-01": 75.0, "C-02": 5.0, "C-05": 40.0}


def learning(pool: Pool, **settings: Any) -> Study:
    made = begun(pool, **MEASURED, **settings)
    for candidate, value in VALUES.items():
        said = made.settings.outcome_of(value)
        made = then(made, recording.record(made, candidate, said, measured=value))
    return made


@pytest.fixture
def before(pool: Pool) -> Study:
    return learning(pool)


@pytest.fixture
def made(before: Study) -> Study:
    return then(before, recording.record(before, "C-06", "undecided", measured=OPEN))


def test_it_is_no_success_and_no_failure_but_a_run_that_was_done(before: Study, made: Study) -> None:
    assert (made.successes, len(made.valid)) == (before.successes, len(before.valid))
    assert made.tally == {**before.tally, "C-06": (0, 0)}
    assert made.done == before.done + 1
    assert made.next_number == before.next_number + 1
    assert made.runs[-1].used_sample
    counted = queries.counts(made)
    assert [counted[name] for name in ("outcomes", "successes", "undecided", "voids")] == [3, 1, 1, 0]


def test_a_candidate_that_may_run_once_is_used_up_by_it(pool: Pool) -> None:
    once = learning(pool, repeats="no")
    (row,) = once.design.row_of[[once.pool.row("C-06")]]
    left = once.stock.runs_left[row]
    after = then(once, recording.record(once, "C-06", "undecided", measured=OPEN))
    assert after.stock.runs_left[row] == left - 1


def test_the_belief_learns_its_tail(before: Study, made: Study) -> None:
    readings = made._readings
    assert readings is not None
    assert (readings.kinds.tolist(), readings.u.tolist()) == (
        [EXACT] * 3 + [BELOW],
        [15.0, -55.0, -20.0, 10.0],
    )
    row = made.design.rows.take(made.design.row_of[[made.pool.row("C-06")]])
    assert made.belief.predict(row)[0] < before.belief.predict(row)[0]
    assert advise(made).probability.shape == advise(before).probability.shape


def test_a_study_that_learns_from_outcomes_learns_nothing_from_it(pool: Pool) -> None:
    before = learning(pool, likelihood="outcomes")
    made = then(before, recording.record(before, "C-06", "undecided", measured=OPEN))
    assert np.array_equal(made.belief.predict(made.design.rows), before.belief.predict(before.design.rows))
    values = replace(made, settings=replace(made.settings, likelihood="values"))
    assert values.learnt == values.runs
    assert made.learnt == made.valid


def test_in_blocks_it_is_a_run_of_its_block(pool: Pool) -> None:
    made = learning(pool, blocks="operator")
    after = then(made, recording.record(made, "C-06", "undecided", measured=OPEN))
    assert after.value_fit is not None
    assert after.value_fit.mistakes.size == 4


def test_more_runs_than_a_fit_takes_are_learnt_from_without_it(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured_scale, "MOST_READINGS", 40)
    made = begun(pool, **MEASURED, repeats="yes")
    many = [outcome("C-01", "success", measured=75.0)] * 39
    made = then(made, [*many, outcome("C-02", "undecided", measured="<70")])
    assert made.learnt == made.runs
    more = then(made, [outcome("C-02", "undecided", measured="<70")])
    assert more.learnt == more.valid


def test_predictions_are_not_judged_by_it(before: Study, made: Study) -> None:
    assert len(prequential.predictions(made)) == len(prequential.predictions(before))


@pytest.mark.parametrize(("said", "value"), [("success", OPEN), ("failure", OPEN), ("void", OPEN)])
def test_a_person_who_knows_more_corrects_it_and_the_limit_stays(
    made: Study, said: str, value: Limit
) -> None:
    after = then(made, recording.correct(made, 4, said, "seen on the gel"))
    assert (after.runs[-1].outcome, after.runs[-1].measured) == (said, value)
    back = then(after, recording.correct(after, 4, "undecided", "not so sure"))
    assert (back.runs[-1].outcome, back.runs[-1].measured) == ("undecided", value)


def test_a_value_that_is_read_later_decides(made: Study) -> None:
    after = then(made, recording.correct(made, 4, "success", "measured again", measured=66.0))
    assert (after.runs[-1].outcome, after.runs[-1].measured) == ("success", 66.0)
    assert after.runs[-1].corrections[-1].old_outcome == "undecided"
    with pytest.raises(BadInput, match="leaves both outcomes open"):
        recording.correct(after, 4, "undecided", "no value")


def test_undo_and_redo_leave_it_as_it_was(made: Study) -> None:
    undone = then(made, runs.take_back(made))
    assert (undone.runs[-1].outcome, undone.done) == ("void", 3)
    redone = then(undone, runs.redo(undone))
    assert redone.runs == made.runs


def test_another_threshold_decides_it_and_the_first_one_leaves_it_open_again(made: Study) -> None:
    high = then(made, study_state.change_settings(made, {"threshold": 80.0}, "more is asked"))
    assert high.runs[-1].outcome == "failure"
    low = then(high, study_state.change_settings(high, {"threshold": 60.0}, "as before"))
    assert low.runs[-1].outcome == "undecided"


@pytest.mark.parametrize("measured", [None, 65.0, "<60", ">60"])
def test_an_entry_without_such_a_limit_is_set_aside(before: Study, measured: float | str | None) -> None:
    more = {} if measured is None else {"measured": measured}
    after = then(before, [outcome("C-06", "undecided", **more)])
    assert after.runs == before.runs
    assert len(after.set_aside) == 1


def test_replaying_its_entries_gives_the_same_study(made: Study) -> None:
    assert studies.fold(made.events).runs == made.runs


def test_its_candidate_is_not_said_to_be_never_run(before: Study, made: Study) -> None:
    at = made.pool.row("C-06")
    assert RunsFilter("run").rows(made.pool, made.tally)[at]
    assert not RunsFilter("never").rows(made.pool, made.tally)[at]
    best = advise(before).recommended.candidate
    after = then(before, recording.record(before, best, "undecided", measured=Limit(">", 59.0)))
    progress = progress_of(after)
    (row,) = progress.undecided
    assert (progress.best, after.pool.ids[after.stock.best[row]]) == (row, best)
    assert best not in before.tally
    assert Succeeded(1).check(progress).why == f"{best} has neither succeeded nor failed yet."
