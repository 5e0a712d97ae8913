"""An action is durable when it returns, and changes nothing if it fails."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.session import may_wait
from kgdesk.errors import BadInput, FileExists, NotSaved, ReadOnlyStudy, StaleHead, StudyClosed, StudyInUse
from kgdesk.model.advice import queries
from kgdesk.model.advice.picks import advise
from kgdesk.store import SqliteStore
from tests.posix_only import OPEN_FILES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from conftest import Clock

    from kgdesk.model.study.events import Event, Head, NewEvent
    from kgdesk.model.study.study import Study


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


def beside(session: actions.Session, clock: Clock) -> actions.Session:
    return actions.open_study(session.path, actions.Operator("Lee", "LAB-PC-3", clock))


def test_a_second_window_is_told_who_has_the_study(session: actions.Session, clock: Clock) -> None:
    actions.claim_window(session)
    actions.claim_window(session)
    assert session.read_only_reason is None
    with actions.open_in_window(session.path, actions.Operator("Lee", "LAB-PC-3", clock)) as second:
        assert "by Kim since" in str(second.read_only_reason)
        with pytest.raises(ReadOnlyStudy, match="by Kim"):
            actions.note(second, "x")
    session.close()
    with actions.open_in_window(session.path, actions.Operator("Lee", "LAB-PC-3", clock)) as second:
        assert second.read_only_reason is None


def test_a_script_and_a_window_record_in_turn(session: actions.Session, clock: Clock) -> None:
    actions.claim_window(session)
    with beside(session, clock) as script:
        for number in range(1, 4):
            actions.record(script, f"C-0{number}", "success", note="script")
            change = actions.record(session, f"C-0{number + 3}", "failure", note="window")
            assert [event.payload.get("note") for event in change.events] == ["window"]
            assert actions.note(script, "seen") is not None
        assert script.refreshed() is None
        assert session.refreshed() is not None
        assert session.study.head == script.study.head
        assert [run.note for run in script.study.runs] == ["script", "window"] * 3
    assert session.trust.unremarkable


def test_calls_of_two_threads_reach_the_store_one_after_the_other(
    session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, send, overlapping = threading.Lock(), session.store.append_if_head, list[str]()
    second = threading.Thread(target=actions.note, args=(session, "two"))

    def sent(head: Head, new: Sequence[NewEvent]) -> tuple[Event, ...]:
        free = inside.acquire(blocking=False)
        if not free:
            overlapping.append(new[0].kind)
        if second.ident is None:
            second.start()
            second.join(0.2)  # it has time to come in, and has to wait
        if free:
            inside.release()
        return send(head, new)

    monkeypatch.setattr(session.store, "append_if_head", sent)
    actions.note(session, "one")
    second.join()
    assert overlapping == []
    assert [event.payload["text"] for event in session.study.events[-2:]] == ["one", "two"]


def test_a_window_is_told_of_all_that_changed_when_another_program_was_quicker(
    session: actions.Session, clock: Clock
) -> None:
    with beside(session, clock) as script:
        actions.start(script, "C-03")
        change = actions.note(session, "mine")
    assert {"pending", "notes"} <= change.facts
    assert [event.kind for event in change.events] == ["note_added"]


def test_a_suggestion_of_an_earlier_state_is_not_recorded_as_followed(
    session: actions.Session, clock: Clock
) -> None:
    shown = advise(session.study)
    with beside(session, clock) as script:
        actions.record(script, "C-01", "success")
    change = actions.record(session, "C-02", "failure", advice=shown, seen_on="card")
    assert [event.kind for event in change.events] == ["outcome_recorded"]
    assert not change.study.runs[-1].suggested
    assert actions.verify(session.path).problem is None


def test_a_token_that_another_program_has_recorded_adds_nothing(
    session: actions.Session, clock: Clock
) -> None:
    with beside(session, clock) as script:
        first = actions.record(script, "C-01", "success", token="plate7-A1")
    again = actions.record(session, "C-01", "success", token="plate7-A1")
    assert again.events == first.events
    assert len(session.study.runs) == 1


@pytest.mark.parametrize("act", ["start", "correct", "take back", "finish"])
def test_an_entry_that_depends_on_what_was_seen_is_refused_when_the_study_has_changed(
    session: actions.Session, clock: Clock, act: str
) -> None:
    actions.record(session, "C-01", "success")
    with beside(session, clock) as script:
        actions.record(script, "C-02", "success")
    acts = {
        "start": lambda: actions.start(session, "C-03"),
        "correct": lambda: actions.correct(session, 1, "failure", "typed wrongly"),
        "take back": lambda: actions.take_back(session),
        "finish": lambda: actions.finish(session, "done"),
    }
    with pytest.raises(StaleHead, match="1 new entry"):
        acts[act]()
    assert len(session.study.runs) == 2
    assert acts[act]().events


def test_a_study_that_is_finished_takes_no_outcome_of_a_program_beside(
    session: actions.Session, clock: Clock
) -> None:
    with beside(session, clock) as script:
        actions.finish(session, "done")
        head = session.study.head
        with pytest.raises(StudyClosed):
            actions.record(script, "C-03", "success")
    assert session.store.head() == head


def test_a_program_that_holds_the_file_for_itself_is_named_and_the_entry_is_not_recorded(
    session: actions.Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("lock", "sqlite"):
        monkeypatch.setattr(f"kgdesk.store.{module}.LOCK_S", 0.05)
    lee = actions.Operator("Lee", "LAB-PC-3", clock)
    with SqliteStore.open(session.path, writer=lee.writer()):  # as an earlier version does
        with pytest.raises(NotSaved, match=r"LAB-PC-3 by Lee.*Nothing was recorded"):
            actions.record(session, "C-01", "success", token="once")
        with actions.open_in_window(session.path, lee) as window:
            assert window.read_only_reason is not None
    assert len(actions.record(session, "C-01", "success", token="once").events) == 1


@OPEN_FILES
def test_a_file_that_is_replaced_under_a_program_is_not_written(
    session: actions.Session, tmp_path: Path
) -> None:
    """Neither the old file, which has no name any more, nor the new one, which does not hold what was seen."""
    other = tmp_path / "earlier.kgstudy"
    session.store.backup(other)
    actions.record(session, "C-01", "success")
    was = other.read_bytes()
    other.replace(session.path)
    with pytest.raises(NotSaved, match="moved, renamed or deleted"):
        actions.record(session, "C-02", "success")
    assert session.path.read_bytes() == was


def test_a_study_is_not_restored_under_an_open_window(session: actions.Session, clock: Clock) -> None:
    actions.claim_window(session)
    with pytest.raises(StudyInUse, match="by Kim"):
        actions.restore(session.path, actions.Operator("Lee", "LAB-PC-3", clock))
    session.close()
    actions.restore(session.path, actions.Operator("Lee", "LAB-PC-3", clock))


def test_an_entry_that_is_noted_while_a_study_is_opened_is_not_missing_from_it(
    session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, times = SqliteStore.read_from, iter([True])

    def late(store: SqliteStore, seq: int = 1) -> tuple[Event, ...]:
        events = read(store, seq)
        if next(times, False):
            actions.record(session, "C-01", "success")
        return events

    monkeypatch.setattr(SqliteStore, "read_from", late)
    with actions.open_study(session.path, session.who, read_only=True) as reader:
        assert len(reader.study.runs) == 1


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
        "study", "outcomes", "successes", "undecided", "voids", "pending", "budget", "state", "attributes", "belief",
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
    assert list(asked["stop"]) == list(status["stop"]) == ["rule", "stop", "verdict", "why"]
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


def test_what_may_wait_for_a_server_stays_true_whatever_others_record(
    session: actions.Session, who: actions.Operator
) -> None:
    """A start does not: somebody else may start the same candidate. Nor does the outcome of a start not on record."""
    on_record = session.study
    started = actions.start(session, "C-02").events[-1]
    outcome = {"candidate": "C-02", "outcome": "success"}

    def waits(kind: str, payload: dict[str, object], study: Study = session.study) -> bool:
        (new,) = who.events([(kind, payload)])
        return may_wait(new, study)

    assert waits("outcome_recorded", outcome)
    assert waits("outcome_recorded", {**outcome, "start": started.seq})
    assert not waits("outcome_recorded", {**outcome, "start": started.seq}, on_record)
    assert not waits("experiment_started", {"candidate": "C-03"})
    assert not waits("outcome_voided", {"target": 1, "reason": "spilt"})
