"""AdviceService: computes the advice for a study and what follows from it, in the compute queue."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.advice import history, queries
from kgdesk.model.advice.advice import Advice
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import BestAfter
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.study.rule_syntax import rests_on_stake
from kgdesk.ui.session.compute_queue import TaskProgress

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.posterior_summary import BestAfter
    from kgdesk.model.advice.repeats import RepeatSuggestion
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.stopping_rules import Verdict
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.refresher import Refresher

T = TypeVar("T")


class AdviceService(QObject):
    """The advice for the present state of a study and what follows from it, as far as computed.

    Parameters
    ----------
    study
        Present value of the study.
    compute_queue
        The program's compute queue.
    refresher
        Told the facts "advice", "counsel" and "trajectory" when they change.
    parent
        Qt parent.
    """

    #: `current` has changed: a new advice, or None because the study has changed.
    changed = Signal()
    #: `verdict`, `repeat` or `stake` has changed.
    counsel_changed = Signal()
    #: `trajectory` has changed.
    trajectory_changed = Signal()
    #: `level` has changed.
    level_changed = Signal()
    #: A `KgdeskError`: a computation failed.
    failed = Signal(object)

    def __init__(
        self, study: Study, compute_queue: ComputeQueue, refresher: Refresher, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._study, self._compute_queue, self._refresher = study, compute_queue, refresher
        self._level = LEVEL
        self._current: Advice | None = None
        self._verdict: Verdict | None = None
        self._repeat: RepeatSuggestion | None = None
        self._stake: PerfectInformation | None = None
        self._trajectory: tuple[BestAfter, ...] = ()
        #: The longest trajectory computed so far, with the study that it is of; it is extended, not recomputed.
        self._known: tuple[Study, tuple[BestAfter, ...]] = (study, ())
        self._cancelled, self._for_pages = False, True
        self._where = ""
        self._progress = TaskProgress()
        self._keys: set[str] = set()

    @property
    def study(self) -> Study:
        """The present value of the study."""
        return self._study

    @property
    def current(self) -> Advice | None:
        """The advice for the present revision; None while it is computed."""
        return self._current

    @property
    def where(self) -> str:
        """Conditions that suggested candidates satisfy, as of ``suggest --where``; empty: any candidate."""
        return self._where

    def suggest_where(self, where: str) -> None:
        """Suggest only candidates that satisfy conditions from now on; empty: any candidate."""
        if where == self._where:
            return
        self._where = where
        self._current = self._repeat = None
        self.ask()

    @property
    def level(self) -> float:
        """Probability content, 0..1, of the credible ranges on screen."""
        return self._level

    @property
    def trajectory(self) -> tuple[BestAfter, ...]:
        """The best candidate after each run, as far as it is computed."""
        return self._trajectory

    @property
    def verdict(self) -> Verdict | None:
        """Last verdict of the stopping rule; None before the first."""
        return self._verdict

    @property
    def repeat(self) -> RepeatSuggestion | None:
        """Candidate that is worth more per run when it is run several times at once (KG*), if there is one."""
        return self._repeat

    @property
    def stake(self) -> PerfectInformation | None:
        """Expected gain of perfect information in the present state; None while it is computed."""
        return self._stake

    @property
    def cancelled(self) -> bool:
        """Whether the user has cancelled the computation of the advice."""
        return self._cancelled

    @property
    def share_done(self) -> float:
        """Progress of the advice, 0..1; 0 where none is reported."""
        return self._progress.share

    def follow(self, study: Study, *, expired: bool) -> None:
        """Take a new value of the study; if the advice has `expired`, there is none until the next one is computed."""
        self._study = study
        if (
            expired
        ):  # the verdict stays until the next one is known, so that it does not flicker with every entry
            self._current = self._repeat = self._stake = None

    def serve_pages(self, on: bool) -> None:
        """Compute what only the pages show, or stop to do so while none of them is shown."""
        if on == self._for_pages:
            return
        self._for_pages = on
        if on:
            self._refresher.draw(self._ask_what_follows)
        else:
            self.forget("trajectory")

    def set_level(self, level: float) -> None:
        """Set the probability content (0..1) of the credible ranges. Display only; nothing recorded changes."""
        if level == self._level:
            return
        self._level = level
        self._trajectory, self._known = (), (self._study, ())
        self._compute_queue.forget("trajectory")
        if self._current is not None or self._compute_queue.pending("advice"):
            self.ask()
        self.level_changed.emit()

    def ask(self) -> None:
        """Ask for the advice for the present revision; the trajectory and the counsel follow it."""
        self._cancelled = False
        study, progress, level, where = self._study, TaskProgress(), self._level, self._where
        self._progress.end()
        self._progress = progress
        for key in ("counsel", "stake", "trajectory"):
            self._compute_queue.defer(key)  # the suggestion goes first
        self.compute(
            "advice",
            lambda: _advise(study, where, progress).at(level),
            self._take_advice,
            self._fail_among if where else None,
        )
        if self._current is None:
            self._note_advice()

    def cancel(self) -> None:
        """Cancel the computation of the advice; a running one ends soon and its result is discarded."""
        self._compute_queue.forget("advice")
        self._progress.end()
        self._cancelled = True
        self._note_advice()

    def compute(
        self,
        key: str,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Run a function in the compute queue for the present revision; see `ComputeQueue.ask`.

        Parameters
        ----------
        failed
            Called with the exception that `function` raised. Without it, a `KgdeskError` is emitted by `failed`.
        """
        self._keys.add(key)
        self._compute_queue.ask(key, self._study.revision, function, deliver, failed or self._fail)

    def forget(self, key: str) -> None:
        """Discard the result of a task."""
        self._compute_queue.forget(key)

    def ask_as_of(self, run: int, deliver: Callable[[tuple[int, Advice]], None]) -> None:
        """Compute the advice for the state after `run` runs; `deliver` gets the run and the advice."""
        study, level = self._study, self._level
        self.compute(
            "as_of",
            lambda: (run, advise(study.as_of(run), progress=self._compute_queue.keep_going).at(level)),
            deliver,
        )

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
        study, progress = self._study, TaskProgress()

        def note(done: int, total: int) -> None:
            progress.note(done, total)
            self._compute_queue.keep_going(done, total)

        def work() -> tuple[Advice, ...]:
            return advise_batch(study, count, repeats=repeats, limits=limits, progress=note)

        self.compute("batch", work, deliver, failed)
        return progress

    def may_continue(self) -> bool:
        """Return whether no suggestion is asked for and the queue goes on. Thread-safe.

        Long tasks poll this and stop early; they are requested again when the advice has arrived.
        """
        return not (self._compute_queue.stopped or self._compute_queue.pending("advice"))

    def is_only_task(self, key: str) -> bool:
        """Return whether the compute queue has no task but `key`. Thread-safe; polled by tasks that can wait."""
        return not self._compute_queue.wanted(key)

    def stop(self) -> None:
        """Discard all tasks: the study is being closed."""
        self._progress.end()
        for key in self._keys:
            self._compute_queue.forget(key)

    def _take_advice(self, advice: Advice) -> None:
        if advice.revision != self._study.revision:
            return
        self._current = advice
        # After the suggestion is painted: the compute queue competes with the window for the GIL.
        self._refresher.draw(self._ask_what_follows)
        self._note_advice()

    def _ask_what_follows(self) -> None:
        """Request what depends on the advice: verdict, repeats, value of perfect information, trajectory."""
        study, advice, level = self._study, self._current, self._level
        if advice is None:
            return  # the study has changed since
        self.compute("counsel", partial(_followup, study, advice, self.may_continue), self._take_counsel)
        self.compute("stake", partial(_weigh, study, advice, self.may_continue), self._take_stake)
        if not self._for_pages:
            return
        before, points = self._known
        known = history.still_true(points, before, study)
        self.compute(
            "trajectory",
            lambda: (study, history.trajectory(study, known, self.may_continue, level=level)),
            self._take_trajectory,
        )

    def _take_trajectory(self, answer: tuple[Study, tuple[BestAfter, ...]]) -> None:
        study, points = answer
        before, known = self._known
        kept = history.still_true(known, before, study)
        self._known = study, max(points, kept, key=len)
        if points and points[-1].run == len(self._study.runs):
            self._trajectory = points
            self.trajectory_changed.emit()
            self._refresher.note("trajectory")

    def _take_counsel(self, answer: tuple[int, Verdict | None, RepeatSuggestion | None]) -> None:
        revision, verdict, repeat = answer
        if revision == self._study.revision:
            self._verdict, self._repeat = verdict or self._verdict, repeat
            self._note_counsel()

    def _take_stake(self, answer: tuple[int, PerfectInformation | None, Verdict | None]) -> None:
        revision, stake, verdict = answer
        if revision == self._study.revision and stake is not None:
            self._verdict, self._stake = verdict or self._verdict, stake
            self._note_counsel()

    def _note_advice(self) -> None:
        self.changed.emit()
        self._refresher.note("advice")

    def _note_counsel(self) -> None:
        self.counsel_changed.emit()
        self._refresher.note("counsel")

    def _fail_among(self, problem: BaseException) -> None:
        """No candidate that satisfies the conditions can be run now: suggest any again, and say so."""
        if isinstance(problem, BadInput):
            self.suggest_where("")
        self._fail(problem)

    def _fail(self, problem: BaseException) -> None:
        if not isinstance(problem, KgdeskError):
            raise problem  # a bug, not an expected error: for the outermost handler
        self.failed.emit(problem)


