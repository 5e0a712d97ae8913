"""PanelScroller: the scroll area around the entry panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.entry.panel import EntryPanel


#: Bounds in pixels of the minimum width of the left side, and that width in digits of the font.
_LEAST, _LARGE, _DIGITS = 340, 500, 40

#: Its greatest width in pixels, in small text.
_MOST = 440


class PanelScroller(QScrollArea):
    """Scroll area around the entry panel, for 200 % text in a low window; else the panel fits."""

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
        panel.control.controller.refresher.watch(self, {"gesture"}, self._show_strip)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(400, 600)

    def changeEvent(self, event: QEvent) -> None:
        """Adapt the width to the font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._give_width()

    def _give_width(self) -> None:
        least = min(max(_LEAST, _DIGITS * self.fontMetrics().horizontalAdvance("0")), _LARGE)
        self.setMinimumWidth(least)
        self.setMaximumWidth(max(_MOST, least))

    def _show_strip(self) -> None:
        """Scroll the confirmation strip into view while it waits for an answer."""
        if self._panel.control.entry.state in {"armed", "mismatch", "not_saved"}:
            self.ensureWidgetVisible(self._panel.strip, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pass the height to the panel, which adapts to it."""
        super().resizeEvent(event)
        self._panel.adapt(self.viewport().height())
