"""Print sample labels as PDF."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from kgdesk.model.study.next_run import places
from kgdesk.plain_text import escaped, placed, shorten
from kgdesk.reports.pdf.paper import A4, LETTER, draw_code, draw_text, font, fonts, mm, pdf
from kgdesk.reports.sheets import study_title
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont

    from kgdesk.reports.pdf import paper
    from kgdesk.reports.sheets import Sheet, Slip, Stock
    from kgdesk.reports.text_format import TextFormat


def labels_pdf(sheet: Sheet, stock: Stock, used: int, speech: TextFormat) -> bytes:
    """Return labels as PDF in the paper size of the label stock, leaving the first `used` places empty."""
    _application = fonts()
    title = speech.translate(phrase("Labels of {study}", study=study_title(sheet.study)))
    return pdf(title, label_pages(sheet, stock, used), LETTER if stock.letter else A4)


def label_pages(sheet: Sheet, stock: Stock, used: int = 0) -> list[paper.PaintSheet]:
    """Return the drawing function of each sheet of labels, filled row by row after the first `used` positions."""
    size = LETTER if stock.letter else A4
    width, height, gap = mm(stock.width), mm(stock.height), mm(stock.gap)
    left = (size.width() - stock.columns * width - (stock.columns - 1) * gap) / 2
    top = (size.height() - stock.rows * height) / 2
    pages: list[list[tuple[Slip, QRectF]]] = []
    for place, slip in enumerate(sheet.slips, used):
        number_of_page, spot = divmod(place, stock.count)
        row, column = divmod(spot, stock.columns)
        while len(pages) <= number_of_page:
            pages.append([])
        pages[number_of_page].append(
            (slip, QRectF(left + column * (width + gap), top + row * height, width, height))
        )
    return [partial(_draw_labels, sheet, placed) for placed in pages]


def _draw_labels(sheet: Sheet, placed: Sequence[tuple[Slip, QRectF]], painter: QPainter) -> None:
    for slip, area in placed:
        _draw_label(painter, sheet, slip, area.adjusted(mm(2), mm(2), -mm(2), -mm(2)))


def _draw_label(painter: QPainter, sheet: Sheet, slip: Slip, area: QRectF) -> None:
    """Draw a label: code at the left, name as large as fits beside it, location and study below."""
    side = min(area.height(), 0.45 * area.width())
    draw_code(painter, slip.code, QRectF(area.left(), area.top(), side, area.height()))
    words = area.adjusted(side, 0.0, 0.0, 0.0)
    settings = sheet.study.settings
    where = [
        placed(name, text)
        for name, text in places(sheet.study, slip.candidate)
        if name != settings.barcode or settings.location  # otherwise the code is printed already
    ]
    own = slip.text if slip.text != slip.candidate and settings.barcode != settings.location else ""
    small = [text for text in (own, *where, study_title(sheet.study)) if text]
    line = QFontMetricsF(font(0.75)).lineSpacing()
    small = small[: max(0, int((area.height() - 2 * line) // line))]
    name = words.adjusted(0.0, 0.0, 0.0, -line * len(small))
    chosen, text = _fitting(escaped(slip.candidate, keep="\n\t"), name.size())
    painter.setFont(chosen)
    painter.setPen(Qt.GlobalColor.black)
    draw_text(painter, name, _WRAPS | int(Qt.AlignmentFlag.AlignVCenter), text)
    painter.setFont(font(0.75))
    below = QRectF(words.left(), name.bottom(), words.width(), line)
    for each in small:
        cut = QFontMetricsF(font(0.75)).elidedText(each, Qt.TextElideMode.ElideMiddle, below.width())
        draw_text(painter, below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, cut)
        below.translate(0.0, line)


_WRAPS = int(Qt.TextFlag.TextWrapAnywhere)


def _fitting(name: str, area: QSizeF) -> tuple[QFont, str]:
    """Return the largest font in which a name fits, preferably on one line; if it fits in none, elide its middle."""
    for share in (1.9, 1.6, 1.35, 1.15):
        if QFontMetricsF(font(share, bold=True)).horizontalAdvance(name) <= area.width():
            return font(share, bold=True), name
    text, usual = name, font(0.8, bold=True)
    for share in (1.35, 1.15, 1.0, 0.8):
        usual = font(share, bold=True)
        if _fits(name, usual, area):
            return usual, name
    for length in range(len(name) - 1, 3, -1):
        text = shorten(name, length)
        if _fits(text, usual, area):
            break
    return usual, text


def _fits(text: str, letters: QFont, area: QSizeF) -> bool:
    metrics = QFontMetricsF(letters)
    bounds = metrics.boundingRect(QRectF(0.0, 0.0, area.width(), 10_000.0), _WRAPS, text)
    return bounds.height() <= area.height() and bounds.width() <= area.width()
