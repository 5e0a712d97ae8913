"""Diagnostics of the window: Qt, fonts, icons, and a picture of the sample study."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, Qt, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from kgdesk import actions
from kgdesk.actions.findings import Finding
from kgdesk.errors import KgdeskError
from kgdesk.paths import resource_path
from kgdesk.text import joined, phrase
from kgdesk.ui.home.main import application
from kgdesk.ui.home.snapshot import snapshot
from kgdesk.ui.widgets import splash

#: Characters that results are written with.
_LETTERS = "Ag0.5 % – ± κ σ ²"
#: Grey level below which a pixel is part of a letter.
_INK = 200
#: The picture is sampled at this many points a side; fewer different colours mean that nothing was drawn.
_GRID, _FEWEST_SHADES = 64, 20


def window_findings() -> list[Finding]:
    """Check Qt's platform, the window's modules, fonts and icons. Run in a child process: Qt may abort it."""
    if not splash.has_screen():
        return [Finding(phrase("window"), problem=splash.no_screen().sentence)]
    application()
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    facts = {"version": qVersion(), "platform": QGuiApplication.platformName()}
    detail = (
        phrase("Qt {version}, platform {platform}, no screen used", **facts)
        if asked == "offscreen"
        else phrase("Qt {version}, platform {platform}", **facts)
    )
    missing, fonts = _parts(), _fonts()
    # A missing font or icon explains why the window could not be drawn.
    drawn = [] if missing or fonts.problem else [_demo_window()]
    return [Finding(phrase("window"), detail, missing), fonts, _icons(), *drawn]


def _parts() -> str:
    """Return an error if one of the window's modules cannot be imported: a frozen build may lack it. Empty if none."""
    try:
        for name in (
            "kgdesk.ui.home.main",
            "kgdesk.ui.home.home_window",
            "kgdesk.ui.new_study.wizard",
            "kgdesk.ui.dialogs.export",
        ):
            import_module(name)
    except ImportError as cause:
        return phrase("a part of it is missing ({cause}). Install kgdesk again.", cause=cause)
    return ""


def _demo_window() -> Finding:
    """Draw the window of the sample study with all its plots, as for a picture of it."""
    what = phrase("window of the sample study")
    try:
        with tempfile.TemporaryDirectory(prefix="kgdesk-selftest-", ignore_cleanup_errors=True) as folder:
            picture = Path(folder) / "window.png"
            snapshot(picture, actions.open_sample(folder, actions.Operator("selftest")))
            image = QImage(str(picture)).scaled(_GRID, _GRID)
    except KgdeskError as refused:
        return Finding(what, problem=refused.sentence)
    except (ImportError, OSError) as cause:
        problem = phrase("it cannot be drawn ({cause}). Install kgdesk again.", cause=cause)
        return Finding(what, problem=problem)
    shades = len({image.pixel(x, y) for x in range(_GRID) for y in range(_GRID)})
    if shades < _FEWEST_SHADES:
        return Finding(what, problem=phrase("its picture is empty. Install kgdesk again."))
    return Finding(what, phrase("drawn with its plots"))


def _fonts() -> Finding:
    what, font = phrase("fonts"), QFont()
    font.setPointSizeF(12)
    families = QFontDatabase.families()
    if not families:
        none = phrase("there are none, so that no text can be shown. Install a font.")
        debian = phrase(" On Debian it is in fonts-dejavu-core.")
        return Finding(what, problem=joined(none, debian) if sys.platform.startswith("linux") else none)
    drawn = {letter: _picture_of(letter, font) for letter in _LETTERS if letter != " "}
    known = QFontMetricsF(font)
    # Without any font, every letter is drawn as the same box. A letter that one font lacks is named by its code point.
    blank = "".join(
        letter
        for letter, picture in drawn.items()
        if not known.inFontUcs4(ord(letter))
        or min(picture) >= _INK
        or list(drawn.values()).count(picture) > 1
    )
    if blank:
        return Finding(
            what,
            problem=phrase("the letters {letters} are not drawn. Install another font.", letters=blank),
        )
    width = f"{QFontMetricsF(font).horizontalAdvance(_LETTERS):.0f}"
    count, family = len(families), QFontInfo(font).family()
    return Finding(
        what,
        phrase("{count} families, {family} {width} wide", count=count, family=family, width=width),
    )


def _picture_of(letter: str, font: QFont) -> bytes:
    image = QImage(32, 32, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, letter)
    painter.end()
    return bytes(image.constBits())


def _icons() -> Finding:
    what = phrase("icons and pictures")
    image = QImage(32, 32, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(resource_path("icons", "app.svg").read_bytes())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    saved = image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt text
    if not saved or image.pixelColor(16, 3).alpha() == 0:
        return Finding(what, problem=phrase("they cannot be drawn. Install kgdesk again."))
    return Finding(what, phrase("drawn and saved as PNG"))
