from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QMenu, QPushButton, QToolButton
from spoken import Spoken

from kgdesk import actions
from kgdesk.model.advice.stopping_basis import chances_better
from kgdesk.model.design.filters import NumberFilter, RunsFilter, WordFilter
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.ui.pages.candidate_table import (
    CODE,
    FACTS,
    RUNS,
    SUCCESS,
    TICK,
    VALUE,
    CandidateTable,
    attribute_text,
)
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.filter_box import filter_text
from kgdesk.ui.text.locale_format import percent, percent_range
from kgdesk.ui.widgets.range_bar import MARK, RANGE
from kgdesk.ui.widgets.theme import Scheme, apply, palette_of
from tests.ui.desks import settle

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]
CONTROL = Qt.KeyboardModifier.ControlModifier


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


def test_a_finished_study_has_a_best_but_no_next_candidate(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    controller.do(actions.finish, "The best is found")
    controller.settle()
    settle(controller, qtbot)
    marks = {str(cell(tab, code, CODE, MARK)) for code in controller.study.pool.ids}
    assert marks == {"", "best"}


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((0.0004, 0.01, 0.0), ["< 0.1", "1.0", "0"]),
        ((0.0004, 0.0018, 0.00009), ["0.040", "0.18", "< 0.01"]),
        ((0.0004, 0.00073, 0.000009), ["0.040", "0.073", "< 0.001"]),
        ((0.000004, 0.000002, 0.0000004), ["0.00040", "0.00020", "< 0.0001"]),
        ((1e-8, -1e-7, 0.0), ["< 0.0001", "< 0.0001", "0"]),
    ],
)
def test_where_all_values_of_testing_are_small_their_order_is_seen(
    controller: StudyController, qtbot: QtBot, values: tuple[float, ...], shown: list[str]
) -> None:
    assert controller.advice.current is not None
    kg = np.zeros_like(controller.advice.current.kg)
    kg[:3] = values
    table = CandidateTable()
    qtbot.addWidget(table)
    table.show_advice(controller.study, replace(controller.advice.current, kg=kg))
    cells = [table.rows.index(table.rows.shown_row(row), VALUE).data() for row in range(3)]
    assert [str(text).replace("\u00a0", " ") for text in cells] == shown


def test_a_value_below_zero_is_shown_as_less_than_a_tenth_with_the_raw_number_in_the_tool_tip(
    controller: StudyController, qtbot: QtBot
) -> None:
    assert controller.advice.current is not None
    kg = controller.advice.current.kg.copy()
    kg[:3] = -3e-5, 4e-6, 0.023
    table = CandidateTable()
    qtbot.addWidget(table)
    table.show_advice(controller.study, replace(controller.advice.current, kg=kg))
    cells = [table.rows.index(table.rows.shown_row(row), VALUE) for row in range(3)]
    assert [str(c.data()).replace("\u00a0", " ") for c in cells] == ["< 0.1", "< 0.1", "2.3"]
    tip = str(cells[0].data(Qt.ItemDataRole.ToolTipRole))
    assert "−0.0030 percentage points" in tip or "−0.003 percentage points" in tip
    assert "approximation" in tip
    assert str(cells[1].data(Qt.ItemDataRole.ToolTipRole)).startswith("0.00040 points")
    assert not cells[2].data(Qt.ItemDataRole.ToolTipRole)


