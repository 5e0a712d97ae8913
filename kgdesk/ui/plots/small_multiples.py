"""Small multiples: a grid of slice plots."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsPathItem,
    QGridLayout,
    QScrollArea,
    QWidget,
)

from kgdesk.ui.plots.figure import Axis, Figure, axis_width
from kgdesk.ui.text.locale_format import number, percent, percent_range
from kgdesk.ui.widgets.basic import set_axis_label, set_ticks

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.slices import Curve, Slice
    from kgdesk.ui.widgets.stylesheet import Palette

_BEAM = 0.16
#: Pixels to the right of a panel, for half of the last tick.
_RIGHT = 10


@dataclass(frozen=True)
class Style:
    """Drawing style of one curve.

    Parameters
    ----------
    name
        Name in tooltips, for example “after Success”.
    colour
        ``#rrggbb``.
    symbol
        Symbol on the curve, by pyqtgraph's name; empty for none.
    width
        Line width.
    filled
        Whether the band is filled; else only its edges are drawn.
    """

    name: str
    colour: str
    symbol: str = ""
    width: float = 2.0
    filled: bool = True


class SlicePanel(Figure):
    """Probability against one attribute: curves with bands, the held candidate, recorded outcomes at the edges."""

    def __init__(self) -> None:
        super().__init__({"left": Axis("left", "percent"), "bottom": Axis("bottom")})
        self._slice: Slice | None = None
        self._styles: tuple[Style, ...] = ()
        self._label = ""
        self._items: list[QGraphicsItem] = []
        self.held = pg.InfiniteLine(0.0, angle=90)  #: Position of the held candidate.
        self.rug = pg.ScatterPlotItem(pen=pg.mkPen(None))  #: Recorded outcomes.
        for item in (self.held, self.rug):
            self.addItem(item)
        self.view.setYRange(0.0, 1.0, padding=0.06)
        self.area.setContentsMargins(0, 2, _RIGHT, 0)
        self.tip = self._tip
        self.setFrameShape(QFrame.Shape.NoFrame)

    def show_slice(
        self,
        part: Slice,
        label: str,
        styles: tuple[Style, ...],
        outcomes: tuple[np.ndarray, np.ndarray],
        look: Palette,
        font: QFont,
    ) -> None:
        """Draw a slice.

        Parameters
        ----------
        part
            Slice with its curves in the order of `styles`.
        label
            Name of the attribute with unit.
        outcomes
            Positions of recorded successes and failures, drawn at the upper and lower edge.
        """
        self._slice, self._styles, self._label = part, styles, label
        self.apply_look(look, font)
        for item in self._items:
            self.removeItem(item)
        self._items = []
        x = self.across(part.places)
        for curve, style in zip(part.curves, styles, strict=True):
            if part.levels:
                self._add_dots(x, curve, style, len(self._items))
            else:
                self._add_curve(x, part.inside, curve, style)
        self.held.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DotLine))
        self.held.setValue(float(self.across(np.array([part.held]))[0]))
        self._draw_rug(outcomes, look)
        ends = (x[0], x[-1]) if not part.levels else (-0.6, len(part.levels) - 0.4)
        self.view.setXRange(*ends, padding=0.02)
        self.fit()

    def across(self, values: np.ndarray) -> np.ndarray:
        """Return axis positions of attribute values: log10 for log attributes."""
        logs = self._slice is not None and self._slice.attribute.log and not self._slice.levels
        positions: np.ndarray = np.log10(values) if logs else np.asarray(values, dtype=np.float64)
        return positions

    def fit(self) -> None:
        """Fit label and ticks to the size."""
        if self._slice is None:
            return
        axis = self.getAxis("bottom")
        font = axis.style["tickFont"] or self.font()
        metrics = QFontMetrics(font)
        room = max(self.width() - axis_width([percent(1.0)], metrics) - _RIGHT, 40)
        set_axis_label(self, "bottom", metrics.elidedText(self._label, Qt.TextElideMode.ElideMiddle, room))
        if self._slice.levels:
            levels = self._slice.levels
            each = room / (len(levels) + 0.3)  # the axis has this many units
            every = max(1, math.ceil(metrics.horizontalAdvance("MMM") / max(each, 1.0)))
            width = int(each * every - metrics.averageCharWidth())
            texts = [metrics.elidedText(name, Qt.TextElideMode.ElideRight, width) for name in levels]
            set_ticks(axis, [[(k, texts[k]) for k in range(0, len(levels), every)]])
        elif self._slice.attribute.log:
            set_ticks(axis, [self._log_ticks(metrics, room)])
        else:
            set_ticks(axis, None)

    def _log_ticks(self, metrics: QFontMetrics, width: float) -> list[tuple[float, str]]:
        assert self._slice is not None  # noqa: S101 - only called with a slice
        low, high = (float(np.log10(v)) for v in self._slice.places[[0, -1]])
        most = max(2, int(width / (1.6 * metrics.horizontalAdvance("0.001"))))
        for steps in ((1, 2, 5), (1, 3), (1,)):
            values = [m * 10.0**k for k in range(math.floor(low), math.ceil(high) + 1) for m in steps]
            values = [v for v in values if low <= math.log10(v) <= high]
            if len(values) <= most:
                break
        every = max(1, math.ceil(len(values) / most))
        return [(math.log10(v), number(v)) for v in values[::every]]

    def _add(self, item: QGraphicsItem) -> None:
        self._items.append(item)
        self.addItem(item)

    def _add_curve(self, x: np.ndarray, inside: np.ndarray, curve: Curve, style: Style) -> None:
        faint = QColor(style.colour)
        faint.setAlpha(38)
        if style.filled:
            around = np.concatenate((x, x[::-1])), np.concatenate((curve.low, curve.high[::-1]))
            band = QGraphicsPathItem(pg.arrayToQPath(*around))
            band.setPen(pg.mkPen(None))
            band.setBrush(pg.mkBrush(faint))
            self._add(band)
        else:
            edge = pg.mkPen(style.colour, width=1, style=Qt.PenStyle.DotLine)
            for values in (curve.low, curve.high):
                self._add(pg.PlotCurveItem(x, values, pen=edge, antialias=True))
        solid = np.where(inside, curve.probability, np.nan)
        # Start the dashes at the last solid point, to avoid a gap at the edge of the range.
        near = np.convolve(inside, (1, 1, 1), "same") == 3
        dashed = np.where(near, np.nan, curve.probability)
        pen = pg.mkPen(style.colour, width=style.width)
        self._add(pg.PlotCurveItem(x, solid, pen=pen, connect="finite", antialias=True))
        dashes = pg.mkPen(style.colour, width=style.width, style=Qt.PenStyle.DashLine)
        self._add(pg.PlotCurveItem(x, dashed, pen=dashes, connect="finite", antialias=True))
        if style.symbol:
            at = np.flatnonzero(inside)[:: max(1, inside.sum() // 4)]
            signs = pg.ScatterPlotItem(
                x=x[at], y=curve.probability[at], symbol=style.symbol, size=9, pen=pg.mkPen(None)
            )
            signs.setBrush(pg.mkBrush(style.colour))
            self._add(signs)

    def _add_dots(self, x: np.ndarray, curve: Curve, style: Style, place: int) -> None:
        moved = x + 0.09 * (place - (len(self._styles) - 1))  # two items per curve: range and dots
        p = curve.probability
        pen = pg.mkPen(style.colour, width=style.width)
        self._add(
            pg.ErrorBarItem(x=moved, y=p, top=curve.high - p, bottom=p - curve.low, beam=_BEAM, pen=pen)
        )
        dots = pg.ScatterPlotItem(x=moved, y=p, symbol=style.symbol or "o", size=10, pen=pg.mkPen(None))
        dots.setBrush(pg.mkBrush(style.colour))
        self._add(dots)

    def _draw_rug(self, outcomes: tuple[np.ndarray, np.ndarray], look: Palette) -> None:
        places = [self.across(values) for values in outcomes]
        self.rug.setData(
            x=np.concatenate(places),
            y=np.concatenate([np.full(len(p), edge) for p, edge in zip(places, (1.03, -0.03), strict=True)]),
            symbol=["o"] * len(places[0]) + ["x"] * len(places[1]),
            size=7,
            brush=[pg.mkBrush(look.success)] * len(places[0]) + [pg.mkBrush(look.failure)] * len(places[1]),
        )

    def _tip(self, point: QPointF) -> str:
        part = self._slice
        if part is None:
            return ""
        x = self.across(part.places)
        place = int(np.argmin(np.abs(x - point.x())))
        value = part.levels[place] if part.levels else number(float(part.places[place]), 3)
        lines = [f"{self._label}: {value}"]
        for curve, style in zip(part.curves, self._styles, strict=True):
            tip = (
                f"{percent(curve.probability[place])} ({percent_range(curve.low[place], curve.high[place])})"
            )
            lines.append(f"{style.name}: {tip}" if style.name else tip)
        return "\n".join(lines)


class PanelGrid(QScrollArea):
    """Grid of slice panels; scrolls if they do not fit.

    Parameters
    ----------
    least
        Minimum width and height of a panel in pixels, at the default text size.
    """

    #: The size has changed.
    resized = Signal()

    def __init__(self, least: tuple[int, int] = (215, 165)) -> None:
        super().__init__()
        self._least = least
        self.first = SlicePanel()
        self._panels: list[SlicePanel] = [self.first]
        self._count = 1
        self._inner = QWidget()
        self._grid = QGridLayout(self._inner)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._grid.addWidget(self.first, 0, 0)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumSize(100, 80)
        self.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)

    def show_many(self, count: int) -> None:
        """Set the number of panels; each is created on first use."""
        self._count = count
        self._arrange()

    def panel(self, place: int) -> SlicePanel:
        """Return a panel, creating it if necessary."""
        if place >= len(self._panels):
            for _ in range(len(self._panels), place + 1):
                panel = SlicePanel()
                panel.setParent(self._inner)  # without parent it would be a window and take the focus
                self._panels.append(panel)
            self._arrange()
        return self._panels[place]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the panels."""
        super().resizeEvent(event)
        self._arrange()
        self.resized.emit()

    def _arrange(self) -> None:
        factor = max(1.0, QFontMetrics(self.font()).height() / 17.0)
        across = max(1, int(self.viewport().width() // (self._least[0] * factor)))
        across = min(across, self._count)
        # Rows of equal length, rather than a full one above a single panel.
        lines = -(-self._count // across)
        across = -(-self._count // lines)
        for place, panel in enumerate(self._panels):
            self._grid.addWidget(panel, place // across, place % across)
            panel.setVisible(place < self._count)
        # Reserve space for panels not yet created, so that the others keep their sizes.
        for place in range(max(across, self._grid.columnCount())):
            self._grid.setColumnStretch(place, 1 if place < across else 0)
        for place in range(max(lines, self._grid.rowCount())):
            self._grid.setRowStretch(place, 1 if place < lines else 0)
            self._grid.setRowMinimumHeight(place, int(self._least[1] * factor) if place < lines else 0)
