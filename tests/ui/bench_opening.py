"""Measure how responsive the window is while a study of 100,000 entries opens; start manually.

``PYTHONPATH=. python tests/ui/bench_opening.py``
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import make_study
from kgdesk_bench.window_session import EventLoopPulse
from PySide6.QtCore import QEventLoop, QSettings, QTimer

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.home.main import application
from kgdesk.ui.home.program import Program

ENTRIES = 100_000


def main(folder: Path) -> None:
    """Run the measurements and print them."""
    os.environ["KGDESK_DATA"] = str(folder / "own")
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
    path = make_study(folder / "long.kgstudy")
    with actions.open_study(path, Operator("MK")) as session:
        session.append([("outcome_recorded", {"candidate": "C-0001", "outcome": "failure"})] * ENTRIES)
    program = Program(application(), "MK")
    program.show_home()
    pulse = EventLoopPulse()
    loop = QEventLoop()
    program.study_reader.opened.disconnect(program.show_study)
    got: list[actions.Session] = []
    before = time.process_time()
    program.study_reader.opened.connect(lambda session: (pulse.stop(), got.append(session), loop.quit()))
    QTimer.singleShot(300, lambda: (pulse.start(), program.open_in_background(path)))
    loop.exec()
    spent = time.process_time() - before
    got[0].close()
    gaps, beats = [1000 * gap for gap in pulse.gaps()], pulse.beats
    print(
        f"{ENTRIES} entries opened in {beats[-1] - beats[0]:.2f} s, {spent:.2f} processor seconds; the window "
        f"waited {gaps[-1]:.0f} ms at most, {gaps[int(0.99 * len(gaps))]:.0f} ms in 99 of 100 of {len(gaps)} beats"
    )
    program.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))
