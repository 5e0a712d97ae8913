"""Plot over the runs: the best candidate after each, what was at stake, or what the next run was worth."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.answer_card import AnswerCard
from kgdesk.ui.plots.figure import SMOOTH_UP_TO, Axis, Figure, draw_leaders, small
from kgdesk.ui.text.locale_format import SIGNS, fixed, number, percent, percent_range, points
from kgdesk.ui.widgets.basic import set_ticks
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.study.records import RunNumber
    from kgdesk.ui.widgets.stylesheet import Palette

Outcome = Literal["success", "failure", "undecided", "void"]
#: What is drawn over the runs.
Layer = Literal["best", "stake", "gain"]
#: Longest name at a change in characters; rows of names above the curve; pixels between two names, and before a name.
_NAME, _ROWS, _GAP, _FLAG = 14, 3, 6, 3
#: Expected success from which on the dots of a ring without a name stand below it.
_HIGH = 0.85
#: Height of the outcomes below the curve, in pixels.
_STRIP = 20


@dataclass(frozen=True, slots=True)
class RunPoint:
    """State after one run, by the outcomes as they stand today.

    Parameters
    ----------
    run
        How many runs are recorded after it, ascending: the place in the plot.
    number
        Number of the run.
    outcome, tested
        Outcome of the run, and the candidate tested in it.
    best
        Best candidate after it; empty before the first outcome.
    estimate, low, high
        Expected success of that candidate with its range, 0..1.
    stake, gain
        At stake, and value of the best next run, in percentage points; NaN where they are not computed.
    said
        What was said then in words, where a correction changed it; else empty.
    """

    run: int
    number: RunNumber
    outcome: Outcome
    tested: str
    best: str
    estimate: float
    low: float
    high: float
    stake: float = math.nan
    gain: float = math.nan
    said: str = ""


@dataclass(frozen=True, slots=True)
class RunsData:
    """All runs with the states after them.

    Parameters
    ----------
    points
        In the order of the runs.
    level
        Probability content of the ranges, for example 0.9.
    outcomes
        The study's names for success and failure.
    limit
        Largest value at stake, in points, at which the stopping rule stops; None if it does not look at it.
    gain_limit
        Largest value of the next run, likewise.
    then
        Whether the last point is an earlier state that somebody looks back at.
    """

    points: tuple[RunPoint, ...]
    level: float = 0.9
    outcomes: tuple[str, str] = ("", "")
    limit: float | None = None
    gain_limit: float | None = None
    then: bool = False

    @property
    def changed(self) -> tuple[bool, ...]:
        """Whether each run made another candidate the best; the first one does."""
        best = ["", *(point.best for point in self.points)]
        return tuple(after not in {"", before} for before, after in itertools.pairwise(best))

    @property
    def since(self) -> RunPoint | None:
        """The run since which the present best is the best; None before the first outcome."""
        changes = [point for point, changed in zip(self.points, self.changed, strict=True) if changed]
        return changes[-1] if changes and self.points[-1].best else None

    @property
    def spacing(self) -> int:
        """Number of runs from one state to the next: more than 1 where there are too many runs to compute all."""
        places = [0, *(point.run for point in self.points)]
        return max((after - before for before, after in itertools.pairwise(places)), default=1)


class RunsCard(AnswerCard[RunsData]):
    """Best candidate, value at stake or value of testing after each run, with the outcomes below.

    Parameters
    ----------
    layer
        What is drawn.
    name
        Qt object name.
    """

    #: Place of the run clicked or activated: how many runs are recorded after it.
    run_chosen = Signal(int)

    def __init__(
        self, layer: Layer = "best", name: str = "timeline.plot", parent: QWidget | None = None
    ) -> None:
        self._layer: Layer = layer
        self._selected: int | None = None
        self._foot = 0.0  # where the outcomes stand on the axis
        figure = Figure({"left": Axis("left"), "bottom": Axis("bottom", "whole")})
        self._edges = (pg.PlotCurveItem(), pg.PlotCurveItem())
        self._band = pg.FillBetweenItem(*self._edges)
        self._stop = pg.InfiniteLine(0.0, angle=0)
        self._here = pg.InfiniteLine(0.0, angle=90)
        self._leaders = pg.PlotCurveItem()  # from rings to their names
        self._line = pg.PlotCurveItem(connect="finite")
        self._changes = pg.ScatterPlotItem(symbol="o", size=9)
        self._last = pg.ScatterPlotItem(symbol="o", size=9)
        self._marks = pg.ScatterPlotItem(pen=pg.mkPen(None))
        items = (
            self._band,
            *self._edges,
            self._stop,
            self._here,
            self._leaders,
            self._line,
            self._changes,
            self._last,
            self._marks,
        )
        for item in items:
            figure.addItem(item, ignoreBounds=True)
        super().__init__(name, figure, None, parent)
        figure.area.setContentsMargins(0, 2, 14, 0)
        self._texts: list[pg.TextItem] = []
        self._unnamed: list[pg.TextItem] = []  # dots at rings without room for a name
        figure.tip = self._tip
        figure.clicked.connect(self._click)
        figure.view.sigResized.connect(lambda _: self._refit())  # an axis has changed its width

    @property
    def layer(self) -> Layer:
        """What is drawn."""
        return self._layer

    def show_layer(self, layer: Layer) -> None:
        """Draw something else over the runs."""
        if layer != self._layer:
            self._layer = layer
            self._retitle()
            self._restale()

    def take_choices(self, other: RunsCard) -> None:
        """Draw the same as another card."""
        self.show_layer(other.layer)

    def point_at(self, run: int | None) -> None:
        """Mark the state after a number of runs, or none."""
        self._selected = run
        self._mark()

    def _mark(self) -> None:
        self._here.setVisible(self._selected is not None)
        if self._selected is not None:
            self._here.setPen(pg.mkPen(palette_of(self).accent, width=1.4, style=Qt.PenStyle.DashLine))
            self._here.setValue(self._selected)

    def _words(self) -> tuple[str, str, str]:
        none = self.tr("After the first run.")
        if self._layer == "stake":
            return (
                self.tr("At stake after each run, percentage points"),
                self.tr(
                    "By how many percentage points the candidate that was best after a run fell short of the true best,"
                    " on average over all that was believed possible: what choosing it then would have lost. No number"
                    " of further runs can gain more. The dashed line is what the rule of the study asks for."
                ),
                none,
            )
        if self._layer == "gain":
            return (
                self.tr("Value of testing after each run, percentage points"),
                self.tr(
                    "By how many percentage points the best next run was expected to raise the expected success of the"
                    " candidate that is chosen in the end. One run may be worth almost nothing where several are worth"
                    " much: whether to stop, say the points at stake."
                ),
                none,
            )
        return (
            self.tr("Best after each run, and its expected success"),
            self.tr(
                "The line is the expected success of the candidate that is best after each run, by the outcomes as they"
                " stand today; the band is the range in which it probably lies. A ring says that another candidate"
                " became the best: its name stands above with the number of the run, or where there is no room for it"
                " three dots at the ring; point at the ring to read it. The signs below are the outcomes of the runs"
                " themselves. Nobody knows the true best: the line may fall."
            ),
            none,
        )

    def _is_empty(self, data: RunsData) -> bool:
        return not data.points

    def _answer(self, data: RunsData) -> tuple[str, str]:
        last, computing = data.points[-1], self._computing(data)
        if self._layer == "best":
            since = data.since
            if since is None:
                return self.tr("No best yet"), self.tr("before the first outcome")
            words = self.tr("{code} since run {run}")
            if data.spacing > 1:  # it may have become the best after one of the runs between
                words = self.tr("{code} since run {run} at the latest")
            band = self.tr("(band: {level} range)").format(level=percent(data.level))
            rest = " ".join(filter(None, (self._spacing(data), band)))
            return words.format(code=shorten(since.best), run=since.number), rest
        value = last.stake if self._layer == "stake" else last.gain
        if math.isnan(value):
            return self.tr("Not known yet"), self.tr("(being worked out)")
        if self._layer == "stake":
            rest = self.tr("lost on average if {code} were chosen now")
            if not last.best:
                rest = self.tr("lost on average if a candidate were chosen now")
            if data.then:
                rest = self.tr("lost on average if {code} had been chosen after run {run}")
                if not last.best:
                    rest = self.tr("lost on average if a candidate had been chosen after run {run}")
        else:
            rest = self.tr("is the most that one run gains now")
            if data.then:
                rest = self.tr("was the most that one run gained after run {run}")
        rest = rest.format(code=shorten(last.best), run=last.number)
        return self.tr("{points} points").format(
            points=points(value, self._limit(data))
        ), f"{rest}{computing}"

    def _spacing(self, data: RunsData) -> str:
        """Return which states are drawn, where they are not all."""
        if data.spacing == 1:
            return ""
        return self.tr("one state in {every} is drawn").format(every=data.spacing)

    def _computing(self, data: RunsData) -> str:
        """Return how many values are still being computed, as the end of a sentence; empty for none."""
        missing = int(np.isnan(self._values(data)).sum())
        if not missing:
            return ""
        return self.tr("; {count} earlier values are being worked out").format(count=missing)

    def _limit(self, data: RunsData) -> float | None:
        """Return the limit of the stopping rule on what is drawn, in points; None if the rule does not look at it."""
        return {"stake": data.limit, "gain": data.gain_limit}.get(self._layer)

    def _values(self, data: RunsData) -> np.ndarray:
        """Return what the layer draws for each run, shape (n,); NaN where nothing is known."""
        if self._layer == "stake":
            return np.array([point.stake for point in data.points])
        if self._layer == "gain":
            return np.array([point.gain for point in data.points])
        return np.array([point.estimate if point.best else math.nan for point in data.points])

    def _columns(self, data: RunsData) -> tuple[Column, ...]:
        names = self._outcomes(data)
        rows = data.points
        first = (
            Column(self.tr("Run"), [str(p.number) for p in rows], is_number=True, key=np.arange(len(rows))),
            Column(self.tr("Tested"), [p.tested for p in rows]),
            Column(self.tr("Outcome"), [f"{SIGNS[p.outcome]} {names[p.outcome]}" for p in rows]),
            Column(self.tr("Best after it"), [p.best for p in rows]),
        )
        if self._layer == "best":
            changes = [self.tr("changed") if changed else "" for changed in data.changed]
            low = self.tr("{level} range from").format(level=percent(data.level))
            return (
                *first,
                Column(self.tr("Expected success"), self._values(data), _share, is_number=True),
                Column(low, [p.low if p.best else math.nan for p in rows], _share, is_number=True),
                Column(self.tr("to"), [p.high if p.best else math.nan for p in rows], _share, is_number=True),
                Column(self.tr("Best"), changes),
            )
        stake, gain = self.tr("At stake (points)"), self.tr("Value of testing (points)")
        heading = stake if self._layer == "stake" else gain
        return (*first, Column(heading, self._values(data), known_points, is_number=True))

    def _draw(self, data: RunsData, look: Palette) -> None:
        font = small(self)
        self.figure.apply_look(look, font)
        self.figure.getAxis("left")._kind = "percent" if self._layer == "best" else "number"  # noqa: SLF001 - our class
        run = np.array([p.run for p in data.points], dtype=np.float64)
        values = self._values(data)
        smooth = len(run) <= SMOOTH_UP_TO
        self._line.setData(run, values, pen=pg.mkPen(look.accent, width=1.8), antialias=smooth)
        for item in (self._band, *self._edges, self._changes):
            item.setVisible(self._layer == "best")
        if self._layer == "best":
            self._draw_best(data, run, values, look)
        known = np.flatnonzero(np.isfinite(values))
        self._last.setVisible(self._layer != "best" and known.size > 0)
        if known.size:
            self._last.setData(
                x=run[known[-1:]], y=values[known[-1:]], brush=pg.mkBrush(look.accent), pen=pg.mkPen(None)
            )
        limit = self._limit(data)
        self._stop.setVisible(limit is not None)
        if limit is not None:
            self._stop.setValue(limit)
            self._stop.setPen(pg.mkPen(look.caution, width=1.4, style=Qt.PenStyle.DashLine))
        self._draw_outcomes(data)
        self._mark()

    def _draw_outcomes(self, data: RunsData) -> None:
        """Draw the outcomes of the runs below the curve, each with its sign and colour."""
        look, kinds = palette_of(self), [p.outcome for p in data.points]
        colours = {
            "success": look.success,
            "failure": look.failure,
            "undecided": look.muted,
            "void": look.muted,
        }
        brushes = {name: pg.mkBrush(colour) for name, colour in colours.items()}
        symbols, sizes = (
            {"success": "o", "failure": "x", "undecided": "d", "void": "_"},
            {"success": 8, "failure": 10, "undecided": 9, "void": 10},
        )
        self._marks.setData(
            x=[p.run for p in data.points],
            y=[self._foot] * len(kinds),
            brush=[brushes[kind] for kind in kinds],
            symbol=[symbols[kind] for kind in kinds],
            size=[sizes[kind] for kind in kinds],
        )

    def _draw_best(self, data: RunsData, run: np.ndarray, values: np.ndarray, look: Palette) -> None:
        """Draw the range as a band, and a ring where another candidate became the best."""
        ends = np.array([(p.low, p.high) for p in data.points])
        known = np.isfinite(values)
        for item, end in zip(self._edges, ends[known].T, strict=True):
            item.setData(run[known], end, pen=pg.mkPen(None))
        faint = QColor(look.accent)
        faint.setAlpha(34)
        self._band.setBrush(pg.mkBrush(faint))
        at = np.flatnonzero(data.changed)
        self._changes.setData(
            x=run[at], y=values[at], brush=pg.mkBrush(look.card), pen=pg.mkPen(look.accent, width=2)
        )

    def _fit(self, data: RunsData) -> None:
        """Leave room for the names above the curve and for the outcomes below it, and write what stands at marks."""
        for text in (*self._texts, *self._unnamed):
            self.figure.removeItem(text)
        self._texts, self._unnamed = [], []
        box = self.figure.view.rect()
        wide, high = max(box.width(), 1.0), max(box.height(), 1.0)
        first, last = data.points[0].run, max(data.points[-1].run, data.points[0].run + 4)
        self.figure.view.setXRange(first - 0.7, last + 0.7, padding=0.0)
        self._number_runs(data, wide / (last - first + 1.4))
        metrics = QFontMetrics(small(self))
        values = self._values(data)
        top = 1.0 if self._layer == "best" else self._top(values, data)
        rows = max(
            0, min(_ROWS, int((0.6 * high - _STRIP) / (metrics.height() + 2)))
        )  # none where it is too low
        above = (rows if self._layer == "best" else 1) * (metrics.height() + 2) + 4
        inner = max(high - above - _STRIP, 0.3 * high)
        unit = top / inner  # of the axis, per pixel
        self.figure.view.setYRange(-_STRIP * unit, top + above * unit, padding=0.0)
        self._foot = -0.55 * _STRIP * unit
        self._draw_outcomes(data)
        most = max(2, int(inner / (1.6 * metrics.height())) + 1)
        ticks = _quarters(most) if self._layer == "best" else _steps(top, min(most, 6))
        set_ticks(self.figure.getAxis("left"), [[(tick, self._tick(tick, ticks)) for tick in ticks]])
        self._leaders.setData([], [])
        if self._layer == "best":
            self._name_changes(data, metrics, wide, unit, rows)
        else:
            self._name_values(data, values, unit)

    def _tick(self, value: float, ticks: list[float]) -> str:
        if self._layer == "best":
            return percent(value)
        step = ticks[1] if len(ticks) > 1 else 1.0
        return fixed(value, max(0, math.ceil(-math.log10(step) - 1e-9)))

    def _top(self, values: np.ndarray, data: RunsData) -> float:
        """Return the upper end of an axis in points: a round number above all that is drawn."""
        limit = self._limit(data) or 0.0
        most = max(float(np.nanmax(values)) if np.isfinite(values).any() else 0.0, limit, 1e-3)
        step = 10.0 ** math.floor(math.log10(most))
        rounds = (k * step for k in (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0))
        return next((top for top in rounds if top >= 1.02 * most), 10.0 * step)

    def _number_runs(self, data: RunsData, per_run: float) -> None:
        """Write the numbers of runs below the axis: the first, the last, and every fifth, tenth, ... between them."""
        metrics = QFontMetrics(small(self))
        room = metrics.horizontalAdvance(str(data.points[-1].number)) + 10
        step = next((s for s in (1, 5, 10, 20, 50, 100, 200, 500, 1000) if s * per_run >= room), 2000)
        far = room / per_run
        last = data.points[-1].run
        shown = [p for p in data.points if p.run == last or (p.run % step == 0 and last - p.run >= far)]
        if shown and shown[0].run - data.points[0].run >= far:
            shown.insert(0, data.points[0])
        set_ticks(self.figure.getAxis("bottom"), [[(float(p.run), str(p.number)) for p in shown]])

    def _name_changes(
        self, data: RunsData, metrics: QFontMetrics, wide: float, unit: float, rows: int
    ) -> None:
        """Write run and name of each new best above its run, the newest first, in rows where there is room.

        A thin line joins a ring and its name, which begins at the line where the edge leaves room; it may pass behind
        other names, of which as few as possible. A ring without room for its name has three dots.
        """
        view = self.figure.view
        (left, right), _ = view.viewRange()
        per_run = wide / (right - left)
        taken: list[list[tuple[float, float]]] = [[] for _ in range(rows)]
        line, leaders = metrics.height(), list[tuple[float, float]]()
        risen: list[tuple[float, int]] = []  # lines: pixels across, and the row of the name
        changes = [p for p, changed in zip(data.points, data.changed, strict=True) if changed]
        for point in reversed(changes):
            text = f"{point.number}: {shorten(point.best, _NAME)}"
            width = metrics.horizontalAdvance(text)
            middle = (point.run - left) * per_run
            begin = max(min(middle + _FLAG, wide - width), 0.0)
            free = [
                row
                for row, others in enumerate(taken)
                if all(begin + width + _GAP <= a or b + _GAP <= begin for a, b in others)
            ]
            if not free:
                low = point.estimate < _HIGH
                self._write(
                    "…", point.run, point.estimate + (5 if low else -5) * unit, (0.5, float(low)), bold=True
                )
                self._unnamed.append(self._texts.pop())
                continue
            behind = [up for x, up in risen if begin < x < begin + width]
            row = min(free, key=lambda row: sum(up > row for up in behind))
            taken[row].append((begin, begin + width))
            risen.append((middle, row))
            foot = 1.0 + (row * (line + 2) + 2) * unit
            self._write(text, left + begin / per_run, foot, (0.0, 1.0))
            self._texts[-1].fill = pg.mkBrush(palette_of(self).card)
            if foot - point.estimate > line * unit:
                end = foot + (line if begin > middle else 0) * unit
                leaders += [(point.run, point.estimate), (point.run, end)]
        draw_leaders(self._leaders, leaders, self)

    def _name_values(self, data: RunsData, values: np.ndarray, unit: float) -> None:
        """Write the present value at its point, and the limit at its line."""
        known = np.flatnonzero(np.isfinite(values))
        if known.size:
            place = int(known[-1])
            now = place == len(values) - 1
            text = self.tr("{points} now") if now else "{points}"
            if now and data.then:
                text = self.tr("{points} after run {run}")
            falls = known.size > 1 and values[known[-2]] > values[place]  # then the curve comes from above
            falls = (
                falls and values[place] > (6 + QFontMetrics(small(self)).height()) * unit
            )  # clear of outcomes
            self._write(
                text.format(points=points(values[place], self._limit(data)), run=data.points[place].number),
                data.points[place].run,
                values[place] + (-6 if falls else 6) * unit,
                (1.0, 0.0 if falls else 1.0),
                bold=True,
            )
        limit = self._limit(data)
        if limit is not None:
            words = self.tr("stop at {points}").format(points=number(limit, 3))
            (left, right), _ = self.figure.view.viewRange()
            near = known.size and abs(values[known[-1]] - limit) < 30 * unit
            self._write(
                words, left if near else right, limit, (0.0, 1.0) if near else (1.0, 1.0), caution=True
            )

    def _write(
        self,
        words: str,
        x: float,
        y: float,
        anchor: tuple[float, float],
        *,
        bold: bool = False,
        caution: bool = False,
    ) -> None:
        look = palette_of(self)
        text = pg.TextItem(words, color=look.caution if caution else look.text, anchor=anchor)
        text.textItem.document().setDocumentMargin(0.0)
        font = small(self)
        font.setBold(bold)
        text.setFont(font)
        text.setPos(x, y)
        self.figure.addItem(text, ignoreBounds=True)
        self._texts.append(text)

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.run_chosen.emit(self._data.points[row].run)

    def _at(self, point: QPointF) -> int | None:
        data = self._nonempty_data()
        if data is None:
            return None
        place = int(np.argmin([abs(p.run - point.x()) for p in data.points]))
        per_run, _ = self.figure.pixels_per_unit()
        away = abs(data.points[place].run - point.x())
        return place if away <= max(0.5, 10.0 / per_run) else None

    def _click(self, point: QPointF) -> None:
        place = self._at(point)
        if place is not None:
            self._row_activated(place)

    def _tip(self, point: QPointF) -> str:
        place = self._at(point)
        if place is None or self._data is None:
            return ""
        data, step = self._data, self._data.points[place]
        lines = [
            self.tr("Run {run}: {tested}, {outcome}").format(
                run=step.number, tested=step.tested, outcome=self._outcomes(data)[step.outcome]
            )
        ]
        if step.best:
            lines.append(
                self.tr("Best after it: {code}, {estimate} ({range})").format(
                    code=step.best,
                    estimate=percent(step.estimate),
                    range=percent_range(step.low, step.high, data.level),
                )
            )
        if not math.isnan(step.stake):
            lines.append(self.tr("At stake: {points} points").format(points=points(step.stake, data.limit)))
        return "\n".join([*lines, *filter(None, [step.said])])

    def _outcomes(self, data: RunsData) -> dict[str, str]:
        return {
            "success": data.outcomes[0] or self.tr("success"),
            "failure": data.outcomes[1] or self.tr("failure"),
            "undecided": self.tr("undecided"),
            "void": self.tr("void"),
        }


def known_points(value: float) -> str:
    """Format points; empty for NaN."""
    return "" if math.isnan(value) else points(value)


def _share(value: float) -> str:
    return "" if math.isnan(value) else percent(value)


def _steps(top: float, most: int) -> list[float]:
    """Return at most `most` round values from 0 to `top` for a scale."""
    if top <= 0.0:
        return [0.0]
    rough = top / max(most - 1, 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = next((size * m for m in (1, 2, 5, 10) if size * m >= rough * (1 - 1e-9)), size * 10)
    return [step * place for place in range(int(top / step + 1e-9) + 1)]


def _quarters(most: int) -> list[float]:
    """Return at most `most` ticks of an axis from 0 to 1."""
    parts = next((parts for parts in (4, 2) if parts < most), 1)
    return [part / parts for part in range(parts + 1)]
