"""One open study in one window: what the views look at and the only way in which they change it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.ui.session.compute_queue import weak_receiver
from kgdesk.ui.session.view_state import ViewState
from kgdesk.ui.session.write_queue import WriteQueue

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import BackupStatus, Change, Operator, Session
    from kgdesk.model.advice.advice import Estimate
    from kgdesk.ui.session.compute_queue import ComputeQueue


class StudyController(ViewState):
    """Holds the session, changes its study in the background, and has the views refreshed.

    Until a change is on the disk the study is shown as it was; then the views are told, and after them whoever asked
    for the change.

    Parameters
    ----------
    session
        Open; the desk closes it.
    compute_queue
        The program's compute lane.
    parent
        Of the Qt object.
    """

    #: A `Change`: the study has a new value. Comes before anything is computed for it.
    changed = Signal(object)
    #: `writing` has a new value.
    writing_changed = Signal()

    def __init__(self, session: Session, compute_queue: ComputeQueue, parent: QObject | None = None) -> None:
        super().__init__(session.study, compute_queue, parent)
        self._session, self._who = session, session.who
        self._write_queue = WriteQueue(self)
        self._unwritten = 0
        self._has_gone = False

    @property
    def session(self) -> Session:
        """The open session, for actions that only read."""
        return self._session

    @property
    def path(self) -> Path:
        """The study file."""
        return self._session.path

    @property
    def place(self) -> str:
        """Where to open the study again: its file, or its address on a server without the password."""
        place = self._session.place
        return actions.without_password(str(place)) if self._session.is_shared else str(self.path)

    def is_current(self, place: str) -> bool:
        """Return whether this is the study at a place."""
        here, there = self._session.place, actions.place_of(place)
        if isinstance(here, Path) and isinstance(there, Path):
            return here.resolve() == there.resolve()
        return str(here) == str(there)

    @property
    def who(self) -> Operator:
        """The person at work."""
        return self._who

    @who.setter
    def who(self, who: Operator) -> None:
        self._who = who
        if not self.writing:  # what is being written keeps the name that it was entered under
            self._session.who = who

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in a sentence; None when it can."""
        return self._session.read_only_reason

    @property
    def writing(self) -> bool:
        """Whether a change is on its way to the disk."""
        return self._unwritten > 0

    def do(
        self,
        action: Callable[..., Change],
        *args: Any,
        done: Callable[[Change], None] | None = None,
        failed: Callable[[KgdeskError], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """Have the study changed by an action of `kgdesk.actions`, as ``do(actions.lock, reason)``.

        Refused while an earlier state is shown, or the study to a room: what a person enters belongs to what is in
        sight.

        Parameters
        ----------
        action
            Called in the pen's thread with the session, `args` and `kwargs`, after everything that was asked for
            before.
        done
            Told when the change is on the disk and the views show it. A bound method is held weakly.
        failed
            Told why nothing was recorded; held likewise. Without it, or where it is gone, `refused` says it.
        """
        refusal = self._refusal()
        if refusal:
            (failed or self.refused.emit)(BadInput(refusal))
            return
        who, session = self._who, self._session
        held_done = weak_receiver(done or _unheard)
        held_failed = weak_receiver(failed or self.refused.emit)
        before = self._study

        def write() -> tuple[Change | None, KgdeskError | None]:
            session.who = who
            try:
                return action(session, *args, **kwargs), None
            except KgdeskError as problem:
                # Others may have been quicker: their entries are here now.
                return session.since(before), problem

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
            raise problem  # a fault of the program: for the outermost handler

        self._unwritten += 1
        self._write_queue.write(write, deliver, broken)
        self.writing_changed.emit()

    def keep(self, write: Callable[[], None]) -> None:
        """Have something written beside the study, after everything that was asked for before.

        Parameters
        ----------
        write
            Called in the pen's thread; it must not touch Qt.
        """
        self._write_queue.write(write, _unheard, self._not_kept)

    def settle(self) -> None:
        """Wait until everything is written, and tell the views."""
        try:
            self._write_queue.settle()
        finally:
            self.refresher.flush()

    def fetch_news(self, failed: Callable[[BaseException], None]) -> None:
        """Show what others have recorded, if anything."""
        if not self._write_queue.busy:
            self._write_queue.write(self._session.refreshed, self._caught_up, failed)

    def imagine_correction(
        self,
        run: int,
        outcome: str,
        candidate: str | None,
        deliver: Callable[[tuple[Estimate, Estimate, int]], None],
    ) -> None:
        """Work out what a correction would change; `deliver` gets (best now, best then, later suggestions)."""
        study, who = self.study, self.who
        self._compute_queue.ask(
            "correction",
            study.revision,
            lambda: actions.effect_of_correction(study, run, outcome, candidate, who),
            deliver,
            self._fail,
        )

    def back_up(self, deliver: Callable[[BackupStatus], None]) -> None:
        """Make a backup in the lane where one is due; `deliver` gets the state of the backups."""
        place, who = self._session.place, self.who
        self._compute_queue.ask(
            "backup", self.study.revision, lambda: actions.backup_of(place, who), deliver, self._fail
        )

    def hand_over(self) -> Session:
        """Give the open session to another desk once everything is written, and have no part in it any more."""
        self._write_queue.stop()
        self._drop_questions()
        self._has_gone = True
        return self._session

    def close(self) -> None:
        """Let go of the study once everything is written; answers still to come are dropped."""
        if not self._has_gone:
            self.settle()
            self._drop_questions()
            self._write_queue.stop()
            self._session.close()

    def _refusal(self) -> str:
        """Return why nothing can be entered now; empty where it can."""
        if self._presented:
            return self.tr("The study is shown to a room: end that with F5 before you enter anything.")
        if self._as_of is not None:
            return self.tr("An earlier state is shown: go back to now before you enter anything.")
        return ""

    def _written(self) -> None:
        self._unwritten -= 1
        if not self._unwritten:
            self._session.who = self._who
        self.writing_changed.emit()

    def _caught_up(self, change: Change | None) -> None:
        if change is not None:
            self._show(change)

    def _show(self, change: Change) -> None:
        if change.facts:
            self._forget_advice()
        self._study = change.study
        self.changed.emit(change)
        self.refresher.note("events", *change.facts)
        if change.facts:
            self.ask()
            self._advised()

    @staticmethod
    def _not_kept(problem: BaseException) -> None:
        raise problem  # a fault of the program: for the outermost handler


def _unheard(_: object) -> None:
    """Nobody asked to be told."""
