"""A whole day at the window by keys: outcomes, a void, a skip, a run in progress, a note, finishing and going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from kgdesk import actions
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.skip import SkipDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench import Bench
    from pytestqt.qtbot import QtBot

K = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def answering(kind: type[QDialog], act: Callable[[QDialog], None]) -> QTimer:
    """Type into the next dialog of a kind that waits for an answer."""
    timer = QTimer(interval=10)

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            timer.stop()
            act(dialog)

    timer.timeout.connect(look)
    timer.start()
    return timer


def with_reason(dialog: QDialog) -> None:
    """Pick the first reason and accept by keys."""
    assert isinstance(dialog, ReasonDialog)
    QTest.keyClick(dialog.field.list, K.Key_Down)
    QTest.keyClick(dialog.field.list, K.Key_Up)
    if not dialog.reason:
        QTest.keyClick(dialog.field.list, K.Key_Space)
    QTest.keyClick(dialog.ok, K.Key_Space)


def skip_it(dialog: QDialog) -> None:
    assert isinstance(dialog, SkipDialog)
    QTest.keyClicks(dialog.remark, "after lunch")
    QTest.keyClick(dialog.ok, K.Key_Space)


def back(bench: Bench, qtbot: QtBot) -> None:
    """Return to the window, as window managers do when a dialog goes."""
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    bench.wait_ready()


def ask(
    bench: Bench, qtbot: QtBot, command: str, kind: type[QDialog], act: Callable[[QDialog], None]
) -> None:
    """Give a command whose dialog is answered by keys."""
    bench.window.commands.refresh()
    timer = answering(kind, act)
    bench.window.commands.action(command).trigger()
    assert not timer.isActive(), command
    back(bench, qtbot)


def test_a_day_of_entries_by_keys_ends_in_a_chain_that_verifies(bench: Bench, qtbot: QtBot) -> None:
    for key in (K.Key_F8, K.Key_F9, K.Key_F9):
        bench.press(key, K.Key_Return)
        bench.wait_ready()
    skipped = bench.text("entry.candidateCode")
    ask(bench, qtbot, "run.skip", SkipDialog, skip_it)
    assert bench.text("entry.candidateCode") != skipped
    started = bench.text("entry.candidateCode")
    bench.press(K.Key_T, modifier=CONTROL)
    bench.press(K.Key_Return)
    bench.wait_ready()
    void = bench.text("entry.candidateCode")
    ask(bench, qtbot, "run.void", ReasonDialog, with_reason)
    bench.window.panel.scan.field.setFocus()
    bench.type(f"{started}\n")
    assert bench.text("entry.heading") == "Result of run 8"
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    bench.press(K.Key_Z, modifier=CONTROL)
    bench.wait_ready()
    assert [run.candidate for run in bench.desk.study.pending] == [
        started
    ]  # the slip is gone, the run goes on
    bench.type(f"{started}\n")
    bench.press(K.Key_F9, K.Key_Return)
    bench.wait_ready()
    bench.press(K.Key_M, modifier=CONTROL)
    (note,) = bench.window.findChildren(NoteDialog)
    QTest.keyClicks(note.text, "lamp changed")
    QTest.keyClick(note.text, K.Key_Return, CONTROL)
    back(bench, qtbot)
    ask(bench, qtbot, "study.finish", ReasonDialog, with_reason)
    assert bench.part("entry.finishedCard", QWidget).isVisible()
    assert not bench.part("entry.running").isVisible()
    ask(bench, qtbot, "study.reopen", ReasonDialog, with_reason)
    study = bench.desk.study
    assert study.is_open
    assert [run.outcome for run in study.runs[3:]] == [
        "success",
        "failure",
        "failure",
        "void",
        "void",
        "failure",
    ]
    assert (study.runs[6].candidate, study.runs[7].taken_back) == (void, True)
    assert study.runs[6].reason
    assert not study.pending
    assert [event.kind for event in study.events].count("suggestion_declined") == 1
    assert study.notes[-1].text == "lamp changed"
    found = actions.verify(bench.path)
    assert found.problem is None
    assert found.suggestions == found.exact
