from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from clipping import clipped
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QListWidget, QPushButton, QVBoxLayout, QWidget

from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.skip import SkipDialog
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.dialogs import default_and_cancel, fit_height
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

#: The offscreen platform prints a warning about every dialog with a minimum size.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
CHOICES = ("Typed the wrong outcome", "Wrong sample", "Instrument fault")


@pytest.fixture(name="dialog")
def _dialog(qtbot: QtBot) -> ReasonDialog:
    made = ReasonDialog(None, "Void", "Why is the result of run 3 not usable?", CHOICES)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.field.list.hasFocus)
    return made


def test_nothing_is_chosen_at_first_and_nothing_can_be_accepted(dialog: ReasonDialog, qtbot: QtBot) -> None:
    assert dialog.reason == ""
    assert not dialog.ok.isEnabled()
    assert dialog.missing.text() == "Choose a reason."
    qtbot.keyClick(dialog.field.list, Qt.Key.Key_Return)
    assert dialog.isVisible()


@pytest.mark.parametrize(("letter", "reason"), [("t", CHOICES[0]), ("w", CHOICES[1]), ("i", CHOICES[2])])
def test_a_letter_picks_a_reason_and_enter_accepts_it(
    dialog: ReasonDialog, qtbot: QtBot, letter: str, reason: str
) -> None:
    qtbot.keyClicks(dialog.field.list, letter)
    assert dialog.reason == reason
    qtbot.keyClick(dialog.field.list, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted


@pytest.mark.parametrize(
    ("words", "enough"),
    [("", False), ("too short", False), ("   a b c   ....    ", False), ("the tray was swapped", True)],
)
def test_other_needs_ten_letters(dialog: ReasonDialog, qtbot: QtBot, words: str, enough: bool) -> None:
    qtbot.keyClicks(dialog.field.list, "o")
    qtbot.keyClicks(dialog.field.text, words)
    assert bool(dialog.reason) is enough
    assert dialog.ok.isEnabled() is enough
    assert ("at least 10 letters" in dialog.missing.text()) is not enough


def test_a_remark_is_kept_after_the_chosen_reason(dialog: ReasonDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.field.list, "w")
    qtbot.keyClicks(dialog.field.text, "  tray 3 ")
    assert dialog.reason == "Wrong sample: tray 3"


def test_tab_goes_from_the_list_to_the_line_to_the_buttons(dialog: ReasonDialog, qtbot: QtBot) -> None:
    assert dialog.isActiveWindow()
    seen: list[str] = []
    for _ in range(4):
        focus = QApplication.focusWidget()
        assert focus is not None
        seen.append(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert seen == ["reason.list", "reason.listText", "reason.cancel", "reason.list"]


def test_alt_r_returns_to_the_list(dialog: ReasonDialog, qtbot: QtBot) -> None:
    dialog.field.text.setFocus()
    qtbot.keyClick(dialog.field.text, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    assert dialog.field.list.hasFocus()


def answer(act: Callable[[ReasonDialog], None]) -> None:
    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ReasonDialog)
        act(dialog)

    QTimer.singleShot(0, look)


def test_ask_returns_the_reason_and_none_when_cancelled(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    def choose(dialog: ReasonDialog) -> None:
        found = dialog.findChild(QListWidget, "reason.list")
        assert found is not None
        qtbot.keyClicks(found, "i")
        qtbot.mouseClick(dialog.findChild(QPushButton, "reason.ok"), Qt.MouseButton.LeftButton)

    answer(choose)
    assert ReasonDialog.ask(parent, "Void", "Why?", CHOICES) == "Instrument fault"
    answer(lambda dialog: qtbot.keyClick(dialog, Qt.Key.Key_Escape))
    assert ReasonDialog.ask(parent, "Void", "Why?", CHOICES) is None


def test_every_field_has_an_accessible_name(dialog: ReasonDialog) -> None:
    for widget in (*dialog.findChildren(QListWidget), *dialog.findChildren(QLineEdit)):
        assert widget.accessibleName()


def test_no_text_of_a_dialog_is_cut_that_needs_most_of_a_low_screen(qtbot: QtBot, qapp: QApplication) -> None:
    apply(qapp, "light", 2.0)
    made = SkipDialog("Pd(OAc)2 / XPhos / Cs2CO3 " * 7)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(made.isVisible)
    try:
        assert made.height() > 2 * made.screen().availableSize().height() // 3
        assert clipped(made) == []
    finally:
        apply(qapp, "light", 1.0)


def test_a_dialog_that_would_be_higher_than_its_screen_is_widened(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    QVBoxLayout(dialog).addWidget(plain("some words " * 300, parent=dialog))
    dialog.resize(260, 100)
    fit_height(dialog)
    room = dialog.screen().availableSize()
    assert 260 < dialog.width() <= room.width()
    assert dialog.height() <= room.height()


def test_of_a_default_button_and_cancel_return_presses_the_first_and_cancel_rejects(qtbot: QtBot) -> None:
    dialog, pressed = QDialog(), []
    qtbot.addWidget(dialog)
    dialog.setObjectName("some")
    box = default_and_cancel(dialog, button("Save", "some.save", lambda: pressed.append(1), dialog))
    QVBoxLayout(dialog).addWidget(box)
    dialog.show()
    qtbot.waitUntil(dialog.isVisible)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert pressed == [1]
    assert dialog.isVisible()
    cancel = dialog.findChild(QPushButton, "some.cancel")
    assert cancel is not None
    assert cancel.parent() is box
    with qtbot.waitSignal(dialog.rejected):
        cancel.click()
