"""Forms: texts of label and field are level, and a long text is seen from its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from kgdesk.ui.widgets.basic import Form
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture(params=[1.0, 2.0])
def page(request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication) -> QWidget:
    apply(qapp, "light", request.param)
    page = QWidget()
    form = Form(page)
    for high, field in ((0, QLineEdit("text")), (36, QLineEdit()), (32, QSpinBox()), (48, QuietCombo())):
        field.setMinimumHeight(high)
        form.add("&Notiz", field)
    first, row = QLineEdit(), QHBoxLayout()
    first.setMinimumHeight(40)
    row.addWidget(first)
    form.add("Note", first, row)
    form.add("Remark", QPlainTextEdit())
    qtbot.addWidget(page)
    page.resize(500, 600)
    page.show()
    page.grab()
    return page


def test_labels_are_level_with_fields_of_one_line_and_with_the_first_of_several(page: QWidget) -> None:
    form = page.layout()
    assert isinstance(form, Form)
    for row in range(form.rowCount()):
        label = form.itemAt(row, Form.ItemRole.LabelRole).widget()
        field = label.buddy()
        middle = field.mapTo(page, QPoint()).y() + field.height() / 2
        if isinstance(field, QPlainTextEdit):
            top = field.mapTo(page, QPoint()).y() + field.cursorRect().center().y()
            assert abs(label.geometry().center().y() - top) < label.fontMetrics().height() / 2
            assert field.height() > 3 * label.height()
        else:
            assert abs(label.y() + label.height() / 2 - middle) <= 1, row


def test_a_long_text_is_seen_from_its_beginning_until_it_is_edited_and_after(page: QWidget) -> None:
    form = page.layout()
    assert isinstance(form, Form)
    field = QLineEdit("value 0.1 or within 5 at 90 or at-stake 1 or runs 40")
    form.add("Rule", field)
    assert field.cursorPosition() == 0
    field.end(False)
    field.insert(" or runs 50")
    assert field.cursorPosition() == len(field.text())
    field.editingFinished.emit()
    assert field.cursorPosition() == 0
