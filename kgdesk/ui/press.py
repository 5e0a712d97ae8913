"""Prints what leaves on paper: the pictures of a study, and pages as PDF files in which text stays text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from kgdesk.actions import trajectory
from kgdesk.actions.reporting import Page, Picture, html
from kgdesk.ui.look.colours import LIGHT
from kgdesk.ui.look.offscreen import application_for_files
from kgdesk.ui.look.theme import apply, palette
from kgdesk.ui.pictures.best import BestCard
from kgdesk.ui.pictures.drawn import drawn
from kgdesk.ui.pictures.effects import EffectsCard
from kgdesk.ui.pictures.promising import PromisingCard
from kgdesk.ui.pictures.value import ValueCard
from kgdesk.ui.tabs import adaptors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice import Advice
    from kgdesk.ui.pictures.card import PictureCard

# All lengths in units of 1/96 inch.
_PER_INCH = 96.0
_A4 = QSizeF(210.0, 297.0) * _PER_INCH / 25.4
_MARGIN = 18.0 * _PER_INCH / 25.4
_SIZE = QSize(640, 350)
_POINTS = 8.5
_LINE = 18.0
_NAME = "picture:"


class Press:
    """Draws and prints; holds Qt's application, for its fonts, where there is none yet."""

    def __init__(self) -> None:
        self._application, is_new = application_for_files()
        if is_new and isinstance(self._application, QApplication):
            apply(self._application, "light")

    def pictures(self, advice: Advice) -> Sequence[Picture]:
        """Return the pictures of a state of a study, in light colours; those with nothing to show are left out."""
        study = advice.study
        cards: list[tuple[PictureCard[Any], Any]] = [
            (PromisingCard(), adaptors.promising_data(advice)),
            (BestCard(), adaptors.best_data(study, trajectory(study), None)),
            (EffectsCard(), adaptors.effects_data(advice)),
            (ValueCard(), adaptors.value_data(advice)),
        ]
        made = []
        for card, data in cards:
            card.set_data(data)
            if card.as_table.isEnabled():
                svg = drawn(card, "svg", _SIZE, words=False).decode()
                made.append(Picture(card.title.text(), svg, card.sentence))
            card.deleteLater()
        return made

    def pdf(self, page: Page) -> bytes:
        """Return a page as a PDF file: A4, its pictures as lines and letters, each sheet with its number."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setTitle(page.title)
        writer.setCreator("kgdesk")
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        writer.setPageMargins(QMarginsF())
        plates = _Plates([block for block in page.blocks if isinstance(block, Picture)])
        document = _document(page, plates)
        painter = QPainter(writer)
        painter.scale(writer.logicalDpiX() / _PER_INCH, writer.logicalDpiY() / _PER_INCH)
        count = document.pageCount()
        for sheet in range(count):
            if sheet:
                writer.newPage()
            _print_sheet(document, painter, sheet)
            _print_foot(painter, f"{page.title}   {sheet + 1}/{count}")
        painter.end()
        buffer.close()
        return bytes(buffer.data().data())


def _document(page: Page, plates: _Plates) -> QTextDocument:
    document = QTextDocument()
    font = QFont(QApplication.font())
    font.setPointSizeF(_POINTS)
    document.setDefaultFont(font)
    document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject, plates)
    document.setDocumentMargin(_MARGIN)
    document.setPageSize(_A4)
    document.setHtml(html(page, _reference))
    return document


def _font(share: float = 1.0) -> QFont:
    """Return the font of the page for a painter whose unit is 1/96 inch, however fine its device is."""
    font = QFont(QApplication.font())
    font.setPixelSize(round(share * _POINTS * _PER_INCH / 72.0))
    return font


def _print_sheet(document: QTextDocument, painter: QPainter, sheet: int) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette = palette(LIGHT)
    context.clip = QRectF(0.0, sheet * _A4.height(), _A4.width(), _A4.height())
    painter.save()
    painter.translate(0.0, -sheet * _A4.height())
    painter.setClipRect(context.clip)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _print_foot(painter: QPainter, text: str) -> None:
    painter.setFont(_font(0.8))
    painter.setPen(QColor(LIGHT.muted))
    room = QRectF(_MARGIN, _A4.height() - 0.75 * _MARGIN, _A4.width() - 2 * _MARGIN, 0.5 * _MARGIN)
    painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, text)


def _reference(place: int, _picture: Picture) -> str:
    return f'<p><img src="{_NAME}{place}" width="{_SIZE.width()}" height="{_SIZE.height()}"></p>'


class _Plates(QPyTextObject):
    """Draws the pictures of a page where the text has left room for them, each with its title and sentence.

    The three are one object, so that no sheet ends between them.
    """

    def __init__(self, pictures: Sequence[Picture]) -> None:
        super().__init__()
        self._pictures = pictures
        self._drawings = [QSvgRenderer(QByteArray(picture.svg.encode())) for picture in pictures]

    def intrinsicSize(self, _document: QTextDocument, _place: int, _form: QTextFormat) -> QSizeF:
        """Return the room of a picture with its words."""
        return QSizeF(_SIZE.width(), _SIZE.height() + 4 * _LINE)

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
        picture = self._pictures[place]
        top, left = rect.top(), rect.left()
        font = _font()
        for bold, text, y in (
            (True, picture.title, top),
            (False, picture.sentence, top + _LINE + _SIZE.height()),
        ):
            font.setBold(bold)
            painter.setFont(font)
            room = QRectF(left, y, rect.width(), 2 * _LINE)
            painter.drawText(room, Qt.TextFlag.TextWordWrap, text)
        self._drawings[place].render(painter, QRectF(left, top + _LINE, _SIZE.width(), _SIZE.height()))
