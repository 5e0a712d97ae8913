"""Worker threads for reading tables, folders and servers off the GUI thread, and for writing a study."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from kgdesk.ui.session.compute_queue import ComputeQueue, TaskProgress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Future


T = TypeVar("T")


class IoQueue(QObject):
    """Read and check tables in a worker thread of its own; no kernel runs here.

    Parameters
    ----------
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    #: A task has started or finished.
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._compute_queue = ComputeQueue(self)
        self._count = 0
        self._courses: dict[str, TaskProgress] = {}
        self._compute_queue.busy.connect(lambda _: self.changed.emit())

    def ask(
        self,
        key: str,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Run a function in the worker thread, see `ComputeQueue.ask`. A newer task of a key replaces the older one."""
        self._end(key)
        self._count += 1
        self._compute_queue.ask(key, self._count, function, deliver, failed)
        self.changed.emit()

    def ask_with_progress(
        self,
        key: str,
        function: Callable[[Callable[[int, int], None]], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> TaskProgress:
        """Run a function that reports its progress, as `ask`; it ends early once nobody is waiting for its result.

        Parameters
        ----------
        function
            Called in the worker thread with a function of (done, total), which it calls often.

        Returns
        -------
        TaskProgress
            `forget`, `stop` and a newer task of the key end it.
        """
        course = TaskProgress()
        self.ask(key, lambda: function(course.note), deliver, failed)
        self._courses[key] = course
        return course

    def pending(self, *keys: str) -> bool:
        """Return whether a result for any of the keys is outstanding."""
        return any(map(self._compute_queue.pending, keys))

    def forget(self, *keys: str) -> None:
        """Cancel the tasks of these keys; results of running ones are discarded."""
        for key in keys:
            self._end(key)
            self._compute_queue.forget(key)
        self.changed.emit()

    def stop(self) -> None:
        """Stop the worker thread."""
        self._end(*self._courses)
        self._compute_queue.stop()

    def _end(self, *keys: str) -> None:
        for key in keys:
            course = self._courses.pop(key, None)
            if course is not None:
                course.end()


def expected_error(problem: BaseException, *expected: type[BaseException]) -> Any:
    """Return an exception of an expected kind; raise any other, which is a bug."""
    if not isinstance(problem, expected):
        raise problem
    return problem


class ServerReader(QObject):
    """Call a function for each server address in its own daemon thread.

    A `ComputeQueue` waits for its running task when it stops, and Python for non-daemon threads at exit: both would
    hang on a server that accepts a connection and never answers.

    Parameters
    ----------
    read
        Called in the thread with an address; it must not touch Qt.
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    #: What `read` returned, or the exception that it raised; received in the GUI thread.
    answered = Signal(object)

    def __init__(self, read: Callable[[str], object], parent: QObject) -> None:
        super().__init__(parent)
        self._read = read
        self._lock = threading.Lock()
        self._pending: set[str] = set()
        self._stopped = False

    def ask(self, places: Iterable[str]) -> None:
        """Read these addresses, except those whose answer is outstanding."""
        with self._lock:
            new = [place for place in places if place not in self._pending]
            self._pending.update(new)
        for place in new:
            threading.Thread(target=self._run, args=(place,), name="kgdesk-server", daemon=True).start()

    def pending(self, place: str) -> bool:
        """Return whether the answer of an address is outstanding."""
        with self._lock:
            return place in self._pending

    def stop(self) -> None:
        """Discard all outstanding answers without waiting for them."""
        with self._lock:
            self._stopped = True

    def _run(self, place: str) -> None:
        answer: object
        try:
            answer = self._read(place)
        except Exception as problem:  # noqa: BLE001 - raised again in the thread of the window
            answer = problem
        with self._lock:  # after `stop` the Qt object may be destroyed
            self._pending.discard(place)
            if not self._stopped:
                self.answered.emit(answer)


class WriteQueue(QObject):
    """Call functions one after the other in a worker thread and deliver their results in the GUI thread.

    One thread writes all changes of a study, in order. A commit takes as long as the disk's sync, a millisecond to a
    second; the GUI thread stays free and receives each result when the change is durable. Unlike in the compute queue,
    nothing is ever dropped.

    Parameters
    ----------
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    _done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kgdesk-write")
        self._open: deque[tuple[Future[Any], Callable[[Any], None], Callable[[BaseException], None]]] = (
            deque()
        )
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a result is outstanding."""
        return bool(self._open)

    def write(
        self,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> Future[T]:
        """Queue a function; it runs after all earlier ones."""
        future = self._pool.submit(function)
        self._open.append((future, deliver, failed))
        future.add_done_callback(lambda _: self._done.emit())
        return future

    def settle(self) -> None:
        """Block until everything is written, and deliver the results."""
        while self._open:
            wait([self._open[0][0]])
            self._deliver()

    def stop(self) -> None:
        """Finish and deliver all writes, then end the thread. Idempotent."""
        self.settle()
        self._pool.shutdown(wait=True)

    def _deliver(self) -> None:
        while self._open and self._open[0][0].done():
            future, deliver, failed = self._open.popleft()
            problem = future.exception()
            if problem is not None:
                failed(problem)
            else:
                deliver(future.result())
