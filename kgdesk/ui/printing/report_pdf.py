"""Write the report as PDF, and single plots as SVG, PDF or PNG."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import pyqtgraph as pg
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QMargins,
    QMarginsF,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageSize,
    QPainter,
    QPdfWriter,
    QRegion,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

from kgdesk.actions.reports import Block, Heading, Page, Picture, ReportTable, Words
from kgdesk.model.insight.queries import reported_points, trajectory
from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.best import BestCard
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.row_cards import EffectsCard, effects_data, effects_table, effects_words
from kgdesk.ui.plots.row_plot import RowsFigure
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.printing import pdf as paper
from kgdesk.ui.widgets.stylesheet import LIGHT
from kgdesk.ui.widgets.theme import apply_palette

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QPaintDevice

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.plots.row_cards import EffectsData
    from kgdesk.ui.text.translate import Language


Kind = Literal["svg", "pdf", "png"]

KINDS: tuple[Kind, ...] = ("svg", "pdf", "png")

#: Size of a plot on paper in units of 1/96 inch.
SIZE = QSize(720, 440)

_PER_INCH, _DOTS, _GAP = 96, 2, 8.0


def plot_file(card: PlotCard[Any], kind: Kind, size: QSize = SIZE, *, words: bool = True) -> bytes:
    """Return a plot card as a file, in light colours regardless of the theme.

    Parameters
    ----------
    card
        A card with data; not modified.
    kind
        ``svg``, ``pdf`` or ``png``, the last with two pixels per unit.
    size
        In units of 1/96 inch.
    words
        Whether to include the question and the sentence; the legend is always included.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind == "png":
        image(card, size, words=words).save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())
    device = _svg(buffer, size) if kind == "svg" else _pdf(buffer, size)
    device.setTitle(card.title.text())
    _onto(device, card, size, words=words)
    buffer.close()
    return bytes(buffer.data().data())


def image(card: PlotCard[Any], size: QSize = SIZE, *, words: bool = True) -> QImage:
    """Return a plot card as an image; see `plot_file`."""
    qimage = QImage(size * _DOTS, QImage.Format.Format_RGB32)
    qimage.setDevicePixelRatio(_DOTS)
    qimage.fill(QColor(LIGHT.card))
    _onto(qimage, card, size, words=words)
    return qimage


def _svg(buffer: QBuffer, size: QSize) -> QSvgGenerator:
    device = QSvgGenerator()
    device.setOutputDevice(buffer)
    device.setResolution(_PER_INCH)
    device.setSize(size)
    device.setViewBox(QRectF(0.0, 0.0, size.width(), size.height()))
    return device


def _pdf(buffer: QBuffer, size: QSize) -> QPdfWriter:
    device = QPdfWriter(buffer)
    device.setResolution(_PER_INCH)
    points = QSizeF(size.width(), size.height()) * 72.0 / _PER_INCH
    device.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    device.setPageMargins(QMarginsF())
    return device


def _onto(device: QPaintDevice, card: PlotCard[Any], size: QSize, *, words: bool) -> None:
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(_GAP, _GAP)
    size = size.shrunkBy(QMargins(0, 0, round(2 * _GAP), round(2 * _GAP)))
    text = _Text(painter, card, float(size.width()))
    signs = "   ".join(part for part in (card.choices(), card.legend.text()) if part)
    title = text.height(card.title.text(), bold=True) + _GAP if words else 0.0
    legend = text.height(signs)
    reading = text.height(card.sentence) if words else 0.0
    below = sum(part + _GAP for part in (legend, reading) if part)
    figure_size = QSize(size.width(), round(size.height() - title - below))
    if words:
        text.draw(card.title.text(), 0.0, bold=True)
    with _copy(card, figure_size) as body:
        _paint(body, painter, QPoint(0, round(title)))
    text.draw(signs, title + figure_size.height() + _GAP)
    if words:
        text.draw(card.sentence, size.height() - reading)
    painter.end()


