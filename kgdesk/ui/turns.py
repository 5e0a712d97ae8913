"""Work for the window in small pieces: what a person waits for goes between them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable


#: Between two turns, in milliseconds: what the one before has to paint is painted by then, and a key is answered.
_BREATH_MS = 4


class Turns(QObject):
    """Does one thing at a time, each in a turn of its own of the event loop.

    Four pictures drawn and painted at once hold the window for longer than a key may wait; one after the other they
    do not, and a suggestion that has come with them is on the screen before the first.

    Parameters
    ----------
    parent
        Owner: the page whose parts take turns.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[Callable[[], None]] = deque()
        self._next = QTimer(self, singleShot=True, interval=_BREATH_MS)
        self._next.timeout.connect(self._take)

    @property
    def over(self) -> bool:
        """Whether nothing waits for its turn."""
        return not self._waiting

    def ask(self, act: Callable[[], None]) -> None:
        """Have something done in a turn of its own, once, however often it is asked for before."""
        if act not in self._waiting:
            self._waiting.append(act)
        self._next.start()

    def _take(self) -> None:
        act = self._waiting.popleft()
        if self._waiting:
            self._next.start()
        act()
