"""What of a study a window shows: the present or an earlier state, with names or without, and what is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk.model.advice import Advice, advise
from kgdesk.ui.advising import Advising
from kgdesk.ui.nameless import nameless

if TYPE_CHECKING:
    from kgdesk.model.study import Study
    from kgdesk.ui.lane import Lane


class Showing(Advising):
    """A study of which one state is shown.

    Parameters
    ----------
    study
        The present value.
    lane
        The program's compute lane.
    parent
        Of the Qt object.
    """

    #: `shown` has a new value: the person looks at another state of the study.
    moved = Signal()
    #: A person wants to see a run in History: its number.
    run_wanted = Signal(int)
    #: `selected` has a new value.
    selection_moved = Signal()

    def __init__(self, study: Study, lane: Lane, parent: QObject | None = None) -> None:
        super().__init__(study, lane, parent)
        self._then: Advice | None = None
        self._as_of: int | None = None
        self._selected: str | None = None
        self._presented = False

    @property
    def presented(self) -> bool:
        """Whether the study is shown to a room: without names, and without anything that records."""
        return self._presented

    def present(self, on: bool) -> None:
        """Show the study to a room, or cease to."""
        self._presented = on
        self._move()

    def told(self, study: Study) -> Study:
        """Return a value of the study as it may be shown now: without names while it is shown to a room."""
        return nameless(study) if self._presented else study

    @property
    def as_of(self) -> int | None:
        """The run whose state the pictures show; None for the present."""
        return self._as_of

    @property
    def shown(self) -> Advice | None:
        """What the pictures show: the present advice, or that of the state after run `as_of`."""
        return self._advice if self._as_of is None else self._then

    @property
    def selected(self) -> str | None:
        """The candidate that a person points at: every picture and table marks it."""
        return self._selected

    def select(self, candidate: str | None) -> None:
        """Point at a candidate, or at none."""
        if candidate != self._selected:
            self._selected = candidate
            self.selection_moved.emit()
            self.refresher.note("selection")

    def show_ranges(self, level: float) -> None:
        """Show ranges that hold another share of the probability, also those of an earlier state."""
        has_changed = level != self._level
        super().show_ranges(level)
        if has_changed and self._as_of is not None:
            self.look_back(self._as_of)

    def look_back(self, run: int | None) -> None:
        """Show the state after a run in every picture; None goes back to now. What others record changes neither."""
        if run is not None and run >= len(self.study.runs):
            run = None
        self._as_of = run
        self._then = None
        if run is None:
            self._lane.forget("then")
            self._move()
            return
        self._move()  # nothing is shown until the answer comes, and the views say what is coming
        study, level = self.study, self._level
        self._lane.ask(
            "then",
            study.revision,
            lambda: (run, advise(study.as_of(run)).at(level)),
            self._take_then,
            self._fail,
        )

    def _take_then(self, answer: tuple[int, Advice]) -> None:
        run, advice = answer
        if run == self._as_of:
            self._then = advice
            self._move()

    def _move(self) -> None:
        self.moved.emit()
        self.refresher.note("shown")