def _advise(study: Study, where: str, progress: TaskProgress) -> Advice:
    """Compute the advice, among the candidates that satisfy conditions if there are any (compute thread)."""
    if not where or study.stock.exhausted:
        return advise(study, progress=progress.note)
    return advise_batch(study, 1, limits=BatchLimits(where=where), progress=progress.note)[0]


def _followup(
    study: Study, advice: Advice, may_continue: Callable[[], bool]
) -> tuple[int, Verdict | None, RepeatSuggestion | None]:
    """Compute stopping verdict and repeat suggestion (compute thread); stop early if a suggestion is asked for.

    A stopping rule that needs the value of perfect information is left to `_weigh`.
    """
    waits = study.is_open and rests_on_stake(study.settings.stopping)
    verdict = None if waits else queries.stopping(study, advice)
    repeat = advice.best_repeats(may_continue) if study.is_open else None
    return study.revision, verdict, repeat


def _weigh(
    study: Study, advice: Advice, may_continue: Callable[[], bool]
) -> tuple[int, PerfectInformation | None, Verdict | None]:
    """Compute the value of perfect information, and the verdict of a rule that uses it (compute thread).

    Both are None if a suggestion was asked for meanwhile.
    """
    stake = at_stake(study, may_continue)
    asked = stake is not None and rests_on_stake(study.settings.stopping)
    return study.revision, stake, queries.stopping(study, advice, stake) if asked else None
