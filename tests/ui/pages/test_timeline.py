from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget, QWidget

from kgdesk import actions
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.pages.timeline import TimelineTab
from tests.ui.desks import settle

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.qt_log_ignore("propagateSizeHints"), pytest.mark.usefixtures("light")]
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
OUTCOME, CORRECTIONS = 3, 4


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> TimelineTab:
    made = TimelineTab(controller)
    qtbot.addWidget(made)
    made.resize(900, 560)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.table.hasFocus)
    return made


class Hand:
    """Count key presses and clicks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot, self.keys, self.clicks = qtbot, 0, 0

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        self.keys += 1
        self.qtbot.keyClick(focus, key, modifier)

    def click(self, widget: QWidget | None) -> None:
        assert widget is not None
        assert widget.isVisible()
        self.clicks += 1
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def dialog_of(tab: TimelineTab, qtbot: QtBot) -> CorrectDialog:
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), CorrectDialog))
    dialog = QApplication.activeWindow()
    assert isinstance(dialog, CorrectDialog)
    assert dialog.parent() is tab
    return dialog


def text(tab: TimelineTab, run: int, column: int) -> str:
    return str(tab.table.rows.index(run - 1, column).data())


def test_runs_stand_in_order_with_the_newest_last_and_selected(
    tab: TimelineTab, controller: StudyController
) -> None:
    assert tab.table.rows.rowCount() == 8
    assert [text(tab, run, 0) for run in (1, 8)] == ["1", "8"]
    assert tab.table.current == 7
    assert [text(tab, run, OUTCOME) for run in (1, 2, 6)] == ["✕ Failure", "● Success", "– Void"]
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert tab.table.rows.rowCount() == 9
    assert tab.table.current == 8


def test_the_time_is_local_and_written_by_the_locale(tab: TimelineTab) -> None:
    assert "2026" in text(tab, 1, 1)
    assert text(tab, 1, 1).startswith("11/20/2026")


def test_t4_an_entry_is_corrected_with_at_most_nine_keys(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    hand = Hand(qtbot)
    hand.keys = 1  # Alt+4 belongs to the window
    hand.key(Qt.Key.Key_Up)
    hand.key(Qt.Key.Key_Return)
    dialog_of(tab, qtbot)
    hand.key(Qt.Key.Key_F, ALT)
    hand.key(Qt.Key.Key_R, ALT)
    hand.key(Qt.Key.Key_T)
    hand.key(Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: controller.study.run(7).outcome == "failure")
    qtbot.waitUntil(lambda: not tab.findChildren(CorrectDialog))
    assert hand.keys <= 9
    assert text(tab, 7, OUTCOME).startswith("✕ Failure")
    assert "✎" in text(tab, 7, OUTCOME)
    assert text(tab, 7, CORRECTIONS) == "was ● Success"
    font = tab.table.rows.index(6, CORRECTIONS).data(Qt.ItemDataRole.FontRole)
    assert font.strikeOut()
    assert tab.table.rows.index(5, CORRECTIONS).data(Qt.ItemDataRole.FontRole) is None
    assert tab.table.current == 6
    assert "“Typed the wrong outcome”" in tab.detail.text()


def test_t4_an_entry_is_corrected_with_at_most_six_clicks(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    hand = Hand(qtbot)
    hand.clicks = 2  # the tab, and the row below
    place = tab.table.visualRect(tab.table.rows.index(6, 2)).center()
    qtbot.mouseClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hand.click(tab.correct)
    dialog = dialog_of(tab, qtbot)
    hand.click(dialog.findChild(QAbstractButton, "correct.outcome.failure"))
    reasons = dialog.findChild(QListWidget, "correct.reason")
    assert reasons is not None
    hand.clicks += 1
    place = reasons.visualItemRect(reasons.item(1)).center()
    qtbot.mouseClick(reasons.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hand.click(dialog.findChild(QAbstractButton, "correct.save"))
    qtbot.waitUntil(lambda: controller.study.run(7).outcome == "failure")
    assert controller.study.run(7).corrections[0].reason == "Wrong sample"
    assert hand.clicks <= 6


def test_the_slider_shows_an_earlier_state_and_its_end_is_now(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.slider.setFocus()
    qtbot.keyClick(tab.slider, Qt.Key.Key_Left)
    qtbot.waitUntil(
        lambda: controller.selection.as_of == 7 and controller.selection.advice is not None, timeout=60_000
    )
    assert tab.state.text() == "7 of 8"
    assert controller.selection.advice is not None
    assert len(controller.selection.advice.study.runs) == 7
    muted = tab.table.rows.index(7, 0).data(Qt.ItemDataRole.ForegroundRole)
    assert muted is not None
    assert tab.table.rows.index(6, 0).data(Qt.ItemDataRole.ForegroundRole) is None
    assert not tab.correct.isEnabled()
    qtbot.keyClick(tab.slider, Qt.Key.Key_End)
    assert controller.selection.as_of is None
    controller.refresher.flush()
    assert tab.correct.isEnabled()
    assert tab.slider.value() == 8
    assert controller.selection.advice is controller.advice.current


def test_another_view_that_looks_back_moves_the_slider(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(controller.selection.state_changed, timeout=60_000):
        controller.selection.show_as_of(0)
    controller.refresher.flush()
    assert tab.slider.value() == 0
    controller.selection.show_as_of(None)
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert tab.slider.value() == 9


def test_selecting_a_run_tells_its_earlier_values_who_changed_them_and_why(
    tab: TimelineTab, controller: StudyController
) -> None:
    controller.do(actions.correct, 2, "void", "Instrument fault: lamp")
    controller.do(actions.correct, 2, "failure", "Result read again")
    controller.settle()
    tab.table.choose(1)
    told = tab.detail.text()
    assert told.startswith("Run 2: C-0003, ✕ Failure.")
    assert "Was ● Success for C-0003" in told
    assert "Was – Void for C-0003" in told
    assert told.count("changed by MK") == 2
    assert "“Instrument fault: lamp”" in told
    assert text(tab, 2, CORRECTIONS) == "was ● Success, was – Void"


def test_a_run_says_whether_the_suggestion_was_followed(
    tab: TimelineTab, controller: StudyController, qtbot: QtBot
) -> None:
    settle(controller, qtbot)
    assert controller.advice.current is not None
    followed = controller.advice.current.suggestion.candidate
    controller.do(
        actions.record, followed, "success", advice=controller.advice.current, seen_on="card", token="a"
    )
    controller.settle()
    settle(controller, qtbot)
    instead = controller.advice.current.suggestion.candidate
    other = next(code for code in controller.study.pool.ids if code != instead)
    controller.do(
        actions.record, other, "failure", advice=controller.advice.current, seen_on="card", token="b"
    )
    controller.settle()
    settle(controller, qtbot)
    unseen = controller.advice.current.suggestion.candidate
    controller.do(
        actions.record, unseen, "failure", advice=controller.advice.current, token="c"
    )  # as in older entries, where it is unknown who saw the suggestion
    controller.settle()
    assert text(tab, 9, 6) == "suggestion"
    assert text(tab, 10, 6) == f"a person, instead of {instead}"
    assert text(tab, 11, 6) == f"suggestion was {unseen}"
    assert len(text(tab, 11, 6)) <= 32  # the widest that a column is fitted to: nothing of it is elided
    assert text(tab, 10, 7).endswith("%")


def test_ctrl_c_copies_the_selected_run_with_headings(tab: TimelineTab, qtbot: QtBot) -> None:
    flags = QItemSelectionModel.SelectionFlag
    index = tab.table.rows.index(1, 0)
    tab.table.selectionModel().select(index, flags.ClearAndSelect | flags.Rows)
    qtbot.keyClick(tab.table, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:4] == ["Run", "Time", "Candidate", "Outcome"]
    assert lines[1].split("\t")[2:4] == ["C-0003", "● Success"]
    assert len(lines) == 2


def test_tab_walks_from_the_runs_to_the_button_to_the_slider(tab: TimelineTab, qtbot: QtBot) -> None:
    assert tab.isActiveWindow()
    seen = []
    for _ in range(3):
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert seen == ["history.table", "history.correct", "history.slider"]
