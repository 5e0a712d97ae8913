"""Program object around the windows: opening, error messages, exceptions, images without a screen."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Clock, make_study
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.errors import KgdeskError
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.snapshot import snapshot
from kgdesk.ui.session.crash import ExceptionHandler, keep_log
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.home.program import Program


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return make_study(tmp_path / "small.kgstudy")


def settle(program: Program, qtbot: QtBot) -> MainWindow:
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(
        lambda: (
            window.controller.advice.current is not None
            and window.controller.refresher.idle
            and not program.compute_queue.pending("trajectory")
        ),
        timeout=120_000,
    )
    return window


def test_a_study_opens_prepares_and_is_advised(program: Program, small: Path, qtbot: QtBot) -> None:
    assert program.open(small)
    window = program.window
    assert isinstance(window, MainWindow)
    card, preparation = window.panel.card, program.preparation
    assert (
        window.panel.control.entry.state == "working"
    )  # whether kernels must be compiled is determined later
    seen: list[tuple[bool, str, bool, str]] = []

    def look() -> None:
        window.controller.refresher.flush()
        state = window.panel.control.entry.state
        seen.append((preparation.ended, state, card.preparing.isVisible(), card.heading.text()))

    preparation.moved.connect(look)
    settle(program, qtbot)
    waited = [tuple(rest) for ended, *rest in seen if not ended]
    assert set(waited) <= {("preparing", True, "Preparing the calculation (first start only)")}
    qtbot.waitUntil(lambda: preparation.loaded, timeout=120_000)
    assert preparation.ended
    assert not card.preparing.isVisible()
    assert card.code.text()
    assert [recent.path for recent in Preferences().recent()] == [str(small)]


def test_home_gives_way_to_a_study_and_the_study_to_home(program: Program, small: Path, qtbot: QtBot) -> None:
    program.show_home()
    home = program.window
    assert isinstance(home, HomeWindow)
    home.open_requested.emit(str(small))
    program.study_reader.settle()
    window = settle(program, qtbot)
    window.commands.action("study.home").trigger()
    assert isinstance(program.window, HomeWindow)
    with actions.open_study(small, Operator("JB", "other", Clock())) as free:
        assert free.read_only_reason is None


def test_the_sample_study_opens_from_home(program: Program, qtbot: QtBot) -> None:
    program.show_home()
    home = program.window
    assert isinstance(home, HomeWindow)
    home.sample_requested.emit()
    window = settle(program, qtbot)
    assert window.panel.head.done.text() == "11 of 40 runs done"


def test_what_cannot_be_opened_is_said_and_the_window_stays(
    program: Program, small: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    program.open(small)
    window = settle(program, qtbot)
    nonsense = tmp_path / "letter.kgstudy"
    nonsense.write_text("Dear colleague", encoding="utf-8")
    assert not program.open(nonsense)
    assert program.window is window
    box = window.findChild(QMessageBox, "message")
    assert box is not None
    assert "letter.kgstudy" in box.text()
    box.close()
    window.controller.do(actions.record, "C-0005", "success", advice=None, token="t")
    window.controller.settle()


def test_opening_the_study_that_is_open_keeps_it_open(program: Program, small: Path, qtbot: QtBot) -> None:
    program.open(small)
    window = settle(program, qtbot)
    window.requests.open_wanted.emit(str(small))
    assert program.window is window
    assert window.controller.read_only_reason is None


def test_a_study_in_use_opens_for_reading(small: Path) -> None:
    with (
        actions.open_in_window(small, Operator("JB", "other", Clock())),
        actions.open_in_window(small, Operator("MK", "bench", Clock())) as second,
    ):
        assert second.read_only_reason is not None


def test_a_fault_is_written_down_and_said_once(qapp: QApplication, tmp_path: Path) -> None:
    log = tmp_path / "logs" / "kgdesk.log"
    handler = keep_log(log)
    faults = ExceptionHandler(qapp, log)
    try:
        with pytest.raises(ZeroDivisionError) as caught:
            _ = 1 / 0
        faults.handle(caught.type, caught.value, caught.tb)
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]
        assert len(found) == 1
        assert found[0].text() == "kgdesk met a fault of its own and has to close."
        assert found[0].informativeText().startswith("Your recorded runs are safe.")
        assert "Traceback" not in found[0].text()
        faults.handle(caught.type, caught.value, caught.tb)
        again = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]
        assert again == found
        found[0].findChild(QPushButton, "fault.close").click()
        assert "ZeroDivisionError" in log.read_text("utf-8")
    finally:
        faults.release()
        faults.deleteLater()
        assert handler is not None
        handler.close()
        logging.getLogger("kgdesk").removeHandler(handler)


def test_a_fault_in_a_slot_reaches_the_handler_and_becomes_a_message(small: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication, QMessageBox\n"
        "from kgdesk.ui.home import main as program; from kgdesk.ui.session import crash as last\n"
        "app = program.application()\nfaults = last.ExceptionHandler(app, Path('kgdesk.log'))\n"
        "def fall(): raise IndexError('nothing there')\n"
        "def look():\n"
        "    boxes = [w for w in app.topLevelWidgets() if isinstance(w, QMessageBox)]\n"
        "    print([w.text() + ' ' + w.informativeText() for w in boxes])\n"
        "    app.exit(7)\n"
        "QTimer.singleShot(0, fall)\nQTimer.singleShot(50, look)\nsys.exit(app.exec())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(small.parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 7, done.stderr
    assert "kgdesk met a fault of its own and has to close. Your recorded runs are safe." in done.stdout


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("scheme", [*seldom("light"), "dark"])
def test_a_picture_is_saved_without_a_screen(small: Path, tmp_path: Path, scheme: str) -> None:
    dest = tmp_path / "window.png"
    snapshot(dest, actions.open_study(small, Operator("MK", "bench", Clock())), (1366, 768), scheme)  # type: ignore[arg-type]
    image = QImage(str(dest))
    assert image.size().toTuple() == (1366, 768)
    assert (image.pixelColor(700, 3).lightness() < 128) == (scheme == "dark")
    colours = {image.pixelColor(x, y).name() for x in range(400, 1360, 3) for y in range(60, 740, 7)}
    assert len(colours) > 30
    with actions.open_study(small, Operator("JB", "other", Clock())) as free:
        assert free.read_only_reason is None


def test_a_picture_neither_takes_nor_changes_the_preferences(
    small: Path, tmp_path: Path, qapp: QApplication
) -> None:
    preferences = Preferences()
    preferences.add_recent(small, "Small", 3, 30, "last entry")
    preferences.text_scale = 2.0
    store = QSettings("kgdesk", "kgdesk")
    store.setValue("window/main", QByteArray(b"kept"))
    store.sync()
    kept = {key: store.value(key) for key in store.allKeys()}
    snapshot(tmp_path / "window.png", actions.open_study(small, Operator("MK", "bench", Clock())))
    store.sync()
    assert {key: store.value(key) for key in store.allKeys()} == kept
    assert qapp.font().pointSizeF() < 15


def test_a_picture_that_cannot_be_saved_is_refused_in_a_sentence(small: Path, tmp_path: Path) -> None:
    with pytest.raises(KgdeskError, match="could not be saved"):
        snapshot(
            tmp_path / "none" / "window.png", actions.open_study(small, Operator("MK", "bench", Clock()))
        )


def kept_kernels(folder: Path) -> int:
    return len(list((folder / "cache").rglob("*.nbi")))


def test_closing_during_the_first_compilation_ends_the_process(small: Path, tmp_path: Path) -> None:
    """A kernel that is being compiled cannot be interrupted, and all of them take a minute of one core."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("closing_window.py")), str(small)],
        env={
            **os.environ,
            "HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "KGDESK_DATA": str(tmp_path / "data"),
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "closing\n"
        before = kept_kernels(tmp_path)
        assert process.wait(timeout=240) == 0  # three seconds on a computer that does nothing else
        assert kept_kernels(tmp_path) <= before + 3  # what was being compiled, of six or seven
    finally:
        process.kill()
        process.communicate()
    with actions.open_study(small, Operator("MK")) as session:
        assert session.unclean_exit_by is None
    assert not list((tmp_path / "data").rglob("running-*.lock"))
