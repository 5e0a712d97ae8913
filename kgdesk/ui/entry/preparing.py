"""Getting the kernels ready, in the lane: those of the first advice with it, all others behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.lane import Lane


class _Waited(Exception):
    """Somebody waits for the lane."""


class Preparation(QObject):
    """Makes ready once for a process what every study needs.

    The first advice compiles or loads what it needs, and nothing else is waited for; the rest follows.

    Parameters
    ----------
    lane
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
        lane: Lane,
        warm_up: Callable[[Callable[[int, int], None]], object],
        parent: QObject | None = None,
        *,
        ready: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(parent)
        self._lane, self._warm_up, self._ready = lane, warm_up, ready
        #: Whether nobody has to wait for the compiler, as far as is known, and whether everything is at hand.
        self.ended, self.loaded = ready is not None, False
        self._missed.connect(self._wait)
        self._met.connect(self._meet)
        lane.ask("warmup", 0, self._look, self._follow, self._fail)

    def _look(self) -> None:
        """See, in the lane, whether the first advice will wait for the compiler."""
        if self._ready is None or not self._ready():
            self._missed.emit()

    def _wait(self) -> None:
        self.ended = False
        self.moved.emit()

    def _follow(self, _answer: object) -> None:
        """Ask for the rest behind the first advice, which was asked for meanwhile."""
        self._lane.ask("warmup", 0, self._prepare, self._load, self._fail)

    def _prepare(self) -> bool:
        """Get ready what is not, in the lane; return whether some of it is left because somebody waits."""
        self._met.emit()
        try:
            self._warm_up(self._give_way)
        except _Waited:
            return True
        return False

    def _give_way(self, _done: int, _total: int) -> None:
        if self._lane.wanted("warmup"):
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
