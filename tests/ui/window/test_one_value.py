"""The value of testing is the same number with the same condition on the card and in all tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seldom import seldom

from kgdesk import actions
from kgdesk.model.advice.picks import advise
from kgdesk.ui.pages.candidate_table import VALUE
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

pytestmark = [pytest.mark.usefixtures("light")]


@pytest.fixture
def open_window(tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[[int], MainWindow]]:
    compute_queue = ComputeQueue(qapp)
    made: list[MainWindow] = []

    def opened(running: int) -> MainWindow:
        session = make_session(tmp_path / "lab", count=24, attributes=2)
        fill(session)
        for _ in range(running):
            advice = advise(session.study)
            actions.start(session, advice.suggestion.candidate, advice=advice)
        window = MainWindow(make_desk(session, compute_queue, qtbot), qapp.findChild(Theme) or Theme(qapp))
        qtbot.addWidget(window)
        window.resize(1366, 768)
        window.show()
        made.append(window)
        return window

    yield opened
    for window in made:
        window.close()
    compute_queue.stop()
    compute_queue.deleteLater()


@pytest.mark.parametrize("running", [0, *seldom(1), 2])
def test_every_place_says_the_same_number_with_the_same_condition(
    open_window: Callable[[int], MainWindow], qtbot: QtBot, running: int
) -> None:
    window = open_window(running)
    advice, overview = window.controller.advice.current, window.overview
    assert advice is not None
    assert overview is not None
    value = translate(advice.suggestion.value.words)
    condition = {0: "", 1: "given 1 run in progress", 2: "given 2 runs in progress"}[running]
    assert value.endswith(condition or "percentage points")
    again = window.controller.advice.repeat
    if again is None or again.candidate != advice.suggestion.candidate:
        assert value in window.panel.card.reason.why.text()
    qtbot.waitUntil(overview.painted)
    assert value in overview.value.sentence
    assert condition in overview.value.sentence
    window.parts.focus_cycle.go_to_tab(1)
    table = window.page(CandidatesTab).table
    window.controller.refresher.flush()
    row = window.controller.study.pool.row(advice.suggestion.candidate)
    assert table.rows.columns[VALUE].values[row] == 100.0 * advice.suggestion.kg
    assert condition in table.rows.columns[VALUE].heading_tip
    window.parts.focus_cycle.go_to_tab(2)
    explore = window.page(ExploreTab)
    explore.go_to(advice.suggestion.candidate)
    qtbot.waitUntil(explore.painted, timeout=60_000)
    assert explore.map._data is not None
    assert explore.map._data.values[row] == 100.0 * advice.suggestion.kg
