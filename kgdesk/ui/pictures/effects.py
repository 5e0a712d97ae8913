"""What each attribute does to the odds of success."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.ui.look.numbers import DASH, odds, percent, shorten, signed
from kgdesk.ui.pictures.card import PictureCard
from kgdesk.ui.pictures.figure import small
from kgdesk.ui.pictures.rows import Row, RowsFigure
from kgdesk.ui.pictures.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.look.colours import Look

_NAMED = 2


@dataclass(frozen=True, slots=True)
class Effect:
    """One attribute or one level of a category.

    Parameters
    ----------
    name
        As people know it.
    estimate, low, high
        Change of the log-odds of success for the change `per`, and its range.
    per
        The change that is meant, as ``"+12.5 °C"`` or ``"instead of water"``.
    per_unit
        Change of the log-odds per unit of the attribute; not-a-number where that means nothing.
    """

    name: str
    estimate: float
    low: float
    high: float
    per: str = ""
    per_unit: float = math.nan


@dataclass(frozen=True, slots=True)
class EffectsData:
    """All effects, in the order of the table that the candidates came from.

    Parameters
    ----------
    effects
        Not sorted by size: a place in a list should not look like a proof.
    level
        Of the ranges, as 0.9.
    belief
        What made the ranges, in words for people.
    """

    effects: tuple[Effect, ...]
    level: float = 0.9
    belief: str = ""


class EffectsCard(PictureCard[EffectsData]):
    """A dot and a range for each attribute, right of the dashed line where more of it helps."""

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
        made = f" ({data.belief})" if data.belief else ""
        return [self.tr("dot: estimate"), bar + made, self.tr("dashed: no effect")]

    def _columns(self, data: EffectsData) -> tuple[Column, ...]:
        effects = data.effects
        found = [
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
            found.append(Column(self.tr("for"), [e.per for e in effects]))
        if any(math.isfinite(e.per_unit) for e in effects):
            found.append(
                Column(self.tr("Per unit (log-odds)"), [e.per_unit for e in effects], signed, is_number=True)
            )
        return tuple(found)

    def _draw(self, data: EffectsData, look: Look) -> None:
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
