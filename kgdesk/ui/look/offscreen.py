"""Qt's application for work without a window: its fonts draw text in files."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from kgdesk.ui.languages import speak
from kgdesk.ui.look.theme import apply

if TYPE_CHECKING:
    from kgdesk.ui.languages import Language


def application_for_files(language: Language | None = None) -> QCoreApplication:
    """Return Qt's application, made without a screen and in light colours where there is none; hold it as you draw.

    Parameters
    ----------
    language
        What it is to speak; without it the language that it speaks, and English where it is made here.
    """
    running = QCoreApplication.instance()
    if isinstance(running, QApplication) and language is not None:
        speak(running, language)
    if running is not None:
        return running
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    made = QApplication(["kgdesk"])
    apply(made, "light")
    speak(made, language or "en")
    return made
