"""Lets the left side scroll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.entry.panel import EntryPanel

#: Pixels of the left side for plain and for large text, and how many digits stand beside each other in it.
_LEAST, _LARGE, _DIGITS = 340, 500, 40


class Scroller(QScrollArea):
    """Lets the left side scroll where large text and a low window leave no room."""

    def __init__(self, panel: EntryPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self.setObjectName("entry.scroller")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(panel)
        self._give_width()
        panel.control.desk.refresher.watch(self, {"gesture"}, self._show_strip)

    def sizeHint(self) -> QSize:
        """Return the width of the panel."""
        return QSize(400, 600)

    def changeEvent(self, event: QEvent) -> None:
        """Take more room for larger text."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._give_width()

    def _give_width(self) -> None:
        least = min(max(_LEAST, _DIGITS * self.fontMetrics().horizontalAdvance("0")), _LARGE)
        self.setMinimumWidth(least)
        self.setMaximumWidth(max(460, least))

    def _show_strip(self) -> None:
        """Bring what waits for an answer into sight where the window is too low for all."""
        if self._panel.control.entry.state in {"armed", "mismatch", "not_saved"}:
            self.ensureWidgetVisible(self._panel.strip, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the panel how high the window is."""
        super().resizeEvent(event)
        self._panel.adapt(self.window().height())
