"""The faces that letters are drawn with, on the screen and on paper."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

#: Faces without serifs that Windows has, the best first; the last ones where it is not Microsoft's.
WINDOWS = ("Segoe UI", "Tahoma", "Arial", "Noto Sans", "Open Sans", "DejaVu Sans", "Liberation Sans")

#: Likewise those in which every letter has the same width.
WINDOWS_FIXED = ("Consolas", "Courier New", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono")


def name_faces(app: QGuiApplication, system: str = sys.platform) -> None:
    """Name the faces of an application: on Windows Segoe UI, or what comes nearest; elsewhere the system's stays.

    Windows names a face that need not be there, and Qt then takes any, with serifs as it happens.
    """
    if system != "win32":
        return
    font = QFont(app.font())
    font.setFamilies([*WINDOWS, *font.families()])
    font.setStyleHint(QFont.StyleHint.SansSerif)
    app.setFont(font)


def fixed_faces(families: list[str], system: str = sys.platform) -> list[str]:
    """Return the faces of fixed width to name: those of the system, on Windows after the ones that it has."""
    return [*WINDOWS_FIXED, *families] if system == "win32" else families


def draw_without_screen(system: str = sys.platform) -> None:
    """Let an application that is created next draw without a screen, on Linux, where there may be none.

    Windows and macOS have one, and on Windows Qt finds no font without it.
    """
    if system.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
