"""Plots: calibration of the predictions, coverage of the credible ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis, Figure, small
from kgdesk.ui.text.locale_format import fixed, percent, percent_range
from kgdesk.ui.widgets.basic import set_axis_label
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.prequential import CalibrationBin, Scores
    from kgdesk.ui.widgets.stylesheet import Palette


_FEW = 100


@dataclass(frozen=True, slots=True)
class CalibrationData:
    """Calibration of the predictions so far.

    Parameters
    ----------
    count, fewest
        Number of runs with a prediction, and the minimum for displaying anything.
    tenths
        Bins of width 0.1 that contain predictions.
    scores
        Scores of the predictions; None without predictions.
    warning
        Misfit of the predictions as a sentence; empty if none.
    """

    count: int
    fewest: int
    tenths: tuple[CalibrationBin, ...] = ()
    scores: Scores | None = None
    warning: str = ""


class CalibrationCard(PlotCard[CalibrationData]):
    """Reliability diagram: observed against predicted success per tenth, with ranges."""

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left", "percent"), "bottom": Axis("bottom", "percent")})
        self._ideal = pg.PlotCurveItem()
        self._ranges = pg.ErrorBarItem()
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="o")
        for item in (self._ideal, self._ranges, self._dots):
            figure.addItem(item)
        super().__init__("plot.trust", figure, None, parent)
        figure.area.setContentsMargins(0, 2, 14, 0)
        figure.tip = self._tip

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Did the predictions come true?"),
            self.tr(
                "Every run was predicted before it was recorded. Runs with like predictions are taken"
                " together: the dot stands at what was predicted and at the share that succeeded, the bar is"
                " the range in which the true share probably lies. On the dashed line predictions come true."
                " Dots flatter than the line mean that predictions were too sure. The Brier and log scores"
                " (smaller is better) compare with always saying the share of successes, known afterwards."
            ),
            self.tr("No run with a prediction yet."),
        )

    def _is_empty(self, data: CalibrationData) -> bool:
        return data.count < data.fewest

    def _restale(self) -> None:
        data = self._data
        if data is not None and data.count:
            text = self.tr("Shown from {fewest} runs with a prediction on; there are {count}.")
            self.empty.setText(text.format(fewest=data.fewest, count=data.count))
        else:
            self.empty.setText(self._words()[2])
        super()._restale()

    def _sentence(self, data: CalibrationData) -> str:
        if data.scores is None:
            return ""
        verdict = (
            self.tr("They beat always saying {share}.")
            if data.scores.better
            else self.tr("They do not beat always saying {share}.")
        ).format(share=percent(data.scores.successes / data.scores.count))
        few = (
            self.tr("{count} runs are few: only gross faults show.")
            if data.count < _FEW
            else self.tr("{count} runs.")
        ).format(count=data.count)
        return " ".join(part for part in (data.warning, verdict, few) if part)

    def _legend(self, data: CalibrationData) -> list[str]:
        parts = [
            self.tr("bar: {level} range").format(level=percent(0.9)),
            self.tr("dashed: as predicted"),
        ]
        if data.scores is not None:
            both = self.tr("{name} {ours} against {base}")
            pairs = (
                ("Brier", data.scores.brier, data.scores.base_brier),
                ("log", data.scores.log, data.scores.base_log),
            )
            parts += [both.format(name=n, ours=fixed(a, 3), base=fixed(b, 3)) for n, a, b in pairs]
        return parts

    def _columns(self, data: CalibrationData) -> tuple[Column, ...]:
        tenths = data.tenths
        return (
            Column(self.tr("Predicted"), [percent_range(t.low, t.high) for t in tenths]),
            Column(self.tr("Mean prediction"), [t.predicted for t in tenths], percent, is_number=True),
            Column(self.tr("Runs"), [t.count for t in tenths], is_number=True),
            Column(self.tr("Successes"), [t.successes for t in tenths], is_number=True),
            Column(self.tr("Share"), [t.share for t in tenths], percent, is_number=True),
            Column(
                self.tr("{level} range from").format(level=percent(0.9)),
                [t.share_low for t in tenths],
                percent,
                is_number=True,
            ),
            Column(self.tr("to"), [t.share_high for t in tenths], percent, is_number=True),
        )

    def _draw(self, data: CalibrationData, look: Palette) -> None:
        x = np.array([t.predicted for t in data.tenths])
        y = np.array([t.share for t in data.tenths])
        low = np.array([t.share_low for t in data.tenths])
        high = np.array([t.share_high for t in data.tenths])
        self.figure.apply_look(look, small(self))
        set_axis_label(self.figure, "bottom", self.tr("Predicted success"))
        set_axis_label(self.figure, "left", self.tr("Share that succeeded"))
        dashed = pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine)
        self._ideal.setData(np.array([0.0, 1.0]), np.array([0.0, 1.0]), pen=dashed)
        self._ranges.setData(
            x=x, y=y, top=high - y, bottom=y - low, beam=0.015, pen=pg.mkPen(look.accent, width=2)
        )
        sizes = [min(8 + t.count // 2, 20) for t in data.tenths]
        self._dots.setData(x=x, y=y, size=sizes, brush=pg.mkBrush(look.accent))
        self.figure.view.setXRange(0.0, 1.0, padding=0.03)
        self.figure.view.setYRange(0.0, 1.0, padding=0.03)

    def _tip(self, point: QPointF) -> str:
        data = self._nonempty_data()
        if data is None:
            return ""
        near = min(data.tenths, key=lambda t: abs(t.predicted - point.x()))
        if abs(near.predicted - point.x()) > 0.05:
            return ""
        return self.tr("Predicted {predicted}: {successes} of {count} runs succeeded").format(
            predicted=percent(near.predicted), successes=near.successes, count=near.count
        )
