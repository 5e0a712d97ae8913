"""Plot: expected success along each attribute, through the point that is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from kgdesk.model.study.next_run import bare_name
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.small_multiples import SliceGrid
from kgdesk.ui.text.locale_format import number, percent, percent_range
from kgdesk.ui.text.translate import with_unit
from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from PySide6.QtWidgets import QLabel, QWidget

    from kgdesk.model.advice.slices import PointSlices, Slice
    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.ui.widgets.stylesheet import Palette

#: Difference from the trend, in 0..1, from which on the own estimate of a candidate is drawn beside it.
OFF = 0.01


@dataclass(frozen=True, eq=False)
class SlicesData:
    """Slices through a point.

    Parameters
    ----------
    at
        The trend there, and along each attribute that varies.
    candidate
        The candidate at the point, with its own estimate; None between candidates.
    marks
        For each slice, the values of the candidates that are marked on it; empty where there are too many.
    level
        Probability content of the ranges, for example 0.9.
    moved
        Names of the attributes that a snap has just changed.
    """

    at: PointSlices
    candidate: Estimate | None
    marks: tuple[np.ndarray, ...]
    level: float = 0.9
    moved: frozenset[str] = frozenset()

    @property
    def off(self) -> float | None:
        """The own estimate of the candidate where it stands off the trend; else None."""
        own = self.candidate
        return None if own is None or abs(own.probability - self.at.probability) < OFF else own.probability


class SlicesCard(PlotCard[SlicesData]):
    """One slice per attribute: the trend, its band, and a line that is dragged."""

    #: Slice and value of its attribute that the line is dragged to.
    dragged = Signal(int, float)
    #: Slice and direction of a step by an arrow key.
    stepped = Signal(int, int)
    #: Slice whose line is left, and whether it stays between candidates.
    released = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.grid = SliceGrid("explore.slice")
        self.own = plain(role="muted")  #: What the page says of the candidate at the lines.
        self.own.setObjectName("explore.own")
        self.own.hide()
        super().__init__("explore.slices", self.grid.panel(0), self.grid, parent)
        self.box.addWidget(self.own)  # below the slices, which stay under the pointer
        self.grid.setObjectName("explore.slices.figure")
        self.grid.panel(0).setObjectName("explore.slice.0")
        self._join(0)
        self.grid.made.connect(self._join)
        self.grid.resized.connect(self._refit)

    def follow(self, data: SlicesData) -> None:
        """Show another point at once, without the texts of the card: a frame while a line is dragged."""
        self._data, self._twin_stale = data, True
        self.reading.setText(self._sentence(data))
        self.grid.setAccessibleDescription(self.sentence)
        self.grid.show_many(len(data.at.parts))
        for place in range(len(data.at.parts)):
            self._draw_slice(place, data, palette_of(self))

    def _join(self, place: int) -> None:
        panel = self.grid.panel(place)
        panel.dragged.connect(partial(self.dragged.emit, place))
        panel.stepped.connect(partial(self.stepped.emit, place))
        panel.released.connect(partial(self.released.emit, place))

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("What if one attribute were changed?"),
            self.tr(
                "Each small picture moves one attribute and holds the others. Drag its line, or use the left and right"
                " arrow keys: all pictures follow. When you let go, the line goes to the nearest candidate; with Shift"
                " it stays where it is. The curve is the trend, the band the range in which the success probably lies;"
                " where the curve is dashed, no candidate of the list goes. A candidate that was run may stand off the"
                " curve: the filled dot is its own estimate."
            ),
            self.tr("No attribute differs between the candidates."),
        )

    def _is_empty(self, data: SlicesData) -> bool:
        return not data.at.parts

    @property
    def _picture(self) -> QWidget:
        """All slices: each one has the name of its attribute."""
        return self.grid

    def texts(self) -> tuple[QLabel, ...]:
        """Return the label below the slices: the line above them says the sentence."""
        return (self.own,)

    def _restale(self) -> None:
        super()._restale()
        self.reading.hide()

    def _sentence(self, data: SlicesData) -> str:
        own, at = data.candidate, data.at
        if own is None:
            return self.tr("Between candidates: expected success {estimate} ({range})").format(
                estimate=percent(at.probability), range=percent_range(at.low, at.high, data.level)
            )
        said = self.tr("{code}: expected success {estimate} ({range})").format(
            code=shorten(own.candidate),
            estimate=percent(own.probability),
            range=percent_range(own.low, own.high, data.level),
        )
        if data.off is None:
            return said
        return said + self.tr("; the trend is at {trend}").format(trend=percent(at.probability))

    def _legend(self, data: SlicesData) -> list[str]:  # noqa: ARG002 - labels stand at the marks
        return []

    def _columns(self, data: SlicesData) -> tuple[Column, ...]:
        rows = [(part, k) for part in data.at.parts for k in _rows(part)]
        beyond = [self.tr("beyond the candidates") if not part.inside[k] else "" for part, k in rows]
        return (
            Column(self.tr("Attribute"), [with_unit(part.attribute) for part, _ in rows]),
            Column(self.tr("Value"), [_text(part, float(part.places[k])) for part, k in rows]),
            Column(
                self.tr("Expected success"),
                [float(part.curve.probability[k]) for part, k in rows],
                percent,
                is_number=True,
            ),
            Column(
                self.tr("{level} range").format(level=percent(data.level)),
                [percent_range(part.curve.low[k], part.curve.high[k]) for part, k in rows],
            ),
            Column(self.tr("Note"), beyond),
        )

    def _drawing(self, data: SlicesData, look: Palette) -> Iterator[Callable[[], None]]:
        """Yield one drawing step per slice."""
        self.grid.show_many(len(data.at.parts))
        for place in range(len(data.at.parts)):
            yield partial(self._draw_slice, place, data, look)

    def _draw_slice(self, place: int, data: SlicesData, look: Palette) -> None:
        part, named = data.at.parts[place], self.grid.named(place)
        attribute = part.attribute
        value = _text(part, part.held)
        with_its_unit = f"{value} {attribute.unit}".strip() if not part.levels else value
        name = bare_name(attribute)
        named.set_name(name, moved=attribute.name in data.moved)
        named.panel.setAccessibleDescription(
            self.tr("{value}: expected success {estimate}").format(
                value=with_its_unit, estimate=percent(data.at.probability)
            )
        )
        named.panel.show_slice(
            part,
            name,
            with_its_unit,
            data.marks[place],
            (data.at.probability, data.off),
            look,
            small(self),
        )

    def _fit(self, data: SlicesData) -> None:
        for place in range(len(data.at.parts)):
            self.grid.panel(place).fit()


def _text(part: Slice, place: float) -> str:
    return shorten(part.levels[int(place)], 18) if part.levels else number(place, 3)


def _rows(part: Slice) -> Sequence[int]:
    """Return the positions listed in the table: every level, or every fifth position of a number."""
    return range(len(part.places)) if part.levels else range(0, len(part.places), 5)
