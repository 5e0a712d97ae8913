"""PanelScroller: the scroll area around the entry panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.entry.face import Face
    from kgdesk.ui.entry.panel import EntryPanel


#: Widths of a window in pixels of text at 100 %, from which the entry of Study is so wide.
_WIDTHS = ((1800, 400), (1300, 348), (0, 326))
#: Bound in pixels of its width in larger text, and that width in digits of the font.
_LARGE, _DIGITS = 500, 40
#: Margins in pixels beside the buttons of the confirmation strip, which are the widest row.
_BESIDE_BUTTONS = 32
_NO_LIMIT = 16_777_215  # of Qt


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
        self.give_width(_WIDTHS[0][0])
        refresher = panel.control.controller.refresher
        refresher.watch(self, {"gesture"}, self._show_strip)
        # Not within the change of the font: what is resized then asks a style that is being replaced, and Qt crashes.
        refresher.watch(self, {"font"}, self._fit_font)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(400, 600)

    def show_face(self, face: Face) -> None:
        """Take the whole window on Bench, a column at the left on Study."""
        wide = QSizePolicy.Policy.Expanding if face == "bench" else QSizePolicy.Policy.Fixed
        self.setSizePolicy(wide, QSizePolicy.Policy.Expanding)
        self.give_width(self.window().width())

    def give_width(self, window: int) -> None:
        """Give the column of Study its width beside the pages of a window so many pixels wide."""
        if self._panel.on_bench:
            self.setMinimumWidth(_LARGE)
            self.setMaximumWidth(_NO_LIMIT)
            return
        room = window / text_scale()
        usual = next(width for least, width in _WIDTHS if room >= least)
        # Digits alone do not tell: in some fonts they are narrow beside the letters.
        buttons = self._panel.strip.buttons_width() + _BESIDE_BUTTONS
        needed = max(_DIGITS * self.fontMetrics().horizontalAdvance("0"), buttons)
        self.setFixedWidth(max(usual, min(needed, _LARGE)))

    def _fit_font(self) -> None:
        self.give_width(self.window().width())

    def _show_strip(self) -> None:
        """Scroll the confirmation strip into view while it waits for an answer."""
        if self._panel.control.entry.state in {"armed", "mismatch", "not_saved"}:
            self.ensureWidgetVisible(self._panel.strip, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pass the height to the panel, which adapts to it."""
        super().resizeEvent(event)
        self._panel.adapt(self.viewport().height())
