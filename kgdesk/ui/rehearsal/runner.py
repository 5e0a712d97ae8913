"""Runs one rehearsal beside the compute lane and tells the window what it has found."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kgdesk.actions import trials
from kgdesk.actions.rehearsing import Effort
from kgdesk.errors import KgdeskError, RehearsalStopped
from kgdesk.ui.lane import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.trials import Standing, Trial, Tried


class Rehearser(QObject):
    """A thread that waits for the processes of a rehearsal; no kernel runs in it.

    Parameters
    ----------
    parent
        Of the Qt object. Call `close` before it goes.
    """

    #: A `Standing`: there are further results.
    grew = Signal(object)
    #: A `Tried`: the rehearsal is at its end.
    ended = Signal(object)
    #: A `KgdeskError`: it cannot be carried out, or a process was lost.
    refused = Signal(object)
    #: A person stopped it.
    stopped = Signal()
    _heard = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = Lane(self)
        self._stop = threading.Event()
        self._count = 0
        self._running = False
        self._heard.connect(self._tell)

    @property
    def running(self) -> bool:
        """Whether a rehearsal is under way."""
        return self._running

    def start(self, trial: Trial, runs: int, seed: int) -> None:
        """Play a trial in processes of its own; one that runs is stopped before."""
        self.cancel()
        self._count += 1
        self._running = True
        count, stop = self._count, threading.Event()
        self._stop = stop
        effort = Effort(runs, seed, stop=stop)

        def heard(standing: Standing) -> None:
            self._heard.emit(count, standing)

        self._lane.ask(
            "rehearsal", count, lambda: trials.carry_out(trial, effort, heard), self._end, self._fail
        )

    def work(self, key: str, function: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
        """Have files written in the thread of the rehearsal; `refused` says what cannot be written."""
        self._count += 1
        self._lane.ask(key, self._count, function, deliver, self._fail)

    def cancel(self) -> None:
        """End what runs; its processes are gone within 0.2 s."""
        self._stop.set()
        if self._running:
            self._running = False
            self._lane.forget("rehearsal")
            self._count += 1
            self.stopped.emit()

    def close(self) -> None:
        """End what runs and the thread; may be called twice."""
        self._stop.set()
        self._running = False
        self._count += 1
        self._lane.stop()

    def _tell(self, count: int, standing: Standing) -> None:
        if count == self._count and self._running:
            self.grew.emit(standing)

    def _end(self, tried: Tried) -> None:
        self._running = False
        self.ended.emit(tried)

    def _fail(self, problem: BaseException) -> None:
        self._running = False
        if isinstance(problem, RehearsalStopped):
            self.stopped.emit()
            return
        if not isinstance(problem, KgdeskError):
            raise problem  # a fault of the program: for the outermost handler
        self.refused.emit(problem)
