"""Selection: what a window shows of a study, its present or an earlier state, and the selected candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.session.advice_service import AdviceService
    from kgdesk.ui.session.refresher import Refresher


class Selection(QObject):
    """What a window shows of a study: which state, and which candidate is marked.

    Parameters
    ----------
    present
        Advises on the present state, and computes the advice for an earlier one.
    refresher
        Told the facts "shown" and "selection" when they change.
    parent
        Qt parent.
    """

    #: `advice` or `as_of` has changed: another state of the study is displayed.
    state_changed = Signal()
    #: `candidate` has changed.
    candidate_changed = Signal()
    #: Request to show a run in the timeline; its number.
    run_requested = Signal(object)

    #: Requests about a candidate, by name: show it in Explore, compare it, put it on the card.
    explore_wanted, compare_wanted, run_this = Signal(str), Signal(str), Signal(str)

    def __init__(self, present: AdviceService, refresher: Refresher, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._present, self._refresher = present, refresher
        self._as_of: int | None = None
        self._earlier: Advice | None = None  # after run `as_of`, once it is computed
        self._candidate: str | None = None
        present.level_changed.connect(self._ask_again)

    @property
    def as_of(self) -> int | None:
        """Number of runs in the displayed state; None for the present."""
        return self._as_of

    @property
    def advice(self) -> Advice | None:
        """The advice for the displayed state; None while it is computed."""
        return self._present.current if self._as_of is None else self._earlier

    @property
    def candidate(self) -> str | None:
        """Identifier of the selected candidate, marked in all plots and tables; None for none."""
        return self._candidate

    def select(self, candidate: str | None) -> None:
        """Select a candidate, or none."""
        if candidate != self._candidate:
            self._candidate = candidate
            self.candidate_changed.emit()
            self._refresher.note("selection")

    def show_as_of(self, run: int | None) -> None:
        """Show the state after `run` runs in every plot; None returns to the present. New entries do not change it."""
        if run is not None and run >= len(self._present.study.runs):
            run = None
        self._as_of, self._earlier = run, None
        if run is None:
            self._present.forget("as_of")
        self._note_state()  # of an earlier state nothing is shown until its advice comes; views say so
        if run is not None:
            self._present.ask_as_of(run, self._take_earlier)

    def _ask_again(self) -> None:
        if self._as_of is not None:
            self.show_as_of(self._as_of)

    def _take_earlier(self, answer: tuple[int, Advice]) -> None:
        run, advice = answer
        if run == self._as_of:
            self._earlier = advice
            self._note_state()

    def _note_state(self) -> None:
        self.state_changed.emit()
        self._refresher.note("shown")
