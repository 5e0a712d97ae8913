"""What a window does to its study: written by a thread of its own, shown once it is on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.lane import held
from kgdesk.ui.pen import Pen
from kgdesk.ui.refresher import Refresher

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.actions import Change, Session, Who
    from kgdesk.model.study import Study


class Writing(QObject):
    """Holds the session and changes its study in the background.

    Until a change is on the disk the study is shown as it was; then the views are told, and after them whoever asked
    for the change.

    Parameters
    ----------
    session
        Open.
    parent
        Of the Qt object.
    """

    #: A `Change`: the study has a new value. Comes before anything is computed for it.
    changed = Signal(object)
    #: `writing` has a new value.
    pen_moved = Signal()
    #: A `KgdeskError`: something could not be computed, or nobody is left to hear that it could not be written.
    refused = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._study, self._who = session.study, session.who
        self._pen = Pen(self)
        #: Refreshes the views of this study.
        self.refresher = Refresher(self)
        self._unwritten = 0

    @property
    def study(self) -> Study:
        """The present value."""
        return self._study

    @property
    def writing(self) -> bool:
        """Whether a change is on its way to the disk."""
        return self._unwritten > 0

    @property
    def path(self) -> Path:
        """The study file."""
        return self._session.path

    @property
    def place(self) -> str:
        """Where to open the study again: its file, or its address on a server without the password."""
        place = self._session.place
        return actions.without_password(str(place)) if self._session.is_shared else str(self.path)

    @property
    def session(self) -> Session:
        """The open session, for actions that only read."""
        return self._session

    @property
    def who(self) -> Who:
        """The person at work."""
        return self._who

    @who.setter
    def who(self, who: Who) -> None:
        self._who = who
        if not self.writing:  # what is being written keeps the name that it was entered under
            self._session.who = who

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in a sentence; None when it can."""
        return self._session.read_only_reason

    def do(
        self,
        action: Callable[..., Change],
        *args: Any,
        done: Callable[[Change], None] | None = None,
        failed: Callable[[KgdeskError], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """Have the study changed by an action of `kgdesk.actions`, as ``do(actions.lock, reason)``.

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
        who, session = self._who, self._session
        held_done = held(done or _unheard)
        held_failed = held(failed or self.refused.emit)
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
            unsure = QCoreApplication.translate(
                "Desk", "It is not certain that this was recorded: look at the last entries."
            )
            (held_failed() or self.refused.emit)(KgdeskError(unsure))
            raise problem  # a fault of the program: for the outermost handler

        self._unwritten += 1
        self._pen.write(write, deliver, broken)
        self.pen_moved.emit()

    def settle(self) -> None:
        """Wait until everything is written, and tell the views."""
        self._pen.settle()
        self.refresher.flush()

    def keep(self, write: Callable[[], None]) -> None:
        """Have something written beside the study, after everything that was asked for before.

        Parameters
        ----------
        write
            Called in the pen's thread; it must not touch Qt.
        """
        self._pen.write(write, _unheard, self._not_kept)

    def catch_up(self, failed: Callable[[BaseException], None]) -> None:
        """Show what others have recorded, if anything."""
        if not self._pen.busy:
            self._pen.write(self._session.refreshed, self._caught_up, failed)

    def close(self) -> None:
        """Let go of the study once everything is written."""
        self._pen.stop()
        self._session.close()

    def _written(self) -> None:
        self._unwritten -= 1
        if not self._unwritten:
            self._session.who = self._who
        self.pen_moved.emit()

    def _caught_up(self, change: Change | None) -> None:
        if change is not None:
            self._show(change)

    def _show(self, change: Change) -> None:
        self._study = change.study
        self.changed.emit(change)
        self.refresher.note("events", *change.facts)

    @staticmethod
    def _not_kept(problem: BaseException) -> None:
        raise problem  # a fault of the program: for the outermost handler


def _unheard(_: object) -> None:
    """Nobody asked to be told."""
