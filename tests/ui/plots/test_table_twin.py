from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.widgets.table import Column, Twin

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def twin(qtbot: QtBot) -> Twin:
    made = Twin()
    qtbot.addWidget(made)
    made.show_columns(
        (
            Column("Candidate", ["C-1", "C-2", "C-3"]),
            Column("Expected success", np.array([0.3, 0.5, 0.71]), percent, is_number=True),
        )
    )
    made.show()
    return made


def test_ctrl_c_copies_all_rows_with_headings_where_none_is_selected(twin: Twin, qtbot: QtBot) -> None:
    qtbot.keyClick(twin, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().replace("\u00a0", " ") == (
        "Candidate\tExpected success\nC-1\t30 %\nC-2\t50 %\nC-3\t71 %"
    )


def test_ctrl_c_copies_selected_rows_in_their_order_on_screen(twin: Twin, qtbot: QtBot) -> None:
    select = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in (2, 0):
        twin.selectionModel().select(twin.rows.index(row, 0), select)
    qtbot.keyClick(twin, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert [line.split("\t")[0] for line in QGuiApplication.clipboard().text().splitlines()] == [
        "Candidate",
        "C-1",
        "C-3",
    ]


def test_numbers_and_their_headings_stand_at_the_right(twin: Twin) -> None:
    role = Qt.ItemDataRole.TextAlignmentRole
    assert twin.rows.data(twin.rows.index(0, 1), role) & Qt.AlignmentFlag.AlignRight
    assert twin.rows.headerData(1, Qt.Orientation.Horizontal, role) & Qt.AlignmentFlag.AlignRight
    assert twin.rows.data(twin.rows.index(0, 0), role) & Qt.AlignmentFlag.AlignLeft


def test_tab_leaves_the_table(qtbot: QtBot) -> None:
    window = QWidget()
    column, twin, field = QVBoxLayout(window), Twin(), QLineEdit()
    column.addWidget(twin)
    column.addWidget(field)
    twin.show_columns((Column("Candidate", ["C-1", "C-2"]),))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    twin.setFocus()
    qtbot.keyClick(twin, Qt.Key.Key_Tab)
    assert field.hasFocus()


def test_a_cell_is_only_written_when_it_is_looked_at(qtbot: QtBot) -> None:
    written = []

    def text(value: float) -> str:
        written.append(value)
        return str(value)

    twin = Twin()
    qtbot.addWidget(twin)
    twin.resize(300, 200)
    twin.show_columns((Column("Value", np.arange(100_000.0), text, is_number=True),))
    with qtbot.waitExposed(twin):
        twin.show()
    assert twin.rows.rowCount() == 100_000
    assert 0 < len(written) < 1_000
