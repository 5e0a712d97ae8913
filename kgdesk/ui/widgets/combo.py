"""Combo boxes that elide their text and ignore the wheel while unfocused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QHelpEvent, Qt  # only this Qt has mightBeRichText
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QPaintEvent, QWheelEvent
from kgdesk.ui.widgets.basic import show_tip

_UNUSED_PIXELS = 2  #: Pixels of a combo box's field that its text does not use.


class Combo(QComboBox):
    """Combo box that elides the current text if it is too wide, where Qt would clip it; the tool tip has all of it."""

    @property
    def displayed(self) -> str:
        """The chosen text as it is painted at the present width."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return self._elided(option)

    def _elided(self, option: QStyleOptionComboBox) -> str:
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        room = field.width() - _UNUSED_PIXELS
        return self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as the style does, with the text elided."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self._elided(option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        """Show the whole text as the tool tip while it is elided, unless there is another one."""
        if isinstance(event, QHelpEvent) and not self.toolTip() and self.displayed != self.currentText():
            show_tip(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)


class QuietCombo(Combo):
    """Combo box that reacts to the wheel only when focused, so that scrolling past changes nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(32)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel without focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def choose(self, data: object) -> None:
        """Select the item with this data, if there is one."""
        if (at := self.findData(data)) >= 0:
            self.setCurrentIndex(at)
