"""Measure how long the window takes to show what is asked for; start manually.

``PYTHONPATH=.:tests/ui python tests/ui/bench_window.py``

Each page at first and again, a change of faces, an outcome from F8 and Enter to “recorded” and to the next suggestion
at 1,000 candidates, opening a study of 10,000 entries, and a frame of Explore (`pages/bench_explore.py`). Each figure
is the median in milliseconds of the processor, all threads together, and of the clock in brackets: on a busy machine
only the first one says something.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from gallery import Gallery, until
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings, Qt
from PySide6.QtTest import QTest

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.tabs import TABS
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.window.main_window import MainWindow
from tests.ui.desks import make_session
from tests.ui.pages.bench_explore import measure

if TYPE_CHECKING:
    from collections.abc import Callable


_TIMES, _ENTRIES, _CANDIDATES = 7, 10_000, 1_000
#: Seconds between two outcomes, in which what the last one asked for is computed.
_PAUSE = 0.3


class Watch:
    """Stop watch of the processor and of the clock, in milliseconds."""

    def __init__(self) -> None:
        self._begun = time.process_time(), time.perf_counter()

    def read(self) -> tuple[float, float]:
        """Return the milliseconds since the beginning."""
        now = time.process_time(), time.perf_counter()
        return 1000 * (now[0] - self._begun[0]), 1000 * (now[1] - self._begun[1])


def report(what: str, times: list[tuple[float, float]], goal: int) -> None:
    """Print the medians beside the goal."""
    processor, clock = (median(column) for column in zip(*times, strict=True))
    print(f"{what}: {processor:.0f} ms ({clock:.0f} ms), goal {goal} ms", flush=True)


def paint() -> None:
    """Lay out and paint what has changed; `LazyTabs` paints a page in the turn after the one that lays it out."""
    for _ in range(3):
        QCoreApplication.processEvents()


def wait() -> None:
    """Process events, and sleep while there is none: a loop that asks again and again would be measured as well."""
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Return the times of a gesture until what it changes is painted."""
    watch = Watch()
    act()
    paint()
    return watch.read()


def pages_and_faces(window: MainWindow) -> None:
    """Measure pages that are made anew, pages that were built, and the two faces."""
    for tab in TABS:
        first = []
        for _ in range(3):
            watch = Watch()
            page = tab.make(window.controller)
            page.resize(window.tabs.currentWidget().size())
            page.show()
            paint()
            first.append(watch.read())
            page.close()
            page.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        report(f"{tab.english} at first", first, 400)
    count = window.tabs.count()
    for place in range(count):
        window.tabs.setCurrentIndex(place)
        paint()
    for place, tab in enumerate(TABS):
        again = []
        for _ in range(_TIMES):
            window.tabs.setCurrentIndex((place + 1) % count)
            paint()
            again.append(timed(lambda place=place: window.tabs.setCurrentIndex(place)))
        report(f"{tab.english} again", again, 100)
    faces = [timed(lambda face=face: window.show_face(face)) for face in ("bench", "study") * _TIMES]
    report("another face", faces, 100)


def recording(gallery: Gallery, folder: Path) -> None:
    """Measure an outcome to “recorded” and to the next suggestion."""
    session = make_session(folder, count=_CANDIDATES, settings=Settings(title="Large", budget=90))
    with gallery.opened(session) as (window, _queue):
        entry = window.panel.control
        until(lambda: entry.entry.can_arm)
        recorded, suggested = [], []
        for turn in range(_TIMES + 2):
            QTest.qWait(int(1000 * _PAUSE))
            runs = len(window.controller.study.runs)
            watch = Watch()
            QTest.keyClick(window, Qt.Key.Key_F8)
            QTest.keyClick(window.panel.strip.record, Qt.Key.Key_Return)
            while not (len(window.controller.study.runs) > runs and window.panel.strip.label.text()):
                wait()
            said, watch = watch.read(), Watch()
            while window.controller.advice.current is None or not entry.entry.can_arm:
                wait()
            if turn > 1:  # the first ones compile and import
                recorded.append(said)
                suggested.append(watch.read())
    report("F8 Enter to “recorded”", recorded, 50)
    report(f"from there to the next suggestion, {_CANDIDATES} candidates", suggested, 50)


def opening(gallery: Gallery, folder: Path) -> None:
    """Measure from the file to the painted window with its first page."""
    session = make_session(folder)
    session.append([("outcome_recorded", {"candidate": "C-0001", "outcome": "failure"})] * _ENTRIES)
    path = session.file
    session.close()
    times = []
    for _ in range(3):
        watch, queue = Watch(), ComputeQueue()
        opened = actions.open_study(path, Operator("MK"))
        window = MainWindow(StudyController(opened, queue), gallery.theme)
        window.resize(1366, 768)
        window.show()
        window.tabs.setCurrentIndex(0)
        paint()
        times.append(watch.read())
        window.close()
        queue.stop()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    report(f"a study of {_ENTRIES} entries with all its pages", times, 2000)


def main(folder: Path) -> None:
    """Run the measurements and print them."""
    os.environ["KGDESK_DATA"] = str(folder / "own")
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
    gallery = Gallery(folder, (1366, 768), "light")
    with gallery.opened(actions.open_sample(folder, Operator("MK"))) as (window, _queue):
        pages_and_faces(window)
    recording(gallery, folder / "large")
    opening(gallery, folder / "long")
    for terms, attributes in (("linear", 5), ("average", 10)):
        computing, drawing = measure(terms, attributes)
        print(
            f"a frame of a dragged slice, {terms}, {attributes} attributes, 10,000 candidates: "
            f"drawing {drawing:.0f} ms, goal 33 ms; beside it computing {computing:.0f} ms"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))
