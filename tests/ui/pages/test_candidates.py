from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget
from spoken import Spoken

from kgdesk import actions
from kgdesk.ui.pages.candidate_table import CandidateTable
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.text.locale_format import percent, percent_range
from kgdesk.ui.widgets.range_bar import RANGE
from kgdesk.ui.widgets.table import Table
from kgdesk.ui.widgets.theme import apply
from tests.ui.desks import settle

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]
CONTROL = Qt.KeyboardModifier.ControlModifier
MARK, CODE, SUCCESS, ENDS, VALUE, TRIED, SUCCESSES, LOCATION = range(8)


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> CandidatesTab:
    made = CandidatesTab(controller)
    qtbot.addWidget(made)
    made.resize(900, 560)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def cell(tab: CandidatesTab, code: str, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> object:
    row = tab.table.rows.shown_row(tab._controller.study.pool.row(code))
    return tab.table.rows.index(row, column).data(role)


def codes(tab: CandidatesTab) -> list[str]:
    return [str(tab.table.rows.index(row, CODE).data()) for row in range(tab.table.rows.rowCount())]


def test_the_buttons_are_never_cut_in_german_at_200_percent(
    controller: StudyController, qtbot: QtBot, qapp: QApplication
) -> None:
    with Spoken("de", qapp):
        apply(qapp, "light", 2.0)
        tab = CandidatesTab(controller)
        qtbot.addWidget(tab)
        tab.show()
        for width in (1400, 593, 480):
            tab.resize(width, 500)
            tab.grab()
            qapp.sendPostedEvents()
            assert clipped(tab.away) + clipped(tab.back) == [], width
            assert tab.away.width() >= tab.away.sizeHint().width(), width
            assert tab.rect().contains(tab.back.geometry()), width
        tab.close()


def test_every_candidate_shows_the_numbers_of_the_advice(
    tab: CandidatesTab, controller: StudyController
) -> None:
    advice = controller.advice.current
    assert advice is not None
    assert codes(tab) == list(controller.study.pool.ids)
    for row, code in enumerate(controller.study.pool.ids):
        low, high = float(advice.low[row]), float(advice.high[row])
        assert cell(tab, code, SUCCESS) == percent(float(advice.probability[row]))
        assert cell(tab, code, ENDS) == percent_range(low, high)
        assert cell(tab, code, ENDS, RANGE) == (low, float(advice.probability[row]), high)
    assert [cell(tab, "C-0003", column) for column in (TRIED, SUCCESSES)] == ["1", "1"]
    assert [cell(tab, "C-0015", column) for column in (TRIED, SUCCESSES)] == ["0", "0"]  # a void
    assert cell(tab, "C-0000", LOCATION) == "Plate 1 - well A01"


def test_the_next_and_the_best_candidate_are_marked_by_sign_and_word(
    tab: CandidatesTab, controller: StudyController
) -> None:
    assert controller.advice.current is not None
    chosen, best = (
        controller.advice.current.suggestion.candidate,
        controller.advice.current.recommended.candidate,
    )
    assert "□ next" in str(cell(tab, chosen, MARK))
    assert "○ best" in str(cell(tab, best, MARK))
    marked = [code for code in controller.study.pool.ids if cell(tab, code, MARK)]
    assert set(marked) == {chosen, best}


def test_a_finished_study_has_a_best_but_no_next_candidate(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    controller.do(actions.finish, "The best is found")
    controller.settle()
    settle(controller, qtbot)
    marks = {str(cell(tab, code, MARK)) for code in controller.study.pool.ids}
    assert marks == {"", "○ best"}


def test_a_value_below_zero_is_shown_as_zero_with_the_raw_number_in_the_tool_tip(
    controller: StudyController, qtbot: QtBot
) -> None:
    assert controller.advice.current is not None
    kg = controller.advice.current.kg.copy()
    kg[:3] = -3e-5, 4e-6, 0.023
    table = CandidateTable()
    qtbot.addWidget(table)
    table.show_advice(controller.study, replace(controller.advice.current, kg=kg))
    cells = [table.rows.index(row, VALUE) for row in range(3)]
    assert [str(c.data()).replace("\u00a0", " ") for c in cells] == ["0", "< 0.01", "2.3"]
    tip = str(cells[0].data(Qt.ItemDataRole.ToolTipRole))
    assert "−0.0030 percentage points" in tip or "−0.003 percentage points" in tip
    assert "approximation" in tip
    assert not cells[2].data(Qt.ItemDataRole.ToolTipRole)


def test_all_estimates_are_empty_with_a_sentence_while_they_are_worked_out(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert controller.selection.advice is None
    for column in (MARK, SUCCESS, ENDS, VALUE, TRIED, SUCCESSES):
        assert {cell(tab, code, column) for code in controller.study.pool.ids} == {""}
    assert cell(tab, "C-0001", ENDS, RANGE) is None
    assert "being worked out" in tab.state.text()
    settle(controller, qtbot)
    assert cell(tab, "C-0001", TRIED) == "1"
    assert "being worked out" not in tab.state.text()


def test_typing_finds_candidates_by_code_location_and_category(tab: CandidatesTab, qtbot: QtBot) -> None:
    qtbot.keyClicks(tab.filter, "water PLATE c-001")
    listed = codes(tab)
    pool = tab._controller.study.pool
    solvent = pool.values[-1]
    assert listed == [c for c in pool.ids if c.startswith("C-001") and solvent[pool.row(c)] == "water"]
    assert tab.state.text().startswith(f"{len(listed)} of 40 candidates found.")
    qtbot.keyClicks(tab.filter, "zzz")
    assert codes(tab) == []
    assert "0 of 40" in tab.state.text()
    qtbot.keyClick(tab.filter, Qt.Key.Key_Escape)
    assert tab.filter.text() == ""
    assert len(codes(tab)) == 40


def test_ctrl_f_goes_to_the_filter_and_down_to_the_table(tab: CandidatesTab, qtbot: QtBot) -> None:
    tab.table.setFocus()
    qtbot.keyClick(tab.table, Qt.Key.Key_F, CONTROL)
    assert tab.filter.hasFocus()
    qtbot.keyClicks(tab.filter, "C-0012")
    qtbot.keyClick(tab.filter, Qt.Key.Key_Down)
    assert tab.table.hasFocus()
    assert tab._controller.study.pool.ids[tab.table.current] == "C-0012"


def test_enter_on_a_row_shows_all_of_a_candidate_and_esc_returns_to_the_row(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.table.setFocus()
    tab.table.choose(3)
    qtbot.keyClick(tab.table, Qt.Key.Key_Return)
    assert tab.details.isVisible()
    assert controller.advice.current is not None
    about = controller.advice.current.about("C-0003")
    told = tab.details.text.text()
    assert percent(about.probability) in told
    assert about.if_success.best in told
    assert about.if_failure.best in told
    assert "Tried: 1 (1 Success, 0 Failure)." in told
    facts = tab.details.findChild(Table, "candidates.details.table")
    assert facts is not None
    named = dict(zip(*(column.words() for column in facts.rows.columns), strict=True))
    assert named["Candidate"] == "C-0003"
    assert named["Location"] == "Plate 1 - well A04"
    assert {"Solvent", "Temperature [°C]"} <= set(named)
    qtbot.keyClick(tab.table, Qt.Key.Key_Escape)
    assert not tab.details.isVisible()
    assert tab.table.hasFocus()


def test_a_double_click_shows_the_candidate_of_that_row_also_when_sorted(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.table.sortByColumn(SUCCESS, Qt.SortOrder.DescendingOrder)
    place = tab.table.visualRect(tab.table.rows.index(2, CODE)).center()
    qtbot.mouseClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert controller.advice.current is not None
    third = int(np.argsort(-controller.advice.current.probability, kind="stable")[2])
    assert tab.details.title.text() == controller.study.pool.ids[third]


def test_order_filter_and_selection_stay_when_new_estimates_come(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.filter.setText("C-00")
    tab.table.sortByColumn(SUCCESS, Qt.SortOrder.DescendingOrder)
    tab.table.choose(17)
    controller.do(actions.record, "C-0017", "success", advice=None, token="next")
    controller.settle()
    settle(controller, qtbot)
    assert tab.table.current == 17
    shown = [float(controller.advice.current.probability[tab.table.rows.source(row)]) for row in range(40)]  # type: ignore[union-attr]
    assert shown == sorted(shown, reverse=True)


def test_a_hidden_column_is_neither_shown_nor_copied(tab: CandidatesTab, qtbot: QtBot) -> None:
    tab._menu.aboutToShow.emit()
    action = next(a for a in tab._menu.actions() if a.text() == f"{percent(0.9)} range")
    assert action.isChecked()
    action.trigger()
    assert tab.table.isColumnHidden(ENDS)
    tab.table.setFocus()
    tab.table.choose(0)
    qtbot.keyClick(tab.table, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert "range" not in lines[0]
    assert lines[0].split("\t")[1] == "Candidate"
    assert lines[1].split("\t")[1] == "C-0000"
    assert len({line.count("\t") for line in lines}) == 1


def test_the_estimates_are_those_of_the_state_that_a_person_looks_at(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    controller.selection.show_as_of(0)
    qtbot.waitUntil(lambda: controller.selection.advice is not None, timeout=60_000)
    qtbot.waitUntil(lambda: "state after run 0" in tab.state.text(), timeout=60_000)
    assert {cell(tab, code, TRIED) for code in controller.study.pool.ids} == {"0"}
    assert {cell(tab, code, SUCCESS) for code in controller.study.pool.ids} == {percent(0.5)}


def test_a_hidden_tab_draws_nothing_until_it_is_shown(controller: StudyController, qtbot: QtBot) -> None:
    hidden = CandidatesTab(controller)
    qtbot.addWidget(hidden)
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    settle(controller, qtbot)
    assert hidden.table.rows.total == 0
    hidden.show()
    assert cell(hidden, "C-0001", TRIED) == "1"


def test_everything_that_takes_the_keyboard_has_a_name_and_tab_reaches_it_in_order(
    tab: CandidatesTab, qtbot: QtBot
) -> None:
    tab.show_candidate("C-0004")
    tab.filter.setFocus()
    seen = []
    for _ in range(5):
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.accessibleName() or isinstance(focus, QAbstractButton)
        seen.append(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert seen == [
        "candidates.filter",
        "candidates.columns",
        "candidates.table",
        "candidates.details.table",
        "candidates.details.close",
    ]


def test_no_words_are_cut_in_a_narrow_window(tab: CandidatesTab) -> None:
    tab.resize(460, 480)
    tab.show_candidate("C-0004")
    for widget in (
        *tab.findChildren(QAbstractButton),
        *tab.findChildren(QLabel),
        *tab.findChildren(QLineEdit),
    ):
        assert isinstance(widget, QWidget)
        if widget.isVisible() and not (isinstance(widget, QLabel) and widget.wordWrap()):
            assert widget.width() >= widget.minimumSizeHint().width(), widget.objectName()
