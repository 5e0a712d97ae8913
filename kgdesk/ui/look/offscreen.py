"""Qt's application for work without a window: its fonts draw text in files."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from kgdesk.ui.look.theme import apply


def application_for_files() -> QCoreApplication:
    """Return Qt's application, made without a screen and in light colours where there is none; hold it as you draw."""
    running = QCoreApplication.instance()
    if running is not None:
        return running
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    made = QApplication(["kgdesk"])
    apply(made, "light")
    return made