def test_all_estimates_are_empty_with_a_sentence_while_they_are_worked_out(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert controller.selection.advice is None
    for column in (SUCCESS, VALUE, RUNS):
        assert {cell(tab, code, column) for code in controller.study.pool.ids} == {""}
    assert cell(tab, "C-0001", SUCCESS, RANGE) is None
    assert "being worked out" in tab.state.text()
    settle(controller, qtbot)
    assert cell(tab, "C-0001", RUNS) == "● 1"
    assert "being worked out" not in tab.state.text()


def test_typing_finds_candidates_by_code_location_and_category(tab: CandidatesTab, qtbot: QtBot) -> None:
    tab.filter.setFocus()
    qtbot.keyClicks(tab.filter, "water PLATE c-001")
    listed = codes(tab)
    pool = tab._controller.study.pool
    solvent = pool.values[-1]
    assert sorted(listed) == [
        c for c in pool.ids if c.startswith("C-001") and solvent[pool.row(c)] == "water"
    ]
    assert tab.count.text() == f"{len(listed)} of 40"
    qtbot.keyClicks(tab.filter, "zzz")
    assert codes(tab) == []
    assert tab.count.text() == "0 of 40"
    assert tab.state.text() == "No candidate fits."
    assert tab.clear.isVisible()
    back = QShortcut(QKeySequence("Esc"), tab.window())  # as the window has for its ways back
    qtbot.keyClick(tab.filter, Qt.Key.Key_Escape)
    assert tab.filter.text() == ""
    assert len(codes(tab)) == 40
    with qtbot.waitSignal(back.activated):
        qtbot.keyClick(tab.filter, Qt.Key.Key_Escape)


def test_down_leads_from_the_search_to_the_table(tab: CandidatesTab, qtbot: QtBot) -> None:
    tab.focus_search()
    assert tab.filter.hasFocus()
    qtbot.keyClicks(tab.filter, "C-0012")
    qtbot.keyClick(tab.filter, Qt.Key.Key_Down)
    assert tab.table.hasFocus()
    assert tab._controller.study.pool.ids[tab.table.current] == "C-0012"


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


def test_the_estimates_are_those_of_the_state_that_a_person_looks_at(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    controller.selection.show_as_of(0)
    qtbot.waitUntil(lambda: controller.selection.advice is not None, timeout=60_000)
    qtbot.waitUntil(lambda: "state after run 0" in tab.state.text(), timeout=60_000)
    assert {cell(tab, code, RUNS) for code in controller.study.pool.ids} == {"–"}
    assert all(str(cell(tab, code, SUCCESS)).startswith(percent(0.5)) for code in controller.study.pool.ids)


def test_a_hidden_tab_draws_nothing_until_it_is_shown(controller: StudyController, qtbot: QtBot) -> None:
    hidden = CandidatesTab(controller)
    qtbot.addWidget(hidden)
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    settle(controller, qtbot)
    assert hidden.table.rows.total == 0
    hidden.show()
    assert cell(hidden, "C-0001", RUNS) == "● 1"


def test_every_candidate_shows_the_numbers_of_the_advice_then_attributes_kept_columns_and_place(
    tab: CandidatesTab, controller: StudyController
) -> None:
    advice = controller.advice.current
    assert advice is not None
    best_first = np.argsort(-advice.probability, kind="stable")
    assert codes(tab) == [controller.study.pool.ids[row] for row in best_first]
    for row, code in enumerate(controller.study.pool.ids):
        low, high = float(advice.low[row]), float(advice.high[row])
        written = f"{percent(float(advice.probability[row]))} ({percent_range(low, high)})"
        assert cell(tab, code, SUCCESS) == written
        assert cell(tab, code, SUCCESS, RANGE) == (low, float(advice.probability[row]), high)
    assert cell(tab, "C-0003", RUNS) == "● 1"
    assert cell(tab, "C-0000", RUNS) == "✕ 1"
    assert cell(tab, "C-0015", RUNS) == "–"  # a void
    headings = [column.heading for column in tab.table.rows.columns]
    assert headings[CODE] == "Code"
    names = [a.name for a in controller.study.pool.attributes]
    assert list(tab.table.names[FACTS:]) == [*names, "Location"]
    assert cell(tab, "C-0000", len(headings) - 1) == "Plate 1 - well A01"


def test_the_next_and_the_best_candidate_are_named_beside_their_codes(
    tab: CandidatesTab, controller: StudyController
) -> None:
    advice = controller.advice.current
    assert advice is not None
    chosen, best = advice.suggestion.candidate, advice.recommended.candidate
    assert "next" in str(cell(tab, chosen, CODE, MARK))
    assert "best" in str(cell(tab, best, CODE, MARK))
    spoken = str(cell(tab, best, CODE, int(Qt.ItemDataRole.AccessibleTextRole)))
    assert spoken.startswith(best)
    assert "best" in spoken
    marked = [code for code in controller.study.pool.ids if cell(tab, code, CODE, MARK)]
    assert set(marked) == {chosen, best}


def test_the_suggestion_is_named_above_the_table_and_its_name_leads_to_its_row(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    assert controller.advice.current is not None
    following = controller.advice.current.next
    assert following is not None
    assert tab.next.text() == f"Ne&xt: {following}"
    tab.filter.setText("no such candidate")
    tab.next.click()
    assert tab.table.current == controller.study.pool.row(following)
    assert cell(tab, following, CODE, MARK) == "next"
    controller.do(actions.finish, "The best is found")
    controller.settle()
    settle(controller, qtbot)
    assert not tab.next.isVisible()


@pytest.mark.parametrize("scheme", ["light", "dark", "contrast"])
def test_a_box_that_is_not_ticked_is_seen_in_every_look(
    tab: CandidatesTab, qapp: QApplication, scheme: Scheme
) -> None:
    apply(qapp, scheme)
    tab.table.tick([str(tab.table.rows.index(1, CODE).data())])
    image, look = tab.table.viewport().grab().toImage(), palette_of(tab.table)
    for row, colour in ((0, look.border), (1, look.accent)):
        cell = tab.table.visualRect(tab.table.rows.index(row, TICK)).adjusted(2, 2, -2, -2)
        found = [image.pixelColor(x, cell.center().y()) for x in range(cell.left(), cell.right())]
        wanted = QColor(colour)
        assert (
            min(abs(one.lightness() - wanted.lightness()) + abs(one.hue() - wanted.hue()) for one in found)
            < 30
        )
    apply(qapp, "light")


def test_a_hidden_column_is_neither_shown_nor_copied(tab: CandidatesTab, qtbot: QtBot) -> None:
    menu = QMenu(tab)
    tab.table.columns_menu(menu)
    action = next(a for a in menu.actions() if a.text().startswith("Expected success"))
    assert action.isChecked()
    action.trigger()
    assert tab.table.isColumnHidden(SUCCESS)
    tab.table.setFocus()
    tab.table.choose(0)
    qtbot.keyClick(tab.table, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert "range" not in lines[0]
    assert lines[0].split("\t")[CODE] == "Code"
    assert lines[1].split("\t")[CODE] == "C-0000"
    assert len({line.count("\t") for line in lines}) == 1


def test_enter_and_a_double_click_explore_the_candidate_of_that_row_also_when_sorted(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.table.sortByColumn(SUCCESS, Qt.SortOrder.DescendingOrder)
    tab.table.setFocus()
    advice = controller.advice.current
    assert advice is not None
    third = controller.study.pool.ids[int(np.argsort(-advice.probability, kind="stable")[2])]
    place = tab.table.visualRect(tab.table.rows.index(2, CODE)).center()
    qtbot.mouseClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(controller.selection.explore_wanted) as asked:
        qtbot.mouseDClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [third]
    with qtbot.waitSignal(controller.selection.explore_wanted) as asked:
        qtbot.keyClick(tab.table, Qt.Key.Key_Return)
    assert asked.args == [third]


def test_filters_narrow_the_list_stand_as_chips_and_are_taken_away_one_by_one(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    pool = controller.study.pool
    heat, solvent = pool.attributes[0].name, pool.attributes[-1].name
    tab.set_filter(NumberFilter(heat, 60.0))
    tab.set_filter(WordFilter(solvent, ("water", "DMF")))
    tab.set_filter(RunsFilter("never"))
    expected = [
        code
        for code, value, word in zip(pool.ids, pool.values[0], pool.values[-1], strict=True)
        if float(value) >= 60.0 and word in {"water", "DMF"} and code not in controller.study.tally
    ]
    assert sorted(codes(tab)) == expected
    assert tab.count.text() == f"{len(expected)} of 40"
    chips = [tab.findChild(QPushButton, f"candidates.filters.{k}") for k in range(3)]
    assert [chip.text() for chip in chips] == [filter_text(each, pool) for each in tab.filters]
    assert [chip.text() for chip in chips][1:] == ["Solvent water, DMF", "never run"]
    qtbot.mouseClick(tab.findChild(QPushButton, "candidates.filters.2.remove"), Qt.MouseButton.LeftButton)
    assert len(tab.filters) == 2
    tab.clear_filters()
    assert len(codes(tab)) == 40
    assert tab.chips.isHidden()


def test_the_box_sets_a_range_of_numbers_and_ticks_of_words_while_it_is_open(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    qtbot.mouseClick(tab.more, Qt.MouseButton.LeftButton)
    box = tab.box
    assert box.isVisible()
    pool = controller.study.pool
    listed = [box.columns.item(k).text() for k in range(box.columns.count())]
    assert listed[-1] == "Runs so far"
    assert len(listed) == len(pool.attributes) + 2  # and the column of 40 places
    qtbot.keyClick(box.columns, Qt.Key.Key_Down)
    qtbot.keyClick(box.columns, Qt.Key.Key_Home)
    assert box.columns.hasFocus()  # the arrow keys go on through the columns
    qtbot.keyClick(box.columns, Qt.Key.Key_Return)
    assert box.numbers.low.hasFocus()
    qtbot.keyClicks(box.numbers.low, "60")
    assert tab.filters == (NumberFilter(pool.attributes[0].name, 60.0),)
    qtbot.keyClicks(box.numbers.high, "8x")
    assert "“8x” is no number" in box.numbers.refusal.text()
    assert tab.filters == (NumberFilter(pool.attributes[0].name, 60.0, 8.0),)
    box.numbers.high.clear()
    qtbot.keyClicks(box.numbers.high, "100")
    assert tab.filters == (NumberFilter(pool.attributes[0].name, 60.0, 100.0),)
    box.columns.setCurrentRow(4)
    words = [box.words.findChild(QCheckBox, f"candidates.filterBox.word.{k}") for k in range(3)]
    counts = {word: list(pool.values[4]).count(word) for word in sorted(set(pool.values[4]))}
    assert [w.text().split()[-1] for w in words] == [str(count) for count in counts.values()]
    words[1].setChecked(True)
    assert WordFilter("Solvent", (list(counts)[1],)) in tab.filters
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert not box.isVisible()
    qtbot.mouseClick(tab.findChild(QPushButton, "candidates.filters.0"), Qt.MouseButton.LeftButton)
    assert box.isVisible()
    assert box.numbers.low.text() == "60"
    box.close()


def test_two_or_three_ticks_open_the_comparison_and_what_differs_is_bold(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    advice = controller.advice.current
    assert advice is not None
    tab.table.setFocus()
    for row in (3, 7):
        assert not tab.compared.isVisible()
        tab.table.choose(row)
        qtbot.keyClick(tab.table, Qt.Key.Key_Space)
    assert tab.table.ticked == ("C-0003", "C-0007")
    assert tab.compared.isVisible()
    chances = chances_better(controller.study, "C-0003", ("C-0007",))
    qtbot.waitUntil(
        lambda: tab.compared._chances[1].text() == f"chance {percent(chances[0])}", timeout=60_000
    )
    told = {label.text(): label.font().bold() for label in tab.compared.findChildren(QLabel)}
    for heading, values in zip(controller.study.pool.attributes, controller.study.pool.values, strict=True):
        if values[3] != values[7]:
            shown = next(text for text in told if text.startswith(attribute_text(values[7])))
            assert told[shown], heading.name
    tab.table.choose(9)
    qtbot.keyClick(tab.table, Qt.Key.Key_Space)
    tab.table.choose(11)
    qtbot.keyClick(tab.table, Qt.Key.Key_Space)
    assert tab.table.ticked == ("C-0007", "C-0009", "C-0011")  # a fourth lifts the first
    with qtbot.waitSignal(controller.selection.run_this) as run:
        qtbot.mouseClick(tab.findChild(QPushButton, "compare.run.1"), Qt.MouseButton.LeftButton)
    assert run.args == ["C-0009"]
    qtbot.mouseClick(tab.findChild(QToolButton, "compare.remove.1"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(tab.findChild(QToolButton, "compare.remove.0"), Qt.MouseButton.LeftButton)
    assert tab.table.ticked == ("C-0011",)
    assert not tab.compared.isVisible()


def test_where_room_is_short_the_comparison_takes_the_place_of_the_table(
    tab: CandidatesTab, qtbot: QtBot
) -> None:
    tab.resize(640, 480)
    tab.table.tick(("C-0003", "C-0007"))
    assert tab.compared.isVisible()
    assert not tab.table.isVisible()
    qtbot.mouseClick(tab.compared.back, Qt.MouseButton.LeftButton)
    assert tab.table.isVisible()
    tab.resize(1700, 900)
    tab.table.tick(("C-0003", "C-0009"))
    assert tab.table.isVisible()
    assert tab.compared.x() > tab.table.x()


def test_suggest_among_these_limits_the_next_suggestion_to_the_filters(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    pool = controller.study.pool
    assert not tab.among.isVisible()
    tab.set_filter(WordFilter("Solvent", ("water",)))
    head = controller.study.head
    qtbot.mouseClick(tab.among, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    advice = controller.advice.current
    assert advice is not None
    assert advice.next is not None
    assert pool.values[-1][pool.row(advice.next)] == "water"
    rows = [row for row in range(len(pool)) if pool.values[-1][row] == "water"]
    assert advice.kg[pool.row(advice.next)] == max(advice.kg[rows])
    assert controller.study.head == head
    assert not tab.among.isEnabled()
    tab.set_filter(RunsFilter("never"))
    assert not tab.among.isEnabled()  # a suggestion knows no condition on runs
    controller.advice.suggest_where("")
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    assert controller.advice.where == ""


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_in_german_in_a_narrow_window(
    controller: StudyController, qtbot: QtBot, qapp: QApplication, scale: float
) -> None:
    with Spoken("de", qapp):
        apply(qapp, "light", scale)
        tab = CandidatesTab(controller)
        qtbot.addWidget(tab)
        tab.show()
        tab.set_filter(WordFilter("Solvent", ("water", "2-methyltetrahydrofuran")))
        for width in (1400, 760):
            tab.resize(round(width * (1 + (scale - 1) * 0.6)), 600)
            tab.grab()
            qapp.sendPostedEvents()
            assert clipped(tab) == [], width
        tab.close()


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (NumberFilter("Heat (°C)", 80.0), "Heat ≥ 80 °C"),
        (NumberFilter("Heat (°C)", high=80.5), "Heat ≤ 80.5 °C"),
        (NumberFilter("Heat (°C)", 80.0, 100.0), "Heat 80–100 °C"),
        (NumberFilter("Heat (°C)", 24.0, 24.0), "Heat 24 °C"),
        (WordFilter("Solvent", ("MeCN", "Toluene")), "Solvent MeCN, Toluene"),
        (RunsFilter("never"), "never run"),
        (RunsFilter("run"), "run at least once"),
        (RunsFilter("succeeded"), "has succeeded"),
    ],
)
def test_a_chip_says_its_filter_in_words(made: NumberFilter | WordFilter | RunsFilter, text: str) -> None:
    attributes = (Attribute("Heat (°C)", unit="°C"), Attribute("Solvent", "category"))
    assert filter_text(made, Pool(("A", "B"), attributes, ((1.0, 2.0), ("MeCN", "DMF")))) == text


@pytest.mark.parametrize("width", [420, 740, 1010, 1500])
def test_nothing_scrolls_sideways_and_the_columns_without_room_are_offered(
    tab: CandidatesTab, qtbot: QtBot, width: int
) -> None:
    tab.resize(width, 500)
    qtbot.waitUntil(lambda: tab.table.width() > width - 60)
    table = tab.table
    hidden = [place for place in range(table.rows.columnCount()) if table.isColumnHidden(place)]
    assert table.horizontalScrollBar().maximum() == 0
    assert len(hidden) == table.left_out
    assert tab.columns.isVisible() == bool(hidden)
    assert hidden == sorted(hidden)[-len(hidden) :] if hidden else width > 740
    assert not {CODE, SUCCESS} & set(hidden)


def test_a_column_that_filters_or_was_chosen_stays_when_there_is_little_room(
    tab: CandidatesTab, qtbot: QtBot
) -> None:
    table = tab.table
    tab.resize(740, 500)
    qtbot.waitUntil(lambda: table.left_out > 0)
    last = len(tab._controller.study.pool.attributes) - 1
    name = tab._controller.study.pool.attributes[last].name
    assert table.isColumnHidden(table.names.index(name))
    tab.set_filter(WordFilter(name, ("DMF",)))
    assert not table.isColumnHidden(table.names.index(name))
    assert table.horizontalScrollBar().maximum() == 0
    tab.clear_filters()
    assert table.isColumnHidden(table.names.index(name))
    menu = QMenu(table)
    table.columns_menu(menu)
    heading = table.rows.columns[table.names.index(name)].heading.replace("\n", " ")
    next(action for action in menu.actions() if action.text() == heading).trigger()
    assert not table.isColumnHidden(table.names.index(name))


def test_in_a_wide_window_table_and_comparison_share_the_width(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.resize(1500, 700)
    qtbot.waitUntil(lambda: tab.width() == 1500)
    table, needed = tab.table, tab.table._needs[SUCCESS]
    qtbot.waitUntil(lambda: table.columnWidth(SUCCESS) > needed)  # the bars take what is left over
    assert (
        sum(table.columnWidth(place) for place in range(table.rows.columnCount())) <= table.viewport().width()
    )
    table.tick(controller.study.pool.ids[:3])
    qtbot.waitUntil(lambda: tab.compared.width() >= 500)
    qtbot.waitUntil(lambda: table.columnWidth(SUCCESS) < tab.compared.width())
    assert table.horizontalScrollBar().maximum() == 0


def test_all_of_three_compared_candidates_can_be_left_out_in_a_narrow_page(
    tab: CandidatesTab, controller: StudyController, qtbot: QtBot
) -> None:
    tab.table.tick(controller.study.pool.ids[:3])
    qtbot.waitUntil(tab.compared.isVisible)
    tab.resize(620, 900)
    away = tab.findChild(QToolButton, "compare.remove.2")
    assert away is not None
    qtbot.waitUntil(lambda: away.mapTo(tab, away.rect().topRight()).x() < tab.width() - 4)
