"""The model of a study: effects, belief, raw values, design matrix and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.advice.earlier_study import weight_sentence
from kgdesk.model.advice.posterior_summary import favoured_terms
from kgdesk.model.design.design_matrix import findings
from kgdesk.ui.pages import model_tables
from kgdesk.ui.pages.stack import FEWEST_LINES, PlotStack, scrolled
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.lazy_plot import LazyPlots
from kgdesk.ui.plots.plot_data import MODEL
from kgdesk.ui.text.locale_format import local_time
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.session.study_controller import StudyController


class _Page(QWidget):
    """A text above a table."""

    def __init__(self, name: str, title: str, *, sortable: bool = True) -> None:
        super().__init__()
        self.text = Label()
        self.text.setObjectName(f"{name}.text")
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_role(self.text, role="muted")
        self.table = Table(sortable=sortable)
        self.table.setObjectName(f"{name}.table")
        self.table.setAccessibleName(title)
        self.table.widest = 56
        self.column = QVBoxLayout(self)
        self.column.addWidget(self.text)
        self.column.addWidget(self.table, 1)


class PartPicker(QWidget):
    """Several parts of one sub-tab, of which a picker shows one.

    Parameters
    ----------
    name
        Qt object name of the picker.
    parts
        Each with its title.
    """

    def __init__(self, name: str, parts: Sequence[tuple[QWidget, str]]) -> None:
        super().__init__()
        self.picker = QuietCombo()  #: Chooses the part.
        self.picker.setObjectName(name)
        self.picker.setAccessibleName(self.tr("Part"))
        self.stack = QStackedWidget()  #: Shows it.
        self.parts = tuple(part for part, _ in parts)  #: In the order of the picker.
        for part, title in parts:
            alone = PlotStack([part], lines=[FEWEST_LINES]) if isinstance(part, PlotCard) else None
            self.stack.addWidget(part if alone is None else scrolled(alone, f"{name}.scroller", title))
            self.picker.addItem(title)
        self.picker.currentIndexChanged.connect(self.stack.setCurrentIndex)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 0)
        column.addWidget(self.picker, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.stack, 1)
        # Once it has a parent: without one it would open a window of its own.
        self.picker.setVisible(len(parts) > 1)


class ModelPage(QWidget):
    """Effects, belief, raw values, design matrix and settings of `controller.selection.advice`; read-only.

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
        self.cards = tuple(make() for _, make in MODEL)  #: Lazily computed plots.
        self.computations = tuple(LazyPlots(controller, card) for card in self.cards)  #: Their computations.
        for card in self.cards:
            card.take_turns(controller.refresher)
        #: Mean and standard deviation of the weights.
        self.belief = _Page("model.belief", self.tr("Belief about the weights"))
        #: Values of every candidate.
        self.values = _Page("model.values", self.tr("Raw values of the candidates"))
        #: How the columns of X are made.
        self.design = _Page("model.design", self.tr("Columns of the design matrix"))
        #: Settings and file.
        self.settings = _Page("model.settings", self.tr("Settings of the study"), sortable=False)
        self._writers = {
            self.belief: self._write_belief,
            self.values: self._write_values,
            self.design: self._write_design,
            self.settings: self._write_settings,
        }
        self.path = QLineEdit()  #: Path of the study file.
        self.path.setObjectName("model.path")
        self.path.setReadOnly(True)
        self._add_file_row()
        self.pages = QTabWidget()  #: Four sub-tabs of one to three parts.
        self.pages.setObjectName("model.pages")
        self.pages.setAccessibleName(self.tr("Parts of the model"))
        self.pages.setDocumentMode(True)
        self._add_pages()
        column = QVBoxLayout(self)
        column.addWidget(self.pages)
        self.pages.currentChanged.connect(lambda _place: self._fill())
        controller.refresher.watch(self, {"advice", "shown"}, self._clear, due=False)
        controller.refresher.watch(self, {"advice", "shown"}, self._refresh, alone=True)

    def _add_pages(self) -> None:
        belief, design = (self.belief, self.tr("Weights")), (self.design, self.tr("Design matrix"))
        groups: tuple[tuple[str, str, tuple[tuple[QWidget, str], ...]], ...] = (
            ("candidates", self.tr("Candidates"), ((self.values, self.tr("Raw values")),)),
            ("weights", self.tr("Belief"), (belief, design)),
            ("study", self.tr("Settings and file"), ((self.settings, self.tr("Settings and file")),)),
        )
        for name, title, tables in groups:
            plots = [
                (card, card.page) for (group, _), card in zip(MODEL, self.cards, strict=True) if group == name
            ]
            page = PartPicker(f"model.part.{name}", (*plots, *tables))
            page.stack.currentChanged.connect(lambda _place: self._fill())
            self.pages.addTab(page, title)

    def reveal(self, part: QWidget) -> None:
        """Show a part in its sub-tab."""
        for place in range(self.pages.count()):
            page = self.pages.widget(place)
            if isinstance(page, PartPicker) and part in page.parts:
                page.picker.setCurrentIndex(page.parts.index(part))
                self.pages.setCurrentIndex(place)

    @property
    def part(self) -> QWidget | None:
        """The part on display."""
        page = self.pages.currentWidget()
        return page.parts[page.stack.currentIndex()] if isinstance(page, PartPicker) else None

    def _add_file_row(self) -> None:
        label = Label(self.tr("&File:"))
        label.setBuddy(self.path)
        self.path.setAccessibleName(self.tr("Study file"))
        copy = QPushButton(self.tr("Copy file &name"))
        copy.setObjectName("model.copyPath")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(self._controller.path)))
        head = QPushButton(self.tr("Copy hea&d of the log"))
        head.setObjectName("model.copyHead")
        head.clicked.connect(self._copy_head)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.path, 1)
        row.addWidget(copy)
        row.addWidget(head)
        self.settings.column.addLayout(row)

    def _copy_head(self) -> None:
        head = self._controller.study.head
        QGuiApplication.clipboard().setText(f"{head.seq} {head.hash}")

    def _clear(self) -> None:
        """Clear outdated values at once while new ones are computed."""
        if self._controller.selection.advice is None:
            self._refresh()

    def _refresh(self) -> None:
        """Refresh the visible page; mark the others to be refreshed when opened."""
        self._stale = set(self._writers)
        self._fill()

    def _fill(self) -> None:
        page, advice = self.part, self._controller.selection.advice
        if page is None or not self.isVisible() or page not in self._stale:
            return
        self._stale.discard(page)
        path = self._controller.path
        self.path.setText(str(path))
        self.path.setCursorPosition(0)
        if not isinstance(page, _Page):
            return
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

    def _write_settings(self, advice: Advice) -> None:
        study = advice.study
        self.settings.table.show_columns(
            model_tables.fact_columns(model_tables.settings_facts(study, self._controller.session.trust))
        )
        self.settings.text.setText(
            self.tr(
                "Settled when the study was made and fixed since, but for the codes of the samples. State of {time}."
            ).format(time=local_time(study.events[-1].new.recorded_at_utc))
        )
