"""ComputeQueue: one thread for all kernel calls, one at a time. KernelWarmup: kernels prepared at start."""

from __future__ import annotations

import importlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from types import MethodType
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakMethod

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future


T = TypeVar("T")

#: Packages of which Numba imports a part in the compute thread while the window, with pyqtgraph, imports others. When
#: an import ends, `importlib` takes the module out of `sys.modules` for an instant, and in that instant an import of
#: another part raises KeyError in the other thread. So they are imported before that thread begins.
_OF_BOTH_THREADS = ("colorama", "multiprocessing", "xml")


@dataclass(frozen=True, slots=True)
class Busy:
    """A task of the compute queue has started or finished.

    Parameters
    ----------
    key
        Key of the task.
    revision
        Revision that it was requested for.
    running
        True when it starts.
    elapsed
        Run time in seconds; 0 when it starts.
    """

    key: str
    revision: int
    running: bool
    elapsed: float = 0.0


@dataclass(eq=False, slots=True)
class _Ask:
    """A submitted task."""

    key: str
    revision: int
    deliver: Callable[[], Callable[[Any], None] | None]
    failed: Callable[[], Callable[[BaseException], None] | None]
    elapsed: float = 0.0


class Interrupted(Exception):
    """Raised within a task to end it early: another task is waiting, or the queue is stopping."""


class TaskProgress:
    """Progress of a running task, with cancellation from the GUI thread."""

    def __init__(self) -> None:
        #: Fraction done, 0..1.
        self.share = 0.0
        self._ended = False

    def end(self) -> None:
        """Cancel the task at its next report."""
        self._ended = True

    def note(self, done: int, total: int) -> None:
        """Report progress; called in the compute thread.

        Raises
        ------
        KgdeskError
            The task was cancelled by `end`.
        """
        if self._ended:
            raise KgdeskError("Nobody waits for this any more.")
        self.share = done / total if total else 1.0


class ComputeQueue(QObject):
    """Run functions one at a time in a worker thread and deliver their results in the GUI thread.

    Parameters
    ----------
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    #: A `Busy`, emitted in the GUI thread: a task has started or finished.
    busy = Signal(object)
    _begun = Signal(object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        for package in _OF_BOTH_THREADS:
            importlib.import_module(package)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kgdesk-compute")
        self._newest: dict[str, int] = {}
        self._open: dict[str, tuple[_Ask, Future[Any]]] = {}
        self._stopped = False
        self._last: Future[int] | None = None
        self._free = threading.Event()
        self._begun.connect(self._announce, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    def suspend(self) -> None:
        """Hold all tasks until `resume`. Call before the first `ask`."""
        self._pool.submit(self._free.wait)

    def resume(self) -> None:
        """Start the held tasks."""
        self._free.set()

    def ask(
        self,
        key: str,
        revision: int,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> bool:
        """Run `function` in the compute thread and deliver its result.

        Parameters
        ----------
        key
            Identifies the task, as ``"suggestion"``. A newer task of the same key replaces a waiting one; the result
            of a running one is discarded.
        revision
            Revision of the study that `function` reads.
        function
            Called in the compute thread; it must not touch Qt.
        deliver
            Called in the GUI thread with the result. A bound method is held weakly: if its object is destroyed,
            the result is discarded.
        failed
            Called in the GUI thread with the exception that `function` raised; held like `deliver`.

        Returns
        -------
        bool
            False if nothing was submitted: this key has a task of a newer revision, or the queue has stopped.
        """
        if self._stopped or revision < self._newest.get(key, revision):
            return False
        self.forget(key)
        ask = _Ask(key, revision, weak_receiver(deliver), weak_receiver(failed))
        future = self._pool.submit(self._timed, ask, function)
        self._newest[key] = revision
        self._open[key] = (ask, future)
        future.add_done_callback(lambda done: None if done.cancelled() else self._done.emit(ask, done))
        return True

    def forget(self, key: str) -> None:
        """Cancel the pending task of `key`. A running one finishes; its result is discarded.

        Also resets the newest revision of the key: the next study to use it may have a smaller one.
        """
        self._newest.pop(key, None)
        _, future = self._open.pop(key, (None, None))
        if future is not None:
            future.cancel()

    def defer(self, key: str) -> None:
        """Cancel the task of `key` if it has not started; a running one is delivered."""
        _, future = self._open.get(key, (None, None))
        if future is not None and future.cancel():
            self.forget(key)

    def pending(self, key: str) -> bool:
        """Return whether a result for `key` is outstanding. Thread-safe."""
        return key in self._open

    def wanted(self, key: str) -> bool:
        """Return whether tasks other than `key` are unfinished, or the queue is stopping. Thread-safe.

        A finished task whose result is not yet delivered does not count.
        """
        return self._stopped or any(
            other != key and not future.done() for other, (_, future) in tuple(self._open.items())
        )

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called: a long task should end early. Thread-safe."""
        return self._stopped

    def keep_going(self, _done: int, _total: int) -> None:
        """Progress function of a long task: raises `Interrupted` once the queue is stopping."""
        if self._stopped:
            raise Interrupted

    def stop(self, patience: float | None = None) -> bool:
        """Cancel waiting tasks, wait for the running one, end the thread. Idempotent.

        Parameters
        ----------
        patience
            Seconds to wait at most; None waits without limit.

        Returns
        -------
        bool
            Whether the thread has ended. If not, Python waits for it when the process ends.
        """
        self._stopped = True
        self._free.set()
        for _, future in self._open.values():
            future.cancel()
        self._open.clear()
        if self._last is None:
            self._last = self._pool.submit(int)  # done once all before it is
        ended = bool(wait([self._last], patience).done)
        self._pool.shutdown(wait=ended)
        return ended

    def _timed(self, ask: _Ask, function: Callable[[], T]) -> T:
        began = time.perf_counter()
        self._begun.emit(ask)
        try:
            return function()
        finally:
            ask.elapsed = time.perf_counter() - began

    def _announce(self, ask: _Ask) -> None:
        if not self._stopped:
            self.busy.emit(Busy(ask.key, ask.revision, running=True))

    def _settle(self, ask: _Ask, answer: Future[Any]) -> None:
        if self._stopped:
            return
        self.busy.emit(Busy(ask.key, ask.revision, running=False, elapsed=ask.elapsed))
        if self._open.get(ask.key, (None,))[0] is not ask:
            return
        del self._open[ask.key]
        raised = answer.exception()
        if raised is not None:
            failed = ask.failed()
            if failed is not None:
                failed(raised)
            return
        deliver = ask.deliver()
        if deliver is not None:
            deliver(answer.result())


