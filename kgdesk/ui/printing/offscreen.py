"""Draw without a window: the application that Qt needs, and SVG to PNG."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, qInstallMessageHandler
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from kgdesk.errors import NotWritten
from kgdesk.faces import draw_without_screen, name_faces
from kgdesk.missing_libraries import check_fonts
from kgdesk.ui.text.translate import WindowTextFormat, install_language
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType

    from kgdesk.ui.text.translate import Language


def application_for_files(language: Language | None = None) -> QCoreApplication:
    """Return the QApplication, or create an offscreen one in light colours. Keep a reference while drawing.

    Parameters
    ----------
    language
        Language to install; by default the present one, or English for a new application.

    Raises
    ------
    KgdeskError
        There is no font.
    """
    running = QCoreApplication.instance()
    if isinstance(running, QApplication) and language is not None:
        install_language(running, language)
    if running is not None:
        return running
    draw_without_screen()
    qInstallMessageHandler(_say)
    app = QApplication(["kgdesk"])
    name_faces(app)
    check_fonts()
    apply(app, "light")
    install_language(app, language or "en")
    return app


class PaperFormat(WindowTextFormat):
    """Words and numbers of a language, for paper that is printed without a window; keeps a QApplication alive."""

    def __init__(self, language: Language | None) -> None:
        self._application = application_for_files(language)
        super().__init__()


def _say(_kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Print a message of Qt, but for what the offscreen platform says about windows that nobody sees."""
    if not text.startswith("This plugin does not support "):
        sys.stderr.write(f"{text}\n")


#: Pixels per unit of the SVG document.
SCALE = 2


class SvgRasterizer:
    """Convert SVG documents to PNG; keeps a QApplication alive for its fonts."""

    def __init__(self) -> None:
        self._application = application_for_files()

    def __call__(self, svg: str) -> bytes:
        """Return an SVG document rendered as PNG.

        Raises
        ------
        NotWritten
            The SVG is invalid, or too large for memory.
        """
        renderer = QSvgRenderer(QByteArray(svg.encode()))
        image = QImage(renderer.defaultSize() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        if not renderer.isValid() or image.isNull():
            raise NotWritten("A picture could not be turned into a PNG file; its SVG file is whole.")
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())
