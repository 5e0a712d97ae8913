"""Pictures whose numbers are worked out when somebody looks at them, and what has them worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.ui.pictures.card import PictureCard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QHideEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice import Advice
    from kgdesk.ui.desk import Desk
    from kgdesk.ui.pictures.figure import Figure

D = TypeVar("D")


class AskedCard(PictureCard[D], Generic[D]):
    """A picture that says what has to be calculated for it.

    A subclass gives `questions`; where there are several, it also gives `taken`. To add a picture, write such a class
    and name it in `kgdesk.ui.pictures.registry`.
    """

    #: Whether other numbers are needed when a person points at another candidate.
    follows_selection = True
    #: The person chose something else to be shown: other numbers are needed.
    wanted = Signal()
    #: The card can be seen now, or no more.
    looked_at = Signal(bool)
    #: The name of a candidate that was clicked or activated.
    candidateChosen = Signal(str)  # noqa: N815 - Qt names signals so

    def __init__(
        self, name: str, figure: Figure, body: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, figure, body, parent)

    @property
    def page(self) -> str:
        """A word or two for the head of the page that holds the picture."""
        raise NotImplementedError

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Return what is to be calculated, one after the other, in the lane's thread; it must not touch Qt.

        Parameters
        ----------
        advice
            For the state that is shown.
        selected
            The candidate that a person points at.
        """
        raise NotImplementedError

    def taken(self, answers: Sequence[Any]) -> D:
        """Return what to show of the answers that are there so far, at least one."""
        answer: D = answers[-1]
        return answer

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what came while the card was hidden."""
        super().showEvent(event)
        self.looked_at.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for nothing more."""
        super().hideEvent(event)
        self.looked_at.emit(False)


class Asker(QObject):
    """Has one picture worked out while it can be seen, one question at a time: an outcome never waits for more.

    Parameters
    ----------
    desk
        The study.
    card
        The picture; it owns this.
    """

    def __init__(self, desk: Desk, card: AskedCard[Any]) -> None:
        super().__init__(card)
        self._desk, self._card = desk, card
        self._todo: list[Callable[[], Any]] = []
        self._answers: list[Any] = []
        facts = {"advice", "shown", "selection"} if card.follows_selection else {"advice", "shown"}
        self._view = desk.refresher.watch(card, facts, self._renew)
        card.wanted.connect(self.renew)
        card.looked_at.connect(self._looked_at)
        card.candidateChosen.connect(desk.select)

    @property
    def card(self) -> AskedCard[Any]:
        """The picture."""
        return self._card

    @property
    def done(self) -> bool:
        """Whether the picture shows the present state, whole."""
        return self._desk.shown is not None and not self._view.due and not self._todo and self._card.drawn

    def renew(self) -> None:
        """Ask anew now: the person has chosen something else to be shown."""
        self._view.renew()

    def _renew(self) -> None:
        """Ask anew."""
        self._todo = []
        shown = self._desk.shown
        if shown is None:
            return  # an old picture stays until a new one can be drawn
        self._answers = []
        self._todo = list(self._card.questions(shown, self._desk.selected))
        if self._todo:
            self._ask()
        else:
            self._card.set_data(None)

    def _ask(self) -> None:
        self._desk.work_out(self._card.objectName(), self._todo[0], self._take)

    def _take(self, answer: Any) -> None:
        if self._view.due or not self._todo:
            return  # it answers a question that is out of date
        self._todo.pop(0)
        self._answers.append(answer)
        self._card.set_data(self._card.taken(self._answers))
        if self._todo:
            self._ask()

    def _looked_at(self, seen: bool) -> None:
        if not seen and self._todo:
            self._todo = []
            self._view.invalidate()
