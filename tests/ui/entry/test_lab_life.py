"""Runs in progress, skipping, details, notes, batches and stopping, by keyboard and mouse."""

from __future__ import annotations

import threading
from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtCore import QDateTime, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QListWidget, QWidget

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.errors import NotSaved
from kgdesk.kernels.parallel import PARALLEL_LOCK
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.skip import SkipDialog, Skipped
from kgdesk.ui.pages.candidate_table import CODE
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.widgets.range_bar import MARK
from kgdesk.ui.window import run_menu

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.entry.face import Face

K = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def begin(bench: Bench) -> str:
    """Start the candidate on the card by two keys."""
    bench.wait_ready()
    candidate = bench.text("entry.candidateCode")
    bench.press(K.Key_T, modifier=CONTROL)
    bench.press(K.Key_Return)
    bench.wait_ready()
    return candidate


def press(dialog: QWidget, name: str) -> None:
    """Click on a widget of a dialog."""
    part = dialog.findChild(QWidget, name)
    assert part is not None
    assert part.isEnabled()
    QTest.mouseClick(part, Qt.MouseButton.LeftButton, pos=QPoint(12, part.height() // 2))


def back(bench: Bench, qtbot: QtBot) -> None:
    """Activate the main window, as window managers do when a dialog closes."""
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)


def opened(bench: Bench, kind: type[QDialog]) -> QDialog:
    found = [dialog for dialog in bench.window.findChildren(kind) if dialog.isVisible()]
    assert len(found) == 1
    return found[0]


def running_tab(bench: Bench) -> str:
    """Return the text of the tab with the runs in progress."""
    return bench.window.panel.lists.tabs.tabText(1)


# Starting.


def test_two_keys_start_a_run_that_is_on_disk_and_listed(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    bench.press(K.Key_T, modifier=CONTROL)
    assert bench.strip == f"Start run 4, {code}? Its outcome comes later."
    assert bench.text("entry.record") == "Start  Enter"
    with actions.open_study(bench.path, Operator("reader"), read_only=True) as read:
        assert not read.study.pending
    bench.press(K.Key_Return)
    assert bench.strip == f"Run 4 in progress: {code}"
    with actions.open_study(bench.path, Operator("reader"), read_only=True) as read:
        assert [run.candidate for run in read.study.pending] == [code]
        assert read.study.pending[0].suggested == code
    assert bench.runs == 3
    assert running_tab(bench) == "In progress 1"
    bench.wait_ready()
    assert bench.text("entry.candidateCode") != ""


@pytest.mark.parametrize("face", ["study", "bench"])
def test_undo_after_a_start_first_says_that_the_start_stays_and_which_outcome_it_takes_back(
    bench: Bench, face: Face
) -> None:
    bench.window.show_face(face)
    newest = bench.controller.study.runs[-1]
    bench.press(K.Key_T, modifier=CONTROL)
    bench.press(K.Key_Return)
    assert bench.strip.startswith("Run 4 in progress: ")
    assert not bench.part("entry.takeBack").isVisible()
    bench.press(K.Key_Z, modifier=CONTROL)
    stays = f"The start of run 4 stays. Undo again: run {newest.number}, {newest.candidate} "
    assert bench.strip.startswith(stays)
    assert bench.part("entry.cancelStart").isVisible()
    assert not bench.controller.study.runs[-1].taken_back
    bench.press(K.Key_Z, modifier=CONTROL)
    assert bench.strip == f"Run {newest.number} undone."
    assert bench.controller.study.runs[-1].taken_back
    assert [start.number for start in bench.controller.study.pending] == [4]


def test_undo_after_several_starts_says_that_they_stay(bench: Bench) -> None:
    names = bench.controller.study.pool.ids[:2]
    bench.control.do(actions.start_together, names)
    assert bench.strip == "2 runs started."
    bench.press(K.Key_Z, modifier=CONTROL)
    assert bench.strip.startswith("The starts stay. Undo again: run 3, ")
    assert not bench.part("entry.cancelStart").isVisible()


@pytest.mark.parametrize("undo_first", [False, True], ids=["started", "undo"])
def test_the_strip_of_a_start_leads_to_its_cancellation(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, undo_first: bool
) -> None:
    code = begin(bench)
    if undo_first:
        bench.press(K.Key_Z, modifier=CONTROL)
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: None)
    bench.click("entry.cancelStart")
    assert [start.candidate for start in bench.controller.study.pending] == [code]
    assert bench.strip == f"Run 4 in progress: {code}. Enter its outcome."
    bench.press(K.Key_Escape)
    begin(bench)
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: "Not done")
    bench.click("entry.cancelStart")
    assert [start.candidate for start in bench.controller.study.pending] == [code]
    run = bench.controller.study.runs[-1]
    assert (run.number, run.outcome, run.reason) == (5, "void", "Not done")


