"""What a window shows of a study: present or earlier state, selected candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk.model.advice.advice import Advice, advise, advise_batch
from kgdesk.ui.session.advice_tasks import AdviceTasks
from kgdesk.ui.session.compute_queue import TaskProgress
from kgdesk.ui.session.io_queue import IoQueue

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.advice.batches import BatchLimits
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue


class ViewState(AdviceTasks):
    """A study with its view state: selection, time travel.

    Parameters
    ----------
    study
        Present value of the study.
    compute_queue
        The program's compute queue.
    parent
        Qt parent.
    """

    #: `displayed_advice` has changed: another state of the study is displayed.
    moved = Signal()
    #: Request to show a run in History; its number.
    run_requested = Signal(int)
    #: `selected` has changed.
    selection_changed = Signal()

    def __init__(self, study: Study, compute_queue: ComputeQueue, parent: QObject | None = None) -> None:
        super().__init__(study, compute_queue, parent)
        self.reader = IoQueue(self)  #: Reads files for this study.
        self._then: Advice | None = None
        self._as_of: int | None = None
        self._selected: str | None = None

    @property
    def as_of(self) -> int | None:
        """Number of runs in the displayed state; None for the present."""
        return self._as_of

    @property
    def displayed_advice(self) -> Advice | None:
        """The advice on display: the present one, or that after run `as_of`. None while computed."""
        return self.advice if self._as_of is None else self._then

    @property
    def selected(self) -> str | None:
        """Identifier of the selected candidate, marked in all plots and tables; None for none."""
        return self._selected

    def select(self, candidate: str | None) -> None:
        """Select a candidate, or none."""
        if candidate != self._selected:
            self._selected = candidate
            self.selection_changed.emit()
            self.refresher.note("selection")

    def ask_batch(
        self,
        count: int,
        limits: BatchLimits,
        deliver: Callable[[tuple[Advice, ...]], None],
        failed: Callable[[BaseException], None],
        *,
        repeats: bool = False,
    ) -> TaskProgress:
        """Compute `count` candidates to run in parallel; `deliver` gets one advice for each. Return the progress."""
        study, course = self.study, TaskProgress()

        def note(done: int, total: int) -> None:
            course.note(done, total)
            self._compute_queue.keep_going(done, total)

        def work() -> tuple[Advice, ...]:
            return advise_batch(study, count, repeats=repeats, limits=limits, progress=note)

        self._compute_queue.ask("batch", study.revision, work, deliver, failed)
        return course

    def forget_batch(self) -> None:
        """Discard the result of the last `ask_batch`."""
        self._compute_queue.forget("batch")

    def show_ranges(self, level: float) -> None:
        """Set the probability content (0..1) of the ranges, also for an earlier state."""
        has_changed = level != self._level
        super().show_ranges(level)
        if has_changed and self._as_of is not None:
            self.show_as_of(self._as_of)

    def show_as_of(self, run: int | None) -> None:
        """Show the state after `run` runs in every plot; None returns to the present. New entries do not change it."""
        if run is not None and run >= len(self.study.runs):
            run = None
        self._as_of = run
        self._then = None
        if run is None:
            self._compute_queue.forget("then")
            self._move()
            return
        self._move()  # show nothing until the result comes; views announce the pending state
        study, level = self.study, self._level
        self._compute_queue.ask(
            "then",
            study.revision,
            lambda: (run, advise(study.as_of(run), progress=self._compute_queue.keep_going).at(level)),
            self._take_then,
            self._fail,
        )

    def _take_then(self, answer: tuple[int, Advice]) -> None:
        run, advice = answer
        if run == self._as_of:
            self._then = advice
            self._move()

    def _drop_questions(self) -> None:
        self.reader.stop()
        super()._drop_questions()

    def _move(self) -> None:
        self.moved.emit()
        self.refresher.note("shown")
