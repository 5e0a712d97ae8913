from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QMenu, QStyleOptionViewItem

from kgdesk.ui.widgets.table import Table
from kgdesk.ui.widgets.table_model import ROOM, Column, TableModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

RISING, FALLING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
ROWS = 100_000


def small() -> tuple[Column, ...]:
    return (
        Column("Candidate", ("C-10", "C-9", "C-2", "C-1")),
        Column("Value", np.array([0.5, np.nan, -1.0, 0.5]), "{:.1f}".format, is_number=True),
        Column("Solvent", ("water", "DMF", "Water", "toluene\nwet")),
    )


@pytest.fixture
def table(qtbot: QtBot) -> Table:
    made = Table(sortable=True)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show_columns(small())
    made.show()
    return made


def sources(rows: TableModel) -> list[int]:
    return [rows.source(row) for row in range(rows.rowCount())]


@pytest.mark.parametrize(
    ("column", "order", "expected"),
    [
        (0, RISING, [3, 2, 1, 0]),
        (0, FALLING, [0, 1, 2, 3]),
        (1, RISING, [2, 0, 3, 1]),
        (1, FALLING, [0, 3, 2, 1]),
        (2, RISING, [1, 3, 0, 2]),
        (2, FALLING, [0, 2, 3, 1]),
        (-1, RISING, [0, 1, 2, 3]),
    ],
)
def test_numbers_sort_as_numbers_also_in_names_and_the_unknown_stays_last(
    table: Table, column: int, order: Qt.SortOrder, expected: list[int]
) -> None:
    table.sortByColumn(column, order)
    assert sources(table.rows) == expected


@given(st.lists(st.one_of(st.floats(allow_nan=True), st.just(0.0)), min_size=1, max_size=40))
def test_sorting_is_stable_and_loses_no_row(values: list[float]) -> None:
    rows = TableModel()
    rows.set_columns((Column("Value", np.array(values), str, is_number=True),))
    for order, sign in ((RISING, 1.0), (FALLING, -1.0)):
        rows.sort(0, order)
        expected = sorted(
            range(len(values)),
            key=lambda k: (np.isnan(values[k]), 0.0 if np.isnan(values[k]) else sign * values[k]),
        )
        assert sources(rows) == expected


STEMS = ("C-", "c-", "", "Größe-", "GRÖSSE-", "7x", "a\nb", "İ", "\ud800", "٣", "a long name, number ")


@given(
    st.sampled_from(STEMS), st.lists(st.one_of(st.just(""), st.text("0123456789", max_size=12)), min_size=1)
)
def test_names_that_differ_in_a_number_alone_sort_by_it_and_equal_numbers_stay_in_their_order(
    stem: str, ends: list[str]
) -> None:
    short = len(stem.casefold()) + max(map(len, ends)) <= 15
    if not short:  # long texts are compared exactly: no two may denote the same number
        ends = list({int(end or -1): end for end in ends}.values())
    names = [(stem.upper() if at % 2 and stem.isascii() else stem) + end for at, end in enumerate(ends)]
    rows = TableModel()
    rows.set_columns((Column("Candidate", names),))
    for order, sign in ((RISING, 1), (FALLING, -1)):
        rows.sort(0, order)
        assert sources(rows) == sorted(range(len(ends)), key=lambda k: sign * int(ends[k] or -1))


def test_codes_are_ranked_all_at_once_and_not_one_by_one() -> None:
    calls: list[str] = []
    column = Column("Candidate", [f"C-{k}" for k in range(1_000)])

    def called(_frame: object, event: str, arg: object) -> None:
        calls.append(f"{event} {arg}")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        ranks = column.ranks()
    finally:
        sys.setprofile(before)
    assert list(ranks) == list(range(1_000))
    assert len(calls) < 1_000


@given(
    st.lists(st.text(alphabet="ab -1 29", max_size=6), min_size=1, max_size=30), st.text("ab 12", max_size=4)
)
def test_a_search_finds_exactly_the_rows_that_hold_every_word(names: list[str], wanted: str) -> None:
    rows = TableModel()
    rows.set_columns((Column("Name", names),))
    rows.set_filter(wanted)
    assert sources(rows) == [k for k, name in enumerate(names) if all(w in name for w in wanted.split())]


def test_numbers_are_not_searched(table: Table) -> None:
    table.rows.set_filter("0.5")
    assert table.rows.rowCount() == 0
    table.rows.set_filter("WATER c-")
    assert sources(table.rows) == [0, 2]


def test_the_selection_stays_with_its_row(table: Table) -> None:
    table.choose(2)
    table.sortByColumn(0, RISING)
    assert table.current == 2
    table.rows.set_filter("water")
    assert table.current == 2
    table.show_columns(small())
    assert table.current == 2
    assert [i.row() for i in table.selectionModel().selectedRows()] == [table.rows.shown_row(2)]


