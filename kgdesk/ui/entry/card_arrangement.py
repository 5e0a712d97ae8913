"""CardArrangement: places the parts of the card with the next experiment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kgdesk.ui.entry.attributes import LARGE, LEAST_ROWS, MOST_SHOWN, USUAL
from kgdesk.ui.widgets.theme import text_scale

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QWidget

    from kgdesk.ui.entry.attributes import AttributeGrid, CodeLabel
    from kgdesk.ui.entry.plate_picture import PlatePicture
    from kgdesk.ui.entry.sentence import Sentence
    from kgdesk.ui.entry.suggestion_reason import Offer, Reason

#: Margins of the card, space between its parts, and the height of a button, in pixels.
_SIDE, _TOP, _BOTTOM, _APART, _BUTTON = 12, 4, 2, 2, 32

#: Most pixels between two rows of attributes.
_SPREAD = 6

#: Lines of the two sentences of the reason for which there is always room in a window that is high enough.
_REASON_LINES = (3, 3)


@dataclass(frozen=True, slots=True)
class CardParts:
    """The widgets on the card with the next experiment; `NextCard` says what each shows.

    Parameters
    ----------
    body
        Parent of the code and of all that describes the candidate: `place` to `reason`.
    """

    heading: Sentence
    body: QWidget
    place_name: Sentence
    place: Sentence
    plate: PlatePicture
    legend: Sentence
    code: CodeLabel
    attributes: AttributeGrid
    expected: Sentence
    warning: Sentence
    reason: Reason
    preparing: QProgressBar
    tried: QLabel
    finish: QPushButton
    wait: QPushButton
    offer: Offer
    signed: Sentence
    operator: QPushButton


def rows_below(parts: CardParts, card: QWidget) -> list[tuple[QWidget, ...]]:
    """Return the rows of visible widgets below the body, each of a text and a button at most."""
    rows: tuple[tuple[QWidget, ...], ...] = (
        (parts.preparing,),
        (parts.tried,),
        (parts.finish,),
        (parts.wait,),
        (parts.offer,),
        (parts.signed, parts.operator),
    )
    return [row for row in rows if row[0].isVisibleTo(card)]


class CardArrangement:
    """Place the parts of a card of Study by hand, in a fixed order of precedence.

    So a text that arrives later or is longer never moves what is above it, and nothing scrolls.

    Parameters
    ----------
    card
        Parent of the parts.
    parts
        The parts, which decide by their visibility whether they are placed.
    """

    def __init__(self, card: QWidget, parts: CardParts) -> None:
        self._card, self._parts = card, parts
        self.rule = 0  #: Where the line below the attributes is drawn, in pixels from the top; 0 for none.

    def comfortable(self) -> int:
        """Return the height in pixels that shows everything: 12 attributes, the whole reason and a button."""
        line, rows = self._parts.expected.line_height, MOST_SHOWN if text_scale() > LARGE else MOST_SHOWN // 2
        lines = 2 + sum(_REASON_LINES)  # heading, expected success, reason
        return (
            _TOP
            + _BOTTOM
            + lines * line
            + self._code_height(0)
            + rows * self._parts.attributes.least_row_height
            + _BUTTON
            + 6 * _APART
        )

    def least(self, width: int) -> int:
        """Return the height in pixels that shows heading and code whole at a width; of one line each for width 0."""
        inside = max(width - 2 * _SIDE, 0)
        lines = min(max(self._parts.heading.lines_at(inside), 1), 2) if inside else 1
        return _TOP + lines * self._parts.heading.line_height + _APART + self._code_height(inside) + _BOTTOM

    def needed(self, width: int) -> int:
        """Return the height in pixels that the present content needs at a width, where the card may scroll."""
        inside = width - 2 * _SIDE
        texts = (
            self._parts.heading,
            self._parts.place,
            self._parts.expected,
            self._parts.warning,
            self._parts.reason.why,
            self._parts.reason.futures,
        )
        lines = sum(text.lines_at(inside) for text in texts)
        body = (
            self._code_height(inside)
            + self._parts.attributes.rows_for(inside) * self._parts.attributes.least_row_height
        )
        rows = sum(self._row_height(row, inside) + _APART for row in self._rows_below())
        return _TOP + _BOTTOM + lines * self._parts.expected.line_height + body + rows + 8 * _APART

    def apply(self) -> None:
        """Place the parts for the present size, texts and font."""
        width, top = max(self._card.width() - 2 * _SIDE, 1), _TOP
        lines = min(max(self._parts.heading.lines_at(width), 1), 2)
        self._parts.heading.limit(lines)
        self._parts.heading.setGeometry(_SIDE, top, width, lines * self._parts.heading.line_height)
        top += lines * self._parts.heading.line_height + _APART
        self.rule = 0
        bottom = self._card.height() - _BOTTOM
        rows = self._rows_below()
        if self._parts.body.isVisibleTo(self._card):
            for row in reversed(rows):  # at the lower edge, which stands still
                bottom -= self._row_height(row, width)
                self._place_row(row, bottom, width)
                bottom -= _APART
            self._parts.body.setGeometry(_SIDE, top, width, max(bottom - top, 0))
            self._arrange_body(width, max(bottom - top, 0))
        else:
            for row in rows:
                self._place_row(row, top, width)
                top += self._row_height(row, width) + _APART

    def _rows_below(self) -> list[tuple[QWidget, ...]]:
        return rows_below(self._parts, self._card)

    def _row_height(self, row: tuple[QWidget, ...], width: int) -> int:
        if row[0] is self._parts.preparing:
            return self._parts.preparing.sizeHint().height()
        if row[0] is self._parts.tried:
            return self._parts.tried.heightForWidth(width)
        if row == (self._parts.signed, self._parts.operator):
            # Two lines of high letters are higher than a button.
            beside = width - self._wide(row[1], width)
            lines = min(self._parts.signed.lines_at(beside), 2)
            return max(_BUTTON, row[1].sizeHint().height(), lines * self._parts.signed.line_height)
        return max(_BUTTON, row[-1].sizeHint().height())

    def _place_row(self, row: tuple[QWidget, ...], top: int, width: int) -> None:
        height = self._row_height(row, width)
        if len(row) == 1:
            row[0].setGeometry(_SIDE, top, width, height)
            return
        wide = self._wide(row[1], width)
        row[0].setGeometry(_SIDE, top, width - wide, height)
        row[1].setGeometry(_SIDE + width - wide + 2 * _APART, top, wide - 2 * _APART, height)

    def _wide(self, button: QWidget, width: int) -> int:
        """Return the width of a button beside a text, and of the space between them."""
        return min(button.sizeHint().width(), width // 2) + 2 * _APART

    def _code_height(self, width: int) -> int:
        """Return the height of the code at a width; of one line for width 0."""
        wrapped = self._parts.code.heightForWidth(width) if width > 0 else 0
        return max(self._parts.code.fontMetrics().lineSpacing() + 2, wrapped)

    def _arrange_body(self, width: int, height: int) -> None:
        """Place code, place of the sample, attributes and texts; what has no room is left out, the least needed first.

        Code, place and three rows of attributes come first, then the expected success, a warning, two lines of why,
        all rows of attributes, all lines of why, and what either outcome would change.
        """
        top = self._arrange_head(width)
        line, row = self._parts.expected.line_height, self._parts.attributes.least_row_height
        wanted_rows = self._parts.attributes.rows_for(width)
        rows = min(
            wanted_rows, LEAST_ROWS, max((height - top) // row, 1)
        )  # the last one says how many are left out
        room = height - top - rows * row - _APART
        texts = (
            self._parts.expected,
            self._parts.warning,
            self._parts.reason.why,
            self._parts.reason.futures,
        )
        lines = dict.fromkeys(texts, 0)

        def give(text: Sentence, most: int) -> None:
            """Give a text its lines, up to `most` and as far as there is room."""
            nonlocal room
            wanted = (
                min(text.lines_at(width), most)
                if text.isVisibleTo(self._parts.body) or not text.text()
                else 0
            )
            gap = 0 if lines[text] else _APART
            added = max(min(wanted - lines[text], (room - gap) // line), 0)
            lines[text] += added
            room -= added * line + (gap if added else 0)

        why, futures = self._parts.reason.why, self._parts.reason.futures
        give(self._parts.expected, 2)
        give(self._parts.warning, 1)
        give(why, 2)
        # More rows only where the reason keeps its lines: else their number would change with each suggestion.
        spare = room
        if text_scale() <= USUAL:
            spare -= (_REASON_LINES[0] - lines[why]) * line + _BUTTON * (not self._rows_below())
        if rows + spare // row >= (single := self._parts.attributes.rows_for(width, single=True)):
            wanted_rows = single
        more = max(min(wanted_rows - rows, spare // row), 0)
        rows, room = rows + more, room - more * row
        give(self._parts.warning, 3)
        give(why, _REASON_LINES[0] + 2)
        if futures.lines_at(width) * line + _APART <= room:  # half a sentence misleads
            give(futures, _REASON_LINES[1] + 2)
        # What is left parts the rows, so that they are read more easily; a sentence that comes later needs its lines.
        spare = room - 2 * line if not futures.text() else room
        self._parts.attributes.spread = max(min(_SPREAD, spare // max(rows + 1, 1)), 0)
        row += self._parts.attributes.spread
        self._parts.attributes.setGeometry(0, top, width, rows * row)
        top += rows * row + _APART
        self.rule = self._parts.body.y() + top - 1 if any(lines.values()) else 0
        for text in texts:
            text.limit(lines[text])
            text.setGeometry(0, top, width, lines[text] * line)
            top += lines[text] * line + (_APART if lines[text] else 0)
        why.explain(futures.text() if futures.text() and not lines[futures] else "")

    def _arrange_head(self, width: int) -> int:
        """Place the code, and the sample's place beside it or below; return the height of both."""
        wide = self._parts.place.sizeHint().width() if self._parts.place.isVisibleTo(self._parts.body) else 0
        beside = 0 < wide <= width - self._parts.code.needs() - 2 * _APART
        self._parts.place.setAlignment(
            Qt.AlignmentFlag.AlignTop
            | (Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft)
        )
        room = width - (wide + 2 * _APART if beside else 0)
        high = self._code_height(room)
        self._parts.code.setGeometry(0, 0, room, high)
        if not wide:
            return high
        line = self._parts.place.line_height
        if beside:
            # On the base line of the code.
            self._parts.place.setGeometry(width - wide, max(high - line - 4, 0), wide, line)
            return high
        self._parts.place.setGeometry(0, high, width, line)
        return high + line + _APART
