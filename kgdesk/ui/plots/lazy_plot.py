"""Plots that are computed when they are looked at, and the choices above a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy

from kgdesk.ui.plots.card import TARGET, PlotCard
from kgdesk.ui.text.locale_format import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QHideEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.figure import Figure
    from kgdesk.ui.session.study_controller import StudyController


_LETTERS = 16


def choice(name: str) -> QComboBox:
    """Return a choice that takes little room and grows where there is some."""
    box = QComboBox()
    dress(box, name)
    return box


def dress(box: QComboBox, name: str) -> None:
    """Give a choice its name, a least height, and a width that does not follow its longest entry."""
    box.setObjectName(name)
    box.setMinimumContentsLength(7)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    box.setMinimumHeight(TARGET)


class HeldBox(QComboBox):
    """Current best, next experiment, or the candidate that a person points at.

    Parameters
    ----------
    name
        Qt object name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._known: str | None = None
        dress(self, name)
        for role in ("best", "next", "selected"):
            self.addItem("", role)

    def candidate(self, advice: Advice, selected: str | None) -> str:
        """Return the candidate that is chosen, and write the names into the choices.

        A candidate that was just pointed at is taken at once: that is what pointing is for.
        """
        if selected is not None and selected != self._known:
            self.setCurrentIndex(2)
        elif selected is None and self.currentData() == "selected":
            self.setCurrentIndex(0)
        self._known = selected
        names = {
            "best": advice.recommended.candidate,
            "next": advice.suggestion.candidate,
            "selected": selected or "",
        }
        words = {
            "best": self.tr("current best {candidate}"),
            "next": self.tr("next experiment {candidate}"),
            "selected": self.tr("selected {candidate}") if selected else self.tr("selected: none"),
        }
        for place, (role, name) in enumerate(names.items()):
            self.setItemText(place, words[role].format(candidate=shorten(name, _LETTERS)))
        return names[self.currentData()] or names["best"]


def has_plots(place: QWidget | None) -> bool:
    """Return whether there are pictures in a place."""
    return place is not None and place.findChild(PlotCard) is not None


def reset_views(place: QWidget) -> None:
    """Undo zooming and panning in the pictures in sight."""
    for card in place.findChildren(PlotCard):
        if card.isVisible():
            card.reset_view()


def turn_tables(place: QWidget) -> None:
    """Show the table of the picture that has the keyboard, else of all in sight; or the pictures again."""
    seen = [card for card in place.findChildren(PlotCard) if card.isVisible()]
    focused = [card for card in seen if card.isAncestorOf(place.focusWidget() or place)]
    cards = focused or seen
    on = not all(card.as_table.isChecked() for card in cards)
    for card in cards:
        card.show_table(on)


D = TypeVar("D")


class LazyPlotCard(PlotCard[D], Generic[D]):
    """A picture that says what has to be calculated for it.

    A subclass gives `questions`; where there are several, it also gives `taken`. To add a picture, write such a class
    and name it in `kgdesk.ui.plots.plot_data`.
    """

    #: Whether other numbers are needed when a person points at another candidate.
    follows_selection = True
    #: The person chose something else to be shown: other numbers are needed.
    wanted = Signal()
    #: The card can be seen now, or no more.
    shown_first = Signal(bool)
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
        self.shown_first.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for nothing more."""
        super().hideEvent(event)
        self.shown_first.emit(False)


class LazyPlots(QObject):
    """Has one picture worked out while it can be seen, one question at a time: an outcome never waits for more.

    Parameters
    ----------
    controller
        The study.
    card
        The picture; it owns this.
    """

    def __init__(self, controller: StudyController, card: LazyPlotCard[Any]) -> None:
        super().__init__(card)
        self._controller, self._card = controller, card
        self._todo: list[Callable[[], Any]] = []
        self._answers: list[Any] = []
        facts = {"advice", "shown", "selection"} if card.follows_selection else {"advice", "shown"}
        self._view = controller.refresher.watch(card, facts, self._renew)
        card.wanted.connect(self.renew)
        card.shown_first.connect(self._looked_at)
        card.candidateChosen.connect(controller.select)

    @property
    def card(self) -> LazyPlotCard[Any]:
        """The picture."""
        return self._card

    @property
    def done(self) -> bool:
        """Whether the picture shows the present state, whole."""
        return (
            self._controller.shown is not None and not self._view.due and not self._todo and self._card.drawn
        )

    def renew(self) -> None:
        """Ask anew now: the person has chosen something else to be shown."""
        self._view.renew()

    def _renew(self) -> None:
        """Ask anew."""
        self._todo = []
        shown = self._controller.shown
        if shown is None:
            return  # an old picture stays until a new one can be drawn
        self._answers = []
        self._todo = list(self._card.questions(shown, self._controller.selected))
        if self._todo:
            self._ask()
        else:
            self._card.set_data(None)

    def _ask(self) -> None:
        self._controller.compute_advice(self._card.objectName(), self._todo[0], self._take)

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
