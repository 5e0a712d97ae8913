"""The model of a study: other policies, raw values, belief and design matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.advice.earlier_study import weight_sentence
from kgdesk.model.advice.posterior_summary import favoured_terms
from kgdesk.model.design.design_matrix import findings
from kgdesk.ui.pages import model_tables
from kgdesk.ui.pages.stack import FEWEST_LINES, PlotStack, scrolled
from kgdesk.ui.plots.agreement import AgreementCard
from kgdesk.ui.plots.lazy_plot import LazyPlots
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.table import Table

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.session.study_controller import StudyController


class _Page(QWidget):
    """A text above a table."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.text = Label()
        self.text.setObjectName(f"{name}.text")
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_role(self.text, role="muted")
        self.table = Table()
        self.table.setObjectName(f"{name}.table")
        self.table.setAccessibleName(title)
        self.table.widest = 56
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(self.table, 1)


class ModelPage(QWidget):
    """Other policies, raw values, belief and design matrix of `controller.selection.advice`; read-only.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._stale: set[QWidget] = set()
        self._findings: tuple[str, ...] | None = None
        self.setObjectName("model")
        self.setWindowTitle(self.tr("Model"))
        self.agreement = AgreementCard()  #: Which candidate each policy would take.
        self.agreement.take_turns(controller.refresher)
        self.computations = (LazyPlots(controller, self.agreement),)  #: Its computation.
        #: Mean and standard deviation of the weights.
        self.belief = _Page("model.belief", self.tr("Belief about the weights"))
        #: Values of every candidate.
        self.values = _Page("model.values", self.tr("Raw values of the candidates"))
        #: How the columns of X are made.
        self.design = _Page("model.design", self.tr("Columns of the design matrix"))
        self._writers = {
            self.belief: self._write_belief,
            self.values: self._write_values,
            self.design: self._write_design,
        }
        self.pages = QTabWidget()  #: Shows one part.
        self.pages.setObjectName("model.pages")
        self.pages.setAccessibleName(self.tr("Parts of the model"))
        self.pages.setDocumentMode(True)
        stack = PlotStack([self.agreement], lines=[FEWEST_LINES])
        plot = scrolled(stack, "model.scroller", self.agreement.page)
        for page, title in (
            (plot, self.agreement.page),
            (self.values, self.tr("Raw values")),
            (self.belief, self.tr("Weights")),
            (self.design, self.tr("Design matrix")),
        ):
            self.pages.addTab(page, title)
        column = QVBoxLayout(self)
        column.addWidget(self.pages)
        self.pages.currentChanged.connect(lambda _place: self._fill())
        controller.refresher.watch(self, {"advice", "shown"}, self._clear, due=False)
        controller.refresher.watch(self, {"advice", "shown"}, self._refresh, alone=True)

    def reveal(self, part: QWidget) -> None:
        """Show a part."""
        for place in range(self.pages.count()):
            page = self.pages.widget(place)
            if page is part or (page is not None and page.isAncestorOf(part)):
                self.pages.setCurrentIndex(place)

    def _clear(self) -> None:
        """Clear outdated values at once while new ones are computed."""
        if self._controller.selection.advice is None:
            self._refresh()

    def _refresh(self) -> None:
        """Refresh the visible page; mark the others to be refreshed when opened."""
        self._stale = set(self._writers)
        self._fill()

    def _fill(self) -> None:
        page, advice = self.pages.currentWidget(), self._controller.selection.advice
        if not isinstance(page, _Page) or not self.isVisible() or page not in self._stale:
            return
        self._stale.discard(page)
        if advice is not None:
            self._writers[page](advice)
        else:
            page.text.setText(self.tr("The model is being worked out; it appears here by itself."))
            if page in {self.belief, self.values}:
                page.table.show_columns(())

    def _write_belief(self, advice: Advice) -> None:
        study = advice.study
        self.belief.table.show_columns(model_tables.belief_columns(study))
        self.belief.text.setText(
            self.tr(
                "Belief “{kind}” after {count} outcomes. Means and standard deviations are in log-odds per"
                " column of the design matrix. Fingerprint {digest}."
            ).format(kind=advice.belief, count=len(study.valid), digest=advice.belief_digest)
            + "".join(
                f"\n{translate(words)}" for words in (favoured_terms(study), weight_sentence(study)) if words
            )
        )

    def _write_values(self, advice: Advice) -> None:
        self.values.table.show_columns(model_tables.value_columns(advice))
        self.values.text.setText(
            self.tr(
                "KG values are not clipped: the calculation is an approximation, and slightly negative ones"
                " mean that nothing is to be learnt. Policy: {policy}"
            ).format(policy=model_tables.policy_words(advice.policy))
        )

    def _write_design(self, advice: Advice) -> None:
        study = advice.study
        if self._findings is None:
            self._findings = findings(study.pool, study.scaling, study.design)
        self.design.table.show_columns(model_tables.design_columns(study))
        self.design.text.setText(
            "\n".join(map(translate, self._findings))
            or self.tr("No column was dropped, and none follows from the others.")
        )
