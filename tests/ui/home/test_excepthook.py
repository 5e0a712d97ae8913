"""Unexpected exceptions: the message, the problem report, and a restart with the same study."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))
sys.path.insert(0, str(Path(__file__).parents[2] / "whole"))

from entry_bench import Bench, make_study
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from screenkit import until

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.errors import BadInput
from kgdesk.ui.dialogs.problem_report import ProblemDialog
from kgdesk.ui.home.crash_recovery import CrashRecovery
from kgdesk.ui.home.program import Program
from kgdesk.ui.session.crash import ExceptionHandler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

ROOT = Path(__file__).parents[3]
#: Program that opens a study, raises an exception in a slot, and presses Restart in the message.
FALLS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox, QPushButton
from kgdesk.ui.home import main as program
app = program.application()
def look():
    windows = [w for w in app.topLevelWidgets() if w.isVisible()]
    boxes = [w for w in windows if isinstance(w, QMessageBox)]
    if boxes:
        assert boxes[0].objectName() == "fault"
        boxes[0].findChild(QPushButton, "fault.restart").click()
    elif any(w.objectName() == "window" for w in windows):
        raise IndexError("nothing there")
timer = QTimer(interval=50)
timer.timeout.connect(look)
timer.start()
sys.exit(program.run(sys.argv[1], "MK"))
"""


@pytest.fixture
def faults(qapp: QApplication, tmp_path: Path) -> Iterator[ExceptionHandler]:
    made = ExceptionHandler(qapp, tmp_path / "kgdesk.log")
    yield made
    made.release()
    made.deleteLater()


def boxes() -> list[QMessageBox]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]


def fall(faults: ExceptionHandler, fault: BaseException) -> QMessageBox:
    faults.handle(type(fault), fault, None)
    (box,) = boxes()
    return box


def press(box: QMessageBox, name: str) -> None:
    found = box.findChild(QPushButton, name)
    assert found is not None
    found.click()


def test_a_fault_says_that_runs_are_safe_and_offers_a_report_a_restart_and_to_close(
    faults: ExceptionHandler,
) -> None:
    box = fall(faults, IndexError("nothing there"))
    assert box.text() == "kgdesk met a fault of its own and has to close."
    assert "Your recorded runs are safe." in box.informativeText()
    assert "Restart kgdesk" in box.informativeText()
    assert box.detailedText().startswith("KD-400\n")
    assert "IndexError" in box.detailedText()
    names = {button.objectName() for button in box.findChildren(QPushButton)}
    assert {"fault.report", "fault.restart", "fault.close"} <= names
    assert not any("go on" in button.text().casefold() for button in box.findChildren(QPushButton))
    heard: list[str] = []
    faults.restart_requested.connect(lambda: heard.append("restart"))
    faults.close_requested.connect(lambda: heard.append("close"))
    press(box, "fault.restart")
    assert boxes() == []
    assert heard == ["restart"]


def test_a_fault_can_be_closed_and_neither_escape_nor_another_fault_changes_its_message(
    faults: ExceptionHandler,
) -> None:
    heard: list[str] = []
    faults.close_requested.connect(lambda: heard.append("close"))
    box = fall(faults, IndexError("nothing there"))
    QTest.keyClick(box, Qt.Key.Key_Escape)
    box.close()
    assert fall(faults, IndexError("again")) is box
    assert box.isVisible()
    assert fall(faults, BadInput("Set the operator first.")) is box
    assert faults.fallen
    press(box, "fault.close")
    assert heard == ["close"]


def test_after_a_fault_no_outcome_can_be_entered(
    faults: ExceptionHandler, tmp_path: Path, qtbot: QtBot
) -> None:
    bench = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, tabs=False)
    try:
        box = fall(faults, IndexError("nothing there"))
        assert QApplication.activeModalWidget() is box
        bench.press(Qt.Key.Key_F8, Qt.Key.Key_Return)
        bench.type("C-0002\n")
        bench.click("entry.success")
        bench.press(Qt.Key.Key_Return)
        assert bench.control.entry.armed is None
        assert bench.runs == bench.runs_on_disk() == 3
        press(box, "fault.restart")
    finally:
        bench.close()


def test_a_refusal_on_screen_does_not_hide_a_fault(faults: ExceptionHandler) -> None:
    refusal = fall(faults, BadInput("Set the operator first."))
    faults.handle(IndexError, IndexError("nothing there"), None)
    (fault,) = (box for box in boxes() if box is not refusal)
    refusal.close()
    assert fault.isVisible()
    assert faults.fallen
    press(fault, "fault.close")


def test_a_refusal_that_reached_the_loop_is_a_message_of_its_own_code(faults: ExceptionHandler) -> None:
    box = fall(faults, BadInput("Set the operator first."))
    assert box.text() == "Set the operator first."
    assert "KD-110" in box.detailedText()
    assert box.findChild(QPushButton, "fault.restart") is None
    box.close()


def test_the_report_opens_over_the_message_and_knows_the_fault_and_the_study(
    faults: ExceptionHandler, qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    program = Program(qapp, "MK")
    try:
        assert program.open(make_study(tmp_path / "small.kgstudy"))
        faults.report_requested.connect(CrashRecovery(program).report)
        box = fall(faults, IndexError("nothing there"))
        press(box, "fault.report")
        assert box.isVisible()
        (report,) = (w for w in qapp.allWidgets() if isinstance(w, ProblemDialog))
        qtbot.waitUntil(report.isVisible)
        assert "fault.txt" in report.chosen
        assert "study.zip" not in report.chosen
        assert report.list.count() == 3
        report.reject()
        press(box, "fault.close")
    finally:
        program.close()
        program.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of the log is found by XDG_DATA_HOME")
def test_a_restart_ends_the_program_and_the_next_one_shows_the_same_study(tmp_path: Path) -> None:
    study = make_study(tmp_path / "small.kgstudy")
    seen = tmp_path / "seen.json"
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "KGDESK_DATA": str(tmp_path / "own"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests" / "whole" / "spy")]),
    }
    first = subprocess.run(
        [sys.executable, "-c", FALLS, str(study)],
        cwd=ROOT,
        env={**environment, "KGDESK_SPY": str(seen)},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert first.returncode == 0, first.stderr
    markers = tmp_path / "own"
    until(lambda: list(markers.rglob("running-*.lock")), lambda: f"no second start: {first.stderr}")
    (marker,) = markers.rglob("running-*.lock")
    second = int(marker.stem.partition("-")[2])
    try:
        seen.unlink(missing_ok=True)

        def window() -> str:
            try:
                return str(json.loads(seen.read_text("utf-8"))["window"])
            except (OSError, ValueError):
                return ""

        until(lambda: window().endswith("– kgdesk"), window)
        with actions.open_study(study, Operator("JB"), read_only=True) as held:
            assert len(held.study.runs) == 3
        with actions.open_in_window(study, Operator("JB")) as held:
            assert "by MK" in str(held.read_only_reason)
    finally:
        os.kill(second, signal.SIGKILL)
