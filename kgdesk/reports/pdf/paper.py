"""Sheets of paper: sizes, type, text, QR codes, and painted sheets as one PDF file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPageSize,
    QPainter,
    QPainterPath,
    QPalette,
    QPdfWriter,
)

from kgdesk.faces import draw_without_screen, name_faces
from kgdesk.missing_libraries import check_fonts
from kgdesk.plain_text import escaped
from kgdesk.reports.qr_code import QUIET

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.reports.qr_code import QrCode

    PaintSheet = Callable[[QPainter], None]

#: Units of length per inch: those of CSS.
PER_INCH = 96.0
#: Font size of text in points.
POINTS = 8.5
#: Colours of text, and of text and lines that stand back.
INK, FAINT = "#16181B", "#555C66"


def mm(length: float) -> float:
    """Convert millimetres to paper units (1/96 inch)."""
    return length * PER_INCH / 25.4


A4 = QSizeF(mm(210.0), mm(297.0))
LETTER = QSizeF(mm(215.9), mm(279.4))

_SIZES = {A4.width(): QPageSize.PageSizeId.A4, LETTER.width(): QPageSize.PageSizeId.Letter}


def fonts() -> QCoreApplication:
    """Return the running application, or start one without a window, which Qt needs for fonts. Keep the reference.

    Raises
    ------
    KgdeskError
        There is no font.
    """
    running = QCoreApplication.instance()
    if running is not None:
        return running
    draw_without_screen()
    app = QGuiApplication(["kgdesk"])
    name_faces(app)
    check_fonts()
    return app


def font(share: float = 1.0, *, bold: bool = False) -> QFont:
    """Return the page font for a painter with units of 1/96 inch, independent of device resolution."""
    result = QFont(QGuiApplication.font())
    result.setPixelSize(max(1, round(share * POINTS * PER_INCH / 72.0)))
    result.setBold(bold)
    return result


def ink() -> QAbstractTextDocumentLayout.PaintContext:
    """Return the paint context of a text document in dark letters, whatever the colours of the window."""
    context = QAbstractTextDocumentLayout.PaintContext()
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor(INK))
    context.palette = palette
    return context


def foot(painter: QPainter, text: str, margin: float, size: QSizeF = A4) -> None:
    """Draw the footer of a sheet."""
    painter.setFont(font(0.8))
    painter.setPen(QColor(FAINT))
    area = QRectF(margin, size.height() - 0.75 * margin, size.width() - 2 * margin, 0.5 * margin)
    draw_text(painter, area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, text)


def draw_text(
    painter: QPainter, area: QRectF, flags: int | Qt.AlignmentFlag | Qt.TextFlag, text: str
) -> None:
    """Draw text on paper, with hidden characters as code points; the only caller of `drawText` on paper."""
    painter.drawText(area, flags, escaped(text, keep="\n\t"))  # type: ignore[call-overload,unused-ignore]


def text_height(text: str, width: float, *, bold: bool = False) -> float:
    """Return the height of a text on paper at a width; 0 if empty."""
    area = QRectF(0.0, 0.0, width, 1e4)
    metrics = QFontMetricsF(font(bold=bold))
    return metrics.boundingRect(area, Qt.TextFlag.TextWordWrap, text).height() + 4.0 if text else 0.0


def draw_code(painter: QPainter, code: QrCode, area: QRectF) -> None:
    """Draw a QR code with its quiet zone as one path: separately filled squares leave seams."""
    count = len(code) + 2 * QUIET
    side = min(area.width(), area.height())
    path = QPainterPath()
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            if dark:
                path.addRect(x, y, 1.0, 1.0)
    painter.save()
    painter.translate(area.left() + (area.width() - side) / 2, area.top() + (area.height() - side) / 2)
    painter.scale(side / count, side / count)
    painter.translate(QUIET, QUIET)
    painter.fillPath(path, Qt.GlobalColor.black)
    painter.restore()


def pdf(title: str, sheets: Sequence[PaintSheet], size: QSizeF = A4) -> bytes:
    """Return painted sheets as a PDF file.

    Parameters
    ----------
    title
        Title of the document.
    sheets
        Each paints one sheet; origin at its upper left corner.
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
    for number, draw in enumerate(sheets):
        if number:
            writer.newPage()
        draw(painter)
    painter.end()
    buffer.close()
    return bytes(buffer.data().data())
