"""Measure frames of Explore at 10,000 candidates: ``PYTHONPATH=. python tests/ui/pages/bench_explore.py``.

A line is dragged over its whole range. What is printed is processor time, of computing a frame, which another thread
does, and of drawing and painting it in the window.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer

from kgdesk.model.study.settings import Settings
from kgdesk.ui.home.main import application
from kgdesk.ui.pages.explore import ExploreTab, _frame_of
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme
from tests.ui.desks import fill, make_session

if TYPE_CHECKING:
    from collections.abc import Callable

_FRAMES = 60


def until(done: Callable[[], object]) -> None:
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: loop.quit() if done() else None)
    timer.start(10)
    loop.exec()
    timer.stop()


def measure(terms: str, attributes: int) -> tuple[float, float]:
    """Return the processor milliseconds of a frame: computing, and drawing with painting."""
    folder = Path(tempfile.mkdtemp())
    settings = Settings(title="Screen", budget=40, terms=terms)
    session = make_session(folder, count=10_000, attributes=attributes - 1, settings=settings)
    fill(session)
    queue = ComputeQueue()
    controller = StudyController(session, queue)
    controller.advice.ask()
    until(lambda: controller.advice.current is not None)
    tab = ExploreTab(controller)
    tab.resize(980, 640)
    tab.show()
    until(tab.painted)
    until(lambda: not any(map(queue.pending, ("trajectory", "stake", "counsel"))))
    point, ground, advice = tab.point, tab._ground, controller.advice.current
    assert point is not None
    assert ground is not None
    assert advice is not None
    points = [(float(value), *point[1:]) for value in np.linspace(10.0, 120.0, _FRAMES)]
    began = time.process_time()
    frames = [_frame_of(advice, ground, each, 0) for each in points]
    computing = (time.process_time() - began) * 1000 / _FRAMES
    began = time.process_time()
    for frame in frames:
        tab._slice, tab._row, tab._point = 0, None, frame.point
        tab._take(frame)
        tab._next_frame.stop()
        tab.slices.grid.grab()
    drawing = (time.process_time() - began) * 1000 / _FRAMES
    tab.close()
    controller.close()
    queue.stop()
    return computing, drawing


def main() -> None:
    Theme(application()).apply("light")
    for terms, attributes in (("linear", 5), ("average", 5), ("average", 10)):
        computing, drawing = measure(terms, attributes)
        print(
            f"{terms}, {attributes} attributes: computing {computing:.1f} ms, drawing {drawing:.1f} ms a frame"
        )


if __name__ == "__main__":
    main()
