from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QScrollBar, QToolButton, QWidget

from kgdesk import actions
from kgdesk.model.advice.what_if_outcomes import comparison, runner_up, what_if
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.pages.stack import FEWEST_LINES
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.small_multiples import SlicePanel
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> ExploreTab:
    made = ExploreTab(controller)
    qtbot.addWidget(made)
    made.resize(980, 680)
    made.show()
    settle(made, qtbot)
    return made


def settle(tab: ExploreTab, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: all(computation.done for computation in tab.computations), timeout=60_000)


def told(tab: ExploreTab) -> list[str]:
    data = tab.cards[0]._data
    assert data is not None
    return [found.candidate for found in data.what_ifs]


def test_it_begins_with_the_next_experiment_and_the_one_after_it(
    tab: ExploreTab, controller: StudyController
) -> None:
    assert controller.advice.current is not None
    second = runner_up(controller.advice.current)
    assert second is not None
    assert tab.candidates == (controller.advice.current.suggestion.candidate, second.candidate)
    assert told(tab) == list(tab.candidates)
    compared = comparison(controller.advice.current)
    assert compared is not None
    assert tab.why.text() == f"Why this one? {translate(compared.why)}"
    assert tab.why.isVisible()


def test_in_a_low_window_the_tab_scrolls_and_no_picture_in_it(tab: ExploreTab) -> None:
    area = tab.findChild(QScrollArea, "whatIf.scroller")
    for height in (680, 420):
        tab.resize(720, height)
        tab.grab()
        QApplication.sendPostedEvents()
        bars = tab.cards[0].findChildren(QScrollBar)
        assert bars
        assert not any(bar.isVisible() for bar in bars)
        assert tab.cards[1].pages.height() >= 15 * tab.fontMetrics().lineSpacing()
    assert area.verticalScrollBar().isVisible()


@pytest.mark.parametrize("kind", [OverviewTab, ChecksPage, ModelPage])
def test_in_large_text_and_a_low_window_a_picture_keeps_its_height_and_the_tab_scrolls(
    controller: StudyController, qtbot: QtBot, qapp: QApplication, kind: type[QWidget]
) -> None:
    apply(qapp, "light", 2.0)
    tab = kind(controller)
    qtbot.addWidget(tab)
    tab.resize(590, 400)
    with qtbot.waitExposed(tab):
        tab.show()
    for _ in range(3):
        tab.grab()
        QApplication.sendPostedEvents()
    (seen,) = [card for card in tab.findChildren(PlotCard) if card.isVisible()]
    assert seen.pages.height() >= FEWEST_LINES * tab.fontMetrics().lineSpacing()
    around = seen.parentWidget().parentWidget().parentWidget()
    assert isinstance(around, QScrollArea)
    assert around.widget().height() >= seen.height()


def test_a_candidate_is_added_by_its_name_and_left_out_by_its_button(tab: ExploreTab, qtbot: QtBot) -> None:
    first = tab.candidates
    other = next(code for code in tab._controller.study.pool.ids if code not in first)
    tab.field.setFocus()
    qtbot.keyClicks(tab.field, other)
    qtbot.keyClick(tab.field, Qt.Key.Key_Return)
    settle(tab, qtbot)
    assert told(tab) == [*first, other]
    assert not tab.add.isEnabled()  # at most three
    qtbot.mouseClick(tab.findChild(QToolButton, "whatIf.remove0"), Qt.MouseButton.LeftButton)
    settle(tab, qtbot)
    assert told(tab) == [first[1], other]
    assert tab.why.isHidden()
    qtbot.mouseClick(tab.reset, Qt.MouseButton.LeftButton)
    settle(tab, qtbot)
    assert tab.candidates == first


def test_a_name_that_is_not_in_the_list_is_refused_in_a_sentence(tab: ExploreTab, qtbot: QtBot) -> None:
    before = tab.candidates
    qtbot.keyClicks(tab.field, "c-0007")
    qtbot.keyClick(tab.field, Qt.Key.Key_Return)
    assert "Did you mean “C-0007”?" in tab.refusal.text()
    assert tab.refusal.isVisible()
    assert tab.candidates == before
    qtbot.keyClicks(tab.field, "x")
    assert tab.refusal.isHidden()


def test_nothing_is_stored(tab: ExploreTab, controller: StudyController, qtbot: QtBot) -> None:
    head = controller.study.head
    tab.compare(controller.study.pool.ids[:3])
    settle(tab, qtbot)
    assert controller.study.head == head
    assert controller.session.study.revision == controller.study.revision


def test_the_picture_shows_what_the_model_says(tab: ExploreTab, controller: StudyController) -> None:
    assert controller.advice.current is not None
    found = what_if(controller.advice.current, tab.candidates[0])
    assert found.success.best.candidate in tab.cards[0].sentence
    assert found.failure.best.candidate in tab.cards[0].sentence
    part = tab.cards[1]._data.parts[0]
    assert len(part.curves) == 3
    assert not np.array_equal(part.curves[1].probability, part.curves[2].probability)


def test_after_a_run_the_futures_are_those_of_the_new_state(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    before = tab.cards[0]._data
    controller.do(actions.record, tab.candidates[0], "success", advice=None, token="next")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    settle(tab, qtbot)
    assert controller.advice.current is not None
    assert tab.cards[0]._data is not before
    assert tab.candidates[0] == controller.advice.current.suggestion.candidate


def test_while_the_tab_is_hidden_nothing_is_calculated_for_it(
    tab: ExploreTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.hide()
    asked: list[str] = []
    work_out = controller.advice.compute
    controller.advice.compute = lambda key, *rest: asked.append(key) or work_out(key, *rest)  # type: ignore[method-assign]
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    assert not any(key.startswith("plot.") for key in asked)
    tab.show()
    settle(tab, qtbot)
    assert {"plot.futures", "plot.slicesIf"} <= set(asked)


def test_its_plots_never_open_a_window_of_their_own(
    controller: StudyController, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[bool] = []
    monkeypatch.setattr(SlicePanel, "showEvent", lambda panel, _event: shown.append(panel.isWindow()))
    made = ExploreTab(controller)
    qtbot.addWidget(made)
    made.resize(980, 680)
    made.show()
    settle(made, qtbot)
    qapp.processEvents()
    assert len(shown) >= len(made.cards[1]._data.parts)
    assert not any(shown)
