"""A day at the window by keyboard: outcomes, a void, a skip, a run in progress, a note, finishing and reopening."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QWidget
from spoken import Spoken

from kgdesk import actions
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.export import ExportDialog
from kgdesk.ui.dialogs.finish import FinishDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.skip import SkipDialog
from kgdesk.ui.entry.entry_dialogs import OperatorDialog
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.theme import Ring

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.widgets.theme import Scheme

pytestmark = pytest.mark.with_tabs

K = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def answering(kind: type[QDialog], act: Callable[[QDialog], None]) -> QTimer:
    """Type into the next dialog of a class when it is open."""
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
    """Select the first reason and accept, by keys."""
    assert isinstance(dialog, ReasonDialog | FinishDialog)
    QTest.keyClick(dialog.field.list, K.Key_Down)
    QTest.keyClick(dialog.field.list, K.Key_Up)
    if not dialog.field.reason:
        QTest.keyClick(dialog.field.list, K.Key_Space)
    QTest.keyClick(dialog.ok, K.Key_Space)


def skip_it(dialog: QDialog) -> None:
    assert isinstance(dialog, SkipDialog)
    QTest.keyClicks(dialog.remark, "after lunch")
    QTest.keyClick(dialog.ok, K.Key_Space)


def back(bench: Bench, qtbot: QtBot) -> None:
    """Activate the main window, as window managers do when a dialog closes."""
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    bench.wait_ready()


def ask(
    bench: Bench, qtbot: QtBot, command: str, kind: type[QDialog], act: Callable[[QDialog], None]
) -> None:
    """Trigger a command and answer its dialog by keys."""
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
    assert bench.text("entry.heading").startswith("Outcome of run 7")
    bench.press(K.Key_F8, K.Key_Return)
    bench.wait_ready()
    bench.press(K.Key_Z, modifier=CONTROL)
    bench.wait_ready()
    assert [run.candidate for run in bench.controller.study.pending] == [
        started
    ]  # the label is removed, the run continues
    bench.type(f"{started}\n")
    bench.press(K.Key_F9, K.Key_Return)
    bench.wait_ready()
    bench.press(K.Key_M, modifier=CONTROL)
    (note,) = bench.window.findChildren(NoteDialog)
    QTest.keyClicks(note.text, "lamp changed")
    QTest.keyClick(note.text, K.Key_Return, CONTROL)
    back(bench, qtbot)
    ask(bench, qtbot, "study.finish", FinishDialog, with_reason)
    assert bench.part("entry.finishedCard", QWidget).isVisible()
    assert not bench.part("entry.running").isVisible()
    ask(bench, qtbot, "study.reopen", ReasonDialog, with_reason)
    study = bench.controller.study
    assert study.is_open
    assert [run.outcome for run in study.runs[3:]] == [
        "success",
        "failure",
        "failure",
        "void",
        "failure",
    ]
    assert [(run.number, run.candidate) for run in study.runs[6:]] == [(8, void), (7, started)]
    assert study.runs[6].reason
    assert not study.pending
    assert [event.kind for event in study.events].count("suggestion_declined") == 1
    assert study.notes[-1].text == "lamp changed"
    found = actions.verify(bench.path)
    assert found.problem is None
    assert found.suggestions == found.exact


def stands_out() -> None:
    """Check that the focus is visible: the widget itself, and its focus ring."""
    window = QApplication.activeWindow()
    assert window is not None
    part = QApplication.focusWidget()
    assert part is not None
    assert part.isVisible()
    QApplication.processEvents()
    rings = [ring for ring in window.findChildren(Ring) if ring.isVisible()]
    assert len(rings) == 1
    assert rings[0].widget() is part or rings[0].widget().isAncestorOf(part)


def name_operator(dialog: QDialog) -> None:
    assert isinstance(dialog, OperatorDialog)
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "PT")
    QTest.keyClick(dialog.name, K.Key_Return)


def is_table(card: PlotCard) -> bool:
    return card.isVisible() and card.as_table.isChecked()


def is_filled(card: PlotCard) -> bool:
    return card.twin.isVisible() and card.twin.model().rowCount() > 0


@pytest.mark.parametrize(
    "dress",
    [
        ("light", 1.0, "en"),
        pytest.param(("dark", 1.0, "en"), marks=pytest.mark.nightly),
        pytest.param(("light", 2.0, "en"), marks=pytest.mark.nightly),
        pytest.param(("light", 1.0, "de"), marks=pytest.mark.nightly),
        pytest.param(("light", 1.0, "longer"), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_a_day_without_a_mouse_shows_where_the_keyboard_is_at_every_step(
    small_study_path: Path,
    qtbot: QtBot,
    qapp: QApplication,
    dress: tuple[Scheme, float, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *look, language = dress
    with Spoken(language, qapp):
        bench = Bench(small_study_path, qtbot)
        try:
            if look != ["light", 1.0]:  # as it is at first
                bench.window.theme.apply(*look)
            day_without_a_mouse(bench, qtbot, monkeypatch)
        finally:
            bench.close()


def choose_the_first_reason(dialog: CorrectDialog) -> None:
    """Go to the reasons by the mnemonic of their label, and choose the first."""
    rows = dialog.reason.list
    label = next(label for label in dialog.findChildren(QLabel) if label.buddy() is rows)
    letter = re.search("&(.)", label.text())
    assert letter is not None
    QTest.keyClick(dialog.windowHandle(), letter[1].casefold(), ALT)
    assert rows.hasFocus()
    for key in (K.Key_Down, K.Key_Home):
        QTest.keyClick(dialog.windowHandle(), key)


def day_without_a_mouse(bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = bench.window
    ask(bench, qtbot, "run.operator", OperatorDialog, name_operator)
    stands_out()
    for key in (K.Key_F8, K.Key_F9, K.Key_F8, K.Key_F9):
        bench.press(key)
        stands_out()
        bench.press(K.Key_Return)
        bench.wait_ready()
        stands_out()
    ask(bench, qtbot, "run.void", ReasonDialog, with_reason)
    ask(bench, qtbot, "run.skip", SkipDialog, skip_it)
    bench.press(K.Key_Z, modifier=CONTROL)
    bench.wait_ready()
    stands_out()
    tables = 0
    for place in range(window.tabs.count()):
        bench.press(K(K.Key_1.value + place), modifier=ALT)
        page = window.tabs.currentWidget()
        computations = getattr(page, "computations", ())
        qtbot.waitUntil(
            lambda a=computations: all(x.done or not x.card.isVisible() for x in a), timeout=60_000
        )
        bench.press(K.Key_F6)
        stands_out()
        bench.press(K.Key_D, modifier=CONTROL)
        cards = page.findChildren(PlotCard)
        qtbot.waitUntil(lambda c=cards: all(is_filled(card) for card in c if is_table(card)), timeout=60_000)
        tables += sum(map(is_table, cards))
        stands_out()
    assert tables >= 3  # where several pictures share a place, one is visible at a time
    bench.press(K.Key_4, modifier=ALT)
    bench.press(K.Key_End, modifier=CONTROL)  # the oldest run is the last row
    bench.press(K.Key_Return)
    (correction,) = window.findChildren(CorrectDialog)
    qtbot.waitUntil(correction.isActiveWindow)
    handle = correction.windowHandle()
    assert bench.controller.study.run(1).outcome == "failure"
    QTest.keyClick(handle, K.Key_S, ALT)
    stands_out()
    choose_the_first_reason(correction)
    stands_out()
    # The dialog may be closed before the keys are released.
    QTest.keyPress(handle, K.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: bench.controller.study.run(1).outcome == "success")
    back(bench, qtbot)
    bench.press(K.Key_E, modifier=CONTROL)
    (export,) = window.findChildren(ExportDialog)
    qtbot.waitUntil(export.isActiveWindow)
    stands_out()
    QTest.keyClick(export, K.Key_Escape)
    back(bench, qtbot)
    paper = bench.path.with_suffix(".pdf")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(paper), ""))
    window.commands.refresh()
    bench.press(K.Key_P, modifier=CONTROL)
    qtbot.waitUntil(paper.exists, timeout=60_000)
    with qtbot.waitSignal(window.requests.quit_wanted):
        bench.press(K.Key_Q, modifier=CONTROL)
    assert actions.verify(bench.path).problem is None
