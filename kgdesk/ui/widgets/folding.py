"""Rows that fold: what does not fit side by side is put one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLayout, QWidget, QWidgetItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QComboBox, QLabel


def fold(line: QBoxLayout, parts: Sequence[QWidget | QLayout], room: int) -> None:
    """Lay a row out vertically if its parts are wider than `room` pixels, else horizontally."""
    # Not QLayout.itemAt: PySide would keep its object when Qt deletes the item, and later find it at a reused address.
    items = [part if isinstance(part, QLayout) else QWidgetItem(part) for part in parts]
    widths = [item.sizeHint().width() for item in items if not item.isEmpty()]
    fits = sum(widths) + line.spacing() * (len(widths) - 1) <= room
    way = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
    if line.direction() != way:
        line.setDirection(way)


class FoldingRow(QWidget):
    """Widgets and rows of widgets, side by side where they fit and else one below the other."""

    def __init__(self, *parts: QWidget | QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            self._line.addLayout(part) if isinstance(part, QLayout) else self._line.addWidget(part)
        self._line.addStretch(1)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part. One line is preferred but not necessary."""
        least = (p.minimumSize() if isinstance(p, QLayout) else p.minimumSizeHint() for p in self._parts)
        return QSize(max(size.width() for size in least), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put side by side what fits."""
        super().resizeEvent(event)
        fold(self._line, self._parts, self.width())
        self._line.activate()

    def event(self, event: QEvent) -> bool:
        """Rearrange when fonts or texts change: the layout is then told by an event."""
        if event.type() == QEvent.Type.LayoutRequest:
            fold(self._line, self._parts, self.width())
        return super().event(event)


class LabelledChoices(QWidget):
    """Pairs of a label and a choice, in one line where they fit and else in several."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs: list[tuple[QLabel, QComboBox]] = []
        self._per_row = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def add(self, label: QLabel, box: QComboBox) -> None:
        """Add a choice at the end; the label leads to it."""
        label.setBuddy(box)
        self._pairs.append((label, box))
        self._per_row = 0
        self._arrange()

    def is_empty(self) -> bool:
        """Return whether there is nothing to choose."""
        return not self._pairs

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest pair. One line is preferred but not necessary."""
        return QSize(max(map(self._width, self._pairs), default=0), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put side by side what fits."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Rearrange when fonts or texts change: the layout is then told by an event."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _width(self, pair: tuple[QLabel, QComboBox]) -> int:
        label, box = pair
        return label.sizeHint().width() + self._grid.horizontalSpacing() + box.minimumSizeHint().width()

    def _fits(self, per_row: int) -> bool:
        """Return whether `per_row` pairs fit into the width of a line."""
        gap = self._grid.horizontalSpacing()
        widest = [max(map(self._width, self._pairs[place::per_row])) for place in range(per_row)]
        return sum(widest) + gap * (per_row - 1) <= self.width()

    def _arrange(self) -> None:
        count = len(self._pairs)
        per_row = next((n for n in (count, -(-count // 2)) if n and self._fits(n)), 1)
        if per_row == self._per_row or not count:
            return
        self._per_row = per_row
        for place, pair in enumerate(self._pairs):
            line, column = divmod(place, per_row)
            for part, widget in enumerate(pair):
                self._grid.addWidget(widget, line, 2 * column + part)
        for column in range(count):
            self._grid.setColumnStretch(2 * column + 1, 1 if column < per_row else 0)
