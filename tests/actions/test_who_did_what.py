"""Every action that changes a study makes one commit with one event of its own kind: who, when, old value, reason."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import typing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk import actions
from kgdesk.actions.audit_trail import WORDS
from kgdesk.cli import parser
from kgdesk.errors import BadInput
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.events import KINDS
from kgdesk.model.study.payloads import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Clock

Session = actions.Session


@dataclass(frozen=True)
class Act:
    """Description of an action: preparation, call and resulting events.

    Parameters
    ----------
    name
        Name of the action.
    do
        Calls it once, with the reason “because” if it takes one.
    kind
        Kind of its event.
    before
        Brings the study into a state in which it is possible.
    also
        Kinds before it in the same commit: the suggestion that was followed.
    reason
        Whether it requires a reason.
    old
        Value that it replaces and its event records; None if it replaces none.
    """

    name: str
    do: Callable[[Session], Any]
    kind: str
    before: Callable[[Session], Any] = lambda _: None
    also: tuple[str, ...] = ()
    reason: bool = False
    old: Any = None


def ran(session: Session) -> None:
    actions.record(session, "C-01", "success")


def undone(session: Session) -> None:
    ran(session)
    actions.take_back(session)


def in_lots(session: Session) -> None:
    actions.change_settings(session, {"blocks": "Lot"}, "the lots differ")


def finished(session: Session) -> None:
    actions.finish(session, "enough")


def more_candidates(session: actions.Session) -> Path:
    """Write a table with one more candidate, with the values of the first one."""
    pool, path = session.study.pool, Path(str(session.path)).with_name("more.csv")
    cells = {"name": "new", **{a.name: str(v[0]) for a, v in zip(pool.attributes, pool.values, strict=True)}}
    cells |= {heading: f"{texts[0]} again" for heading, texts in pool.extras.items()}
    path.write_text(f"{','.join(cells)}\n{','.join(cells.values())}\n", encoding="utf-8")
    return path


def a_table(session: Session) -> Path:
    path = session.path.with_name("outcomes.csv")
    path.write_text("candidate,outcome\nC-04,success\n", encoding="utf-8")
    return path


def planned(session: Session) -> Any:
    return actions.plan_results(session.study, a_table(session))


#: State of the run of `ran` before its correction.
A_RUN = {"candidate": "C-01", "outcome": "success"}

ACTS = (
    Act("record", lambda s: actions.record(s, "C-02", "failure"), "outcome_recorded"),
    Act(
        "record",
        lambda s: actions.record(s, "C-02", "failure", advice=advise(s.study)),
        "outcome_recorded",
        also=("suggestion_made",),
    ),
    Act("start", lambda s: actions.start(s, "C-02"), "experiment_started"),
    Act(
        "start",
        lambda s: actions.start(s, "C-02", reason="because", advice=advise(s.study)),
        "experiment_started",
        also=("suggestion_made",),
    ),
    Act(
        "start_together",
        lambda s: actions.start_together(s, advise_batch(s.study, 2)),
        "experiment_started",
        also=("suggestion_made", "experiment_started", "suggestion_made"),
    ),
    Act("note", lambda s: actions.note(s, "a new lamp"), "note_added"),
    Act("skip", lambda s: actions.skip(s, "C-02", "because"), "suggestion_declined"),
    Act("exclude", lambda s: actions.exclude(s, "C-02", "because"), "candidate_retired"),
    Act(
        "include",
        lambda s: actions.include(s, "C-02", "because"),
        "candidate_restored",
        before=lambda s: actions.exclude(s, "C-02"),
    ),
    Act(
        "correct",
        lambda s, why="because": actions.correct(s, 1, "failure", why),
        "outcome_corrected",
        before=ran,
        reason=True,
        old=A_RUN,
    ),
    Act(
        "correct",
        lambda s, why="because": actions.correct(s, 1, "void", why),
        "outcome_voided",
        before=ran,
        reason=True,
        old=A_RUN,
    ),
    Act("take_back", actions.take_back, "outcome_voided", before=ran, old=A_RUN),
    Act("take_back_run", lambda s: actions.take_back_run(s, 1), "outcome_voided", before=ran, old=A_RUN),
    Act("set_block", lambda s: actions.set_block(s, {"Lot": "4711"}), "block_set", before=in_lots),
    Act(
        "correct_block",
        lambda s, why="because": actions.correct_block(s, 1, {"Lot": "4711"}, why),
        "block_corrected",
        before=lambda s: (in_lots(s), ran(s)),
        reason=True,
        old="",
    ),
    Act("redo", actions.redo, "outcome_corrected", before=undone, old={**A_RUN, "outcome": "void"}),
    Act(
        "change_settings",
        lambda s, why="because": actions.change_settings(s, {"title": "Second plate"}, why),
        "settings_changed",
        reason=True,
        old="screen",
    ),
    Act(
        "add_candidates",
        lambda s, why="because": actions.add_candidates(s, more_candidates(s), why, names="name"),
        "candidates_added",
        reason=True,
    ),
    Act("finish", lambda s, why="because": actions.finish(s, why), "finished", reason=True),
    Act("reopen", lambda s, why="because": actions.reopen(s, why), "reopened", before=finished, reason=True),
    Act(
        "import_outcomes",
        lambda s: actions.import_outcomes(s, a_table(s)),
        "outcome_recorded",
        also=("results_read",),
    ),
    Act(
        "record_results",
        lambda s: actions.record_results(s, planned(s), unstarted="new"),
        "outcome_recorded",
        also=("results_read",),
    ),
    Act(
        "make_worklist",
        lambda s: actions.make_worklist(s, actions.plan_worklist(s.study, candidates=["C-02"])),
        "experiment_started",
        also=("worklist_made",),
    ),
    Act(
        "void_rest",
        lambda s, why="because": actions.void_rest(s, "W1", why),
        "outcome_recorded",
        before=lambda s: actions.make_worklist(s, actions.plan_worklist(s.study, candidates=["C-02"])),
        reason=True,
    ),
    Act(
        "take_back_results",
        lambda s, why="because": actions.take_back_results(s, "outcomes.csv", why),
        "note_added",
        before=lambda s: actions.import_outcomes(s, a_table(s)),
        also=("outcome_voided",),
    ),
)
#: CLI commands that append events to a study, with the corresponding action.
CHANGING = {
    "record": "record",
    "start": "start",
    "skip": "skip",
    "note": "note",
    "exclude": "exclude",
    "include": "include",
    "correct": "correct",
    "set": "change_settings",
    "add": "add_candidates",
    "finish": "finish",
    "reopen": "reopen",
    "import": "import_outcomes",
    "worklist": "make_worklist",
    "void-rest": "void_rest",
    "take-back": "take_back_results",
    "redo": "redo",
    "block": "set_block",
}
#: CLI commands that append no events; `new` and `restore` create a study with events of their own.
OTHERS = {
    *("demo", "open", "new", "suggest", "status", "export", "verify", "rehearse", "paper", "selftest"),
    *("backup", "restore", "server", "audit", "report", "calibrate", "sheet", "labels"),
    *("candidates", "help", "version", "completion", "outbox", "predict", "sample"),
}


def changing_actions() -> list[str]:
    """Return the names of the actions that take a session and return a Change."""
    found = []
    for name in actions.__all__:
        function = getattr(actions, name)
        if not inspect.isfunction(function):
            continue
        shown = str(inspect.signature(function).return_annotation)
        if shown in {"Change", "Imported"}:
            found.append(name)
    return sorted(found)


def test_every_action_that_changes_a_study_stands_in_the_table() -> None:
    assert changing_actions() == sorted({act.name for act in ACTS})


def test_every_command_is_known_to_change_a_study_or_not_to() -> None:
    (commands,) = (a for a in parser.build()._actions if isinstance(a, argparse._SubParsersAction))
    assert set(CHANGING) <= set(commands.choices) <= set(CHANGING) | OTHERS
    assert set(CHANGING.values()) <= {act.name for act in ACTS}


def test_every_change_that_the_window_can_make_stands_in_the_table() -> None:
    changing = set(changing_actions())
    asked = {
        node.attr
        for path in sorted((Path(actions.__file__).parents[1] / "ui").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "actions"
    }
    assert {"record", "correct", "take_back", "finish", "reopen"} <= asked & changing
    assert asked & changing <= {act.name for act in ACTS}


@pytest.mark.parametrize("act", ACTS, ids=lambda act: f"{act.name}-{act.kind}-{len(act.also)}")
def test_an_act_is_one_commit_with_one_entry_of_its_kind(
    session: Session, who: actions.Operator, clock: Clock, act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    act.before(session)
    clock.tick(90)
    commits: list[int] = []
    store = session.store
    appended = type(store).append_if_head

    def counted(self: Any, expected: Any, events: Any, *more: Any) -> Any:
        commits.append(len(events))
        return appended(self, expected, events, *more)

    monkeypatch.setattr(type(store), "append_if_head", counted)
    known = len(session.study.events)
    act.do(session)
    new = session.study.events[known:]
    assert [event.kind for event in new] == [*act.also, act.kind]
    assert commits == [len(new)]
    for event in new:
        assert event.new.actor == "Kim"
        assert event.new.workstation == "LAB-PC-2"
        assert event.new.recorded_at_utc == "2026-11-20T09:01:30.000000Z"
        assert event.new.app_version
    (gesture,) = {event.gesture for event in new}
    assert re.fullmatch("[0-9a-f]{32}", gesture)
    assert gesture not in {event.gesture for event in session.study.events[:known]}
    facts = new[-1].payload
    assert facts.get("old") == act.old
    if act.reason:
        assert facts["reason"] == "because"
    with actions.open_study(session.path, who, read_only=True) as other:
        assert other.study.events[known:] == new


@pytest.mark.parametrize("act", ACTS, ids=lambda act: f"{act.name}-{act.kind}-{len(act.also)}")
def test_every_key_that_an_act_writes_is_one_that_the_record_knows(session: Session, act: Act) -> None:
    act.before(session)
    known = len(session.study.events)
    act.do(session)
    for event in session.study.events[known:]:
        keys = {*KEYS[event.kind], "gesture"}
        inner = {
            f"{outer}.{name}"
            for outer, value in event.payload.items()
            if isinstance(value, dict) and any(key.startswith(f"{outer}.") for key in keys)
            for name in value
        }
        assert {*event.payload, *inner} <= keys, "write it into kgdesk/model/study/payloads.py and FORMAT.md"
        assert event.new.kind_version == 1


def test_making_a_study_is_one_commit_with_one_gesture(session: Session) -> None:
    assert len({event.gesture for event in session.study.events}) == 1
    assert len({event.new.recorded_at_utc for event in session.study.events}) == 1


def test_a_retry_carries_the_gesture_of_the_first_try(session: Session, who: actions.Operator) -> None:
    first = actions.record(session, "C-02", "failure", token="once")
    actions.note(session, "between")
    assert actions.record(session, "C-02", "failure", token="once").events == first.events
    assert first.events[0].gesture == who.events([("note_added", {})], "once")[0].payload["gesture"]


@pytest.mark.parametrize(
    "act",
    [act for act in ACTS if act.reason],
    ids=lambda act: f"{act.name}-{act.kind}",
)
def test_an_act_that_needs_a_reason_is_refused_without(session: Session, act: Act) -> None:
    act.before(session)
    before = session.study
    with pytest.raises(BadInput):
        typing.cast("Any", act.do)(session, "  ")
    assert session.study is before


def test_every_kind_of_entry_has_words_in_the_audit_trail() -> None:
    assert set(WORDS) == set(KINDS)


def test_the_audit_trail_says_who_did_what_when_and_why(
    session: Session, clock: Clock, tmp_path: Path
) -> None:
    ran(session)
    actions.correct(session, 1, "failure", "because")
    actions.exclude(session, "C-02", "used up")
    actions.change_settings(session, {"barcode": "well"}, "new labels")
    actions.change_settings(session, {"barcode": ""}, "the labels fell off")
    actions.change_settings(session, {"location": "well"}, "the plate came")
    clock.tick(-1000)
    actions.finish(session, "enough")
    lines = actions.audit(session.study)
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    corrected = next(line for line in lines if line.what.startswith("Corrected run 1"))
    assert (corrected.operator, corrected.before, corrected.reason) == ("Kim", "success for C-01", "because")
    assert corrected.time == "2026-11-20 09:00:00+00:00"
    named, taken = (line for line in lines if "codes of the samples" in line.what)
    assert named.what == "Named “well” as the column with the codes of the samples"
    assert (named.operator, named.before, named.reason) == ("Kim", "none", "new labels")
    assert taken.what == "Named no column any more as the one with the codes of the samples"
    assert (taken.before, taken.reason) == ("well", "the labels fell off")
    (placed,) = (line for line in lines if "where a sample lies" in line.what)
    assert placed.what == "Named “well” as the column that says where a sample lies"
    assert (placed.before, placed.reason) == ("none", "the plate came")
    assert any("1000.0 seconds behind" in line.what for line in lines)
    assert lines[-1].what == "Finished the study"
    actions.export_audit(session.study, tmp_path / "audit.csv")
    assert len((tmp_path / "audit.csv").read_text("utf-8-sig").splitlines()) == len(lines) + 1


def test_each_line_of_the_audit_trail_about_a_run_names_it_by_its_number(
    session: Session, tmp_path: Path
) -> None:
    table = tmp_path / "before.csv"
    table.write_text("candidate,outcome\nC-04,failure\n", encoding="utf-8")
    actions.import_outcomes(session, table)
    actions.record(session, "C-01", "success")
    actions.start(session, "C-02")
    actions.record(session, "C-02", "failure")
    actions.take_back(session)  # run 2 is in progress again, and keeps its number
    actions.record(session, "C-03", "success")
    actions.record(session, "C-02", "success")
    actions.note(session, "cloudy", run=2)
    actions.correct(session, "P1", "void", "because")
    kinds = {"experiment_started", "outcome_recorded", "outcome_corrected", "outcome_voided", "note_added"}
    events, lines = session.study.events, actions.audit(session.study)
    assert [line.what for event, line in zip(events, lines, strict=True) if event.kind in kinds] == [
        "Recorded run P1: failure for C-04, a past outcome from a table",
        "Recorded run 1: success for C-01",
        "Started run 2: C-02",
        "Recorded run 2: failure for C-02",
        "Made run 2 void",
        "Recorded run 3: success for C-03",
        "Recorded run 2: success for C-02",
        "Noted for run 2: cloudy",
        "Made run P1 void",
    ]
