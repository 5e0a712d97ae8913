"""Plot: effect of either hypothetical outcome, for candidates side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from kgdesk.model.advice.what_if_outcomes import what_if
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, percent, percent_range, points, signed
from kgdesk.ui.text.translate import belief_words, condition_words, outcome_names
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.what_if_outcomes import OutcomeEffect, WhatIf
    from kgdesk.ui.widgets.stylesheet import Palette

_NAME = 18


@dataclass(frozen=True, slots=True)
class FuturesData:
    """Both futures of the compared candidates.

    Parameters
    ----------
    what_ifs
        One per candidate, at least one.
    belief
        Display name of the belief behind the ranges.
    outcomes
        The study's names for success and failure.
    level
        Probability content of the ranges, for example 0.9.
    """

    what_ifs: tuple[WhatIf, ...]
    belief: str = ""
    outcomes: tuple[str, str] = ("", "")
    level: float = 0.9


class ArrowsFigure(RowsFigure):
    """Rows with an arrow from the present best to the best of each future."""

    def __init__(self) -> None:
        super().__init__("percent")
        self._now = pg.InfiniteLine(0.0, angle=90)
        self._arrows = pg.PlotCurveItem(connect="pairs")
        self._heads = pg.ScatterPlotItem(pen=pg.mkPen(None), size=11)
        for item in (self._now, self._arrows, self._heads):
            self.figure.addItem(item)

    def draw_arrows(self, now: float, ends: Sequence[float], look: Palette) -> None:
        """Draw the line of the present best and an arrow per row."""
        self._now.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self._now.setValue(now)
        place = np.arange(len(ends), dtype=np.float64) + 0.28
        end = np.array(ends)
        pen = pg.mkPen(look.text, width=2.0)
        self._arrows.setData(
            np.stack([np.full(len(end), now), end], axis=1).ravel(),
            np.repeat(place, 2),
            pen=pen,
            connect="pairs",
        )
        # pyqtgraph's triangle symbols: t2 points right, t3 points left.
        self._heads.setData(
            x=end, y=place, symbol=["t2" if e >= now else "t3" for e in ends], brush=pg.mkBrush(look.text)
        )


class FuturesCard(LazyPlotCard[FuturesData]):
    """Two rows per candidate: the best candidate after a success and after a failure."""

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = ArrowsFigure()
        super().__init__("plot.futures", self._body.figure, self._body, parent)
        self._body.chosen.connect(self._row_activated)

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Futures")

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Compute both futures of each candidate."""
        del selected
        codes, study = self.candidates, advice.study
        if not codes:
            return []

        def answer() -> FuturesData:
            what_ifs = tuple(what_if(advice, code) for code in codes)
            return FuturesData(what_ifs, belief_words(study), outcome_names(study), advice.level)

        return [answer]

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("What would either outcome change?"),
            self.tr(
                "Two rows for each candidate: one if its run succeeds, one if it fails. At the right stands"
                " which candidate would then be the best. The dashed line is the expected success of the"
                " present best; the arrow goes from there to that of the best then, and the bar is the range in"
                " which it would probably lie. Both arrows together, weighed by how likely each outcome is, are"
                " the value of testing, as long as no run is in progress: then the value is averaged over the"
                " outcomes of the runs in progress, and each arrow is for an outcome that comes before theirs."
                " This is what the model would say: nothing is recorded and nothing kept."
            ),
            self.tr("Choose a candidate to see what its outcomes would change."),
        )

    def _is_empty(self, data: FuturesData) -> bool:
        return not data.what_ifs

    def _sentence(self, data: FuturesData) -> str:
        first = data.what_ifs[0]
        success, failure = self._outcomes(data)
        both = [
            self._future(turn, name) for turn, name in ((first.success, success), (first.failure, failure))
        ]
        text = (
            self.tr(
                "{code}: {success}; {failure}, if its outcome comes before those of the runs in progress."
            )
            if first.in_progress
            else self.tr("{code}: {success}; {failure}.")
        )
        return text.format(code=shorten(first.candidate), success=both[0], failure=both[1])

    def _future(self, turn: OutcomeEffect, outcome: str) -> str:
        text = (
            self.tr("{outcome} would make {best} the best, {estimate}")
            if turn.changes
            else self.tr("{outcome} would leave {best} the best, {estimate}")
        )
        return text.format(
            outcome=outcome, best=shorten(turn.best.candidate, _NAME), estimate=percent(turn.best.probability)
        )

    def _legend(self, data: FuturesData) -> list[str]:
        best = data.what_ifs[0].best
        belief_suffix = f" ({data.belief})" if data.belief else ""
        return [
            self.tr("dashed: best now, {code}, {estimate}").format(
                code=shorten(best.candidate, _NAME), estimate=percent(best.probability)
            ),
            "→ " + self.tr("another would be best"),
            "= " + self.tr("stays the best"),
            self.tr("bar: {level} range").format(level=percent(data.level)) + belief_suffix,
        ]

    def _turns(self, data: FuturesData) -> list[tuple[WhatIf, OutcomeEffect, str, str]]:
        """Return one line per future: candidate, future, symbol and name of the outcome."""
        success, failure = self._outcomes(data)
        return [
            line
            for case in data.what_ifs
            for line in ((case, case.success, SUCCESS, success), (case, case.failure, FAILURE, failure))
        ]

    def _columns(self, data: FuturesData) -> tuple[Column, ...]:
        turns = self._turns(data)
        bests = [turn.best for _, turn, _, _ in turns]
        changes = [self.tr("changes") if turn.changes else self.tr("stays") for _, turn, _, _ in turns]
        moved = [100.0 * (turn.best.probability - case.best.probability) for case, turn, _, _ in turns]
        owns = [turn.own for _, turn, _, _ in turns]
        level = self.tr("{level} range").format(level=percent(data.level))
        return (
            Column(self.tr("Candidate"), [case.candidate for case, *_ in turns]),
            Column(self.tr("If"), [f"{sign} {name}" for *_, sign, name in turns]),
            Column(
                self.tr("Chance of it"), [turn.chance for _, turn, _, _ in turns], percent, is_number=True
            ),
            Column(self.tr("Best then"), [best.candidate for best in bests]),
            Column(self.tr("Choice"), changes),
            Column(self.tr("Its expected success"), [b.probability for b in bests], percent, is_number=True),
            Column(level, [percent_range(b.low, b.high) for b in bests]),
            Column(self.tr("Change (percentage points)"), moved, _tenths, is_number=True),
            Column(self.tr("Candidate itself then"), [o.probability for o in owns], percent, is_number=True),
            Column(
                self.tr("{level}, itself").format(level=level), [percent_range(o.low, o.high) for o in owns]
            ),
            Column(
                self.tr("Value of testing (points)"),
                [100.0 * case.kg for case, *_ in turns],
                points,
                is_number=True,
                heading_tip=condition_words(data.what_ifs[0].in_progress),
            ),
        )

    def _draw(self, data: FuturesData, look: Palette) -> None:
        turns = self._turns(data)
        rows = tuple(
            PlotRow(
                f"{shorten(case.candidate, _NAME)} {sign} {name}",
                turn.best.probability,
                turn.best.low,
                turn.best.high,
                self._tip(case, turn, name, data.level),
                " ".join(
                    (
                        "→" if turn.changes else "=",
                        shorten(turn.best.candidate, _NAME),
                        percent(turn.best.probability),
                    )
                ),
            )
            for case, turn, sign, name in turns
        )
        font: QFont = small(self)
        self._body.draw(rows, (0.0, 1.0), self.tr("Expected success of the best candidate"), look, font)
        ends = [turn.best.probability for _, turn, _, _ in turns]
        self._body.draw_arrows(data.what_ifs[0].best.probability, ends, look)

    def _fit(self, _data: FuturesData) -> None:
        self._body.fit()

    def _tip(self, case: WhatIf, turn: OutcomeEffect, outcome: str, level: float) -> str:
        change = 100.0 * (turn.best.probability - case.best.probability)
        return "\n".join(
            (
                self.tr("{code}, {outcome} (chance {chance})").format(
                    code=case.candidate, outcome=outcome, chance=percent(turn.chance)
                ),
                self._future(turn, outcome),
                self.tr("{level} range {range}; change {change} points").format(
                    level=percent(level),
                    range=percent_range(turn.best.low, turn.best.high),
                    change=signed(change, 1),
                ),
            )
        )

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.candidateChosen.emit(self._turns(self._data)[row][0].candidate)

    def _outcomes(self, data: FuturesData) -> tuple[str, str]:
        return data.outcomes[0] or self.tr("success"), data.outcomes[1] or self.tr("failure")


def _tenths(value: float) -> str:
    return signed(value, 1)
