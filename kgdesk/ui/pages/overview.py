"""The Overview: which candidate is best, what is at stake, how it came, and where there is most to learn."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.stack import scrolled
from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.over_runs import RunsCard
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.value import ValueCard

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.plots.value import ValueData
    from kgdesk.ui.session.study_controller import StudyController

#: Width in pixels and in digits of the font below which the cards stand one below the other.
NARROW, _DIGITS = 800, 90
#: Least height of a card in lines of text.
_LINES = 14
#: Margin of the page in pixels.
_EDGE = 6


class OverviewTab(LivePage):
    """Four answers in a grid, or one below the other in a narrow window.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.setObjectName("overview")
        self._per_row = 0
        self._values: ValueData | None = None
        self.best = PromisingCard()  #: The best candidates with their ranges.
        self.stake = RunsCard("stake", "overview.stake")  #: What is at stake after each run.
        self.history = RunsCard("best", "overview.history")  #: The best candidate after each run.
        self.value = ValueCard()  #: Value of testing each candidate.
        #: All plots.
        self.cards: tuple[PlotCard[Any], ...] = (self.best, self.stake, self.history, self.value)
        self._lay_out()
        for runs in (self.stake, self.history):
            runs.run_chosen.connect(
                lambda run: controller.selection.run_requested.emit(controller.study.number_at(run))
            )
        for card in (self.best, self.value):
            card.candidate_chosen.connect(controller.selection.explore_wanted)
        self._follow(self.cards)
        controller.refresher.watch(self, {"selection"}, self._mark)
        controller.refresher.watch(self, {"trajectory", "past", "counsel"}, self._show_runs, due=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put two cards side by side where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Reformat numbers in another language; rearrange for another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.LocaleChange} and hasattr(self, "_grid"):
            self._view.invalidate()
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_grid"):
            self._arrange()

    def _show(self, advice: Advice) -> None:
        self.best.set_data(plot_data.promising_data(advice))
        self._values = plot_data.value_data(advice)
        self.value.set_data(self._values)
        self._show_runs()

    def _show_runs(self) -> None:
        controller = self._controller
        data = plot_data.runs_data(
            controller.study,
            controller.advice.trajectory,
            controller.selection.as_of,
            controller.advice.level,
            stakes=controller.past.stakes(),
        )
        self.stake.set_data(data)
        self.history.set_data(data)
        self._show_stake()
        controller.past.ask("stake", self)

    def _show_stake(self) -> None:
        """Set one run against all: say what is at stake beside the value of testing, once that is known."""
        advice = self._controller.selection.advice
        stake = None if advice is None else self._controller.past.stakes().get(len(advice.study.runs))
        if stake is not None and self._values is not None and math.isnan(self._values.stake):
            self._values = replace(self._values, stake=100.0 * stake.value)
            self.value.set_data(self._values)

    def _mark(self) -> None:
        for card in (self.best, self.value):
            card.point_at(self._controller.selection.candidate)

    def _arrange(self) -> None:
        metrics, apart = self.fontMetrics(), self._grid.spacing()
        per_row = 2 if self.width() >= max(NARROW, _DIGITS * metrics.horizontalAdvance("0")) else 1
        rows = len(self.cards) // per_row
        room = self.height() - 2 * _EDGE - (rows - 1) * apart
        for card in self.cards:  # plots would like to be higher than the page
            card.setFixedHeight(max(_LINES * metrics.lineSpacing(), room // rows))
        if per_row == self._per_row:
            return
        self._per_row = per_row
        for place, card in enumerate(self.cards):
            self._grid.removeWidget(card)  # else PySide keeps its object of the layout item that Qt deletes
            self._grid.addWidget(card, place // per_row, place % per_row)
        for line in range(4):
            self._grid.setColumnStretch(line, int(line < per_row))

    def _lay_out(self) -> None:
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        column.addWidget(scrolled(inside, "overview.scroller", self.tr("Overview")))
