"""The Explore tab: the effect of hypothetical outcomes, which are never recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QStringListModel, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.errors import UnknownCandidate
from kgdesk.model.advice.what_if_outcomes import comparison, runner_up
from kgdesk.plain_text import shorten
from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.stack import PlotStack, scrolled
from kgdesk.ui.plots.lazy_plot import LazyPlots
from kgdesk.ui.plots.plot_data import WHAT_IF
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, plain, set_tip
from kgdesk.ui.widgets.folding import fold

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.session.study_controller import StudyController


#: Height of click targets in pixels.
_TARGET = 32
#: Maximum number of candidates compared.
MOST = 3
#: Number of candidates above which completion is off: searching the list would be slow.
_LISTED = 20_000
#: Margins of the tab in pixels, left and right together.
_EDGES = 12


class CodeField(QLineEdit):
    """Line edit for a candidate, with completion."""

    def __init__(self, controller: StudyController) -> None:
        super().__init__()
        self._controller = controller
        self.setMinimumHeight(_TARGET)
        self.setClearButtonEnabled(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Create the completer on first focus."""
        super().focusInEvent(event)
        ids = self._controller.study.pool.ids
        if self.completer() is None and len(ids) <= _LISTED:
            completer = QCompleter(QStringListModel(list(ids), self), self)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setMaxVisibleItems(12)
            self.setCompleter(completer)
            completer.activated.connect(self.returnPressed)


class ExploreTab(LivePage):
    """Compare up to three candidates: both futures of each, and what either outcome would teach about others.

    The default is the suggestion and the runner-up.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self._picked: tuple[str, ...] = ()
        self._shown: tuple[str, ...] = ()
        self.setObjectName("explore")
        self.cards = tuple(make() for make, _ in WHAT_IF)  #: The plots.
        self.computations = tuple(LazyPlots(controller, card) for card in self.cards)  #: Their computations.
        self.field = CodeField(controller)  #: Candidate to add.
        self.field.setObjectName("whatIf.candidate")
        self.field.setPlaceholderText(self.tr("Candidate to compare"))
        self.field.setAccessibleName(self.tr("Candidate to compare"))
        self.add = QPushButton(self.tr("A&dd"))  #: Adds it.
        self.add.setObjectName("whatIf.add")
        self.add.setMinimumHeight(_TARGET)
        self.reset = QPushButton(self.tr("Next e&xperiment"))  #: Returns to the default comparison.
        self.reset.setObjectName("whatIf.reset")
        self.reset.setMinimumHeight(_TARGET)
        set_tip(self.reset, self.tr("Compare the next experiment with the one after it"))
        self.why = plain()  #: Why the first candidate is suggested.
        self.why.setObjectName("whatIf.why")
        self.refusal = plain("", "caution")  #: Why a candidate cannot be added.
        self.refusal.setObjectName("whatIf.refusal")
        self.refusal.hide()
        self._chips = QWidget()
        self._lay_out()
        self.add.clicked.connect(self._add)
        self.field.returnPressed.connect(self._add)
        self.field.textEdited.connect(lambda _: self.refusal.hide())
        self.reset.clicked.connect(lambda: self.compare(()))
        self._follow(self.cards)

    @property
    def candidates(self) -> tuple[str, ...]:
        """The candidates compared."""
        return self._shown

    def compare(self, candidates: tuple[str, ...]) -> None:
        """Compare other candidates, at most three; an empty tuple returns to the default."""
        self._picked = tuple(dict.fromkeys(candidates))[:MOST]
        self._view.renew()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the header if it is too wide."""
        super().resizeEvent(event)
        self._fold_head()

    def event(self, event: QEvent) -> bool:
        """Fold the header when the list of candidates changes."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fold_head()
        return super().event(event)

    def _fold_head(self) -> None:
        fold(self._head, self._halves, self.width() - _EDGES)

    def _show(self, advice: Advice) -> None:
        self._compare(self._picked or self._proposed(advice))
        compared = comparison(advice)
        about = compared is not None and self._shown[:1] == (advice.next,)
        why = translate(compared.why) if compared is not None and about else ""
        self.why.setText(self.tr("Why this one? {why}").format(why=why) if why else "")
        self.why.setVisible(bool(self.why.text()))

    def _proposed(self, advice: Advice) -> tuple[str, ...]:
        second = runner_up(advice)
        first = advice.next or advice.recommended.candidate
        return (first, *(() if second is None else (second.candidate,)))

    def _compare(self, candidates: tuple[str, ...]) -> None:
        changed, self._shown = candidates != self._shown, candidates
        for card in self.cards:
            card.candidates = candidates
            if changed:
                card.wanted.emit()
        if changed:
            self._write_chips()

    def _write_chips(self) -> None:
        line = self._chips.layout()
        assert line is not None  # noqa: S101 - it is made with the tab
        while (item := line.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, code in enumerate(self._shown):
            chip = QToolButton()
            chip.setObjectName(f"whatIf.remove{place}")
            chip.setText(f"{shorten(code)}  ✕")
            set_tip(chip, self.tr("Leave {code} out").format(code=code))
            chip.setAccessibleName(chip.toolTip())
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.setMinimumHeight(_TARGET)
            chip.setEnabled(len(self._shown) > 1)
            rest = tuple(other for other in self._shown if other != code)
            chip.clicked.connect(lambda _=False, rest=rest: self.compare(rest))
            line.addWidget(chip)
        self.add.setEnabled(len(self._shown) < MOST)

    def _add(self) -> None:
        code = self.field.text().strip()
        if not code or len(self._shown) >= MOST:
            return
        try:
            self._controller.study.pool.row(code)
        except UnknownCandidate as refused:
            self.refusal.setText(translate(refused))
            self.refusal.show()
            return
        self.refusal.hide()
        self.field.clear()
        self.compare((*self._shown, code))

    def _lay_out(self) -> None:
        line = QHBoxLayout(self._chips)
        line.setContentsMargins(0, 0, 0, 0)
        label = Label(self.tr("Co&mpare"))
        label.setBuddy(self.field)
        self._halves = compared, further = QHBoxLayout(), QHBoxLayout()
        compared.addWidget(label)
        compared.addWidget(self._chips)
        compared.addStretch(1)
        further.addWidget(self.field, 1)
        further.addWidget(self.add)
        further.addWidget(self.reset)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.addLayout(compared)
        self._head.addLayout(further, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addLayout(self._head)
        column.addWidget(self.refusal)
        # Stacked vertically: the small plots of the slices need full width more than height. The plots have minimum
        # heights, so that only the tab scrolls, and share what room there is in the same proportion.
        lines = [fewest for _, fewest in WHAT_IF]
        stack = PlotStack(self.cards, lines, lines=lines, above=self.why)
        column.addWidget(scrolled(stack, "whatIf.scroller", self.tr("Both futures")), 1)
