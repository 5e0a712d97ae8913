"""A plate to draw on: a brush marks wells by mouse or keys, one at a time, by dragging, or a row or column at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from kgdesk.model.design.samples import row_letters
from kgdesk.ui.widgets.basic import show_tip
from kgdesk.ui.widgets.stylesheet import palette_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from kgdesk.ui.widgets.stylesheet import Palette

#: Largest distance of two wells in pixels, smallest that shows text in them, and share of it that a well fills.
_PITCH, _LEGIBLE, _FILLED = 46, 22, 0.86
_Place = tuple[int, int]


class PlateEditor(QWidget):
    """A plate whose wells are marked by a brush; the other wells are free.

    A click or Space marks a well, or frees it if it has this mark already; dragging goes on with what the first well
    became. A click on a letter or a number does the same to the whole row or column. The arrow keys move the cursor,
    beyond the first row and column to the letters and numbers.

    Parameters
    ----------
    describe
        What a well holds, in words, for tool tips and screen readers.
    """

    #: The marks have changed.
    changed = Signal()

    def __init__(self, describe: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self.rows, self.columns = 8, 12
        #: Well -> mark: ``success``, ``failure`` or ``empty``. A well without a mark takes runs.
        self.marks: dict[str, str] = {}
        #: Mark that is put on wells; empty frees them.
        self.brush = ""
        self._runs: Mapping[str, str] = {}
        self._cursor: _Place = (0, 0)
        self._dragged: str | None = None
        self.setObjectName("worklist.plate")
        self.setAccessibleName(self.tr("Plate"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_format(self, rows: int, columns: int) -> None:
        """Show a plate of another format; marks on wells that it does not have are dropped."""
        self.rows, self.columns = rows, columns
        there = set(self._wells((row, column) for row in range(rows) for column in range(columns)))
        self.marks = {well: mark for well, mark in self.marks.items() if well in there}
        self._cursor = (min(self._cursor[0], rows - 1), min(self._cursor[1], columns - 1))
        self.updateGeometry()
        self.update()

    def show_runs(self, runs: Mapping[str, str]) -> None:
        """Show which wells take runs: well -> text in the well."""
        self._runs = runs
        self.update()
        self._tell_cursor()

    def wells_with(self, mark: str) -> tuple[str, ...]:
        """Return the wells that have a mark, row by row."""
        every = self._wells((row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(well for well in every if self.marks.get(well) == mark)

    @property
    def cursor_well(self) -> str:
        """The well under the cursor of the keyboard; empty on a letter or number."""
        row, column = self._cursor
        return "" if row < 0 or column < 0 else _named(row, column)

    def sizeHint(self) -> QSize:
        """Return a size at which every well is legible."""
        return QSize(round((self.columns + 1) * _LEGIBLE), round((self.rows + 1) * _LEGIBLE))

    def minimumSizeHint(self) -> QSize:
        """Return a size at which single wells can be hit."""
        return QSize(min(300, (self.columns + 1) * 14), min(200, (self.rows + 1) * 11))

    def centre_of(self, place: _Place) -> QPointF:
        """Return where the middle of a well is drawn; row or column -1: the numbers or letters."""
        pitch = self._pitch()
        return QPointF((place[1] + 1.5) * pitch, (place[0] + 1.5) * pitch)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark the well, row or column under the pointer."""
        place = self._place_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place is not None:
            self._cursor = place
            self._dragged = self._mark(place)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on marking while the button is down; else say what the well holds."""
        place = self._place_at(event.position())
        if place is None:
            return
        if self._dragged is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._set(self._meant(place), self._dragged)
            self._cursor = place
        elif min(place) >= 0:
            show_tip(event.globalPosition().toPoint(), self._told(_named(*place)), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        self._dragged = None
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor by the arrow keys; Space marks."""
        row, column = self._cursor
        match event.key():
            case Qt.Key.Key_Up:
                row -= 1
            case Qt.Key.Key_Down:
                row += 1
            case Qt.Key.Key_Left:
                column -= 1
            case Qt.Key.Key_Right:
                column += 1
            case Qt.Key.Key_Home:
                column = -1 if row >= 0 else 0
            case Qt.Key.Key_End:
                column = self.columns - 1
            case Qt.Key.Key_Space:
                self._mark(self._cursor)
                return
            case _:
                super().keyPressEvent(event)
                return
        corner = row < 0 and column < 0
        if not corner and -1 <= row < self.rows and -1 <= column < self.columns:
            self._cursor = (row, column)
        self.update()
        self._tell_cursor()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the cursor."""
        super().focusInEvent(event)
        self._tell_cursor()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the cursor."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the letters, numbers and wells."""
        look = palette_on(self.palette().color(QPalette.ColorRole.Window).name())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pitch = self._pitch()
        self._draw_headings(painter, look, pitch)
        font = QFont(self.font())
        font.setPixelSize(max(6, round(0.33 * pitch)))
        painter.setFont(font)
        for row in range(self.rows):
            for column in range(self.columns):
                self._draw_well(painter, look, (row, column), pitch)
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.text), 2, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            side = pitch - 1
            middle = self.centre_of(self._cursor)
            painter.drawRect(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side))
        painter.end()

    def _draw_headings(self, painter: QPainter, look: Palette, pitch: float) -> None:
        painter.setPen(QColor(look.muted))
        metrics = QFontMetrics(self.font())
        for count, size, text, place in (
            (self.columns, 1.3 * metrics.horizontalAdvance("00"), lambda n: str(n + 1), lambda n: (-1, n)),
            (self.rows, metrics.height(), row_letters, lambda n: (n, -1)),
        ):
            every = max(1, -(-round(size) // max(1, int(pitch))))
            for n in range(0, count, every):
                middle = self.centre_of(place(n))
                room = QRectF(middle.x() - 40, middle.y() - 20, 80, 40)
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text(n))

    def _draw_well(self, painter: QPainter, look: Palette, place: _Place, pitch: float) -> None:
        well, middle, radius = _named(*place), self.centre_of(place), _FILLED * pitch / 2
        mark, run = self.marks.get(well, ""), self._runs.get(well)
        colour = QColor({"success": look.success, "failure": look.failure}.get(mark, look.border))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 2 if mark in {"success", "failure"} else 1))
        if run is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.accent))
        elif mark == "empty":
            painter.setBrush(QColor(look.grid))
        painter.drawEllipse(middle, radius, radius)
        if run is not None and pitch >= _LEGIBLE:
            painter.setPen(QColor(look.on_accent))
            box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, run)
        small = 0.4 * radius
        if mark == "success":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(middle, small, small)
        elif mark in {"failure", "empty"}:
            painter.setPen(QPen(colour, 2 if mark == "failure" else 1))
            painter.drawLine(middle + QPointF(-small, small), middle + QPointF(small, -small))
            if mark == "failure":
                painter.drawLine(middle + QPointF(-small, -small), middle + QPointF(small, small))

    def _pitch(self) -> float:
        return max(1.0, min(_PITCH, self.width() / (self.columns + 1), self.height() / (self.rows + 1)))

    def _place_at(self, point: QPointF) -> _Place | None:
        pitch = self._pitch()
        row, column = int(point.y() // pitch) - 1, int(point.x() // pitch) - 1
        on_plate = -1 <= row < self.rows and -1 <= column < self.columns
        return (row, column) if on_plate and (row, column) != (-1, -1) else None

    def _meant(self, place: _Place) -> tuple[str, ...]:
        """Return the wells of a place: one, or those of a row or column."""
        row, column = place
        rows = range(self.rows) if row < 0 else (row,)
        columns = range(self.columns) if column < 0 else (column,)
        return self._wells((r, c) for r in rows for c in columns)

    def _mark(self, place: _Place) -> str:
        """Put the brush's mark on the wells of a place, or free them if all have it; return the mark that they got."""
        wells = self._meant(place)
        mark = "" if all(self.marks.get(well, "") == self.brush for well in wells) else self.brush
        self._set(wells, mark)
        return mark

    def _set(self, wells: Iterable[str], mark: str) -> None:
        before = dict(self.marks)
        for well in wells:
            self.marks.pop(well, None)
            if mark:
                self.marks[well] = mark
        if self.marks != before:
            self.update()
            self.changed.emit()
            self._tell_cursor()

    def _told(self, well: str) -> str:
        return f"{well}: {self._describe(well)}"

    def _tell_cursor(self) -> None:
        """Give screen readers what the well under the cursor holds."""
        row, column = self._cursor
        if row < 0:
            text = self.tr("column {number}").format(number=column + 1)
        elif column < 0:
            text = self.tr("row {letter}").format(letter=row_letters(row))
        else:
            text = self._told(self.cursor_well)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    @staticmethod
    def _wells(places: Iterable[_Place]) -> tuple[str, ...]:
        return tuple(_named(row, column) for row, column in places)


def _named(row: int, column: int) -> str:
    return f"{row_letters(row)}{column + 1:02d}"
