"""PlatePicture: a small plate on which the well of a sample is filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, Qt
from PySide6.QtWidgets import QWidget

from kgdesk.model.design.samples import row_letters
from kgdesk.ui.widgets.theme import palette_of, text_scale

if TYPE_CHECKING:
    from kgdesk.model.study.next_run import WellPlace

#: Distance of two wells at most, and radius of a well in parts of it; more rows have no letters.
_PITCH, _RADIUS, _LETTERED = 15.0, 0.42, 8
#: Distance in pixels of the numbers of the columns from the wells.
_APART = 2.0


class PlatePicture(QWidget):
    """A plate with its wells as circles, one of them filled; rows and columns are named at its edges."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bench.plate")
        self._place: WellPlace | None = None

    def show_place(self, place: WellPlace | None) -> None:
        """Show a well; None for no plate."""
        if place == self._place:
            return
        self._place = place
        self.setAccessibleName("" if place is None else f"{place.plate} {place.well}".strip())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the plate: wells are drawn smaller on plates with many."""
        if self._place is None:
            return QSize(0, 0)
        pitch, edge = self._pitch(), self._edge()
        wide, high = edge + self._place.columns * pitch, edge + self._place.rows * pitch
        return QSize(round(wide) + 6, round(high) + 6)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the wells, the names at the edges and the filled well."""
        place = self._place
        if place is None:
            return
        look, pitch, edge = palette_of(self), self._pitch(), self._edge()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.border), 0.6))
        for row in range(place.rows):
            for column in range(place.columns):
                painter.drawEllipse(self._middle(row, column), _RADIUS * pitch, _RADIUS * pitch)
        painter.setFont(self._font())
        painter.setPen(QColor(look.muted))
        if edge:
            metrics = QFontMetrics(self._font())
            for column in {0, place.columns // 2 - 1, place.columns - 1}:
                text, middle = str(column + 1), self._middle(0, column)
                painter.drawText(
                    QPointF(middle.x() - metrics.horizontalAdvance(text) / 2, edge - _APART), text
                )
            for row in range(place.rows):
                middle = self._middle(row, 0)
                painter.drawText(QPointF(0.0, middle.y() + metrics.capHeight() / 2), row_letters(row))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.accent))
        painter.drawEllipse(self._middle(place.row, place.column), 0.6 * pitch, 0.6 * pitch)
        painter.end()

    def _middle(self, row: int, column: int) -> QPointF:
        edge, pitch = self._edge(), self._pitch()
        return QPointF(edge + (column + 0.5) * pitch, edge + (row + 0.5) * pitch)

    def _pitch(self) -> float:
        columns = 12 if self._place is None else max(self._place.columns, 12)
        return text_scale() * _PITCH * 12 / columns

    def _edge(self) -> float:
        lettered = self._place is not None and self._place.rows <= _LETTERED
        return 1.2 * QFontMetrics(self._font()).horizontalAdvance("M") + 2 if lettered else 3.0

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(0.7 * font.pointSizeF())
        return font
