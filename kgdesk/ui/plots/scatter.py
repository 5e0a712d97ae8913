"""Scatter plot of thousands of marks, with scales of colour and size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kgdesk.ui.plots.figure import Axis, Figure, axis_width
from kgdesk.ui.text.locale_format import fixed
from kgdesk.ui.widgets.basic import set_ticks, set_tip

if TYPE_CHECKING:
    from collections.abc import Hashable

    from kgdesk.ui.widgets.stylesheet import Palette


LEVELS = 64

SIZES = 12

_SMALLEST = 5

#: Minimum and maximum number of ticks of the colour bar.
_FEWEST, _MOST = 2, 6


def colour_table(look: Palette) -> np.ndarray:
    """Return the colours of the levels: ``(LEVELS, 3)``, uint8; the part of viridis with contrast 3:1 on a card."""
    table: np.ndarray = pg.colormap.get("viridis").getLookupTable(*look.map_range, nPts=LEVELS)
    colours: np.ndarray = table[:, :3]
    return colours


def levels_of(values: np.ndarray, top: float) -> np.ndarray:
    """Return the level of each value, ``0 .. LEVELS - 1``; negative values give 0, NaN gives -1.

    Parameters
    ----------
    values
        Shape ``(n,)``, float64.
    top
        The value of the highest level; 0 gives level 0 for all.
    """
    share = np.clip(values / top, 0.0, 1.0) if top > 0.0 else np.zeros_like(values)
    level = np.nan_to_num(share * (LEVELS - 1), nan=0.0).astype(np.int64)
    level_index: np.ndarray = np.where(np.isnan(values), -1, level)
    return level_index


def sizes_of(levels: np.ndarray) -> np.ndarray:
    """Return the mark size in pixels of each level; one of `SIZES` sizes."""
    sizes: np.ndarray = _SMALLEST + np.maximum(levels, 0) * SIZES // LEVELS
    return sizes


def steps(top: float, most: int = 5) -> list[float]:
    """Return at most `most` round values from 0 to `top` for a scale."""
    if top <= 0.0:
        return [0.0]
    rough = top / max(most - 1, 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = next((size * m for m in (1, 2, 5, 10) if size * m >= rough * (1 - 1e-9)), size * 10)
    return [step * place for place in range(int(top / step + 1e-9) + 1)]


class ColourBar(QWidget):
    """Vertical colour bar beside a plot."""

    def __init__(self) -> None:
        super().__init__()
        self._top = 0.0
        self._captions = ("", "")
        self._colours: list[QColor] = []
        self._muted = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_scale(self, top: float, captions: tuple[str, str], look: Palette, font: QFont) -> None:
        """Show values from 0 to `top`; the second caption is used if the bar is too short for the first."""
        self._top, self._captions = top, captions
        set_tip(self, captions[0])
        self._colours = [QColor(*(int(part) for part in row)) for row in colour_table(look)]
        self._muted = QColor(look.muted)
        self.setFont(font)
        metrics = QFontMetrics(font)
        # The height changes later: reserve the width of the ticks at any height.
        texts = [text for most in range(_FEWEST, _MOST + 1) for _, text in self._ticks(most)]
        widest = max(map(metrics.horizontalAdvance, texts))
        self.setFixedWidth(12 + 6 + widest + metrics.height() + 4)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw bar, ticks and caption."""
        if not self._colours:
            return
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        half = metrics.height() / 2
        bar = QRectF(0, half, 12, max(self.height() - 2 * half - 8, 1))
        gradient = QLinearGradient(bar.bottomLeft(), bar.topLeft())
        for place, colour in enumerate(self._colours):
            gradient.setColorAt(place / (LEVELS - 1), colour)
        painter.fillRect(bar, QBrush(gradient))
        painter.setPen(self._muted)
        for value, text in self._ticks(int(self.height() / (2.2 * metrics.height()))):
            y = bar.bottom() - (value / self._top if self._top > 0 else 0.0) * bar.height()
            painter.drawLine(12, round(y), 15, round(y))
            painter.drawText(
                QRectF(18, y - half, self.width(), 2 * half), Qt.AlignmentFlag.AlignVCenter, text
            )
        painter.translate(self.width(), bar.center().y())
        painter.rotate(-90)
        length = bar.height() + 2 * half
        text = next((c for c in self._captions if metrics.horizontalAdvance(c) <= length), "")
        painter.drawText(QRectF(-length / 2, -2 * half, length, 2 * half), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def _ticks(self, most: int) -> list[tuple[float, str]]:
        values = steps(self._top, max(_FEWEST, min(_MOST, most)))
        step = values[1] if len(values) > 1 else 1.0
        places = max(0, math.ceil(-math.log10(step) - 1e-9))
        return [(value, fixed(value, places)) for value in values]


MARKS_UP_TO = 5_000

_REAL_MARKS = 50

_CELL = 4

_MOST_CELLS = (300, 200)

_REACH = 10.0

_GOLDEN = 0.6180339887498949

_PLASTIC = 0.7548776662466927


class ScatterPlot:
    """The figure of `ValueCard`: drawing and hit testing."""

    def __init__(self) -> None:
        self.figure = Figure({"left": Axis("left"), "bottom": Axis("bottom")}, zoom=True)  #: The plot.
        self._raster = pg.ImageItem(axisOrder="row-major")
        self._marks = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="o")
        self._signs = pg.ScatterPlotItem(brush=pg.mkBrush(None))
        self._pointed = pg.ScatterPlotItem(brush=pg.mkBrush(None), symbol="d", size=24)
        for item in (self._raster, self._marks, self._signs, self._pointed):
            self.figure.addItem(item)
        self._raster.setVisible(False)  # hidden until something is drawn
        self._x = self._y = np.zeros(0)
        self._levels: np.ndarray = np.zeros(0, dtype=np.int64)
        self._names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._frame: Hashable = None
        self._brushes: tuple[Palette | None, list[pg.QtGui.QBrush]] = (None, [])
        self._colours: np.ndarray = np.zeros((0, 4), dtype=np.uint8)
        self.figure.view.sigRangeChanged.connect(self._draw_raster)

    def draw(
        self,
        places: tuple[np.ndarray, np.ndarray],
        names: tuple[tuple[str, ...], tuple[str, ...]],
        values: np.ndarray,
        marked: tuple[int | None, int | None],
        *,
        frame: Hashable,
        look: Palette,
        font: QFont,
    ) -> None:
        """Draw the candidates.

        Parameters
        ----------
        places
            x and y, each of shape ``(n,)``, float64; NaN omits a candidate.
        names
            Category levels of each axis, or empty.
        values
            Shape ``(n,)``: colour and size; NaN is drawn small and grey.
        marked
            Rows marked by square and circle.
        frame
            Zoom and pan are kept while this is unchanged.
        """
        self.figure.apply_look(look, font)
        self._names = names
        self._x, self._y = _spread(places[0], names[0], _GOLDEN), _spread(places[1], names[1], _PLASTIC)
        top = float(np.max(np.nan_to_num(values, nan=0.0), initial=0.0))
        self._levels = levels_of(values, top)
        self._take_colours(look)
        frame = (frame, names)
        if frame != self._frame:
            self._frame = frame
            self._show_all()
        visible = np.flatnonzero(np.isfinite(self._x) & np.isfinite(self._y))
        visible = visible[np.argsort(self._levels[visible], kind="stable")]
        if len(visible) > MARKS_UP_TO:
            by_value = np.nan_to_num(values[visible], nan=-np.inf)
            visible = visible[np.sort(np.argpartition(by_value, -_REAL_MARKS)[-_REAL_MARKS:])]
        self._raster.setVisible(len(self._x) > MARKS_UP_TO)
        self._draw_raster()
        levels = self._levels[visible]
        brushes = self._brushes[1]
        self._marks.setData(
            x=self._x[visible],
            y=self._y[visible],
            brush=[brushes[level] for level in levels],
            size=sizes_of(levels),
        )
        self._draw_signs(marked, look)
        self.fit()

    def point_at(self, row: int | None, look: Palette) -> None:
        """Mark a candidate by a diamond, or none."""
        pens = [pg.mkPen(look.card, width=5), pg.mkPen(look.text, width=2.2)]
        known = row is not None and np.isfinite(self._x[row] + self._y[row])
        at = np.array([row, row] if known else [], dtype=np.int64)
        self._pointed.setData(x=self._x[at], y=self._y[at], pen=pens[: len(at)])

    def forget_frame(self) -> None:
        """Show all candidates at the next drawing."""
        self._frame = None

    def fit(self) -> None:
        """Label as many levels as fit."""
        metrics = QFontMetrics(self.figure.getAxis("bottom").style["tickFont"] or self.figure.font())
        for side, names in zip(("bottom", "left"), self._names, strict=True):
            axis = self.figure.getAxis(side)
            if not names:
                set_ticks(axis, None)
                axis.setWidth(None) if side == "left" else None
                continue
            if side == "left":
                width, each = int(self.figure.width() * 0.25), metrics.height() + 2.0
                every = max(1, int(np.ceil(len(names) * each / max(self.figure.height() - 40.0, 1.0))))
            else:
                each = (self.figure.width() - 60.0) / len(names)
                every = max(1, int(np.ceil(metrics.horizontalAdvance("MMMM") / max(each, 1.0))))
                width = int(each * every - 6)
            texts = [metrics.elidedText(name, Qt.TextElideMode.ElideRight, width) for name in names]
            set_ticks(axis, [[(place, texts[place]) for place in range(0, len(names), every)]])
            if side == "left":
                axis.setWidth(axis_width(texts, metrics))

    def nearest(self, point: QPointF) -> int | None:
        """Return the row of the candidate nearest to a point within ten pixels, or None."""
        if len(self._x) == 0:
            return None
        across, up = self.figure.pixels_per_unit()
        distance = ((self._x - point.x()) * across) ** 2 + ((self._y - point.y()) * up) ** 2
        distance = np.nan_to_num(distance, nan=np.inf)
        row = int(np.argmin(distance))
        return row if distance[row] <= _REACH**2 else None

    def _take_colours(self, look: Palette) -> None:
        if self._brushes[0] is look:
            return
        table = colour_table(look)
        grey = pg.mkColor(look.muted)
        # Level -1 (cannot be tested) indexes the last entry of both tables.
        self._brushes = (look, [pg.mkBrush(*(int(c) for c in row)) for row in table] + [pg.mkBrush(grey)])
        solid = np.hstack((table, np.full((LEVELS, 1), 255, dtype=np.uint8)))
        ends = np.array([[0, 0, 0, 0], [grey.red(), grey.green(), grey.blue(), 255]], dtype=np.uint8)
        self._colours = np.vstack((solid, ends))

    def _show_all(self) -> None:
        for direction, values in (("x", self._x), ("y", self._y)):
            known = values[np.isfinite(values)]
            low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
            if low == high:
                low, high = low - 0.5, high + 0.5
            self.figure.view.setRange(**{f"{direction}Range": (low, high)}, padding=0.1)

    def _draw_raster(self) -> None:
        if not self._raster.isVisible():
            return
        (left, right), (bottom, top) = self.figure.view.viewRange()
        width = int(np.clip(self.figure.view.width() // _CELL, 10, _MOST_CELLS[0]))
        height = int(np.clip(self.figure.view.height() // _CELL, 10, _MOST_CELLS[1]))
        with np.errstate(invalid="ignore"):
            column = np.floor((self._x - left) * (width / (right - left)))
            line = np.floor((self._y - bottom) * (height / (top - bottom)))
            seen = (column >= 0) & (column < width) & (line >= 0) & (line < height)
        cell = line[seen].astype(np.int64) * width + column[seen].astype(np.int64)
        best = np.full(width * height, -2, dtype=np.int64)
        np.maximum.at(best, cell, self._levels[seen])
        self._raster.setImage(self._colours[best].reshape(height, width, 4), autoLevels=False)
        self._raster.setRect(QRectF(left, bottom, right - left, top - bottom))

    def _draw_signs(self, marked: tuple[int | None, int | None], look: Palette) -> None:
        halo, line = pg.mkPen(look.card, width=5), pg.mkPen(look.text, width=2.2)
        around = 36 if marked[0] == marked[1] else 25
        marks = [
            (self._x[row], self._y[row], symbol, size, pen)
            for row, symbol, size in ((marked[0], "s", 21), (marked[1], "o", around))
            if row is not None and np.isfinite(self._x[row]) and np.isfinite(self._y[row])
            for pen in (halo, line)
        ]
        columns = [list(column) for column in zip(*marks, strict=True)] or [[]] * 5
        self._signs.setData(x=columns[0], y=columns[1], symbol=columns[2], size=columns[3], pen=columns[4])


def _spread(values: np.ndarray, names: tuple[str, ...], ratio: float) -> np.ndarray:
    """Jitter the marks of a category, deterministically by row."""
    if not names:
        return values
    share: np.ndarray = (np.arange(len(values)) * ratio) % 1.0
    return values + (share - 0.5) * 0.5
