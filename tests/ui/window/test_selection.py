"""A candidate selected in one view is marked in the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.model.advice.alternatives import comparison
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

pytestmark = [pytest.mark.usefixtures("light")]


@pytest.fixture
def window(tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    session = make_session(tmp_path / "lab")
    fill(session)
    compute_queue = ComputeQueue(qapp)
    controller = make_desk(session, compute_queue, qtbot)
    made = MainWindow(controller, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.close()
    compute_queue.stop()
    compute_queue.deleteLater()


def test_what_is_clicked_in_a_picture_is_marked_in_the_others_and_in_the_table(
    window: MainWindow, qtbot: QtBot
) -> None:
    overview = window.overview
    assert overview is not None
    qtbot.waitUntil(overview.painted)
    data = overview.best._data
    assert data is not None
    code = data.rows[2].code
    overview.best.candidate_chosen.emit(code)
    assert window.controller.selection.candidate == code
    window.parts.focus_cycle.go_to_tab(0)
    window.controller.refresher.flush()
    assert overview.best._body._pointed.isVisible()
    assert overview.best._body._pointed.getRegion() == pytest.approx((1.58, 2.42))
    qtbot.waitUntil(lambda: len(overview.value._ring.points()) == 1)
    window.parts.focus_cycle.go_to_tab(1)
    table = window.page(CandidatesTab).table
    assert window.controller.study.pool.ids[table.current] == code


def test_a_candidate_that_is_opened_in_the_table_is_marked_in_the_pictures(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.parts.focus_cycle.go_to_tab(1)
    window.page(CandidatesTab).show_candidate("C-0009")
    assert window.controller.selection.candidate == "C-0009"
    window.parts.focus_cycle.go_to_tab(0)
    assert window.overview is not None
    qtbot.waitUntil(window.overview.painted)
    qtbot.waitUntil(lambda: len(window.overview.value._ring.points()) == 1)


def test_the_reason_on_the_card_is_that_of_the_advice_and_the_runner_up_is_not_on_it(
    window: MainWindow,
) -> None:
    advice, reason = window.controller.advice.current, window.panel.card.reason
    assert advice is not None
    assert f"{reason.why.text()} {reason.futures.text()}" == translate(
        advice.with_repeats(window.controller.advice.repeat).why
    )
    assert reason.why.toolTip() == ""
    assert comparison(advice) is not None
