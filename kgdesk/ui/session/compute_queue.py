"""The compute queue: the one thread in which kernel calls run, one at a time; kernels prepared ahead."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
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


@dataclass(frozen=True, slots=True)
class Busy:
    """A question has begun or ended.

    Parameters
    ----------
    key
        As it was asked.
    revision
        As it was asked.
    running
        True when it begins.
    elapsed
        Seconds that it ran; 0 when it begins.
    """

    key: str
    revision: int
    running: bool
    elapsed: float = 0.0


@dataclass(eq=False, slots=True)
class _Ask:
    """One question under way."""

    key: str
    revision: int
    deliver: Callable[[], Callable[[Any], None] | None]
    failed: Callable[[], Callable[[BaseException], None] | None]
    elapsed: float = 0.0


class TaskProgress:
    """How far a calculation of the lane is; the window's thread may end it."""

    def __init__(self) -> None:
        #: Of its work, 0..1.
        self.share = 0.0
        self._ended = False

    def end(self) -> None:
        """Have it end at its next report."""
        self._ended = True

    def note(self, done: int, total: int) -> None:
        """Take a report, in the lane's thread.

        Raises
        ------
        KgdeskError
            Nobody waits for the answer any more.
        """
        if self._ended:
            raise KgdeskError("Nobody waits for this any more.")
        self.share = done / total if total else 1.0


class ComputeQueue(QObject):
    """Runs functions one after the other in a thread of its own and delivers their results in the GUI thread.

    Parameters
    ----------
    parent
        Of the Qt object. Call `stop` before it goes.
    """

    #: A `Busy`, in the GUI thread: a question has begun, or has ended after so many seconds.
    busy = Signal(object)
    _begun = Signal(object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kgdesk-lane")
        self._newest: dict[str, int] = {}
        self._open: dict[str, tuple[_Ask, Future[Any]]] = {}
        self._stopped = False
        self._free = threading.Event()
        self._begun.connect(self._announce, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    def suspend(self) -> None:
        """Let every question wait until `resume`; call it before the first one."""
        self._pool.submit(self._free.wait)

    def resume(self) -> None:
        """Begin with the questions that wait."""
        self._free.set()

    def ask(
        self,
        key: str,
        revision: int,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> bool:
        """Have a function called in the lane.

        Parameters
        ----------
        key
            What the answer is for, as ``"suggestion"``. A newer question of the same key replaces one that
            waits; the answer of one that already runs is dropped.
        revision
            Of the study that `function` looks at.
        function
            Called in the lane's thread; it must not touch Qt.
        deliver
            Called in the GUI thread with the result. A bound method is held weakly: when its object is gone,
            the answer is dropped.
        failed
            Called in the GUI thread with whatever `function` raised; held like `deliver`.

        Returns
        -------
        bool
            False if nothing was asked: a newer revision of this key was, or the lane has stopped.
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
        """Drop the question of a key and its answer; what already runs goes on to its end unheard.

        The key starts anew: the next study to use it may have a smaller revision.
        """
        self._newest.pop(key, None)
        _, future = self._open.pop(key, (None, None))
        if future is not None:
            future.cancel()

    def defer(self, key: str) -> None:
        """Drop the question of a key if it has not begun; one that runs is answered."""
        _, future = self._open.get(key, (None, None))
        if future is not None and future.cancel():
            self.forget(key)

    def pending(self, key: str) -> bool:
        """Return whether an answer for this key is still to come; from any thread."""
        return key in self._open

    def wanted(self, key: str) -> bool:
        """Return whether the lane has other things to do than this question, or is to end; from any thread.

        What is done and only not delivered yet is nothing that the lane has to do.
        """
        return self._stopped or any(
            other != key and not future.done() for other, (_, future) in tuple(self._open.items())
        )

    def stop(self) -> None:
        """Forget what waits, wait for what runs, and end the thread; may be called twice."""
        self._stopped = True
        self._free.set()
        for _, future in self._open.values():
            future.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._open.clear()

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
    """Hold a bound method weakly, anything else strongly; the result tells who is to be called, if anyone."""
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


class _Waited(Exception):
    """Somebody waits for the lane."""


class KernelWarmup(QObject):
    """Makes ready once for a process what every study needs.

    The first advice compiles or loads what it needs, and nothing else is waited for; the rest follows.

    Parameters
    ----------
    compute_queue
        The compute lane; ask before any study does.
    warm_up
        Compiles or loads, in the lane's thread. It calls what it is given with (done, total) after each kernel, and
        begins anew another time where that raises.
    ready
        Says, in the lane's thread, whether all of it is compiled already; None where that is not known.
    """

    #: `ended` or `loaded` has a new value.
    moved = Signal()
    _missed = Signal()
    _met = Signal()

    def __init__(
        self,
        compute_queue: ComputeQueue,
        warm_up: Callable[[Callable[[int, int], None]], object],
        parent: QObject | None = None,
        *,
        ready: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(parent)
        self._compute_queue, self._warm_up, self._ready = compute_queue, warm_up, ready
        #: Whether nobody has to wait for the compiler, as far as is known, and whether everything is at hand.
        self.ended, self.loaded = ready is not None, False
        self._missed.connect(self._wait)
        self._met.connect(self._meet)
        compute_queue.ask("warmup", 0, self._look, self._follow, self._fail)

    def _look(self) -> None:
        """See, in the lane, whether the first advice will wait for the compiler."""
        if self._ready is None or not self._ready():
            self._missed.emit()

    def _wait(self) -> None:
        self.ended = False
        self.moved.emit()

    def _follow(self, _answer: object) -> None:
        """Ask for the rest behind the first advice, which was asked for meanwhile."""
        self._compute_queue.ask("warmup", 0, self._prepare, self._load, self._fail)

    def _prepare(self) -> bool:
        """Get ready what is not, in the lane; return whether some of it is left because somebody waits."""
        self._met.emit()
        try:
            self._warm_up(self._give_way)
        except _Waited:
            return True
        return False

    def _give_way(self, _done: int, _total: int) -> None:
        if self._compute_queue.wanted("warmup"):
            raise _Waited

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
        self._load(left=False)  # the question of a study will meet the same fault and say so where it matters
        if not isinstance(problem, KgdeskError):
            raise problem
