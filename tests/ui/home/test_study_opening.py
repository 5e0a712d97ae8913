"""Asynchronous opening: a study is read in another thread, one at a time, and the last one requested is displayed."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Clock, make_study
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.home.program import Program


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return make_study(tmp_path / "small.kgstudy")


def is_free(path: Path) -> bool:
    with actions.open_study(path, Operator("JB", "other", Clock())) as session:
        return session.read_only_reason is None


def at_home(program: Program) -> HomeWindow:
    program.show_home()
    assert isinstance(program.window, HomeWindow)
    return program.window


def test_the_window_says_what_is_opened_and_takes_nothing_meanwhile(
    program: Program, small: Path, qtbot: QtBot
) -> None:
    home = at_home(program)
    home.open_requested.emit(str(small))
    assert program.study_reader.busy
    assert program.window is home
    assert home.strip.text == "Opening small…"
    assert not home.isEnabled()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=60_000)
    assert not program.study_reader.busy
    assert isinstance(program.window, MainWindow)
    assert program.window.isEnabled()
    assert program.window.controller.is_current(str(small))


def test_no_key_arms_an_outcome_of_a_study_that_is_about_to_go(
    program: Program, small: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    program.open(small)
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(lambda: window.panel.control.entry.can_arm, timeout=120_000)
    window.requests.open_wanted.emit(str(make_study(tmp_path / "other.kgstudy")))
    assert window.message_strip.text == "Opening other…"
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F8)
    assert window.panel.control.entry.armed is None
    program.study_reader.settle()
    assert isinstance(program.window, MainWindow)
    assert program.window.controller.path.stem == "other"
    assert is_free(small)


def test_the_last_of_several_is_shown_and_the_others_are_let_go(
    program: Program, small: Path, tmp_path: Path
) -> None:
    others = [make_study(tmp_path / f"other-{n}.kgstudy") for n in range(2)]
    home = at_home(program)
    for path in (small, small, *others, others[-1]):
        home.open_requested.emit(str(path))
    program.study_reader.settle()
    assert isinstance(program.window, MainWindow)
    assert program.window.controller.path == others[-1]
    assert program.window.controller.read_only_reason is None
    assert is_free(small)
    assert is_free(others[0])


def test_what_cannot_be_opened_is_said_and_the_window_is_free_again(program: Program, tmp_path: Path) -> None:
    nonsense = tmp_path / "letter.kgstudy"
    nonsense.write_text("Dear colleague", encoding="utf-8")
    home = at_home(program)
    home.open_requested.emit(str(nonsense))
    program.study_reader.settle()
    assert program.window is home
    assert home.isEnabled()
    assert home.strip.text == ""
    box = home.findChild(QMessageBox, "message")
    assert box is not None
    assert "letter.kgstudy" in box.text()
    box.close()


def test_a_program_that_ends_while_it_opens_a_study_lets_go_of_it(program: Program, small: Path) -> None:
    home = at_home(program)
    home.open_requested.emit(str(small))
    program.close()
    assert program.window is None
    assert is_free(small)


def test_a_drive_that_is_gone_is_not_the_study_that_is_open(
    program: Program, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.open(small)
    window = program.window
    assert isinstance(window, MainWindow)

    def gone(path: str, **_: object) -> str:
        raise OSError(errno.ENODEV, "The device is not ready", str(path))

    with monkeypatch.context() as windows:
        windows.setattr(os.path, "realpath", gone)
        assert not window.controller.is_current("G:/gone.kgstudy")


def test_a_drive_that_does_not_answer_is_not_asked_whether_its_study_is_the_open_one(
    program: Program, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.open(small)
    window = program.window
    assert isinstance(window, MainWindow)
    share, back, touched = tmp_path / "share", threading.Event(), []
    space, way = shutil.disk_usage, os.path.realpath

    def waiting(folder: Path) -> object:
        if folder == share:
            back.wait()
        return space(folder)

    def followed(path: str, **options: bool) -> str:
        touched.extend([path] if share in Path(path).parents else [])
        return way(path, **options)

    with monkeypatch.context() as away:
        away.setattr(shutil, "disk_usage", waiting)
        away.setattr(os.path, "realpath", followed)
        assert not window.controller.is_current(str(share / "gone.kgstudy"))
        assert window.controller.is_current(str(small))
        back.set()
    assert not touched
