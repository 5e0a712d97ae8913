"""Plot: largest value of testing, and value of perfect information, after each run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from kgdesk.model.policies.value_of_testing import ValueOfTesting, given, without
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import SMOOTH_UP_TO, Axis, Figure, small
from kgdesk.ui.text.locale_format import number, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import set_axis_label
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.widgets.stylesheet import Palette


@dataclass(frozen=True, slots=True)
class GainData:
    """Largest value of testing after each run.

    Parameters
    ----------
    runs
        Numbers of runs, ascending; 0 is before the first.
    gains
        In percentage points; may be 0 or slightly negative.
    in_progress
        Number of runs in progress over whose outcomes the last gain is averaged.
    left_out
        For each run, number of runs then in progress that its gain ignores; empty for none.
    resolution
        Values below this, in points, are within rounding and approximation error.
    threshold
        Value in points below which the study's stopping rule stops; None if it has none.
    has_suggestion
        For each point, whether a suggestion was requested then; only these are marked. None: all.
    stakes, errors
        Expected gain of perfect information after each run in points, and its standard error; NaN where not yet
        computed, empty if computed nowhere.
    limit
        Expected gain of perfect information, in points, at which the stopping rule stops; None if it ignores it.
    """

    runs: tuple[int, ...]
    gains: tuple[float, ...]
    resolution: float
    threshold: float | None = None
    has_suggestion: tuple[bool, ...] | None = None
    in_progress: int = 0
    left_out: tuple[int, ...] = ()
    stakes: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    limit: float | None = None

    @property
    def now(self) -> ValueOfTesting:
        """The last gain with its condition on runs in progress."""
        return ValueOfTesting(self.gains[-1] / 100.0, self.in_progress)

    def condition(self, place: int) -> str:
        """Return the condition of a gain, or the runs that it ignores; empty if no run was in progress."""
        if place == len(self.runs) - 1 and self.in_progress:
            return given(self.in_progress)
        left_out = self.left_out[place] if self.left_out else 0
        return without(left_out)

    @property
    def marked(self) -> tuple[bool, ...]:
        """Whether each point is marked."""
        return (True,) * len(self.runs) if self.has_suggestion is None else self.has_suggestion

    @property
    def stake(self) -> tuple[float, float] | None:
        """Expected gain of perfect information after the last run, and its standard error, in points."""
        if not self.stakes or math.isnan(self.stakes[-1]):
            return None
        return self.stakes[-1], self.errors[-1]


class PowersAxis(Axis):
    """Axis with ticks at powers of ten; data are logarithms."""

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """Return the tick spacing: whole powers, fewer on a short axis."""
        most = max(size / 30.0, 2.0)
        return [(float(max(1, math.ceil((maxVal - minVal) / most))), 0.0)]

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Any]]:
        """Return tick positions."""
        step = int(self.tickSpacing(minVal, maxVal, size)[0][0])
        first = math.ceil(minVal / step - 1e-9) * step
        return [(float(step), [float(v) for v in range(first, math.floor(maxVal + 1e-9) + 1, step)])]

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:
        """Format ticks as the values themselves."""
        return [number(10.0**value, 2) for value in values]


class GainCard(PlotCard[GainData]):
    """Value of testing and gain of perfect information on a log scale, with the stopping threshold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": PowersAxis("left"), "bottom": Axis("bottom", "whole")})
        self._line = pg.PlotCurveItem()
        self._marks = pg.ScatterPlotItem(symbol="o", size=8)
        self._stop = pg.InfiniteLine(0.0, angle=0)
        self._stake_line = pg.PlotCurveItem(connect="finite")
        self._stake_marks = pg.ScatterPlotItem(symbol="d", size=9)
        self._stake_bars = pg.ErrorBarItem(beam=0.0)
        for item in (
            self._stop,
            self._line,
            self._marks,
            self._stake_bars,
            self._stake_line,
            self._stake_marks,
        ):
            figure.addItem(item)
        super().__init__("plot.gain", figure, None, parent)
        figure.area.setContentsMargins(0, 2, 14, 0)
        figure.tip = self._tip

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("How much is there still to be gained?"),
            self.tr(
                "The line is, after each run, by how many percentage points the best next run was expected to"
                " raise the expected success of the candidate that would be picked. Each grid line is a power"
                " of ten. It falls as less is left to learn, and jumps up when an outcome surprises. An open"
                " mark at the foot means: below what the calculation can tell from nothing. A point has a"
                " mark where a suggestion was asked for. One run may be worth almost nothing where several"
                " are worth much. While runs are in progress, the last value is averaged over their outcomes;"
                " earlier values do not look at runs that were in progress then. The diamonds are what was still at"
                " stake: by how much the candidate that would be picked fell short of the true best, on average over"
                " all that was believed possible. No number of runs can gain more. The bar through a diamond is"
                " one standard error up and down."
            ),
            self.tr("The value of testing is being worked out; it appears here by itself."),
        )

    def _is_empty(self, data: GainData) -> bool:
        return not data.runs

    def _sentence(self, data: GainData) -> str:
        last = data.gains[-1]
        if last <= data.resolution:
            text = self.tr("No single run is expected to improve the choice.")
        else:
            text = self.tr("The most informative next run: its value of testing is {value}.").format(
                value=translate(data.now.words)
            )
        if data.threshold is not None and last < data.threshold:
            words = self.tr("That is below the {points} points at which this study may stop.")
            if last <= data.resolution:  # the unit is written out where it is mentioned first
                words = self.tr("That is below the {points} percentage points at which this study may stop.")
            text += " " + words.format(points=points(data.threshold))
        if data.stake is not None:
            words = self.tr("Still at stake: {points} points (standard error {error}).")
            if last <= data.resolution and data.threshold is None:
                words = self.tr("Still at stake: {points} percentage points (standard error {error}).")
            text += " " + words.format(points=points(data.stake[0]), error=points(data.stake[1]))
        return text

    def _legend(self, data: GainData) -> list[str]:
        parts = ["● " + self.tr("after a run")]
        if any(gain <= data.resolution and mark for gain, mark in zip(data.gains, data.marked, strict=True)):
            parts.append("○ " + self.tr("below resolution"))
        if data.stakes:
            parts.append("◆ " + self.tr("still at stake"))
        what = self.tr("resolution") if data.threshold is None else self.tr("the study may stop")
        if data.threshold is None and data.limit is not None:
            what = self.tr("most at stake where the study may stop")
        return [*parts, self.tr("dashed: {what}").format(what=what)]

    def _columns(self, data: GainData) -> tuple[Column, ...]:
        below, unasked = self.tr("below resolution"), self.tr("no suggestion asked for")
        notes = [
            ", ".join(note for note in (gain <= data.resolution and below, not mark and unasked) if note)
            for gain, mark in zip(data.gains, data.marked, strict=True)
        ]
        return (
            Column(self.tr("After run"), list(data.runs), is_number=True),
            Column(
                self.tr("Still to be gained (percentage points)"), list(data.gains), points, is_number=True
            ),
            *self._stake_columns(data),
            Column(self.tr("Note"), notes),
            Column(
                self.tr("Runs in progress"),
                [translate(data.condition(place)) for place in range(len(data.runs))],
            ),
        )

    def _stake_columns(self, data: GainData) -> tuple[Column, ...]:
        if not data.stakes:
            return ()
        return (
            Column(self.tr("At stake (points)"), list(data.stakes), _known, is_number=True),
            Column(self.tr("Standard error"), list(data.errors), _known, is_number=True),
        )

    def _draw(self, data: GainData, look: Palette) -> None:
        run = np.array(data.runs, dtype=np.float64)
        gain = np.array(data.gains)
        height = np.log10(np.maximum(gain, data.resolution))
        self.figure.apply_look(look, small(self))
        set_axis_label(self.figure, "bottom", self.tr("After run"))
        set_axis_label(self.figure, "left", self.tr("Percentage points"))
        smooth = run.size <= SMOOTH_UP_TO
        self._line.setData(run, height, pen=pg.mkPen(look.accent, width=1.5), antialias=smooth)
        full, hollow = pg.mkBrush(look.accent), pg.mkBrush(look.card)
        at = np.flatnonzero(data.marked)
        brushes = [full if value > data.resolution else hollow for value in gain[at]]
        self._marks.setData(x=run[at], y=height[at], brush=brushes, pen=pg.mkPen(look.accent, width=1.5))
        stop = math.log10(data.threshold or data.limit or data.resolution)
        self._stop.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self._stop.setValue(stop)
        ends = self._draw_stakes(data, look, smooth=smooth)
        low, high = min(stop, float(height.min()), ends[0]), max(stop, float(height.max()), ends[1], -1.0)
        self.figure.view.setYRange(low, high, padding=0.08)
        self.figure.view.setXRange(run[0] - 0.5, max(run[-1], run[0] + 4) + 0.5, padding=0.0)

    def _draw_stakes(self, data: GainData, look: Palette, *, smooth: bool) -> tuple[float, float]:
        """Draw the gain of perfect information; return the ends of its error bars, lowest and highest, as log10."""
        stake, error = np.array(data.stakes), np.array(data.errors)
        known = np.flatnonzero(np.isfinite(stake)) if data.stakes else np.zeros(0, dtype=np.int64)
        run = np.array(data.runs, dtype=np.float64)[known]
        middle, low, high = (
            np.log10(np.maximum(stake[known] + by * error[known], data.resolution)) for by in (0, -1, 1)
        )
        pen = pg.mkPen(look.text, width=1.2)
        self._stake_line.setData(run, middle, pen=pen, antialias=smooth)
        self._stake_marks.setData(x=run, y=middle, brush=pg.mkBrush(look.text), pen=pen)
        self._stake_bars.setData(x=run, y=middle, top=high - middle, bottom=middle - low, pen=pen)
        return (float(low.min()), float(high.max())) if known.size else (math.inf, -math.inf)

    def _tip(self, point: QPointF) -> str:
        data = self._nonempty_data()
        if data is None:
            return ""
        place = int(np.argmin([abs(run - point.x()) for run in data.runs]))
        if abs(data.runs[place] - point.x()) > 0.5:
            return ""
        text = self.tr("After run {run}: {points} percentage points").format(
            run=data.runs[place], points=points(data.gains[place])
        )
        condition = translate(data.condition(place))
        text = f"{text}\n{condition}" if condition else text
        if data.stakes and not math.isnan(data.stakes[place]):
            text += "\n" + self.tr(
                "Still at stake: {points} percentage points (standard error {error})."
            ).format(points=points(data.stakes[place]), error=points(data.errors[place]))
        return text


def _known(value: float) -> str:
    """Format points; empty for NaN."""
    return "" if math.isnan(value) else points(value)
