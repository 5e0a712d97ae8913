"""Print run sheets and labels as PDF."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTextDocument,
    QTextOption,
)

from kgdesk.actions.sheets import QUIET, Markup, element
from kgdesk.model.study.next_run import has_one_place, places
from kgdesk.ui.entry.attributes import facts_of
from kgdesk.ui.printing.pdf import A4, LETTER, application_for_files, draw_text, font, foot, mm, pdf
from kgdesk.ui.text.locale_format import local_time, placed, shorten, signed_outcome
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.stylesheet import LIGHT
from kgdesk.ui.widgets.theme import palette

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QFont

    from kgdesk.actions.sheets import QrCode, Sheet, Slip, Stock
    from kgdesk.model.study.records import Start
    from kgdesk.ui.text.translate import Language

    Page = Callable[[QPainter], None]

_MARGIN = mm(15.0)
_PAD = mm(3.0)
_CODE = mm(25.0)
_BOXES = mm(52.0)
_LINE = mm(8.0)
_BOX = mm(5.0)
#: Maximum number of properties per candidate: a sheet for the bench; the window shows all.
_MOST = 24
_LONGEST = 120
#: Number of properties up to which they are stacked, in larger type.
_FEW = 7
#: CSS of a paragraph.
_CLOSE = "margin: 0 0 4px 0"
#: Length of attribute names above which two columns become one.
_WIDE = 24


def tr(text: str) -> str:
    """Translate a text of this module (context "Sheets")."""
    return QCoreApplication.translate("Sheets", text)


class RunSheetPdf:
    """Print run sheets and labels in a language; keeps a QApplication alive for its fonts."""

    def __init__(self, language: Language | None = None) -> None:
        self._application = application_for_files(language)

    def run_sheet(self, sheet: Sheet) -> bytes:
        """Return a run sheet as PDF: A4, no experiment split across pages."""
        title = tr("Run sheet of {study}").format(study=_named(sheet))
        return pdf(title, run_sheet_pages(sheet))

    def labels(self, sheet: Sheet, stock: Stock, used: int) -> bytes:
        """Return labels as PDF in the paper size of the label stock."""
        title = tr("Labels of {study}").format(study=_named(sheet))
        return pdf(title, label_pages(sheet, stock, used), LETTER if stock.letter else A4)


def run_sheet_pages(sheet: Sheet) -> list[Page]:
    """Return the drawing function of each page of a run sheet."""
    head = _head(sheet)
    height = A4.height() - _MARGIN - 0.9 * _MARGIN
    pages: list[list[_Block]] = [[]]
    top = _MARGIN + head.size().height() + _PAD
    for place, slip in enumerate(sheet.slips, 1):
        block = _Block(sheet, slip, place, top)
        if pages[-1] and top + block.height > _MARGIN + height:
            pages.append([])
            top = _MARGIN
            block = _Block(sheet, slip, place, top)
        pages[-1].append(block)
        top += block.height
    return [
        partial(_draw_page, head if n == 0 else None, blocks, f"{_named(sheet)}   {n + 1}/{len(pages)}")
        for n, blocks in enumerate(pages)
    ]


def label_pages(sheet: Sheet, stock: Stock, used: int = 0) -> list[Page]:
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


def _named(sheet: Sheet) -> str:
    return shorten(sheet.study.settings.title or sheet.study.name, 60)


def _document(markup: Markup, width: float, size: float = 1.0) -> QTextDocument:
    document = QTextDocument()
    document.setDefaultFont(font(size))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    document.setDocumentMargin(0.0)
    document.setTextWidth(width)
    document.setHtml(markup)
    return document


def _draw_document(painter: QPainter, document: QTextDocument, place: QPointF) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette = palette(LIGHT)
    painter.save()
    painter.translate(place)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _head(sheet: Sheet) -> QTextDocument:
    study = sheet.study
    settings = study.settings
    title = tr("Run sheet of {study}").format(study=_named(sheet))
    printed = tr("Printed {time}, after {count} recorded runs. Nothing is recorded by printing.")
    lines = [
        element("p", element("b", title), style="font-size: 18px"),
        element("p", printed.format(time=local_time(sheet.printed_at), count=len(study.runs))),
    ]
    meanings = (("success", settings.success_means), ("failure", settings.failure_means))
    for outcome, means in meanings:
        if means:
            name = element("b", f"{signed_outcome(outcome, settings)}:")
            lines.append(element("p", name, " ", means))
    lines.append(element("p", tr("Entered in kgdesk by ____________________  on ____________________")))
    return _document(Markup("".join(lines)), A4.width() - 2 * _MARGIN)


class _Block:
    """One experiment on a run sheet: QR code, description, and space to write.

    Parameters
    ----------
    sheet, slip
        The sheet and its entry.
    place
        Number on the sheet, from 1.
    top
        Its upper edge.
    """

    def __init__(self, sheet: Sheet, slip: Slip, place: int, top: float) -> None:
        self._sheet, self._slip, self._top = sheet, slip, top
        self._left = _MARGIN + _CODE + _PAD
        self._right = A4.width() - _MARGIN - _BOXES
        self._text = _document(self._markup(place), self._right - self._left - _PAD)
        self._outcomes = [
            shorten(signed_outcome(outcome, sheet.study.settings), 24)
            for outcome in ("success", "failure", "void")
        ]
        lines = (len(self._outcomes) + 2) * _LINE
        self.height = max(_CODE, self._text.size().height(), lines) + _LINE + 2 * _PAD

    def draw(self, painter: QPainter) -> None:
        """Draw the block."""
        wide = A4.width() - 2 * _MARGIN
        thin = QPen(QColor(LIGHT.muted), 1.0)
        painter.setPen(thin)
        painter.drawLine(QPointF(_MARGIN, self._top), QPointF(_MARGIN + wide, self._top))
        inside = self._top + _PAD
        draw_code(painter, self._slip.code, QRectF(_MARGIN, inside, _CODE, _CODE))
        _draw_document(painter, self._text, QPointF(self._left, inside))
        painter.setFont(font(1.1))
        y = inside
        for name in self._outcomes:
            box = QRectF(self._right, y + (_LINE - _BOX) / 2, _BOX, _BOX)
            painter.setPen(QPen(QColor(LIGHT.text), 1.3))
            painter.drawRect(box)
            area = QRectF(box.right() + _PAD, y, _BOXES - _BOX - _PAD, _LINE)
            draw_text(painter, area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
            y += _LINE
        for name in (tr("Who"), tr("When")):
            _write_on(painter, name, QRectF(self._right, y, _BOXES, _LINE))
            y += _LINE
        bottom = self._top + self.height - _PAD - _LINE
        _write_on(painter, tr("Note"), QRectF(self._left, bottom, A4.width() - _MARGIN - self._left, _LINE))

    def _markup(self, place: int) -> Markup:
        name = element("b", f"{place}.\u00a0\u00a0{shorten(self._slip.candidate, _LONGEST)}")
        lines = [element("p", element("span", name, style="font-size: 20px"), style=_CLOSE)]
        study = self._sheet.study
        if has_one_place(study):
            lines += [
                element("p", element("b", placed(*one)), style=f"{_CLOSE}; font-size: 15px")
                for one in places(study, self._slip.candidate)
            ]
        if self._slip.start is not None:
            template = tr("In progress since {time}, started by {operator}")
            start = self._slip.start
            lines.append(element("p", _begun(start, template), style=_CLOSE))
        facts = [
            (shorten(name, 48), shorten(text, 48)) for name, text in facts_of(study, self._slip.candidate)
        ]
        listed = facts[:_MOST]
        size = 14 if len(listed) <= _FEW else 11
        columns = 1 if len(listed) <= _FEW or max(len(name) for name, _ in listed) > _WIDE else 2
        deep = -(-len(listed) // columns)
        rows = []
        for line in range(deep):
            cells: list[Markup] = []
            for heading, value in listed[line::deep]:
                cells.append(element("td", heading, style="padding-right: 6px"))
                cells.append(element("td", element("b", value), style="padding-right: 14px"))
            rows.append(element("tr", *cells))
        lines.append(element("table", *rows, cellspacing="0", cellpadding="0", style=f"font-size: {size}px"))
        if len(facts) > _MOST:
            more = tr("and {count} more: see the window").format(count=len(facts) - _MOST)
            lines.append(element("p", more))
        return Markup("".join(lines))


def _begun(start: Start, template: str) -> str:
    return template.format(time=local_time(start.started_at), operator=start.operator)


def _write_on(painter: QPainter, name: str, area: QRectF) -> None:
    """Draw a name and a line to write on."""
    painter.setFont(font())
    painter.setPen(QColor(LIGHT.muted))
    low = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
    draw_text(painter, area, low, name)
    begin = area.left() + QFontMetricsF(font()).horizontalAdvance(name) + _PAD / 2
    painter.drawLine(QPointF(begin, area.bottom() - 1), QPointF(area.right(), area.bottom() - 1))


def _draw_page(head: QTextDocument | None, blocks: Sequence[_Block], below: str, painter: QPainter) -> None:
    if head is not None:
        _draw_document(painter, head, QPointF(_MARGIN, _MARGIN))
    for block in blocks:
        block.draw(painter)
    foot(painter, below, _MARGIN)


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
    small = [text for text in (own, *where, _named(sheet)) if text]
    line = QFontMetricsF(font(0.75)).lineSpacing()
    small = small[: max(0, int((area.height() - 2 * line) // line))]
    name = words.adjusted(0.0, 0.0, 0.0, -line * len(small))
    chosen, text = _fitting(visible(slip.candidate), name.size())
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
