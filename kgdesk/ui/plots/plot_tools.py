"""The choices above a plot: as many beside each other as fit, the others below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QGridLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QComboBox, QLabel


class Tools(QWidget):
    """Pairs of a label and a choice, in one line where they fit and else in several."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs: list[tuple[QLabel, QComboBox]] = []
        self._beside = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def add(self, label: QLabel, box: QComboBox) -> None:
        """Add a choice at the end; the label leads to it."""
        label.setBuddy(box)
        self._pairs.append((label, box))
        self._beside = 0
        self._arrange()

    def is_empty(self) -> bool:
        """Return whether there is nothing to choose."""
        return not self._pairs

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest pair: more room is wanted and not needed."""
        return QSize(max(map(self._width, self._pairs), default=0), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put side by side what fits."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Follow larger letters and longer words, of which the layout hears."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _width(self, pair: tuple[QLabel, QComboBox]) -> int:
        label, box = pair
        return label.sizeHint().width() + self._grid.horizontalSpacing() + box.minimumSizeHint().width()

    def _fits(self, beside: int) -> bool:
        """Return whether the columns are as narrow as the room with so many pairs in a line."""
        gap = self._grid.horizontalSpacing()
        widest = [max(map(self._width, self._pairs[place::beside])) for place in range(beside)]
        return sum(widest) + gap * (beside - 1) <= self.width()

    def _arrange(self) -> None:
        count = len(self._pairs)
        beside = next((n for n in (count, -(-count // 2)) if n and self._fits(n)), 1)
        if beside == self._beside or not count:
            return
        self._beside = beside
        for place, pair in enumerate(self._pairs):
            line, column = divmod(place, beside)
            for part, widget in enumerate(pair):
                self._grid.addWidget(widget, line, 2 * column + part)
        for column in range(count):
            self._grid.setColumnStretch(2 * column + 1, 1 if column < beside else 0)
