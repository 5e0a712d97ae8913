"""Rows that fold: what does not fit side by side is put one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLabel, QLayout, QSizePolicy, QWidget, QWidgetItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QComboBox


#: Pixels between the parts of a flowing row.
_GAP = 6


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
    """Widgets and rows of widgets, side by side where they fit and else one below the other.

    Parameters
    ----------
    parts
        From left to right.
    wide
        The part that takes the free room of the line; the room behind all of them stays free otherwise.
    """

    def __init__(
        self, *parts: QWidget | QLayout, wide: QLayout | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            self._line.addLayout(part) if isinstance(part, QLayout) else self._line.addWidget(part)
        if wide is None:
            self._line.addStretch(1)
        else:
            self._line.setStretchFactor(wide, 1)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part, and the height of the lines at the present width."""
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


class FlowRow(QWidget):
    """Widgets side by side, wrapped to further lines like words where they do not fit."""

    def __init__(self, *parts: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.parts: tuple[QWidget, ...] = ()  #: From left to right.
        self.show_parts(parts)

    def show_parts(self, parts: Sequence[QWidget]) -> None:
        """Show other widgets; those before are deleted."""
        for part in set(self.parts) - set(parts):
            part.hide()
            part.deleteLater()
        self.parts = tuple(parts)
        for part in parts:
            part.setParent(self)
            part.show()
        self.updateGeometry()
        self._place(self.width())

    @property
    def _shown(self) -> list[QWidget]:
        """The parts that are not hidden."""
        return [part for part in self.parts if not part.isHidden()]

    def hasHeightForWidth(self) -> bool:
        """Return True: the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at a width, in pixels."""
        return self._lines(width)[1]

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        wide = sum(_natural_size(part).width() + _GAP for part in self._shown)
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part, and the height of the lines at the present width."""
        widest = max((_least_width(part) for part in self._shown), default=0)
        return QSize(widest, self.heightForWidth(max(self.width(), widest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap at the new width."""
        super().resizeEvent(event)
        self._place(self.width())

    def event(self, event: QEvent) -> bool:
        """Rearrange when fonts or texts change: the parent is then told by an event."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._place(self.width())
        return super().event(event)

    def _place(self, width: int) -> None:
        for part, place in zip(self._shown, self._lines(width)[0], strict=True):
            part.setGeometry(place)

    def _lines(self, width: int) -> tuple[list[QRect], int]:
        """Return the places of the parts at a width, each in the middle of its line, and the height of all lines."""
        lines: list[list[QSize]] = [[]]
        left = 0
        for part in self._shown:
            size = _natural_size(part)
            if size.width() > width > 0:  # a long text has several lines of its own
                size = QSize(width, max(part.heightForWidth(width), size.height()))
            if left and left + size.width() > width:
                lines.append([])
                left = 0
            lines[-1].append(size)
            left += size.width() + _GAP
        places, top = [], 0
        for line in lines:
            high, left = max((size.height() for size in line), default=0), 0
            for size in line:
                places.append(QRect(QPoint(left, top + (high - size.height()) // 2), size))
                left += size.width() + _GAP
            top += high + _GAP
        return places, max(top - _GAP, 0)


def _natural_size(part: QWidget) -> QSize:
    """Return the size of a widget in one line; a label that can wrap would prefer several."""
    size = part.sizeHint().expandedTo(part.minimumSize())
    if isinstance(part, QLabel) and part.wordWrap():
        metrics = part.fontMetrics()
        width = metrics.horizontalAdvance(part.text()) + 2
        # A letter that another face lends may be higher than those of the face.
        size = QSize(width, max(metrics.height(), part.heightForWidth(width)))
    return size


def _least_width(part: QWidget) -> int:
    return min(_natural_size(part).width(), max(part.minimumSizeHint().width(), part.minimumWidth()))


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
