"""The writer's lane: the one thread in which everything that changes a study is written, in order.

A commit lasts as long as the disk needs for its sync: a millisecond or a second. The window hands its entries over,
stays free, and is told in its own thread when each one is safe. Unlike the compute lane nothing is ever dropped.
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
    """Calls functions one after the other in a thread of its own and delivers their results in the GUI thread.

    Parameters
    ----------
    parent
        Of the Qt object. Call `stop` before it goes.
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
        """Whether the result of something is still to come."""
        return bool(self._open)

    def write(
        self,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Have a function called after all those before it.

        Parameters
        ----------
        function
            Called in the pen's thread; it must not touch Qt.
        deliver
            Called in the GUI thread with the result, in the order of the calls.
        failed
            Called in the GUI thread with whatever `function` raised.
        """
        future = self._pool.submit(function)
        self._open.append((future, deliver, failed))
        future.add_done_callback(lambda _: self._done.emit())

    def settle(self) -> None:
        """Wait until everything is written, and deliver it."""
        while self._open:
            wait([self._open[0][0]])
            self._deliver()

    def stop(self) -> None:
        """Write what waits, deliver it, and end the thread; may be called twice."""
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
