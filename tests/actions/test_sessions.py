"""An action is durable when it returns, and changes nothing if it fails."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.errors import BadInput, FileExists, NotSaved, StudyInUse
from kgdesk.model.advice.advice import advise
from kgdesk.model.insight import queries

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Clock


def test_an_outcome_is_on_disk_before_the_action_returns(
    session: actions.Session, who: actions.Operator
) -> None:
    advice = advise(session.study)
    change = actions.record(session, advice.suggestion.candidate, "success", advice=advice)
    with actions.open_study(session.path, who, read_only=True) as other:
        assert other.study.head == change.study.head
        assert other.study.runs == session.study.runs
    assert [e.kind for e in change.events] == ["suggestion_made", "outcome_recorded"]
    assert change.facts == {"runs", "belief"}


def test_every_entry_says_who_made_it_where_and_when(session: actions.Session, clock: Clock) -> None:
    clock.tick(90)
    change = actions.record(session, "C-01", "failure", note="cloudy")
    new = change.events[-1].new
    assert (new.actor, new.workstation, new.recorded_at_utc) == (
        "Kim",
        "LAB-PC-2",
        "2026-11-20T09:01:30.000000Z",
    )
    assert session.study.runs[0].note == "cloudy"


def test_nobody_records_without_a_name(session: actions.Session, clock: Clock) -> None:
    session.who = actions.Operator("  ", "PC", clock)
    with pytest.raises(BadInput, match="set the operator"):
        actions.record(session, "C-01", "success")
    assert session.study.revision == 4


def test_the_same_gesture_sent_twice_records_once(session: actions.Session, who: actions.Operator) -> None:
    before = session.study
    actions.record(session, "C-01", "success", token="gesture-7")
    session._confirmed = session._study = before  # as if the reply was lost
    actions.record(session, "C-01", "success", token="gesture-7")
    with actions.open_study(session.path, who, read_only=True) as other:
        assert len(other.study.runs) == 1


def test_all_that_came_since_is_told_however_much_it_is(session: actions.Session) -> None:
    before = session.study
    actions.record(session, "C-01", "success", count=(200, 300))
    change = session.since(before)
    assert change is not None
    assert [event.seq for event in change.events] == list(range(before.revision + 1, before.revision + 301))


def test_a_token_of_long_ago_is_found_without_reading_the_study_again(
    session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = actions.record(session, "C-01", "success", token="first")
    actions.record(session, "C-02", "success", count=(400, 900), token="many")
    monkeypatch.setattr(type(session.store), "read_from", lambda *_: pytest.fail("the file is read again"))
    assert actions.record(session, "C-01", "success", token="first").events == first.events
    assert len(actions.record(session, "C-02", "success", count=(400, 900), token="many").events) == 900


def test_a_clock_that_steps_back_is_noted_and_not_obeyed(session: actions.Session, clock: Clock) -> None:
    actions.record(session, "C-01", "success")
    clock.tick(-3600)
    change = actions.record(session, "C-02", "failure")
    assert [e.kind for e in change.events] == ["clock_anomaly", "outcome_recorded"]
    assert change.events[0].payload["behind_seconds"] == 3600.0
    assert [r.candidate for r in session.study.runs] == ["C-01", "C-02"]


def test_a_second_writer_is_told_who_has_the_study(session: actions.Session, clock: Clock) -> None:
    with pytest.raises(StudyInUse, match="Kim"):
        actions.open_study(session.path, actions.Operator("Lee", "LAB-PC-3", clock))


def test_a_reader_sees_what_the_writer_appends(session: actions.Session, who: actions.Operator) -> None:
    with actions.open_study(session.path, who, read_only=True) as reader:
        assert not reader.refreshed()
        actions.record(session, "C-01", "success")
        assert reader.refreshed()
        assert reader.study.runs == session.study.runs
        assert reader.read_only_reason


def test_a_study_is_never_written_over(make_study: Callable[..., actions.Session]) -> None:
    first = make_study("one")
    with pytest.raises(FileExists):
        make_study("one")
    assert first.path.exists()


def test_past_outcomes_in_the_table_become_imported_runs(tmp_path: Path, who: actions.Operator) -> None:
    from kgdesk.actions.importing import read_pool
    from kgdesk.model.study.settings import Settings

    path = tmp_path / "t.csv"
    path.write_text("code,x,done\nA,1,success\nB,2,\nC,3,failure\n", encoding="utf-8")
    table = read_pool(path, id="code", outcome="done")
    with actions.create_study(tmp_path / "s.kgstudy", table, Settings(), who, file="t.csv") as made:
        assert [(r.candidate, r.outcome, r.imported) for r in made.study.runs] == [
            ("A", "success", True),
            ("C", "failure", True),
        ]
        assert made.study.done == 0
        assert made.study.successes == 1


def test_status_and_suggestion_have_the_agreed_shape(session: actions.Session) -> None:
    actions.record(session, "C-01", "success")
    status = json.loads(json.dumps(queries.status(session.study), allow_nan=False))
    assert list(status) == [
        "study", "outcomes", "successes", "voids", "pending", "budget", "state", "attributes", "belief",
        "recommended", "head", "stop", "at_stake",
    ]  # fmt: skip
    assert list(status["belief"]) == ["kind", "mean", "covariance"]
    assert list(status["recommended"]) == ["candidate", "probability", "interval"]
    asked = json.loads(json.dumps(queries.suggestion(session.study), allow_nan=False))
    assert list(asked) == [
        "study",
        "revision",
        "policy",
        "belief",
        "suggestions",
        "recommended",
        "runner_up",
        "repeats",
        "all_tried",
        "stop",
        "at_stake",
    ]
    assert list(asked["stop"]) == list(status["stop"]) == ["rule", "stop", "why"]
    assert list(asked["suggestions"][0]) == [
        "candidate", "kg", "probability", "interval", "if_success", "if_failure", "why",
        "in_progress", "earlier_picks", "run", "earlier", "location",
    ]  # fmt: skip
    assert asked["recommended"] == status["recommended"]


def test_a_correction_can_be_imagined_without_being_made(
    session: actions.Session, who: actions.Operator
) -> None:
    for candidate, outcome in (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure")):
        actions.record(session, candidate, outcome, advice=advise(session.study))
    revision = session.study.revision
    now, then, later = actions.effect_of_correction(session.study, 1, "failure", None, who)
    assert session.study.revision == revision
    assert later == 2
    assert now == advise(session.study).recommended
    actions.correct(session, 1, "failure", "typed the wrong outcome")
    assert then == advise(session.study).recommended


def test_a_full_disk_records_nothing_and_says_so(
    session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("Run 1 is not recorded.")

    monkeypatch.setattr(type(session._store), "append_if_head", full)
    before = session.study
    with pytest.raises(NotSaved):
        actions.record(session, "C-01", "success")
    assert session.study is before
