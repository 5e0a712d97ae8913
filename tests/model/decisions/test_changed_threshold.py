"""The threshold of an open study may change: outcomes are derived anew, and what was said before stays on record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import AT, begun, grown, stored, then
from whole_life import MEASURED, change

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model.advice import history, prequential
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, runs, study_state
from kgdesk.model.decisions.earlier_studies import learnable
from kgdesk.model.study import study as studies
from kgdesk.model.study.new_threshold import outcomes_of_last_change, outcomes_under
from kgdesk.model.study.records import Amendment, Limit
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study


def measured(made: Study, *values: tuple[str, Any]) -> Study:
    """Record candidates with their values, each as what the threshold of now says, or with the outcome beside it."""
    for candidate, given in values:
        value, said = given if isinstance(given, tuple) else (given, "")
        outcome = made.settings.outcome_of(value) or said
        made = then(made, recording.record(made, candidate, outcome, measured=value, repeat=True))
    return made


def moved(made: Study, threshold: float, why: str = "the customer asks for more") -> Study:
    return then(made, study_state.change_settings(made, {"threshold": threshold}, why))


def outcomes(made: Study) -> list[str]:
    return [run.outcome for run in made.runs]


@pytest.fixture
def made(pool: Pool) -> Study:
    return measured(begun(pool, **MEASURED), ("C-01", 75.0), ("C-02", 65.0), ("C-05", 20.0), ("C-06", 60.0))


def test_outcomes_follow_the_new_threshold_and_what_was_said_stays_with_each_run(made: Study) -> None:
    assert outcomes(made) == ["success", "success", "failure", "success"]
    after = moved(made, 70.0)
    assert outcomes(after) == ["success", "failure", "failure", "failure"]
    assert after.settings == replace(made.settings, threshold=70.0)
    assert after.amendments == (
        Amendment("threshold", "60", "70", "Kim", AT, "the customer asks for more", after.head.seq),
    )
    (was,) = after.runs[1].corrections
    assert (was.seq, was.old_outcome, was.old_measured) == (after.head.seq, "success", 65.0)
    assert (was.reason, was.operator) == ("the customer asks for more", "Kim")
    assert after.runs[0].corrections == after.runs[2].corrections == ()
    assert studies.fold(after.events) == after


def test_the_entry_holds_the_two_thresholds_as_numbers(made: Study) -> None:
    assert study_state.change_settings(made, {"threshold": 70}, " why ") == (
        ("settings_changed", {"setting": "threshold", "old": 60.0, "new": 70.0, "reason": "why"}),
    )


@pytest.mark.parametrize("likelihood", ["values", "outcomes"])
@pytest.mark.parametrize("direction", ["at-least", "at-most"])
def test_the_belief_is_that_of_a_study_made_with_the_new_threshold(
    pool: Pool, likelihood: str, direction: str
) -> None:
    values = [("C-01", 75.0), ("C-02", 65.0), ("C-05", 20.0), ("C-06", Limit("<", 5.0)), ("C-08", 60.0)]
    how = MEASURED | {"likelihood": likelihood, "direction": direction}
    after = moved(measured(begun(pool, **how), *values), 70.0)
    fresh = measured(begun(pool, **how | {"threshold": 70.0}), *values)
    assert outcomes(after) == outcomes(fresh)
    assert after.belief.digest == fresh.belief.digest
    assert np.array_equal(advise(after).kg, advise(fresh).kg)


def test_a_value_that_decides_nothing_and_a_run_without_one_keep_what_was_last_said(pool: Pool) -> None:
    open_limit = (Limit("<", 70.0), "success")
    made = measured(begun(pool, **MEASURED), ("C-01", open_limit), ("C-02", Limit("<", 50.0)))
    made = grown(made, ("C-05", "success"), ("C-06", "failure"))
    assert outcomes(made) == ["success", "failure", "success", "failure"]
    high = moved(made, 80.0)
    assert outcomes(high) == ["failure", "failure", "success", "failure"]
    assert outcomes(moved(high, 60.0)) == ["success", "failure", "success", "failure"]
    low = moved(made, 40.0)
    assert outcomes(low) == ["success", "undecided", "success", "failure"]
    assert outcomes(moved(low, 60.0)) == ["success", "failure", "success", "failure"]
    said_since = then(high, recording.correct(high, 3, "failure", "below 80"))
    assert outcomes(moved(said_since, 60.0))[2] == "failure"


def test_a_void_stays_void_and_its_value_counts_when_it_is_corrected(made: Study) -> None:
    void = then(made, recording.correct(made, 2, "void", "wrong vial"))
    after = moved(void, 70.0)
    assert outcomes(after) == ["success", "void", "failure", "failure"]
    with pytest.raises(BadInput, match="yield >= 70 % is a success"):
        recording.correct(after, 2, "success", "right vial after all", measured=65.0)
    back = then(after, recording.correct(after, 2, "failure", "right vial after all", measured=65.0))
    assert (back.runs[1].outcome, back.runs[1].measured) == ("failure", 65.0)


def test_taking_back_and_correcting_go_on_by_the_new_threshold(made: Study) -> None:
    after = moved(made, 70.0)
    undone = then(after, runs.take_back(after))
    assert outcomes(undone) == ["success", "failure", "failure", "void"]
    redone = then(undone, runs.redo(undone))
    assert redone.runs == after.runs
    right = then(after, recording.correct(after, 2, "success", "a digit was missing", measured=75.5))
    assert outcomes(right) == ["success", "success", "failure", "failure"]
    assert [was.old_outcome for was in right.runs[1].corrections] == ["success", "failure"]
    taken = then(made, runs.take_back(made))
    with pytest.raises(BadInput, match="nothing to redo"):  # its outcome may be another one now
        runs.redo(moved(taken, 70.0))


def test_changing_back_with_a_reason_gives_the_outcomes_of_before(made: Study) -> None:
    back = moved(moved(made, 70.0), 60.0, "the customer was wrong")
    assert (outcomes(back), back.settings, back.belief.digest) == (
        outcomes(made),
        made.settings,
        made.belief.digest,
    )
    assert [was.old_outcome for was in back.runs[1].corrections] == ["success", "failure"]


def test_the_state_after_each_run_has_the_threshold_of_then_and_the_history_that_of_now(made: Study) -> None:
    after = measured(moved(made, 70.0), ("C-08", 72.0))
    assert [after.as_of(n).settings.threshold for n in range(6)] == [60.0] * 5 + [70.0]
    assert outcomes(after.as_of(4)) == outcomes(made)
    assert after.corrected_since(0)
    assert not after.corrected_since(5)
    assert [after.after(n).settings.threshold for n in range(6)] == [70.0] * 6
    fresh = measured(
        begun(made.pool, **MEASURED | {"threshold": 70.0}), ("C-01", 75.0), ("C-02", 65.0), ("C-05", 20.0)
    )
    assert after.after(3).belief.digest == fresh.belief.digest


def test_no_point_of_the_history_stays_where_the_threshold_has_moved(made: Study) -> None:
    assert history.past_in_common(made, measured(made, ("C-08", 1.0))) == 3
    assert history.past_in_common(made, moved(made, 62.0)) == -1


def test_what_was_predicted_of_another_threshold_is_not_compared_with_outcomes(made: Study) -> None:
    assert [one.run for one in prequential.predictions(made)] == [1, 2, 3, 4]
    started = then(made, runs.start(made, "C-07"))
    after = measured(moved(started, 70.0), ("C-08", 72.0), ("C-07", 3.0))
    assert [one.run for one in prequential.predictions(after)] == [6]


def test_an_earlier_study_is_read_by_the_new_threshold(pool: Pool) -> None:
    """Its runs are learnt from by their values, or as outcomes by the threshold of now."""
    source = measured(begun(pool, **MEASURED), ("C-01", 75.0), ("C-02", 65.0), ("C-05", 20.0))
    for likelihood in ("values", "outcomes"):
        how = Settings(**MEASURED, likelihood=likelihood)
        earlier = learnable(how, pool, source)
        made = studies.fold(stored(recording.create("s", how, pool, {"file": "t.csv"}, earlier=earlier)))
        assert made.prior is not None
        at_70 = replace(made, settings=replace(made.settings, threshold=70.0))
        assert moved(made, 70.0).prior.digest == at_70.prior.digest != made.prior.digest


@pytest.mark.parametrize(
    ("threshold", "why", "words"),
    [
        (60.0, "why", "the study has “60” already"),
        (float("nan"), "why", "must be a finite number"),
        ("70", "why", "The threshold is a number, not '70'"),
        (None, "why", "The threshold is a number, not None"),
        (True, "why", "The threshold is a number, not True"),
        (70.0, " ", "needs a reason"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    made: Study, threshold: Any, why: str, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        study_state.change_settings(made, {"threshold": threshold}, why)


def test_a_scale_keeps_its_threshold_within_it(pool: Pool) -> None:
    made = begun(pool, **MEASURED, scale="logit")
    with pytest.raises(BadInput, match="between 0 and 100"):
        study_state.change_settings(made, {"threshold": 100.0}, "why")


def test_a_study_without_a_threshold_has_none_to_change(pool: Pool) -> None:
    for how in ({}, {"measured": "yield"}):
        with pytest.raises(BadInput, match="This study states no threshold"):
            study_state.change_settings(begun(pool, **how), {"threshold": 70.0}, "why")


def test_a_finished_study_keeps_its_threshold(made: Study) -> None:
    done = then(made, study_state.finish(made, "enough"))
    with pytest.raises(StudyClosed, match="finished by Kim"):
        study_state.change_settings(done, {"threshold": 70.0}, "why")


@pytest.mark.parametrize(
    ("old", "new"), [(61.0, 70.0), (60.0, "70"), (60.0, True), (None, 70.0), (60.0, None), (60.0, 60)]
)
def test_an_entry_that_makes_no_sense_is_set_aside(made: Study, old: Any, new: Any) -> None:
    after = then(made, [change("threshold", old, new)])
    if new == 60:  # no change is one all the same: nothing follows from it
        assert (after.runs, after.settings, after.set_aside) == (made.runs, made.settings, ())
        return
    assert [one.kind for one in after.set_aside] == ["settings_changed"]
    assert (after.runs, after.settings) == (made.runs, made.settings)


def test_a_whole_number_in_an_entry_is_that_number(made: Study) -> None:
    after = then(made, [change("threshold", 60, 70)])
    assert after.settings.threshold == 70.0
    assert type(after.settings.threshold) is float
    assert outcomes(after) == ["success", "failure", "failure", "failure"]


def test_a_reason_in_the_words_of_undo_is_not_taken_for_one(made: Study) -> None:
    after = moved(made, 70.0, "taken back")
    assert [run.taken_back for run in after.runs] == [False] * 4


def test_what_a_threshold_would_change_is_known_before_and_said_after(pool: Pool) -> None:
    made = measured(begun(pool, **MEASURED), ("C-01", 75.0), ("C-02", 65.0), ("C-05", Limit(">", 61.0)))
    made = grown(made, ("C-06", "failure"), ("C-07", "void"))
    before = outcomes_under(made, 70.0)
    assert (before.changed, before.stated, before.runs) == ((2, 3), (4,), 4)
    after = grown(moved(made, 70.0), ("C-08", "success"))
    assert outcomes_of_last_change(after) == before
    assert before.sentence == (
        "2 of 4 outcomes change: runs 2, 3. No value decides for run 4: what was stated stays. Correct or void what is "
        "not so."
    )
    assert outcomes_under(made, 61.0).sentence.startswith("No outcome changes.")
    assert outcomes_under(begun(pool, **MEASURED), 62.0).sentence == ""
    assert outcomes_of_last_change(made) is None
    many = measured(begun(pool, **MEASURED), *[(name, 65.0) for name in pool.ids[:9]])
    assert "9 of 9 outcomes change: runs 1, 2, 3, 4, 5, 6 and 3 more." in outcomes_under(many, 70.0).sentence
    with pytest.raises(BadInput, match="finite"):
        outcomes_under(made, float("inf"))
