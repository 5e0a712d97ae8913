"""Qt's application for work without a window: its fonts draw text in files."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication


def application_for_files() -> tuple[QCoreApplication, bool]:
    """Return the application, and whether it was made just now, without a screen; hold it as long as you draw."""
    running = QCoreApplication.instance()
    if running is not None:
        return running, False
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QApplication(["kgdesk"]), True
