"""Plot: surprising runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import DASH, FAILURE, SUCCESS, fixed, percent
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.prequential import Outlier
    from kgdesk.ui.widgets.stylesheet import Palette


@dataclass(frozen=True, slots=True)
class OutliersData:
    """Surprising outcomes so far.

    Parameters
    ----------
    surprises
        In the order of the runs.
    expected, count
        Expected number of unlikely outcomes if the predictions are right; number of runs with a prediction.
    outcomes
        The study's names for success and failure.
    """

    surprises: tuple[Outlier, ...]
    expected: float = 0.0
    count: int = 0
    outcomes: tuple[str, str] = ("", "")


class OutliersCard(PlotCard[OutliersData]):
    """Predicted success and outcome of each surprising run; a click opens the run."""

    #: Number of the run clicked or activated.
    run_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("percent")
        super().__init__("plot.surprises", self._body.figure, self._body, parent)
        self._body.chosen.connect(self._row_activated)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Which outcomes were a surprise?"),
            self.tr(
                "A run is listed when its outcome had been predicted with less than 10 %, or when other runs"
                " of the same candidate came out otherwise. The dot is the success that was predicted. Look"
                " at the entry: was the right button pressed, was it the right sample? If the entry is right,"
                " leave it: some surprises are to be expected, and they teach most. A click, or Enter in the"
                " table, opens the run in the timeline, where a wrong entry can be corrected."
            ),
            self.tr("No surprise so far: no outcome was unlikely, and no repeated runs disagree."),
        )

    def _is_empty(self, data: OutliersData) -> bool:
        return not data.surprises

    def _sentence(self, data: OutliersData) -> str:
        unlikely = sum(s.unlikely for s in data.surprises)
        text = self.tr("To look at again: {count}.").format(count=len(data.surprises))
        return f"{text} " + self.tr(
            "Unlikely outcomes: {seen}; {expected} were to be expected in {runs} predicted runs."
        ).format(seen=unlikely, expected=fixed(data.expected, 1), runs=data.count)

    def _legend(self, data: OutliersData) -> list[str]:
        success, failure = self._outcomes(data)
        return [self.tr("dot: predicted success"), f"{SUCCESS} {success}", f"{FAILURE} {failure}"]

    def _columns(self, data: OutliersData) -> tuple[Column, ...]:
        outlier = data.surprises
        chance = [DASH if s.chance is None else percent(s.chance) for s in outlier]
        return (
            Column(self.tr("Run"), [s.run for s in outlier], is_number=True),
            Column(self.tr("Candidate"), [s.candidate for s in outlier]),
            Column(self.tr("Outcome"), [self._outcome(s, data) for s in outlier]),
            Column(self.tr("Predicted chance of it"), chance),
            Column(self.tr("Why it is listed"), [self._why(s) for s in outlier]),
        )

    def _draw(self, data: OutliersData, look: Palette) -> None:
        rows = []
        for s in data.surprises:
            name = self.tr("Run {run}: {code}").format(run=s.run, code=shorten(s.candidate))
            dot = _predicted(s)
            tip = f"{name}, {self._outcome(s, data)}\n{self._why(s)}"
            rows.append(PlotRow(name, dot, dot, dot, tip, self._outcome(s, data)))
        self._body.draw(tuple(rows), (0.0, 1.0), self.tr("Predicted success"), look, small(self))

    def _fit(self, _data: OutliersData) -> None:
        self._body.fit()

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.run_chosen.emit(self._data.surprises[row].run)

    def _outcomes(self, data: OutliersData) -> tuple[str, str]:
        return data.outcomes[0] or self.tr("success"), data.outcomes[1] or self.tr("failure")

    def _outcome(self, outlier: Outlier, data: OutliersData) -> str:
        success, failure = self._outcomes(data)
        return f"{SUCCESS} {success}" if outlier.success else f"{FAILURE} {failure}"

    def _why(self, outlier: Outlier) -> str:
        reasons = []
        if outlier.unlikely and outlier.chance is not None:
            reasons.append(self.tr("predicted with {chance}").format(chance=percent(outlier.chance)))
        if outlier.disagrees:
            words = self.tr("runs of this candidate disagree ({successes} to {failures})")
            reasons.append(words.format(successes=outlier.successes, failures=outlier.failures))
        return ", ".join(reasons)


def _predicted(outlier: Outlier) -> float:
    """Return the predicted success; without a prediction, the candidate's success rate."""
    if outlier.chance is None:
        return outlier.successes / (outlier.successes + outlier.failures)
    return outlier.chance if outlier.success else 1.0 - outlier.chance
