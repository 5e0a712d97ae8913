"""Plot: the best candidate after each run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainterPath

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import SMOOTH_UP_TO, Axis, Figure, small
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, VOID, percent, percent_range
from kgdesk.ui.widgets.basic import set_axis_label
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.study.records import RunNumber
    from kgdesk.ui.widgets.stylesheet import Palette

Outcome = Literal["success", "failure", "void"]
_BARS_UP_TO = 40
#: Longest name at a change in characters; height of its triangle in pixels; greatest share of the height for both.
_NAME, _TRIANGLE, _SHARE = 14, 16, 0.48
#: Ends of the axis of expected success.
_FOOT, _HEAD = -0.03, 1.03


@dataclass(frozen=True, slots=True)
class BestStep:
    """State after one run.

    Parameters
    ----------
    run
        How many runs are recorded after it, ascending: the place in the plot.
    number
        Number of the run.
    code
        Best candidate after the run.
    estimate, low, high
        Expected success of that candidate with its range, 0..1.
    outcome
        Outcome of the run.
    tested
        Candidate tested in the run.
    """

    run: int
    code: str
    estimate: float
    low: float
    high: float
    outcome: Outcome
    tested: str = ""
    number: RunNumber = 0


@dataclass(frozen=True, slots=True)
class BestData:
    """Best candidate after all runs so far.

    Parameters
    ----------
    steps
        In the order of the runs.
    level
        Probability content of the ranges, for example 0.9.
    belief
        Display name of the belief behind the ranges.
    outcomes
        The study's names for success and failure.
    """

    steps: tuple[BestStep, ...]
    level: float = 0.9
    belief: str = ""
    outcomes: tuple[str, str] = ("", "")


class BestCard(PlotCard[BestData]):
    """Expected success of the best candidate over the runs, with outcomes and changes of the best."""

    #: Number of the run clicked or activated.
    runChosen = Signal(int)  # noqa: N815 - Qt names signals so

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left", "percent"), "bottom": Axis("bottom", "whole")})
        self._line = pg.PlotCurveItem()
        self._ranges = pg.ErrorBarItem()
        self._edges = (pg.PlotCurveItem(), pg.PlotCurveItem())
        self._band = pg.FillBetweenItem(*self._edges)
        self._marks = pg.ScatterPlotItem(pen=pg.mkPen(None))
        self._changes = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol=_triangle(), size=10)
        for item in (self._band, *self._edges, self._ranges, self._line, self._marks, self._changes):
            figure.addItem(item)
        super().__init__("plot.best", figure, None, parent)
        figure.area.setContentsMargins(0, 2, 14, 0)
        self._names: list[pg.TextItem] = []
        figure.tip = self._tip
        figure.clicked.connect(self._click)
        figure.view.sigResized.connect(lambda _: self._refit())  # an axis has changed its width

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Which candidate was best after each run?"),
            self.tr(
                "The line is the success that we expected, after each run, of the candidate that was best"
                " then; the bar is the range in which it probably lay. The sign on the line is the outcome of"
                " that run, a triangle above says that another candidate became the best. This is what was"
                " believed at the time and not a learning curve: nobody knows the true best. A click on a run"
                " shows the state after it."
            ),
            self.tr(
                "No outcomes yet. After the first run this shows which candidate is best and why it changed."
            ),
        )

    def _is_empty(self, data: BestData) -> bool:
        return not data.steps

    def _sentence(self, data: BestData) -> str:
        last = data.steps[-1]
        since = last.run
        for step in reversed(data.steps):
            if step.code != last.code:
                break
            since = step.run
        words = {
            "code": shorten(last.code),
            "run": since,
            "estimate": percent(last.estimate),
            "level": percent(data.level),
            "range": percent_range(last.low, last.high),
        }
        gap = max(np.diff([step.run for step in data.steps]), default=1)
        if gap > 1:
            text = self.tr(
                "{code} is best in each state from run {run} on, of which one in {gap} is drawn: now {estimate}"
                " ({level} range {range})."
            )
        elif since == last.run and len(data.steps) > 1:
            text = self.tr("{code} became best with run {run}: {estimate} ({level} range {range}).")
        else:
            text = self.tr("{code} has been best since run {run}, now {estimate} ({level} range {range}).")
        return text.format(**words, gap=gap)

    def _legend(self, data: BestData) -> list[str]:
        success, failure, void = self._outcomes(data)
        parts = [f"{SUCCESS} {success}", f"{FAILURE} {failure}"]
        if any(step.outcome == "void" for step in data.steps):
            parts.append(f"{VOID} {void}")
        if any(_changed(data)):
            parts.append("▼ " + self.tr("best changes"))
        bar = (
            self.tr("bar: {level} range")
            if len(data.steps) <= _BARS_UP_TO
            else self.tr("band: {level} range")
        )
        parts.append(bar.format(level=percent(data.level)) + (f" ({data.belief})" if data.belief else ""))
        return parts

    def _columns(self, data: BestData) -> tuple[Column, ...]:
        names = dict(zip(("success", "failure", "void"), self._outcomes(data), strict=True))
        signs = {"success": SUCCESS, "failure": FAILURE, "void": VOID}
        steps = data.steps
        changes = [self.tr("changed") if changed else "" for changed in _changed(data)]
        return (
            Column(self.tr("Run"), [s.run for s in steps], is_number=True),
            Column(self.tr("Outcome"), [f"{signs[s.outcome]} {names[s.outcome]}" for s in steps]),
            Column(self.tr("Tested"), [s.tested for s in steps]),
            Column(self.tr("Best after it"), [s.code for s in steps]),
            Column(self.tr("Expected success"), [s.estimate for s in steps], percent, is_number=True),
            Column(
                self.tr("{level} range from").format(level=percent(data.level)),
                [s.low for s in steps],
                percent,
                is_number=True,
            ),
            Column(self.tr("to"), [s.high for s in steps], percent, is_number=True),
            Column(self.tr("Best"), changes),
        )

    def _draw(self, data: BestData, look: Palette) -> None:
        run = np.array([s.run for s in data.steps], dtype=np.float64)
        estimate = np.array([s.estimate for s in data.steps])
        low = np.array([s.low for s in data.steps])
        high = np.array([s.high for s in data.steps])
        smooth = len(run) <= SMOOTH_UP_TO
        self.figure.apply_look(look, small(self))
        set_axis_label(self.figure, "bottom", self.tr("Run"))
        set_axis_label(self.figure, "left", self.tr("Expected success"))
        self._line.setData(run, estimate, pen=pg.mkPen(look.accent, width=1.5), antialias=smooth)
        self._draw_ranges(run, estimate, low, high, look)
        colours = {"success": look.success, "failure": look.failure, "void": look.muted}
        brushes = {name: pg.mkBrush(colour) for name, colour in colours.items()}
        symbols = {"success": "o", "failure": "x", "void": "_"}
        less = 0 if len(run) <= _BARS_UP_TO else 4
        sizes = {"success": 11 - less, "failure": 13 - less, "void": 14 - less}
        kinds = [s.outcome for s in data.steps]
        self._marks.setData(
            x=run,
            y=estimate,
            brush=[brushes[kind] for kind in kinds],
            symbol=[symbols[kind] for kind in kinds],
            size=[sizes[kind] for kind in kinds],
        )
        self._changes.setBrush(pg.mkBrush(look.text))

    def _fit(self, data: BestData) -> None:
        """Put triangles and names into a strip above 100 %, which no bar, line or mark enters."""
        for name in self._names:
            self.figure.removeItem(name)
        box = self.figure.view.rect()
        wide, high = max(box.width(), 1.0), max(box.height(), 1.0)
        metrics = QFontMetrics(small(self))
        first, last = data.steps[0].run, max(data.steps[-1].run, data.steps[0].run + 4)
        # Half a line of text to the right of the last run, so that the newest name is not cut.
        beside = max(0.5, 0.5 * metrics.height() * (last - first + 1) / wide)
        self.figure.view.setXRange(first - beside, last + beside, padding=0.0)
        changes = [step for step, changed in zip(data.steps, _changed(data), strict=True) if changed]
        per_run = wide / (last - first + 2 * beside)
        named = _spaced(changes, metrics.height() / per_run)
        texts = _fitted([step.code for step in named], metrics, _SHARE * high - _TRIANGLE)
        longest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        strip = min((_TRIANGLE + longest + 2) / high, _SHARE) if changes else 0.0
        top = (_HEAD - strip * _FOOT) / (1.0 - strip)
        self.figure.view.setYRange(_FOOT, top, padding=0.0)
        per_pixel = (top - _FOOT) / high
        at = _HEAD + 0.5 * _TRIANGLE * per_pixel
        self._changes.setData(x=[step.run for step in changes], y=[at] * len(changes))
        self._names = [
            self._name(text, step.run, _HEAD + _TRIANGLE * per_pixel)
            for step, text in zip(named, texts, strict=False)
        ]

    def _name(self, text: str, run: int, foot: float) -> pg.TextItem:
        """Write a name upright from `foot` up, on the colour of the card, so that no grid line crosses it."""
        look = palette_of(self)
        name = pg.TextItem(text, color=look.muted, angle=90, anchor=(0.0, 0.5), fill=look.card)
        name.textItem.document().setDocumentMargin(0.0)
        name.setFont(small(self))
        name.setPos(run, foot)
        self.figure.addItem(name)
        return name

    def _draw_ranges(
        self, run: np.ndarray, estimate: np.ndarray, low: np.ndarray, high: np.ndarray, look: Palette
    ) -> None:
        bars = len(run) <= _BARS_UP_TO
        faint = QColor(look.accent)
        faint.setAlpha(40)
        for item in (self._band, *self._edges):
            item.setVisible(not bars)
        self._ranges.setVisible(bars)
        if bars:
            self._ranges.setData(
                x=run,
                y=estimate,
                top=high - estimate,
                bottom=estimate - low,
                beam=0.22,
                pen=pg.mkPen(look.border),
            )
            return
        for item, values in zip(self._edges, (low, high), strict=True):
            item.setData(run, values, pen=pg.mkPen(look.border))
        self._band.setBrush(pg.mkBrush(faint))

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.runChosen.emit(self._data.steps[row].run)

    def _at(self, point: QPointF) -> int | None:
        data = self._nonempty_data()
        if data is None:
            return None
        place = int(np.argmin([abs(s.run - point.x()) for s in data.steps]))
        per_run, _ = self.figure.pixels_per_unit()
        away = abs(data.steps[place].run - point.x())
        return place if away <= max(0.5, 10.0 / per_run) else None

    def _click(self, point: QPointF) -> None:
        place = self._at(point)
        if place is not None:
            self._row_activated(place)

    def _tip(self, point: QPointF) -> str:
        place = self._at(point)
        if place is None or self._data is None:
            return ""
        step = self._data.steps[place]
        outcome = dict(zip(("success", "failure", "void"), self._outcomes(self._data), strict=True))[
            step.outcome
        ]
        return self.tr(
            "Run {run}: {tested} {outcome}\nBest after it: {code}, {estimate} ({level} range {range})"
        ).format(
            run=step.number,
            tested=step.tested,
            outcome=outcome,
            code=step.code,
            estimate=percent(step.estimate),
            level=percent(self._data.level),
            range=percent_range(step.low, step.high),
        )

    def _outcomes(self, data: BestData) -> tuple[str, str, str]:
        return (
            data.outcomes[0] or self.tr("success"),
            data.outcomes[1] or self.tr("failure"),
            self.tr("void"),
        )


def _changed(data: BestData) -> list[bool]:
    codes = [step.code for step in data.steps]
    return [place > 0 and code != codes[place - 1] for place, code in enumerate(codes)]


def _spaced(steps: list[BestStep], apart: float) -> list[BestStep]:
    """Return steps at least `apart` runs from each other; of crowded ones the later."""
    kept: list[BestStep] = []
    for step in reversed(steps):
        if not kept or kept[-1].run - step.run >= apart:
            kept.append(step)
    return kept[::-1]


def _fitted(codes: list[str], metrics: QFontMetrics, room: float) -> list[str]:
    """Shorten names in their middle until the longest fits into `room` pixels; none below five characters."""
    for most in range(_NAME, 4, -1):
        texts = [shorten(code, most) for code in codes]
        if all(metrics.horizontalAdvance(text) <= room for text in texts):
            return texts
    return []


def _triangle() -> QPainterPath:
    path = QPainterPath()
    for place, (x, y) in enumerate(((-0.5, -0.4), (0.5, -0.4), (0.0, 0.5))):
        (path.lineTo if place else path.moveTo)(x, y)
    path.closeSubpath()
    return path
