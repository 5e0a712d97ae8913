"""CardArea: all that is above the buttons of the entry, which scrolls where it does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from kgdesk.ui.entry.card import NextCard
    from kgdesk.ui.entry.finished_card import FinishedCard

#: Space above the card in pixels.
_BETWEEN = 4


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
        self, card: NextCard, finished: FinishedCard, message: QWidget, parent: QWidget | None = None
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
        return QSize(200, self._card.arrangement.least(0))

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
