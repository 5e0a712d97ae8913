"""Forest plot: named rows with a dot and a range each; plot of plates, days and lots against predictions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
import shiboken6
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollBar, QWidget

from kgdesk.plain_text import escaped
from kgdesk.ui.plots.figure import Axis, Figure, OutcomeAxis, axis_width, elided_names
from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.widgets.basic import set_axis_label, set_ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.widgets.stylesheet import Palette

_LEAST_ROWS = 3
_BEAM = 5.0
_NAME_SHARE = 0.34
#: Names are shortened only if they need more than this share.
_WHOLE_NAME_SHARE = 0.42
_PAPER_NAME_SHARE = 0.6


@dataclass(frozen=True, eq=False)
class PlotRow:
    """One row of a forest plot.

    Parameters
    ----------
    name
        Label at the left, shortened if necessary.
    estimate, low, high
        Dot and ends of its range, in axis units.
    tip
        Tooltip of the row.
    marks
        Text at the right; words may begin with an outcome symbol.
    below
        Second line of the label.
    """

    name: str
    estimate: float
    low: float
    high: float
    tip: str
    marks: str = ""
    below: str = ""


class RowsFigure(QWidget):
    """Forest plot that scrolls its rows if they do not fit.

    Parameters
    ----------
    kind
        Kind of the bottom axis; see `Axis`.
    zero
        Whether to draw a line at zero (no effect).
    """

    #: Index of the row clicked.
    chosen = Signal(int)
    _bar_turned = Signal()

    def __init__(self, kind: str, *, zero: bool = False) -> None:
        super().__init__()
        self._rows: tuple[PlotRow, ...] = ()
        self.on_paper = False  #: Whether names may take more of the width: paper has no tool tips.
        self._bottom_height = 0.0
        #: The plot.
        self.figure = Figure(
            {"left": Axis("left"), "bottom": Axis("bottom", kind), "right": OutcomeAxis()}, zoom=False
        )
        self.bar = QScrollBar(Qt.Orientation.Vertical)  #: Scrolls the rows.
        self.bar.valueChanged.connect(self._scroll)
        self.bar.setAccessibleName(self.tr("More rows"))
        self._bar_turned.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        self._lead = False
        self._ranges, self._first = pg.ErrorBarItem(), pg.ErrorBarItem()
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="o", size=10)
        self._zero = pg.InfiniteLine(0.0, angle=90) if zero else None
        self._pointed = pg.LinearRegionItem(orientation="horizontal", movable=False, pen=pg.mkPen(None))
        self._pointed.setZValue(-20)
        self._pointed.hide()
        for item in (self._pointed, self._zero, self._ranges, self._first, self._dots):
            if item is not None:
                self.figure.addItem(item)
        self.figure.view.invertY(True)
        self.figure.area.setContentsMargins(0, 2, 16, 0)
        self.figure.tip = self._tip
        self.figure.clicked.connect(self._click)
        self.figure.getAxis("bottom").geometryChanged.connect(self._refit)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.figure, 1)
        line.addWidget(self.bar)

    def draw(
        self,
        rows: tuple[PlotRow, ...],
        span: tuple[float, float],
        label: str,
        look: Palette,
        font: QFont,
        *,
        short: str = "",
        lead: bool = False,
    ) -> None:
        """Show other rows.

        Parameters
        ----------
        rows
            From top to bottom.
        span
            Range of the axis.
        label, short
            Its title, and that where it is short.
        look, font
            Colours, and the font of all texts.
        lead
            Whether the first row alone has the colour of what counts, and the others are grey.
        """
        self._lead = lead
        self._rows = rows
        self.figure.apply_look(look, font)
        self.figure.getAxis("left").setGrid(False)
        self.figure.getAxis("left").setTextPen(look.text)
        self.figure.getAxis("right").setVisible(any(row.marks for row in rows))
        self.figure.getAxis("bottom").short = short
        set_axis_label(self.figure, "bottom", label)
        self.figure.view.setXRange(*span, padding=0.02)
        half = (
            QFontMetrics(font).horizontalAdvance(percent(1.0)) // 2
        )  # of the last label, below the end of the axis
        self.figure.area.setContentsMargins(0, 2, max(16, half), 0)
        place = np.arange(len(rows), dtype=np.float64)
        estimate = np.array([row.estimate for row in rows])
        others = look.muted if lead else look.accent
        brushes = [pg.mkBrush(look.accent if not row else others) for row in range(len(rows))]
        self._dots.setData(x=estimate, y=place, brush=brushes)
        self._ranges.setOpts(pen=pg.mkPen(others, width=2))
        self._first.setOpts(pen=pg.mkPen(look.accent, width=4))
        if self._zero is not None:
            self._zero.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self.fit()

    def point_at(self, place: int | None, look: Palette) -> None:
        """Highlight one row, or none."""
        self._pointed.setVisible(place is not None)
        if place is not None:
            ground = QColor(look.accent)
            ground.setAlpha(48)
            self._pointed.setBrush(pg.mkBrush(ground))
            self._pointed.setRegion((place - 0.42, place + 0.42))

    def fit(self) -> None:
        """Fit names, scroll bar and range ends to the figure's size."""
        rows = self._rows
        metrics = QFontMetrics(self.figure.getAxis("left").style["tickFont"] or self.font())
        names = [escaped(row.name) for row in rows]
        below = [escaped(row.below) for row in rows]
        lines = 2 if any(below) else 1
        widest = max(map(metrics.horizontalAdvance, names + below), default=0)
        whole = _PAPER_NAME_SHARE if self.on_paper else _WHOLE_NAME_SHARE
        share = whole if widest <= self.figure.width() * whole else _NAME_SHARE
        width = int(self.figure.width() * share)
        self._ticks("left", elided_names(names, metrics, width), metrics, elided_names(below, metrics, width))
        if any(row.marks for row in rows):
            self._ticks("right", [row.marks for row in rows], metrics)
        self._bottom_height = self.figure.getAxis("bottom").height()
        height = max(self.figure.height() - (self._bottom_height or 40.0) - 4.0, 1.0)
        fitting = max(_LEAST_ROWS, int(height // (lines * metrics.height() + 2)))
        if self.bar.isHidden() == (len(rows) > fitting):
            self.bar.setVisible(len(rows) > fitting)
            self._bar_turned.emit()
        self.bar.setPageStep(fitting)
        self.bar.setRange(0, max(0, len(rows) - fitting))
        visible = min(len(rows), fitting)
        self._scroll(self.bar.value())
        beam = min(0.6, 2.0 * _BEAM * (visible + 0.2) / height)
        first = 1 if self._lead else 0
        for item, places in (
            (self._ranges, range(first, len(rows))),
            (self._first, range(min(first, len(rows)))),
        ):
            shown = [rows[place] for place in places]
            item.setVisible(bool(shown))
            if not shown:
                continue  # Qt warns of a path without points
            item.setData(
                x=np.array([row.estimate for row in shown]),
                y=np.array(places, dtype=np.float64),
                left=np.array([row.estimate - row.low for row in shown]),
                right=np.array([row.high - row.estimate for row in shown]),
                beam=None if self._lead else beam,
            )

    def _refit(self) -> None:
        """Fit again once the first painting has given the lower axis its height."""
        axis = self.figure.getAxis("bottom")
        # The parts of a figure still send signals while it is being deleted.
        if self._rows and shiboken6.isValid(axis) and abs(axis.height() - self._bottom_height) > 0.5:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the rows."""
        if not self.bar.isHidden():
            self.bar.setValue(self.bar.value() - event.angleDelta().y() // 120)
            event.accept()

    def _scroll(self, first: int) -> None:
        visible = min(len(self._rows), self.bar.pageStep())
        self.figure.view.setYRange(first - 0.6, first + visible - 0.4, padding=0)

    def _settle(self) -> None:
        """Repeat the layout: a scroll bar that appears during a resize leaves the figure at its old size."""
        QApplication.sendEvent(self.figure, QResizeEvent(self.figure.size(), self.figure.size()))

    def _ticks(self, side: str, texts: list[str], metrics: QFontMetrics, below: Sequence[str] = ()) -> None:
        axis = self.figure.getAxis(side)
        rows = [f"{text}\n{more}" if more else text for text, more in zip_longest(texts, below, fillvalue="")]
        set_ticks(axis, [list(enumerate(rows))], keep="\n" if below else "")
        axis.setWidth(axis_width([*texts, *below], metrics))

    def _at(self, point: QPointF) -> int | None:
        place = round(point.y())
        return place if 0 <= place < len(self._rows) else None

    def _tip(self, point: QPointF) -> str:
        place = self._at(point)
        return "" if place is None else self._rows[place].tip

    def _click(self, point: QPointF) -> None:
        place = self._at(point)
        if place is not None:
            self.chosen.emit(place)
