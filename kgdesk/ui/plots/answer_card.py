"""AnswerCard: a plot below a grey line that says what is drawn and a bold one that says what it says now."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from kgdesk.ui.plots.card import PlotCard, tool_button
from kgdesk.ui.widgets.basic import BoldLabel, set_tip
from kgdesk.ui.widgets.explanation import Explanation
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QLabel, QWidget

    from kgdesk.ui.plots.figure import Figure

D = TypeVar("D")
#: Commands of the window that its menu offers as well.
_OFFERED = ("plots.reset", "plots.copy", "plots.save")


class AnswerCard(PlotCard[D]):
    """Plot card without legend and sentence: its labels stand at the marks.

    The button "…", or a right click, shows the table, copies or saves the picture, and explains it. A subclass
    implements `_answer` instead of `_sentence` and `_legend`.
    """

    def __init__(
        self, name: str, figure: Figure, body: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        self.answer = BoldLabel()  #: What the plot says now.
        self.answers = True  #: Whether that is written above the plot.
        self.more = tool_button(f"{name}.more")  #: Opens the menu.
        super().__init__(name, figure, body, parent)
        for hidden in (self.how, self.as_table, self.legend, self.reading):
            self.box.removeWidget(hidden)
            self.head.removeWidget(hidden)
            hidden.hide()
        self.more.setText("…")
        self.more.clicked.connect(
            lambda: self._open_menu(self.more.mapToGlobal(self.more.rect().bottomLeft()))
        )
        self.head.addSpacing(4)  # its focus ring keeps off the border of what stands beside it
        self.head.addWidget(self.more)
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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu."""
        self._open_menu(event.globalPos())

    def _restale(self) -> None:
        super()._restale()
        self.reading.hide()
        data = self._nonempty_data()
        self.answer.show_words(*(("", "") if data is None else self._answer(data)))
        self.answer.setVisible(self.answers and data is not None)

    def _write_legend(self, _data: D | None) -> None:
        self.legend.hide()

    def _retitle(self) -> None:
        super()._retitle()
        words = self.tr("More about: {title}").format(title=self.title.text())
        self.more.setAccessibleName(words)
        set_tip(self.more, self.tr("As a table, copy, save, what is this"))

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("plot.menu")
        table = menu.addAction(self.tr("As a &table"), lambda: self.show_table(not self.as_table.isChecked()))
        table.setCheckable(True)
        table.setChecked(self.as_table.isChecked())
        table.setEnabled(self.as_table.isEnabled())
        if self.as_table.isEnabled():
            self.figure.setFocus()  # the commands act on the picture with the keyboard
            menu.addActions(
                [one for name in _OFFERED if (one := self.window().findChild(QAction, name)) is not None]
            )
        menu.addAction(
            self.tr("&What is this?"), lambda: Explanation(self).show_below(self.more, self._words()[1])
        )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)