@pytest.mark.parametrize(
    "keys", [(K.Key_Escape, K.Key_Return), (K.Key_A, K.Key_Return)], ids=["esc", "letter"]
)
def test_a_start_that_is_put_down_starts_nothing(bench: Bench, keys: tuple[Qt.Key, ...]) -> None:
    bench.press(K.Key_T, modifier=CONTROL)
    bench.press(*keys)
    assert not bench.controller.study.pending
    assert bench.runs == 3


def test_success_after_start_asks_for_the_outcome_and_not_for_the_start(bench: Bench) -> None:
    bench.press(K.Key_T, modifier=CONTROL)
    bench.press(K.Key_F8)
    assert bench.strip.startswith("Record Success for ")
    assert bench.text("entry.record") == "Record  Enter"
    bench.press(K.Key_Return)
    assert bench.runs == 4
    assert not bench.controller.study.pending


def test_nothing_is_listed_where_no_run_is_in_progress(bench: Bench) -> None:
    assert not bench.part("entry.running").isVisible()


def click_row(bench: Bench, row: int) -> None:
    rows = bench.part("entry.runningList", QListWidget)
    place = rows.visualItemRect(rows.item(row)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_puts_a_run_in_progress_onto_the_card_and_records_nothing(bench: Bench) -> None:
    first, second = begin(bench), begin(bench)
    click_row(bench, 0)
    assert bench.text("entry.candidateCode") == first
    assert bench.text("entry.heading").startswith("Outcome of run 4")
    assert bench.text("entry.why").startswith("Started ")
    assert bench.runs == 3
    assert not bench.window.commands.action("run.start").isEnabled()
    bench.press(K.Key_F9, K.Key_Return)
    run = bench.controller.study.runs[-1]
    assert (run.candidate, run.outcome, run.suggested) == (first, "failure", first)
    assert [each.candidate for each in bench.controller.study.pending] == [second]
    bench.wait_ready()
    assert bench.control.entry.choice is None


@pytest.mark.parametrize("face", ["study", "bench"])
def test_one_click_after_a_start_leads_to_its_outcome(bench: Bench, face: Face) -> None:
    bench.window.show_face(face)
    code = begin(bench)
    assert bench.text("entry.candidateCode") != code
    listed = bench.part("entry.runningList", QListWidget)
    assert listed.isVisible()
    assert listed.item(0).toolTip().splitlines()[-1] == "Click: enter its outcome"
    bench.click("entry.enterOutcome")
    assert bench.text("entry.candidateCode") == code
    assert bench.strip == f"Run 4 in progress: {code}. Enter its outcome."
    assert not bench.part("entry.enterOutcome").isVisible()
    assert QApplication.focusWidget() is bench.window.panel.home
    bench.press(K.Key_Escape)
    assert bench.text("entry.candidateCode") != code
    assert bench.runs == 3


def test_enter_on_the_list_puts_the_run_onto_the_card(bench: Bench) -> None:
    code = begin(bench)
    rows = bench.part("entry.runningList", QListWidget)
    rows.setFocus()
    rows.setCurrentRow(0)
    bench.press(K.Key_Return)
    assert bench.text("entry.candidateCode") == code
    assert bench.runs == 3


def test_the_run_that_was_pointed_at_is_settled_and_not_the_oldest_of_its_candidate(bench: Bench) -> None:
    for _ in range(2):
        bench.control.choose("C-0007")
        begin(bench)
    newer = bench.controller.study.pending[1].seq
    click_row(bench, 1)
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.controller.study.runs[-1].start == newer
    assert [run.candidate for run in bench.controller.study.pending] == ["C-0007"]


def test_a_scan_of_a_run_in_progress_puts_it_onto_the_card_without_a_question(bench: Bench) -> None:
    code = begin(bench)
    begin(bench)
    bench.type(f"{code}\n")
    assert bench.control.entry.state == "ready"
    assert bench.text("entry.heading").startswith("Outcome of run 4")
    assert bench.text("entry.matches") == "✓ matches"
    bench.press(K.Key_F8)
    bench.type(f"{code}\n")
    assert bench.runs_on_disk() == 3


def test_a_run_that_another_program_settled_leaves_the_card(bench: Bench) -> None:
    begin(bench)
    click_row(bench, 0)
    bench.press(K.Key_F8)
    bench.controller.do(actions.record, bench.text("entry.candidateCode"), "void", advice=None, token="other")
    assert bench.control.entry.choice is None
    bench.press(K.Key_Return)
    assert bench.controller.study.runs[-1].outcome == "void"
    assert bench.runs == 4


def test_results_may_be_recorded_while_the_next_suggestion_is_still_worked_out(bench: Bench) -> None:
    begin(bench)
    bench.controller.advice.cancel()
    bench.control.refresh()
    bench.controller.advice._current = None
    bench.control.refresh()
    click_row(bench, 0)
    assert bench.part("entry.success").isEnabled()
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.runs == 4


def test_a_start_that_cannot_be_saved_stays_ready_and_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = bench.text("entry.candidateCode")

    def full(*_: object, **__: object) -> object:
        raise NotSaved("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(bench.controller.session._store, "append_if_head", full)
        bench.press(K.Key_T, modifier=CONTROL)
        bench.press(K.Key_Return)
        bench.controller.settle()  # while the disk is full: writes run in another thread
    assert bench.strip == f"✕ The start of {code} could not be saved."
    bench.click("entry.tryAgain")
    assert [run.candidate for run in bench.controller.study.pending] == [code]


def test_what_never_runs_together_is_refused_in_a_sentence(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "g.kgstudy", never_together=("Location",))
    bench = Bench(path, qtbot, tabs=False)
    try:
        code = begin(bench)
        bench.control.choose(code)
        bench.press(K.Key_T, modifier=CONTROL)
        bench.press(K.Key_Return)
        assert "a run of it is in progress" in bench.text("entry.banner.text")
        assert len(bench.controller.study.pending) == 1
    finally:
        bench.close()


# Void and skip.


def test_a_run_in_progress_may_end_void(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    code = begin(bench)
    click_row(bench, 0)
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: "Sample lost or spoilt")
    bench.click("entry.void")
    run = bench.controller.study.runs[-1]
    assert (run.candidate, run.outcome, run.reason) == (code, "void", "Sample lost or spoilt")
    assert not bench.controller.study.pending


@pytest.mark.parametrize(
    ("name", "reason", "returns"),
    [
        ("skip.now", "Not now: after lunch", True),
        ("skip.missing", "Not available: after lunch", False),
        ("skip.unsafe", "Unsafe: after lunch", False),
    ],
)
def test_the_skip_dialog_gives_a_reason_and_whether_the_candidate_returns(
    qtbot: QtBot, name: str, reason: str, returns: bool
) -> None:
    dialog = SkipDialog("C-0001")
    qtbot.addWidget(dialog)
    dialog.show()
    press(dialog, name)
    dialog.remark.setFocus()
    QTest.keyClicks(dialog.remark, "after lunch")
    QTest.keyClick(dialog.remark, K.Key_Return)
    assert dialog.isVisible()  # as after a scan
    press(dialog, "skip.ok")
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.answer == Skipped(reason, returns)


@pytest.mark.parametrize("returns", [True, False], ids=["not now", "not available"])
def test_a_skipped_candidate_is_not_suggested_and_returns_only_if_it_was_not_now(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, returns: bool
) -> None:
    code = bench.text("entry.candidateCode")
    monkeypatch.setattr(SkipDialog, "ask", lambda *_: Skipped("why", returns))
    bench.click("entry.skip")
    assert bench.strip == f"{code} is set aside. Nothing was recorded for it."
    bench.wait_ready()
    assert bench.text("entry.candidateCode") != code
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    study = bench.controller.study
    assert not study.skipped
    assert [absence.candidate for absence in study.retired] == ([] if returns else [code])
    assert bench.runs == 4


def test_a_skip_that_the_person_thinks_better_of_changes_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bench.controller.study.revision
    monkeypatch.setattr(SkipDialog, "ask", lambda *_: None)
    bench.click("entry.skip")
    assert bench.controller.study.revision == before


# Details and notes.


def test_details_are_asked_for_once_more_on_the_strip_and_kept_with_the_run(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    bench.window.commands.action("run.details").trigger()
    dialog = opened(bench, DetailsDialog)
    assert isinstance(dialog, DetailsDialog)
    press(dialog, "details.failure")
    press(dialog, "details.earlier")
    dialog.moment.setDateTime(QDateTime.fromString("2026-01-20T14:00:00", Qt.DateFormat.ISODate))
    dialog.note.setFocus()
    QTest.keyClicks(dialog.note, "cloudy at first")
    QTest.keyClick(dialog.note, K.Key_Return)
    assert dialog.isVisible()
    press(dialog, "details.ok")
    assert bench.runs_on_disk() == 3
    assert bench.strip.startswith(f"Record Failure for run 4, {code} (done ")
    assert bench.strip.endswith("with a note)?")
    bench.press(K.Key_Return)
    run = bench.controller.study.runs[-1]
    assert (run.candidate, run.outcome, run.note) == (code, "failure", "cloudy at first")
    done = datetime.fromisoformat(run.happened_at)
    assert done.tzinfo is not None
    assert (done.year, done.month, done.hour) == (2026, 1, 14)
    assert run.recorded_at.startswith("2026-11-21T09:")


def test_so_many_successes_of_so_many_runs_are_recorded_at_once(bench: Bench, qtbot: QtBot) -> None:
    code = bench.text("entry.candidateCode")
    bench.window.commands.action("run.details").trigger()
    dialog = opened(bench, DetailsDialog)
    assert isinstance(dialog, DetailsDialog)
    press(dialog, "details.several")
    dialog.runs.setValue(5)
    dialog.successes.setValue(9)
    assert dialog.successes.value() == 5
    dialog.successes.setValue(3)
    press(dialog, "details.ok")
    assert bench.strip == f"Record 3 of 5 Success for runs 4 to 8, {code}?"
    bench.press(K.Key_Return)
    assert bench.strip == f"Runs 4 to 8 recorded: {code} 3 of 5 Success"
    assert [run.outcome for run in bench.controller.study.runs[3:]] == ["success"] * 3 + ["failure"] * 2
    back(bench, qtbot)
    bench.press(K.Key_Z, modifier=CONTROL)
    assert {run.outcome for run in bench.controller.study.runs[3:]} == {"void"}


def test_details_for_a_card_that_has_changed_are_dropped(bench: Bench) -> None:
    bench.window.commands.action("run.details").trigger()
    dialog = opened(bench, DetailsDialog)
    bench.controller.do(actions.correct, 1, "success", "Result read again")
    press(dialog, "details.success")
    press(dialog, "details.ok")
    assert bench.control.entry.armed is None


@pytest.mark.with_tabs
def test_a_note_is_kept_with_its_run_and_shown_in_history(bench: Bench, qtbot: QtBot) -> None:
    bench.press(K.Key_M, modifier=CONTROL)
    dialog = opened(bench, NoteDialog)
    assert isinstance(dialog, NoteDialog)
    assert not dialog.save.isEnabled()
    QTest.keyClicks(dialog.text, "new lamp since then")
    QTest.keyClick(dialog.text, K.Key_Return, CONTROL)
    note = bench.controller.study.notes[-1]
    assert (note.text, note.run, note.operator) == ("new lamp since then", 3, "MK")
    back(bench, qtbot)
    bench.press(K.Key_4, modifier=Qt.KeyboardModifier.AltModifier)
    assert "Note by MK" in bench.text("history.detail")
    assert "new lamp since then" in bench.text("history.detail")
    assert not bench.part("history.notes").isVisible()


@pytest.mark.with_tabs
def test_a_note_about_the_study_stands_in_history_whichever_run_is_chosen(bench: Bench, qtbot: QtBot) -> None:
    bench.press(K.Key_M, modifier=CONTROL)
    dialog = opened(bench, NoteDialog)
    assert isinstance(dialog, NoteDialog)
    dialog.about.setCurrentIndex(dialog.about.count() - 1)
    QTest.keyClicks(dialog.text, "moved to room 7")
    press(dialog, "note.save")
    assert bench.controller.study.notes[-1].run is None
    back(bench, qtbot)
    bench.press(K.Key_4, modifier=Qt.KeyboardModifier.AltModifier)
    assert "moved to room 7" in bench.text("history.notes")


# Several at once.


def test_a_batch_is_listed_and_started_whole(bench: Bench, qtbot: QtBot) -> None:
    bench.window.commands.action("run.several").trigger()
    dialog = opened(bench, BatchDialog)
    assert isinstance(dialog, BatchDialog)
    qtbot.waitUntil(lambda: len(dialog.picks) == 4, timeout=120_000)
    dialog.count.setValue(3)
    assert not dialog.start.isEnabled()
    qtbot.waitUntil(lambda: len(dialog.picks) == 3, timeout=120_000)
    names = [pick.suggestion.candidate for pick in dialog.picks]
    assert [dialog.table.rows.data(dialog.table.rows.index(row, 1)) for row in range(3)] == names
    before = bench.controller.study.revision
    QTest.keyClick(dialog.count, K.Key_Return)
    assert dialog.isVisible()
    press(dialog, "several.start")
    assert [run.candidate for run in bench.controller.study.pending] == names
    assert bench.controller.study.revision == before + 6
    assert running_tab(bench) == "In progress 3"
    bench.wait_ready()
    assert actions.verify(bench.path).problem is None


def test_a_batch_that_cannot_run_together_says_how_many_can(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "g.kgstudy", rows=3, never_together=("Location",))
    bench = Bench(path, qtbot, tabs=False)
    try:
        bench.window.commands.action("run.several").trigger()
        dialog = opened(bench, BatchDialog)
        assert isinstance(dialog, BatchDialog)
        qtbot.waitUntil(dialog.strip.isVisible, timeout=120_000)
        assert "Only 3 can be suggested at once, not 4" in dialog.strip.text
        assert not dialog.start.isEnabled()
        assert not bench.part("entry.banner").isVisible()
    finally:
        bench.close()


# Stopping and repeats.


def test_the_window_says_that_one_can_stop_and_why_and_offers_to_finish(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "stop.kgstudy", stop="runs 4")
    bench = Bench(path, qtbot, tabs=False)
    try:
        assert not bench.part("entry.canStop").isVisible()
        bench.press(K.Key_F8, K.Key_Return)
        bench.wait_ready()
        verdict = bench.controller.advice.verdict
        assert verdict is not None
        said = "The plan is used up, and the best is not proven: The stopping rule asks for 4 runs, and 4 are recorded."
        assert bench.text("entry.canStop.text") == str(verdict.sentence)
        assert bench.text("entry.canStop.text").startswith(said)
        assert bench.text("entry.canStop.text").endswith("was never run.")
        place = bench.part("entry.success").mapTo(bench.window, QPoint())
        bench.press(K.Key_F9, K.Key_Return)
        assert bench.part("entry.canStop").isVisible()  # no button moves while the next one is computed
        assert bench.part("entry.success").mapTo(bench.window, QPoint()) == place
        bench.wait_ready()
        wanted: list[str] = []
        bench.window.panel.wanted.disconnect(bench.window.ask)
        bench.window.panel.wanted.connect(wanted.append)
        bench.click("entry.canStop.0")
        assert wanted == ["finish"]
        assert bench.part("entry.success").isEnabled()  # a rule never ends a study
        bench.controller.do(actions.finish, "enough")
        assert not bench.part("entry.canStop").isVisible()
    finally:
        bench.close()


def test_the_card_says_how_often_to_run_it_where_that_is_worth_more(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "again.kgstudy", rows=3, attributes=1, runs=0)
    with actions.open_study(path, Operator("MK")) as session:
        for candidate, outcomes in (("C-0001", (5, 7)), ("C-0002", (0, 1))):
            actions.record(session, candidate, "success", count=outcomes)
    bench = Bench(path, qtbot, tabs=False)
    try:
        again = bench.controller.advice.repeat
        assert again is not None
        link = bench.part("entry.takeAgain")
        suggested = bench.text("entry.candidateCode")
        assert link.isVisible() == (again.candidate != suggested)
        if link.isVisible():
            assert bench.text("entry.takeAgain") == f"Or {again.candidate}, {again.count} at once"
            bench.click("entry.takeAgain")
        assert bench.text("entry.candidateCode") == again.candidate
        assert not link.isVisible()
        assert bench.text("entry.why").endswith(
            f"Run it {again.count} times at once: together these runs are worth {again.value.words}."
        )
        assert bench.runs_on_disk() == 8
    finally:
        bench.close()


# Waiting, recovery, stock.


def test_waiting_can_be_given_up_and_taken_up_again(bench: Bench) -> None:
    bench.controller.do(actions.correct, 1, "success", "Result read again")
    bench.controller.advice.cancel()
    assert bench.text("entry.heading") == "No next experiment yet"
    assert bench.text("entry.stopWorking") == "Work it out"
    bench.click("entry.stopWorking")
    bench.wait_ready()
    assert bench.text("entry.heading").startswith("Next: run 4")
    assert not bench.part("entry.stopWorking").isVisible()


def test_cancel_stands_on_the_card_after_two_seconds(bench: Bench) -> None:
    bench.window.panel.card.dim(True, 1.9)
    assert not bench.part("entry.stopWorking").isVisible()
    bench.window.panel.card.dim(True, 2.0)
    assert bench.part("entry.stopWorking").isVisible()
    assert bench.text("entry.stopWorking") == "Cancel"


def test_a_rescue_copy_holds_every_recorded_run_though_the_file_cannot_be_read(
    bench: Bench, tmp_path: Path
) -> None:
    with bench.controller.path.open("r+b") as stream:
        stream.write(bytes(bench.controller.path.stat().st_size))
    run_menu.rescue(bench.window.parts, tmp_path / "rescued.zip")
    assert actions.verify(tmp_path / "rescued.zip").outcomes == 3
    assert "The run that waits is not in it." in bench.window.message_strip.text
    run_menu.rescue(bench.window.parts, tmp_path / "no such folder" / "rescued.zip")
    assert "Saved" not in bench.window.message_strip.text


@pytest.mark.with_tabs
def test_selected_candidates_go_out_of_stock_and_come_back_in_one_commit(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.press(K.Key_2, modifier=Qt.KeyboardModifier.AltModifier)
    tab = bench.window.page(CandidatesTab)
    assert tab is not None
    tab.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)  # as in the file, not the best first
    tab.table.choose(1)
    tab.table.setFocus()
    bench.press(K.Key_Down, modifier=Qt.KeyboardModifier.ShiftModifier)
    assert tab.chosen(True) == ["C-0002", "C-0003"]
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: "Used up")
    before = bench.controller.study.revision
    bench.window.commands.action("run.exclude").trigger()
    bench.controller.settle()
    assert bench.controller.study.revision == before + 2
    assert [(a.candidate, a.reason) for a in bench.controller.study.retired] == [
        ("C-0002", "Used up"),
        ("C-0003", "Used up"),
    ]
    bench.wait_ready()
    rows = tab.table.rows
    marks = [str(rows.data(rows.index(row, CODE), MARK)) for row in (1, 2, 3)]
    assert [mark.endswith("✕ out of stock") for mark in marks] == [True, True, False]
    assert not bench.window.commands.action("run.exclude").isEnabled()
    bench.window.commands.action("run.include").trigger()
    assert not bench.controller.study.retired


@pytest.mark.with_tabs
def test_the_last_candidate_in_stock_stays_and_the_window_says_why(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.press(K.Key_2, modifier=Qt.KeyboardModifier.AltModifier)
    tab = bench.window.page(CandidatesTab)
    assert tab is not None
    tab.table.selectAll()
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: "Used up")
    bench.window.commands.action("run.exclude").trigger()
    bench.controller.settle()
    assert not bench.controller.study.retired
    assert "last candidate in stock" in bench.text("entry.banner.text")


def test_any_candidate_of_averaged_models_is_explained_at_once_while_kernels_run(
    tmp_path: Path, qtbot: QtBot
) -> None:
    bench = Bench(
        make_study(tmp_path / "averaged.kgstudy", 24, 3, runs=9, terms="average"), qtbot, tabs=False
    )
    try:
        bench.wait_ready()
        advice = bench.controller.advice.current
        assert advice is not None
        other = next(name for name in advice.study.pool.ids if name != advice.suggestion.candidate)
        held, done = threading.Event(), threading.Event()

        def run() -> None:
            with PARALLEL_LOCK:
                held.set()
                done.wait(200)

        kernel = threading.Thread(target=run)
        kernel.start()
        assert held.wait(60)
        try:
            bench.control.choose(other, "the vial is open")
            told = bench.text("entry.why")
        finally:
            done.set()
            kernel.join()
        assert "Its value of testing is " in told
        bench.wait_ready()
        assert bench.text("entry.why") == told
    finally:
        bench.close()


@pytest.mark.with_tabs
def test_a_candidate_out_of_stock_is_shown_and_recorded_without_a_calculation_in_the_window(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.control.exclude(["C-0007"], "used up")
    bench.wait_ready()
    advice = bench.controller.advice.current
    assert advice is not None
    assert advice.at_hand("C-0007") is None
    monkeypatch.setattr(
        "kgdesk.model.advice.advice.lookahead", lambda *_: pytest.fail("a kernel beside the lane")
    )
    bench.control.choose("C-0007", "a crumb was left")
    assert bench.text("entry.expected").startswith("Expected success ")
    assert "still being" not in bench.text("entry.expected")
    assert bench.text("entry.why").endswith("⚠ It is out of stock.")
    bench.press(K.Key_2, modifier=Qt.KeyboardModifier.AltModifier)
    tab = bench.window.page(CandidatesTab)
    assert tab is not None
    tab.show_candidate("C-0007")
    place = tab.table.rows.index(tab.table.currentIndex().row(), CODE)
    assert "out of stock" in str(place.data(MARK))
    bench.press(K.Key_F8)
    assert bench.strip == "C-0007 is out of stock. Record Success for it all the same?"
    bench.press(K.Key_Return)
    assert bench.controller.study.runs[-1].candidate == "C-0007"
