"""CardFrame: places the parts of the card with the next experiment; CardArea: all above the entry, which scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.entry.attributes import LARGE, LEAST_ROWS, MOST_SHOWN, USUAL, CodeLabel
from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLabel

    from kgdesk.ui.entry.attributes import AttributeGrid
    from kgdesk.ui.entry.suggestion_reason import Offer, Reason, Sentence

#: Margins of the card, space between its parts, the height of a button, and space above the card, in pixels.
_SIDE, _TOP, _BOTTOM, _APART, _BUTTON, _BETWEEN = 12, 4, 4, 2, 32, 4

#: Lines of the two sentences of the reason for which there is always room in a window that is high enough.
_REASON_LINES = (3, 3)


class CardFrame(QFrame):
    """Base of the card with the next experiment: places its parts by hand, in a fixed order of precedence.

    So a text that comes later or is longer never moves what is above it, and nothing scrolls. The parts are made by
    the derived class.
    """

    heading: Sentence
    place: Sentence
    code: CodeLabel
    attributes: AttributeGrid
    expected: Sentence
    warning: Sentence
    reason: Reason
    offer: Offer
    preparing: QProgressBar
    tried: QLabel
    finish: QPushButton
    wait: QPushButton
    back: QPushButton
    signed: Sentence
    operator: QPushButton
    _body: QWidget

    def dim(self, on: bool, elapsed: float = 0.0) -> None:
        """Dim what is out of date, and show the seconds that have passed."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Place everything anew in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "preparing"):
            self.arrange()

    def sizeHint(self) -> QSize:
        """Return the size that shows everything."""
        return QSize(340, self.comfortable())

    def minimumSizeHint(self) -> QSize:
        """Return a small size: what has no room is left out."""
        return QSize(200, 2 * self.expected.line_height)

    def hasHeightForWidth(self) -> bool:
        """Return True: texts wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the least height: in larger text, where the card may scroll, that of all its content."""
        return self.needed(width) if text_scale() > USUAL else self.minimumSizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self.arrange()

    def comfortable(self) -> int:
        """Return the height in pixels that shows everything: 12 attributes, the whole reason and a button."""
        line, rows = self.expected.line_height, MOST_SHOWN if text_scale() > LARGE else MOST_SHOWN // 2
        lines = 2 + sum(_REASON_LINES)  # heading, expected success, reason
        return (
            _TOP
            + _BOTTOM
            + lines * line
            + self._code_height(0)
            + rows * self.attributes.row_height
            + _BUTTON
            + 6 * _APART
        )

    def least(self, width: int) -> int:
        """Return the height in pixels that shows heading and code whole at a width; of one line each for width 0."""
        inside = max(width - 2 * _SIDE, 0)
        lines = min(max(self.heading.lines_at(inside), 1), 2) if inside else 1
        return _TOP + lines * self.heading.line_height + _APART + self._code_height(inside) + _BOTTOM

    def needed(self, width: int) -> int:
        """Return the height in pixels that the present content needs at a width, where the card may scroll."""
        inside = width - 2 * _SIDE
        texts = (self.heading, self.place, self.expected, self.warning, self.reason.why, self.reason.futures)
        lines = sum(text.lines_at(inside) for text in texts)
        body = self._code_height(inside) + self.attributes.rows_for(inside) * self.attributes.row_height
        rows = sum(self._row_height(row, inside) + _APART for row in self._rows_below())
        return _TOP + _BOTTOM + lines * self.expected.line_height + body + rows + 8 * _APART

    def arrange(self) -> None:
        """Place everything for the present size, texts and font."""
        width, top = max(self.width() - 2 * _SIDE, 1), _TOP
        lines = min(max(self.heading.lines_at(width), 1), 2)
        self.heading.limit(lines)
        self.heading.setGeometry(_SIDE, top, width, lines * self.heading.line_height)
        top += lines * self.heading.line_height + _APART
        bottom = self.height() - _BOTTOM
        rows = self._rows_below()
        if self._body.isVisibleTo(self):
            for row in reversed(rows):  # at the lower edge, which stands still
                bottom -= self._row_height(row, width)
                self._place_row(row, bottom, width)
                bottom -= _APART
            self._body.setGeometry(_SIDE, top, width, max(bottom - top, 0))
            self._arrange_body(width, max(bottom - top, 0))
        else:
            for row in rows:
                self._place_row(row, top, width)
                top += self._row_height(row, width) + _APART

    def _rows_below(self) -> list[tuple[QWidget, ...]]:
        """Return the rows of visible widgets below the body, each of a text and a button at most."""
        rows: tuple[tuple[QWidget, ...], ...] = (
            (self.preparing,),
            (self.tried,),
            (self.finish,),
            (self.wait,),
            (self.offer,),
            (self.back,),
            (self.signed, self.operator),
        )
        return [row for row in rows if row[0].isVisibleTo(self)]

    def _row_height(self, row: tuple[QWidget, ...], width: int) -> int:
        if row[0] is self.preparing:
            return self.preparing.sizeHint().height()
        if row[0] is self.tried:
            return self.tried.heightForWidth(width)
        return max(_BUTTON, row[-1].sizeHint().height())

    def _place_row(self, row: tuple[QWidget, ...], top: int, width: int) -> None:
        height = self._row_height(row, width)
        if len(row) == 1:
            row[0].setGeometry(_SIDE, top, width, height)
            return
        wide = min(row[1].sizeHint().width(), width // 2)
        row[0].setGeometry(_SIDE, top, width - wide - 2 * _APART, height)
        row[1].setGeometry(_SIDE + width - wide, top, wide, height)

    def _code_height(self, width: int) -> int:
        """Return the height of the code at a width; of one line for width 0."""
        wrapped = self.code.heightForWidth(width) if width > 0 else 0
        return max(self.code.fontMetrics().lineSpacing() + 2, wrapped)

    def _arrange_body(self, width: int, height: int) -> None:
        """Place code, place of the sample, attributes and texts; what has no room is left out, the least needed first.

        Code, place and three rows of attributes come first, then the expected success, a warning, two lines of why,
        all rows of attributes, all lines of why, and what either outcome would change.
        """
        top = self._arrange_head(width)
        line, row = self.expected.line_height, self.attributes.row_height
        wanted_rows = self.attributes.rows_for(width)
        rows = min(
            wanted_rows, LEAST_ROWS, max((height - top) // row, 1)
        )  # the last one says how many are left out
        room = height - top - rows * row - _APART
        texts = (self.expected, self.warning, self.reason.why, self.reason.futures)
        lines = dict.fromkeys(texts, 0)

        def give(text: Sentence, most: int) -> None:
            """Give a text its lines, up to `most` and as far as there is room."""
            nonlocal room
            wanted = min(text.lines_at(width), most) if text.isVisibleTo(self._body) or not text.text() else 0
            gap = 0 if lines[text] else _APART
            added = max(min(wanted - lines[text], (room - gap) // line), 0)
            lines[text] += added
            room -= added * line + (gap if added else 0)

        why, futures = self.reason.why, self.reason.futures
        give(self.expected, 2)
        give(self.warning, 1)
        give(why, 2)
        # More rows only where the reason keeps its lines: else their number would change with each suggestion.
        spare = room
        if text_scale() <= USUAL:
            spare -= (_REASON_LINES[0] - lines[why]) * line + _BUTTON * (not self._rows_below())
        if rows + spare // row >= (single := self.attributes.rows_for(width, single=True)):
            wanted_rows = single
        more = max(min(wanted_rows - rows, spare // row), 0)
        rows, room = rows + more, room - more * row
        give(self.warning, 3)
        give(why, _REASON_LINES[0] + 2)
        if futures.lines_at(width) * line + _APART <= room:  # half a sentence misleads
            give(futures, _REASON_LINES[1] + 2)
        self.attributes.setGeometry(0, top, width, rows * row)
        top += rows * row + _APART
        for text in texts:
            text.limit(lines[text])
            text.setGeometry(0, top, width, lines[text] * line)
            top += lines[text] * line + (_APART if lines[text] else 0)
        why.explain(futures.text() if futures.text() and not lines[futures] else "")

    def _arrange_head(self, width: int) -> int:
        """Place the code, and the sample's place beside it or below; return the height of both."""
        wide = self.place.sizeHint().width() if self.place.isVisibleTo(self._body) else 0
        beside = 0 < wide <= width - self.code.needs() - 2 * _APART
        self.place.setAlignment(
            Qt.AlignmentFlag.AlignTop
            | (Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft)
        )
        room = width - (wide + 2 * _APART if beside else 0)
        high = self._code_height(room)
        self.code.setGeometry(0, 0, room, high)
        if not wide:
            return high
        line = self.place.line_height
        if beside:
            # On the base line of the code.
            self.place.setGeometry(width - wide, max(high - line - 4, 0), wide, line)
            return high
        self.place.setGeometry(0, high, width, line)
        return high + line + _APART


class CardArea(QScrollArea):
    """All above the entry: progress, messages and the card of the next experiment or of the finished study.

    It scrolls where that does not fit, in text above 100 % or beside a long message, so that the entry below never
    moves. What the user needs is then in view: a message, else the whole code and what there is room for above it.

    Parameters
    ----------
    card, finished
        The two cards, of which one is visible.
    message
        Strip that is brought into view when it is shown.
    """

    def __init__(
        self, card: CardFrame, finished: QFrame, message: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("entry.cardArea")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._card, self._finished, self._message = card, finished, message
        self._shown: tuple[object, ...] = ()  #: What is in view,
        self._moved = False  #: and whether the user has scrolled since.
        self._holder = holder = _Holder()
        self.above = QVBoxLayout()  #: What is above the card.
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        for layout in (column, self.above):
            layout.setSpacing(_BETWEEN)
        column.addLayout(self.above)
        column.addWidget(card, 1)
        column.addWidget(finished)
        column.addStretch()
        self.setWidget(holder)
        self.viewport().setAutoFillBackground(False)
        holder.setAutoFillBackground(False)
        holder.placed.connect(self.settle)
        self.verticalScrollBar().rangeChanged.connect(self.settle)
        self.verticalScrollBar().actionTriggered.connect(self._note_move)

    def minimumSizeHint(self) -> QSize:
        """Return the size in which a code of one line is whole, whatever the present one."""
        return QSize(200, self._card.least(0))

    def fit(self) -> None:
        """Lay out for the present text size and texts."""
        self._card.updateGeometry()
        self.updateGeometry()
        self.settle()

    def settle(self) -> None:
        """Bring into view what the user needs, unless they have scrolled since that was changed."""
        shown = self._message.isVisibleTo(self), self._card.code.text(), self._finished.isVisibleTo(self)
        bar, code = self.verticalScrollBar(), self._card.code
        if shown == self._shown and self._moved:
            return
        top = code.mapTo(self._holder, QPoint()).y()
        value = 0 if shown[2] else min(top + code.height() - self.viewport().height(), top)
        bar.setValue(min(value, self._message.y()) if shown[0] else value)
        self._shown, self._moved = shown, False

    def _note_move(self) -> None:
        self._moved = True


class _Holder(QWidget):
    """Content of `CardArea`."""

    #: Its parts have been placed.
    placed = Signal()

    def event(self, event: QEvent) -> bool:
        """Report that the parts have been placed."""
        taken = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            self.placed.emit()
        return taken

    def heightForWidth(self, width: int) -> int:
        """Return the least height, so that the card shrinks before the area scrolls."""
        layout = self.layout()
        return layout.minimumHeightForWidth(width) if layout is not None else -1
