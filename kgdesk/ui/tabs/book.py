"""The pages on the right of the window, made after the window has been painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.desk import Desk
    from kgdesk.ui.tabs import Tab

#: So long the first suggestion goes before the pages, in milliseconds: both want the same interpreter.
_COURTESY_MS = 1500


class Book(QTabWidget):
    """Shows the titles at once; the pages follow one by one, or all together when somebody wants them.

    Parameters
    ----------
    desk
        The study.
    kinds
        What becomes a page each, in this order.
    """

    #: Every page is there.
    completed = Signal()

    def __init__(self, desk: Desk, kinds: Sequence[Tab], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tabs")
        self.setDocumentMode(True)
        self._desk = desk
        self._left = dict(enumerate(kinds))
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._next)
        self.currentChanged.connect(self._paint_once)
        self._empty = [QWidget() for _ in kinds]
        for page, kind in zip(self._empty, kinds, strict=True):
            self.addTab(page, kind.title)

    def begin(self) -> None:
        """Make the pages as soon as the first suggestion is there, or takes long, or somebody goes to a tab."""
        if self._left:
            self._desk.advised.connect(self._hurry)
            self.currentChanged.connect(self._hurry)
            self._turn.start(0 if self._desk.advice is not None else _COURTESY_MS)

    def complete(self) -> None:
        """Make all pages that are left."""
        while self._left:
            self._make()

    def _hurry(self) -> None:
        if self._left:
            self._turn.start(0)

    def _next(self) -> None:
        self._make()
        self._hurry()

    def _make(self) -> None:
        """Make the page in sight, else the first that is left."""
        place = self.currentIndex()
        place = place if place in self._left else min(self._left)
        kind, shown = self._left.pop(place), self.currentIndex()
        page = kind.make(self._desk)
        self.insertTab(place, page, kind.title)
        for part in (page, *page.findChildren(QWidget)):
            part.ensurePolished()  # else all of it is when somebody first turns to the page
        if place == shown:
            self.setCurrentIndex(place)
        self.removeTab(place + 1)
        self._empty[place].deleteLater()
        if not self._left:
            self._turn.stop()
            self.completed.emit()

    def _paint_once(self) -> None:
        """Paint a page that somebody turns to when it has settled: Qt would paint it two or three times until then."""
        page = self.currentWidget()
        if page is not None and page.isVisible():
            page.setUpdatesEnabled(False)
            QTimer.singleShot(0, page, lambda: page.setUpdatesEnabled(True))
