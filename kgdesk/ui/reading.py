"""Opening a study while a window is shown: read and verified in a thread of its own, while the window stays free."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.errors import KgdeskError, StudyInUse
from kgdesk.ui.pen import Pen
from kgdesk.ui.work import raised

if TYPE_CHECKING:
    from kgdesk.actions import Session, Who


def open_session(path: str | Path, who: Who) -> Session:
    """Open a study for writing, or for reading while somebody else writes to it."""
    try:
        return actions.open_study(path, who)
    except StudyInUse:
        return actions.open_study(path, who, read_only=True)


def absolute(path: str | Path) -> str:
    """Return a place as it is known from every folder."""
    place = actions.place_of(path)
    return str(place.absolute()) if isinstance(place, Path) else place


class Reading(QObject):
    """Opens one study after the other; of those that are asked for meanwhile, the last one is shown.

    Parameters
    ----------
    parent
        Of the Qt object. Call `stop` before it goes.
    """

    #: A study is open: its `Session`. Whoever listens closes it.
    opened = Signal(object)
    #: A `KgdeskError`, and the place that could not be opened.
    refused = Signal(object, object)
    #: The name of the study that is being opened now; empty once none is.
    moved = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pen = Pen(self)
        self._place: str | Path | None = None
        self._next: tuple[str | Path, Who] | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether a study is being opened."""
        return self._place is not None

    def ask(self, place: str | Path, who: Who) -> None:
        """Have a study opened; `opened` or `refused` says how it went."""
        if self._stopped:
            return
        if self._place is not None:
            # One at a time, and never one twice: the lock of the first would be in the way of the second.
            self._next = (place, who) if place != self._place else None
            return
        self._place = place
        self.moved.emit(actions.name_of(place))
        self._pen.write(lambda: open_session(place, who), self._take, self._fail)

    def settle(self) -> None:
        """Wait until what is asked for is open."""
        while self.busy:
            self._pen.settle()

    def stop(self) -> None:
        """End the thread; a study that is still being opened is closed again, unseen. May be called twice."""
        self._stopped, self._next = True, None
        self._pen.stop()

    def _take(self, session: Session) -> None:
        if self._stopped or self._next is not None:
            session.close()
            self._over()
            return
        self._over()
        self.opened.emit(session)

    def _fail(self, problem: BaseException) -> None:
        place = self._place
        wanted = not self._stopped and self._next is None
        self._over()
        refused: KgdeskError = raised(problem, KgdeskError)
        if wanted:
            self.refused.emit(refused, place)

    def _over(self) -> None:
        self._place = None
        if self._stopped:
            return
        self.moved.emit("")
        if self._next is not None:
            wanted, self._next = self._next, None
            self.ask(*wanted)
