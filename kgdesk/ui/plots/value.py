"""Plot: value of testing each candidate against its expected success."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QColor, QFontMetrics

from kgdesk.model.advice.stopping_basis import gains_little
from kgdesk.model.advice.suggestion import RESOLUTION
from kgdesk.model.policies.value_of_testing import LEAST, ValueOfTesting, given
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.answer_card import AnswerCard
from kgdesk.ui.plots.figure import Axis, Figure, draw_leaders, small
from kgdesk.ui.text.locale_format import percent, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.widgets.stylesheet import Palette

#: Number of candidates up to which each has a mark; above, one mark stands for those in a cell of this grid.
MARKS_UP_TO, _CELLS = 2_000, (240, 120)
#: Reach of a click, room for a mark, and longest name beside it, in pixels and characters.
_REACH, _BESIDE, _NAME = 10.0, 12, 16


@dataclass(frozen=True, eq=False)
class ValueData:
    """Value of testing all candidates, and their expected success.

    Parameters
    ----------
    codes
        Identifiers of the n candidates.
    chances
        Shape ``(n,)``, float64: expected success, 0..1.
    values
        Shape ``(n,)``, float64: value of testing in percentage points as computed, possibly slightly negative; NaN
        where it is not computed.
    next, best
        Rows of the next experiment and of the best, or None.
    in_progress
        Number of runs in progress over whose outcomes the values are averaged.
    stake
        At stake in percentage points: the most that any number of runs can gain; NaN while it is not known.
    """

    codes: Sequence[str]
    chances: np.ndarray
    values: np.ndarray
    next: int | None = None
    best: int | None = None
    in_progress: int = 0
    stake: float = math.nan

    def value(self, row: int) -> ValueOfTesting:
        """Return the value of testing of one candidate with its condition."""
        return ValueOfTesting(float(np.nan_to_num(self.values[row])) / 100.0, self.in_progress)


class ValueCard(AnswerCard[ValueData]):
    """All candidates by expected success and value of testing; the next one is a square, the best a ring."""

    #: Identifier of the candidate clicked or activated.
    candidate_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        figure = Figure({"left": Axis("left"), "bottom": Axis("bottom", "percent")})
        self._dots = pg.ScatterPlotItem(pen=pg.mkPen(None), symbol="o", size=6)
        self._signs = pg.ScatterPlotItem()
        self._leaders = pg.PlotCurveItem()  # from marks to names that stand further up
        self._ring = pg.ScatterPlotItem(brush=pg.mkBrush(None), symbol="d", size=22)
        for item in (self._dots, self._leaders, self._signs, self._ring):
            figure.addItem(item, ignoreBounds=True)
        self._order: np.ndarray = np.zeros(0, dtype=np.int64)
        self._texts: list[pg.TextItem] = []
        self._pointed: str | None = None
        super().__init__("overview.value", figure, None, parent)
        figure.area.setContentsMargins(0, 2, 14, 0)
        figure.tip = self._tip
        figure.clicked.connect(self._click)
        figure.view.sigResized.connect(lambda _: self._refit())

    def point_at(self, candidate: str | None) -> None:
        """Mark the selected candidate, or none."""
        self._pointed = candidate
        self._stale = True
        self._redraw()

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Value of testing (percentage points), by expected success"),
            self.tr(
                "Each mark is a candidate: to the right its expected success, upwards by how many percentage points one"
                " run of it is expected to improve the candidate that is chosen in the end. The square is the next"
                " experiment, the ring the best so far. Values too small to tell from nothing lie on the line of 0."
                " While runs are in progress, the values are averaged over their outcomes."
            ),
            self.tr("No candidate can be tested now."),
        )

    def _is_empty(self, data: ValueData) -> bool:
        return len(data.codes) == 0 or not np.isfinite(data.values).any()

    def _answer(self, data: ValueData) -> tuple[str, str]:
        most = int(np.nanargmax(data.values))
        value = data.value(most)
        condition = f"({translate(given(data.in_progress))})" if data.in_progress else ""
        several = ""
        if gains_little(100.0 * value.gain, data.stake):  # else it seems that nothing is left to gain
            several = self.tr("; at most {points} points could still be gained in all").format(
                points=points(data.stake)
            )
        if value.gain <= RESOLUTION:
            return self.tr("No single run is expected to improve the choice"), f"{condition}{several}"
        words = self.tr("in one run: {value}").format(value=translate(value.words))
        bold = self.tr("{code} gains most").format(code=shorten(data.codes[most]))
        if data.next is None or data.next == most:
            return bold, words + several
        other = self.tr("; {code}, which is next, {points}").format(
            code=shorten(data.codes[data.next]), points=points(100.0 * data.value(data.next).gain)
        )
        return bold, words + other + several

    def _columns(self, data: ValueData) -> tuple[Column, ...]:
        order = self._order = np.argsort(-np.nan_to_num(data.values, nan=-np.inf), kind="stable")
        role = {data.best: self.tr("best"), data.next: self.tr("next")}
        if data.next is not None and data.next == data.best:
            role[data.next] = self.tr("next and best")
        return (
            Column(self.tr("Candidate"), [data.codes[row] for row in order]),
            Column(
                self.tr("Value of testing (percentage points)"),
                data.values[order],
                lambda value: self.tr("not computed") if np.isnan(value) else points(float(value)),
                is_number=True,
            ),
            Column(self.tr("Expected success"), data.chances[order], percent, is_number=True),
            Column(self.tr("Mark"), order, lambda row: role.get(int(row), "")),
        )

    def _draw(self, data: ValueData, look: Palette) -> None:
        self.figure.apply_look(look, small(self))
        rows = _drawn_rows(data)
        faint = QColor(look.muted)
        faint.setAlpha(110)
        heights = np.maximum(data.values, 0.0)
        self._dots.setData(x=data.chances[rows], y=heights[rows], brush=pg.mkBrush(faint))
        marks = [
            (row, symbol, size, brush, pen)
            for row, symbol, size, brush, pen in (
                (data.next, "s", 12, pg.mkBrush(look.accent), pg.mkPen(look.card, width=1.5)),
                (data.best, "o", 16, pg.mkBrush(None), pg.mkPen(look.accent, width=2.4)),
            )
            if row is not None and math.isfinite(data.values[row] if row == data.next else 0.0)
        ]
        at = [mark[0] for mark in marks]
        self._signs.setData(
            x=data.chances[at],
            y=np.nan_to_num(heights[at]),
            symbol=[mark[1] for mark in marks],
            size=[mark[2] for mark in marks],
            brush=[mark[3] for mark in marks],
            pen=[mark[4] for mark in marks],
        )
        here = [data.codes.index(self._pointed)] if self._pointed in data.codes else []
        self._ring.setData(
            x=data.chances[here], y=np.nan_to_num(heights[here]), pen=pg.mkPen(look.text, width=2)
        )

    def _fit(self, data: ValueData) -> None:
        """Frame all candidates, and name the next and the best at their marks."""
        for text in self._texts:
            self.figure.removeItem(text)
        self._texts = []
        known = np.isfinite(data.values)
        top = max(
            float(np.max(data.values[known], initial=0.0)), 100.0 * LEAST
        )  # smaller values are written as one
        right = min(max(0.2, math.ceil(10.0 * float(data.chances.max()) + 0.2) / 10.0), 1.0)
        self.figure.view.setXRange(0.0, right, padding=0.02)
        self.figure.view.setYRange(-0.06 * top, 1.18 * top, padding=0.0)
        font = small(self)
        font.setBold(True)
        box, metrics = self.figure.view.rect(), QFontMetrics(font)
        across, up = self.figure.pixels_per_unit()
        placed: list[tuple[float, float]] = []
        leaders = list[tuple[float, float]]()
        for row, words in ((data.next, self.tr("next: {code}")), (data.best, self.tr("best: {code}"))):
            if row is None or (row == data.best == data.next and placed):
                continue
            if row == data.next == data.best:
                words = self.tr("next and best: {code}")  # noqa: PLW2901 - one text for both
            text = words.format(code=shorten(data.codes[row], _NAME))
            width = metrics.horizontalAdvance(text)
            x, y = float(data.chances[row]), max(float(np.nan_to_num(data.values[row])), 0.0)
            fits = (x * across) + _BESIDE + width <= box.width()
            # Above the many marks on the line of 0, and above another name.
            others = sum(abs(y - other) * up < metrics.height() for _, other in placed)
            raised = others + (y * up < metrics.height())
            item = pg.TextItem(
                text,
                color=palette_of(self).text,
                anchor=(0.0 if fits else 1.0, 0.5 if not raised else 0.3 + raised),
            )
            item.textItem.document().setDocumentMargin(0.0)
            item.setFont(font)
            item.setPos(x + (_BESIDE if fits else -_BESIDE) / across, y)
            if raised > 1:  # to the middle of its height
                leaders += [(x, y), (item.pos().x(), y + (raised - 0.2) * metrics.height() / up)]
            self.figure.addItem(item, ignoreBounds=True)
            self._texts.append(item)
            placed.append((x, y))
        draw_leaders(self._leaders, leaders, self)

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.candidate_chosen.emit(self._data.codes[int(self._order[row])])

    def _nearest(self, point: QPointF) -> int | None:
        """Return the row of the candidate nearest to a point within ten pixels, or None."""
        data = self._nonempty_data()
        if data is None:
            return None
        across, up = self.figure.pixels_per_unit()
        heights = np.maximum(data.values, 0.0)
        away = np.hypot((data.chances - point.x()) * across, (heights - point.y()) * up)
        away = np.nan_to_num(away, nan=np.inf)
        row = int(np.argmin(away))
        return row if away[row] <= _REACH else None

    def _click(self, point: QPointF) -> None:
        row = self._nearest(point)
        if row is not None and self._data is not None:
            self.candidate_chosen.emit(self._data.codes[row])

    def _tip(self, point: QPointF) -> str:
        row, data = self._nearest(point), self._nonempty_data()
        if row is None or data is None:
            return ""
        value = float(data.values[row])
        worth = self.tr("value of testing {value} points").format(value=points(value))
        if value < 0.0:
            worth = self.tr("value of testing 0 points (too small to tell from nothing)")
        return "\n".join(
            (
                data.codes[row],
                self.tr("Expected success {chance}").format(chance=percent(data.chances[row])),
                worth,
            )
        )


def _drawn_rows(data: ValueData) -> np.ndarray:
    """Return the rows that have a mark, shape (k,): all that are computed, or one per cell where there are many."""
    rows = np.flatnonzero(np.isfinite(data.values))
    if len(rows) <= MARKS_UP_TO:
        return rows
    across = np.minimum((data.chances[rows] * _CELLS[0]).astype(np.int64), _CELLS[0] - 1)
    top = max(float(data.values[rows].max()), 1e-12)
    up = np.clip(data.values[rows] / top * _CELLS[1], 0, _CELLS[1] - 1).astype(np.int64)
    _, first = np.unique(across * _CELLS[1] + up, return_index=True)
    return rows[first]
