"""What the programs that measure a window share: waiting for it, and how long it does not come back to its events."""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, Qt, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable


def wait(until: Callable[[], bool], seconds: float = 600.0) -> float:
    """Let the window work until something holds; return when that was.

    In an event loop, as in the program: `QTest.qWait` keeps the interpreter's lock while it sleeps, and the compute
    lane would wait for it at every step.
    """
    loop, looks, end = (
        QEventLoop(),
        QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer),
        QTimer(singleShot=True),
    )
    looks.timeout.connect(lambda: loop.quit() if until() else None)
    end.timeout.connect(lambda: sys.exit("It did not come to an end."))
    looks.start()
    end.start(round(1000 * seconds))
    if not until():
        loop.exec()
    return time.perf_counter()


def pause(seconds: float) -> None:
    """Let the window work for so long."""
    end = time.perf_counter() + seconds
    wait(lambda: time.perf_counter() >= end)


class Pulse(QTimer):
    """Beats every two milliseconds where the window is free to."""

    def __init__(self) -> None:
        super().__init__(interval=2, timerType=Qt.TimerType.PreciseTimer)
        self.beats: list[float] = []
        self.timeout.connect(lambda: self.beats.append(time.perf_counter()))

    def gaps(self) -> list[float]:
        """Return the times between the beats in milliseconds, rising."""
        return sorted(1000 * (b - a) for a, b in pairwise(self.beats))
