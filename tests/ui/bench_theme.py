"""Measure how long a change of colours or text size takes with all pages built; start manually.

``PYTHONPATH=. python tests/ui/bench_theme.py``
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from gallery import Gallery
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from kgdesk import actions
from kgdesk.actions import Operator


def settle(window: QWidget) -> None:
    """Deliver what a change has posted, and paint the window."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        QCoreApplication.processEvents()
    window.grab()


def main(folder: Path) -> None:
    """Run the measurements and print them."""
    os.environ["KGDESK_DATA"] = str(folder / "own")
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
    gallery = Gallery(folder, (1366, 768), "light")
    with gallery.opened(actions.open_sample(folder, Operator("MK"))) as (window, _queue):
        for tab in range(window.tabs.count()):
            window.tabs.setCurrentIndex(tab)
            gallery.settle(window.tabs.currentWidget())
        window.tabs.setCurrentIndex(0)
        settle(window)
        print(f"{len(QApplication.allWidgets())} widgets")
        changes = [("dark", 1.0), ("light", 1.0), ("contrast", 1.0), ("light", 1.5), ("light", 1.0)]
        for scheme, scale in changes:
            applied, painted = [], []
            for _ in range(3):
                gallery.theme.apply("light" if scheme != "light" else "dark", 1.0)
                settle(window)
                start = time.process_time()
                gallery.theme.apply(scheme, scale)
                applied.append(time.process_time() - start)
                settle(window)
                painted.append(time.process_time() - start)
            print(
                f"{scheme} at {100 * scale:.0f} %: applied in {statistics.median(applied):.2f} s of the processor, "
                f"painted after {statistics.median(painted):.2f} s"
            )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))
