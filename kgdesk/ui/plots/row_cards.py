"""Plots of named rows: effects of the attributes on the log-odds, and surprising runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.row_plot import Row, RowsFigure
from kgdesk.ui.text.locale_format import DASH, FAILURE, SUCCESS, fixed, odds, percent, shorten, signed
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.insight.prequential import Outlier
    from kgdesk.ui.widgets.stylesheet import Palette


_NAMED = 2


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of an attribute or of a level of a category.

    Parameters
    ----------
    name
        Display name.
    estimate, low, high
        Change of the log-odds of success for the change `per`, with its range.
    per
        The change, as ``"+12.5 °C"`` or ``"instead of water"``.
    per_unit
        Change of the log-odds per unit of the attribute; NaN where undefined.
    """

    name: str
    estimate: float
    low: float
    high: float
    per: str = ""
    per_unit: float = math.nan


@dataclass(frozen=True, slots=True)
class EffectsData:
    """All effects, in table order.

    Parameters
    ----------
    effects
        Not sorted by size: a rank should not look like evidence.
    level
        Probability content of the ranges, as 0.9.
    belief
        Display name of the belief behind the ranges.
    """

    effects: tuple[Effect, ...]
    level: float = 0.9
    belief: str = ""


class EffectsCard(PlotCard[EffectsData]):
    """Dot and range per attribute; right of the dashed line, more of it increases success."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("number", zero=True)
        super().__init__("picture.effects", self._body.figure, self._body, parent)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("What does each attribute do?"),
            self.tr(
                "A dot right of the dashed line says that more of this attribute raises the success that we"
                " expect, left of it that more lowers it. The bar is the range in which the effect probably"
                " lies; where it crosses the line, it is open which way it goes. Effects are given for a"
                " typical change of each attribute, so that they can be compared, with the others unchanged."
                " They are what the model believes, and no proof of cause. The table also says by how much"
                " the odds are multiplied."
            ),
            self.tr("No outcomes yet. After the first runs this shows which attributes matter."),
        )

    def _is_empty(self, data: EffectsData) -> bool:
        return not data.effects

    def _sentence(self, data: EffectsData) -> str:
        clear = [effect for effect in data.effects if effect.low > 0.0 or effect.high < 0.0]
        if not clear:
            return self.tr("No attribute is clear yet: every range includes “no effect”.")
        named = [
            (
                self.tr("{name} (raises success)") if e.low > 0.0 else self.tr("{name} (lowers success)")
            ).format(name=shorten(e.name))
            for e in clear[:_NAMED]
        ]
        text = self.tr("Clear so far: {names}").format(names=", ".join(named))
        if len(clear) > _NAMED:
            text += self.tr(" and {count} more").format(count=len(clear) - _NAMED)
        rest = len(data.effects) - len(clear)
        return f"{text}." + (self.tr(" Still open: {count}.").format(count=rest) if rest else "")

    def _legend(self, data: EffectsData) -> list[str]:
        bar = self.tr("bar: {level} range").format(level=percent(data.level))
        belief_suffix = f" ({data.belief})" if data.belief else ""
        return [self.tr("dot: estimate"), bar + belief_suffix, self.tr("dashed: no effect")]

    def _columns(self, data: EffectsData) -> tuple[Column, ...]:
        effects = data.effects
        columns = [
            Column(self.tr("Attribute"), [e.name for e in effects]),
            Column(self.tr("Effect (log-odds)"), [e.estimate for e in effects], signed, is_number=True),
            Column(
                self.tr("{level} range from").format(level=percent(data.level)),
                [e.low for e in effects],
                signed,
                is_number=True,
            ),
            Column(self.tr("to"), [e.high for e in effects], signed, is_number=True),
            Column(self.tr("Odds"), [e.estimate for e in effects], odds, is_number=True),
        ]
        if any(e.per for e in effects):
            columns.append(Column(self.tr("for"), [e.per for e in effects]))
        if any(math.isfinite(e.per_unit) for e in effects):
            columns.append(
                Column(self.tr("Per unit (log-odds)"), [e.per_unit for e in effects], signed, is_number=True)
            )
        return tuple(columns)

    def _draw(self, data: EffectsData, look: Palette) -> None:
        rows = tuple(Row(e.name, e.estimate, e.low, e.high, self._tip(e, data)) for e in data.effects)
        span = (min(0.0, *(r.low for r in rows)), max(0.0, *(r.high for r in rows)))
        if span[0] == span[1]:
            span = (-1.0, 1.0)
        self._body.draw(rows, span, self.tr("Effect on success (log-odds)"), look, small(self))

    def _fit(self, _data: EffectsData) -> None:
        self._body.fit()

    def _tip(self, effect: Effect, data: EffectsData) -> str:
        return self.tr(
            "{name}\n{estimate} log-odds ({level} range {low} to {high}), odds {odds}\n{per}"
        ).format(
            name=effect.name,
            estimate=signed(effect.estimate),
            level=percent(data.level),
            low=signed(effect.low),
            high=signed(effect.high),
            odds=odds(effect.estimate),
            per=effect.per or DASH,
        )


@dataclass(frozen=True, slots=True)
class OutliersData:
    """Surprising outcomes so far.

    Parameters
    ----------
    surprises
        In the order of the runs.
    expected
        Expected number of unlikely outcomes if the predictions are right.
    count
        Number of runs with a prediction.
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
            rows.append(Row(name, dot, dot, dot, tip, self._outcome(s, data)))
        self._body.draw(tuple(rows), (0.0, 1.0), self.tr("Predicted success"), look, small(self))

    def _fit(self, _data: OutliersData) -> None:
        self._body.fit()

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.runChosen.emit(self._data.surprises[row].run)

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
            reasons.append(
                self.tr("runs of this candidate disagree ({successes} to {failures})").format(
                    successes=outlier.successes, failures=outlier.failures
                )
            )
        return ", ".join(reasons)


def _predicted(outlier: Outlier) -> float:
    """Return the predicted success; without a prediction, the candidate's success rate."""
    if outlier.chance is None:
        return outlier.successes / (outlier.successes + outlier.failures)
    return outlier.chance if outlier.success else 1.0 - outlier.chance
