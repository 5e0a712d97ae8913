"""Plot: coverage of the credible ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QLocale, Qt

from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import NARROW, fixed
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.certificate import Coverage, Summary
    from kgdesk.ui.widgets.stylesheet import Palette

_Z90 = 1.645


@dataclass(frozen=True, slots=True)
class CoverageData:
    """Simulated coverage of the ranges of the study's belief, from the certificate.

    Parameters
    ----------
    summary
        Coverage of this belief; None if unknown.
    belief
        Display name of the belief.
    columns
        Number of columns of the design matrix without intercept: simulated studies with the nearest number of
        attributes are drawn; the table lists all.
    display_level
        Probability content of the ranges in the other plots, for example 0.9.
    """

    summary: Summary | None
    belief: str = ""
    columns: int = 5
    display_level: float = 0.9

    @property
    def attributes(self) -> int:
        """Simulated number of attributes nearest to the study's."""
        rows = self.summary.rows if self.summary is not None else ()
        return min((r.attributes for r in rows), key=lambda a: abs(a - self.columns), default=0)


class CoverageCard(PlotCard[CoverageData]):
    """Share of true probabilities inside the ranges, in simulated studies similar to this one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("percent")
        self._nominal = pg.InfiniteLine(0.9, angle=90)
        self._body.figure.addItem(self._nominal)
        super().__init__("plot.ranges", self._body.figure, self._body, parent)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Can the ranges be trusted?"),
            self.tr(
                "Ranges of 90 % are meant to hold the true success of a candidate in 90 of 100"
                " cases. Here is how often they did in simulated studies, where the truth is known: one row"
                " for each number of outcomes, with candidates drawn at random or chosen by value of testing;"
                " other numbers of attributes are in the table. Left of the dashed line ranges are too narrow: the"
                " model is surer than it may be. The simulated truths follow the model and its prior; a real lab"
                " may be less kind, and “Did the predictions come true?” says whether it is."
            ),
            self.tr("No certificate came with this program for the ranges of this belief."),
        )

    def _is_empty(self, data: CoverageData) -> bool:
        return data.summary is None

    def _sentence(self, data: CoverageData) -> str:
        summary = data.summary
        if summary is None:
            return ""
        text = self.tr(
            "In {studies} simulated studies of each kind, the {level} ranges of this belief contained the true value "
            "in {mean} of the cases, between {least} and {most}."
        ).format(
            mean=share(summary.mean),
            level=share(summary.level, 0),
            studies=QLocale().toString(summary.replicates),
            least=share(summary.least),
            most=share(summary.most),
        )
        if not summary.holds:
            text += " " + self.tr("They are too narrow.")
        if data.display_level != summary.level:
            other = self.tr("The pictures show {shown} ranges now; what those cover was not measured.")
            text += " " + other.format(shown=share(data.display_level, 0))
        return text

    def _legend(self, data: CoverageData) -> list[str]:
        belief_suffix = f" ({data.belief})" if data.belief else ""
        return [
            self.tr("dot: held the truth") + belief_suffix,
            self.tr("{count} attributes").format(count=data.attributes),
            self.tr("bar: its own 90 % range"),
            self.tr("dashed: as meant"),
        ]

    def _columns(self, data: CoverageData) -> tuple[Column, ...]:
        rows = data.summary.rows if data.summary is not None else ()
        return (
            Column(self.tr("Attributes"), [r.attributes for r in rows], is_number=True),
            Column(self.tr("Outcomes"), [r.n for r in rows], is_number=True),
            Column(self.tr("Candidates chosen"), [self._design(r) for r in rows]),
            Column(self.tr("Covered"), [r.coverage for r in rows], share, is_number=True),
            Column(self.tr("Standard error"), [r.standard_error for r in rows], share, is_number=True),
            Column(self.tr("Exact model covered"), [r.exact_coverage for r in rows], share, is_number=True),
            Column(self.tr("Mean error of predictions"), [r.mean_gap for r in rows], _fine, is_number=True),
            Column(self.tr("Largest error"), [r.worst_gap for r in rows], _fine, is_number=True),
            Column(self.tr("Simulated studies"), [r.replicates for r in rows], is_number=True),
        )

    def _draw(self, data: CoverageData, look: Palette) -> None:
        coverages = data.summary.rows if data.summary is not None else ()
        rows = []
        for r in (row for row in coverages if row.attributes == data.attributes):
            name = self.tr("{n} outcomes, {design}").format(n=r.n, design=self._design(r))
            half = _Z90 * r.standard_error
            tip = self.tr("{name}\ncovered {share}").format(name=name, share=share(r.coverage))
            rows.append(
                PlotRow(name, r.coverage, max(r.coverage - half, 0.0), min(r.coverage + half, 1.0), tip)
            )
        low = min(0.8, *(row.low for row in rows))
        self._nominal.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self._nominal.setValue(data.summary.level if data.summary is not None else 0.9)
        self._body.draw(tuple(rows), (low, 1.0), self.tr("Ranges that held the truth"), look, small(self))

    def _fit(self, _data: CoverageData) -> None:
        self._body.fit()

    def _design(self, row: Coverage) -> str:
        return self.tr("at random") if row.design == "random" else self.tr("by value")


def share(value: float, places: int = 1) -> str:
    """Format a fraction in percent with decimals: ``90.1 %``."""
    return f"{fixed(100.0 * value, places)}{NARROW}{QLocale().percent()}"


def _fine(value: float) -> str:
    return fixed(value, 4)
