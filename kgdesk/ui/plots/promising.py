"""Plots: the most promising candidates with their ranges; measured value of each run against the success predicted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.answer_card import AnswerCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, percent, percent_range
from kgdesk.ui.widgets.table import Column
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.widgets.stylesheet import Palette


@dataclass(frozen=True, slots=True)
class Promising:
    """A promising candidate.

    Parameters
    ----------
    code
        Its identifier.
    estimate, low, high
        Expected success and its range, 0..1.
    successes, failures
        Numbers of recorded outcomes.
    was_run
        Whether it was run at all; a run may be undecided.
    """

    code: str
    estimate: float
    low: float
    high: float
    successes: int = 0
    failures: int = 0
    was_run: bool = False


@dataclass(frozen=True, slots=True)
class PromisingData:
    """The most promising candidates.

    Parameters
    ----------
    rows
        Best first.
    level
        Probability content of the ranges, for example 0.9.
    caution
        Warning from the checks about overconfident predictions; else empty.
    outcomes
        The study's names for success and failure.
    """

    rows: tuple[Promising, ...]
    level: float = 0.9
    caution: str = ""
    outcomes: tuple[str, str] = ("", "")


class PromisingCard(AnswerCard[PromisingData]):
    """Dot and range for each of the most promising candidates, with recorded outcomes."""

    #: Identifier of the candidate clicked or activated.
    candidate_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("percent")
        self._pointed: str | None = None
        super().__init__("overview.best", self._body.figure, self._body, parent)
        self._body.chosen.connect(self._row_activated)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Best so far"),
            self.tr(
                "The eight candidates with the highest expected success. The dot is the expected success, the bar the"
                " range in which it probably lies: a long bar says that little is known. Where bars overlap, the order"
                " can still change. The signs at the right count the outcomes of this very candidate; most are judged"
                " from others that are like them."
            ),
            self.tr("After the first run."),
        )

    def _is_empty(self, data: PromisingData) -> bool:
        return not data.rows

    def _answer(self, data: PromisingData) -> tuple[str, str]:
        best = data.rows[0]
        bold = self.tr("{code}, {estimate}").format(code=shorten(best.code), estimate=percent(best.estimate))
        parts = [f"({percent_range(best.low, best.high, data.level)})"]
        if not best.successes + best.failures and not best.was_run:
            parts.append(self.tr("never run"))
        if data.caution:
            parts.append(f"⚠ {data.caution}")
        return bold, " ".join(parts)

    def _columns(self, data: PromisingData) -> tuple[Column, ...]:
        success, failure = self._outcomes(data)
        level = percent(data.level)
        rows = data.rows
        return (
            Column(self.tr("Candidate"), [row.code for row in rows]),
            Column(self.tr("Expected success"), [row.estimate for row in rows], percent, is_number=True),
            Column(
                self.tr("{level} range from").format(level=level),
                [r.low for r in rows],
                percent,
                is_number=True,
            ),
            Column(self.tr("to"), [row.high for row in rows], percent, is_number=True),
            Column(f"{SUCCESS} {success}", [row.successes for row in rows], is_number=True),
            Column(f"{FAILURE} {failure}", [row.failures for row in rows], is_number=True),
        )

    def _draw(self, data: PromisingData, look: Palette) -> None:
        rows = tuple(
            PlotRow(row.code, row.estimate, row.low, row.high, self._tip(row, data), _marks(row))
            for row in data.rows
        )
        self._body.draw(rows, (0.0, 1.0), "", look, small(self), lead=True)
        self._body.point_at(self._pointed_place(data), look)

    def point_at(self, candidate: str | None) -> None:
        """Highlight the selected candidate, if it is among these."""
        self._pointed = candidate
        data = self._nonempty_data()
        if data is not None and self.drawn and not self._stale and self.isVisible():
            self._body.point_at(self._pointed_place(data), palette_of(self))
        elif not self.isVisible():
            self._stale = True  # redrawn when shown

    def _pointed_place(self, data: PromisingData) -> int | None:
        codes = [row.code for row in data.rows]
        return codes.index(self._pointed) if self._pointed in codes else None

    def _fit(self, _data: PromisingData) -> None:
        self._body.fit()

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.candidate_chosen.emit(self._data.rows[row].code)

    def _tip(self, row: Promising, data: PromisingData) -> str:
        success, failure = self._outcomes(data)
        return "\n".join(
            (
                row.code,
                self.tr("Expected success {estimate} ({level} range {range})").format(
                    estimate=percent(row.estimate),
                    level=percent(data.level),
                    range=percent_range(row.low, row.high),
                ),
                self.tr("Recorded: {successes} {success}, {failures} {failure}").format(
                    successes=row.successes, success=success, failures=row.failures, failure=failure
                ),
            )
        )

    def _outcomes(self, data: PromisingData) -> tuple[str, str]:
        return data.outcomes[0] or self.tr("success"), data.outcomes[1] or self.tr("failure")


def _marks(row: Promising) -> str:
    parts = [
        f"{sign}\u200a{count}" for sign, count in ((SUCCESS, row.successes), (FAILURE, row.failures)) if count
    ]
    return " ".join(parts)
