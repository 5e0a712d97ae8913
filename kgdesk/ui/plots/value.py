"""Plot: value of testing each candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kgdesk.model.advice.suggestion import RESOLUTION
from kgdesk.model.policies.value_of_testing import ValueOfTesting, given
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.plot_choices import choice
from kgdesk.ui.plots.scatter import MARKS_UP_TO, ColourBar, ScatterPlot
from kgdesk.ui.text.locale_format import number, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.widgets.stylesheet import Palette


@dataclass(frozen=True, eq=False)
class CandidateAxis:
    """Coordinate to arrange candidates by: an attribute or a principal component.

    Parameters
    ----------
    name
        Name with unit, for example ``"Temperature (°C)"``.
    values
        Shape ``(n,)``, float64; NaN if unknown. For a category, the index of the level.
    levels
        Level names of a category; empty for a number.
    note
        Remark to show with it, as a component's share of variance.
    """

    name: str
    values: np.ndarray
    levels: tuple[str, ...] = ()
    note: str = ""

    def text(self, value: float) -> str:
        """Format one value."""
        if self.levels and np.isfinite(value):
            return self.levels[int(value)]
        return number(float(value), 4)


@dataclass(frozen=True, eq=False)
class ValueData:
    """Value of testing all candidates.

    Parameters
    ----------
    codes
        Identifiers of the n candidates.
    values
        Shape ``(n,)``, float64: value of testing in percentage points as computed, possibly slightly
        negative; NaN where it is not computed.
    axes
        Available coordinates; at least one.
    in_progress
        Number of runs in progress over whose outcomes the values are averaged.
    next, best
        Rows of the next experiment and of the current best, or None.
    x, y
        Indices in `axes` shown by default.
    """

    codes: Sequence[str]
    values: np.ndarray
    axes: tuple[CandidateAxis, ...]
    next: int | None = None
    best: int | None = None
    x: int = 0
    y: int = 1
    in_progress: int = 0

    def value(self, row: int) -> ValueOfTesting:
        """Return the value of testing of one candidate with its condition."""
        return ValueOfTesting(float(np.nan_to_num(self.values[row])) / 100.0, self.in_progress)


class ValueCard(PlotCard[ValueData]):
    """All candidates over two attributes; larger and brighter marks have a higher value of testing."""

    #: Identifier of the candidate clicked or activated.
    candidateChosen = Signal(str)  # noqa: N815 - Qt names signals so

    def __init__(self, parent: QWidget | None = None) -> None:
        self._cloud = ScatterPlot()
        self._bar = ColourBar()
        self._order: np.ndarray = np.zeros(0, dtype=np.int64)
        self._pointed: str | None = None
        body = QWidget()
        line = QHBoxLayout(body)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self._cloud.figure, 1)
        line.addWidget(self._bar)
        #: Coordinates on the axes.
        self.up, self.across = choice("plot.value.up"), choice("plot.value.across")
        self._labels = Label(), Label()
        super().__init__("plot.value", self._cloud.figure, body, parent)
        for label, box in zip(self._labels, (self.up, self.across), strict=True):
            self.tools.add(label, box)
            box.activated.connect(self._rearrange)
        QWidget.setTabOrder(self.as_table, self.up)
        QWidget.setTabOrder(self.up, self.across)
        QWidget.setTabOrder(self.across, self.figure)
        self.figure.tip = self._tip
        self.figure.clicked.connect(self._click)

    def set_data(self, data: ValueData | None, *, given: bool = True) -> None:
        """Show other data; chosen coordinates are kept while they exist."""
        names = [] if data is None else [axis.name for axis in data.axes]
        for box, place in ((self.up, data.y if data else 0), (self.across, data.x if data else 0)):
            box.setEnabled(bool(names))
            if names and [box.itemText(i) for i in range(box.count())] != names:
                chosen = box.currentText()
                box.clear()
                box.addItems(names)
                box.setCurrentIndex(names.index(chosen) if chosen in names else min(place, len(names) - 1))
        super().set_data(data, given=given)

    def take_choices(self, other: ValueCard) -> None:
        """Choose the same coordinates as another card."""
        self.up.setCurrentIndex(other.up.currentIndex())
        self.across.setCurrentIndex(other.across.currentIndex())
        self._rearrange()

    def choices(self) -> str:
        """Return the chosen coordinates in words."""
        data = self._nonempty_data()
        if data is None:
            return ""
        across, up = self._chosen(data)
        return self.tr("→ {across}   ↑ {up}").format(across=across.name, up=up.name)

    def point_at(self, candidate: str | None) -> None:
        """Mark the selected candidate, or none."""
        self._pointed = candidate
        data = self._nonempty_data()
        if data is not None:
            self._write_legend(data)
        if data is not None and self.drawn and not self._stale and self.isVisible():
            self._cloud.point_at(self._pointed_row(data), palette_of(self))
        elif not self.isVisible():
            self._stale = True  # redrawn when shown

    def _pointed_row(self, data: ValueData) -> int | None:
        if self._pointed is None or self._pointed not in data.codes:
            return None
        return data.codes.index(self._pointed)

    def reset_view(self) -> None:
        """Show all candidates again."""
        self._cloud.forget_frame()
        super().reset_view()

    def _words(self) -> tuple[str, str, str]:
        for label, box, text in zip(
            self._labels, (self.up, self.across), (self.tr("&Up"), self.tr("A&cross")), strict=True
        ):
            label.setText(text)
            box.setAccessibleName(text.replace("&", ""))
        return (
            self.tr("Where is most to learn?"),
            self.tr(
                "Each mark is a candidate, placed by two attributes that you choose. The larger and brighter"
                " it is, the more a test of it is expected to improve the candidate that we pick in the end,"
                " in percentage points of success. The square is the next experiment, the circle the current"
                " best. The value of small grey marks is not computed. Values too small to tell from nothing are"
                " shown as 0. While runs are in progress, the values are averaged over their outcomes. The wheel"
                " zooms."
            ),
            self.tr("No attribute differs between the candidates: there is nothing to place them by."),
        )

    def _is_empty(self, data: ValueData) -> bool:
        return len(data.codes) == 0 or not data.axes

    def _sentence(self, data: ValueData) -> str:
        known = np.isfinite(data.values)
        if not known.any():
            return self.tr("No candidate can be tested now.")
        most = int(np.nanargmax(data.values))
        value = data.value(most)
        if value.gain <= RESOLUTION:
            return self.tr("No single run is expected to improve the choice.")
        words = {"most": shorten(data.codes[most]), "value": translate(value.words)}
        if data.next is None or data.next == most:
            return self.tr("{most} is the most informative: its value of testing is {value}.").format(**words)
        return self.tr(
            "{most} is the most informative: its value of testing is {value}; that of {next}, which is next, is {less}."
        ).format(
            **words,
            next=shorten(data.codes[data.next]),
            less=points(100.0 * data.value(data.next).gain),
        )

    def _legend(self, data: ValueData) -> list[str]:
        parts = []
        if data.next is not None:
            parts.append(self.tr("□ next {code}").format(code=shorten(data.codes[data.next], 18)))
        if data.best is not None:
            parts.append(self.tr("○ best {code}").format(code=shorten(data.codes[data.best], 18)))
        if self._pointed_row(data) is not None:
            parts.append(self.tr("◇ selected {code}").format(code=shorten(str(self._pointed), 18)))
        if len(data.codes) > MARKS_UP_TO:
            parts.append(self.tr("brighter: more to learn; a cell shows its best"))
        else:
            parts.append(self.tr("larger, brighter: more to learn"))
        if data.in_progress:
            parts.append(translate(given(data.in_progress)))
        if data.axes:
            parts += dict.fromkeys(axis.note for axis in self._chosen(data) if axis.note)
        return parts

    def _columns(self, data: ValueData) -> tuple[Column, ...]:
        order = self._order = np.argsort(-np.nan_to_num(data.values, nan=-np.inf), kind="stable")
        role = {data.best: self.tr("current best"), data.next: self.tr("next")}
        if data.next is not None and data.next == data.best:
            role[data.next] = self.tr("next and current best")
        return (
            Column(self.tr("Candidate"), [data.codes[row] for row in order]),
            Column(
                self.tr("Value of testing (percentage points)"),
                data.values[order],
                lambda value: self.tr("not computed") if np.isnan(value) else points(float(value)),
                is_number=True,
            ),
            Column(self.tr("Mark"), order, lambda row: role.get(int(row), "")),
            *(
                Column(axis.name, axis.values[order], axis.text, is_number=not axis.levels)
                for axis in data.axes
            ),
        )

    def _draw(self, data: ValueData, look: Palette) -> None:
        across, up = self._chosen(data)
        font = small(self)
        top = float(np.max(np.nan_to_num(data.values, nan=0.0), initial=0.0))
        self._bar.show_scale(
            top, (self.tr("Value of testing (percentage points)"), self.tr("Percentage points")), look, font
        )
        self._cloud.draw(
            (across.values, up.values),
            (across.levels, up.levels),
            data.values,
            (data.next, data.best),
            frame=(across.name, up.name),
            look=look,
            font=font,
        )
        self._cloud.point_at(self._pointed_row(data), look)

    def _fit(self, _data: ValueData) -> None:
        self._cloud.fit()

    def _chosen(self, data: ValueData) -> tuple[CandidateAxis, CandidateAxis]:
        last = len(data.axes) - 1
        return data.axes[min(self.across.currentIndex(), last)], data.axes[min(self.up.currentIndex(), last)]

    def _rearrange(self) -> None:
        self._restale()

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.candidateChosen.emit(self._data.codes[int(self._order[row])])

    def _click(self, point: QPointF) -> None:
        row = self._cloud.nearest(point)
        if row is not None and self._data is not None:
            self.candidateChosen.emit(self._data.codes[row])

    def _tip(self, point: QPointF) -> str:
        row, data = self._cloud.nearest(point), self._nonempty_data()
        if row is None or data is None:
            return ""
        value = float(data.values[row])
        if np.isnan(value):
            worth = self.tr("value of testing not computed")
        elif value < 0.0:
            worth = self.tr("value of testing 0 points (too small to tell from nothing)")
        else:
            worth = self.tr("value of testing {value} points").format(value=points(value))
        chosen = dict.fromkeys(self._chosen(data))
        lines = [f"{axis.name}: {axis.text(axis.values[row])}" for axis in chosen]
        return "\n".join((data.codes[row], worth, *lines))
