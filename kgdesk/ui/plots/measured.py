"""Plot: measured value of each run against the success predicted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from kgdesk.model.design.pool import with_unit
from kgdesk.model.study.records import Limit
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis, Figure, small
from kgdesk.ui.text.locale_format import measured_value, number, percent
from kgdesk.ui.widgets.basic import set_axis_label
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.study.records import Measured, RunNumber
    from kgdesk.model.study.study import Study
    from kgdesk.ui.widgets.stylesheet import Palette


@dataclass(frozen=True, slots=True)
class MeasuredData:
    """Measured values of the runs that were predicted.

    Parameters
    ----------
    runs, candidates
        Numbers of the runs, and their candidates.
    predicted
        Predicted probability of success before each run.
    values
        Measured values, or limits of them.
    name
        Name of the measured value, with its unit.
    threshold
        A value from which on a run is a success or a failure; None if the study states none.
    """

    runs: tuple[RunNumber, ...] = ()
    candidates: tuple[str, ...] = ()
    predicted: tuple[float, ...] = ()
    values: tuple[Measured, ...] = ()
    name: str = ""
    threshold: float | None = None

    @property
    def heights(self) -> NDArray[np.float64]:
        """Where the values are drawn, shape (n,): a limit at its bound."""
        return np.array([value.bound if isinstance(value, Limit) else value for value in self.values])


def measured_data(study: Study) -> MeasuredData:
    """Return the measured values of the valid runs of a study that were predicted before."""
    settings = study.settings
    runs = [run for run in study.valid if run.measured is not None and run.probability_before is not None]
    return MeasuredData(
        tuple(run.number for run in runs),
        tuple(run.candidate for run in runs),
        tuple(run.probability_before or 0.0 for run in runs),
        tuple(run.measured or 0.0 for run in runs),
        with_unit(settings.measured, settings.measured_unit),
        settings.threshold,
    )


class MeasuredCard(PlotCard[MeasuredData]):
    """Measured value against predicted success, one dot per run, with the threshold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left"), "bottom": Axis("bottom", "percent")})
        self._threshold = pg.InfiniteLine(0.0, angle=0)
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="o", size=9)
        for item in (self._threshold, self._dots):
            figure.addItem(item)
        super().__init__("plot.measured", figure, None, parent)
        figure.area.setContentsMargins(0, 2, 14, 0)
        figure.tip = self._tip

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Do larger predictions go with larger values?"),
            self.tr(
                "Each dot is a run: to the right what was predicted before it, upwards what it measured. The dashed"
                " line is the threshold. Where dots rise or fall from left to right, the model has found what moves"
                " the value."
            ),
            self.tr("No run with a measured value and a prediction yet."),
        )

    def _is_empty(self, data: MeasuredData) -> bool:
        return not data.values

    def _sentence(self, data: MeasuredData) -> str:
        pairs = zip(data.values, data.predicted, strict=True)
        exact = [(value, p) for value, p in pairs if not isinstance(value, Limit)]
        likely, others = [v for v, p in exact if p >= 0.5], [v for v, p in exact if p < 0.5]
        if not likely or not others:
            return self.tr("{count} runs with a value.").format(count=len(data.values))
        text = self.tr(
            "Runs predicted with {half} or more measured {likely} on average, the others {others}."
        )
        means = [number(sum(group) / len(group), 3) for group in (likely, others)]
        return text.format(half=percent(0.5), likely=means[0], others=means[1])

    def _legend(self, data: MeasuredData) -> list[str]:
        parts = [self.tr("dot: a run")]
        if any(isinstance(value, Limit) for value in data.values):
            parts.append(self.tr("triangle: a limit, beyond which the value lies"))
        if data.threshold is not None:
            parts.append(self.tr("dashed: threshold {value}").format(value=number(data.threshold, 4)))
        return parts

    def _columns(self, data: MeasuredData) -> tuple[Column, ...]:
        return (
            Column(self.tr("Run"), list(data.runs), is_number=True),
            Column(self.tr("Candidate"), list(data.candidates)),
            Column(self.tr("Predicted"), list(data.predicted), percent, is_number=True),
            Column(
                data.name or self.tr("Measured"),
                list(data.values),
                measured_value,
                is_number=True,
                key=data.heights,
            ),
        )

    def _draw(self, data: MeasuredData, look: Palette) -> None:
        self.figure.apply_look(look, small(self))
        set_axis_label(self.figure, "bottom", self.tr("Predicted success"))
        set_axis_label(self.figure, "left", data.name)
        values = data.heights
        self._threshold.setVisible(data.threshold is not None)
        self._threshold.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self._threshold.setValue(data.threshold or 0.0)
        symbols = [
            ("t" if value.sign[0] == "<" else "t1") if isinstance(value, Limit) else "o"
            for value in data.values
        ]
        self._dots.setData(
            x=np.array(data.predicted), y=values, symbol=symbols, brush=pg.mkBrush(look.accent)
        )
        both = values if data.threshold is None else np.append(values, data.threshold)
        self.figure.view.setXRange(0.0, 1.0, padding=0.03)
        self.figure.view.setYRange(float(both.min()), float(both.max()), padding=0.08)

    def _tip(self, point: QPointF) -> str:
        data = self._nonempty_data()
        if data is None:
            return ""
        heights = data.heights
        spread = float(np.ptp(heights)) or 1.0

        def distance(place: int) -> float:
            along, up = data.predicted[place] - point.x(), (heights[place] - point.y()) / spread
            return float(np.hypot(along, up))

        near = min(range(len(data.values)), key=distance)
        if distance(near) > 0.05:
            return ""
        return self.tr("Run {run}, {candidate}: predicted {predicted}, measured {value}").format(
            run=data.runs[near],
            candidate=data.candidates[near],
            predicted=percent(data.predicted[near]),
            value=measured_value(data.values[near]),
        )
