"""A page that is refreshed while it is visible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.session.study_controller import StudyController


class LivePage(QWidget):
    """Page that shows `controller.selection.advice` while visible; when hidden, it is refreshed on becoming visible.

    A subclass calls `_follow` in its constructor and implements `_show`.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._cards: tuple[PlotCard[Any], ...] = ()
        self._view = controller.refresher.watch(self, {"advice", "shown"}, self._renew, alone=True)

    def _show(self, advice: Advice) -> None:
        raise NotImplementedError

    def painted(self) -> bool:
        """Return whether all visible parts show the present advice."""
        return (
            not self._view.due
            and self._controller.refresher.idle
            and self._controller.selection.advice is not None
        )

    def _follow(self, cards: Iterable[PlotCard[Any]]) -> None:
        """Let the cards be drawn one per turn of the event loop."""
        self._cards = tuple(cards)
        for card in self._cards:
            card.take_turns(self._controller.refresher)

    def _renew(self) -> None:
        advice = self._controller.selection.advice
        if advice is not None:
            self._show(advice)
        else:  # keep the old content, dimmed, until the new can be drawn
            for card in self._cards:
                card.outdate()
