"""Table delegate that draws a range as a bar."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from kgdesk.ui.widgets.stylesheet import palette_on

Index = QModelIndex | QPersistentModelIndex


#: Item data role of ``(low, estimate, high)`` in 0..1; None draws no bar.
RANGE = int(Qt.ItemDataRole.UserRole) + 1

_WIDEST = "99–100 %"


class RangeBar(QStyledItemDelegate):
    """Delegate that draws a bar from low to high with a mark at the estimate, and the text at its right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell."""
        styled = QStyleOptionViewItem(option)
        self.initStyleOption(styled, index)
        words, styled.text = styled.text, ""
        widget = option.widget
        style = widget.style() if widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, styled, painter, widget)
        ends = index.data(RANGE)
        chosen = bool(styled.state & QStyle.StateFlag.State_Selected)
        ink = styled.palette.color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text)
        room = styled.fontMetrics.horizontalAdvance(_WIDEST) + 10
        cell = QRectF(styled.rect).adjusted(6, 0, -6, 0)
        painter.save()
        painter.setPen(ink)
        beside = QRectF(cell.right() - room, cell.top(), room, cell.height())
        painter.drawText(beside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        if ends is not None:
            track = QRectF(cell.left(), cell.center().y() - 4, cell.width() - room, 8)
            _draw(painter, track, ends, ink if chosen else None, styled.palette)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size for the bar and the widest text."""
        words = option.fontMetrics.horizontalAdvance(_WIDEST)
        return QSize(words + 120, super().sizeHint(option, index).height())


def _draw(
    painter: QPainter,
    track: QRectF,
    ends: tuple[float, float, float],
    ink: QColor | None,
    palette: QPalette,
) -> None:
    look = palette_on(palette.color(QPalette.ColorRole.Window).name())
    low, estimate, high = (track.left() + share * track.width() for share in ends)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    faint = QColor(ink or look.border)
    faint.setAlpha(70)
    painter.setBrush(faint)
    painter.drawRect(QRectF(track.left(), track.center().y() - 0.5, track.width(), 1))
    painter.setBrush(ink or QColor(look.accent))
    painter.drawRoundedRect(QRectF(low, track.center().y() - 2, max(high - low, 2.0), 4), 2, 2)
    painter.drawRect(QRectF(estimate - 1, track.top() - 1, 2.5, track.height() + 2))
