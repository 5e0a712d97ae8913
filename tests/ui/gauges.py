"""What the programs that measure a window share: waiting for it, and how long it does not come back to its events."""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from collections.abc import Callable


def wait(until: Callable[[], bool], seconds: float = 600.0) -> float:
    """Let the window work until something holds; return when that was."""
    end = time.perf_counter() + seconds
    while not until():
        if time.perf_counter() > end:
            sys.exit("It did not come to an end.")
        QTest.qWait(1)
    return time.perf_counter()


class Pulse(QTimer):
    """Beats every two milliseconds where the window is free to."""

    def __init__(self) -> None:
        super().__init__(interval=2, timerType=Qt.TimerType.PreciseTimer)
        self.beats: list[float] = []
        self.timeout.connect(lambda: self.beats.append(time.perf_counter()))

    def gaps(self) -> list[float]:
        """Return the times between the beats in milliseconds, rising."""
        return sorted(1000 * (b - a) for a, b in pairwise(self.beats))
