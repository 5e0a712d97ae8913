"""A session in a real window: from a confirmed outcome to the next suggestion on the screen, and the loop's pauses."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QLineEdit, QTableView

from kgdesk.ui.home.main import application
from kgdesk.ui.home.program import Program
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Pauses in seconds: before confirming an outcome, between two views, between two keys, before the next run.
_TO_CONFIRM, _TO_LOOK, _TO_TYPE, _REST = 0.2, 0.05, 0.1, 2.0


@dataclass(frozen=True)
class Waits:
    """Measured response times of the window, in seconds.

    Parameters
    ----------
    entries
        From a confirmed outcome to the painted card with the next suggestion, one per entry.
    beats
        Intervals between two ticks of the event loop, ascending.
    """

    entries: tuple[float, ...]
    beats: tuple[float, ...]


def wait(until: Callable[[], bool], seconds: float = 600.0) -> float:
    """Run an event loop until a condition holds; return `time.perf_counter()` at that moment.

    QTest's waits hold the GIL while they sleep, which would slow the compute queue; a QEventLoop does not. Exits the
    process after `seconds`.
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
    """Run the event loop for a number of seconds."""
    end = time.perf_counter() + seconds
    wait(lambda: time.perf_counter() >= end)


class EventLoopPulse(QTimer):
    """Timer of 2 ms that records when the event loop is free to run it."""

    def __init__(self) -> None:
        super().__init__(interval=2, timerType=Qt.TimerType.PreciseTimer)
        #: `time.perf_counter()` of each tick.
        self.beats: list[float] = []
        self.timeout.connect(lambda: self.beats.append(time.perf_counter()))

    def gaps(self) -> list[float]:
        """Return the intervals between ticks in seconds, ascending."""
        return sorted(b - a for a, b in pairwise(self.beats))


class _Painted(QObject):
    """Record when the card of the next experiment is first painted with a suggestion."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._controller, self._card, self.at, self._runs = window.controller, window.panel.card, 0.0, 0
        self._card.installEventFilter(self)

    def begin(self) -> None:
        """Reset before an entry."""
        self.at, self._runs = 0.0, len(self._controller.study.runs)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Record the first paint that follows the entry."""
        advice = self._controller.advice.current
        is_next = (
            len(self._controller.study.runs) > self._runs
            and advice is not None
            and not self._controller.refresher.is_due(self._card)
        )
        if event.type() == QEvent.Type.Paint and is_next and not self.at:
            self.at = time.perf_counter()
        return False


def timed_session(study: Path, entries: int) -> Waits:
    """Replay a session on a study and return the measured waits. The study is changed.

    Creates a QApplication if there is none; platform and settings come from the environment.

    Parameters
    ----------
    study
        Path of a study with available candidates and no run in progress.
    entries
        Number of outcomes to record, alternately success and failure, two seconds and more after one another.
    """
    program = Program(application(), "bench")
    try:
        program.open(study)
        window = program.window
        if not isinstance(window, MainWindow):
            sys.exit("The study could not be opened.")
        controller = window.controller
        wait(lambda: controller.advice.current is not None and program.preparation.loaded)
        return _play(window, entries)
    finally:
        program.close()


def _play(window: MainWindow, entries: int) -> Waits:
    spent: list[float] = []
    card, pulse = _Painted(window), EventLoopPulse()
    pulse.start()
    for turn in range(entries):
        (window.panel.success if turn % 2 else window.panel.failure).click()
        pause(_TO_CONFIRM)
        card.begin()
        begun = time.perf_counter()
        window.panel.strip.record.click()
        wait(lambda: card.at > 0.0)
        spent.append(card.at - begun)
        _look_around(window, turn)
        pause(_REST)
    pulse.stop()
    return Waits(tuple(spent), tuple(pulse.gaps()))


def _look_around(window: MainWindow, turn: int) -> None:
    """Open another tab; in Candidates, sort and search."""
    tabs = window.tabs
    tabs.setCurrentIndex(turn % tabs.count())
    pause(_TO_LOOK)
    table = window.findChild(QTableView, "candidates.table")
    search = window.findChild(QLineEdit, "candidates.filter")
    if table is None or search is None or not table.isVisible():
        return
    table.sortByColumn(turn % 3, Qt.SortOrder.DescendingOrder)
    pause(_TO_LOOK)
    for end in range(1, 5):
        search.setText("C-00"[:end])
        pause(_TO_TYPE)
    search.clear()
    pause(_TO_LOOK)
