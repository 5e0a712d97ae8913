"""Room for large text: pictures below each other are scrolled to instead of cut where the window is too low."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.pictures.card import PictureCard


class Stack(QWidget):
    """Pictures below each other, as high as their words and the least height of their plots.

    Parameters
    ----------
    cards
        From top to bottom.
    shares
        How they share what room is left.
    """

    def __init__(self, cards: Sequence[PictureCard[Any]], shares: Sequence[int]) -> None:
        super().__init__()
        self._cards = tuple(cards)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        for card, share in zip(cards, shares, strict=True):
            self._column.addWidget(card, share)

    def heightForWidth(self, width: int) -> int:
        """Return the least height; that of the layout would be what the plots prefer."""
        return sum(_least(card, width) for card in self._cards) + self._column.spacing() * (
            len(self._cards) - 1
        )


def _least(card: PictureCard[Any], width: int) -> int:
    """Return the least height of a card, with all lines of its words at a width."""
    edges = card.contentsMargins()
    layout = card.layout()
    inside = layout.contentsMargins() if layout is not None else edges
    room = width - inside.left() - inside.right() - edges.left() - edges.right()
    words = [label for label in (card.legend, card.reading) if label.isVisibleTo(card)]
    lines = sum(max(0, label.heightForWidth(room) - label.minimumSizeHint().height()) for label in words)
    return card.minimumSizeHint().height() + lines


def scrolled(inside: QWidget, name: str, title: str) -> QScrollArea:
    """Return an area that lets a widget scroll up and down where there is no room for all of it."""
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
