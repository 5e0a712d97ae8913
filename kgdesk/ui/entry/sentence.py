"""Sentence: a wrapping label with a greatest number of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QTextLayout

from kgdesk.ui.widgets.basic import Label, set_tip
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

#: Number of layouts of one text that are kept, as for the widths of a window that is being resized.
_LAYOUTS = 8


class Sentence(Label):
    """Wrapping label of at most `lines` lines: the rest is cut off with an ellipsis, and is in the tool tip.

    A longer text moves nothing below it.

    Parameters
    ----------
    name
        Qt object name.
    role
        Role of the style sheet; empty for plain text.
    lines
        Greatest number of lines.
    """

    def __init__(self, name: str, role: str = "", lines: int = 1, parent: QWidget | None = None) -> None:
        self._lines, self._more = lines, ""
        #: Lines of the present text in this font, by width: placing the card asks for them several times.
        self._layouts: dict[int, list[str]] = {}
        self._layout_font = QFont()
        super().__init__(parent=parent)
        self.setObjectName(name)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if role:
            set_role(self, role=role)

    @property
    def line_height(self) -> int:
        """Height of a line in pixels."""
        return self.fontMetrics().lineSpacing()

    def limit(self, lines: int) -> None:
        """Set the greatest number of lines; 0 hides the text, which stays readable for screen readers and tests."""
        if lines != self._lines:
            self._lines = lines
            self._tell_rest()
            self.update()

    def lines_at(self, width: int) -> int:
        """Return the number of lines of the whole text at a width."""
        return len(self._laid(width)) if self.text() else 0

    def fits(self, text: str, width: int) -> bool:
        """Return whether another text would be whole at a width: in the lines that it may have, no word cut."""
        lines = self._split(text, width)
        widest = max(map(self.fontMetrics().horizontalAdvance, lines), default=0)
        return len(lines) <= self._lines and widest <= width

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines that are shown."""
        return min(self.lines_at(width), self._lines) * self.line_height

    def sizeHint(self) -> QSize:
        """Return the size of the text in one line."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, self.line_height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a short word."""
        return QSize(self.fontMetrics().averageCharWidth() * 4, min(self._lines, 1) * self.line_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the whole text as tool tip where it is cut off."""
        super().resizeEvent(event)
        self._tell_rest()

    def setText(self, text: str) -> None:
        """Set the text."""
        if text == self.text():
            return
        super().setText(text)
        self._layouts.clear()
        self._tell_rest()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines that fit; the last one ends in an ellipsis if there are more."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        metrics, width = self.fontMetrics(), self.width()
        lines = self._laid(width)
        visible_lines, right = lines[: self._lines], bool(self.alignment() & Qt.AlignmentFlag.AlignRight)
        middle = bool(self.alignment() & Qt.AlignmentFlag.AlignVCenter)
        top = max(self.height() - len(visible_lines) * self.line_height, 0) // 2 if middle else 0
        for row, line in enumerate(visible_lines):
            text = line
            if row == len(visible_lines) - 1 and len(lines) > len(visible_lines):
                text = metrics.elidedText(f"{line} {lines[row + 1]}", Qt.TextElideMode.ElideRight, width)
            elif metrics.horizontalAdvance(text) > width:  # one long word
                text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
            x = width - metrics.horizontalAdvance(text) if right else 0
            painter.drawText(x, top + row * self.line_height + metrics.ascent(), text)
        painter.end()

    def explain(self, more: str) -> None:
        """Set the tool tip of a text that is not cut off."""
        self._more = more
        self._tell_rest()

    def _tell_rest(self) -> None:
        cut = self.lines_at(max(self.width(), 1)) > self._lines
        set_tip(self, self._more or (self.text() if cut else ""))

    def _laid(self, width: int) -> list[str]:
        """Return the lines of the text at a width; line ends in it are kept."""
        font = self.font()
        if font != self._layout_font or len(self._layouts) > _LAYOUTS:
            self._layouts.clear()
            self._layout_font = font
        lines = self._layouts.get(width)
        if lines is None:
            lines = self._layouts[width] = self._split(self.text(), width)
        return lines

    def _split(self, text: str, width: int) -> list[str]:
        text = text.replace("\n", "\u2028")
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        lines = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            start = line.textStart()
            lines.append(text[start : start + line.textLength()].rstrip(" \u2028"))
        layout.endLayout()
        return lines
