"""Task T3 in the window: exporting the runs takes two keys or three clicks, and the file can be imported."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, Clock, make_study
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from kgdesk import actions
from kgdesk.ui.dialogs.export import ExportDialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

GOLDEN = (
    "\ufeffrun,candidate,outcome,recorded_at,operator,suggested,probability_before,note,corrected_from,reason,"
    "Attribute 1 (°C),Attribute 2 (°C),run_token,measured,really_set,blocks,measured_from,Location\r\n"
    "1,C-0001,failure,2026-11-21T08:00:03.000000Z,MK,,0.5,,,,0.0,0.1,,,,,,Plate 2 - well D01\r\n"
    "2,C-0002,success,2026-11-21T08:00:05.000000Z,MK,,0.5814307354056413,,,,10.0,6.1,,,,,,Plate 2 - well D02\r\n"
    "3,C-0003,failure,2026-11-21T08:00:07.000000Z,MK,,0.5885027235718374,,,,9.0,1.1,,,,,,Plate 2 - well D03\r\n"
).encode()


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    study = make_study(tmp_path / "small.kgstudy", attributes=2)
    study.with_suffix(".csv").unlink()  # the table of candidates; the export uses its name
    made = Bench(study, qtbot, tabs=False)
    yield made
    made.close()


def dialog_of(bench: Bench, qtbot: QtBot) -> ExportDialog:
    qtbot.waitUntil(lambda: bench.window.findChild(ExportDialog) is not None)
    dialog = bench.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def rounded(csv: bytes) -> bytes:
    """Return a CSV file with its probabilities to nine digits: the last bits differ between processors."""
    return re.sub(rb"0\.[0-9]{10,}", lambda number: b"%.9f" % float(number[0]), csv)


def test_two_keys_save_the_runs_byte_for_byte_and_they_restore_the_study(bench: Bench, qtbot: QtBot) -> None:
    bench.did.keys = 0
    bench.press(Qt.Key.Key_E, modifier=Qt.KeyboardModifier.ControlModifier)
    dialog = dialog_of(bench, qtbot)
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Return)
    qtbot.waitUntil(bench.window.message_strip.isVisible)
    assert bench.did.keys <= 3
    saved = bench.path.with_suffix(".csv")
    assert rounded(saved.read_bytes()) == rounded(GOLDEN)
    assert bench.window.message_strip.text == "Saved small.csv."
    fresh = make_study(bench.path.with_name("fresh.kgstudy"), attributes=2, runs=0)
    with actions.open_study(fresh, actions.Operator("MK", "bench", Clock())) as again:
        assert actions.import_outcomes(again, saved).added == 3
        assert [(r.candidate, r.outcome) for r in again.study.runs] == [
            (r.candidate, r.outcome) for r in bench.controller.study.runs
        ]


def test_three_clicks_save_the_runs(bench: Bench, qtbot: QtBot) -> None:
    window, bar = bench.window, bench.window.menuBar()
    study = next(a for a in bar.actions() if a.text().replace("&", "") == "Study")
    bench.did.clicks = 0
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(study).center())
    menu = study.menu()
    assert isinstance(menu, QMenu)
    qtbot.waitUntil(menu.isVisible)
    export = next(a for a in menu.actions() if a.text().replace("&", "").startswith("Export"))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(export).center())
    dialog = dialog_of(bench, qtbot)
    save = dialog.findChild(QPushButton, "export.save")
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.message_strip.isVisible)
    assert rounded(bench.path.with_suffix(".csv").read_bytes()) == rounded(GOLDEN)
