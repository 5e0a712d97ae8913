"""Steps: the home window of a person who has no study yet, three pictures of what the program does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.widgets.stylesheet import Palette

#: Size of a picture in pixels, and height of the buttons.
_WIDE, _HIGH, _TALL = 190, 120, 40


class Picture(QWidget):
    """A picture that a function draws in the colours of the theme."""

    def __init__(self, draw: Callable[[QPainter, Palette], None]) -> None:
        super().__init__()
        self._draw = draw
        self.setFixedSize(_WIDE, _HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter, palette_of(self))
        painter.end()


class Steps(QWidget):
    """What the program does in three steps, and the ways to begin."""

    #: The user wants to create a study, open one, or try the sample study.
    new_wanted = Signal()
    open_wanted = Signal()
    sample_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("home.steps")
        column = QVBoxLayout(self)
        column.setSpacing(18)
        column.addStretch(1)
        column.addWidget(_middle(self.tr("Find the best of many experiments in few runs"), "code"))
        pictures = QHBoxLayout()
        pictures.setSpacing(28)
        pictures.addStretch(1)
        for draw, title, words in (
            (_table, self.tr("1. Bring your table"), self.tr("One row for each possible experiment.")),
            (_card, self.tr("2. Run what it suggests"), self.tr("Say success or failure; it learns.")),
            (
                _stake,
                self.tr("3. Stop when little is at stake"),
                self.tr("It says what choosing now could lose."),
            ),
        ):
            each = QVBoxLayout()
            each.addWidget(Picture(draw), 0, Qt.AlignmentFlag.AlignHCenter)
            each.addWidget(_middle(title, "title"))
            each.addWidget(_middle(words, "muted"))
            pictures.addLayout(each, 3)
        pictures.addStretch(1)
        column.addLayout(pictures)
        line = QHBoxLayout()
        line.addStretch(1)
        for text, name, wanted in (
            (self.tr("&New study…"), "home.steps.new", self.new_wanted),
            (self.tr("&Try the sample study"), "home.sample", self.sample_wanted),
            (self.tr("&Open…"), "home.steps.open", self.open_wanted),
        ):
            push_button = button(text, name, wanted.emit)
            push_button.setMinimumHeight(_TALL)
            line.addWidget(push_button)
        line.addStretch(1)
        column.addLayout(line)
        column.addStretch(1)


def _middle(text: str, role: str) -> QWidget:
    label = plain(text, role)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return label


def _table(painter: QPainter, look: Palette) -> None:
    """Draw a table with one row marked."""
    for row in range(5):
        for column in range(4):
            cell = QRectF(4 + 46 * column, 4 + 23 * row, 42, 18)
            painter.setPen(QPen(QColor(look.grid), 1))
            painter.setBrush(QColor(look.grid if row == 0 else look.field))
            painter.drawRect(cell)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(look.accent), 2))
    painter.drawRect(QRectF(1, 71, 187, 23))


def _card(painter: QPainter, look: Palette) -> None:
    """Draw a card with a code, and both outcomes below it."""
    painter.setPen(QPen(QColor(look.grid), 1))
    painter.setBrush(QColor(look.card))
    painter.drawRoundedRect(QRectF(4, 4, 182, 60), 4, 4)
    font = painter.font()
    font.setPointSizeF(18.0)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(look.text))
    painter.drawText(QRectF(18, 4, 160, 60), Qt.AlignmentFlag.AlignVCenter, "RX-168")
    for at, colour in ((4, look.success), (97, look.failure)):
        painter.setPen(QPen(QColor(colour), 2))
        painter.setBrush(QColor(look.card))
        painter.drawRoundedRect(QRectF(at, 76, 89, 38), 4, 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.success))
    painter.drawEllipse(QPointF(48.5, 95), 6, 6)
    painter.setPen(QPen(QColor(look.failure), 3))
    painter.drawLine(QPointF(135.5, 89), QPointF(147.5, 101))
    painter.drawLine(QPointF(135.5, 101), QPointF(147.5, 89))


def _stake(painter: QPainter, look: Palette) -> None:
    """Draw what is at stake over the runs, falling below its limit."""
    painter.setPen(QPen(QColor(look.muted), 2))
    painter.drawPolyline([QPointF(4, 4), QPointF(4, 114), QPointF(186, 114)])
    painter.setPen(QPen(QColor(look.failure), 2, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(4, 88), QPointF(186, 88))
    painter.setPen(QPen(QColor(look.accent), 3))
    points = [QPointF(x, y) for x, y in ((8, 14), (62, 48), (86, 42), (112, 68), (176, 98))]
    painter.drawPolyline(points)
    painter.setBrush(QColor(look.accent))
    painter.drawEllipse(points[-1], 5, 5)
