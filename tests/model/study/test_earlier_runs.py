"""Repeats are recognisable: run number, earlier runs, and numbers of runs in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lives import begin, begun, grown, then

from kgdesk.model.advice import queries
from kgdesk.model.decisions import recording
from kgdesk.model.study.next_run import earlier_runs, heading, headline, next_run, start_number

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool


def test_the_heading_counts_every_run_that_has_a_number(pool: Pool) -> None:
    study = begun(pool)
    assert heading(study, "C-01") == "Next: run 1"
    study = grown(study, ("C-01", "success"), ("C-02", "void"))
    assert heading(study, "C-05") == "Next: run 3"
    study = then(study, recording.take_back(study))
    assert heading(study, "C-05") == "Next: run 3"
    assert grown(study, ("C-03", "failure")).runs[-1].number == 3


def test_a_repeat_says_what_its_earlier_outcomes_were(pool: Pool) -> None:
    study = begun(pool)
    assert earlier_runs(study, "C-01").history == ""
    assert headline(study, "C-01") == "Next: run 1, C-01."
    study = grown(study, ("C-01", "success"), ("C-01", "failure"), ("C-01", "void"), ("C-02", "success"))
    assert heading(study, "C-01") == "Next: run 5, again (1 of 2 succeeded)"
    assert headline(study, "C-01") == "Next: run 5, again C-01 (1 of 2 succeeded)."
    after = grown(study, ("C-01", "success"))
    assert headline(after, "C-01") == "Next: run 6, again C-01 (2 of 3 succeeded)."
    told = queries.suggestion(study)["suggestions"][0]
    mine = earlier_runs(study, told["candidate"])
    assert told["run"] == next_run(study) == 5
    assert told["earlier"] == {"successes": mine.successes, "outcomes": mine.outcomes, "starts": []}


def test_the_number_of_a_start_stays_when_other_runs_end(pool: Pool) -> None:
    study = begin(begun(pool), "C-01", "C-02", "C-01")
    one, two, three = study.pending
    assert [start_number(study, start) for start in study.pending] == [1, 2, 3]
    ended = then(study, recording.record(study, "C-01", "success", start=one.seq))
    assert [start_number(ended, start) for start in ended.pending] == [2, 3]
    assert begin(ended, "C-05").pending[-1].seq > three.seq
    assert start_number(ended, two) == 2
    assert [run["start"] for run in queries.status(ended)["pending"]] == [2, 3]
    again = then(ended, recording.take_back(ended))
    assert [start_number(again, start) for start in again.pending] == [1, 2, 3]


def test_beside_runs_in_progress_the_number_of_a_run_has_its_condition(pool: Pool) -> None:
    study = begin(grown(begun(pool), ("C-01", "success")), "C-01", "C-02")
    first = study.pending[0]
    assert heading(study, "C-05") == "Next: run 2 if recorded first"
    said = "Next: run 2 if recorded first, again (1 of 1 succeeded; start 1 is in progress)"
    assert heading(study, "C-01") == said
    assert heading(study, "C-01", first) == "Start 1: run 2 if recorded first, again (1 of 1 succeeded)"
    assert heading(study, "C-02") == "Next: run 2 if recorded first (start 2 is in progress)"
    assert heading(study, "C-02", study.pending[1]) == "Start 2: run 2 if recorded first"
    assert headline(study, "C-02") == "Next: run 2 if recorded first, C-02 (start 2 is in progress)."
    twice = begin(study, "C-02")
    assert earlier_runs(twice, "C-02").history == "starts 2, 3 are in progress"
    for start, run in ((study.pending[1], "C-02"), (first, "C-01")):
        then_recorded = then(study, recording.record(study, run, "failure", start=start.seq))
        assert then_recorded.runs[-1].number == 2


def test_picks_of_a_batch_are_numbered_in_their_order(pool: Pool) -> None:
    study = grown(begun(pool), ("C-01", "success"))
    asked = queries.suggestion(study, count=3)["suggestions"]
    assert [told["run"] for told in asked] == [2, 3, 4]
    said = headline(study, asked[1]["candidate"], 1, 3)
    assert said.startswith("Next: run 3 if these are recorded first in this order, ")
    assert len({one["candidate"] for one in asked}) == 3
