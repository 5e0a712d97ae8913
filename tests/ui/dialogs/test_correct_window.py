"""Task T4 in the window: correcting yesterday's entry takes at most nine keys or six clicks."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTabWidget, QWidget

from kgdesk import MomentBelief, actions
from kgdesk.actions import Operator
from kgdesk.ui.dialogs.correct import CorrectDialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

K = Qt.Key
M = Qt.KeyboardModifier


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy", runs=6), qtbot)
    yield made
    made.close()


def correction(qtbot: QtBot) -> CorrectDialog:
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), CorrectDialog))
    dialog = QApplication.activeWindow()
    assert isinstance(dialog, CorrectDialog)
    return dialog


def click(window: QWidget, part: QWidget, place: QPoint | None = None) -> None:
    at = part.mapTo(window, place or part.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, M.NoModifier, at)


def is_as_if_made_so(bench: Bench, run: int) -> None:
    """Check the file, and the belief against a new one fitted to the corrected outcomes."""
    with actions.open_study(bench.path, Operator("reader"), read_only=True) as read:
        study = read.study
    assert study.run(run).outcome == "failure"
    assert study.run(run).corrections[0].old_outcome == "success"
    assert study.run(run).corrections[0].reason
    rows = [study.design.row_of[study.pool.row(r.candidate)] for r in study.runs]
    y = [1.0 if r.outcome == "success" else -1.0 for r in study.runs]
    fresh = MomentBelief.fitted(
        study.settings.prior(study.design.X.shape[1]), study.design.X[rows], np.array(y)
    )
    assert bench.controller.study.belief.digest == fresh.digest


def test_t4_takes_nine_keys_at_most(bench: Bench, qtbot: QtBot) -> None:
    bench.press(K.Key_4, modifier=M.AltModifier)
    bench.press(K.Key_Down, K.Key_Return)
    handle = correction(qtbot).windowHandle()
    QTest.keyClick(handle, K.Key_F, M.AltModifier)
    QTest.keyClick(handle, K.Key_R, M.AltModifier)
    QTest.keyClick(handle, K.Key_T)
    # The dialog may be closed before the keys are released.
    QTest.keyPress(handle, K.Key_Return, M.ControlModifier)
    qtbot.waitUntil(lambda: bench.controller.study.run(5).outcome == "failure")
    assert 7 <= bench.did.keys <= 9
    bench.wait_ready()
    is_as_if_made_so(bench, 5)


def test_t4_takes_six_clicks_at_most(bench: Bench, qtbot: QtBot) -> None:
    bench.window.resize(1093, 728)  # where the tabs do not scroll
    tabs = bench.part("tabs", QTabWidget)
    qtbot.waitUntil(lambda: tabs.tabBar().tabRect(4).right() < tabs.tabBar().width())
    click(bench.window, tabs.tabBar(), tabs.tabBar().tabRect(3).center())
    table = bench.part("history.table", QAbstractItemView)
    row = table.visualRect(table.model().index(1, 4)).center()
    click(bench.window, table.viewport(), row)
    click(bench.window, bench.part("history.correct"))
    dialog = correction(qtbot)
    click(dialog, dialog.findChild(QWidget, "correct.outcome.failure"))
    reasons = dialog.findChild(QAbstractItemView, "correct.reason")
    click(dialog, reasons.viewport(), reasons.visualRect(reasons.model().index(0, 0)).center())
    click(dialog, dialog.findChild(QWidget, "correct.save"))
    qtbot.waitUntil(lambda: bench.controller.study.run(5).outcome == "failure")
    assert bench.did.clicks <= 6
    bench.wait_ready()
    is_as_if_made_so(bench, 5)


def test_a_key_opens_the_last_own_entry_and_passes_over_those_of_others_and_taken_back_ones(
    bench: Bench, qtbot: QtBot
) -> None:
    bench.control.take_back()
    bench.controller.who = replace(bench.controller.who, operator="PT")
    bench.controller.do(actions.record, "C-0001", "success", advice=None, token="by another person")
    bench.controller.who = replace(bench.controller.who, operator="MK")
    bench.wait_ready()
    bench.press(K.Key_C, modifier=M.ControlModifier | M.ShiftModifier)
    dialog = correction(qtbot)
    assert "run 5" in dialog.windowTitle()
    dialog.reject()


def test_back_on_the_overview_the_scanner_writes_into_its_field_again(bench: Bench) -> None:
    bench.press(K.Key_4, modifier=M.AltModifier)
    assert bench.part("history.table").hasFocus()
    bench.press(K.Key_1, modifier=M.AltModifier)
    assert bench.window.panel.scan.field.hasFocus()