def _paint(widget: QWidget, painter: QPainter, corner: QPoint) -> None:
    """Draw a widget with its children as vector graphics; Qt itself would rasterise a plot."""
    painter.save()
    if isinstance(widget, QGraphicsView):
        seen = widget.viewport().rect()
        widget.render(painter, QRectF(corner, seen.size()), seen, Qt.AspectRatioMode.IgnoreAspectRatio)
    elif parts := [part for part in widget.children() if isinstance(part, QWidget) and part.isVisible()]:
        for part in parts:
            _paint(part, painter, corner + part.pos())
    else:
        widget.render(painter, corner, QRegion(), QWidget.RenderFlag.DrawChildren)  # on paper
    painter.restore()


class _Text:
    """Text over the whole width of a picture."""

    def __init__(self, painter: QPainter, card: QWidget, width: float) -> None:
        self._painter = painter
        self._width = width
        self._plain, self._bold = QFont(card.font()), QFont(card.font())
        self._bold.setBold(True)

    def height(self, text: str, *, bold: bool = False) -> float:
        """Return the height of a text; 0 if empty."""
        if not text:
            return 0.0
        metrics = QFontMetricsF(self._bold if bold else self._plain)
        return metrics.boundingRect(
            QRectF(0.0, 0.0, self._width, 1e4), Qt.TextFlag.TextWordWrap, text
        ).height()

    def draw(self, text: str, top: float, *, bold: bool = False) -> None:
        """Draw a text with its upper edge at `top`."""
        self._painter.setFont(self._bold if bold else self._plain)
        self._painter.setPen(QColor(LIGHT.text))
        box = QRectF(0.0, top, self._width, self.height(text, bold=bold) + 1.0)
        paper.draw_text(self._painter, box, Qt.TextFlag.TextWordWrap, text)


@contextmanager
def _copy(card: PlotCard[Any], size: QSize) -> Iterator[QWidget]:
    """Yield the body of a copy of a card, in light colours, laid out offscreen."""
    copy = card.copied()
    copy.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    apply_palette(copy, LIGHT)
    for part in (copy.title, copy.how, copy.as_table, copy.tools, copy.legend, copy.reading):
        part.setFixedSize(0, 0)
    body = copy.body
    for rows in copy.findChildren(RowsFigure):
        rows.on_paper = True
    body.setFixedSize(size)
    copy.show()
    try:
        QApplication.sendPostedEvents()
        body.grab()  # label positions depend on a previous paint
        for item in copy.figure.scene().items():
            if isinstance(item, pg.ScatterPlotItem):
                item.opts["useCache"] = False  # cached marks would be raster images
        yield body
    finally:
        copy.close()
        copy.deleteLater()


_SIZE = QSize(640, 350)

#: Terms that are printed at most as a table; effects on one sheet, the height of one in units of 1/96 inch, and
#: that of axis and legend.
_MOST_ROWS, _MOST_EFFECTS, _ROW, _ROOM = 200, 44, 17, 110
_LINE = 18.0
_NAME = "picture:"


class ReportPdf:
    """Draw and print reports; keeps a QApplication alive for its fonts.

    Parameters
    ----------
    language
        Language of the text in plots, if there is no window.
    """

    def __init__(self, language: Language | None = None) -> None:
        self._application = paper.application_for_files(language)

    def pictures(self, advice: Advice) -> Sequence[Block]:
        """Return the plots of an advice that have data, in light colours, and the effects as a table."""
        study = advice.study
        states = trajectory(study, level=advice.level, most=reported_points(study))
        best = plot_data.best_data(study, states, None, advice.level)
        return [
            *_pictures(PromisingCard(), plot_data.promising_data(advice)),
            *_pictures(BestCard(), best),
            *_pictures(ValueCard(), plot_data.value_data(advice)),
            *_effects(effects_data(advice)),
        ]

    def pdf(self, page: Page) -> bytes:
        """Return a page as PDF: A4, vector plots, numbered sheets."""
        plates = _Plates([block for block in page.blocks if isinstance(block, Picture)])
        laid = paper.document(page, plates)
        count = laid.pageCount()
        sheets = [partial(paper.print_sheet, laid, page.title, n, count) for n in range(count)]
        return paper.pdf(page.title, sheets)


def _pictures(card: PlotCard[Any], data: Any, size: QSize = _SIZE) -> list[Picture]:
    """Return the picture of a card with some data; nothing if there is nothing to draw."""
    card.set_data(data)
    drawn = []
    if card.as_table.isEnabled():
        svg = plot_file(card, "svg", size, words=False).decode()
        drawn.append(Picture(card.title.text(), svg, card.sentence))
    card.deleteLater()
    return drawn


