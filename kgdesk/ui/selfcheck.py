"""What the window needs of this computer: a platform of Qt's, fonts, icons."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from PySide6.QtCore import QBuffer, QByteArray, Qt, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from kgdesk.bundled import resource

#: Letters that results are written with.
_LETTERS = "Ag0.5 % – ± κ σ ²"


def window_findings() -> list[tuple[str, str, str]]:
    """Return (what, told, problem) of each check; run in a process that may be ended by Qt."""
    app = QGuiApplication.instance() or QGuiApplication(["kgdesk"])
    app.setApplicationName("kgdesk")
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    told = f"Qt {qVersion()}, platform {QGuiApplication.platformName()}" + (
        ", no screen used" if asked == "offscreen" else ""
    )
    return [("window", told, _parts()), _fonts(), _icons()]


def _parts() -> str:
    """Return what is wrong with the window's own modules: a frozen program may lack one."""
    try:
        for name in (
            "kgdesk.ui.app",
            "kgdesk.ui.home",
            "kgdesk.ui.wizard.wizard",
            "kgdesk.ui.dialogs.export",
        ):
            import_module(name)
    except ImportError as cause:
        return f"a part of it is missing ({cause}). Install kgdesk again."
    return ""


def _fonts() -> tuple[str, str, str]:
    font = QFont()
    font.setPointSizeF(12)
    families = QFontDatabase.families()
    if not families:
        package = " (on Debian: fonts-dejavu-core)" if sys.platform.startswith("linux") else ""
        return "fonts", "", f"there are none, so that no text can be shown. Install a font{package}."
    drawn = [_ink(letter, font) for letter in _LETTERS if letter != " "]
    if not all(drawn):
        blank = "".join(x for x, ink in zip(_LETTERS.replace(" ", ""), drawn, strict=True) if not ink)
        return "fonts", "", f"the letters {blank} are not drawn. Install another font."
    width = QFontMetricsF(font).horizontalAdvance(_LETTERS)
    return "fonts", f"{len(families)} families, {font.defaultFamily()} {width:.0f} wide", ""


def _ink(letter: str, font: QFont) -> bool:
    image = QImage(32, 32, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, letter)
    painter.end()
    return any(byte < 200 for byte in bytes(image.constBits()))


def _icons() -> tuple[str, str, str]:
    image = QImage(32, 32, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(resource("icons", "app.svg").read_bytes())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    saved = image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt text
    if not saved or image.pixelColor(16, 3).alpha() == 0:
        return "icons and pictures", "", "they cannot be drawn. Install kgdesk again."
    return "icons and pictures", "drawn and saved as PNG", ""
