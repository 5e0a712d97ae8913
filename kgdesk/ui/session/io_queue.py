"""Reading tables, lists, studies and servers off the GUI thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.ui.session.compute_queue import ComputeQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


T = TypeVar("T")


class IoQueue(QObject):
    """Reads and checks tables in a thread of its own; kernels never run here.

    Parameters
    ----------
    parent
        Of the Qt object. Call `stop` before it goes.
    """

    #: A question has begun or ended.
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._compute_queue = ComputeQueue(self)
        self._count = 0
        self._compute_queue.busy.connect(lambda _: self.changed.emit())

    def ask(
        self,
        key: str,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Have a function called; see `ComputeQueue.ask`. A newer question of a key replaces the older one."""
        self._count += 1
        self._compute_queue.ask(key, self._count, function, deliver, failed)
        self.changed.emit()

    def pending(self, *keys: str) -> bool:
        """Return whether an answer for one of some keys is still to come."""
        return any(map(self._compute_queue.pending, keys))

    def forget(self, *keys: str) -> None:
        """Drop questions and their answers."""
        for key in keys:
            self._compute_queue.forget(key)
        self.changed.emit()

    def stop(self) -> None:
        """End the thread."""
        self._compute_queue.stop()


def expected_error(problem: BaseException, *expected: type[BaseException]) -> Any:
    """Return a problem of an expected kind; raise any other, which is a fault of the program."""
    if not isinstance(problem, expected):
        raise problem
    return problem


class ServerReader(QObject):
    """Calls a function for each place in a daemon thread of its own.

    A `Worker` waits for what runs when it is stopped, and the program for its threads when it ends: both would hang
    with a server that accepts a connection and then says nothing.

    Parameters
    ----------
    read
        Called in the thread with a place; it must not touch Qt.
    parent
        Of the Qt object. Call `stop` before it goes.
    """

    #: What `read` returned, or the exception that it raised; in the thread of the window.
    answered = Signal(object)

    def __init__(self, read: Callable[[str], object], parent: QObject) -> None:
        super().__init__(parent)
        self._read = read
        self._lock = threading.Lock()
        self._pending: set[str] = set()
        self._stopped = False

    def ask(self, places: Iterable[str]) -> None:
        """Read these places; one whose answer is still to come is not asked again."""
        with self._lock:
            new = [place for place in places if place not in self._pending]
            self._pending.update(new)
        for place in new:
            threading.Thread(target=self._run, args=(place,), name="kgdesk-server", daemon=True).start()

    def pending(self, place: str) -> bool:
        """Return whether the answer of a place is still to come."""
        with self._lock:
            return place in self._pending

    def stop(self) -> None:
        """Drop all answers that are still to come, without waiting for them."""
        with self._lock:
            self._stopped = True

    def _run(self, place: str) -> None:
        answer: object
        try:
            answer = self._read(place)
        except Exception as problem:  # noqa: BLE001 - raised again in the thread of the window
            answer = problem
        with self._lock:  # after `stop` the Qt object may be gone
            self._pending.discard(place)
            if not self._stopped:
                self.answered.emit(answer)
