"""Measure a rehearsal in its window: time to the first curve, total time, and time until Cancel has ended it.

A study of 300 candidates with five numbers, 100 rehearsals of 30 measurements, three policies. Start it manually on
an idle computer:

    PYTHONPATH=. python tests/ui/pages/bench_rehearsal.py [--policies kg,random,top-two] [--cancels 10]

The window's kernels are loaded; the worker processes load theirs. A curve counts as displayed when the plot is painted
with it. A rehearsal has ended after Cancel when the window says so and its last process has exited.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import tempfile
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
from kgdesk_bench.window_session import EventLoopPulse, pause, wait
from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QWidget

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.ui.home.main import application
from kgdesk.ui.home.program import Program
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.window.main_window import MainWindow

CANDIDATES, NUMBERS, REHEARSALS, BUDGET = 300, 5, 100, 30
#: Seconds from Start to Cancel: while processes start, at the first curve, and at full speed.
MOMENTS = (0.0, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0)


def make_study(path: Path) -> Path:
    """Create a study of random candidates without outcomes."""
    table = path.with_suffix(".csv")
    values = np.random.default_rng(300).uniform(-1.0, 1.0, (CANDIDATES, NUMBERS))
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Code", *(f"Attribute {k + 1}" for k in range(NUMBERS))])
        writer.writerows([f"C-{row:03d}", *map(repr, own.tolist())] for row, own in enumerate(values))
    with actions.create_study(path, read_pool(table, id="Code"), Settings(budget=BUDGET), Operator("MK")):
        return path


class Painted(QObject):
    """Detect the first painting of the plot with data."""

    def __init__(self, page: RehearsalDialog) -> None:
        super().__init__(page)
        self._page = page
        self.at: float | None = None
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        card = self._page.card
        drawn = event.type() == QEvent.Type.Paint and isinstance(watched, QWidget)
        if self.at is None and drawn and card.figure.isAncestorOf(watched) and card._data is not None:
            QTimer.singleShot(0, self._done)
        return False

    def _done(self) -> None:
        if self.at is None:
            self.at = time.perf_counter()


def fill(page: RehearsalDialog, policies: list[str]) -> None:
    """Tick the policies and the study's truths; set the numbers."""
    for among, wanted in ((page.form.policies, policies), (page.form.truths, ["prior"])):
        assert isinstance(among, QListWidget)
        for row in range(among.count()):
            item = among.item(row)
            on = item.data(Qt.ItemDataRole.UserRole) in wanted
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
    page.form.rehearsals.setValue(REHEARSALS)
    page.form.budget.setValue(BUDGET)


def whole(page: RehearsalDialog, name: str) -> None:
    """Measure one rehearsal from Start to its end, and the responsiveness of the window meanwhile."""
    pulse = EventLoopPulse()
    begun = time.perf_counter()
    pulse.start()
    QTest.mouseClick(page.start, Qt.MouseButton.LeftButton)
    painted = Painted(page)  # now, after the curves of an earlier rehearsal are removed
    end = wait(lambda: page.final_result is not None)
    pulse.stop()
    held = 1000 * pulse.gaps()[-1]
    assert painted.at is not None
    print(
        f"{name}: first curve on screen after {painted.at - begun:.2f} s (goal 3 s), all {REHEARSALS} after "
        f"{end - begun:.1f} s (goal 60 s); the window waited {held:.0f} ms at most"
    )


def cancelled(page: RehearsalDialog, after: float) -> float:
    """Return how long Cancel takes, pressed `after` seconds after Start."""
    QTest.mouseClick(page.start, Qt.MouseButton.LeftButton)
    begun = time.perf_counter()
    wait(lambda: time.perf_counter() >= begun + after)
    pressed = time.perf_counter()
    QTest.mouseClick(page.cancel, Qt.MouseButton.LeftButton)
    spent = wait(lambda: page.start.isEnabled() and not multiprocessing.active_children()) - pressed
    pause(0.3)
    assert not multiprocessing.active_children()  # none that started later
    return spent


def main(folder: Path) -> None:
    """Run the measurements and print them."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--policies", default="kg,random,top-two")
    options.add_argument("--cancels", type=int, default=10)
    given = options.parse_args()
    os.environ["KGDESK_DATA"] = str(folder / "own")
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
    program = Program(application(), "MK")
    program.open(make_study(folder / "three hundred.kgstudy"))
    window = program.window
    assert isinstance(window, MainWindow)
    wait(lambda: program.preparation.loaded)
    print("load of the last minute", os.getloadavg()[0], "policies", given.policies)
    window.dialogs.rehearse()
    page = window.findChild(RehearsalDialog)
    assert page is not None
    fill(page, given.policies.split(","))
    for name in ("first", "again"):
        whole(page, name)
    for after in MOMENTS:
        spent = [1000 * cancelled(page, after) for _ in range(given.cancels)]
        print(
            f"cancelled {after:.1f} s after Start: {max(spent):.0f} ms at most of {len(spent)} (goal 200 ms); all:",
            *(f"{one:.0f}" for one in sorted(spent)),
        )
    print("load of the last minute", os.getloadavg()[0])
    page.close()
    program.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))
