"""BenchArrangement: places the parts of the card on Bench."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt

from kgdesk.ui.entry.card_arrangement import rows_below
from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.entry.card_arrangement import CardParts

#: Margins of the card at its sides, and above and below its parts: in a high and in a low window, in pixels.
_SIDES, _EDGES = (26, 18), (18, 10)
_APART, _BUTTON = 8, 32


class BenchArrangement:
    """Place what sets a run up: number, code, place with its well, and attributes; nothing is predicted.

    Parameters
    ----------
    card, parts
        As in `CardArrangement`.
    """

    def __init__(self, card: QWidget, parts: CardParts) -> None:
        self._card, self._parts = card, parts
        self.low = False  #: Whether the window is low.
        self.rule = 0  #: Where the line below the code is drawn, in pixels from the top.

    def least(self, width: int) -> int:
        """Return the height in pixels that shows heading and code whole at a width; of one line each for width 0."""
        if not width:
            code = self._parts.code.fontMetrics().lineSpacing()
            return self._parts.heading.line_height + code + 2 * self._edge
        return self._head_height(width) + 2 * self._edge

    def comfortable(self) -> int:
        """Return the height in pixels that shows everything."""
        return self.needed(self._card.width())

    def needed(self, width: int) -> int:
        """Return the height in pixels that the present content needs at a width."""
        below = sum(self._row_height(row, width) + _APART for row in rows_below(self._parts, self._card))
        grid, legend = self._parts.attributes.large.height(), self._parts.legend
        marks = legend.line_height + _APART if legend.text() else 0
        return self.least(width) + 2 * _APART + grid + marks + below

    def apply(self) -> None:
        """Place the parts for the present size, texts and font."""
        parts, side = self._parts, self._side
        width, bottom = max(self._card.width() - 2 * side, 1), self._card.height() - self._edge
        body = parts.body.isVisibleTo(self._card)
        rows = rows_below(parts, self._card)
        top = self._edge
        parts.heading.limit(1)
        high = parts.heading.line_height
        if not body:
            parts.heading.setGeometry(side, top, width, high)
            top += high + _APART
            for row in rows:
                self._place_row(row, top, width)
                top += self._row_height(row, width) + _APART
            self.rule = 0
            return
        for row in reversed(rows):
            bottom -= self._row_height(row, width)
            self._place_row(row, bottom, width)
            bottom -= _APART
        parts.body.setGeometry(side, 0, width, max(bottom, 0))
        right = self._place_right(width, top)
        parts.heading.setGeometry(side, top, max(width - right, 1), high)
        room = max(width - right, 1)
        parts.code.setGeometry(0, top + high, room, parts.code.heightForWidth(room))
        top += self._head_height(self._card.width())
        self.rule = top + _APART
        top += 2 * _APART
        grid = min(parts.attributes.large.height(), max(bottom - top, 0))
        parts.attributes.setGeometry(0, top, width, grid)
        legend = parts.legend
        fits = bool(legend.text()) and bottom - top - grid >= legend.line_height + _APART
        legend.limit(int(fits))
        legend.setGeometry(0, bottom - legend.line_height, width, legend.line_height if fits else 0)

    @property
    def _side(self) -> int:
        return _SIDES[self.low]

    @property
    def _edge(self) -> int:
        return _EDGES[self.low]

    def _head_height(self, width: int) -> int:
        """Return the height of heading and code, or of the plate beside them if that is higher."""
        parts = self._parts
        inside = max(width - 2 * self._side, 1)
        words = parts.heading.line_height + parts.code.heightForWidth(max(inside - self._right(inside), 1))
        return max(words, self._place_height(), self._plate_height())

    def _plate_height(self) -> int:
        return self._parts.plate.sizeHint().height() if self._parts.plate.isVisibleTo(self._parts.body) else 0

    def _place_height(self) -> int:
        shown = self._parts.place.isVisibleTo(self._parts.body)
        return self._parts.place_name.line_height + self._parts.place.line_height if shown else 0

    def _right(self, width: int) -> int:
        """Return the width that place and plate take at the right, with the space beside them."""
        parts = self._parts
        wide = 0
        if parts.place.isVisibleTo(parts.body):
            words = max(parts.place.sizeHint().width(), parts.place_name.sizeHint().width())
            wide += min(words, width // 2) + 2 * _APART
        if self._plate_height():
            wide += parts.plate.sizeHint().width() + 2 * _APART
        return wide

    def _place_right(self, width: int, top: int) -> int:
        """Place the plate at the right edge, and the place of the sample beside it; return the width of both."""
        parts, wide = self._parts, self._right(width)
        right = width
        if self._plate_height():
            size = parts.plate.sizeHint()
            right -= size.width()
            parts.plate.setGeometry(right, top, size.width(), size.height())
            right -= 2 * _APART
        if parts.place.isVisibleTo(parts.body):
            room = right - (width - wide) - 2 * _APART
            start = QPoint(right - room, top)
            for label in (parts.place_name, parts.place):
                label.limit(1)
                label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
                label.setGeometry(start.x(), start.y(), room, label.line_height)
                start += QPoint(0, label.line_height)
        return wide

    def _row_height(self, row: tuple[QWidget, ...], width: int) -> int:
        if row[0] is self._parts.preparing:
            return row[0].sizeHint().height()
        if row[0] is self._parts.tried:
            return row[0].heightForWidth(max(width, 1))
        return max(round(_BUTTON * text_scale()), row[-1].sizeHint().height())

    def _place_row(self, row: tuple[QWidget, ...], top: int, width: int) -> None:
        """Place a text with its button, or a button, which is as wide as its words."""
        height = self._row_height(row, width)
        button = row[-1]
        wide = min(button.sizeHint().width(), width) if len(row) > 1 or button in self._buttons else width
        if len(row) == 1:
            button.setGeometry(self._side, top, wide, height)
            return
        room = min(row[0].sizeHint().width(), width - wide - _APART)
        row[0].setGeometry(self._side, top, room, height)
        button.setGeometry(self._side + room + _APART, top, wide, height)

    @property
    def _buttons(self) -> tuple[QWidget, ...]:
        return self._parts.finish, self._parts.wait
