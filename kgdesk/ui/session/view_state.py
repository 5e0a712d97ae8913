"""What of a study a window shows: the present or an earlier state, with or without names, the selection."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from kgdesk.model.advice.advice import Advice, advise
from kgdesk.ui.session.advice_tasks import AdviceTasks

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue


#: Stands where a name stood.
NOBODY: Final = "–"


def anonymised(study: Study) -> Study:
    """Return a study without the names of people and computers, for views only: its events fit their chain no more."""
    runs = tuple(
        replace(
            run,
            operator=NOBODY,
            corrections=tuple(replace(each, operator=NOBODY) for each in run.corrections),
        )
        for run in study.runs
    )
    closing, lock = study.closing, study.lock
    return replace(
        study,
        runs=runs,
        starts=tuple(replace(each, operator=NOBODY) for each in study.starts),
        retired=tuple(replace(each, operator=NOBODY) for each in study.retired),
        skipped=tuple(replace(each, operator=NOBODY) for each in study.skipped),
        notes=tuple(replace(each, operator=NOBODY) for each in study.notes),
        amendments=tuple(replace(each, operator=NOBODY) for each in study.amendments),
        worklists=tuple(replace(each, operator=NOBODY) for each in study.worklists),
        results=tuple(replace(each, operator=NOBODY) for each in study.results),
        additions=tuple(replace(each, operator=NOBODY) for each in study.additions),
        signatures=tuple(replace(each, operator=NOBODY) for each in study.signatures),
        closing=None if closing is None else replace(closing, operator=NOBODY),
        lock=None if lock is None else replace(lock, operator=NOBODY),
        events=tuple(
            replace(event, new=replace(event.new, actor=NOBODY, workstation=NOBODY)) for event in study.events
        ),
    )


class ViewState(AdviceTasks):
    """A study of which one state is shown.

    Parameters
    ----------
    study
        The present value.
    compute_queue
        The program's compute lane.
    parent
        Of the Qt object.
    """

    #: `shown` has a new value: the person looks at another state of the study.
    moved = Signal()
    #: A person wants to see a run in History: its number.
    run_requested = Signal(int)
    #: `selected` has a new value.
    selection_changed = Signal()

    def __init__(self, study: Study, compute_queue: ComputeQueue, parent: QObject | None = None) -> None:
        super().__init__(study, compute_queue, parent)
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
        return anonymised(study) if self._presented else study

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
            self.selection_changed.emit()
            self.refresher.note("selection")

    def show_ranges(self, level: float) -> None:
        """Show ranges that hold another share of the probability, also those of an earlier state."""
        has_changed = level != self._level
        super().show_ranges(level)
        if has_changed and self._as_of is not None:
            self.show_as_of(self._as_of)

    def show_as_of(self, run: int | None) -> None:
        """Show the state after a run in every picture; None goes back to now. What others record changes neither."""
        if run is not None and run >= len(self.study.runs):
            run = None
        self._as_of = run
        self._then = None
        if run is None:
            self._compute_queue.forget("then")
            self._move()
            return
        self._move()  # nothing is shown until the answer comes, and the views say what is coming
        study, level = self.study, self._level
        self._compute_queue.ask(
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
