"""What the window needs of this computer: a platform of Qt's, fonts, icons."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from PySide6.QtCore import QBuffer, QByteArray, Qt, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from kgdesk.actions.qualification import Finding
from kgdesk.bundled import resource
from kgdesk.errors import joined, phrase

#: Letters that results are written with.
_LETTERS = "Ag0.5 % – ± κ σ ²"


def window_findings() -> list[Finding]:
    """Return what each check found; run in a process that may be ended by Qt."""
    app = QGuiApplication.instance() or QGuiApplication(["kgdesk"])
    app.setApplicationName("kgdesk")
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    facts = {"version": qVersion(), "platform": QGuiApplication.platformName()}
    told = (
        phrase("Qt {version}, platform {platform}, no screen used", **facts)
        if asked == "offscreen"
        else phrase("Qt {version}, platform {platform}", **facts)
    )
    return [Finding(phrase("window"), told, _parts()), _fonts(), _icons()]


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
        return phrase("a part of it is missing ({cause}). Install kgdesk again.", cause=cause)
    return ""


def _fonts() -> Finding:
    what, font = phrase("fonts"), QFont()
    font.setPointSizeF(12)
    families = QFontDatabase.families()
    if not families:
        none = phrase("there are none, so that no text can be shown. Install a font.")
        debian = phrase(" On Debian it is in fonts-dejavu-core.")
        return Finding(what, problem=joined(none, debian) if sys.platform.startswith("linux") else none)
    drawn = [_ink(letter, font) for letter in _LETTERS if letter != " "]
    if not all(drawn):
        blank = "".join(x for x, ink in zip(_LETTERS.replace(" ", ""), drawn, strict=True) if not ink)
        return Finding(
            what,
            problem=phrase("the letters {letters} are not drawn. Install another font.", letters=blank),
        )
    width = f"{QFontMetricsF(font).horizontalAdvance(_LETTERS):.0f}"
    count, family = len(families), font.defaultFamily()
    return Finding(
        what,
        phrase("{count} families, {family} {width} wide", count=count, family=family, width=width),
    )


def _ink(letter: str, font: QFont) -> bool:
    image = QImage(32, 32, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, letter)
    painter.end()
    return any(byte < 200 for byte in bytes(image.constBits()))


def _icons() -> Finding:
    what = phrase("icons and pictures")
    image = QImage(32, 32, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(resource("icons", "app.svg").read_bytes())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    saved = image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt text
    if not saved or image.pixelColor(16, 3).alpha() == 0:
        return Finding(what, problem=phrase("they cannot be drawn. Install kgdesk again."))
    return Finding(what, phrase("drawn and saved as PNG"))
