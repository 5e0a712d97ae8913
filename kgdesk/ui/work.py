"""Work outside the window's thread that is no calculation: reading tables, lists and studies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.ui.lane import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Worker(QObject):
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
        self._lane = Lane(self)
        self._count = 0
        self._lane.busy.connect(lambda _: self.changed.emit())

    def ask(
        self,
        key: str,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Have a function called; see `Lane.ask`. A newer question of a key replaces the older one."""
        self._count += 1
        self._lane.ask(key, self._count, function, deliver, failed)
        self.changed.emit()

    def pending(self, *keys: str) -> bool:
        """Return whether an answer for one of some keys is still to come."""
        return any(map(self._lane.pending, keys))

    def forget(self, *keys: str) -> None:
        """Drop questions and their answers."""
        for key in keys:
            self._lane.forget(key)
        self.changed.emit()

    def stop(self) -> None:
        """End the thread."""
        self._lane.stop()


def raised(problem: BaseException, *expected: type[BaseException]) -> Any:
    """Return a problem of an expected kind; raise any other, which is a fault of the program."""
    if not isinstance(problem, expected):
        raise problem
    return problem
