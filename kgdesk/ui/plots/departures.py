"""Plot: plates, days, operators and lots against the predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.plain_text import shorten
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.text.locale_format import fixed, iso_day, signed
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.stopping_basis import Departure
    from kgdesk.ui.widgets.stylesheet import Palette
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure


def tr(text: str) -> str:
    """Translate a text about groups of runs (context "Departures")."""
    return QCoreApplication.translate("Departures", text)


def group_words(one: Departure) -> str:
    """Return the name of a group of runs: “Day 8 Oct 2026”, “Lot B7”."""
    kinds = {"day": tr("Day"), "operator": tr("Operator"), "plate": tr("Plate")}
    group = iso_day(one.group) if one.kind == "day" else one.group
    return f"{kinds.get(one.kind, one.column)} {group}"


@dataclass(frozen=True, slots=True)
class DeparturesData:
    """Groups of runs in display order: plates, days, operators and the texts of kept columns."""

    groups: tuple[Departure, ...]


class DeparturesCard(PlotCard[DeparturesData]):
    """Observed less predicted successes of each plate, day, operator and lot, with its range."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("number", zero=True)
        super().__init__("plot.groups", self._body.figure, self._body, parent)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Does a plate, day, operator or lot depart?"),
            self.tr(
                "Each row compares the successes of some runs with those that had been predicted before each run. The"
                " dot is the difference per run in percentage points, the bar its range. The bars are made wider for"
                " the number of rows, so that a bar beside the dashed line means something. The model knows only of"
                " blocks that the study names, and nothing else is corrected by itself."
            ),
            self.tr("Nothing to compare yet: two plates, days, operators or lots with some runs are needed."),
        )

    def _is_empty(self, data: DeparturesData) -> bool:
        return not data.groups

    def _sentence(self, data: DeparturesData) -> str:
        clear = [shorten(group_words(one)) for one in data.groups if one.clear]
        if not clear:
            return self.tr("No row departs clearly from the predictions.")
        more = self.tr(" and {count} more").format(count=len(clear) - 2) if len(clear) > 2 else ""
        return self.tr("Departs clearly: {names}.").format(names=", ".join(clear[:2]) + more)

    def _legend(self, _data: DeparturesData) -> list[str]:
        return [self.tr("dot: observed less predicted"), self.tr("bar: range, adjusted for all rows")]

    def _columns(self, data: DeparturesData) -> tuple[Column, ...]:
        rows = data.groups
        return (
            Column(self.tr("Group"), [group_words(one) for one in rows]),
            Column(self.tr("Runs"), [one.count for one in rows], is_number=True),
            Column(self.tr("Succeeded"), [one.observed for one in rows], is_number=True),
            Column(self.tr("Predicted"), [one.predicted for one in rows], _tenths, is_number=True),
            Column(
                self.tr("Difference (percentage points)"),
                [100.0 * one.difference for one in rows],
                signed,
                is_number=True,
            ),
            Column(self.tr("Range from"), [100.0 * one.low for one in rows], signed, is_number=True),
            Column(self.tr("to"), [100.0 * one.high for one in rows], signed, is_number=True),
            Column(self.tr("Departs"), [self.tr("clearly") if one.clear else self.tr("no") for one in rows]),
        )

    def _draw(self, data: DeparturesData, look: Palette) -> None:
        rows = []
        for one in data.groups:
            tip = self.tr("{group}\n{observed} of {count} runs succeeded, {predicted} were predicted").format(
                group=group_words(one),
                observed=one.observed,
                count=one.count,
                predicted=_tenths(one.predicted),
            )
            ends = 100.0 * one.difference, 100.0 * one.low, 100.0 * one.high
            rows.append(PlotRow(group_words(one), *ends, tip, self.tr("⚠ departs") if one.clear else ""))
        span = min(0.0, *(row.low for row in rows)), max(0.0, *(row.high for row in rows))
        label = self.tr("Observed less predicted (percentage points)")
        short = self.tr("Difference (points)")
        self._body.draw(tuple(rows), span, label, look, small(self), short=short)

    def _fit(self, _data: DeparturesData) -> None:
        self._body.fit()


def _tenths(value: float) -> str:
    return fixed(value, 1)
