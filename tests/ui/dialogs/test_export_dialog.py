"""Export dialog: task T3, and confirmation before a file is replaced."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QPlainTextEdit, QPushButton, QRadioButton
from tabled import CLOCK, rows, write

from kgdesk import actions
from kgdesk.actions import Operator, importing
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.export import ExportDialog
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[StudyController]:
    read = importing.read_pool(write(tmp_path / "t.csv", rows(30)), id="code", extras=("well",))
    folder = tmp_path / "studies"
    folder.mkdir()
    who = Operator("MK", "lab-1", lambda: CLOCK)
    session = actions.create_study(folder / "Suzuki 7.kgstudy", read, Settings(title="Suzuki 7"), who)
    for run in range(8):
        actions.record(session, read.pool.ids[run], "success" if run % 3 else "failure")
    compute_queue = ComputeQueue()
    made = StudyController(session, compute_queue)
    yield made
    made.close()
    compute_queue.stop()


@pytest.fixture
def dialog(qtbot: QtBot, controller: StudyController) -> ExportDialog:
    made = ExportDialog(controller)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def test_control_e_and_enter_save_the_runs_beside_the_study(
    qtbot: QtBot, controller: StudyController
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    opened: list[ExportDialog] = []

    def export(_: bool) -> None:
        opened.append(ExportDialog(controller, window))
        opened[0].open()

    command = QAction("Export…", window)
    command.setShortcut(QKeySequence("Ctrl+E"))
    command.triggered.connect(export)
    window.addAction(command)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    hands = Hands(window)
    hands.key(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(opened) and opened[0].isActiveWindow())
    hands.key(Qt.Key.Key_Return)
    print(f"T3 by keys: {hands.keys}")
    assert hands.keys <= 3
    saved = opened[0].saved
    assert saved == controller.path.with_suffix(".csv")
    assert saved.read_bytes().startswith(b"\xef\xbb\xbfrun,candidate,outcome,")
    assert len(saved.read_text("utf-8-sig").splitlines()) == 9


def test_one_click_on_save_is_enough(dialog: ExportDialog, controller: StudyController) -> None:
    hands = Hands(dialog)
    hands.click(dialog.findChild(QPushButton, "export.save"))
    assert hands.clicks == 1  # after Study and Export…: 3 in all
    assert dialog.saved == controller.path.with_suffix(".csv")


def test_the_preview_is_the_beginning_of_the_file(dialog: ExportDialog) -> None:
    preview = dialog.findChild(QPlainTextEdit, "export.preview")
    assert preview is not None
    shown = preview.toPlainText().splitlines()
    assert len(shown) == 5
    dialog.save()
    assert dialog.saved is not None
    assert dialog.saved.read_text("utf-8-sig").splitlines()[:5] == [
        line.removeprefix("\ufeff") for line in shown
    ]


def test_a_file_that_is_there_is_not_replaced_unasked(
    dialog: ExportDialog, controller: StudyController
) -> None:
    there = controller.path.with_suffix(".csv")
    there.write_text("mine", encoding="utf-8")
    dialog.save()
    assert dialog.saved is None
    assert "already there" in dialog.strip.text
    assert there.read_text(encoding="utf-8") == "mine"
    assert dialog.focusWidget() is dialog.strip.buttons[0]
    Hands(dialog).key(Qt.Key.Key_Return)
    assert dialog.saved == there.with_name("Suzuki 7 (2).csv")
    assert there.read_text(encoding="utf-8") == "mine"


def test_replace_replaces(dialog: ExportDialog, controller: StudyController) -> None:
    there = controller.path.with_suffix(".csv")
    there.write_text("mine", encoding="utf-8")
    dialog.save()
    dialog.strip.buttons[1].click()
    assert dialog.saved == there
    assert "candidate" in there.read_text("utf-8-sig")


def test_the_archive_is_whole_and_the_choice_is_remembered(
    qtbot: QtBot, dialog: ExportDialog, controller: StudyController, tmp_path: Path
) -> None:
    radio = dialog.findChild(QRadioButton, "export.kind.zip")
    assert radio is not None
    radio.click()
    (tmp_path / "out").mkdir()
    dialog._path.setText(str(tmp_path / "out" / "all.zip"))
    dialog.save()
    assert dialog.saved is not None
    assert zipfile.ZipFile(dialog.saved).testzip() is None
    again = ExportDialog(controller)
    qtbot.addWidget(again)
    assert again._path.text() == str(tmp_path / "out" / "Suzuki 7.zip")


def test_a_workbook_waits_for_the_advice_and_never_computes_in_the_window(
    qtbot: QtBot, dialog: ExportDialog, controller: StudyController
) -> None:
    radio = dialog.findChild(QRadioButton, "export.kind.xlsx")
    save = dialog.findChild(QPushButton, "export.save")
    assert radio is not None
    assert save is not None
    radio.click()
    assert not save.isEnabled()
    controller.advice.ask()
    qtbot.waitUntil(save.isEnabled, timeout=200_000)
    save.click()
    assert dialog.saved == controller.path.with_suffix(".xlsx")


def test_a_folder_that_is_not_there_is_said_in_a_sentence(dialog: ExportDialog, tmp_path: Path) -> None:
    dialog._path.setText(str(tmp_path / "nowhere" / "a.csv"))
    dialog.save()
    assert dialog.saved is None
    assert dialog.strip.text
