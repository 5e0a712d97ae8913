"""What the ranges that are drawn are worth: how often they held the truth in simulated studies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QLocale, Qt

from kgdesk.ui.look.numbers import NARROW, fixed
from kgdesk.ui.pictures.card import PictureCard
from kgdesk.ui.pictures.figure import small
from kgdesk.ui.pictures.rows import Row, RowsFigure
from kgdesk.ui.pictures.table import Column

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.certificate import Covered, Summary
    from kgdesk.ui.look.colours import Look

_Z90 = 1.645


@dataclass(frozen=True, slots=True)
class RangesData:
    """What the certificate says of the belief that made the ranges.

    Parameters
    ----------
    summary
        Of this belief; None where nothing is known.
    belief
        What made the ranges, in words for people.
    columns
        Number of columns of the study's design matrix without the intercept: the simulated studies with the nearest
        number of attributes are drawn, all are in the table.
    shown
        The share of the probability that the ranges in the other pictures hold, as 0.9.
    """

    summary: Summary | None
    belief: str = ""
    columns: int = 5
    shown: float = 0.9

    @property
    def attributes(self) -> int:
        """The simulated number of attributes that is nearest to the study's."""
        rows = self.summary.rows if self.summary is not None else ()
        return min((r.attributes for r in rows), key=lambda a: abs(a - self.columns), default=0)


class RangesCard(PictureCard[RangesData]):
    """The share of true chances inside the ranges, for simulated studies like this one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("percent")
        self._nominal = pg.InfiniteLine(0.9, angle=90)
        self._body.figure.addItem(self._nominal)
        super().__init__("picture.ranges", self._body.figure, self._body, parent)

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

    def _is_empty(self, data: RangesData) -> bool:
        return data.summary is None

    def _sentence(self, data: RangesData) -> str:
        found = data.summary
        if found is None:
            return ""
        text = self.tr(
            "Ranges of this belief covered {mean} ({level} was meant) in {studies} simulated studies a setting,"
            " between {least} and {most}."
        ).format(
            mean=share(found.mean),
            level=share(found.level, 0),
            studies=QLocale().toString(found.replicates),
            least=share(found.least),
            most=share(found.most),
        )
        if not found.holds:
            text += " " + self.tr("They are too narrow.")
        if data.shown != found.level:
            other = self.tr("The pictures show {shown} ranges now; what those cover was not measured.")
            text += " " + other.format(shown=share(data.shown, 0))
        return text

    def _legend(self, data: RangesData) -> list[str]:
        made = f" ({data.belief})" if data.belief else ""
        return [
            self.tr("dot: held the truth") + made,
            self.tr("{count} attributes").format(count=data.attributes),
            self.tr("bar: its own 90 % range"),
            self.tr("dashed: as meant"),
        ]

    def _columns(self, data: RangesData) -> tuple[Column, ...]:
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

    def _draw(self, data: RangesData, look: Look) -> None:
        found = data.summary.rows if data.summary is not None else ()
        rows = []
        for r in (row for row in found if row.attributes == data.attributes):
            name = self.tr("{n} outcomes, {design}").format(n=r.n, design=self._design(r))
            half = _Z90 * r.standard_error
            tip = self.tr("{name}\ncovered {share}").format(name=name, share=share(r.coverage))
            rows.append(Row(name, r.coverage, max(r.coverage - half, 0.0), min(r.coverage + half, 1.0), tip))
        low = min(0.8, *(row.low for row in rows))
        self._nominal.setPen(pg.mkPen(look.text, width=1.2, style=Qt.PenStyle.DashLine))
        self._nominal.setValue(data.summary.level if data.summary is not None else 0.9)
        self._body.draw(tuple(rows), (low, 1.0), self.tr("Ranges that held the truth"), look, small(self))

    def _fit(self, _data: RangesData) -> None:
        self._body.fit()

    def _design(self, row: Covered) -> str:
        return self.tr("at random") if row.design == "random" else self.tr("by value")


def share(value: float, places: int = 1) -> str:
    """Return a share of 1 in percent with its decimals: ``90.1 %``."""
    return f"{fixed(100.0 * value, places)}{NARROW}{QLocale().percent()}"


def _fine(value: float) -> str:
    return fixed(value, 4)
