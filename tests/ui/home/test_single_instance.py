"""Single instance per user: later starts hand over to the running one, and stale files do not block a start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import make_study
from PySide6.QtNetwork import QLocalSocket

from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.single_instance import SingleInstance
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.home.program import Program

ROOT = Path(__file__).parents[3]
RINGS = (
    "import sys\nfrom pathlib import Path\nfrom PySide6.QtCore import QCoreApplication\n"
    "from kgdesk.ui.home.single_instance import SingleInstance\napp = QCoreApplication([])\n"
    "bell = SingleInstance(folder=Path(sys.argv[1]))\nprint(bell.send_to_running(*sys.argv[2:]), flush=True)\n"
)


def start(folder: Path, *words: str, more: str = "") -> subprocess.Popen[str]:
    """Start a process that contacts the running instance, and then runs more code."""
    command = [sys.executable, "-c", RINGS + more, str(folder), *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=dict(os.environ), text=True, stdout=pipe, stderr=pipe)


@pytest.fixture
def bell(tmp_path: Path) -> Iterator[SingleInstance]:
    made = SingleInstance(folder=tmp_path / "own")
    yield made
    made.stop_listening()


def test_the_first_hangs_the_bell_and_a_later_one_hands_its_study_and_operator_over(
    bell: SingleInstance, tmp_path: Path, qtbot: QtBot
) -> None:
    assert not bell.send_to_running()
    with qtbot.waitSignal(bell.study_received, timeout=60_000) as heard:
        later = start(tmp_path / "own", "/data/größe.kgstudy", "MK")
    assert heard.args == ["/data/größe.kgstudy", "MK"]
    said, complaint = later.communicate(timeout=60)
    assert said == "True\n", complaint


def test_people_with_folders_of_their_own_do_not_hear_each_other(
    bell: SingleInstance, tmp_path: Path
) -> None:
    assert not bell.send_to_running()
    said, complaint = start(tmp_path / "another").communicate(timeout=60)
    assert said == "False\n", complaint


def test_what_a_killed_program_leaves_behind_stops_no_start(bell: SingleInstance, tmp_path: Path) -> None:
    first = start(tmp_path / "own", more="import time\ntime.sleep(600)\n")
    assert first.stdout is not None
    assert first.stdout.readline() == "False\n"
    assert bell._is_taken()
    first.kill()
    first.communicate()
    if sys.platform != "win32":
        assert Path(bell._name()).exists()
    assert not bell.send_to_running("/data/a.kgstudy")
    assert bell._server is not None


def test_one_that_ended_as_it_should_leaves_the_bell_to_the_next(tmp_path: Path) -> None:
    first, second = SingleInstance(folder=tmp_path), SingleInstance(folder=tmp_path)
    assert not first.send_to_running()
    first.stop_listening()
    assert not second.send_to_running()
    assert second._server is not None
    second.stop_listening()


def test_one_that_hangs_is_given_up_and_the_later_start_goes_on(
    bell: SingleInstance, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hanging = start(tmp_path / "own", more="import time\ntime.sleep(600)\n")
    assert hanging.stdout is not None
    assert hanging.stdout.readline() == "False\n"
    monkeypatch.setattr("kgdesk.ui.home.single_instance._PATIENCE_MS", 300)
    assert not bell.send_to_running()
    assert bell._server is None
    hanging.kill()
    hanging.communicate()


@pytest.mark.parametrize("line", [b"hello\n", b"[1]\n", b'{"study": 3, "by": ""}\n', b"x" * 70_000])
def test_nonsense_at_the_bell_is_hung_up_on(bell: SingleInstance, line: bytes, qtbot: QtBot) -> None:
    assert not bell.send_to_running()
    heard: list[tuple[str, str]] = []
    bell.study_received.connect(lambda *call: heard.append(call))
    caller = QLocalSocket()
    with qtbot.waitSignal(caller.disconnected):
        caller.connectToServer(bell._name())
        caller.write(line)
    assert bytes(caller.readAll().data()) == b""
    assert heard == []


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe of Windows is no file")
def test_the_socket_is_this_users_alone_however_long_the_folders_name_is(tmp_path: Path) -> None:
    for folder in (tmp_path / "own", tmp_path.joinpath(*["a-long-name-of-a-folder"] * 6)):
        bell = SingleInstance(folder=folder)
        assert not bell.send_to_running()
        socket = Path(bell._name())
        assert socket.is_socket()
        assert not (socket.stat().st_mode & 0o077) or not (socket.parent.stat().st_mode & 0o077)
        bell.stop_listening()
        assert not socket.exists()


def test_a_folder_that_cannot_be_made_stops_no_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    bell = SingleInstance(folder=tmp_path / "file" / "own")
    assert not bell.send_to_running("/data/a.kgstudy")
    bell.stop_listening()


def test_without_qts_network_library_each_start_is_on_its_own(bell: SingleInstance, tmp_path: Path) -> None:
    assert not bell.send_to_running()
    lean = "import sys\nsys.modules['PySide6.QtNetwork'] = None\n"
    command = [sys.executable, "-c", lean + RINGS, str(tmp_path / "own")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "False\n", done.stderr


# Handling by the running instance.


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return make_study(tmp_path / "small.kgstudy")


def shown(program: Program) -> MainWindow:
    assert isinstance(program.window, MainWindow)
    return program.window


def test_a_ring_without_a_study_brings_a_minimised_window_back(program: Program) -> None:
    program.show_home()
    assert program.window is not None
    program.window.showMinimized()
    program.receive_start("", "")
    assert not program.window.isMinimized()
    assert program.window.isVisible()


def test_a_ring_opens_the_study_as_the_operator_that_it_names(program: Program, small: Path) -> None:
    program.show_home()
    program.receive_start(str(small), "JB")
    program.study_reader.settle()
    assert shown(program).controller.is_current(str(small))
    assert shown(program).controller.who.operator == "JB"
    assert program.who.operator == "JB"


def test_a_ring_without_an_operator_keeps_the_one_at_work(
    program: Program, small: Path, tmp_path: Path
) -> None:
    program.open(small)
    shown(program).panel.control.set_operator("Ada")
    program.receive_start(str(make_study(tmp_path / "other.kgstudy")), "")
    program.study_reader.settle()
    assert shown(program).controller.path.stem == "other"
    assert shown(program).controller.who.operator == "Ada"


def test_a_ring_for_the_study_that_is_open_keeps_it_open(
    program: Program, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.open(small)
    window = program.window
    monkeypatch.chdir(small.parent)
    program.receive_start(str(small.parent / "." / small.name), "")
    assert program.window is window


def test_a_ring_never_takes_away_what_was_begun_but_waits_for_a_click(
    program: Program, small: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = make_study(tmp_path / "other.kgstudy")
    program.open(small)
    window = shown(program)
    qtbot.waitUntil(lambda: window.panel.control.entry.can_arm, timeout=120_000)
    dialog = NoteDialog(window.panel.control, window)
    dialog.open()
    program.receive_start(str(other), "")
    assert program.window is window
    assert "other is to be opened" in window.message_strip.text
    dialog.reject()
    window.message_strip.buttons[1].click()
    assert window.message_strip.text == ""
    window.panel.control.arm("success")
    program.receive_start(str(other), "")
    assert window.panel.control.entry.state == "armed"
    assert len(window.controller.study.runs) == 3
    window.message_strip.buttons[0].click()
    program.study_reader.settle()
    assert shown(program).controller.path == other


def test_a_ring_waits_for_the_study_that_is_being_made(program: Program, small: Path) -> None:
    program.show_home()
    home = program.window
    assert isinstance(home, HomeWindow)
    wizard = home.new_study()
    program.receive_start(str(small), "")
    assert program.window is home
    assert "small is to be opened" in home.findChild(MessageStrip).text
    wizard.reject()
    home.strip.buttons[0].click()
    program.study_reader.settle()
    assert shown(program).controller.is_current(str(small))