def test_all_selected_rows_stay_selected(table: Table) -> None:
    flags = table.selectionModel().SelectionFlag
    for row in (0, 3):
        table.selectionModel().select(table.rows.index(row, 0), flags.Select | flags.Rows)
    table.sortByColumn(0, RISING)
    chosen = {table.rows.source(i.row()) for i in table.selectionModel().selectedRows()}
    assert chosen == {0, 3}


def test_copying_follows_the_order_on_screen_and_keeps_one_line_a_row(table: Table, qtbot: QtBot) -> None:
    table.sortByColumn(0, RISING)
    table.horizontalHeader().moveSection(2, 0)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().split("\n") == [
        "Solvent\tCandidate\tValue",
        "toluene wet\tC-1\t0.5",
        "Water\tC-2\t-1.0",
        "DMF\tC-9\tnan",
        "water\tC-10\t0.5",
    ]


def test_numbers_and_their_headings_are_drawn_apart_from_the_next_column_and_copied_as_they_are(
    qtbot: QtBot,
) -> None:
    table = Table()
    qtbot.addWidget(table)
    table.show_columns((Column("Tried", [3], is_number=True), Column("Location", ["P1-A01"])))
    for place, ends in ((0, ROOM), (1, "1")):
        index = table.rows.index(0, place)
        option = QStyleOptionViewItem()
        table.itemDelegateForIndex(index).initStyleOption(option, index)
        assert option.text.endswith(ends)
    heading = table.rows.headerData(0, Qt.Orientation.Horizontal)
    assert heading == f"Tried{ROOM}"
    table.copy()
    assert QGuiApplication.clipboard().text() == "Tried\tLocation\n3\tP1-A01"


def test_larger_letters_get_wider_columns(table: Table, qtbot: QtBot) -> None:
    # By a style sheet of its own: font size and style sheet of the application depend on earlier tests.
    table.setStyleSheet("* { font-size: 8pt }")
    table.fit_columns()
    before = [table.columnWidth(place) for place in range(3)]
    table.setStyleSheet("* { font-size: 32pt }")
    header = table.horizontalHeader()
    # At first the columns are as wide only as the new font's least width of any column.
    qtbot.waitUntil(
        lambda: all(table.columnWidth(at) >= header.sectionSizeFromContents(at).width() for at in range(2))
    )
    assert all(table.columnWidth(at) > 1.5 * before[at] for at in range(2))
    table.setColumnWidth(0, 300)
    table.setPalette(QPalette(Qt.GlobalColor.black))
    assert table.columnWidth(0) == 300  # a width set by the user is preserved in another theme


def test_enter_and_a_double_click_open_the_row_that_is_shown(table: Table, qtbot: QtBot) -> None:
    opened: list[int] = []
    table.opened.connect(opened.append)
    table.sortByColumn(0, RISING)
    table.choose(1)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    qtbot.keyClick(table, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    qtbot.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    place = table.visualRect(table.rows.index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened == [1, 1, 3]


def test_the_menu_key_sorts_by_the_column_that_the_keyboard_is_on(table: Table, qtbot: QtBot) -> None:
    table.choose(0, 1)
    QApplication.sendEvent(
        table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    )
    menu = table.findChild(QMenu)
    assert menu is not None
    falling = next(a for a in menu.actions() if "falling" in a.text())
    falling.trigger()
    assert sources(table.rows) == [0, 3, 2, 1]
    with qtbot.waitSignal(menu.destroyed):
        menu.close()


def test_a_third_click_on_a_heading_returns_to_the_original_order(table: Table, qtbot: QtBot) -> None:
    header = table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(1) + 20, header.height() // 2)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        orders.append(sources(table.rows))
    assert sorted(orders[:2]) == [[0, 3, 2, 1], [2, 0, 3, 1]]
    assert orders[2] == [0, 1, 2, 3]


def test_a_hundred_thousand_rows_are_sorted_and_searched_and_hardly_any_cell_is_written(qtbot: QtBot) -> None:
    written: list[float] = []

    def text(value: float) -> str:
        written.append(value)
        return f"{value:.3f}"

    values = np.random.default_rng(1).uniform(size=ROWS)
    table = Table(sortable=True)
    qtbot.addWidget(table)
    table.resize(500, 300)
    table.show_columns(
        (
            Column("Candidate", [f"C-{k}" for k in range(ROWS)]),
            Column("Value", values, text, is_number=True),
        )
    )
    with qtbot.waitExposed(table):
        table.show()
    table.choose(4_321)
    table.sortByColumn(1, FALLING)
    assert np.array_equal(sources(table.rows), np.argsort(-values, kind="stable"))
    assert table.current == 4_321
    table.sortByColumn(0, RISING)
    assert sources(table.rows) == list(range(ROWS))
    table.rows.set_filter("c-4321")
    assert sources(table.rows) == [4_321, *range(43_210, 43_220)]
    assert len(written) < 2_000