def weak_receiver(receiver: Callable[[Any], None]) -> Callable[[], Callable[[Any], None] | None]:
    """Hold a bound method weakly, any other callable strongly; the result returns the callable, or None if dead."""
    if not isinstance(receiver, MethodType):
        return lambda: receiver
    weak = WeakMethod(receiver)

    def alive() -> Callable[[Any], None] | None:
        method = weak()
        if method is None:
            return None
        owner = method.__self__
        return method if not isinstance(owner, QObject) or shiboken6.isValid(owner) else None

    return alive


class KernelWarmup(QObject):
    """Load or compile the kernels once per process.

    Runs behind the first advice, which loads or compiles what it needs itself, and gives way to any other task.

    Parameters
    ----------
    compute_queue
        The compute queue; create this before any study submits a task.
    warm_up
        Loads or compiles, in the compute thread. Calls its argument with (done, total) after each kernel; if that
        raises, it is called again later.
    ready
        Returns, in the compute thread, whether all kernels are compiled already; None if unknown.
    first
        Compiles, in the compute thread, what the first advice needs, unless it is cached; called with a function of
        (done, total).
    """

    #: `ended` or `loaded` has changed.
    moved = Signal()
    _missed = Signal()
    _met = Signal()
    _advanced = Signal(int, int)

    def __init__(
        self,
        compute_queue: ComputeQueue,
        warm_up: Callable[[Callable[[int, int], None]], object],
        parent: QObject | None = None,
        *,
        ready: Callable[[], bool] | None = None,
        first: Callable[[Callable[[int, int], None]], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self._compute_queue, self._warm_up, self._ready, self._first = compute_queue, warm_up, ready, first
        #: `ended`: the first advice need not wait for the compiler, as far as known. `loaded`: all kernels are loaded.
        self.ended, self.loaded = ready is not None, False
        #: (done, total) of what the first advice needs; (0, 0) while unknown.
        self.share = (0, 0)
        self._missed.connect(self._wait)
        self._advanced.connect(self._advance)
        self._met.connect(self._meet)
        compute_queue.ask("warmup", 0, self._look, self._follow, self._fail)

    def _look(self) -> None:
        """Check in the compute thread whether the first advice must wait for the compiler, and compile for it."""
        if self._ready is None or not self._ready():
            self._missed.emit()
            if self._first is not None:
                self._first(self._report)

    def _report(self, done: int, total: int) -> None:
        """Hand progress to the GUI thread; raises `Interrupted` once the queue is stopping."""
        self._compute_queue.keep_going(done, total)
        self._advanced.emit(done, total)

    def _advance(self, done: int, total: int) -> None:
        self.share = done, total
        self.moved.emit()

    def _wait(self) -> None:
        self.ended = False
        self.moved.emit()

    def _follow(self, _answer: object) -> None:
        """Submit the warm-up behind the first advice, which was requested meanwhile."""
        self._compute_queue.ask("warmup", 0, self._prepare, self._load, self._fail)

    def _prepare(self) -> bool:
        """Load or compile kernels (compute thread); return True if interrupted by another task."""
        self._met.emit()
        try:
            self._warm_up(self._give_way)
        except Interrupted:
            return True
        return False

    def _give_way(self, _done: int, _total: int) -> None:
        if self._compute_queue.wanted("warmup"):
            raise Interrupted

    def _meet(self) -> None:
        self.ended = True
        self.moved.emit()

    def _load(self, left: bool) -> None:
        if left:
            self._follow(None)
            return
        self.ended = self.loaded = True
        self.moved.emit()

    def _fail(self, problem: BaseException) -> None:
        self._load(left=False)  # a study's own task will meet the same error and report it where it matters
        if not isinstance(problem, KgdeskError):
            raise problem
