"""Plots that are computed while visible, and the choices above a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.ui.plots.card import PlotCard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QHideEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.session.study_controller import StudyController


def has_plots(place: QWidget | None) -> bool:
    """Return whether a widget contains plots."""
    return place is not None and place.findChild(PlotCard) is not None


def reset_views(place: QWidget) -> None:
    """Undo zooming and panning in visible plots."""
    for card in place.findChildren(PlotCard):
        if card.isVisible():
            card.reset_view()


def turn_tables(place: QWidget) -> None:
    """Toggle table twin and figure of the focused plot, else of all visible ones."""
    seen = [card for card in place.findChildren(PlotCard) if card.isVisible()]
    focused = [card for card in seen if card.isAncestorOf(place.focusWidget() or place)]
    cards = focused or seen
    on = not all(card.as_table.isChecked() for card in cards)
    for card in cards:
        card.show_table(on)


D = TypeVar("D")


class LazyPlotCard(PlotCard[D], Generic[D]):
    """Plot card that defines its own computation, for the model and the Explore tab.

    A subclass implements `page`, `questions`, and `combined` if there are several questions, and as every `PlotCard`
    `_words`, `_is_empty`, `_sentence`, `_legend`, `_columns` and `_draw`. See ARCHITECTURE.md, "How to add".
    """

    #: Whether data depend on the selected candidate.
    follows_selection = True
    #: The user changed a choice: new data are needed.
    wanted = Signal()
    #: The card has become visible or hidden.
    visibility_changed = Signal(bool)
    #: Identifier of the candidate clicked or activated.
    candidate_chosen = Signal(str)

    @property
    def page(self) -> str:
        """Short title of the page with the plot."""
        raise NotImplementedError

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Return the functions to compute, in order, in the compute thread; they must not touch Qt.

        Parameters
        ----------
        advice
            Advice for the displayed state.
        selected
            The selected candidate, or None.
        """
        raise NotImplementedError

    def combined(self, answers: Sequence[Any]) -> D:
        """Return the data to show from the results so far, at least one."""
        answer: D = answers[-1]
        return answer

    def showEvent(self, event: QShowEvent) -> None:
        """Emit `visibility_changed(True)`: request pending computations."""
        super().showEvent(event)
        self.visibility_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `visibility_changed(False)`: stop requesting."""
        super().hideEvent(event)
        self.visibility_changed.emit(False)


class LazyPlots(QObject):
    """Compute the data of one plot while it is visible, one task at a time: a new outcome waits for at most one task.

    Parameters
    ----------
    controller
        Controller of the study.
    card
        The plot; it owns this object.
    """

    def __init__(self, controller: StudyController, card: LazyPlotCard[Any]) -> None:
        super().__init__(card)
        self._controller, self._card = controller, card
        self._todo: list[Callable[[], Any]] = []
        self._answers: list[Any] = []
        facts = {"advice", "shown", "selection"} if card.follows_selection else {"advice", "shown"}
        self._view = controller.refresher.watch(card, facts, self._renew, after_painting=True)
        card.wanted.connect(self.renew)
        card.visibility_changed.connect(self._looked_at)
        card.candidate_chosen.connect(controller.selection.select)

    @property
    def card(self) -> LazyPlotCard[Any]:
        """The plot."""
        return self._card

    @property
    def done(self) -> bool:
        """Whether the plot shows the present state completely."""
        return (
            self._controller.selection.advice is not None
            and not self._view.due
            and not self._todo
            and self._card.drawn
        )

    def renew(self) -> None:
        """Recompute now: the user changed a choice."""
        self._view.renew()

    def _renew(self) -> None:
        """Restart the computation."""
        self._todo = []
        advice = self._controller.selection.advice
        if advice is None:
            self._card.outdate()  # keep the old plot until a new one can be drawn
            return
        self._answers = []
        self._todo = list(self._card.questions(advice, self._controller.selection.candidate))
        if self._todo:
            self._ask()
        else:
            self._card.set_data(None)

    def _ask(self) -> None:
        self._controller.advice.compute(self._card.objectName(), self._todo[0], self._take)

    def _take(self, answer: Any) -> None:
        if self._view.due or not self._todo:
            return  # result of an outdated task
        self._todo.pop(0)
        self._answers.append(answer)
        self._card.set_data(self._card.combined(self._answers))
        if self._todo:
            self._ask()

    def _looked_at(self, seen: bool) -> None:
        if not seen and self._todo:
            self._todo = []
            self._view.invalidate()
