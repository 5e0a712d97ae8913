"""AnswerCard: a plot below a grey line that says what is drawn and a bold one that says what it says now."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.basic import BoldLabel
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel, QWidget

    from kgdesk.ui.plots.figure import Figure

D = TypeVar("D")


class AnswerCard(PlotCard[D]):
    """Plot card without legend and sentence: its labels stand at the marks.

    A subclass implements `_answer` instead of `_sentence` and `_legend`.
    """

    def __init__(
        self, name: str, figure: Figure, body: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        self.answer = BoldLabel()  #: What the plot says now.
        self.answers = True  #: Whether that is written above the plot.
        super().__init__(name, figure, body, parent)
        for hidden in (self.legend, self.reading):
            self.box.removeWidget(hidden)
            hidden.hide()
        self.box.insertWidget(1, self.answer)
        self.box.setSpacing(1)
        set_role(self.title, role="muted")

    def _answer(self, data: D) -> tuple[str, str]:
        """Return what the plot says now: the words in bold, and those behind them."""
        raise NotImplementedError

    def _sentence(self, data: D) -> str:
        return " ".join(filter(None, self._answer(data)))

    def _legend(self, _data: D) -> list[str]:
        return []

    def texts(self) -> tuple[QLabel, ...]:
        """Return the labels that wrap."""
        return (self.answer,)

    def _restale(self) -> None:
        super()._restale()
        self.reading.hide()
        data = self._nonempty_data()
        self.answer.show_words(*(("", "") if data is None else self._answer(data)))
        self.answer.setVisible(self.answers and data is not None)

    def _write_legend(self, _data: D | None) -> None:
        self.legend.hide()
