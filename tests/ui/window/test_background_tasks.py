"""Backups, entries of other workstations, and unfinished entries after a crash, as displayed in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desks import in_light, make_desk, make_session, settle
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from kgdesk import Campaign, actions
from kgdesk.store import UserDatabase
from kgdesk.ui.home.program import Program
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.window.background_tasks import BackgroundTasks
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.widgets.theme import Theme


@pytest.fixture
def compute_queue() -> Iterator[ComputeQueue]:
    compute_queue = ComputeQueue()
    yield compute_queue
    compute_queue.stop()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    with make_session(tmp_path) as session:
        return session.path


def window_on(
    session: actions.Session, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme
) -> MainWindow:
    controller = make_desk(session, compute_queue, qtbot)
    window = MainWindow(controller, theme)
    qtbot.addWidget(window)
    window.show()  # hidden widgets are not refreshed
    settle(controller, qtbot)
    return window


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return in_light(qapp)


def text(window: MainWindow, name: str) -> str:
    window.controller.settle()
    label = window.findChild(QLabel, name)
    assert label is not None
    return label.text()


def test_the_status_line_says_how_old_the_backup_is(
    path: Path, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme
) -> None:
    window = window_on(actions.open_study(path, actions.Operator("Kim")), compute_queue, qtbot, theme)
    assert text(window, "status.backup") == "No backup yet"
    with qtbot.waitSignal(window.background_tasks.changed):
        window.background_tasks._back_up()
    assert text(window, "status.backup").startswith("Backup ")
    assert len(actions.backups_of(path)) == 1
    window.controller.do(actions.record, "C-0001", "success", advice=None, token="a")
    window.controller.settle()
    assert text(window, "status.backup").endswith(", 1 entry since")
    window.close()


def test_a_backup_that_fails_stands_in_the_status_line(
    path: Path,
    compute_queue: ComputeQueue,
    qtbot: QtBot,
    theme: Theme,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    window = window_on(actions.open_study(path, actions.Operator("Kim")), compute_queue, qtbot, theme)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "file"))
    with qtbot.waitSignal(window.background_tasks.changed):
        window.background_tasks._back_up()
    assert text(window, "status.backup") == "⚠ No backup"
    assert "cannot be made" in window.status.backup.toolTip()
    window.close()


def test_a_second_window_reads_along(
    path: Path, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme
) -> None:
    with actions.open_study(path, actions.Operator("Kim")) as first:
        session = actions.open_study(path, actions.Operator("Pat"), read_only=True)
        window = window_on(session, compute_queue, qtbot, theme)
        assert "(read-only)" in window.windowTitle()
        before = len(window.controller.study.runs)
        actions.record(first, "C-0001", "success")
        with qtbot.waitSignal(window.controller.changed):
            window.background_tasks.look()
        assert len(window.controller.study.runs) == before + 1
        assert window.background_tasks._look.isActive()
        window.close()
        assert not window.background_tasks._look.isActive()


def test_a_window_shows_by_itself_what_a_script_records_beside_it_and_keeps_the_choice(
    path: Path, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme
) -> None:
    session = actions.open_in_window(path, actions.Operator("Kim"))
    window = window_on(session, compute_queue, qtbot, theme)
    before = len(window.controller.study.runs)
    window.panel.control.choose("C-0002")
    window.panel.control.arm("failure")
    with Campaign.open(path, by="robot") as script:
        with qtbot.waitSignal(window.controller.changed):  # nobody asks it to look
            script.record("C-0001", True, note="robot")
        assert window.controller.study.runs[-1].note == "robot"
        assert window.panel.control.entry.candidate == "C-0002"
        assert (
            window.panel.control.entry.state == "ready"
        )  # as for any study that has changed under an outcome
        window.panel.control.arm("failure")
        script.record("C-0003", True, note="robot")  # quicker than the next look
        window.panel.control.confirm()
        window.controller.settle()
        assert [run.candidate for run in window.controller.study.runs[before:]] == [
            "C-0001",
            "C-0003",
            "C-0002",
        ]
        script.refresh()
        assert script.history()["candidate"][-1] == "C-0002"
    window.close()


def test_an_entry_that_a_crash_broke_off_is_offered_again_and_recorded_only_when_confirmed(
    path: Path, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme
) -> None:
    who = actions.Operator("Kim")
    with actions.open_study(path, who) as session:
        window = window_on(session, compute_queue, qtbot, theme)
        window.panel.control.choose("C-0002")
        window.panel.control.arm("failure")
        window.controller.settle()  # the draft is written
        window.background_tasks.stop()  # the program ends here
        kept = actions.load_draft(session)
        window.close()
        actions.save_draft(session, kept)
    assert kept is not None
    again = window_on(actions.open_study(path, who), compute_queue, qtbot, theme)
    runs = len(again.controller.study.runs)
    assert "for C-0002 was entered but not recorded" in again.message_strip.text
    again.message_strip.buttons[0].click()
    assert again.message_strip.text == ""
    assert again.panel.control.entry.state == "armed"
    assert len(again.controller.study.runs) == runs
    again.panel.control.confirm()
    again.controller.settle()
    assert again.controller.study.runs[-1].candidate == "C-0002"
    assert actions.load_draft(again.controller.session) is None
    again.close()


def test_an_entry_that_was_recorded_after_all_is_not_offered(path: Path) -> None:
    with actions.open_study(path, actions.Operator("Kim")) as session:
        actions.save_draft(session, actions.EntryDraft("C-0002", "success", "gesture"))
        assert actions.load_draft(session) is not None
        actions.record(session, "C-0002", "success", token="gesture")
        assert actions.load_draft(session) is None


@pytest.mark.parametrize("finished", [False, True])
def test_a_draft_that_can_be_forgotten_is_gone(
    path: Path, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme, finished: bool
) -> None:
    session = actions.open_study(path, actions.Operator("Kim"))
    if finished:  # on another station, so that nothing can be taken up
        actions.finish(session, "Enough")
    actions.save_draft(session, actions.EntryDraft("C-0002", "success", "gesture"))
    window = window_on(session, compute_queue, qtbot, theme)
    assert len(window.message_strip.buttons) == (1 if finished else 2)
    window.message_strip.buttons[-1].click()
    window.controller.settle()
    assert actions.load_draft(session) is None
    assert isinstance(window.background_tasks, BackgroundTasks)
    window.close()


def test_a_damaged_study_is_restored_from_the_window(path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    who = actions.Operator("Kim")
    with actions.open_study(path, who) as session:
        actions.backup(session)
        entries = session.study.head.seq
    path.write_bytes(path.read_bytes()[:5000])
    program = Program(qapp, "Kim")
    try:
        assert not program.open(path)
        box = next(one for one in qapp.topLevelWidgets() if one.objectName() == "message")
        button = box.findChild(QPushButton, "message.restore")
        assert button is not None
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        window = program.window
        assert isinstance(window, MainWindow)
        assert window.controller.study.head.seq == entries + 1
        assert f"Restored {entries} entries" in window.message_strip.text
        assert window.controller.read_only_reason is None
    finally:
        program.close()
    assert len(list(path.parent.glob("*(before *"))) == 1


def test_a_damaged_study_without_a_backup_is_only_told(path: Path, qapp: QApplication) -> None:
    path.write_bytes(path.read_bytes()[:5000])
    program = Program(qapp, "Kim")
    try:
        assert not program.open(path)
        box = next(one for one in qapp.topLevelWidgets() if one.objectName() == "message")
        assert box.findChild(QPushButton, "message.restore") is None
        box.close()
    finally:
        program.close()


def test_a_damaged_data_base_of_the_user_is_named_in_the_strip_until_it_is_settled(
    path: Path, compute_queue: ComputeQueue, qtbot: QtBot, theme: Theme
) -> None:
    who = actions.Operator("Kim")
    window = window_on(actions.open_study(path, who), compute_queue, qtbot, theme)
    assert window.message_strip.text == ""
    UserDatabase().path.write_bytes(b"spoiled")
    window.controller.do(actions.record, "C-0001", "success", advice=None, token="a")
    window.controller.settle()
    window.background_tasks.look()
    assert "was damaged: user (damaged " in window.message_strip.text
    entries, close = window.message_strip.buttons
    assert entries.text() == "Waiting entries…"
    close.click()
    assert window.message_strip.text == ""
    window.background_tasks.look()
    assert window.message_strip.text == ""  # it has been read in this window
    window.close()
    again = window_on(actions.open_study(path, who), compute_queue, qtbot, theme)
    assert "was damaged: user (damaged " in again.message_strip.text
    again.close()
    actions.set_aside_waiting(who, "nothing was in it")
    third = window_on(actions.open_study(path, who), compute_queue, qtbot, theme)
    assert third.message_strip.text == ""
    third.close()
