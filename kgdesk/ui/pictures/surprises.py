"""Runs whose entry deserves a second look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from kgdesk.ui.look.numbers import DASH, fixed, percent, shorten
from kgdesk.ui.look.signs import FAILURE, SUCCESS
from kgdesk.ui.pictures.card import PictureCard
from kgdesk.ui.pictures.figure import small
from kgdesk.ui.pictures.rows import Row, RowsFigure
from kgdesk.ui.pictures.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.surprises import Surprise
    from kgdesk.ui.look.colours import Look


@dataclass(frozen=True, slots=True)
class SurprisesData:
    """The surprises so far.

    Parameters
    ----------
    surprises
        In the order of the runs.
    expected
        How many unlikely outcomes there should be if the predictions are right.
    count
        Of runs with a prediction.
    outcomes
        What the study calls success and failure.
    """

    surprises: tuple[Surprise, ...]
    expected: float = 0.0
    count: int = 0
    outcomes: tuple[str, str] = ("", "")


class SurprisesCard(PictureCard[SurprisesData]):
    """Each surprise with the success that was predicted and the outcome that came; a click opens the run."""

    #: The number of a run that was clicked or activated.
    runChosen = Signal(int)  # noqa: N815 - Qt names signals so

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("percent")
        super().__init__("picture.surprises", self._body.figure, self._body, parent)
        self._body.chosen.connect(self._row_activated)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Which outcomes were a surprise?"),
            self.tr(
                "A run is listed when its outcome had been predicted with less than 10 %, or when other runs"
                " of the same candidate came out otherwise. The dot is the success that was predicted. Look"
                " at the entry: was the right button pressed, was it the right sample? If the entry is right,"
                " leave it: some surprises are to be expected, and they teach most. A click, or Enter in the"
                " table, opens the run in History, where a wrong entry can be corrected."
            ),
            self.tr("No surprise so far: no outcome was unlikely, and no repeated runs disagree."),
        )

    def _is_empty(self, data: SurprisesData) -> bool:
        return not data.surprises

    def _sentence(self, data: SurprisesData) -> str:
        unlikely = sum(s.unlikely for s in data.surprises)
        text = self.tr("To look at again: {count}.").format(count=len(data.surprises))
        return f"{text} " + self.tr(
            "Unlikely outcomes: {seen}; {expected} were to be expected in {runs} predicted runs."
        ).format(seen=unlikely, expected=fixed(data.expected, 1), runs=data.count)

    def _legend(self, data: SurprisesData) -> list[str]:
        success, failure = self._outcomes(data)
        return [self.tr("dot: predicted success"), f"{SUCCESS} {success}", f"{FAILURE} {failure}"]

    def _columns(self, data: SurprisesData) -> tuple[Column, ...]:
        found = data.surprises
        chance = [DASH if s.chance is None else percent(s.chance) for s in found]
        return (
            Column(self.tr("Run"), [s.run for s in found], is_number=True),
            Column(self.tr("Candidate"), [s.candidate for s in found]),
            Column(self.tr("Outcome"), [self._outcome(s, data) for s in found]),
            Column(self.tr("Predicted chance of it"), chance),
            Column(self.tr("Why it is listed"), [self._why(s) for s in found]),
        )

    def _draw(self, data: SurprisesData, look: Look) -> None:
        rows = []
        for s in data.surprises:
            name = self.tr("Run {run}: {code}").format(run=s.run, code=shorten(s.candidate))
            dot = _predicted(s)
            tip = f"{name}, {self._outcome(s, data)}\n{self._why(s)}"
            rows.append(Row(name, dot, dot, dot, tip, self._outcome(s, data)))
        self._body.draw(tuple(rows), (0.0, 1.0), self.tr("Predicted success"), look, small(self))

    def _fit(self, _data: SurprisesData) -> None:
        self._body.fit()

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.runChosen.emit(self._data.surprises[row].run)

    def _outcomes(self, data: SurprisesData) -> tuple[str, str]:
        return data.outcomes[0] or self.tr("success"), data.outcomes[1] or self.tr("failure")

    def _outcome(self, found: Surprise, data: SurprisesData) -> str:
        success, failure = self._outcomes(data)
        return f"{SUCCESS} {success}" if found.success else f"{FAILURE} {failure}"

    def _why(self, found: Surprise) -> str:
        said = []
        if found.unlikely and found.chance is not None:
            said.append(self.tr("predicted with {chance}").format(chance=percent(found.chance)))
        if found.disagrees:
            said.append(
                self.tr("runs of this candidate disagree ({successes} to {failures})").format(
                    successes=found.successes, failures=found.failures
                )
            )
        return ", ".join(said)


def _predicted(found: Surprise) -> float:
    """Return the predicted success; where nothing was predicted, the share of the candidate's runs."""
    if found.chance is None:
        return found.successes / (found.successes + found.failures)
    return found.chance if found.success else 1.0 - found.chance
