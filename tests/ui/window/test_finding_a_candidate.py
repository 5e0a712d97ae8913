"""From a question about candidates to the card, counted in keys and clicks: filter, compare, explore, run this."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QWidget

from kgdesk import actions
from kgdesk.model.design.filters import WordFilter
from kgdesk.ui.pages.candidate_table import TICK
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

K, ALT, CONTROL = Qt.Key, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, qapp: QApplication
) -> Iterator[MainWindow]:
    session = actions.open_sample(tmp_path, actions.Operator("MK", "bench-3"))
    theme = qapp.findChild(Theme) or Theme(qapp)
    made = MainWindow(StudyController(session, compute_queue), theme)
    made.resize(1366, 728)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.controller.advice.ask()
    qtbot.waitUntil(lambda: made.controller.advice.current is not None, timeout=120_000)
    made.controller.refresher.flush()
    yield made
    made.close()


def turn_by_mouse(hands: Hands, window: MainWindow, page: QWidget) -> None:
    """Click the tab of a page."""
    tabs = window.parts.tabs
    hands.click(tabs.tabBar(), tabs.tabBar().tabRect(tabs.indexOf(page)).center())


def place_of(page: CandidatesTab, code: str, column: int) -> QPoint:
    """Return the middle of a cell."""
    table = page.table
    row = table.rows.shown_row(page._controller.study.pool.row(code))
    return table.visualRect(table.rows.index(row, column)).center()


def test_candidates_are_filtered_compared_and_the_second_is_run_in_eleven_clicks(
    window: MainWindow,
) -> None:
    hands, study = Hands(window), window.controller.study
    page = window.page(CandidatesTab)
    head = study.head
    turn_by_mouse(hands, window, page)
    window.controller.refresher.flush()
    hands.click(page.more)
    box = page.box
    for column in ("Temperature (°C)", "Solvent"):
        item = next(
            box.columns.item(k)
            for k in range(box.columns.count())
            if box.columns.item(k).data(Qt.ItemDataRole.UserRole) == column
        )
        hands.click(box.columns.viewport(), box.columns.visualItemRect(item).center())
        if column == "Temperature (°C)":
            assert box.numbers.low.hasFocus()
            QTest.keyClicks(box.numbers.low, "80")
        else:
            tick = next(b for b in box.findChildren(QCheckBox) if b.text().startswith("MeCN"))
            hands.click(tick, QPoint(10, tick.height() // 2))
    hands.click(box.findChild(QPushButton, "candidates.filterBox.done"))
    pool = study.pool
    expected = [
        code
        for code, heat, solvent in zip(pool.ids, pool.values[0], pool.values[4], strict=True)
        if float(heat) >= 80.0 and solvent == "MeCN"
    ]
    assert page.count.text() == f"{len(expected)} of {len(pool)}"
    ticked = expected[:3]
    for code in ticked:
        hands.click(page.table.viewport(), place_of(page, code, TICK))
    assert page.table.ticked == tuple(ticked)
    window.grab()
    QApplication.sendPostedEvents()
    hands.click(page.findChild(QPushButton, "compare.run.1"))
    assert hands.clicks <= 11
    window.controller.refresher.flush()
    assert window.panel.control.entry.candidate == ticked[1]
    assert window.findChild(QLabel, "entry.candidateCode").text() == ticked[1]
    assert "Chosen by MK" in window.panel.card.reason.why.text()
    assert window.controller.study.head == head


def test_the_filter_of_a_suggestion_stands_as_a_chip_at_the_card_which_takes_it_away(
    window: MainWindow, qtbot: QtBot
) -> None:
    advice, pool = window.controller.advice, window.controller.study.pool
    chip = window.findChild(QPushButton, "entry.among")
    assert chip.isHidden()
    head = window.controller.study.head
    page = window.page(CandidatesTab)
    window.parts.focus_cycle.go_to_tab(1)
    page.set_filter(WordFilter("Solvent", ("DMF",)))
    qtbot.mouseClick(page.among, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: advice.current is not None, timeout=60_000)
    window.controller.refresher.flush()
    assert chip.isVisible()
    assert chip.text().startswith("Among: Solvent in DMF")
    assert advice.current is not None
    shown = window.findChild(QLabel, "entry.candidateCode").text()
    assert shown == advice.current.next
    assert pool.values[4][pool.row(shown)] == "DMF"
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isHidden()
    qtbot.waitUntil(lambda: advice.current is not None, timeout=60_000)
    assert advice.current.among is None
    assert window.controller.study.head == head


def test_conditions_that_no_candidate_in_stock_satisfies_any_more_are_dropped_with_a_sentence(
    window: MainWindow, qtbot: QtBot
) -> None:
    controller = window.controller
    pool = controller.study.pool
    gone = [code for code, word in zip(pool.ids, pool.values[4], strict=True) if word == "DMF"]
    controller.advice.suggest_where('"Solvent" = "DMF"')
    controller.do(actions.exclude, gone, "Not delivered")
    with qtbot.waitSignal(controller.refused, timeout=60_000) as said:
        controller.settle()
    assert "No candidate that satisfies" in str(said.args[0])
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    assert controller.advice.where == ""
    assert controller.advice.current is not None
    assert controller.advice.current.next not in gone


def test_a_candidate_is_found_compared_and_run_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    hands, head = Hands(window), window.controller.study.head
    hands.key(K.Key_G, CONTROL)
    page = window.page(CandidatesTab)
    window.controller.refresher.flush()
    assert page.filter.hasFocus()
    hands.type("RX-11")
    hands.key(K.Key_Down)
    for _ in range(3):
        hands.key(K.Key_Space)
        hands.key(K.Key_Down)
    rows = page.table.rows
    first = [page._controller.study.pool.ids[rows.source(row)] for row in range(4)]
    assert page.table.ticked == tuple(first[:3])
    hands.key(K.Key_Return)
    explore = window.page(ExploreTab)
    assert window.parts.tabs.currentWidget() is explore
    qtbot.waitUntil(explore.painted, timeout=60_000)
    assert explore.candidate == first[3]
    hands.key(K.Key_U, ALT)
    qtbot.waitUntil(lambda: window.panel.control.entry.candidate == first[3])
    assert window.controller.study.head == head


def test_and_at_90_degrees_is_one_drag_or_at_most_five_keys(window: MainWindow, qtbot: QtBot) -> None:
    hands, pool = Hands(window), window.controller.study.pool
    hands.key(K.Key_3, ALT)
    page = window.page(ExploreTab)
    qtbot.waitUntil(page.painted, timeout=60_000)
    assert page.point is not None
    assert page.point[0] == 100.0
    panel = page.slices.grid.panel(0)
    for kind, value in (
        (QEvent.Type.MouseButtonPress, 100.0),
        *((QEvent.Type.MouseMove, v) for v in (98.0, 95.0, 92.0, 90.0)),
        (QEvent.Type.MouseButtonRelease, 90.0),
    ):
        at = QPointF(panel.mapFromScene(panel.view.mapViewToScene(QPointF(value, 0.5))))
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        held = (
            Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
        )
        there = QPointF(panel.viewport().mapToGlobal(at))
        event = QMouseEvent(kind, at, there, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(panel.viewport(), event)
    qtbot.waitUntil(page.painted, timeout=60_000)
    assert page.candidate is not None
    assert pool.values[0][pool.row(page.candidate)] == page.point[0] == 90.0
    hands.click(page.best)
    qtbot.waitUntil(page.painted, timeout=60_000)
    assert page.point[0] == 100.0
    keys = Hands(window)
    keys.key(K.Key_3, ALT)
    keys.key(K.Key_Left)
    assert keys.keys == 2
    assert page.point[0] == 90.0
    assert pool.values[0][pool.row(str(page.candidate))] == 90.0
