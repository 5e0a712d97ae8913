"""Table delegates that draw an estimate with its range, and the outcomes of a candidate."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, percent, percent_range
from kgdesk.ui.widgets.stylesheet import Palette, palette_on

if TYPE_CHECKING:
    from collections.abc import Iterator

Index = QModelIndex | QPersistentModelIndex


#: Item data role of ``(low, estimate, high)`` in 0..1; None draws no bar.
RANGE = int(Qt.ItemDataRole.UserRole) + 1
#: Item data role of a word behind the text of a cell, such as “best”.
MARK = RANGE + 1

_WIDEST, _ESTIMATE = "99–100 %", ">99 %"
_BAR = 110


@contextmanager
def drawn_cell(
    delegate: QStyledItemDelegate, painter: QPainter, option: QStyleOptionViewItem, index: Index
) -> Iterator[tuple[QRectF, QStyleOptionViewItem, QColor | None]]:
    """Draw the ground of a cell as usual; within the context the caller draws its content.

    Yields
    ------
    tuple
        The room for the content, the option with the text of the cell, and the colour of everything in a selected row
        (None in others).
    """
    styled = QStyleOptionViewItem(option)
    delegate.initStyleOption(styled, index)
    words, styled.text = styled.text, ""
    widget = option.widget
    style = widget.style() if widget is not None else QApplication.style()
    style.drawControl(QStyle.ControlElement.CE_ItemViewItem, styled, painter, widget)
    styled.text = words
    chosen = bool(styled.state & QStyle.StateFlag.State_Selected)
    ink = styled.palette.color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text)
    painter.save()
    painter.setPen(ink)
    yield QRectF(styled.rect).adjusted(6, 0, -6, 0), styled, ink if chosen else None
    painter.restore()


class EstimateBar(QStyledItemDelegate):
    """Draw the estimate in bold, a bar from low to high with a dot at the estimate, and the range as text."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the three parts."""
        with drawn_cell(self, painter, option, index) as (cell, styled, ink):
            ends = index.data(RANGE)
            if ends is not None:
                draw_estimate(painter, cell, ends, styled.font, styled.palette, ink)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size for the bar and the widest texts."""
        metrics = option.fontMetrics
        words = metrics.horizontalAdvance(_WIDEST) + metrics.horizontalAdvance(_ESTIMATE)
        return QSize(words + _BAR + 36, super().sizeHint(option, index).height())


class MarkedText(QStyledItemDelegate):
    """Draw the text of a cell in bold, and a word behind it in the colour of links."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the text and its mark."""
        with drawn_cell(self, painter, option, index) as (cell, styled, ink):
            bold = _bold(styled.font)
            mark = index.data(MARK) or ""
            room = cell.width() - (styled.fontMetrics.horizontalAdvance(mark) + 6 if mark else 0)
            metrics = QFontMetrics(bold)
            text = metrics.elidedText(styled.text, Qt.TextElideMode.ElideMiddle, max(int(room), 20))
            painter.setFont(bold)
            painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter, text)
            if mark:
                painter.setFont(styled.font)
                painter.setPen(ink or QColor(_look(styled.palette).accent))
                behind = cell.adjusted(metrics.horizontalAdvance(text) + 6, 0, 0, 0)
                painter.drawText(behind, Qt.AlignmentFlag.AlignVCenter, mark)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of text and mark."""
        bold = _bold(option.font)
        mark = index.data(MARK) or ""
        wide = QFontMetrics(bold).horizontalAdvance(str(index.data())) + 16
        wide += option.fontMetrics.horizontalAdvance(mark) + 8 if mark else 0
        return QSize(wide, super().sizeHint(option, index).height())


class TickBox(QStyledItemDelegate):
    """Draw a box to tick, as high as the text and with an outline that is seen in every look; Qt's own is neither."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Leave Qt's box out."""
        super().initStyleOption(option, index)
        option.features &= ~QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the box, filled with its tick where it is ticked."""
        with drawn_cell(self, painter, option, index) as (cell, styled, ink):
            look, size = _look(styled.palette), round(0.75 * styled.fontMetrics.height())
            box = QRectF(0.0, 0.0, size, size)
            # On whole pixels, or antialiasing pales the outline in some faces and sizes of text.
            box.moveTopLeft(QPointF(round(cell.center().x() - size / 2), round(cell.center().y() - size / 2)))
            box.adjust(0.75, 0.75, -0.75, -0.75)
            ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(ink or QColor(look.accent if ticked else look.border), 1.5))
            painter.setBrush(QColor(look.accent if ticked else look.field))
            painter.drawRoundedRect(box, 2.0, 2.0)
            if ticked:
                left, top, side = box.left(), box.top(), box.width()
                painter.setPen(QPen(QColor(look.on_accent), 0.12 * side))
                hook = ((0.22, 0.52), (0.42, 0.72), (0.78, 0.3))
                painter.drawPolyline([QPointF(left + x * side, top + y * side) for x, y in hook])


