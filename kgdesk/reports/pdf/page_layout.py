"""Lay a page out on sheets of paper, and write it as PDF."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QPainter,
    QPyTextObject,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QTextTable,
)
from PySide6.QtSvg import QSvgRenderer

from kgdesk.reports.page import Paragraph, Picture, ReportTable
from kgdesk.reports.page_html import html
from kgdesk.reports.pdf.column_widths import column_widths, fix_widths, tables_of
from kgdesk.reports.pdf.paper import A4, POINTS, draw_text, font, fonts, foot, ink, mm, pdf, text_height

if TYPE_CHECKING:
    from collections.abc import Container

    from kgdesk.reports.page import Page

_MARGIN = mm(18.0)

#: Least number of rows, headings included, of a table at the foot of a sheet; maximum number of page breaks moved.
_KEPT_ROWS, _MOST_BREAKS = 3, 60

_NAME = "picture:"
_LINE = 18.0

#: Where a long word in a table may be broken on paper: in a table of at most two columns, and of more.
_LONG, _LONG_OF_MANY = re.compile(r"(\S{32})(?=\S{8})"), re.compile(r"(\S{14})(?=\S{7})")


def breakable(table: ReportTable) -> ReportTable:
    """Return a table whose long words, such as hashes, may be broken; all other lines break between words only."""
    long = _LONG if len(table.rows[0] if table.rows else table.head) <= 2 else _LONG_OF_MANY

    def broken(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(long.sub("\\1\N{ZERO WIDTH SPACE}", cell) for cell in row)

    return replace(table, head=broken(table.head), rows=tuple(map(broken, table.rows)))


def page_pdf(page: Page) -> bytes:
    """Return a page as PDF: A4, vector pictures, numbered sheets."""
    _application = fonts()
    pictures = PictureObjects(page)  # Qt keeps no reference to it
    laid = document(page, pictures)
    count = laid.pageCount()
    sheets = [partial(_paint_sheet, laid, page.title, n, count) for n in range(count)]
    return pdf(page.title, sheets)


class PictureObjects(QPyTextObject):
    """Text object that draws the pictures of a page, each with title and sentence.

    The three form one object, so that no page break separates them.
    """

    def __init__(self, page: Page) -> None:
        super().__init__()
        pictures = [block for block in page.blocks if isinstance(block, Picture)]
        self._pictures = pictures
        self._drawings = [QSvgRenderer(QByteArray(picture.svg.encode())) for picture in pictures]

    def reference(self, place: int, _picture: Picture) -> str:
        """Return the markup of a picture by its place."""
        size = self._drawings[place].defaultSize()
        return f'<p><img src="{_NAME}{place}" width="{size.width()}" height="{size.height()}"></p>'

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:
        """Return the size of a picture with its text."""
        place = int(form.toImageFormat().name().removeprefix(_NAME))
        size, picture = QSizeF(self._drawings[place].defaultSize()), self._pictures[place]
        words = text_height(picture.title, size.width(), bold=True)
        words += text_height(picture.sentence, size.width())
        return QSizeF(size.width(), size.height() + words + 2 * _LINE)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _document: QTextDocument,
        _place: int,
        form: QTextFormat,
    ) -> None:
        """Draw a picture."""
        place = int(form.toImageFormat().name().removeprefix(_NAME))
        size, top, left = QSizeF(self._drawings[place].defaultSize()), rect.top(), rect.left()
        title, sentence = self._pictures[place].title, self._pictures[place].sentence
        above = text_height(title, size.width(), bold=True)
        for bold, text, y in ((True, title, top), (False, sentence, top + above + size.height())):
            painter.setFont(font(bold=bold))
            area = QRectF(left, y, size.width(), text_height(text, size.width(), bold=bold))
            draw_text(painter, area, Qt.TextFlag.TextWordWrap, text)
        self._drawings[place].render(painter, QRectF(QPointF(left, top + above), size))


def document(page: Page, pictures: PictureObjects) -> QTextDocument:
    """Lay a page out on sheets; a table with a row that a page break would cut is continued as a second table."""
    blocks, begun = (
        [Paragraph(paper) if (paper := getattr(b, "paper", "")) else b for b in page.blocks],
        set[int](),
    )
    widths: list[
        list[float]
    ] = []  # per table and column; a continued table keeps the widths of its first part
    laid = _lay_out(replace(page, blocks=tuple(blocks)), pictures, begun, widths)
    for _ in range(_MOST_BREAKS):
        cuts = ((at, _cut_row(laid, each)) for at, each in enumerate(tables_of(laid)))
        number, row = next(((at, row) for at, row in cuts if row is not None), (0, 0))
        if not row:
            break
        at, whole = [(n, block) for n, block in enumerate(blocks) if isinstance(block, ReportTable)][number]
        row -= bool(whole.head)
        row -= row == len(whole.rows) - 1  # do not leave the last row alone on the next sheet
        blocks[at : at + 1] = (replace(whole, rows=whole.rows[:row]), replace(whole, rows=whole.rows[row:]))
        begun = {n + (n > number) for n in begun} | {number + 1}
        widths.insert(number, widths[number])
        laid = _lay_out(replace(page, blocks=tuple(blocks)), pictures, begun, widths)
    return laid


def _lay_out(
    page: Page, pictures: PictureObjects, begun: Container[int], widths: list[list[float]]
) -> QTextDocument:
    """Return a page as a document on sheets.

    The tables with the numbers `begun` begin a sheet. `widths` has the column widths of each table; an empty list is
    filled.
    """
    document = QTextDocument()
    usual = QFont(QGuiApplication.font())
    usual.setPointSizeF(POINTS)
    usual.setFeature(
        QFont.Tag("liga"), 0
    )  # Qt breaks no line within a ligature: a hash with "f" on both sides of it
    document.setDefaultFont(usual)
    whole_words = QTextOption()
    whole_words.setWrapMode(QTextOption.WrapMode.WordWrap)
    document.setDefaultTextOption(whole_words)
    document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject, pictures)
    document.setDocumentMargin(_MARGIN)
    document.setPageSize(A4)
    blocks = tuple(breakable(block) if isinstance(block, ReportTable) else block for block in page.blocks)
    document.setHtml(html(replace(page, blocks=blocks), pictures.reference))
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
    """Return the first row that a page break cuts though half a sheet would hold it, or a last row alone on a sheet."""
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
    """Move the first bad page break up; return whether there was one.

    A page break is bad directly below a heading, and after the first row of a table.
    """
    heading: QTextBlock | None = None
    iterator = document.rootFrame().begin()
    while not iterator.atEnd():
        table, block = iterator.currentFrame(), iterator.currentBlock()
        if isinstance(table, QTextTable):
            start = heading if heading is not None else _cell(table, 0)
            last = _lowest_block(document, table, min(table.rows(), _KEPT_ROWS) - 1)
            if _on_different_sheets(document, start, last) and _begin_sheet(table, heading):
                return True
            heading = None
        elif block.isValid():
            if (
                heading is not None
                and _on_different_sheets(document, heading, block)
                and _begin_sheet(None, heading)
            ):
                return True
            heading = block if block.blockFormat().headingLevel() else heading if not block.text() else None
        iterator += 1
    return False


def _begin_sheet(table: QTextTable | None, heading: QTextBlock | None) -> bool:
    """Start a new page at a heading, or at a table without one; return False if one starts there already."""
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


def _lowest_block(document: QTextDocument, table: QTextTable, row: int) -> QTextBlock:
    """Return the block of the cell of a row that reaches lowest on the page."""
    layout = document.documentLayout()
    blocks = [table.cellAt(row, at).firstCursorPosition().block() for at in range(table.columns())]
    return max(blocks, key=lambda block: layout.blockBoundingRect(block).bottom())


def _on_different_sheets(document: QTextDocument, start: QTextBlock, end: QTextBlock) -> bool:
    """Return whether two blocks are on different sheets."""
    layout, height = document.documentLayout(), document.pageSize().height()
    top, bottom = layout.blockBoundingRect(start).top(), layout.blockBoundingRect(end).bottom()
    return int(top // height) != int((bottom - 1.0) // height)


def _paint_sheet(document: QTextDocument, title: str, sheet: int, count: int, painter: QPainter) -> None:
    """Paint one sheet of a document, with its number below."""
    context = ink()
    context.clip = QRectF(0.0, sheet * A4.height(), A4.width(), A4.height())
    painter.save()
    painter.translate(0.0, -sheet * A4.height())
    painter.setClipRect(context.clip)
    document.documentLayout().draw(painter, context)
    painter.restore()
    foot(painter, f"{title}   {sheet + 1}/{count}", _MARGIN)
