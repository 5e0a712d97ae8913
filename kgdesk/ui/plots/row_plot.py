"""Forest plot: named rows with a dot and a range each; plot of plates, days and lots against predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
import shiboken6
from PySide6.QtCore import QCoreApplication, QDate, QLocale, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollBar, QWidget

from kgdesk.plain_text import escaped, shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis, Figure, OutcomeAxis, axis_width, elided_names, small
from kgdesk.ui.text.locale_format import day_pattern, fixed, signed
from kgdesk.ui.widgets.basic import set_axis_label, set_ticks
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from kgdesk.model.advice.decision import Departure
    from kgdesk.ui.widgets.stylesheet import Palette

_LEAST_ROWS = 3
_BEAM = 5.0
_NAME_SHARE = 0.34
#: Names that fit in slightly more than their share are not shortened.
_WHOLE_NAME_SHARE = 0.42
_PAPER_NAME_SHARE = 0.6


@dataclass(frozen=True, eq=False)
class Row:
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
    """

    name: str
    estimate: float
    low: float
    high: float
    tip: str
    marks: str = ""


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
        self._rows: tuple[Row, ...] = ()
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
        self._ranges = pg.ErrorBarItem()
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="o", size=10)
        self._zero = pg.InfiniteLine(0.0, angle=90) if zero else None
        self._pointed = pg.LinearRegionItem(orientation="horizontal", movable=False, pen=pg.mkPen(None))
        self._pointed.setZValue(-20)
        self._pointed.hide()
        for item in (self._pointed, self._zero, self._ranges, self._dots):
            if item is not None:
                self.figure.addItem(item)
        self.figure.view.invertY(True)
        self.figure.getPlotItem().setContentsMargins(0, 2, 16, 0)
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
        rows: tuple[Row, ...],
        span: tuple[float, float],
        label: str,
        look: Palette,
        font: QFont,
        *,
        short: str = "",
    ) -> None:
        """Show other rows; `span` is the axis range, `label` its title, `short` the title of a short axis."""
        self._rows = rows
        self.figure.apply_look(look, font)
        self.figure.getAxis("left").setGrid(False)
        self.figure.getAxis("left").setTextPen(look.text)
        self.figure.getPlotItem().showAxis("right", any(row.marks for row in rows))
        self.figure.getAxis("bottom").short = short
        set_axis_label(self.figure, "bottom", label)
        self.figure.view.setXRange(*span, padding=0.02)
        place = np.arange(len(rows), dtype=np.float64)
        estimate = np.array([row.estimate for row in rows])
        self._dots.setBrush(pg.mkBrush(look.accent))
        self._dots.setData(x=estimate, y=place)
        self._ranges.setOpts(pen=pg.mkPen(look.accent, width=2))
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
        widest = max(map(metrics.horizontalAdvance, names), default=0)
        whole = _PAPER_NAME_SHARE if self.on_paper else _WHOLE_NAME_SHARE
        share = whole if widest <= self.figure.width() * whole else _NAME_SHARE
        width = int(self.figure.width() * share)
        self._ticks("left", elided_names(names, metrics, width), metrics)
        if any(row.marks for row in rows):
            self._ticks("right", [row.marks for row in rows], metrics)
        self._bottom_height = self.figure.getAxis("bottom").height()
        height = max(self.figure.height() - (self._bottom_height or 40.0) - 4.0, 1.0)
        fitting = max(_LEAST_ROWS, int(height // (metrics.height() + 2)))
        if self.bar.isHidden() == (len(rows) > fitting):
            self.bar.setVisible(len(rows) > fitting)
            self._bar_turned.emit()
        self.bar.setPageStep(fitting)
        self.bar.setRange(0, max(0, len(rows) - fitting))
        visible = min(len(rows), fitting)
        self._scroll(self.bar.value())
        beam = min(0.6, 2.0 * _BEAM * (visible + 0.2) / height)
        self._ranges.setData(
            x=np.array([row.estimate for row in rows]),
            y=np.arange(len(rows), dtype=np.float64),
            left=np.array([row.estimate - row.low for row in rows]),
            right=np.array([row.high - row.estimate for row in rows]),
            beam=beam,
        )

    def _refit(self) -> None:
        """Fit again once the first painting has given the lower axis its height."""
        axis = self.figure.getAxis("bottom")
        # While the figure is deleted, its parts still send signals.
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

    def _ticks(self, side: str, texts: list[str], metrics: QFontMetrics) -> None:
        axis = self.figure.getAxis(side)
        set_ticks(axis, [list(enumerate(texts))])
        axis.setWidth(axis_width(texts, metrics))

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


def tr(text: str) -> str:
    """Translate a text about groups of runs (context "Departures")."""
    return QCoreApplication.translate("Departures", text)


def group_words(one: Departure) -> str:
    """Return the name of a group of runs: “Day 08/10/2026”, “Lot B7”."""
    kinds = {"day": tr("Day"), "operator": tr("Operator"), "plate": tr("Plate")}
    group = QLocale().toString(QDate.fromString(one.group, Qt.DateFormat.ISODate), day_pattern(QLocale()))
    return f"{kinds.get(one.kind, one.column)} {group if one.kind == 'day' and group else one.group}"


@dataclass(frozen=True, slots=True)
class DeparturesData:
    """Groups of runs in display order: plates, days, operators and the texts of kept columns."""

    groups: tuple[Departure, ...]


class DeparturesCard(PlotCard[DeparturesData]):
    """Observed less predicted successes of each plate, day, operator and lot, with its range."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("number", zero=True)
        super().__init__("picture.groups", self._body.figure, self._body, parent)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Does a plate, day, operator or lot depart?"),
            self.tr(
                "Each row compares the successes of some runs with those that had been predicted before each run. The"
                " dot is the difference per run in percentage points, the bar its range. The bars are made wider for"
                " the number of rows, so that a bar beside the dashed line means something. The model does not know"
                " of plates, days and operators, and nothing is corrected by itself."
            ),
            self.tr("Nothing to compare yet: two plates, days, operators or lots with some runs are needed."),
        )

    def _is_empty(self, data: DeparturesData) -> bool:
        return not data.groups

    def _sentence(self, data: DeparturesData) -> str:
        clear = [shorten(group_words(one)) for one in data.groups if one.clear]
        if not clear:
            return self.tr("No row departs clearly from the predictions.")
        more = self.tr(" and {count} more").format(count=len(clear) - 2) if len(clear) > 2 else ""
        return self.tr("Departs clearly: {names}.").format(names=", ".join(clear[:2]) + more)

    def _legend(self, _data: DeparturesData) -> list[str]:
        return [self.tr("dot: observed less predicted"), self.tr("bar: range, adjusted for all rows")]

    def _columns(self, data: DeparturesData) -> tuple[Column, ...]:
        rows = data.groups
        return (
            Column(self.tr("Group"), [group_words(one) for one in rows]),
            Column(self.tr("Runs"), [one.count for one in rows], is_number=True),
            Column(self.tr("Succeeded"), [one.observed for one in rows], is_number=True),
            Column(self.tr("Predicted"), [one.predicted for one in rows], _tenths, is_number=True),
            Column(
                self.tr("Difference (percentage points)"),
                [100.0 * one.difference for one in rows],
                signed,
                is_number=True,
            ),
            Column(self.tr("Range from"), [100.0 * one.low for one in rows], signed, is_number=True),
            Column(self.tr("to"), [100.0 * one.high for one in rows], signed, is_number=True),
            Column(self.tr("Departs"), [self.tr("clearly") if one.clear else self.tr("no") for one in rows]),
        )

    def _draw(self, data: DeparturesData, look: Palette) -> None:
        rows = []
        for one in data.groups:
            tip = self.tr("{group}\n{observed} of {count} runs succeeded, {predicted} were predicted").format(
                group=group_words(one),
                observed=one.observed,
                count=one.count,
                predicted=_tenths(one.predicted),
            )
            ends = 100.0 * one.difference, 100.0 * one.low, 100.0 * one.high
            rows.append(Row(group_words(one), *ends, tip, self.tr("⚠ departs") if one.clear else ""))
        span = min(0.0, *(row.low for row in rows)), max(0.0, *(row.high for row in rows))
        label = self.tr("Observed less predicted (percentage points)")
        short = self.tr("Difference (points)")
        self._body.draw(tuple(rows), span, label, look, small(self), short=short)

    def _fit(self, _data: DeparturesData) -> None:
        self._body.fit()


def _tenths(value: float) -> str:
    return fixed(value, 1)
