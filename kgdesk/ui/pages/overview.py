"""The tabs of plots: Overview of the state, and What if, the effect of outcomes that nothing records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.stack import FEWEST_LINES, PlotStack, scrolled
from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.best import BestCard
from kgdesk.ui.plots.effects import EffectsCard
from kgdesk.ui.plots.lazy_plot import LazyPlots
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.widgets.combo import Combo

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.session.study_controller import StudyController

#: Width in pixels and in digits of the font, and height in lines, below which one plot is shown at a time.
NARROW, _DIGITS, _LOW = 760, 90, 40
_TARGET = 32


class OverviewTab(LivePage):
    """Four plots in a grid, or one with a picker in a narrow or low window.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.setObjectName("overview")
        self._narrow: bool | None = None
        self.value, self.promising = ValueCard(), PromisingCard()  #: Plots of value and promising candidates.
        self.best, self.effects = BestCard(), EffectsCard()  #: Plots of trajectory and effects.
        #: All plots.
        self.cards: tuple[PlotCard[Any], ...] = (self.value, self.promising, self.best, self.effects)
        self.picker = Combo()  #: Chooses one plot in a narrow window.
        self.picker.setObjectName("overview.picker")
        self.picker.setAccessibleName(self.tr("Picture"))
        self.picker.setMinimumHeight(_TARGET)
        self._lay_out()
        self.picker.currentIndexChanged.connect(self._arrange)
        self._effects_computation = LazyPlots(controller, self.effects)
        self.best.runChosen.connect(controller.selection.show_as_of)
        for card in (self.value, self.promising):
            card.candidateChosen.connect(self._point)
        self._follow(self.cards)
        controller.refresher.watch(self, {"selection"}, self._mark)
        controller.refresher.watch(self, {"trajectory"}, self._show_best, due=False)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Switch between four plots and one."""
        super().resizeEvent(event)
        self._count()

    def _count(self) -> None:
        metrics = self.fontMetrics()
        narrow = (
            self.width() < max(NARROW, _DIGITS * metrics.horizontalAdvance("0"))
            or self.height() < _LOW * metrics.lineSpacing()
        )
        if narrow != self._narrow:
            self._narrow = narrow
            self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Reformat numbers in another language."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.LocaleChange} and hasattr(self, "_grid"):
            self._view.invalidate()
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_grid"):
            self._count()

    def _show(self, advice: Advice) -> None:
        self.value.set_data(plot_data.value_data(advice))
        self.promising.set_data(plot_data.promising_data(advice))
        self._show_best()

    def _show_best(self) -> None:
        controller = self._controller
        self.best.set_data(
            plot_data.best_data(
                controller.study,
                controller.advice.trajectory,
                controller.selection.as_of,
                controller.advice.level,
            )
        )

    def _point(self, candidate: str) -> None:
        self._controller.selection.select(
            None if candidate == self._controller.selection.candidate else candidate
        )

    def _mark(self) -> None:
        for card in (self.value, self.promising):
            card.point_at(self._controller.selection.candidate)

    def _arrange(self) -> None:
        narrow = bool(self._narrow)
        self.picker.setVisible(narrow)
        chosen = self.picker.currentIndex()
        for place, card in enumerate(self.cards):
            card.setVisible(not narrow or place == chosen)
        for line in (0, 1):
            alone = narrow and chosen in {0, 1, 2, 3}
            self._grid.setColumnStretch(line, 1 if not alone or chosen % 2 == line else 0)
            self._grid.setRowStretch(line, 1 if not alone or chosen // 2 == line else 0)

    def _lay_out(self) -> None:
        for card in self.cards:
            self.picker.addItem(card.title.text())
        stack = PlotStack(self.cards, columns=2, lines=(FEWEST_LINES,) * len(self.cards))
        self._grid = stack.grid
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.picker)
        column.addWidget(scrolled(stack, "overview.scroller", self.tr("Overview")), 1)
