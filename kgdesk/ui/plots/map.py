"""Plot: expected success, width of its range, or value of testing over two attributes, the others held at a point."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.colour_scale import ColourScale
from kgdesk.ui.plots.contour import contour
from kgdesk.ui.plots.figure import Axis, Figure, small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.map_data import MapData, map_data, numbers_of, strongest
from kgdesk.ui.plots.plot_choices import choice
from kgdesk.ui.text.locale_format import number, percent, percent_range, points
from kgdesk.ui.text.translate import with_unit
from kgdesk.ui.widgets.basic import Label, set_axis_label, set_ticks
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import Point
    from kgdesk.ui.plots.map_data import Layer
    from kgdesk.ui.widgets.stylesheet import Palette

_MARKS_UP_TO = 5_000
#: The table lists every n-th grid line.
_LISTED = 4
_LAYERS: tuple[Layer, ...] = ("probability", "width", "value")
#: Colours of the ground; pixels from one outcome to the next at the same place, and from the mark of a role to them.
_LEVELS, _BESIDE, _CLEAR = 64, 13.0, 20.0
#: Pixels between the middle of the mark of a role and its word.
_ASIDE = 12.0
#: Places at which the number of a contour is tried, and the room of a mark that it must not cover in pixels.
_TRIED, _MARK = 40, 16.0


class _Label(pg.TextItem):  # type: ignore[misc]  # pyqtgraph carries no types
    """The number at a contour, and the places on the contour at which it may stand, best first."""

    places: list[tuple[float, float]]


class MapCard(LazyPlotCard[MapData]):
    """Coloured ground with contour lines, the recorded outcomes, and the next and the best candidate."""

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left"), "bottom": Axis("bottom")})
        self.point: Point | None = None  #: The point that the other attributes are held at.
        self.name = ""  #: The candidate there, if it is one.
        self._image = pg.ImageItem(axisOrder="row-major")
        self._lines = pg.PlotCurveItem(connect="pairs", antialias=True)
        self._labels: list[_Label] = []
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), size=4)
        self._runs = pg.ScatterPlotItem(pen=pg.mkPen(None))
        self._roles = pg.ScatterPlotItem(brush=pg.mkBrush(None))
        self._held = (pg.InfiniteLine(0.0, angle=90), pg.InfiniteLine(0.0, angle=0))
        self._words_at = pg.TextItem(), pg.TextItem()
        for item in (
            self._image,
            self._lines,
            self._dots,
            *self._held,
            self._runs,
            self._roles,
            *self._words_at,
        ):
            figure.addItem(item, ignoreBounds=True)
        self.up, self.across = choice("explore.up"), choice("explore.across")
        self._by = Label()
        self.layer = QButtonGroup()  #: What the ground shows.
        self._numbers: tuple[int, ...] = ()
        self.scale = ColourScale()  #: What the colours mean.
        self.scale.setObjectName("explore.scale")
        beside = QHBoxLayout(body := QWidget())
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(figure, 1)
        beside.addWidget(self.scale)
        super().__init__("explore.map", figure, body, parent)
        self._lay_out_tools()
        self.setTabOrder(self.layer.buttons()[-1], figure)  # which stands below them
        for box in (self.up, self.across):
            box.activated.connect(self.wanted)
        self.layer.idClicked.connect(self._change_layer)
        figure.tip = self._tip
        figure.clicked.connect(self._click)
        self._retitle()

    def _lay_out_tools(self) -> None:
        axes, shows = QHBoxLayout(), QWidget()
        shows.setObjectName("explore.layer")
        for part in (self.up, self._by, self.across):
            axes.addWidget(part)
        line = QHBoxLayout(shows)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self.layer.setParent(self)
        for place, layer in enumerate(_LAYERS):
            button = QPushButton()
            button.setObjectName(f"explore.layer.{layer}")
            button.setCheckable(True)
            button.setChecked(not place)
            set_role(button, role="segment")
            self.layer.addButton(button, place)
            line.addWidget(button)
        self.pickers = FoldingRow(axes, shows)  #: Axes and layer.
        self.box.insertWidget(self.box.indexOf(self.tools), self.pickers)

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Map")

    def show_point(self, point: Point, name: str) -> None:
        """Hold the other attributes at a point; `name` is the candidate there."""
        self.point, self.name = point, name
        self.wanted.emit()

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Return the task for the map over the chosen attributes; none if fewer than two numbers vary."""
        del selected
        study, point, name = advice.study, self.point, self.name
        self._numbers = numbers_of(study)
        if point is None or len(point) != len(study.pool.attributes) or len(self._numbers) < 2:
            return []
        self._list_axes([with_unit(study.pool.attributes[j]) for j in self._numbers])
        chosen = [
            self._numbers[box.currentIndex()] for box in (self.across, self.up) if box.currentIndex() >= 0
        ]
        layer = _LAYERS[self.layer.checkedId()]

        def answer() -> MapData:
            across, up = chosen or strongest(study, point, advice.level)
            return replace(map_data(advice, point, name, across, up), layer=layer)

        return [answer]

    def combined(self, answers: Sequence[Any]) -> MapData:
        """Return the map; the choices show its axes, which are found with it when it opens."""
        data: MapData = answers[-1]
        for box, j in zip((self.across, self.up), data.axes, strict=True):
            box.setCurrentIndex(self._numbers.index(j))
        return data

    def _list_axes(self, names: list[str]) -> None:
        for box in (self.across, self.up):
            if [box.itemText(i) for i in range(box.count())] != names:
                box.clear()
                box.addItems(names)
                box.setCurrentIndex(-1)
        if self.across.currentIndex() == self.up.currentIndex() >= 0:
            # The attribute chosen just now gets its axis; the other axis gets another attribute.
            other = self.up if self.sender() is self.across else self.across
            other.setCurrentIndex((other.currentIndex() + 1) % len(names))

    def _change_layer(self, place: int) -> None:
        if self._data is not None:
            self.set_data(replace(self._data, layer=_LAYERS[place]))

    def take_choices(self, other: Any) -> None:
        """Show the same layer as another card."""
        self.layer.button(other.layer.checkedId()).setChecked(True)

    def _words(self) -> tuple[str, str, str]:
        if hasattr(self, "pickers"):
            self.up.setAccessibleName(self.tr("Attribute upwards"))
            self.across.setAccessibleName(self.tr("Attribute across"))
            self._by.setText(self.tr("by"))
            names = (self.tr("Expected success"), self.tr("Range width"), self.tr("Value of testing"))
            for place, text in enumerate(names):
                self.layer.button(place).setText(text)
        title = self.tr("Where in the plane of two attributes is success likely?")
        if self.name:
            title = self.tr("Other attributes as in {code}").format(code=shorten(self.name))
        elif self.point is not None:
            title = self.tr("Other attributes as chosen above")
        return (
            title,
            self.tr(
                "The bluer the ground, the likelier a success; the lines join places of equal expected success. Two"
                " attributes vary, the others are held. A square is the next candidate, a ring the best so far; dots"
                " and crosses are the recorded runs. Where the other attributes are not those that are held, runs are"
                " small and hollow, square and ring dashed. Runs at one place, or under square or ring, are moved"
                " apart. “Range width” shows how unsure the prediction is; “Value of testing” colours the candidates,"
                " since only they can be run. A click goes to the nearest candidate."
            ),
            self.tr("A map needs two attributes that are numbers and differ between candidates."),
        )

    def _is_empty(self, data: MapData) -> bool:
        return not data.surface.curve.probability.size

    def set_data(self, data: MapData | None, *, given: bool = True) -> None:
        """Show other data; the choices need two numbers."""
        self.pickers.setVisible(data is not None)
        super().set_data(data, given=given)
        self._retitle()

    def _sentence(self, data: MapData) -> str:
        plane, curve = data.surface, data.surface.curve
        if data.layer == "value":
            if not np.isfinite(data.values).any():
                return ""
            most = int(np.nanargmax(data.values))
            return self.tr("{code} gains most in one run: {points} points").format(
                code=shorten(data.codes[most]), points=points(float(data.values[most]))
            )
        values = _ground(data)
        j, i = np.unravel_index(int(np.argmax(values)), values.shape)
        text = (
            self.tr("Widest at {x} and {y}: {range}")
            if data.layer == "width"
            else self.tr("Highest at {x} and {y}: {best}")
        )
        return text.format(
            x=_with_unit(plane.x[i], plane.across.unit),
            y=_with_unit(plane.y[j], plane.up.unit),
            best=percent(float(curve.probability[j, i])),
            range=percent_range(float(curve.low[j, i]), float(curve.high[j, i]), curve.level),
        )

    def _legend(self, data: MapData) -> list[str]:
        """Return what tells the marks apart, as far as such marks are drawn; "next" and "best" stand at theirs."""
        here, places = np.concatenate(data.here), np.concatenate(data.outcomes)
        parts = [self.tr("filled: other attributes as here")] if here.any() else []
        if data.elsewhere or not here.all():
            parts.append(self.tr("hollow or dashed: other attributes differ"))
        distinct = {tuple(place) for place in places}
        if len(distinct) < len(places) or distinct & _marked(data):
            parts.append(self.tr("moved apart: runs at one place, or under next or best"))
        return parts

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
        )

    def _draw(self, data: MapData, look: Palette) -> None:
        font = small(self)
        self.figure.apply_look(look, font)
        for side in ("left", "bottom"):
            self.figure.getAxis(side).setGrid(False)
        plane = data.surface
        x, y = _flat(plane.x, 0, data), _flat(plane.y, 1, data)
        values, ground = _ground(data), data.layer != "value"
        self._image.setVisible(ground)
        if ground:
            table = ground_colours(look)
            span = (float(values.min()), float(values.max()))
            share = (values - span[0]) / max(span[1] - span[0], 1e-9)
            self._image.setImage(
                table[(share * (_LEVELS - 1)).astype(np.int64)], autoLevels=False, levels=(0, 255)
            )
            dx, dy = (x[-1] - x[0]) / (x.size - 1), (y[-1] - y[0]) / (y.size - 1)
            self._image.setRect(QRectF(x[0] - dx / 2, y[0] - dy / 2, x[-1] - x[0] + dx, y[-1] - y[0] + dy))
        self._draw_scale(data, look, values)
        self._draw_lines(values if ground else None, x, y, look)
        self._draw_candidates(data, look)
        self._draw_roles(data, look)
        for side, label, flat in (("bottom", data.labels[0], 0), ("left", data.labels[1], 1)):
            log = (plane.across, plane.up)[flat].log
            set_axis_label(
                self.figure, side, self.tr("{name}, log scale").format(name=label) if log else label
            )
            axis = self.figure.getAxis(side)
            set_ticks(axis, [_log_ticks(x if flat == 0 else y)] if log else None)
        self.figure.view.setRange(xRange=(x[0], x[-1]), yRange=(y[0], y[-1]), padding=0.06)

    def _draw_scale(self, data: MapData, look: Palette, values: np.ndarray) -> None:
        """Say what the lowest, the middle and the highest colour mean."""
        words: Callable[[float], str] = points if data.layer == "value" else percent
        ends = (
            (0.0, _most_worth(data)) if data.layer == "value" else (float(values.min()), float(values.max()))
        )
        self.scale.show_range(
            ground_colours(look), [words(ends[0] + share * (ends[1] - ends[0])) for share in (0.0, 0.5, 1.0)]
        )

    def _draw_lines(self, values: np.ndarray | None, x: np.ndarray, y: np.ndarray, look: Palette) -> None:
        for old in self._labels:
            self.figure.removeItem(old)
        self._labels = []
        if values is None:
            self._lines.setData([], [])
            return
        step = 0.1 if np.ptp(values) > 0.25 else 0.05 if np.ptp(values) > 0.08 else 0.02
        levels = np.arange(np.ceil(values.min() / step), np.floor(values.max() / step) + 1) * step
        contours = [(level, *contour(values, x, y, float(level))) for level in levels[:20]]
        contours = [f for f in contours if f[1].size]
        self._lines.setData(
            np.concatenate([f[1] for f in contours]) if contours else np.zeros(0),
            np.concatenate([f[2] for f in contours]) if contours else np.zeros(0),
            pen=pg.mkPen(look.text, width=0.8),
            connect="pairs",
        )
        for level, across, up in contours:
            text = _Label(
                percent(float(level)), color=look.text, anchor=(0.5, 0.5), fill=pg.mkBrush(look.card)
            )
            text.setFont(small(self))
            # In the middle of the map, where no name of a role stands at the edge.
            apart = ((across - 0.4 * x[0] - 0.6 * x[-1]) / (x[-1] - x[0])) ** 2
            apart += ((up - 0.5 * y[0] - 0.5 * y[-1]) / (y[-1] - y[0])) ** 2
            order = np.argsort(apart, kind="stable")
            text.places = [(float(across[k]), float(up[k])) for k in order[:: max(1, order.size // _TRIED)]]
            text.setPos(*text.places[0])
            self.figure.addItem(text, ignoreBounds=True)
            self._labels.append(text)

    def _draw_candidates(self, data: MapData, look: Palette) -> None:
        """Draw the candidates: as specks on the ground, or coloured by their value of testing, the largest on top."""
        x, y = (_flat(data.places[:, side], side, data) for side in (0, 1))
        if data.layer == "value":
            order = np.argsort(np.nan_to_num(data.values, nan=-np.inf), kind="stable")[-_MARKS_UP_TO:]
            top = _most_worth(data)
            level = (np.clip(np.nan_to_num(data.values[order]) / top, 0.0, 1.0) * (_LEVELS - 1)).astype(int)
            brushes = [pg.mkBrush(*(int(part) for part in colour)) for colour in ground_colours(look)]
            self._dots.setData(
                x=x[order],
                y=y[order],
                size=14,
                pen=pg.mkPen(look.border, width=0.8),
                brush=[brushes[k] for k in level],
            )
            return
        few = len(data.places) <= _MARKS_UP_TO
        self._dots.setData(
            x=x if few else [], y=y if few else [], size=3, pen=pg.mkPen(None), brush=pg.mkBrush(look.muted)
        )

    def _draw_roles(self, data: MapData, look: Palette) -> None:
        """Draw the square of the next candidate, the ring of the best, and the lines of the point."""
        spots, words = [], (self.tr("next"), self.tr("best"))
        for row, symbol, size, text, item in (
            (data.next, "s", 17, words[0], self._words_at[0]),
            (data.best, "o", 20, words[1], self._words_at[1]),
        ):
            item.setVisible(row is not None)
            if row is None:
                continue
            x, y = (float(_flat(data.places[row : row + 1, side], side, data)[0]) for side in (0, 1))
            pens = [pg.mkPen(look.card, width=5.0), pg.mkPen(look.text, width=2.2)]
            if row in data.elsewhere:
                pens[1] = pg.mkPen(look.text, width=1.4, style=Qt.PenStyle.DashLine)
            spots += [{"pos": (x, y), "symbol": symbol, "size": size, "pen": pen} for pen in pens]
            item.setText(text, color=look.text)
            item.fill = pg.mkBrush(look.card)  # over the lines of the point
            item.setFont(small(self))
            item.setPos(x, y)
        if data.next is not None and data.best is not None:
            same = bool((data.places[data.next] == data.places[data.best]).all())
            self._words_at[0].setVisible(not same)
            if same:
                self._words_at[1].setText(f"{words[0]}, {words[1]}", color=look.text)
        self._roles.setData(spots, brush=pg.mkBrush(None))
        for line, side in zip(self._held, (0, 1), strict=True):
            line.setPen(pg.mkPen(look.text, width=1, style=Qt.PenStyle.DotLine))
            line.setValue(float(_flat(data.at[side : side + 1], side, data)[0]))

    def _fit(self, data: MapData) -> None:
        """Place what has sizes in pixels: outcomes beside each other and beside the marks of a role."""
        self._draw_outcomes(data)
        marks = [spot.pos() for item in (self._runs, self._roles) for spot in item.points()]
        for word in self._words_at:
            _put_beside(word, self.figure.view, marks)
        taken = [word.mapRectToScene(word.boundingRect()) for word in self._words_at if word.isVisible()]
        _show_free(self._labels, self.figure.view, taken, marks)

    def _draw_outcomes(self, data: MapData) -> None:
        look = palette_of(self)
        across, up = self.figure.pixels_per_unit()
        marked = _marked(data)
        together: dict[tuple[float, ...], list[tuple[int, bool]]] = {}
        for kind, (places, here) in enumerate(zip(data.outcomes, data.here, strict=True)):
            for place, alike in zip(places, here, strict=True):
                together.setdefault(tuple(place), []).append((kind, bool(alike)))
        spots = []
        (_, _), (bottom, _) = self.figure.view.viewRange()
        for place, kinds in together.items():
            x, y = (float(_flat(np.array([place[side]]), side, data)[0]) for side in (0, 1))
            if place in marked:  # below the mark, never inside it; above it at the lower edge
                down = y - _CLEAR / up
                y = down if down > bottom else y + _CLEAR / up
            for nth, (kind, alike) in enumerate(kinds):
                shift = (nth - (len(kinds) - 1) / 2) * min(_BESIDE, 3 * _BESIDE / len(kinds))
                at, symbol = (x + shift / across, y), "ox"[kind]
                ink = (look.success, look.failure)[kind]
                if alike:
                    for size, colour in ((15, look.card), (10, ink)):
                        spots.append({"pos": at, "symbol": symbol, "size": size, "brush": pg.mkBrush(colour)})
                else:  # off the plane: an outline, small
                    spots.append(
                        {
                            "pos": at,
                            "symbol": symbol,
                            "size": 8,
                            "brush": pg.mkBrush(None),
                            "pen": pg.mkPen(ink),
                        }
                    )
        self._runs.setData(spots)

    def _tip(self, point: QPointF) -> str:
        data = self._nonempty_data()
        if data is None:
            return ""
        plane = data.surface
        i = int(np.argmin(np.abs(_flat(plane.x, 0, data) - point.x())))
        j = int(np.argmin(np.abs(_flat(plane.y, 1, data) - point.y())))
        curve = plane.curve
        near = self._nearest(point, data)
        value = data.values[near]
        lines = [
            f"{data.labels[0]}: {number(float(plane.x[i]), 3)}",
            f"{data.labels[1]}: {number(float(plane.y[j]), 3)}",
            self.tr("Expected success {estimate} ({level} range {range})").format(
                estimate=percent(float(curve.probability[j, i])),
                level=percent(curve.level),
                range=percent_range(float(curve.low[j, i]), float(curve.high[j, i])),
            ),
            self.tr("Nearest: {code}").format(code=data.codes[near])
            + (
                "" if np.isnan(value) else self.tr(", value of testing {points}").format(points=points(value))
            ),
        ]
        return "\n".join(lines)

    def _nearest(self, point: QPointF, data: MapData) -> int:
        """Return the candidate nearest to a place on screen; of several there, that with the largest value."""
        across, up = self.figure.pixels_per_unit()
        x, y = (_flat(data.places[:, side], side, data) for side in (0, 1))
        distance = ((x - point.x()) * across) ** 2 + ((y - point.y()) * up) ** 2
        there = np.flatnonzero(distance <= distance.min() + 1e-6)
        return int(there[np.argmax(np.nan_to_num(data.values[there], nan=-np.inf))])

    def _click(self, point: QPointF) -> None:
        data = self._nonempty_data()
        if data is not None:
            self.candidate_chosen.emit(data.codes[self._nearest(point, data)])


def _marked(data: MapData) -> set[tuple[float, ...]]:
    """Return the places of the next and of the best candidate."""
    return {tuple(data.places[row]) for row in (data.next, data.best) if row is not None}


def _ground(data: MapData) -> np.ndarray:
    """Return what the ground shows, in 0..1, in the shape of the surface."""
    curve = data.surface.curve
    return curve.high - curve.low if data.layer == "width" else curve.probability


def _most_worth(data: MapData) -> float:
    """Return the largest value of testing, that of the darkest colour, in points."""
    return float(np.nanmax(data.values, initial=0.0)) or 1.0


def ground_colours(look: Palette) -> np.ndarray:
    """Return the colours of the ground, (levels, 3) uint8: from near the card's to the colour of success."""
    ground, dark = (QColor(colour) for colour in (look.card, look.success))
    ends = [np.array([float(c.red()), float(c.green()), float(c.blue())]) for c in (ground, dark)]
    share = np.linspace(0.06, 0.62, _LEVELS)[:, None]
    colours: np.ndarray = np.round((1.0 - share) * ends[0] + share * ends[1]).astype(np.uint8)
    return colours


def _with_unit(value: float, unit: str) -> str:
    return f"{number(float(value), 3)} {unit}".strip()


def _flat(values: np.ndarray, side: int, data: MapData) -> np.ndarray:
    log = (data.surface.across, data.surface.up)[side].log
    coordinates: np.ndarray = np.log10(values) if log else values
    return coordinates


def _put_beside(word: pg.TextItem, view: pg.ViewBox, marks: Sequence[pg.Point]) -> None:
    """Put the word of a role at the left of its mark, or where the frame cuts it or it covers a mark at the right."""
    box: QRectF = word.textItem.boundingRect()
    share, at, frame = (
        _ASIDE / max(box.width(), 1.0),
        view.mapViewToScene(word.pos()),
        view.sceneBoundingRect(),
    )
    taken = [_around(mark, view) for mark in marks]

    def rank(left: bool) -> tuple[bool, bool]:
        begin = at.x() - box.width() - _ASIDE if left else at.x() + _ASIDE
        room = QRectF(begin, at.y() - box.height() / 2, box.width(), box.height())
        return not frame.contains(room), any(room.intersects(other) for other in taken)

    left = rank(left=True) <= rank(left=False)
    word.setAnchor((1.0 + share if left else -share, 0.5))


def _around(mark: pg.Point, view: pg.ViewBox) -> QRectF:
    """Return the room that a mark takes in the scene."""
    at = view.mapViewToScene(mark)
    return QRectF(at.x() - _MARK / 2, at.y() - _MARK / 2, _MARK, _MARK)


def _show_free(
    labels: list[_Label], view: pg.ViewBox, words: Sequence[QRectF], marks: Sequence[pg.Point]
) -> None:
    """Put the label of each contour at the first of its places at which it covers nothing; hide one without a place."""
    frame = view.sceneBoundingRect()
    taken = [*words, *(_around(mark, view) for mark in marks)]
    for label in labels:
        box: QRectF = label.textItem.boundingRect()
        for place in label.places:
            box.moveCenter(view.mapViewToScene(QPointF(*place)))
            if frame.contains(box) and not any(box.intersects(other) for other in taken):
                label.setPos(*place)
                taken.append(QRectF(box))
                break
        else:
            label.hide()
            continue
        label.show()


def _log_ticks(places: np.ndarray) -> list[tuple[float, str]]:
    ends = (float(places[0]), float(places[-1]))
    whole = [m * 10.0**k for k in range(int(np.floor(ends[0])), int(np.ceil(ends[1])) + 1) for m in (1, 3)]
    ticks = [(float(np.log10(v)), number(v)) for v in whole if ends[0] <= np.log10(v) <= ends[1]]
    return ticks[:: max(1, len(ticks) // 8)]
