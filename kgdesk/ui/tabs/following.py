"""A page that follows what a desk shows, without standing in the way of the suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from kgdesk.ui.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QShowEvent

    from kgdesk.model.advice import Advice
    from kgdesk.ui.desk import Desk
    from kgdesk.ui.pictures.card import PictureCard


class FollowingPage(QWidget):
    """Shows `desk.shown` while it is in sight; what comes while it is hidden is shown when somebody turns to it.

    A subclass calls `_follow` when it is made and says in `_show` what there is to see.

    Parameters
    ----------
    desk
        The study.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stale = True
        self._turns = Turns(self)

    def _show(self, shown: Advice) -> None:
        raise NotImplementedError

    def painted(self) -> bool:
        """Return whether everything in sight shows the present advice."""
        return not self._stale and self._turns.over and self._desk.shown is not None

    def showEvent(self, event: QShowEvent) -> None:
        """Show what came while the page was hidden."""
        super().showEvent(event)
        if self._stale:
            self._renew()

    def _follow(self, cards: Iterable[PictureCard[Any]]) -> None:
        """Renew the page with every advice from now on, its cards one after the other."""
        for card in cards:
            card.take_turns(self._turns)
        for signal in (self._desk.advised, self._desk.moved):
            signal.connect(self._renew_soon)

    def _renew_soon(self) -> None:
        """Leave the first turn to the suggestion, which comes by the same signal."""
        self._stale = True
        self._turns.ask(self._renew)

    def _renew(self) -> None:
        self._stale = True
        shown = self._desk.shown
        if shown is None or not self.isVisible():
            return  # what is old stays until the new can be drawn
        self._stale = False
        self._show(shown)
