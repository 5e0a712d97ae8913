"""Getting the kernels ready, in the lane: the first compilation with its progress, or what was kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.lane import Lane


class Preparation(QObject):
    """Makes ready once for a process what every study needs.

    Where nothing has to be compiled nobody waits for it: the first advice loads what it needs, and the rest follows.

    Parameters
    ----------
    lane
        The compute lane; ask before any study does.
    warm_up
        Compiles or loads; is given a function to call with (done, total) and calls it in the lane's thread.
    ready
        Says, in the lane's thread, whether all of it is compiled already; None where that is not known.
    """

    #: `done`, `total`, `ended` or `loaded` has a new value.
    moved = Signal()
    _stepped = Signal(int, int)
    _missed = Signal()

    def __init__(
        self,
        lane: Lane,
        warm_up: Callable[[Callable[[int, int], None]], object],
        parent: QObject | None = None,
        *,
        ready: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(parent)
        self._lane, self._warm_up, self._ready = lane, warm_up, ready
        self.done, self.total = 0, 0
        #: Whether nobody has to wait for the compiler, as far as is known, and whether everything is at hand.
        self.ended, self.loaded = ready is not None, False
        self._stepped.connect(self._step)
        self._missed.connect(self._wait)
        lane.ask("warmup", 0, self._prepare, self._end, self._fail)

    def _prepare(self) -> bool:
        """Compile what is not compiled yet, in the lane; return whether there is something left to load."""
        if self._ready is not None and self._ready():
            return True
        self._missed.emit()
        self._warm_up(self._stepped.emit)
        return False

    def _wait(self) -> None:
        self.ended = False
        self.moved.emit()

    def _step(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self.moved.emit()

    def _end(self, left: bool) -> None:
        self.ended, self.loaded = True, not left
        if left:  # after the first advice, which was asked for meanwhile
            self._lane.ask("warmup", 0, lambda: self._warm_up(lambda *_: None), self._load, self._fail)
        self.moved.emit()

    def _load(self, _answer: object) -> None:
        self.loaded = True
        self.moved.emit()

    def _fail(self, problem: BaseException) -> None:
        self._end(left=False)  # the question of a study will meet the same fault and say so where it matters
        if not isinstance(problem, KgdeskError):
            raise problem