class OutcomeText(QStyledItemDelegate):
    """Draw the words of outcomes, each sign and what follows it in the colour of its outcome."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw piece by piece."""
        with drawn_cell(self, painter, option, index) as (cell, styled, ink):
            self._draw(painter, cell, styled, ink)

    def _draw(
        self, painter: QPainter, cell: QRectF, styled: QStyleOptionViewItem, ink: QColor | None
    ) -> None:
        look, x = _look(styled.palette), cell.left()
        colours = {SUCCESS: look.success, FAILURE: look.failure}
        for piece in styled.text.split(" "):
            if piece[:1] in colours:
                painter.setPen(ink or QColor(colours[piece[:1]]))
            room = cell.right() - x
            text = styled.fontMetrics.elidedText(piece, Qt.TextElideMode.ElideRight, max(int(room), 0))
            painter.drawText(QRectF(x, cell.top(), room, cell.height()), Qt.AlignmentFlag.AlignVCenter, text)
            x += styled.fontMetrics.horizontalAdvance(piece + " ")


class RangeLabel(QWidget):
    """An estimate with its range, drawn as in the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ends: tuple[float, float, float] | None = None

    def sizeHint(self) -> QSize:
        """Return the size of the widest texts, between which a bar is drawn where there is more room."""
        return QSize(max(130, sum(_text_widths(self.font()))), max(24, self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the present texts."""
        first, _ = _text_widths(self.font())
        words = "" if self._ends is None else percent_range(self._ends[0], self._ends[2])
        return QSize(first + self.fontMetrics().horizontalAdvance(words) + 2, self.sizeHint().height())

    def show_range(self, ends: tuple[float, float, float] | None, level: float = LEVEL) -> None:
        """Show ``(low, estimate, high)``, or nothing; readers are told the level of the range."""
        self._ends = ends
        words = "" if ends is None else f"{percent(ends[1])} ({percent_range(ends[0], ends[2], level)})"
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Draw the estimate."""
        if self._ends is not None:
            painter = QPainter(self)
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            draw_estimate(painter, QRectF(self.rect()), self._ends, self.font(), self.palette(), None)
            painter.end()


def draw_estimate(
    painter: QPainter,
    cell: QRectF,
    ends: tuple[float, float, float],
    font: QFont,
    palette: QPalette,
    ink: QColor | None,
) -> None:
    """Draw an estimate in bold, its bar, and its range as text; the texts before the bar where there is little room."""
    low, estimate, high = ends
    first, last = _text_widths(font)
    right, middle = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignVCenter
    painter.setFont(_bold(font))
    painter.drawText(
        QRectF(cell.left(), cell.top(), first - 8, cell.height()), right | middle, percent(estimate)
    )
    painter.setFont(font)
    track = QRectF(cell.left() + first, cell.center().y() - 4, cell.width() - first - last - 8, 8)
    if track.width() > 30:
        _draw_bar(painter, track, ends, ink, palette)
        where = QRectF(cell.right() - last, cell.top(), last, cell.height())
    else:
        where = QRectF(cell.left() + first, cell.top(), cell.width() - first, cell.height())
    if ink is None:
        painter.setPen(QColor(_look(palette).muted))
    painter.drawText(where, middle, percent_range(low, high))


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


def _text_widths(font: QFont) -> tuple[int, int]:
    """Return the widths of an estimate and of its range, each with the gap beside it, in pixels."""
    estimate = QFontMetrics(_bold(font)).horizontalAdvance(_ESTIMATE) + 8
    return estimate, QFontMetrics(font).horizontalAdvance(_WIDEST) + 4


def _look(palette: QPalette) -> Palette:
    return palette_on(palette.color(QPalette.ColorRole.Window).name())


def _draw_bar(
    painter: QPainter,
    track: QRectF,
    ends: tuple[float, float, float],
    ink: QColor | None,
    palette: QPalette,
) -> None:
    look = _look(palette)
    low, estimate, high = (track.left() + share * track.width() for share in ends)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    faint = QColor(ink or look.border)
    faint.setAlpha(70)
    painter.setBrush(faint)
    painter.drawRect(QRectF(track.left(), track.center().y() - 0.5, track.width(), 1))
    bar = QColor(ink or look.accent)
    bar.setAlpha(110)
    painter.setBrush(bar)
    painter.drawRoundedRect(QRectF(low, track.center().y() - 2, max(high - low, 2.0), 4), 2, 2)
    painter.setBrush(ink or QColor(look.accent))
    painter.drawEllipse(QRectF(estimate - 4, track.center().y() - 4, 8, 8))
    painter.restore()
