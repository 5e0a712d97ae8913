"""A page that follows what a desk shows, without standing in the way of the suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        self._view = desk.refresher.watch(self, {"advice", "shown"}, self._renew, alone=True)

    def _show(self, shown: Advice) -> None:
        raise NotImplementedError

    def painted(self) -> bool:
        """Return whether everything in sight shows the present advice."""
        return not self._view.due and self._desk.refresher.idle and self._desk.shown is not None

    def _follow(self, cards: Iterable[PictureCard[Any]]) -> None:
        """Have the cards drawn one after the other from now on."""
        for card in cards:
            card.take_turns(self._desk.refresher)

    def _renew(self) -> None:
        shown = self._desk.shown
        if shown is not None:  # what is old stays until the new can be drawn
            self._show(shown)
