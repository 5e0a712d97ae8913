"""Plot: well plates with the recorded outcomes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QFontMetrics

from kgdesk.model.design.samples import plates, row_letters
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.figure import Axis, Figure, small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.map import ground_colours
from kgdesk.ui.plots.plate_data import PlateData, WellData, plate_data
from kgdesk.ui.plots.plot_choices import choice
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, UNDECIDED, VOID, percent, percent_range
from kgdesk.ui.widgets.basic import Label, set_ticks
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPointF
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.design.samples import Plate
    from kgdesk.ui.widgets.stylesheet import Palette

RUNNING = "▸"
#: Minimum and maximum size of a mark in pixels, and its share of a well.
_LEAST, _MOST, _SHARE = 5, 26, 0.5
#: Share of a well that is coloured by the expected success.
_GROUND = 0.92


class WellMarks:
    """The marks on a plate: empty wells, the outcomes of each candidate, and the candidates with a role.

    Parameters
    ----------
    figure
        Gets the marks, in this order from back to front.
    """

    def __init__(self, figure: Figure) -> None:
        self._empty = pg.ScatterPlotItem(pen=pg.mkPen(None), size=3)
        self._ground = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="s")
        self._outcomes = {
            kind: pg.ScatterPlotItem(symbol=symbol)
            for kind, symbol in (
                ("open", "o"),
                ("success", "o"),
                ("failure", "x"),
                ("undecided", "d"),
                ("void", "_"),
                ("running", "t2"),
            )
        }
        self._choices = pg.ScatterPlotItem(brush=pg.mkBrush(None))
        for item in (self._empty, self._ground, *self._outcomes.values(), self._choices):
            figure.addItem(item)

    def draw_empty_wells(self, data: PlateData, look: Palette) -> None:
        """Draw a speck in each well without a candidate."""
        _, rows, columns, _ = data.plates[data.plate_index]
        free = np.ones((rows, columns), dtype=bool)
        for spot in data.spots:
            free[spot.row, spot.column] = False
        y, x = np.nonzero(free)
        self._empty.setData(x=x, y=y, brush=pg.mkBrush(look.border))

    def draw_ground(self, data: PlateData, look: Palette, side: int) -> None:
        """Colour each well as the map does, the bluer the likelier a success; `side` is its size in pixels."""
        brushes = [pg.mkBrush(*(int(part) for part in colour)) for colour in ground_colours(look)]
        chances = [well.estimate[0] for _, _, _, wells in data.plates for well in wells]
        least, span = min(chances), max(max(chances) - min(chances), 1e-9)
        level = [int((well.estimate[0] - least) / span * (len(brushes) - 1)) for well in data.spots]
        self._ground.setData(
            x=[well.column for well in data.spots],
            y=[well.row for well in data.spots],
            brush=[brushes[each] for each in level],
            size=side,
        )

    def draw_outcomes(self, data: PlateData, look: Palette, side: int) -> None:
        """Draw the outcomes of each well; `side` is the size of a mark in pixels."""
        clear, halo = pg.mkBrush(None), pg.mkPen(look.card, width=1.5)
        styles: dict[str, tuple[Any, Any, int]] = {
            "open": (pg.mkPen(look.muted, width=1), clear, max(4, round(0.6 * side))),
            "success": (halo, pg.mkBrush(look.success), side),
            "failure": (halo, pg.mkBrush(look.failure), side),
            "undecided": (halo, pg.mkBrush(look.muted), side),
            "void": (halo, pg.mkBrush(look.muted), side),
            "running": (halo, pg.mkBrush(look.muted), side),
        }
        places: dict[str, list[tuple[float, float]]] = {kind: [] for kind in styles}
        for spot in data.spots:
            if spot.kind == "both":  # the two marks are drawn side by side
                places["success"].append((spot.column - 0.2, spot.row))
                places["failure"].append((spot.column + 0.2, spot.row))
            else:
                places[spot.kind].append((spot.column, spot.row))
        for kind, (pen, brush, size) in styles.items():
            at = np.array(places[kind], dtype=np.float64).reshape(-1, 2)
            self._outcomes[kind].setData(x=at[:, 0], y=at[:, 1], pen=pen, brush=brush, size=size)

    def draw_choices(self, data: PlateData, look: Palette, side: int) -> None:
        """Draw a ring, square and diamond around the best, next and selected candidate on this plate."""
        x, y, symbols, pens, sizes = [], [], [], [], []
        for code, symbol, size in (
            (data.best, "o", 1.55 * side),
            (data.next, "s", 1.7 * side),
            (data.selected, "d", 2.1 * side),
        ):
            at = data.place_of(code)
            if at is None or at[0] != data.plate_index:
                continue
            for pen in (pg.mkPen(look.card, width=5), pg.mkPen(look.text, width=2.2)):
                x.append(at[1].column)
                y.append(at[1].row)
                symbols.append(symbol)
                pens.append(pen)
                sizes.append(max(size, 12))
        self._choices.setData(x=x, y=y, symbol=symbols, pen=pens, size=sizes)


class PlateCard(LazyPlotCard[PlateData]):
    """Wells in rows and columns; symbol and colour show the recorded outcomes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left"), "top": Axis("top")})
        figure.view.invertY(True)
        figure.view.setAspectLocked(True)
        self._marks = WellMarks(figure)
        self.plate = choice("candidates.plate.which")
        self._title = Label()
        self._pool: Pool | None = None
        self._plates: tuple[Plate, ...] = ()
        self._followed: str | None = None
        self._follow = False
        self._only: frozenset[str] | None = None
        self._drawn_with: Palette | None = None
        super().__init__("candidates.plate", figure, None, parent)
        self.tools.add(self._title, self.plate)
        self.plate.activated.connect(self._show_plate)
        figure.tip = self._tip
        figure.clicked.connect(self._click)

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Plate")

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Return the task for all plates; none if no column contains wells."""
        pool = advice.study.pool
        if pool is not self._pool:
            self._pool, self._plates = pool, plates(pool)
        self._follow = selected is not None and selected != self._followed
        self._followed = selected
        known = self._plates
        return [lambda: plate_data(advice, known, selected)] if known else []

    def combined(self, answers: Sequence[Any]) -> PlateData:
        """Return the plates; the one drawn is that of the next experiment, later of a newly selected candidate."""
        data: PlateData = answers[-1]
        names = [self._named(number, name) for number, (name, *_) in enumerate(data.plates)]
        if [self.plate.itemText(i) for i in range(self.plate.count())] != names:
            self.plate.clear()
            self.plate.addItems(names)
            at = data.place_of(data.next)
        else:
            at = data.place_of(data.selected) if self._follow else None
        if at is not None:
            self.plate.setCurrentIndex(at[0])
        return replace(data, plate_index=max(self.plate.currentIndex(), 0), only=self._only)

    def show_only(self, candidates: frozenset[str] | None) -> None:
        """Show the wells of these candidates alone, as filters do; None shows all."""
        if candidates == self._only:
            return
        self._only = candidates
        if self._data is not None:
            self.set_data(replace(self._data, only=candidates))

    def take_choices(self, other: Any) -> None:
        """Show the same plate as another card."""
        self._show_plate(other.plate.currentIndex())

    def _show_plate(self, place: int) -> None:
        if self._data is not None and 0 <= place < len(self._data.plates):
            self.set_data(replace(self._data, plate_index=place))

    def _named(self, number: int, name: str) -> str:
        return name or self.tr("plate {number}").format(number=number + 1)

    def _words(self) -> tuple[str, str, str]:
        self._title.setText(self.tr("P&late"))
        self.plate.setAccessibleName(self.tr("Plate"))
        return (
            self.tr("What came out of each well?"),
            self.tr(
                "Each place is a well of the plate, the bluer, the likelier a success of its candidate. A dot is a"
                " success, a cross a failure, both a candidate whose runs disagree, a dash a void, a triangle a run"
                " in progress, and a ring a candidate that was not run yet; a speck is a well without a candidate,"
                " or with one that the filters leave out. The square is the next experiment, the circle the current"
                " best, the diamond the chosen candidate. Neighbours that share an outcome may share a cause that"
                " has nothing to do with the attributes, as the edge of the plate: look for patterns. A click"
                " chooses a candidate."
            ),
            self.tr(
                "No column tells in which well a candidate stands. Keep a column with wells such as A1 or P2-D07"
                " with the candidates to see the plate."
            ),
        )

    def _is_empty(self, data: PlateData) -> bool:
        return not data.plates

    def _sentence(self, data: PlateData) -> str:
        spots = data.spots
        tried = sum(bool(s.successes or s.failures) for s in spots)
        text = self.tr("{tried} of {all} candidates on this plate were tried, {good} with success.")
        if data.only is not None:
            text = self.tr(
                "{tried} of the {all} candidates shown on this plate were tried, {good} with success."
            )
        text = text.format(tried=tried, all=len(spots), good=sum(bool(s.successes) for s in spots))
        for words, code in (
            (self.tr("Next: {code} in {well}."), data.next),
            (self.tr("Current best: {code} in {well}."), data.best),
        ):
            at = data.place_of(code)
            if at is not None:
                text += " " + words.format(code=shorten(at[1].code, 18), well=self._well(at, data))
        return text

    def _well(self, at: tuple[int, WellData], data: PlateData) -> str:
        number, spot = at
        if number == data.plate_index:
            return spot.well
        return f"{self._named(number, data.plates[number][0])}, {spot.well}"

    def _legend(self, data: PlateData) -> list[str]:
        success, failure = self._outcomes(data)
        kinds = {spot.kind for spot in data.spots}
        parts = [f"{SUCCESS} {success}", f"{FAILURE} {failure}"]
        for kind, words in (
            ("both", f"{SUCCESS}{FAILURE} {self.tr('both')}"),
            ("undecided", f"◆ {self.tr('undecided')}"),
            ("void", f"{VOID} {self.tr('void')}"),
            ("running", f"{RUNNING} {self.tr('in progress')}"),
            ("open", f"◦ {self.tr('not run')}"),
        ):
            if kind in kinds:
                parts.append(words)
        _, rows, columns, _ = data.plates[data.plate_index]
        if len(data.spots) < rows * columns:
            left_out = data.only is not None
            parts.append(f"· {self.tr('none, or left out') if left_out else self.tr('no candidate')}")
        parts.append(self.tr("the bluer, the likelier a success"))
        for sign, words, code in (
            ("□", self.tr("next {code}"), data.next),
            ("○", self.tr("best {code}"), data.best),
            ("◇", self.tr("selected {code}"), data.selected),
        ):
            at = data.place_of(code)
            if at is not None and at[0] == data.plate_index:
                parts.append(f"{sign} {words.format(code=shorten(at[1].code, 18))}")
        return parts

    def _columns(self, data: PlateData) -> tuple[Column, ...]:
        spots = data.spots
        roles: dict[str | None, list[str]] = {}
        for code, word in ((data.next, self.tr("next")), (data.best, self.tr("current best"))):
            roles.setdefault(code, []).append(word)
        return (
            Column(self.tr("Well"), [s.well for s in spots]),
            Column(self.tr("Candidate"), [s.code for s in spots]),
            Column(self.tr("Outcome"), [self._outcome(s, data) for s in spots]),
            Column(self.tr("Mark"), [", ".join(roles.get(s.code, [])) for s in spots]),
            Column(self.tr("Expected success"), [s.estimate[0] for s in spots], percent, is_number=True),
            Column(
                self.tr("{level} range from").format(level=percent(data.level)),
                [s.estimate[1] for s in spots],
                percent,
                is_number=True,
            ),
            Column(self.tr("to"), [s.estimate[2] for s in spots], percent, is_number=True),
        )

    def _draw(self, data: PlateData, look: Palette) -> None:
        self._drawn_with = look
        _, rows, columns, _ = data.plates[data.plate_index]
        self.figure.apply_look(look, small(self))
        for side in ("left", "top"):
            self.figure.getAxis(side).setGrid(False)
        self._marks.draw_empty_wells(data, look)
        self.figure.view.setRange(xRange=(-0.6, columns - 0.4), yRange=(-0.6, rows - 0.4), padding=0.0)

    def _fit(self, data: PlateData) -> None:
        """Fit the marks to the wells, and show as many row and column labels as fit."""
        look = self._drawn_with
        if look is None:
            return
        each = min(self.figure.pixels_per_unit())
        side = round(min(max(_SHARE * each, _LEAST), _MOST))
        self._marks.draw_ground(data, look, max(round(_GROUND * each), _LEAST))
        self._marks.draw_outcomes(data, look, side)
        self._marks.draw_choices(data, look, side)
        _, rows, columns, _ = data.plates[data.plate_index]
        metrics = QFontMetrics(self.figure.getAxis("left").style["tickFont"] or self.figure.font())
        for name, count, size, text in (
            ("left", rows, metrics.height(), row_letters),
            ("top", columns, 1.4 * metrics.horizontalAdvance("00"), lambda place: str(place + 1)),
        ):
            every = max(1, int(np.ceil(size / max(each, 1e-9))))
            set_ticks(self.figure.getAxis(name), [[(place, text(place)) for place in range(0, count, every)]])

    def _outcomes(self, data: PlateData) -> tuple[str, str]:
        return data.names[0] or self.tr("success"), data.names[1] or self.tr("failure")

    def _outcome(self, spot: WellData, data: PlateData) -> str:
        success, failure = self._outcomes(data)
        parts = [
            f"{sign} {word}" + (f" × {count}" if count > 1 else "")
            for sign, word, count in (
                (SUCCESS, success, spot.successes),
                (FAILURE, failure, spot.failures),
                (UNDECIDED, self.tr("undecided"), spot.undecided),
                (VOID, self.tr("void"), spot.voids),
            )
            if count
        ]
        if spot.running:
            parts.append(f"{RUNNING} {self.tr('in progress')}")
        return ", ".join(parts) or self.tr("not run")

    def _at(self, point: QPointF) -> WellData | None:
        data = self._nonempty_data()
        if data is None:
            return None
        place = round(point.y()), round(point.x())
        return next((spot for spot in data.spots if (spot.row, spot.column) == place), None)

    def _tip(self, point: QPointF) -> str:
        spot, data = self._at(point), self._nonempty_data()
        if spot is None or data is None:
            return ""
        estimate, low, high = spot.estimate
        estimate_text = self.tr("Expected success {estimate} ({level} range {range})").format(
            estimate=percent(estimate), level=percent(data.level), range=percent_range(low, high)
        )
        return "\n".join((f"{spot.well}: {spot.code}", self._outcome(spot, data), estimate_text))

    def _click(self, point: QPointF) -> None:
        spot = self._at(point)
        if spot is not None:
            self.candidate_chosen.emit(spot.code)

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.candidate_chosen.emit(self._data.spots[row].code)
