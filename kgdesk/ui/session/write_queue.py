"""WriteQueue: one thread that writes all changes of a study, in order.

A commit takes as long as the disk's sync, a millisecond to a second. The GUI thread stays free and receives each
result when the change is durable. Unlike in the compute queue, nothing is ever dropped.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

T = TypeVar("T")


class WriteQueue(QObject):
    """Call functions one after the other in a worker thread and deliver their results in the GUI thread.

    Parameters
    ----------
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    _done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kgdesk-pen")
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
    ) -> None:
        """Queue a function; it runs after all earlier ones."""
        future = self._pool.submit(function)
        self._open.append((future, deliver, failed))
        future.add_done_callback(lambda _: self._done.emit())

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
