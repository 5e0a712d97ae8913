"""Explanation: a popup that explains a plot or a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class Explanation(QFrame):
    """Popup that explains a plot or a check; closed by Esc or a click outside."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_role(self, strip="neutral")
        self.label = Label(parent=self)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        QVBoxLayout(self).addWidget(self.label)

    def show_below(self, button: QWidget, text: str) -> None:
        """Open below a button, within its screen."""
        self.label.setText(text)
        self.label.setFixedWidth(QFontMetrics(self.font()).averageCharWidth() * 52)
        self.adjustSize()
        corner = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 2))
        area = button.screen().availableGeometry()
        corner.setX(max(area.left(), min(corner.x(), area.right() - self.width())))
        corner.setY(max(area.top(), min(corner.y(), area.bottom() - self.height())))
        self.move(corner)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, Enter or Space."""
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.close()
            return
        super().keyPressEvent(event)
