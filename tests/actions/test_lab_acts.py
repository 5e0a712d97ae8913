"""Actions of laboratory work: each is one durable commit with operator and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from kgdesk import actions
from kgdesk.errors import BadInput, UnknownRun
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ACTS: dict[str, tuple[Callable[[actions.Session], actions.Change], list[str], set[str]]] = {
    "start": (
        lambda s: actions.start(s, "C-07", reason="plate 2", advice=advise(s.study)),
        ["suggestion_made", "experiment_started"],
        {"pending"},
    ),
    "exclude": (lambda s: actions.exclude(s, "C-07", "used up"), ["candidate_retired"], {"stock"}),
    "include": (lambda s: actions.include(s, "C-12", "new batch"), ["candidate_restored"], {"stock"}),
    "skip": (lambda s: actions.skip(s, "C-07", "not now"), ["suggestion_declined"], {"stock"}),
    "record of a started run": (
        lambda s: actions.record(s, "C-02", "success", advice=advise(s.study)),
        ["outcome_recorded"],
        {"runs", "belief", "pending", "stock"},
    ),
    "record of another": (
        lambda s: actions.record(s, "C-08", "void", reason="broken", advice=advise(s.study)),
        ["suggestion_made", "outcome_recorded"],
        {"runs", "belief", "stock"},
    ),
    "record of repeats": (
        lambda s: actions.record(s, "C-08", "success", count=(1, 2)),
        ["outcome_recorded", "outcome_recorded"],
        {"runs", "belief", "stock"},
    ),
    "codes of the samples": (
        lambda s: actions.change_settings(s, {"barcode": "well"}, "new labels"),
        ["settings_changed"],
        {"settings"},
    ),
    "places of the samples": (
        lambda s: actions.change_settings(s, {"location": "well"}, "the plate came"),
        ["settings_changed"],
        {"settings"},
    ),
    "take back": (actions.take_back, ["outcome_voided"], {"runs", "belief"}),
}


@pytest.fixture
def lived(session: actions.Session) -> actions.Session:
    """Return a study with a run, one in progress, one candidate out of stock and one skipped."""
    actions.record(session, "C-01", "success", advice=advise(session.study))
    actions.exclude(session, "C-12", "used up")
    actions.start(session, "C-02", advice=advise(session.study))
    actions.skip(session, "C-06", "not now")
    return session


@pytest.mark.parametrize("act", list(ACTS))
def test_every_act_is_one_commit_on_disk_with_who_and_what_changed(
    lived: actions.Session, who: actions.Operator, act: str
) -> None:
    do, kinds, facts = ACTS[act]
    change = do(lived)
    assert [e.kind for e in change.events] == kinds
    assert change.facts == facts
    assert {e.new.actor for e in change.events} == {"Kim"}
    with actions.open_study(lived.path, who, read_only=True) as other:
        assert other.study == lived.study
        assert other.study.pending == change.study.pending
    assert actions.verify(lived.path).problem is None


def test_a_start_sent_twice_starts_once(lived: actions.Session, who: actions.Operator) -> None:
    before = lived.study
    actions.start(lived, "C-07", token="gesture-9")
    lived._confirmed = lived._study = before  # as if the reply was lost
    actions.start(lived, "C-07", token="gesture-9")
    with actions.open_study(lived.path, who, read_only=True) as other:
        assert [s.candidate for s in other.study.pending] == ["C-02", "C-07"]


def test_suggestions_made_while_runs_are_open_replay(lived: actions.Session) -> None:
    for policy in ("kg", "kg/diagonal", "thompson"):
        advice = advise(lived.study, policy=policy)
        actions.start(lived, advice.suggestion.candidate, advice=advice)
    found = actions.verify(lived.path)
    assert (found.suggestions, found.exact, found.problem) == (5, 5, None)


def test_runs_exported_and_read_in_again_are_the_same_with_starts_and_repeats(
    lived: actions.Session, make_study: Any, tmp_path: Path
) -> None:
    actions.record(lived, "C-02", "failure")
    actions.record(lived, "C-08", "success", count=(2, 3), advice=advise(lived.study))
    dest = actions.export(lived, tmp_path / "runs.csv")
    fresh = make_study("fresh")
    assert actions.import_outcomes(fresh, dest).added == 5
    assert fresh.study.belief.digest == lived.study.belief.digest
    again = actions.export(fresh, tmp_path / "again.csv")
    assert again.read_bytes() == dest.read_bytes()
    assert actions.import_outcomes(lived, dest).added == 0


def test_the_workbook_says_what_is_in_stock_and_what_is_in_progress(
    lived: actions.Session, tmp_path: Path
) -> None:
    book = openpyxl.load_workbook(actions.export(lived, tmp_path / "study.xlsx"))
    header, *rows = book["candidates"].iter_rows(values_only=True)
    at = header.index("in_stock")
    assert {row[0] for row in rows if row[at] == "no"} == {"C-12"}
    assert ("runs in progress", "C-02") in list(book["settings"].iter_rows(values_only=True))
    book.close()


def test_a_run_that_does_not_exist_is_told_from_the_last_one_that_was_started(
    session: actions.Session,
) -> None:
    actions.record(session, "C-01", "success")
    actions.start(session, "C-02")
    with pytest.raises(UnknownRun, match="no run 9: the last one is 2"):
        session.study.run(9)


def test_a_token_that_finished_a_study_with_one_candidate_does_not_stand_for_another(
    session: actions.Session,
) -> None:
    actions.record(session, "C-01", "success")
    done = actions.finish(session, "enough", chosen="C-01", token="end")
    assert actions.finish(session, "enough", chosen="C-01", token="end").events == done.events
    with pytest.raises(BadInput, match="something else"):
        actions.finish(session, "enough", chosen="C-02", token="end")
