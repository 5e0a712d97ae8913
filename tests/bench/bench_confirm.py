"""Measure the time from Confirm until the next suggestion is painted, at 1,000 candidates.

``PYTHONPATH=. python tests/bench/bench_confirm.py`` measures this checkout;
``PYTHONPATH=. python tests/bench/bench_confirm.py --against FOLDER`` also measures another checkout, alternating entry
by entry, and prints the ratio of the medians; a checkout that has this script is measured by its own, which knows its
names of modules and classes. ``--profile`` prints a profile of this checkout's window.
"""

from __future__ import annotations

import argparse
import cProfile
import csv
import os
import pstats
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer

if TYPE_CHECKING:
    from kgdesk.ui.window.main_window import MainWindow

CANDIDATES, ATTRIBUTES, EARLIER, PAIRS, WARM_UP = 1_000, 6, 20, 15, 3
#: Seconds between two gestures, as at the bench.
_PAUSE = 0.3


class _Painted(QObject):
    """Record when the card is first painted with the suggestion for the newest run."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.at, self._runs = 0.0, 0
        window.panel.card.installEventFilter(self)

    def begin(self) -> float:
        """Wait for the next entry; return the present time in seconds."""
        self.at, self._runs = 0.0, len(self._window.controller.study.runs)
        return time.perf_counter()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle a paint event of the card, if the card shows the suggestion."""
        if event.type() == QEvent.Type.Paint and not self.at and self._shows_suggestion():
            self.at = time.perf_counter()
        return False

    def _shows_suggestion(self) -> bool:
        controller, card = self._window.controller, self._window.panel.card
        if controller.advice.current is None or len(controller.study.runs) <= self._runs:
            return False
        waits = card.heading.text().startswith("Working out")
        return card.code.text() == controller.advice.current.suggestion.candidate and not waits


def _work(until: float | None = None, painted: _Painted | None = None) -> None:
    """Run the event loop until a time, or until the card is painted."""
    loop, looks = QEventLoop(), QTimer(interval=1)

    def look() -> None:
        if (painted is not None and painted.at) or (until is not None and time.perf_counter() >= until):
            loop.quit()

    looks.timeout.connect(look)
    looks.start()
    loop.exec()


def make_study(folder: Path) -> Path:
    """Create a study of 1,000 candidates with some runs; return its file."""
    from kgdesk import actions
    from kgdesk.actions.importing import read_pool
    from kgdesk.model.study.settings import Settings

    table, rng = folder / "candidates.csv", np.random.default_rng(17)
    with table.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["Code", *(f"Attribute {k} (mM)" for k in range(ATTRIBUTES))])
        for row, values in enumerate(rng.uniform(0, 100, (CANDIDATES, ATTRIBUTES))):
            rows.writerow([f"C-{row:04d}", *(f"{value:.2f}" for value in values)])
    pool = read_pool(table, id="Code")
    path = folder / "confirm.kgstudy"
    with actions.create_study(path, pool, Settings(budget=200), actions.Operator("MK", "bench")) as session:
        for row in range(EARLIER):
            actions.record(session, f"C-{37 * row:04d}", ("failure", "success")[row % 2])
    return path


def _serve(profile: bool) -> None:
    """Open a window and record an outcome per input line; answer with milliseconds, or with a profile."""
    from PySide6.QtCore import QSettings

    from kgdesk import actions
    from kgdesk.ui.home.main import application
    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.theme import Theme
    from kgdesk.ui.window.main_window import MainWindow

    with tempfile.TemporaryDirectory() as name:
        os.environ["KGDESK_DATA"] = os.environ["XDG_DATA_HOME"] = name
        for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(form, QSettings.Scope.UserScope, name)
        app, compute_queue = application(), ComputeQueue()
        theme = app.findChild(Theme) or Theme(app)
        theme.apply("light", 1.0)
        session = actions.open_study(make_study(Path(name)), actions.Operator("MK", "bench"))
        window = MainWindow(StudyController(session, compute_queue), theme)
        window.tabs.setCurrentIndex(0)
        window.show()
        window.controller.advice.ask()
        painted = _Painted(window)
        while window.controller.advice.current is None or not window.controller.advice.trajectory:
            _work(time.perf_counter() + 0.05)
        _answer(window, painted, cProfile.Profile() if profile else None)
        window.close()
        compute_queue.stop()


def _answer(window: MainWindow, painted: _Painted, profile: cProfile.Profile | None) -> None:
    print("ready", flush=True)
    for turn, _ in enumerate(sys.stdin):
        (window.panel.success if turn % 2 else window.panel.failure).click()
        _work(time.perf_counter() + _PAUSE)
        begun = painted.begin()
        if profile is not None and turn >= WARM_UP:
            profile.enable()
        window.panel.strip.record.click()
        _work(painted=painted)
        if profile is not None:
            profile.disable()
        print(f"{1000 * (painted.at - begun):.3f}", flush=True)
        _work(time.perf_counter() + 2 * _PAUSE)
    if profile is not None:
        pstats.Stats(profile, stream=sys.stderr).sort_stats("cumulative").print_stats(70)


class _Window:
    """Window of one checkout in a process of its own."""

    def __init__(self, checkout: Path, *, profile: bool = False) -> None:
        more = ["--profile"] if profile else []
        own = checkout / "tests" / "bench" / Path(__file__).name
        self._process = subprocess.Popen(
            [sys.executable, str(own if own.exists() else __file__), "--serve", *more],
            env={**os.environ, "PYTHONPATH": str(checkout), "QT_QPA_PLATFORM": "offscreen"},
            cwd=checkout, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._read()

    def confirm(self) -> float:
        """Record an outcome; return milliseconds until the next suggestion is painted."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._read())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("The window ended before its time.")
        return line


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="another checkout, whose times are the denominator")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        _serve(args.profile)
        return
    checkouts = [Path(__file__).resolve().parents[2], *([args.against.resolve()] if args.against else [])]
    windows = [_Window(checkout, profile=args.profile) for checkout in checkouts]
    times: list[list[float]] = [[] for _ in windows]
    for _ in range(WARM_UP + args.pairs):
        for window, spent in zip(windows, times, strict=True):
            spent.append(window.confirm())
    for window in windows:
        window.close()
    medians = [median(spent[WARM_UP:]) for spent in times]
    for checkout, spent, middle in zip(checkouts, times, medians, strict=True):
        measured = spent[WARM_UP:]
        print(f"{middle:7.1f} ms (median of {len(measured)}, {min(measured):.1f} at least)  {checkout}")
    if args.against:
        ratios = [own / other for own, other in zip(times[0][WARM_UP:], times[1][WARM_UP:], strict=True)]
        print(
            f"ratio of the medians {medians[0] / medians[1]:.2f}, median of the ratios {median(ratios):.2f}"
        )


if __name__ == "__main__":
    main()
