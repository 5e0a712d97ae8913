"""Outcomes imported from a table settle the runs in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def results(folder: Path, *rows: str, header: str = "candidate,outcome") -> Path:
    path = folder / "results.csv"
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return path


def test_an_imported_outcome_closes_the_run_that_was_started_for_it(
    session: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    advice = advise(session.study)
    candidate = advice.suggestion.candidate
    started = actions.start(session, candidate, advice=advice).study.pending[0]
    done = actions.import_outcomes(session, results(tmp_path, f"{candidate},success"))
    assert (done.added, done.closed) == (1, 1)
    with actions.open_study(session.path, who, read_only=True) as reopened:
        (run,) = reopened.study.runs
        assert reopened.study.pending == ()
        assert reopened.study.done == 1
    assert run.start == started.seq
    assert not run.imported
    assert (run.suggested, run.probability_before) == (candidate, advice.suggestion.probability)
    assert actions.verify(session.path).problem is None


def test_several_outcomes_of_a_candidate_close_its_runs_in_order_and_the_rest_are_past(
    session: actions.Session, tmp_path: Path
) -> None:
    for candidate in ("C-02", "C-07", "C-02"):
        actions.start(session, candidate)
    first, other, second = (start.seq for start in session.study.pending)
    table = results(tmp_path, "C-02,success", "C-02,void", "C-09,failure", "C-02,failure")
    done = actions.import_outcomes(session, table)
    assert (done.added, done.closed) == (4, 2)
    assert [(run.start, run.imported) for run in session.study.runs] == [
        (first, False),
        (second, False),
        (None, True),
        (None, True),
    ]
    assert [start.seq for start in session.study.pending] == [other]
    assert session.study.done == 1  # the void of a planned run is none


def test_a_run_that_was_closed_by_a_table_is_open_again_when_it_is_taken_back(
    session: actions.Session, tmp_path: Path
) -> None:
    actions.start(session, "C-02")
    actions.import_outcomes(session, results(tmp_path, "C-02,success"))
    actions.take_back(session)
    assert [start.candidate for start in session.study.pending] == ["C-02"]


def test_suggestions_allow_no_longer_for_a_run_whose_outcome_was_imported(
    session: actions.Session, make_study: Callable[..., actions.Session], tmp_path: Path
) -> None:
    actions.start(session, "C-02")
    actions.import_outcomes(session, results(tmp_path, "C-02,success"))
    typed = make_study("typed")
    actions.record(typed, "C-02", "success")
    told, other = advise(session.study), advise(typed.study)
    assert told.suggestion == other.suggestion
    assert told.belief_digest == other.belief_digest


def test_runs_that_are_restored_close_the_runs_in_progress_too(
    session: actions.Session, make_study: Callable[..., actions.Session], tmp_path: Path
) -> None:
    """Two copies of a study: an outcome recorded in one settles the run that is still open in the other."""
    other = make_study("other")
    for each in (session, other):
        actions.start(each, "C-02", advice=advise(each.study))
    start = session.study.pending[0]
    actions.record(other, "C-02", "failure", note="plate 2")
    done = actions.import_outcomes(session, actions.export(other, tmp_path / "runs.csv"))
    assert (done.added, done.closed) == (1, 1)
    (run,) = session.study.runs
    assert (run.start, run.note, run.suggested) == (start.seq, "plate 2", start.suggested)
    assert session.study.pending == ()


def test_an_outcome_keeps_the_suggestion_of_its_start_not_one_that_the_table_names(
    session: actions.Session, tmp_path: Path
) -> None:
    advice = advise(session.study)
    actions.start(session, "C-02", advice=advice)
    table = results(
        tmp_path, "C-02,success,C-05,0.25", header="candidate,outcome,suggested,probability_before"
    )
    actions.import_outcomes(session, table)
    (run,) = session.study.runs
    start = session.study.starts[0]
    assert (run.suggested, run.probability_before) == (start.suggested, start.probability_before)
    assert run.suggested != "C-05"


def test_a_restored_run_closes_the_start_that_it_had_in_the_other_copy(
    session: actions.Session, make_study: Callable[..., actions.Session], tmp_path: Path
) -> None:
    """In the other copy one entry was taken back and made again, another was moved to the right candidate."""
    other = make_study("other")
    for each in (session, other):
        for candidate in ("C-02", "C-05"):
            actions.start(each, candidate)
    actions.record(other, "C-02", "success")
    actions.take_back(other)
    actions.record(other, "C-02", "failure")
    actions.record(other, "C-05", "success")
    actions.correct(other, 2, "success", "wrong sample", candidate="C-06")
    done = actions.import_outcomes(session, actions.export(other, tmp_path / "runs.csv"))
    first, second = (start.seq for start in session.study.starts)
    assert [(run.number, run.start) for run in session.study.runs] == [(1, first), (2, second)]
    assert (done.closed, session.study.pending) == (2, other.study.pending)
    assert session.study.belief.digest == other.study.belief.digest
