"""Run a rehearsal in worker processes while the window stays responsive."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kgdesk.actions import live_rehearsal, live_replay
from kgdesk.actions.rehearsing import Effort
from kgdesk.actions.replaying import Replay
from kgdesk.errors import KgdeskError, RehearsalStopped
from kgdesk.ui.session.compute_queue import ComputeQueue

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.live_rehearsal import InterimResult, LiveRehearsal, LiveResult
    from kgdesk.actions.live_replay import InterimReplay, LiveReplayResult


class RehearsalRunner(QObject):
    """Run a rehearsal in worker processes and wait for them in a thread; no kernel runs in this process.

    Parameters
    ----------
    parent
        Qt parent. Call `close` before it is destroyed.
    """

    #: An `InterimResult` or `InterimReplay`: further results.
    interim_ready = Signal(object)
    #: A `LiveResult` or `LiveReplayResult`: the rehearsal is complete.
    finished = Signal(object)
    #: A `KgdeskError`: it cannot run, or a worker process was lost.
    refused = Signal(object)
    #: The user stopped it.
    stopped = Signal()
    #: A phrase: runs that were finished earlier, are kept, or cannot be kept.
    noted = Signal(object)
    _progressed = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compute_queue = ComputeQueue(self)
        self._stop = threading.Event()
        self._count = 0
        self._running = False
        self._progressed.connect(self._report)

    @property
    def running(self) -> bool:
        """Whether a rehearsal is running."""
        return self._running

    def start(self, trial: LiveRehearsal | Replay, runs: int, seed: int) -> None:
        """Start a rehearsal or a replay in worker processes, after stopping a running one."""
        self.cancel()
        self._count += 1
        self._running = True
        count, stop = self._count, threading.Event()
        self._stop = stop
        effort = Effort(runs, seed, stop=stop)
        keep = live_rehearsal.kept_runs(self.noted.emit)

        def report(interim: InterimResult | InterimReplay) -> None:
            self._progressed.emit(count, interim)

        def run() -> LiveResult | LiveReplayResult:
            if isinstance(trial, Replay):
                return live_replay.run_replay(trial, effort, report, keep)
            return live_rehearsal.run_rehearsal(trial, effort, report, keep)

        self._compute_queue.ask("rehearsal", count, run, self._end, self._fail)

    def work(self, key: str, function: Callable[[], Any], deliver: Callable[[Any], None]) -> None:
        """Run a function that writes files in the runner's thread; errors go to `refused`."""
        self._count += 1
        self._compute_queue.ask(key, self._count, function, deliver, self._fail)

    def cancel(self) -> None:
        """Stop the running rehearsal; its processes end within 0.2 s."""
        self._stop.set()
        if self._running:
            self._running = False
            self._compute_queue.forget("rehearsal")
            self._count += 1
            self.stopped.emit()

    def close(self) -> None:
        """Stop the running rehearsal and the thread. Idempotent."""
        self._stop.set()
        self._running = False
        self._count += 1
        self._compute_queue.stop()

    def _report(self, count: int, interim: InterimResult | InterimReplay) -> None:
        if count == self._count and self._running:
            self.interim_ready.emit(interim)

    def _end(self, tried: LiveResult | LiveReplayResult) -> None:
        self._running = False
        self.finished.emit(tried)

    def _fail(self, problem: BaseException) -> None:
        self._running = False
        if isinstance(problem, RehearsalStopped):
            self.stopped.emit()
            return
        if not isinstance(problem, KgdeskError):
            raise problem  # a bug, not an expected error: for the outermost handler
        self.refused.emit(problem)
