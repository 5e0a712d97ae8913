"""Plot: what each plate, day, operator or lot does to the chance of success, as the model estimates it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from kgdesk.model.beliefs.log_odds import expit
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import iso_day, percent, signed
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.block_checks import BlockLevel
    from kgdesk.ui.widgets.stylesheet import Palette


def tr(text: str) -> str:
    """Translate a text about blocks (context "BlockEffects")."""
    return QCoreApplication.translate("BlockEffects", text)


def block_words(one: BlockLevel) -> str:
    """Return the name of a block: “Lot B7”, “day 8 Oct 2026”, “Lot: unknown”."""
    if not one.effect.level:
        return tr("{column}: unknown").format(column=one.column)
    level = iso_day(one.effect.level) if one.column == "day" else one.effect.level
    return f"{one.column} {level}"


@dataclass(frozen=True, slots=True)
class BlockEffectsData:
    """The levels of all block columns of a study, in display order."""

    levels: tuple[BlockLevel, ...]


class BlockEffectsCard(PlotCard[BlockEffectsData]):
    """What an even chance becomes in each block, with its range."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("number", zero=True)
        super().__init__("plot.blocks", self._body.figure, self._body, parent)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("What do plates, days or lots change?"),
            self.tr(
                "Each row is one block that the study names: a plate, a day, an operator, a lot. The dot says by how"
                " many percentage points an even chance is higher or lower there, as the model estimates it; the bar"
                " is the range of that. Few runs give a wide bar near zero. The model takes these effects out of what"
                " it says of the candidates."
            ),
            self.tr("Nothing to estimate yet: the first outcome is needed."),
        )

    def _is_empty(self, data: BlockEffectsData) -> bool:
        return not data.levels

    def _sentence(self, data: BlockEffectsData) -> str:
        clear = [
            shorten(block_words(one))
            for one in sorted(data.levels, key=lambda one: -abs(one.effect.mean))
            if one.clear
        ]
        if not clear:
            return self.tr("No block departs clearly from the others.")
        more = self.tr(" and {count} more").format(count=len(clear) - 2) if len(clear) > 2 else ""
        return self.tr("Departs clearly: {names}.").format(names=", ".join(clear[:2]) + more)

    def _legend(self, _data: BlockEffectsData) -> list[str]:
        return [self.tr("dot: estimate"), self.tr("bar: range")]

    def _columns(self, data: BlockEffectsData) -> tuple[Column, ...]:
        rows = data.levels
        ends = {
            self.tr("An even chance becomes"): [one.effect.mean for one in rows],
            self.tr("Range from"): [one.effect.low for one in rows],
            self.tr("to"): [one.effect.high for one in rows],
        }
        return (
            Column(self.tr("Block"), [block_words(one) for one in rows]),
            Column(self.tr("Runs"), [one.runs for one in rows], is_number=True),
            *(
                Column(heading, expit(np.array(values)).tolist(), percent, is_number=True)
                for heading, values in ends.items()
            ),
            Column(self.tr("Log-odds"), [one.effect.mean for one in rows], signed, is_number=True),
            Column(self.tr("Departs"), [self.tr("clearly") if one.clear else self.tr("no") for one in rows]),
        )

    def _draw(self, data: BlockEffectsData, look: Palette) -> None:
        rows = []
        for one in data.levels:
            chances = expit(np.array([one.effect.mean, one.effect.low, one.effect.high])).tolist()
            tip = self.tr("{block}\n{count} runs; an even chance becomes {chance} ({low} to {high})").format(
                block=block_words(one),
                count=one.runs,
                **dict(zip(("chance", "low", "high"), map(percent, chances), strict=True)),
            )
            mean, low, high = (100.0 * chance - 50.0 for chance in chances)
            mark = self.tr("⚠ departs") if one.clear else ""
            rows.append(PlotRow(block_words(one), mean, low, high, tip, mark))
        span = min(0.0, *(row.low for row in rows)), max(0.0, *(row.high for row in rows))
        label = self.tr("Change of an even chance (percentage points)")
        self._body.draw(tuple(rows), span, label, look, small(self), short=self.tr("Change (points)"))

    def _fit(self, _data: BlockEffectsData) -> None:
        self._body.fit()
