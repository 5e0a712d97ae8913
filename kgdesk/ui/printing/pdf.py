"""Write pages and reports as PDF and convert SVG to PNG, without a window."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QMarginsF,
    QRectF,
    QSizeF,
    Qt,
    qInstallMessageHandler,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPyTextObject,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QTextTable,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from kgdesk.actions.reports import Page, Picture, ReportTable, Words, breakable, html
from kgdesk.errors import NotWritten
from kgdesk.ui.printing import column_widths, fix_widths, tables_of
from kgdesk.ui.text.translate import install_language
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.stylesheet import LIGHT
from kgdesk.ui.widgets.theme import apply, palette

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from PySide6.QtCore import QMessageLogContext, QtMsgType

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
    qInstallMessageHandler(_say)
    app = QApplication(["kgdesk"])
    apply(app, "light")
    install_language(app, language or "en")
    return app


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


def text_height(text: str, width: float, *, bold: bool = False) -> float:
    """Return the height of a text on paper at a width; 0 if empty."""
    area = QRectF(0.0, 0.0, width, 1e4)
    metrics = QFontMetricsF(font(bold=bold))
    return metrics.boundingRect(area, Qt.TextFlag.TextWordWrap, text).height() + 4.0 if text else 0.0


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


_MARGIN = mm(18.0)

#: Rows of a table that stay on the sheet on which it begins, its heading counted; most ends of sheets that are mended.
_KEPT_ROWS, _MOST_BREAKS = 3, 60


class Plates(QPyTextObject):
    """Text object that draws the pictures of a page; its `reference` is their markup."""

    def reference(self, place: int, picture: Picture) -> str:
        """Return the markup of a picture by its place."""
        raise NotImplementedError


def document(page: Page, plates: Plates) -> QTextDocument:
    """Lay a page out on sheets; a table whose row would be cut by the end of a sheet goes on as another table."""
    blocks, begun = (
        [Words(paper) if (paper := getattr(b, "paper", "")) else b for b in page.blocks],
        set[int](),
    )
    widths: list[list[float]] = []  # of the columns of each table; parts of a table have those of the whole
    laid = _laid(replace(page, blocks=tuple(blocks)), plates, begun, widths)
    for _ in range(_MOST_BREAKS):
        cuts = ((at, _cut_row(laid, each)) for at, each in enumerate(tables_of(laid)))
        number, row = next(((at, row) for at, row in cuts if row is not None), (0, 0))
        if not row:
            break
        at, whole = [(n, block) for n, block in enumerate(blocks) if isinstance(block, ReportTable)][number]
        row -= bool(whole.head)
        row -= row == len(whole.rows) - 1  # no row stands alone on the next sheet either
        blocks[at : at + 1] = (replace(whole, rows=whole.rows[:row]), replace(whole, rows=whole.rows[row:]))
        begun = {n + (n > number) for n in begun} | {number + 1}
        widths.insert(number, widths[number])
        laid = _laid(replace(page, blocks=tuple(blocks)), plates, begun, widths)
    return laid


def _laid(page: Page, plates: Plates, begun: Container[int], widths: list[list[float]]) -> QTextDocument:
    """Return a page as a document on sheets, of which some tables, by number, begin one; find `widths` if empty."""
    document = QTextDocument()
    usual = QFont(QApplication.font())
    usual.setPointSizeF(POINTS)
    document.setDefaultFont(usual)
    whole_words = QTextOption()
    whole_words.setWrapMode(QTextOption.WrapMode.WordWrap)
    document.setDefaultTextOption(whole_words)
    document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject, plates)
    document.setDocumentMargin(_MARGIN)
    document.setPageSize(A4)
    blocks = tuple(breakable(block) if isinstance(block, ReportTable) else block for block in page.blocks)
    document.setHtml(html(replace(page, blocks=blocks), plates.reference))
    tables = tables_of(document)
    widths += [] if widths else column_widths(document, tables)
    together = QTextCursor(document)
    together.beginEditBlock()  # one layout for all
    for number, table in enumerate(tables):
        fix_widths(table, widths[number])
        if number in begun:
            _begin_sheet(table, None)
    together.endEditBlock()
    for _ in range(_MOST_BREAKS):
        # Qt leaves some paragraphs below a changed format without lines, and would draw nothing of them.
        document.markContentsDirty(0, document.characterCount())
        if not _mend_break(document):
            break
    return document


def _cut_row(document: QTextDocument, table: QTextTable) -> int | None:
    """Return the first row that is cut by the end of a sheet although it fits on half of one, or a last row alone."""
    layout, height = document.documentLayout(), document.pageSize().height()
    before = -1
    for row in range(_KEPT_ROWS - 2, table.rows()):
        cells = [table.cellAt(row, column) for column in range(table.columns())]
        top = layout.blockBoundingRect(cells[0].firstCursorPosition().block()).top()
        bottom = max(layout.blockBoundingRect(cell.firstCursorPosition().block()).bottom() for cell in cells)
        end = (int(top // height) + 1) * height - _MARGIN
        is_alone = row == table.rows() - 1 and int(top // height) > before
        if row >= _KEPT_ROWS - 1 and (end < bottom < top + height / 2 or is_alone):
            return row
        before = int(top // height)
    return None


def _mend_break(document: QTextDocument) -> bool:
    """Mend the first bad end of a sheet; return whether there was one.

    Bad are a heading without text below it, and a table that is cut after its first row.
    """
    heading: QTextBlock | None = None
    iterator = document.rootFrame().begin()
    while not iterator.atEnd():
        table, block = iterator.currentFrame(), iterator.currentBlock()
        if isinstance(table, QTextTable):
            start = heading if heading is not None else _cell(table, 0)
            last = _lowest(document, table, min(table.rows(), _KEPT_ROWS) - 1)
            if _is_apart(document, start, last) and _begin_sheet(table, heading):
                return True
            heading = None
        elif block.isValid():
            if heading is not None and _is_apart(document, heading, block) and _begin_sheet(None, heading):
                return True
            heading = block if block.blockFormat().headingLevel() else heading if not block.text() else None
        iterator += 1
    return False


def _begin_sheet(table: QTextTable | None, heading: QTextBlock | None) -> bool:
    """Let a heading, or a table without one, begin a sheet; return False if it does already."""
    always = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
    if heading is not None:
        form = heading.blockFormat()
        if form.pageBreakPolicy() != always:
            form.setPageBreakPolicy(always)
            QTextCursor(heading).setBlockFormat(form)
            return True
    elif table is not None:
        whole = table.format()
        if whole.pageBreakPolicy() != always:
            whole.setPageBreakPolicy(always)
            table.setFormat(whole)
            return True
    return False


def _cell(table: QTextTable, row: int) -> QTextBlock:
    """Return the block of the first cell of a row."""
    return table.cellAt(row, 0).firstCursorPosition().block()


def _lowest(document: QTextDocument, table: QTextTable, row: int) -> QTextBlock:
    """Return the block of the cell of a row that reaches lowest: its other cells may have fewer lines."""
    layout = document.documentLayout()
    blocks = [table.cellAt(row, at).firstCursorPosition().block() for at in range(table.columns())]
    return max(blocks, key=lambda block: layout.blockBoundingRect(block).bottom())


def _is_apart(document: QTextDocument, start: QTextBlock, end: QTextBlock) -> bool:
    """Return whether two blocks are on different sheets."""
    layout, height = document.documentLayout(), document.pageSize().height()
    top, bottom = layout.blockBoundingRect(start).top(), layout.blockBoundingRect(end).bottom()
    return int(top // height) != int((bottom - 1.0) // height)


def print_sheet(document: QTextDocument, title: str, sheet: int, count: int, painter: QPainter) -> None:
    """Paint one sheet of a document, with its number below."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette = palette(LIGHT)
    context.clip = QRectF(0.0, sheet * A4.height(), A4.width(), A4.height())
    painter.save()
    painter.translate(0.0, -sheet * A4.height())
    painter.setClipRect(context.clip)
    document.documentLayout().draw(painter, context)
    painter.restore()
    foot(painter, f"{title}   {sheet + 1}/{count}", _MARGIN)
