"""Processor seconds of the table page of a new study at 100,000 rows: reading the table, and each change of a column.

    PYTHONPATH=.:tests/ui python tests/ui/new_study/bench_table_page.py

The window shows the old state meanwhile and takes gestures; its own share is that of the thread of the window.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtWidgets import QApplication
from tabled import choose_use, ready, rows, write

from kgdesk.actions import Operator
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from collections.abc import Callable


def measured(
    application: QApplication, wizard: NewStudyWizard, gesture: Callable[[], object]
) -> tuple[float, float]:
    """Return the processor seconds until the page is ready again after a gesture, and those of the window's thread."""
    whole, own = time.process_time(), time.thread_time()
    gesture()
    application.processEvents()
    while not ready(wizard):
        application.processEvents()
        time.sleep(0.005)
    return time.process_time() - whole, time.thread_time() - own


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rows", type=int, default=100_000)
    given = asked.parse_args()
    application = QApplication([])
    apply(application, "light", 1.0)
    with tempfile.TemporaryDirectory() as folder:
        table = write(Path(folder, "large.csv"), rows(given.rows))
        wizard = NewStudyWizard(Operator("bench"), Path(folder, "space"), str(table))
        print("| change | processor seconds | of them in the window's thread |\n|---|---|---|")
        steps: dict[str, Callable[[], object]] = {
            "the table is read": wizard.show,
            "a column is ignored": lambda: choose_use(wizard, "speed", "ignore"),
            "it is learnt from again": lambda: choose_use(wizard, "speed", "number"),
            "its logarithm is": lambda: choose_use(wizard, "speed", "log"),
            "the code is ignored": lambda: choose_use(wizard, "code", "ignore"),
        }
        for name, gesture in steps.items():
            whole, own = measured(application, wizard, gesture)
            print(f"| {name} | {whole:.1f} | {own:.1f} |", flush=True)
        wizard.worker.stop()
        wizard.close()


if __name__ == "__main__":
    main()
