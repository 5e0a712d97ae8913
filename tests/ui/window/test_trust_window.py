"""The verdict of trust in the window: the panel, the strip, Checks, Model, the export dialog and the home screen."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench
from forgery import forge

from kgdesk import actions
from kgdesk.actions.workspace import ListedStudy, StudyGroup, summary
from kgdesk.model.study.events import Head
from kgdesk.model.study.trust import Trust
from kgdesk.ui.dialogs.export import ExportDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.home.study_list import STATE, StudyList
from kgdesk.ui.home.study_opening import StudyRecovery
from kgdesk.ui.pages.check_findings import file_finding
from kgdesk.ui.pages.model_tables import settings_facts
from kgdesk.ui.pages.timeline import TimelineTab
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.window.study_files import verify_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.model.study.events import Event


pytestmark = pytest.mark.usefixtures("own_journal")


def listed_state(path: Path, qtbot: QtBot) -> str:
    """Return what the list of studies says of the state of a study."""
    studies = StudyList()
    qtbot.addWidget(studies)
    listed = ListedStudy(str(path), path.stem)
    studies.show_groups([StudyGroup("", str(path.parent), is_project=True, studies=(listed,))])
    studies.show_summary(str(path), summary(path), None)
    (line,) = studies.items()
    return line.text(STATE)


def test_a_forked_copy_says_so_wherever_it_is_looked_at(
    qtbot: QtBot, tmp_path: Path, five_events: tuple[Event, ...]
) -> None:
    copy = forge(tmp_path / "mail" / "screen.kgstudy", five_events)
    bench = Bench(copy, qtbot, ask=False, tabs=False)
    controller = bench.controller
    # The window names no command that is typed.
    sentence = translate(controller.session.trust.sentence)
    assert sentence.startswith("Forked: from entry 7 on")
    assert bench.window.panel.control.entry.situation.read_only is not None
    assert bench.window.panel.control.entry.situation.read_only.startswith(sentence)
    assert bench.window.message_strip.isHidden()  # the panel says it
    facts = {fact.name: fact.value for fact in settings_facts(controller.study, controller.session.trust)}
    assert facts["Trust in this copy"] == sentence
    dialog = ExportDialog(controller)
    qtbot.addWidget(dialog)
    for kind in ("zip", "csv"):
        dialog._radios[kind].click()
        assert dialog.strip.text == sentence
    bench.close()
    assert listed_state(copy, qtbot) == "⚠ forked"


def test_a_study_that_a_copy_has_left_behind_says_so_before_anything_is_recorded(
    qtbot: QtBot, tmp_path: Path, five_runs: Path, five_events: tuple[Event, ...]
) -> None:
    copy = forge(tmp_path / "usb" / "screen.kgstudy", five_events, 0)
    with actions.open_study(copy, actions.Operator("MK")) as session:
        actions.note(session, "went on here")
    bench = Bench(five_runs, qtbot, ask=False, tabs=False)
    assert bench.controller.read_only_reason is None
    assert bench.window.message_strip.text.startswith("Behind: this copy ends with entry 9")
    bench.window.message_strip.buttons[0].click()
    assert bench.window.message_strip.isHidden()
    bench.close()
    assert listed_state(five_runs, qtbot) == "⚠ behind"


def fork_by_a_practice_copy(study: Path, practice: Path) -> None:
    """Continue a study and a copy of it with different entries."""
    shutil.copy(study, practice)
    for path, text in ((practice, "in the copy"), (study, "in the study")):
        with actions.open_study(path, actions.Operator("MK")) as session:
            actions.note(session, text)


def answer_with(monkeypatch: pytest.MonkeyPatch, reason: str | None) -> list[str]:
    """Let the dialog that asks for a reason be answered; return the questions, as they come."""
    asked: list[str] = []

    def ask(_: object, _title: str, question: str, *_more: object) -> str | None:
        asked.append(question)
        return reason

    monkeypatch.setattr(ReasonDialog, "ask", ask)
    return asked


def test_a_fork_is_settled_in_the_window_and_the_history_says_by_whom_and_why(
    qtbot: QtBot, tmp_path: Path, five_runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = tmp_path / "practice.kgstudy"
    fork_by_a_practice_copy(five_runs, practice)
    bench = Bench(five_runs, qtbot, ask=False)
    strip = bench.window.message_strip
    assert strip.text.endswith("If the other copy does not count, as a practice copy, settle it.")
    settle, close = strip.buttons
    assert (settle.text(), close.text()) == ("Settle…", "Close")
    answer_with(monkeypatch, None)
    settle.click()
    assert bench.controller.session.trust.verdict == "forked"
    asked = answer_with(monkeypatch, "Practice copy")
    strip.buttons[0].click()
    assert len(asked) == 1
    assert str(practice) in strip.text
    assert bench.controller.session.trust.verdict == "whole"
    history = bench.window.page(TimelineTab)
    bench.window.parts.tabs.setCurrentWidget(history)
    qtbot.waitUntil(lambda: "Practice copy" in history.about.text())
    line = next(line for line in history.about.text().splitlines() if "Practice copy" in line)
    assert str(practice) in line
    assert bench.controller.who.operator in line
    bench.close()
    with actions.open_study(five_runs, actions.Operator("MK"), read_only=True) as session:
        (settled,) = actions.settled_forks(session.study)
    assert settled.operator in line


def test_a_fork_of_another_file_is_settled_where_it_is_verified(
    qtbot: QtBot,
    tmp_path: Path,
    five_runs: Path,
    make_study: Callable[..., actions.Session],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fork_by_a_practice_copy(five_runs, tmp_path / "practice.kgstudy")
    bench = Bench(make_study("another").path, qtbot, ask=False, tabs=False)
    strip = bench.window.message_strip
    verify_file(bench.window.parts, five_runs)
    qtbot.waitUntil(lambda: "Forked" in strip.text, timeout=60_000)
    answer_with(monkeypatch, "Practice copy")
    strip.buttons[0].click()
    qtbot.waitUntil(lambda: "does not count any more" in strip.text)
    assert actions.verify(five_runs).trust.verdict == "whole"
    bench.close()


def test_a_copy_that_was_forged_cannot_be_settled(tmp_path: Path, five_events: tuple[Event, ...]) -> None:
    copy = forge(tmp_path / "mail" / "screen.kgstudy", five_events)
    with actions.open_study(copy, actions.Operator("MK")) as session:
        assert not session.trust.settleable
        assert "settle" not in session.trust.sentence


def test_an_entry_without_sense_is_named_and_stops_nothing(
    qtbot: QtBot, five_runs: Path, who: actions.Operator, five_events: tuple[Event, ...]
) -> None:
    with actions.open_study(five_runs, who) as session:
        senseless = five_events[-1].new._replace(
            event_id="0" * 32, payload={"candidate": "nobody"}, actor="Eve"
        )
        session.store.append_if_head(session.study.head, [senseless])
    bench = Bench(five_runs, qtbot, ask=False, tabs=False)
    sentence = bench.controller.session.trust.sentence
    assert "by Eve) does not make sense and is set aside" in sentence
    assert bench.window.message_strip.text == sentence
    assert bench.controller.read_only_reason is None
    dialog = ExportDialog(bench.controller)
    qtbot.addWidget(dialog)
    dialog._radios["csv"].click()
    assert dialog.strip.text == sentence
    for tab in range(bench.window.tabs.count()):
        bench.window.tabs.setCurrentIndex(tab)
    bench.close()
    found = file_finding(actions.verify(five_runs), len(five_events) + 1)
    assert found.state == "note"
    assert sentence in found.sentence


def test_the_check_of_the_file_joins_chain_and_trust(
    five_runs: Path, tmp_path: Path, five_events: tuple[Event, ...]
) -> None:
    whole = actions.verify(five_runs)
    assert file_finding(whole, 9).state == "good"
    assert whole.trust.sentence in file_finding(whole, 9).sentence
    false = actions.verify(forge(tmp_path / "mail" / "screen.kgstudy", five_events))
    for answer in (None, false):
        found = file_finding(answer, 9, trust=false.trust)
        assert (found.state, found.sentence) == ("caution", translate(false.trust.sentence))
    behind = Trust("behind", 7, 7, Head(9, five_events[-1].hash), "elsewhere")
    assert "newer copy" in file_finding(None, 7, trust=behind).advice
    assert file_finding(None, 9, trust=Trust("not known here", 9)).state == "open"


def test_what_a_restored_study_lost_is_said_with_the_file_that_has_it(
    qtbot: QtBot, five_runs: Path, tmp_path: Path, who: actions.Operator, five_events: tuple[Event, ...]
) -> None:
    done = actions.restore(five_runs, who, source=forge(tmp_path / "old.kgstudy", five_events, 0, drop=2))
    note = MessageStrip("note")
    qtbot.addWidget(note)
    StudyRecovery(lambda: who).show_restored(note, done)
    assert (
        "Entries 8 to 9 of the file as it was are dropped: 2 in all. They stay in screen (before "
        in note.text
    )
