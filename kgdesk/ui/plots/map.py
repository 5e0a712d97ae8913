"""Plot: expected success over two attributes, the others held at a candidate."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kgdesk.model.advice.slices import varying
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import TARGET
from kgdesk.ui.plots.contour import contour
from kgdesk.ui.plots.figure import Axis, Figure, small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.map_data import MapData, map_data
from kgdesk.ui.plots.plot_choices import HeldBox, choice
from kgdesk.ui.plots.scatter import ColourBar, colour_table, levels_of
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, number, percent, percent_range
from kgdesk.ui.text.translate import with_unit
from kgdesk.ui.widgets.basic import Label, set_axis_label, set_ticks
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.widgets.stylesheet import Palette

_MARKS_UP_TO = 5_000
_NAMED = 3
#: The table lists every n-th grid line.
_LISTED = 4
_KINDS = ("probability", "low", "high")


class MapCard(LazyPlotCard[MapData]):
    """Coloured surface with contour lines of expected success and the candidates on top."""

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left"), "bottom": Axis("bottom")}, zoom=True)
        self._image = pg.ImageItem(axisOrder="row-major")
        self._lines = pg.PlotCurveItem(connect="pairs", antialias=True)
        self._labels: list[pg.TextItem] = []
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), size=4)
        self._runs = pg.ScatterPlotItem()
        self._held = pg.ScatterPlotItem(brush=pg.mkBrush(None), symbol="d", size=18)
        for item in (self._image, self._lines, self._dots, self._runs, self._held):
            figure.addItem(item)
        self._bar = ColourBar()
        body = QWidget()
        line = QHBoxLayout(body)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(figure, 1)
        line.addWidget(self._bar)
        self.held = HeldBox("plot.map.held")
        self.up, self.across, self.kind = (choice(f"plot.map.{n}") for n in ("up", "across", "kind"))
        self._titles = tuple(Label() for _ in range(4))
        self._numbers: tuple[int, ...] = ()
        super().__init__("plot.map", figure, body, parent)
        for title, box in zip(self._titles, (self.up, self.across, self.held, self.kind), strict=True):
            self.tools.add(title, box)
        for box in (self.up, self.across, self.held):
            box.activated.connect(self.wanted)
        self.kind.activated.connect(self._recolour)
        figure.tip = self._tip
        figure.clicked.connect(self._click)

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Map")

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Return the task for the map over the chosen attributes; none if fewer than two numbers vary."""
        study = advice.study
        listed = study.pool.attributes
        self._numbers = tuple(j for j in varying(study.pool, study.scaling) if listed[j].kind == "number")
        if len(self._numbers) < 2:
            return []
        names = [with_unit(listed[j]) for j in self._numbers]
        for box, place in ((self.across, 0), (self.up, 1)):
            if [box.itemText(i) for i in range(box.count())] != names:
                box.clear()
                box.addItems(names)
                box.setCurrentIndex(place)
        if self.across.currentIndex() == self.up.currentIndex():
            # The attribute chosen just now gets its axis; the other axis gets another attribute.
            other = self.up if self.sender() is self.across else self.across
            other.setCurrentIndex((other.currentIndex() + 1) % len(names))
        across, up = (self._numbers[box.currentIndex()] for box in (self.across, self.up))
        code, kind = self.held.candidate(advice, selected), str(self.kind.currentData())
        return [lambda: replace(map_data(advice, code, across, up), kind=kind)]

    def _recolour(self) -> None:
        if self._data is not None:
            self.set_data(replace(self._data, kind=str(self.kind.currentData())))

    def _words(self) -> tuple[str, str, str]:
        titles = (self.tr("&Up"), self.tr("A&cross"), self.tr("Hel&d at"), self.tr("Sho&ws"))
        for label, box, text in zip(
            self._titles, (self.up, self.across, self.held, self.kind), titles, strict=True
        ):
            label.setText(text)
            box.setAccessibleName(text.replace("&", ""))
        kinds = (self.tr("expected success"), self.tr("low end of range"), self.tr("high end of range"))
        for place, (kind, text) in enumerate(zip(_KINDS, kinds, strict=True)):
            if self.kind.count() <= place:
                self.kind.addItem(text, kind)
            self.kind.setItemText(place, text)
        return (
            self.tr("Where in the plane of two attributes is success likely?"),
            self.tr(
                "The brighter the ground, the likelier a success; the lines join places of equal expected"
                " success. Two attributes vary, all others are held as the chosen candidate (diamond) has them:"
                " what is held stands below. The dots are the candidates, whatever their other attributes, so"
                " that a dot on bright ground may have another expected success than the ground under it."
                " Choose the low or the high end of the range to see how sure this is. The wheel zooms."
            ),
            self.tr("A map needs two attributes that are numbers and differ between candidates."),
        )

    def _is_empty(self, data: MapData) -> bool:
        return not data.surface.curve.probability.size

    def _sentence(self, data: MapData) -> str:
        plane, curve = data.surface, data.surface.curve
        j, i = np.unravel_index(int(np.argmax(curve.probability)), curve.probability.shape)
        return self.tr("Highest at {across} {x} and {up} {y}: {best} ({range}); lowest {least}.").format(
            across=shorten(data.labels[0]),
            x=number(float(plane.x[i]), 3),
            up=shorten(data.labels[1]),
            y=number(float(plane.y[j]), 3),
            best=percent(float(curve.probability[j, i])),
            range=percent_range(float(curve.low[j, i]), float(curve.high[j, i])),
            least=percent(float(curve.probability.min())),
        )

    def _legend(self, data: MapData) -> list[str]:
        parts = ["◇ " + self.tr("held: {code}").format(code=shorten(data.code, 18))]
        for name, value in data.held[:_NAMED]:
            parts.append(f"{shorten(name, 26)} = {shorten(value, 18)}")
        if len(data.held) > _NAMED:
            parts.append(self.tr("and {count} more").format(count=len(data.held) - _NAMED))
        success, failure = data.names[0] or self.tr("success"), data.names[1] or self.tr("failure")
        return [*parts, f"{SUCCESS} {success}", f"{FAILURE} {failure}"]

    def _columns(self, data: MapData) -> tuple[Column, ...]:
        plane = data.surface
        cells = [(j, i) for j in range(0, len(plane.y), _LISTED) for i in range(0, len(plane.x), _LISTED)]
        p, low, high = (
            np.array([values[cell] for cell in cells])
            for values in (plane.curve.probability, plane.curve.low, plane.curve.high)
        )

        def short(value: float) -> str:
            return number(float(value), 3)

        return (
            Column(data.labels[0], np.array([plane.x[i] for _, i in cells]), short, is_number=True),
            Column(data.labels[1], np.array([plane.y[j] for j, _ in cells]), short, is_number=True),
            Column(self.tr("Expected success"), p, percent, is_number=True),
            Column(
                self.tr("{level} range from").format(level=percent(plane.curve.level)),
                low,
                percent,
                is_number=True,
            ),
            Column(self.tr("to"), high, percent, is_number=True),
            *(Column(self.tr("{name} (held)").format(name=n), [v] * len(cells)) for n, v in data.held),
        )

    def _draw(self, data: MapData, look: Palette) -> None:
        font = small(self)
        self.figure.apply_look(look, font)
        for side in ("left", "bottom"):
            self.figure.getAxis(side).setGrid(False)
        plane = data.surface
        values = getattr(plane.curve, data.kind)
        x, y = _flat(plane.x, 0, data), _flat(plane.y, 1, data)
        top = float(np.ceil(10.0 * values.max() - 1e-9)) / 10.0
        table = colour_table(look)
        self._image.setImage(table[levels_of(values, top)], autoLevels=False, levels=(0, 255))
        dx, dy = (x[-1] - x[0]) / (x.size - 1), (y[-1] - y[0]) / (y.size - 1)
        self._image.setRect(QRectF(x[0] - dx / 2, y[0] - dy / 2, x[-1] - x[0] + dx, y[-1] - y[0] + dy))
        captions = {
            "probability": self.tr("Expected success (%)"),
            "low": self.tr("Low end of range (%)"),
            "high": self.tr("High end of range (%)"),
        }
        self._bar.show_scale(100.0 * top, (captions[data.kind], "%"), look, font)
        self._draw_lines(values, x, y, look)
        self._draw_marks(data, look)
        for side, label, flat in (("bottom", data.labels[0], 0), ("left", data.labels[1], 1)):
            log = (plane.across, plane.up)[flat].log
            set_axis_label(
                self.figure, side, self.tr("{name}, log scale").format(name=label) if log else label
            )
            axis = self.figure.getAxis(side)
            set_ticks(axis, [_log_ticks(x if flat == 0 else y)] if log else None)
        self.figure.view.setRange(xRange=(x[0], x[-1]), yRange=(y[0], y[-1]), padding=0.04)

    def _draw_lines(self, values: np.ndarray, x: np.ndarray, y: np.ndarray, look: Palette) -> None:
        for old in self._labels:
            self.figure.removeItem(old)
        self._labels = []
        step = 0.1 if np.ptp(values) > 0.25 else 0.05 if np.ptp(values) > 0.08 else 0.02
        levels = np.arange(np.ceil(values.min() / step), np.floor(values.max() / step) + 1) * step
        contours = [(level, *contour(values, x, y, float(level))) for level in levels[:20]]
        contours = [f for f in contours if f[1].size]
        self._lines.setData(
            np.concatenate([f[1] for f in contours]) if contours else np.zeros(0),
            np.concatenate([f[2] for f in contours]) if contours else np.zeros(0),
            pen=pg.mkPen(look.card, width=1.4),
            connect="pairs",
        )
        for level, across, up in contours:
            text = pg.TextItem(
                percent(float(level)), color=look.text, anchor=(0.5, 0.5), fill=pg.mkBrush(look.card)
            )
            text.setFont(small(self))
            middle = int(np.argmin(np.abs(across - (0.3 * x[0] + 0.7 * x[-1]))))
            text.setPos(float(across[middle]), float(up[middle]))
            self.figure.addItem(text, ignoreBounds=True)
            self._labels.append(text)

    def _fit(self, _data: MapData) -> None:
        _show_free(self._labels, self.figure.view)

    def _draw_marks(self, data: MapData, look: Palette) -> None:
        few = len(data.places) <= _MARKS_UP_TO
        x, y = (_flat(data.places[:, side], side, data) for side in (0, 1))
        self._dots.setBrush(pg.mkBrush(look.card))
        self._dots.setData(x=x if few else [], y=y if few else [])
        runs = [
            (_flat(places[:, 0], 0, data), _flat(places[:, 1], 1, data), symbol)
            for places, symbol in zip(data.outcomes, ("o", "x"), strict=True)
        ]
        self._runs.setData(
            x=np.concatenate([r[0] for r in runs]),
            y=np.concatenate([r[1] for r in runs]),
            symbol=[symbol for across, _, symbol in runs for _ in across],
            size=11,
            pen=pg.mkPen(look.card, width=1.5),
            brush=pg.mkBrush(look.text),
        )
        at = data.at
        self._held.setData(
            x=[x[at], x[at]],
            y=[y[at], y[at]],
            pen=[pg.mkPen(look.card, width=6), pg.mkPen(look.text, width=2.4)],
        )

    def _tip(self, point: QPointF) -> str:
        data = self._nonempty_data()
        if data is None:
            return ""
        plane = data.surface
        i = int(np.argmin(np.abs(_flat(plane.x, 0, data) - point.x())))
        j = int(np.argmin(np.abs(_flat(plane.y, 1, data) - point.y())))
        curve = plane.curve
        lines = [
            f"{data.labels[0]}: {number(float(plane.x[i]), 3)}",
            f"{data.labels[1]}: {number(float(plane.y[j]), 3)}",
            self.tr("Expected success {estimate} ({level} range {range})").format(
                estimate=percent(float(curve.probability[j, i])),
                level=percent(curve.level),
                range=percent_range(float(curve.low[j, i]), float(curve.high[j, i])),
            ),
        ]
        near = self._nearest(point, data)
        return "\n".join(lines if near is None else [*lines, data.codes[near]])

    def _nearest(self, point: QPointF, data: MapData) -> int | None:
        across, up = self.figure.pixels_per_unit()
        x, y = (_flat(data.places[:, side], side, data) for side in (0, 1))
        distance = ((x - point.x()) * across) ** 2 + ((y - point.y()) * up) ** 2
        row = int(np.argmin(distance))
        return row if distance[row] <= (TARGET / 2) ** 2 else None

    def _click(self, point: QPointF) -> None:
        data = self._nonempty_data()
        near = None if data is None else self._nearest(point, data)
        if data is not None and near is not None:
            self.candidateChosen.emit(data.codes[near])


def _flat(values: np.ndarray, side: int, data: MapData) -> np.ndarray:
    log = (data.surface.across, data.surface.up)[side].log
    coordinates: np.ndarray = np.log10(values) if log else values
    return coordinates


def _show_free(labels: list[pg.TextItem], view: pg.ViewBox) -> None:
    """Hide the labels of contours that would cover another at the present size, or be cut by the frame."""
    frame = view.sceneBoundingRect()
    taken: list[QRectF] = []
    for label in labels:
        box: QRectF = label.textItem.boundingRect()
        box.moveCenter(view.mapViewToScene(label.pos()))
        free = frame.contains(box) and not any(box.intersects(other) for other in taken)
        label.setVisible(free)
        if free:
            taken.append(box)


def _log_ticks(places: np.ndarray) -> list[tuple[float, str]]:
    ends = (float(places[0]), float(places[-1]))
    whole = [m * 10.0**k for k in range(int(np.floor(ends[0])), int(np.ceil(ends[1])) + 1) for m in (1, 3)]
    ticks = [(float(np.log10(v)), number(v)) for v in whole if ends[0] <= np.log10(v) <= ends[1]]
    return ticks[:: max(1, len(ticks) // 8)]
