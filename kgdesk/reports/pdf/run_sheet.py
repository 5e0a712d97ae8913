"""Print run sheets as PDF: each experiment with its code, its set-points, and space to write."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QTextDocument, QTextOption

from kgdesk.model.study.next_run import facts, has_one_place, places
from kgdesk.plain_text import placed, shorten
from kgdesk.reports.html import Markup, element
from kgdesk.reports.outcome_marks import marked_outcome
from kgdesk.reports.pdf.paper import A4, FAINT, INK, draw_code, draw_text, font, fonts, foot, ink, mm, pdf
from kgdesk.reports.sheets import study_title
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.reports.pdf import paper
    from kgdesk.reports.sheets import Sheet, Slip
    from kgdesk.reports.text_format import TextFormat

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


def run_sheet_pdf(sheet: Sheet, speech: TextFormat) -> bytes:
    """Return a run sheet as PDF: A4, no experiment split across sheets."""
    _application = fonts()
    return pdf(speech.translate(_title(sheet)), run_sheet_pages(sheet, speech))


def _title(sheet: Sheet) -> str:
    return phrase("Run sheet of {study}", study=study_title(sheet.study))


def run_sheet_pages(sheet: Sheet, speech: TextFormat) -> list[paper.PaintSheet]:
    """Return the drawing function of each page of a run sheet."""
    head = _head(sheet, speech)
    height = A4.height() - _MARGIN - 0.9 * _MARGIN
    pages: list[list[_Block]] = [[]]
    top = _MARGIN + head.size().height() + _PAD
    for place, slip in enumerate(sheet.slips, 1):
        block = _Block(sheet, slip, place, top, speech)
        if pages[-1] and top + block.height > _MARGIN + height:
            pages.append([])
            top = _MARGIN
            block = _Block(sheet, slip, place, top, speech)
        pages[-1].append(block)
        top += block.height
    return [
        partial(
            _draw_page, head if n == 0 else None, blocks, f"{study_title(sheet.study)}   {n + 1}/{len(pages)}"
        )
        for n, blocks in enumerate(pages)
    ]


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
    painter.save()
    painter.translate(place)
    document.documentLayout().draw(painter, ink())
    painter.restore()


def _head(sheet: Sheet, speech: TextFormat) -> QTextDocument:
    study = sheet.study
    settings = study.settings
    printed = phrase(
        "Printed {time}, after {count} recorded runs. Nothing is recorded by printing.",
        time=speech.local_time(sheet.printed_at),
        count=len(study.runs),
    )
    lines = [
        element("p", element("b", speech.translate(_title(sheet))), style="font-size: 18px"),
        element("p", speech.translate(printed)),
    ]
    meanings = (("success", settings.success_means), ("failure", settings.failure_means))
    for outcome, means in meanings:
        if means:
            name = element("b", f"{marked_outcome(outcome, settings)}:")
            lines.append(element("p", name, " ", means))
    entered = phrase("Entered in kgdesk by ____________________  on ____________________")
    lines.append(element("p", speech.translate(entered)))
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
    speech
        Language of its words.
    """

    def __init__(self, sheet: Sheet, slip: Slip, place: int, top: float, speech: TextFormat) -> None:
        self._sheet, self._slip, self._top, self._speech = sheet, slip, top, speech
        self._left = _MARGIN + _CODE + _PAD
        self._right = A4.width() - _MARGIN - _BOXES
        self._text = _document(self._markup(place), self._right - self._left - _PAD)
        self._outcomes = [
            shorten(speech.translate(marked_outcome(outcome, sheet.study.settings)), 24)
            for outcome in ("success", "failure", "void")
        ]
        lines = (len(self._outcomes) + 2) * _LINE
        self.height = max(_CODE, self._text.size().height(), lines) + _LINE + 2 * _PAD

    def draw(self, painter: QPainter) -> None:
        """Draw the block."""
        wide = A4.width() - 2 * _MARGIN
        thin = QPen(QColor(FAINT), 1.0)
        painter.setPen(thin)
        painter.drawLine(QPointF(_MARGIN, self._top), QPointF(_MARGIN + wide, self._top))
        inside = self._top + _PAD
        draw_code(painter, self._slip.code, QRectF(_MARGIN, inside, _CODE, _CODE))
        _draw_document(painter, self._text, QPointF(self._left, inside))
        painter.setFont(font(1.1))
        y = inside
        for name in self._outcomes:
            box = QRectF(self._right, y + (_LINE - _BOX) / 2, _BOX, _BOX)
            painter.setPen(QPen(QColor(INK), 1.3))
            painter.drawRect(box)
            area = QRectF(box.right() + _PAD, y, _BOXES - _BOX - _PAD, _LINE)
            draw_text(painter, area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
            y += _LINE
        translate = self._speech.translate
        for name in (phrase("Who"), phrase("When")):
            _draw_writing_line(painter, translate(name), QRectF(self._right, y, _BOXES, _LINE))
            y += _LINE
        bottom = self._top + self.height - _PAD - _LINE
        _draw_writing_line(
            painter,
            translate(phrase("Note")),
            QRectF(self._left, bottom, A4.width() - _MARGIN - self._left, _LINE),
        )

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
            begun = phrase(
                "In progress since {time}, started by {operator}",
                time=self._speech.local_time(self._slip.start.started_at),
                operator=self._slip.start.operator,
            )
            lines.append(element("p", self._speech.translate(begun), style=_CLOSE))
        named = [pair for pair in facts(study, self._slip.candidate, self._speech.set_point) if pair[1]]
        pairs = [(shorten(name, 48), shorten(text, 48)) for name, text in named]
        listed = pairs[:_MOST]
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
        if len(pairs) > _MOST:
            more = phrase("and {count} more: see the window", count=len(pairs) - _MOST)
            lines.append(element("p", self._speech.translate(more)))
        return Markup("".join(lines))


def _draw_writing_line(painter: QPainter, name: str, area: QRectF) -> None:
    """Draw a name and a line to write on."""
    painter.setFont(font())
    painter.setPen(QColor(FAINT))
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
