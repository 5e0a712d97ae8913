"""Single plots as SVG, PDF or PNG files, in light colours."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QIODevice, QMargins, QMarginsF, QPoint, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageSize,
    QPainter,
    QPdfWriter,
    QRegion,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

from kgdesk.ui.plots.row_plot import RowsFigure
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.stylesheet import LIGHT
from kgdesk.ui.widgets.theme import apply_palette

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPaintDevice

    from kgdesk.ui.plots.card import PlotCard


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
        self._painter.drawText(box, Qt.TextFlag.TextWordWrap, visible(text))


@contextmanager
def _copy(card: PlotCard[Any], size: QSize) -> Iterator[QWidget]:
    """Yield the body of a copy of a card, in light colours, laid out offscreen."""
    copy = card.copied()
    copy.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    apply_palette(copy, LIGHT)
    for part in (copy.title, copy.more, copy.tools, copy.legend, copy.reading):
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
