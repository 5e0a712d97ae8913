"""The Overview tab: four plots of the study's state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.best import BestCard
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.row_cards import EffectsCard
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.tabs.pages import LivePage

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.session.study_controller import StudyController

#: Width in pixels, and in digits of the font, below which one plot is shown at a time.
NARROW, _DIGITS = 760, 64
_TARGET = 32


class OverviewTab(LivePage):
    """Four plots in a grid, or one with a picker in a narrow window.

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
        self.picker = QComboBox()  #: Chooses one plot in a narrow window.
        self.picker.setObjectName("overview.picker")
        self.picker.setAccessibleName(self.tr("Picture"))
        self.picker.setMinimumHeight(_TARGET)
        self._lay_out()
        self.picker.currentIndexChanged.connect(self._arrange)
        self.best.runChosen.connect(controller.show_as_of)
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
        narrow = self.width() < max(NARROW, _DIGITS * self.fontMetrics().horizontalAdvance("0"))
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
        self.effects.set_data(plot_data.effects_data(advice))
        self._show_best()

    def _show_best(self) -> None:
        controller = self._controller
        self.best.set_data(
            plot_data.best_data(controller.study, controller.trajectory, controller.as_of, controller.level)
        )

    def _point(self, candidate: str) -> None:
        self._controller.select(None if candidate == self._controller.selected else candidate)

    def _mark(self) -> None:
        for card in (self.value, self.promising):
            card.point_at(self._controller.selected)

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
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        for place, card in enumerate(self.cards):
            self._grid.addWidget(card, place // 2, place % 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.picker)
        column.addLayout(self._grid, 1)
