"""ColourScale: what the colours of a map mean, beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QLinearGradient, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from kgdesk.ui.plots.figure import small
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from PySide6.QtGui import QPaintEvent

#: Width of the bar, space between it and its numbers, and the greatest height, in pixels.
_BAR, _APART, _MOST = 12, 4, 220


class ColourScale(QWidget):
    """An upright bar of colours with numbers beside it, the highest at the top."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: tuple[str, ...] = ()  #: The numbers, from the lowest colour to the highest.
        self._colours: list[QColor] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_range(self, colours: np.ndarray, words: Sequence[str]) -> None:
        """Show colours, (levels, 3) uint8, with numbers at equal distances from the lowest to the highest."""
        self._colours = [QColor(*(int(part) for part in colour)) for colour in colours]
        self.words = tuple(words)
        self.setAccessibleName(self.tr("Colours from {low} to {high}").format(low=words[0], high=words[-1]))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of bar and numbers."""
        metrics = QFontMetrics(small(self))
        widest = max(map(metrics.horizontalAdvance, self.words), default=0)
        return QSize(_BAR + _APART + widest + 1, 2 * metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Return the width of bar and numbers."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for other letters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bar, and the numbers that do not touch each other."""
        if not self._colours:
            return
        painter, look, line = QPainter(self), palette_of(self), QFontMetrics(small(self)).height()
        painter.setFont(small(self))
        high = min(self.height(), _MOST) - line
        bar = QRectF(0.5, line / 2, _BAR - 1, max(high, 1))
        shades = QLinearGradient(bar.bottomLeft(), bar.topLeft())
        for place, colour in enumerate(self._colours):
            shades.setColorAt(place / max(len(self._colours) - 1, 1), colour)
        painter.setPen(QColor(look.border))
        painter.setBrush(shades)
        painter.drawRect(bar)
        painter.setPen(QColor(look.text))
        shown = self.words if high >= 2 * line else (self.words[0], self.words[-1])
        for place, word in enumerate(shown):
            top = high * (1.0 - place / max(len(shown) - 1, 1))
            room = QRectF(_BAR + _APART, top, self.width() - _BAR - _APART, line)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, word)
        painter.end()
