"""A combo box without room elides what is chosen and has all of it in its tool tip."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QComboBox, QStyle, QStyleOptionComboBox, QToolTip

from kgdesk.ui.plots.map import MapCard
from kgdesk.ui.widgets.combo import Combo, QuietCombo
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LONG = "A rather long attribute name, number 12 (mmol/L)"


def field(box: QComboBox) -> int:
    """Return the width of the part of a combo box that holds its text."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    return box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()


@pytest.mark.parametrize("make", [Combo, QuietCombo])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_chosen_text_without_room_is_elided_in_the_middle_and_whole_in_the_tip(
    qtbot: QtBot, qapp: QApplication, make: type[Combo], scale: float
) -> None:
    apply(qapp, "light", scale)
    box = make()
    qtbot.addWidget(box)
    box.addItems([LONG, "pH"])
    with qtbot.waitExposed(box):
        box.show()
    box.resize(180, box.height())
    assert "…" in box.displayed
    assert box.displayed.endswith("L)")
    assert box.fontMetrics().horizontalAdvance(box.displayed) <= field(box)
    QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), box.mapToGlobal(QPoint(5, 5))))
    assert QToolTip.text() == LONG
    box.setCurrentIndex(1)
    assert box.displayed == "pH"
    box.setCurrentIndex(0)
    box.resize(900, box.height())
    assert box.displayed == LONG


def test_what_is_painted_is_the_elided_text(qtbot: QtBot) -> None:
    """The picture is that of a plain combo box whose item is the elided text."""
    box, plain = Combo(), QComboBox()
    for each in (box, plain):
        qtbot.addWidget(each)
        each.resize(180, 32)
    box.addItem(LONG)
    plain.addItem(box.displayed)
    assert box.grab().toImage() == plain.grab().toImage()
    plain.setItemText(0, LONG)
    assert box.grab().toImage() != plain.grab().toImage()


def test_the_choices_of_the_map_never_cut_a_name_off(qtbot: QtBot) -> None:
    card = MapCard()
    qtbot.addWidget(card)
    card.resize(430, 330)
    with qtbot.waitExposed(card):
        card.show()
    for box in (card.up, card.across):
        box.addItem("Concentration of the third additive after dilution (mg/L)")
        assert isinstance(box, Combo)
        assert box.fontMetrics().horizontalAdvance(box.displayed) <= field(box)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("text", ["Effects", "Wirkungen", "a", LONG])
def test_a_combo_box_as_wide_as_it_wants_to_be_elides_nothing(
    qtbot: QtBot, qapp: QApplication, scale: float, text: str
) -> None:
    apply(qapp, "light", scale)
    box = QuietCombo()
    qtbot.addWidget(box)
    box.addItem(text)
    with qtbot.waitExposed(box):
        box.show()
    box.resize(box.sizeHint())
    assert box.displayed == text
