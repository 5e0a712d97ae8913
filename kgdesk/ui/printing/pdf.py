"""Write pages as PDF and convert SVG to PNG, without a window."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from kgdesk.errors import NotWritten
from kgdesk.ui.style.stylesheet import LIGHT
from kgdesk.ui.style.theme import apply
from kgdesk.ui.text.translate import install_language, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.ui.text.translate import Language


def application_for_files(language: Language | None = None) -> QCoreApplication:
    """Return the QApplication, or create an offscreen one in light colours. Keep a reference while drawing.

    Parameters
    ----------
    language
        Language to install; by default the present one, or English for a new application.
    """
    running = QCoreApplication.instance()
    if isinstance(running, QApplication) and language is not None:
        install_language(running, language)
    if running is not None:
        return running
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QApplication(["kgdesk"])
    apply(app, "light")
    install_language(app, language or "en")
    return app


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


PER_INCH = 96.0

#: Font size of page text in points.
POINTS = 8.5


def mm(length: float) -> float:
    """Convert millimetres to paper units (1/96 inch)."""
    return length * PER_INCH / 25.4


A4 = QSizeF(mm(210.0), mm(297.0))

LETTER = QSizeF(mm(215.9), mm(279.4))

_SIZES = {A4.width(): QPageSize.PageSizeId.A4, LETTER.width(): QPageSize.PageSizeId.Letter}


def font(share: float = 1.0, *, bold: bool = False) -> QFont:
    """Return the page font for a painter with units of 1/96 inch, independent of device resolution."""
    result = QFont(QApplication.font())
    result.setPixelSize(max(1, round(share * POINTS * PER_INCH / 72.0)))
    result.setBold(bold)
    return result


def foot(painter: QPainter, text: str, margin: float, size: QSizeF = A4) -> None:
    """Draw the footer of a sheet."""
    painter.setFont(font(0.8))
    painter.setPen(QColor(LIGHT.muted))
    area = QRectF(margin, size.height() - 0.75 * margin, size.width() - 2 * margin, 0.5 * margin)
    draw_text(painter, area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, text)


def draw_text(
    painter: QPainter, area: QRectF, flags: int | Qt.AlignmentFlag | Qt.TextFlag, text: str
) -> None:
    """Draw text on paper, with hidden characters as code points; the only caller of `drawText` on paper."""
    painter.drawText(area, flags, visible(text))  # type: ignore[call-overload,unused-ignore]


def pdf(title: str, pages: Sequence[Callable[[QPainter], None]], size: QSizeF = A4) -> bytes:
    """Return pages as a PDF file.

    Parameters
    ----------
    title
        Title of the document.
    pages
        Each draws one sheet; origin at its upper left corner.
    size
        `A4` or `LETTER`.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("kgdesk")
    writer.setPageSize(QPageSize(_SIZES[size.width()]))
    writer.setPageMargins(QMarginsF())
    painter = QPainter(writer)
    painter.scale(writer.logicalDpiX() / PER_INCH, writer.logicalDpiY() / PER_INCH)
    for number, draw in enumerate(pages):
        if number:
            writer.newPage()
        draw(painter)
    painter.end()
    buffer.close()
    return bytes(buffer.data().data())


def image(draw: Callable[[QPainter], None], size: QSizeF = A4, per_inch: float = 150.0) -> QImage:
    """Return one sheet as an image at a resolution in dots per inch."""
    scale = per_inch / PER_INCH
    picture = QImage(round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    draw(painter)
    painter.end()
    return picture