def _effects(data: EffectsData) -> list[Block]:
    """Return the effects of the attributes and, if there are products or squares, of the single terms, with tables."""
    if not data.effects:
        return []
    heading = Heading(QCoreApplication.translate("Report", "Effects of the attributes"))
    blocks: list[Block] = [*_sheets(data), heading, ReportTable(*effects_table(data))]
    if not data.attributes:
        return blocks
    terms, count = replace(data, attributes=()), len(data.effects)
    one = QCoreApplication.translate(
        "Report", "Each is for one standard deviation over the candidates, or for a level where it is so."
    )
    blocks += [Heading(QCoreApplication.translate("Report", "Effects of the single terms")), Words(one)]
    if count <= _MOST_EFFECTS:
        blocks += _sheets(terms, QCoreApplication.translate("Report", "What does each term of the model do?"))
    else:
        blocks.append(Words(effects_words(terms)[1]))
    fold = QCoreApplication.translate("Report", "Show all {count} terms")
    many = QCoreApplication.translate(
        "Report", "{count} terms fill too many sheets: the report as a web page and the tab Model list them."
    )
    words = fold.format(count=count), many.format(count=count) if count > _MOST_ROWS else ""
    return [*blocks, ReportTable(*effects_table(terms, brief=True), *words)]


def _sheets(data: EffectsData, title: str = "") -> list[Picture]:
    """Return all rows of a card of effects; pages of them if there are many, as paper does not scroll."""
    rows = data.attributes or data.effects
    parts = -(-len(rows) // _MOST_EFFECTS)
    each = -(-len(rows) // parts)
    question, whole = effects_words(data)
    drawn = []
    for part in range(parts):
        own = rows[part * each : (part + 1) * each]
        shown = replace(data, attributes=own) if data.attributes else replace(data, effects=own)
        size = QSize(_SIZE.width(), max(_SIZE.height(), _ROOM + _ROW * len(own)))
        picture, *_ = _pictures(EffectsCard(), shown, size)
        number = f" ({part + 1}/{parts})" if parts > 1 else ""
        drawn.append(Picture(f"{title or question}{number}", picture.svg, whole if part == parts - 1 else ""))
    return drawn


class _Plates(paper.Plates):
    """Text object that draws the plots of a page, each with title and sentence.

    The three form one object, so that no page break separates them.
    """

    def __init__(self, pictures: Sequence[Picture]) -> None:
        super().__init__()
        self._pictures = pictures
        self._drawings = [QSvgRenderer(QByteArray(picture.svg.encode())) for picture in pictures]

    def reference(self, place: int, _picture: Picture) -> str:
        """Return the markup of a picture by its place."""
        size = self._drawings[place].defaultSize()
        return f'<p><img src="{_NAME}{place}" width="{size.width()}" height="{size.height()}"></p>'

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:
        """Return the size of a plot with its text."""
        place = int(form.toImageFormat().name().removeprefix(_NAME))
        size, picture = QSizeF(self._drawings[place].defaultSize()), self._pictures[place]
        words = paper.text_height(picture.title, size.width(), bold=True)
        words += paper.text_height(picture.sentence, size.width())
        return QSizeF(size.width(), size.height() + words + 2 * _LINE)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _document: QTextDocument,
        _place: int,
        form: QTextFormat,
    ) -> None:
        """Draw a plot."""
        place = int(form.toImageFormat().name().removeprefix(_NAME))
        size, top, left = QSizeF(self._drawings[place].defaultSize()), rect.top(), rect.left()
        title, sentence = self._pictures[place].title, self._pictures[place].sentence
        above = paper.text_height(title, size.width(), bold=True)
        for bold, text, y in ((True, title, top), (False, sentence, top + above + size.height())):
            painter.setFont(paper.font(bold=bold))
            area = QRectF(left, y, size.width(), paper.text_height(text, size.width(), bold=bold))
            paper.draw_text(painter, area, Qt.TextFlag.TextWordWrap, text)
        self._drawings[place].render(painter, QRectF(QPointF(left, top + above), size))
