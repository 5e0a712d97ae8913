"""A stack of plots that fills its page and scrolls where there is too little room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.plots.card import PlotCard


#: Minimum height of a plot in lines of text.
FEWEST_LINES = 6


class Inside(QWidget):
    """What a page scrolls, as high as its layout needs at its width."""

    def minimumSizeHint(self) -> QSize:
        """Return a low size: `heightForWidth` has the least height; that of wrapped texts is of a narrow column."""
        return QSize(super().minimumSizeHint().width(), 0)


class PlotStack(QWidget):
    """Grid of plot cards with the minimum height of texts and plots, to be put into `scrolled`.

    Parameters
    ----------
    cards
        In reading order.
    shares
        Stretch factors of the cards.
    columns
        Number of columns where more than one card is visible.
    lines
        Minimum heights of the plots in lines of text.
    above, below
        Text before or after the cards.
    """

    def __init__(
        self,
        cards: Sequence[PlotCard[Any]],
        shares: Sequence[int] = (),
        columns: int = 1,
        *,
        lines: Sequence[int],
        above: QLabel | None = None,
        below: QLabel | None = None,
    ) -> None:
        super().__init__()
        self._cards, self._columns = dict(zip(cards, lines, strict=True)), columns
        self._words = [label for label in (above, below) if label is not None]
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(8)
        first = int(above is not None)
        for place, card in enumerate(cards):
            self.grid.addWidget(card, first + place // columns, place % columns)
        for label in self._words:
            self.grid.addWidget(label, 0 if label is above else first + len(cards), 0, 1, columns)
        self._shares = dict(zip(cards, shares or [1] * len(cards), strict=True))

    def minimumSizeHint(self) -> QSize:
        """Return a low size: `heightForWidth` has the least height."""
        return QSize(super().minimumSizeHint().width(), 0)

    def heightForWidth(self, width: int) -> int:
        """Return the minimum height; that of the layout would use the plots' preferred heights."""
        line, apart = self.fontMetrics().lineSpacing(), self.grid.spacing()
        seen = [card for card in self._cards if card.isVisibleTo(self)]
        beside = self._columns if len(seen) > 1 else 1
        for card in seen:
            card.pages.setMinimumHeight(self._cards[card] * line)
        wide = (width - apart * (beside - 1)) // beside
        rows = [seen[place : place + beside] for place in range(0, len(seen), beside)]
        least = [max(least_height(card, wide) for card in row) for row in rows]
        words = [label.heightForWidth(width) for label in self._words if label.isVisibleTo(self)]
        total = sum(least) + sum(words) + apart * max(len(rows) + len(words) - 1, 0)
        around = self.parentWidget()
        if (
            width == self.width() and around is not None
        ):  # the layout by itself forgets the lines of wrapped texts
            spare = max(around.height() - total, 0)
            shares = [self._shares[row[0]] for row in rows]
            for row, height, share in zip(rows, least, shares, strict=True):
                for card in row:
                    card.setFixedHeight(height + spare * share // sum(shares))
        return total


def least_height(card: PlotCard[Any], width: int) -> int:
    """Return the minimum height of a card with all text lines at a width."""
    edges = card.contentsMargins()
    layout = card.layout()
    inside = layout.contentsMargins() if layout is not None else edges
    room = width - inside.left() - inside.right() - edges.left() - edges.right()
    words = [
        label
        for label in card.texts()
        if label.isVisibleTo(card) or label.sizePolicy().retainSizeWhenHidden()
    ]
    lines = sum(max(0, label.heightForWidth(room) - label.minimumSizeHint().height()) for label in words)
    tool = card.more.sizeHint()
    head = max(card.title.heightForWidth(room - tool.width() - 8), tool.height())
    title = max(0, head - card.more.minimumHeight())
    return card.minimumSizeHint().height() + lines + title


def scrolled(inside: QWidget, name: str, title: str) -> QScrollArea:
    """Return a scroll area that lets a widget scroll vertically."""
    area = QScrollArea()
    area.setObjectName(name)
    area.setAccessibleName(title)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area
