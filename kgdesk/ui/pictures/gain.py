"""How much there is still to be gained by one more run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from kgdesk.ui.look.numbers import number, points
from kgdesk.ui.pictures.card import PictureCard
from kgdesk.ui.pictures.figure import SMOOTH_UP_TO, Axis, Figure, small
from kgdesk.ui.pictures.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.look.colours import Look


@dataclass(frozen=True, slots=True)
class GainData:
    """The largest value of testing after each run.

    Parameters
    ----------
    runs
        Numbers of runs, rising; 0 is before the first.
    gains
        In percentage points; may be 0 or slightly negative.
    resolution
        Below so many points a value is rounding and approximation.
    threshold
        The value, in points, below which the study's own rule stops; None where it has none.
    """

    runs: tuple[int, ...]
    gains: tuple[float, ...]
    resolution: float
    threshold: float | None = None


class PowersAxis(Axis):
    """Ticks at powers of ten of values that are drawn by their logarithms."""

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """Return the distance of ticks: whole powers, fewer where there is little room."""
        most = max(size / 30.0, 2.0)
        return [(float(max(1, math.ceil((maxVal - minVal) / most))), 0.0)]

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Any]]:
        """Return the places of ticks."""
        step = int(self.tickSpacing(minVal, maxVal, size)[0][0])
        first = math.ceil(minVal / step - 1e-9) * step
        return [(float(step), [float(v) for v in range(first, math.floor(maxVal + 1e-9) + 1, step)])]

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:
        """Write the values themselves."""
        return [number(10.0**value, 2) for value in values]


class GainCard(PictureCard[GainData]):
    """The largest value of testing over the runs, by powers of ten, with the line at which to stop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": PowersAxis("left"), "bottom": Axis("bottom", "whole")})
        self._line = pg.PlotCurveItem()
        self._marks = pg.ScatterPlotItem(symbol="o", size=8)
        self._stop = pg.InfiniteLine(0.0, angle=0)
        for item in (self._stop, self._line, self._marks):
            figure.addItem(item)
        super().__init__("picture.gain", figure, None, parent)
        figure.getPlotItem().setContentsMargins(0, 2, 14, 0)
        figure.tip = self._tip

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("How much is there still to be gained?"),
            self.tr(
                "The line is, after each run, by how many percentage points the best next run was expected to"
                " raise the expected success of the candidate that would be picked. Each grid line is a power"
                " of ten. It falls as less is left to learn, and jumps up when an outcome surprises. An open"
                " mark at the foot means: below what the calculation can tell from nothing. One run may be"
                " worth almost nothing where several are worth much."
            ),
            self.tr("The value of testing is being worked out; it appears here by itself."),
        )

    def _is_empty(self, data: GainData) -> bool:
        return not data.runs

    def _sentence(self, data: GainData) -> str:
        last = data.gains[-1]
        if last <= data.resolution:
            return self.tr("Nothing left in the list is expected to change the choice. You can stop.")
        text = self.tr("The best next run is expected to improve the choice by {points} points.").format(
            points=points(last)
        )
        if data.threshold is not None and last < data.threshold:
            text += " " + self.tr("That is below the {points} points at which this study may stop.").format(
                points=points(data.threshold)
            )
        return text

    def _legend(self, data: GainData) -> list[str]:
        parts = ["● " + self.tr("after a run")]
        if any(gain <= data.resolution for gain in data.gains):
            parts.append("○ " + self.tr("below resolution"))
        stop = self.tr("resolution") if data.threshold is None else self.tr("the study may stop")
        return [*parts, self.tr("dashed: {what}").format(what=stop)]

    def _columns(self, data: GainData) -> tuple[Column, ...]:
        below = self.tr("below resolution")
        return (
            Column(self.tr("After run"), list(data.runs), is_number=True),
            Column(self.tr("Still to be gained (points)"), list(data.gains), points, is_number=True),
            Column(self.tr("Note"), [below if gain <= data.resolution else "" for gain in data.gains]),
        )

    def _draw(self, data: GainData, look: Look) -> None:
        run = np.array(data.runs, dtype=np.float64)
        gain = np.array(data.gains)
        height = np.log10(np.maximum(gain, data.resolution))
        self.figure.dress(look, small(self))
        self.figure.setLabel("bottom", self.tr("After run"))
        self.figure.setLabel("left", self.tr("Points"))
        smooth = run.size <= SMOOTH_UP_TO
        self._line.setData(run, height, pen=pg.mkPen(look.accent, width=1.5), antialias=smooth)
        full, hollow = pg.mkBrush(look.accent), pg.mkBrush(look.card)
        brushes = [full if value > data.resolution else hollow for value in gain]
        self._marks.setData(x=run, y=height, brush=brushes, pen=pg.mkPen(look.accent, width=1.5))
        stop = math.log10(data.threshold or data.resolution)
        self._stop.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self._stop.setValue(stop)
        low, high = min(stop, float(height.min())), max(stop, float(height.max()), -1.0)
        self.figure.view.setYRange(low, high, padding=0.08)
        self.figure.view.setXRange(run[0] - 0.5, max(run[-1], run[0] + 4) + 0.5, padding=0.0)

    def _tip(self, point: QPointF) -> str:
        data = self._shown()
        if data is None:
            return ""
        place = int(np.argmin([abs(run - point.x()) for run in data.runs]))
        if abs(data.runs[place] - point.x()) > 0.5:
            return ""
        return self.tr("After run {run}: {points} points").format(
            run=data.runs[place], points=points(data.gains[place])
        )
