"""Figure: one pyqtgraph plot in the colours of the theme, and its axes."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPen,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsItem, QSizePolicy, QWidget

from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, fixed, number, percent
from kgdesk.ui.widgets.basic import elided_axis_label, show_tip
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.widgets.stylesheet import Palette


#: Number of points above which antialiasing is off.
SMOOTH_UP_TO = 2_000
#: Row and column of each axis around the view.
_PLACES = {"top": (0, 1), "left": (1, 0), "right": (1, 2), "bottom": (2, 1)}
#: The unit at the end of a name.
_UNIT = re.compile(r" \([^()]*\)$")


class Axis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph carries no types
    """Axis with locale-aware tick labels.

    Parameters
    ----------
    side
        ``"left"``, ``"right"``, ``"bottom"`` or ``"top"``.
    kind
        ``"number"``; ``"percent"`` for fractions; ``"whole"`` for counts: integer ticks only.
    """

    def __init__(self, side: str, kind: str = "number") -> None:
        self._labelled = ""  #: HTML of the label for the present length.
        self.short = ""  #: Shorter label, used where the label is longer than the axis.
        super().__init__(side)
        self._kind = kind
        self.enableAutoSIPrefix(enable=False)
        self.setStyle(tickLength=4, tickAlpha=255, maxTickLevel=0)

    def boundingRect(self) -> QRectF:
        """Return the axis rectangle, extended at its ends by half a label."""
        rect: QRectF = super().boundingRect()
        more = QFontMetrics(self.style["tickFont"] or QFont()).horizontalAdvance("100 %") * 0.6
        if self.orientation in {"left", "right"}:
            return rect.adjusted(0, -more / 2, 0, more / 2)
        return rect.adjusted(-more, 0, more, 0)

    def labelString(self) -> str:
        """Return the label as HTML, shortened to the length of the axis: pyqtgraph would let its ends be cut off."""
        whole: str = self.labelText  # type: ignore[has-type]  # pyqtgraph carries no types
        length = self.size().height() if self.orientation in {"left", "right"} else self.size().width()
        if whole and length > 0.0:
            metrics = QFontMetrics(self.label.font())
            self.labelText = elided_axis_label(whole, self.short, metrics, int(length))
        try:
            return str(super().labelString())
        finally:
            self.labelText = whole

    @property
    def hidden_label(self) -> str:
        """The whole label where it is shortened, else an empty text."""
        whole = QTextDocumentFragment.fromHtml(self.labelText).toPlainText()
        return "" if whole == self.label.toPlainText().strip() else whole

    def resizeEvent(self, ev: Any = None) -> None:
        """Shorten the label to the new length, and place it."""
        if self.label is not None and self.labelText and (html := self.labelString()) != self._labelled:
            self._labelled = html
            self._updateLabel()
        super().resizeEvent(ev)

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """Return tick spacings: at least 1 for counts, as many as fit for percent."""
        if self._kind == "percent":
            metrics = QFontMetrics(self.style["tickFont"] or QFont())
            upright = self.orientation in {"left", "right"}
            least = 1.6 * metrics.height() if upright else 1.5 * metrics.horizontalAdvance("100 %")
            each = size / max(maxVal - minVal, 1e-9)
            return [(next((s for s in (0.1, 0.2, 0.25, 0.5) if s * each >= least), 1.0), 0.0)]
        ticks: list[tuple[float, float]] = super().tickSpacing(minVal, maxVal, size)
        if self._kind == "whole":
            return [(space, offset) for space, offset in ticks if space >= 1.0] or [(1.0, 0.0)]
        return ticks

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Any]]:
        """Return tick positions: percent only in 0..100 %, no label clipped at the right end, none over another."""
        ticks: list[tuple[float, Any]] = super().tickValues(minVal, maxVal, size)
        if self._kind == "percent":
            return [(space, [v for v in values if -1e-9 <= v <= 1.0 + 1e-9]) for space, values in ticks]
        if self._kind == "whole" or self.orientation in {"left", "right"}:
            return ticks
        metrics = QFontMetrics(self.style["tickFont"] or QFont())
        each = size / max(maxVal - minVal, 1e-300)

        def fits(value: float, space: float) -> bool:
            text = self.tickStrings([value], self.scale, space)[0]
            return (maxVal - value) * each >= 0.5 * metrics.horizontalAdvance(text) - 2

        def apart(values: list[float], space: float) -> list[float]:
            texts = self.tickStrings(values, self.scale, space)
            widest = max(map(metrics.horizontalAdvance, texts), default=0) + metrics.horizontalAdvance(" ")
            step = 1
            while step <= len(values) and step * space * each < widest:
                step *= 2
            return [v for v in values if round(v / space) % step == 0]  # zero stays

        found = [(space, [v for v in values if fits(v, space)]) for space, values in ticks]
        return [(space, apart(values, space)) for space, values in found]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Format tick labels."""
        if self._kind == "percent":
            return [percent(round(abs(v), 6)) for v in values]
        places = max(0, math.ceil(-math.log10(spacing * scale) - 1e-9))
        largest = max((abs(v * scale) for v in values), default=0.0)
        if largest >= 1e6 or places > 4:
            return [number(v * scale) for v in values]
        return [fixed(v * scale, places) for v in values]


class OutcomeAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph carries no types
    """Axis that writes recorded outcomes beside the rows, each symbol in its outcome's colour."""

    def __init__(self) -> None:
        super().__init__("right")
        self._colours: dict[str, str] = {}
        self.setStyle(tickLength=0, tickAlpha=0)

    def set_look(self, look: Palette) -> None:
        """Set the colours."""
        self._colours = {SUCCESS: look.success, FAILURE: look.failure}

    def drawPicture(self, p: QPainter, _axis: Any, _ticks: Any, texts: Any) -> None:
        """Draw the words of each row; a symbol sets the colour of the words after it."""
        p.setFont(self.style["tickFont"] or p.font())
        metrics = p.fontMetrics()
        for rect, _flags, text in texts:
            x, base = rect.left(), rect.center().y() + (metrics.ascent() - metrics.descent()) / 2
            for piece in text.split(" "):
                p.setPen(QColor(self._colours.get(piece[:1], self.textPen().color().name())))
                p.drawText(QPointF(x, base), piece)
                x += metrics.horizontalAdvance(piece + " ")


class Figure(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph carries no types
    """One view with its axes, in the colours and fonts of its card.

    pyqtgraph's `PlotWidget` would bring a menu of some seventy widgets that nobody sees: three quarters of all widgets
    of a window, which every change of colours or text size would restyle.

    Parameters
    ----------
    axes
        Axis items by side, the left one and the bottom or top one among them.
    zoom
        Whether the wheel zooms and dragging pans.
    """

    #: Left click, in plot coordinates.
    clicked = Signal(QPointF)
    #: The size has changed.
    resized = Signal()

    def __init__(self, axes: dict[str, pg.AxisItem], *, zoom: bool = False) -> None:
        super().__init__()
        # pyqtgraph's background is black, and would be visible until the first drawing sets the theme's colours.
        self.setBackground(palette_of(self).card)
        #: Returns the tooltip at a point, in plot coordinates.
        self.tip: Callable[[QPointF], str] | None = None
        #: Whether the drawing is outdated: clicks and tooltips would refer to other data.
        self.outdated = False
        self._applied_look: tuple[Palette | None, str] = (None, "")
        self.axes = axes  #: By side.
        self.enableMouse(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(80, 60)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFrameShape(self.Shape.NoFrame)
        self.view = pg.ViewBox(enableMenu=False)  #: pyqtgraph's ViewBox.
        self.view.setMouseEnabled(x=zoom, y=zoom)
        self.view.setDefaultPadding(0.04)
        self.area = pg.GraphicsWidget()  #: The view and its axes.
        self.area.setContentsMargins(0, 2, 0, 0)
        self._lay_out()
        self.setCentralItem(self.area)
        self.scene().sigMouseClicked.connect(self._on_click)

    def _lay_out(self) -> None:
        """Put the view in the middle and the axes around it."""
        layout = QGraphicsGridLayout()
        self.area.setLayout(layout)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addItem(self.view, 1, 1)
        layout.setRowStretchFactor(1, 100)
        layout.setColumnStretchFactor(1, 100)
        for side, axis in self.axes.items():
            axis.linkToView(self.view)
            layout.addItem(axis, *_PLACES[side])
            axis.setZValue(-10)  # otherwise the grid would cover the marks
            axis.setFlag(QGraphicsItem.GraphicsItemFlag.ItemNegativeZStacksBehindParent)

    def getAxis(self, side: str) -> pg.AxisItem:
        """Return the axis at a side."""
        return self.axes[side]

    def addItem(self, item: Any, *, ignoreBounds: bool = False) -> None:
        """Add an item to the view; its extent does not count for automatic ranges if `ignoreBounds`."""
        self.view.addItem(item, ignoreBounds=ignoreBounds)

    def removeItem(self, item: Any) -> None:
        """Remove an item from the view."""
        self.view.removeItem(item)

    def apply_look(self, look: Palette, font: QFont) -> None:
        """Set colours and font of background, axes and labels, if changed."""
        if self._applied_look == (look, font.key()):
            return
        self._applied_look = (look, font.key())
        self.setBackground(look.card)
        for axis in self.axes.values():
            axis.setTickFont(font)
            axis.setPen(look.border)
            axis.setTextPen(look.muted)
            axis.setTickPen(QPen(QColor(look.grid), 1))
            axis.label.setFont(font)
            axis.labelStyle = {"color": look.muted, "font-size": f"{font.pointSizeF():.2f}pt"}
            axis._updateLabel()  # noqa: SLF001 - the only way to recolour a label without changing its text
            if isinstance(axis, OutcomeAxis):
                axis.set_look(look)
        self.show_grid()

    def show_grid(self) -> None:
        """Extend the ticks of the bottom and left axes as grid lines."""
        for side in {"bottom", "left"} & self.axes.keys():
            self.getAxis(side).setGrid(255)

    def fade(self, share: float) -> None:
        """Set the opacity of all that is drawn, in 0..1."""
        for item in self.scene().items():
            if item.parentItem() is None:
                item.setOpacity(share)

    def pixels_per_unit(self) -> tuple[float, float]:
        """Return pixels per data unit in x and y, always positive."""
        width, height = self.view.viewPixelSize()
        return 1.0 / max(width, 1e-300), 1.0 / max(height, 1e-300)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip when the mouse rests; there is no mouse tracking."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = None if self.outdated else self.tip
            text = self._label_at(event.pos())
            if not text and tip is not None:
                text = tip(self._place(QPointF(event.pos())))
            show_tip(event.globalPos(), text, self)
            return True
        return bool(super().viewportEvent(event))

    def resizeEvent(self, event: Any) -> None:
        """Emit `resized`, so that the card fits its labels."""
        super().resizeEvent(event)
        if hasattr(self, "view"):
            self.resized.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Leave the menu to the card."""
        event.ignore()

    def _label_at(self, pos: QPoint) -> str:
        """Return the whole label of the axis at a place of the viewport, if the axis shortens it."""
        for side in {"left", "bottom"} & self.axes.keys():
            axis = self.getAxis(side)
            # Not its bounding rectangle, which the lines of the grid extend over the plot.
            here = axis.mapToScene(axis.rect()).boundingRect().contains(self.mapToScene(pos))
            if here and axis.isVisible() and isinstance(axis, Axis):
                return axis.hidden_label
        return ""

    def _place(self, pos: QPointF) -> QPointF:
        return QPointF(self.view.mapSceneToView(self.mapToScene(pos.toPoint())))

    def _on_click(self, event: Any) -> None:
        within = self.view.sceneBoundingRect().contains(event.scenePos())
        if event.button() == Qt.MouseButton.LeftButton and within and not self.outdated:
            self.clicked.emit(QPointF(self.view.mapSceneToView(event.scenePos())))


def small(widget: QWidget) -> QFont:
    """Return the font of ticks: 0.9 times the widget's size."""
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * 0.9)
    return font


def draw_leaders(lines: pg.PlotCurveItem, ends: list[tuple[float, float]], widget: QWidget) -> None:
    """Draw thin lines from marks to their names that stand away from them: a line for every two ends."""
    pen = pg.mkPen(palette_of(widget).muted, width=0.8)
    lines.setData(*np.array(ends or [(0.0, 0.0)]).T, pen=pen, connect="pairs")


def elided_names(names: list[str], metrics: QFontMetrics, width: int) -> list[str]:
    """Return names elided in the middle to a width in pixels.

    Where that makes two of them equal, units in brackets at their ends are left out, or else their beginnings.
    """

    def cut(texts: list[str], mode: Qt.TextElideMode) -> list[str]:
        return [metrics.elidedText(text, mode, width) for text in texts]

    bare = [_UNIT.sub("", name) for name in names]
    middle, left = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideLeft
    ways = (cut(names, middle), cut(bare, middle), cut(bare, left))
    return max(ways, key=lambda way: len(set(way)))  # the first of the best


def axis_width(texts: list[str], metrics: QFontMetrics) -> int:
    """Return the axis width in pixels that fits these labels.

    Includes a margin: pyqtgraph omits labels that by its own metrics are slightly wider than the axis.
    """
    return round(1.08 * max((metrics.horizontalAdvance(text) for text in texts), default=0)) + 14
