"""The first compilation of the kernels, in the lane, with its progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.lane import Lane


class Preparation(QObject):
    """Compiles once for a process what every study needs.

    Parameters
    ----------
    lane
        The compute lane; ask before any study does.
    warm_up
        Compiles; is given a function to call with (done, total) and calls it in the lane's thread.
    """

    #: `done`, `total` or `ended` has a new value.
    moved = Signal()
    _stepped = Signal(int, int)

    def __init__(
        self,
        lane: Lane,
        warm_up: Callable[[Callable[[int, int], None]], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.done, self.total, self.ended = 0, 0, False
        self._stepped.connect(self._step)
        lane.ask("warmup", 0, lambda: warm_up(self._stepped.emit), self._end, self._fail)

    def _step(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self.moved.emit()

    def _end(self, _answer: object) -> None:
        self.ended = True
        self.moved.emit()

    def _fail(self, problem: BaseException) -> None:
        self._end(None)  # the question of a study will meet the same fault and say so where it matters
        if not isinstance(problem, KgdeskError):
            raise problem
