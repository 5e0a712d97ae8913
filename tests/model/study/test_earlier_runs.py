"""Repeats are recognisable: run number, earlier runs, and numbers of runs in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import BadInput, UnknownRun
from kgdesk.model.advice import queries
from kgdesk.model.decisions import recording, runs, study_state
from kgdesk.model.study.next_run import earlier_runs, heading, headline
from kgdesk.model.study.study import fold

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool


def test_the_heading_counts_every_run_that_has_a_number(pool: Pool) -> None:
    study = begun(pool)
    assert heading(study, "C-01") == "Next: run 1"
    study = grown(study, ("C-01", "success"), ("C-02", "void"))
    assert heading(study, "C-05") == "Next: run 3"
    study = then(study, runs.take_back(study))
    assert heading(study, "C-05") == "Next: run 3"
    assert grown(study, ("C-03", "failure")).runs[-1].number == 3


def test_a_repeat_says_what_its_earlier_outcomes_were(pool: Pool) -> None:
    study = begun(pool)
    assert earlier_runs(study, "C-01").history == ""
    assert headline(study, "C-01") == "Next: run 1, C-01."
    study = grown(study, ("C-01", "success"), ("C-01", "failure"), ("C-01", "void"), ("C-02", "success"))
    assert heading(study, "C-01") == "Next: run 5, again: 1 of 2 succeeded"
    assert headline(study, "C-01") == "Next: run 5, again C-01 (1 of 2 succeeded)."
    after = grown(study, ("C-01", "success"))
    assert headline(after, "C-01") == "Next: run 6, again C-01 (2 of 3 succeeded)."
    told = queries.suggestion(study)["suggestions"][0]
    mine = earlier_runs(study, told["candidate"])
    assert told["run"] == study.next_number == 5
    assert told["earlier"] == {"successes": mine.successes, "outcomes": mine.outcomes, "running": []}


def test_a_run_has_its_number_from_its_start_on_and_no_other_run_gets_it(pool: Pool) -> None:
    study = begin(grown(begun(pool), ("C-09", "void")), "C-01", "C-02", "C-01")
    assert [start.number for start in study.pending] == [2, 3, 4]
    ended = then(study, recording.record(study, "C-01", "success", run=4))
    assert [(run.number, run.candidate) for run in ended.runs] == [(1, "C-09"), (4, "C-01")]
    assert [start.number for start in ended.pending] == [2, 3]
    assert [run["run"] for run in queries.status(ended)["pending"]] == [2, 3]
    assert grown(ended, ("C-05", "failure")).runs[-1].number == 5
    assert begin(ended, "C-05").pending[-1].number == 5
    assert ended.run(4).outcome == "success"
    with pytest.raises(UnknownRun, match="Run 3 is in progress"):
        ended.run(3)
    with pytest.raises(BadInput, match="Run 4 of C-01 is not in progress"):
        recording.record(ended, "C-01", "success", run=4)


def test_a_run_that_is_taken_back_and_recorded_anew_is_the_same_run(pool: Pool) -> None:
    study = begin(begun(pool), "C-01", "C-02")
    first = then(study, recording.record(study, "C-01", "success"))
    back = then(first, runs.take_back(first))
    assert [start.number for start in back.pending] == [1, 2]
    assert (back.run(1).outcome, back.run(1).taken_back) == ("void", True)
    other = then(back, recording.record(back, "C-02", "success"))
    anew = then(other, recording.record(other, "C-01", "failure"))
    assert [(run.number, run.outcome, run.corrections) for run in anew.runs] == [
        (2, "success", ()),
        (1, "failure", ()),
    ]
    assert anew.next_number == 3
    assert fold(anew.events) == anew
    assert then(anew, runs.take_back(anew)).run(1).taken_back
    assert [run.number for run in anew.as_of(1).runs] == [1, 2]  # of then: the entry of run 1 was taken back


def test_two_outcomes_of_one_start_are_two_runs(pool: Pool) -> None:
    study = begin(begun(pool), "C-01", "C-02")
    fact = ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "start": study.starts[0].seq})
    twice = then(then(study, [fact]), [fact])
    assert [run.number for run in twice.runs] == [1, 3]
    assert not twice.set_aside


def test_past_outcomes_have_none_of_the_numbers_of_the_plan(pool: Pool) -> None:
    rows = [{"candidate": "C-05", "outcome": "success"}, {"candidate": "C-06", "outcome": "failure"}]
    study = then(begun(pool), study_state.import_outcomes(begun(pool), rows, restored=False))
    study = grown(study, ("C-01", "success"))
    study = then(study, study_state.import_outcomes(study, rows[:1], restored=False))
    assert [run.number for run in study.runs] == ["P1", "P2", 1, "P3"]
    assert (study.done, study.next_number) == (1, 2)
    assert heading(study, "C-02") == "Next: run 2"
    corrected = then(study, recording.correct(study, "P2", "success", "read again"))
    assert corrected.run("P2").outcome == "success"
    noted = then(corrected, recording.note(corrected, "from the pilot", run="P1"))
    assert noted.notes[-1].run == "P1"
    assert fold(noted.events) == noted
    for unknown in ("P4", "p1", "1", 2, 0, True, 1.0):
        with pytest.raises(UnknownRun):
            study.run(unknown)  # type: ignore[arg-type] - what a script may give


def test_a_run_that_is_read_in_again_keeps_its_number_where_it_is_free(pool: Pool) -> None:
    study = grown(begun(pool), ("C-01", "success"))
    rows = [
        {"candidate": "C-02", "outcome": "success", "run": 4},
        {"candidate": "C-03", "outcome": "failure", "run": 1},
        {"candidate": "C-05", "outcome": "failure", "run": "P7"},
        {"candidate": "C-06", "outcome": "void", "run": 2},
    ]
    study = then(study, study_state.import_outcomes(study, rows, restored=True))
    assert [run.number for run in study.runs] == [1, 4, 5, "P1", 2]
    assert study.next_number == 6


def test_a_note_may_be_about_a_run_in_progress(pool: Pool) -> None:
    study = begin(begun(pool), "C-01")
    study = then(study, recording.note(study, "stirred slowly", run=1))
    assert [note.run for note in study.notes] == [1]
    with pytest.raises(UnknownRun):
        recording.note(study, "no such run", run=2)


def test_the_card_of_a_run_in_progress_has_its_number(pool: Pool) -> None:
    study = begin(grown(begun(pool), ("C-01", "success")), "C-01", "C-02")
    first, second = study.pending
    assert heading(study, "C-05") == "Next: run 4"
    assert heading(study, "C-01") == "Next: run 4, again: 1 of 1 succeeded; run 2 is in progress"
    assert heading(study, "C-01", first) == "Outcome of run 2, again: 1 of 1 succeeded"
    assert heading(study, "C-02") == "Next: run 4 (run 3 is in progress)"
    assert heading(study, "C-02", second) == "Outcome of run 3"
    assert headline(study, "C-02") == "Next: run 4, C-02 (run 3 is in progress)."
    assert earlier_runs(begin(study, "C-02"), "C-02").history == "runs 3, 4 are in progress"


def test_picks_of_a_batch_are_numbered_in_their_order(pool: Pool) -> None:
    study = grown(begun(pool), ("C-01", "success"))
    asked = queries.suggestion(study, count=3)["suggestions"]
    assert [told["run"] for told in asked] == [2, 3, 4]
    said = headline(study, asked[1]["candidate"], 1, 3)
    assert said.startswith("Next: run 3 if these are started in this order, ")
    assert len({one["candidate"] for one in asked}) == 3
