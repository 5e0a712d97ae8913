"""StudyController: owns one open study, and is the only way in which the window changes it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.paths import answers
from kgdesk.ui.session.advice_service import AdviceService
from kgdesk.ui.session.compute_queue import weak_receiver
from kgdesk.ui.session.io_queue import IoQueue, WriteQueue
from kgdesk.ui.session.refresher import Refresher
from kgdesk.ui.session.run_history import RunHistory
from kgdesk.ui.session.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Change, Operator, Session
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue


#: Seconds that closing a study waits for its server.
_CLOSING_S = 1.5


class StudyController(QObject):
    """Own a session; change its study in the write queue and notify the views.

    Until a change is on disk the views show the previous state; then the views are notified, and after them the
    caller. What is computed for the study is in `advice`, what the window shows of it in `selection`.

    Parameters
    ----------
    session
        An open session; the controller closes it.
    compute_queue
        The program's compute queue.
    parent
        Qt parent.
    """

    #: A `Change`: the study has a new value.
    changed = Signal(object)
    #: `writing` has changed.
    writing_changed = Signal()
    #: A `KgdeskError`: a computation failed, or a write failed whose caller no longer exists.
    refused = Signal(object)

    def __init__(self, session: Session, compute_queue: ComputeQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._who = session, session.who
        #: Refreshes the views of this study.
        self.refresher = Refresher(self)
        #: Computes the advice for the study.
        self.advice = AdviceService(session.study, compute_queue, self.refresher, self)
        #: What was at stake, and what a run was worth, after each run.
        self.past = RunHistory(self.advice, self.refresher, self)
        #: Which state of the study and which candidate the window shows.
        self.selection = Selection(self.advice, self.refresher, self)
        #: Reads files for this study.
        self.reader = IoQueue(self)
        self._write_queue = WriteQueue(self)
        self._unwritten = 0
        self._has_gone = False
        self.advice.failed.connect(self.refused)

    @property
    def study(self) -> Study:
        """The present value of the study."""
        return self.advice.study

    @property
    def session(self) -> Session:
        """The open session, for read-only actions."""
        return self._session

    @property
    def path(self) -> Path:
        """Path of the study file; of a study on a server that of its local copy."""
        return self._session.path

    @property
    def place(self) -> str:
        """Where to reopen the study: its file, or its server address without the password."""
        place = self._session.place
        return actions.without_password(str(place)) if self._session.is_shared else str(self.path)

    def is_current(self, place: str) -> bool:
        """Return whether a path or address is this study."""
        here, there = self._session.place, actions.place_of(place)
        if isinstance(here, Path) and isinstance(there, Path):
            if not all(answers(path.absolute().parent) for path in (here, there)):
                return here.absolute() == there.absolute()
            with suppress(OSError):  # of Windows: a drive that is gone; opening the study says so
                return here.resolve() == there.resolve()
            return False
        return str(here) == str(there)

    @property
    def who(self) -> Operator:
        """The present operator."""
        return self._who

    @who.setter
    def who(self, who: Operator) -> None:
        self._who = who
        if not self.writing:  # changes in the queue keep the operator who entered them
            self._session.who = who

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, as a sentence; None if it can."""
        return self._session.read_only_reason

    @property
    def writing(self) -> bool:
        """Whether a change is queued or being written."""
        return self._unwritten > 0

    def do(
        self,
        action: Callable[..., Change],
        *args: Any,
        done: Callable[[Change], None] | None = None,
        failed: Callable[[KgdeskError], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """Change the study by an action of `kgdesk.actions`, for example ``do(actions.finish, reason)``.

        Refused while an earlier state is shown.

        Parameters
        ----------
        action
            Called in the write thread with the session, `args` and `kwargs`, after all earlier changes.
        done
            Called when the change is on disk and the views are notified. A bound method is held weakly.
        failed
            Called with the error if nothing was recorded; held weakly too. Without it, `refused` is emitted.
        """
        if self.selection.as_of is not None:
            refusal = self.tr("An earlier state is shown: go back to now before you enter anything.")
            (failed or self.refused.emit)(BadInput(refusal))
            return
        held_done = weak_receiver(done or _unheard)
        held_failed = weak_receiver(failed or self.refused.emit)

        def deliver(answer: tuple[Change | None, KgdeskError | None]) -> None:
            change, problem = answer
            self._written()
            if change is not None:
                self._show(change)
            if problem is not None:
                (held_failed() or self.refused.emit)(problem)
            elif change is not None:
                (held_done() or _unheard)(change)

        def broken(problem: BaseException) -> None:
            self._written()
            unsure = self.tr("It is not certain that this was recorded: look at the last entries.")
            (held_failed() or self.refused.emit)(KgdeskError(unsure))
            raise problem  # a bug, not an expected error: for the outermost handler

        self._unwritten += 1
        self._session.give_way()
        act = partial(action, self._session, *args, **kwargs)
        self._write_queue.write(partial(_changed, self._session, self._who, self.study, act), deliver, broken)
        self.writing_changed.emit()

    def keep(self, write: Callable[[], None]) -> None:
        """Write something beside the study (as a draft), after all earlier changes.

        Parameters
        ----------
        write
            Called in the write thread; it must not touch Qt.
        """
        self._write_queue.write(write, _unheard, self._not_kept)

    def settle(self, *, closing: bool = False) -> None:
        """Block until everything is written, and refresh the views.

        Parameters
        ----------
        closing
            Wait for a server for a second only; what it has not confirmed by then stays in the outbox.
        """
        try:
            self._session.hurry(_CLOSING_S if closing else None)
            self._write_queue.settle()
            self._session.hurry(None)
        finally:
            self.refresher.flush()

    def fetch_news(self, failed: Callable[[BaseException], None]) -> None:
        """Read entries recorded by others and show them."""
        if not self._write_queue.busy:
            self._write_queue.write(self._session.refreshed, self._caught_up, failed)

    def hand_over(self) -> Session:
        """Finish all writes, then return the open session to another controller; this one must not be used any more."""
        self._write_queue.stop()
        self._stop_computing()
        self._has_gone = True
        return self._session

    def close(self) -> None:
        """Finish all writes and close the session; outstanding results are discarded."""
        if not self._has_gone:
            self.settle(closing=True)
            self._stop_computing()
            self._write_queue.stop()
            self._session.close()

    def _written(self) -> None:
        self._unwritten -= 1
        if not self._unwritten:
            self._session.who = self._who
        self.writing_changed.emit()

    def _caught_up(self, change: Change | None) -> None:
        if change is not None:
            self._show(change)

    def _show(self, change: Change) -> None:
        self.advice.follow(change.study, expired=bool(change.facts))
        self.changed.emit(change)
        self.refresher.note("events", *change.facts)
        if change.facts:
            self.advice.ask()

    def _stop_computing(self) -> None:
        self.reader.stop()
        self.refresher.stop()
        self.advice.stop()

    @staticmethod
    def _not_kept(problem: BaseException) -> None:
        raise problem  # a bug, not an expected error: for the outermost handler


def _changed(
    session: Session, who: Operator, before: Study, act: Callable[[], Change]
) -> tuple[Change | None, KgdeskError | None]:
    """Change a study (write thread); return the change, and the error if there was one."""
    session.who = who
    try:
        return act(), None
    except KgdeskError as problem:
        return session.since(before), problem  # on conflict include the entries of other writers


def _unheard(_: object) -> None:
    """Default receiver: ignore the result."""
