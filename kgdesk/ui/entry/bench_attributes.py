"""BenchAttributes: how the attributes of a candidate are painted on Bench, to be read from arm's length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPolygonF

from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

#: Numbers of attributes up to which they stand three and four across in large letters.
_FEW, _SOME = 6, 12
#: Size of a value relative to plain text, by how many attributes there are: in a high and in a low window.
_SIZES = {_FEW: (2.25, 1.5), _SOME: (1.65, 1.2)}
_LEAST = 1.2
#: Size of what stands above and below a value, and of a unit, relative to plain text and to the value.
_SMALL, _UNIT = 1.05, 0.72
#: Pixels between two columns, and between two rows in a high and in a low window.
_GUTTER, _BETWEEN = 14, (16, 6)


@dataclass(frozen=True, slots=True)
class BenchValue:
    """An attribute as it stands on Bench.

    Parameters
    ----------
    name, value, unit
        As painted; the unit may be empty.
    before
        Value and unit in the run that was started last; None without such a run.
    """

    name: str
    value: str
    unit: str
    before: str | None = None

    @property
    def whole(self) -> str:
        """Value with its unit."""
        return f"{self.value} {self.unit}".strip()

    @property
    def differs(self) -> bool:
        """Whether the value is another one than in the run before."""
        return self.before is not None and self.before != self.whole


class BenchAttributes:
    """Places and paints attributes in columns, each at the same spot for every candidate, kept columns small below.

    Parameters
    ----------
    widget
        Is painted on; its font is that of plain text.
    words
        Sentences below a value: that it was another one, with ``{value}``, and that it is the same.
    """

    def __init__(self, widget: QWidget, words: tuple[str, str]) -> None:
        self._widget, self._words = widget, words
        self.values: Sequence[BenchValue] = ()
        self.kept: Sequence[tuple[str, str]] = ()  #: Kept columns of the card, name and text.
        self.low = False  #: Whether the window is low, so that letters are smaller.

    @property
    def columns(self) -> int:
        """Number of attributes across."""
        return 3 if len(self.values) <= _FEW else 4

    def height(self) -> int:
        """Return the height in pixels that all attributes and kept columns need."""
        kept = -(-len(self.kept) // self.columns) * QFontMetrics(self._font(_SMALL)).lineSpacing()
        return max(self._rows * self._pitch() - (0 if kept else _BETWEEN[self.low]), 0) + kept

    def paint(self, painter: QPainter) -> None:
        """Paint the attributes from the top of the widget."""
        pitch = self._pitch()
        for place, value in enumerate(self.values):
            self._paint_one(painter, self._cell(place, 0, pitch), value)
        for place, (name, text) in enumerate(self.kept):
            line = QFontMetrics(self._font(_SMALL)).lineSpacing()
            self._paint_kept(painter, self._cell(place, self._rows * pitch, line), name, text)

    def cut(self) -> list[str]:
        """Return the names of attributes whose value has no room at its least size."""
        width = self._cell(0, 0, 0).width()
        return [each.name for each in self.values if self._wide(each, self._points(_LEAST)) > width]

    @property
    def _rows(self) -> int:
        """Number of rows of attributes."""
        return -(-len(self.values) // self.columns)

    def _cell(self, place: int, top: int, height: int) -> QRect:
        """Return the cell at a place, counted along rows of a height that begin at `top`."""
        width = (self._widget.width() - (self.columns - 1) * _GUTTER) // self.columns
        row, column = divmod(place, self.columns)
        return QRect(column * (width + _GUTTER), top + row * height, width, height)

    def _paint_kept(self, painter: QPainter, cell: QRect, name: str, text: str) -> None:
        """Paint a kept column in one line; its name gives way to the text down to a third."""
        metrics = QFontMetrics(self._font(_SMALL))
        gap = metrics.horizontalAdvance("  ")
        room = max(cell.width() - gap - metrics.horizontalAdvance(text), cell.width() // 3)
        name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        painter.setFont(self._font(_SMALL))
        painter.setPen(QColor(palette_of(self._widget).muted))
        base, start = cell.top() + metrics.ascent(), metrics.horizontalAdvance(name) + gap
        painter.drawText(cell.left(), base, name)
        painter.setPen(self._widget.palette().windowText().color())
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, cell.width() - start)
        painter.drawText(cell.left() + start, base, cut)

    def _paint_one(self, painter: QPainter, cell: QRect, value: BenchValue) -> None:
        look, text = palette_of(self._widget), self._widget.palette().windowText().color()
        small = self._font(_SMALL)
        metrics = QFontMetrics(small)
        painter.setFont(small)
        painter.setPen(QColor(look.muted))
        name = metrics.elidedText(value.name, Qt.TextElideMode.ElideMiddle, cell.width())
        top = cell.top() + metrics.ascent()
        painter.drawText(cell.left(), top, name)
        large = QFontMetrics(self._font(self._factor(), bold=True))
        top = cell.top() + metrics.lineSpacing() + large.ascent()
        self._paint_value(painter, QPointF(cell.left(), top), cell.width(), value)
        if value.before is None:
            return
        top = cell.top() + metrics.lineSpacing() + large.lineSpacing() + metrics.ascent()
        left = cell.left()
        painter.setFont(small)
        if value.differs:
            side = metrics.capHeight() * 0.6
            _paint_diamond(painter, QPointF(left + side, top - metrics.capHeight() / 2), side, look.accent)
            left += round(2 * side) + 5
        painter.setPen(text if value.differs else QColor(look.muted))
        words = self._words[0].format(value=value.before) if value.differs else self._words[1]
        room = cell.right() - left
        painter.drawText(left, top, metrics.elidedText(words, Qt.TextElideMode.ElideRight, room))

    def _paint_value(self, painter: QPainter, start: QPointF, room: int, value: BenchValue) -> None:
        """Paint a value and its unit, smaller where they have no room; at the least size the end is left out."""
        points = self._points(self._factor())
        while points > self._points(_LEAST) and self._wide(value, points) > room:
            points -= 0.5
        painter.setPen(self._widget.palette().windowText().color())
        bold, unit = self._sized(points, bold=True), self._sized(_UNIT * points)
        painter.setFont(bold)
        beside = QFontMetrics(unit).horizontalAdvance(f" {value.unit}") if value.unit else 0
        metrics = QFontMetrics(bold)
        text = metrics.elidedText(value.value, Qt.TextElideMode.ElideRight, max(room - beside, 0))
        painter.drawText(start, text)
        if value.unit:
            painter.setFont(unit)
            painter.drawText(start + QPointF(metrics.horizontalAdvance(text), 0.0), f" {value.unit}")

    def _wide(self, value: BenchValue, points: float) -> int:
        wide = QFontMetrics(self._sized(points, bold=True)).horizontalAdvance(value.value)
        if value.unit:
            wide += QFontMetrics(self._sized(_UNIT * points)).horizontalAdvance(f" {value.unit}")
        return wide

    def _factor(self) -> float:
        count = len(self.values)
        return next((sizes[self.low] for most, sizes in _SIZES.items() if count <= most), _LEAST)

    def _pitch(self) -> int:
        lines = QFontMetrics(self._font(self._factor(), bold=True)).lineSpacing()
        small = 2 if any(each.before is not None for each in self.values) else 1
        return lines + small * QFontMetrics(self._font(_SMALL)).lineSpacing() + _BETWEEN[self.low]

    def _points(self, factor: float) -> float:
        return factor * self._widget.font().pointSizeF()

    def _font(self, factor: float, *, bold: bool = False) -> QFont:
        return self._sized(self._points(factor), bold=bold)

    def _sized(self, points: float, *, bold: bool = False) -> QFont:
        font = QFont(self._widget.font())
        font.setPointSizeF(points)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font


def _paint_diamond(painter: QPainter, middle: QPointF, side: float, colour: str) -> None:
    corners = [QPointF(0, -side), QPointF(side, 0), QPointF(0, side), QPointF(-side, 0)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
    painter.restore()
