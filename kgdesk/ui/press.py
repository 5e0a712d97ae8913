"""Prints what leaves on paper: the pictures of a study, and pages as PDF files in which text stays text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QPainter,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from kgdesk.actions.reporting import Page, Picture, html
from kgdesk.model.over_runs import trajectory
from kgdesk.ui.look.colours import LIGHT
from kgdesk.ui.look.offscreen import application_for_files
from kgdesk.ui.look.theme import palette
from kgdesk.ui.paper import A4, POINTS, font, foot, mm, pdf
from kgdesk.ui.pictures.best import BestCard
from kgdesk.ui.pictures.drawn import drawn
from kgdesk.ui.pictures.effects import EffectsCard
from kgdesk.ui.pictures.promising import PromisingCard
from kgdesk.ui.pictures.value import ValueCard
from kgdesk.ui.tabs import adaptors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice import Advice
    from kgdesk.ui.languages import Language
    from kgdesk.ui.pictures.card import PictureCard

_MARGIN = mm(18.0)
_SIZE = QSize(640, 350)
_LINE = 18.0
_NAME = "picture:"


class Press:
    """Draws and prints; holds Qt's application, for its fonts, where there is none yet.

    Parameters
    ----------
    language
        Of the words in the pictures, where there is no window whose language it is.
    """

    def __init__(self, language: Language | None = None) -> None:
        self._application = application_for_files(language)

    def pictures(self, advice: Advice) -> Sequence[Picture]:
        """Return the pictures of a state of a study, in light colours; those with nothing to show are left out."""
        study = advice.study
        cards: list[tuple[PictureCard[Any], Any]] = [
            (PromisingCard(), adaptors.promising_data(advice)),
            (
                BestCard(),
                adaptors.best_data(study, trajectory(study, level=advice.level), None, advice.level),
            ),
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
        plates = _Plates([block for block in page.blocks if isinstance(block, Picture)])
        document = _document(page, plates)
        count = document.pageCount()
        return pdf(page.title, [partial(_print_sheet, document, page.title, n, count) for n in range(count)])


def _document(page: Page, plates: _Plates) -> QTextDocument:
    document = QTextDocument()
    usual = QFont(QApplication.font())
    usual.setPointSizeF(POINTS)
    document.setDefaultFont(usual)
    document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject, plates)
    document.setDocumentMargin(_MARGIN)
    document.setPageSize(A4)
    document.setHtml(html(page, _reference))
    return document


def _print_sheet(document: QTextDocument, title: str, sheet: int, count: int, painter: QPainter) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette = palette(LIGHT)
    context.clip = QRectF(0.0, sheet * A4.height(), A4.width(), A4.height())
    painter.save()
    painter.translate(0.0, -sheet * A4.height())
    painter.setClipRect(context.clip)
    document.documentLayout().draw(painter, context)
    painter.restore()
    foot(painter, f"{title}   {sheet + 1}/{count}", _MARGIN)


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
        words = font()
        for bold, text, y in (
            (True, picture.title, top),
            (False, picture.sentence, top + _LINE + _SIZE.height()),
        ):
            words.setBold(bold)
            painter.setFont(words)
            room = QRectF(left, y, rect.width(), 2 * _LINE)
            painter.drawText(room, Qt.TextFlag.TextWordWrap, text)
        self._drawings[place].render(painter, QRectF(left, top + _LINE, _SIZE.width(), _SIZE.height()))
