"""The checks of a study: integrity of study, predictions, credible ranges and file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, QTime
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.block_checks import block_levels
from kgdesk.model.advice.predicted_values import far_values
from kgdesk.model.advice.prequential import (
    FEWEST,
    calibration_bins,
    expected_outliers,
    misfits,
    outliers,
    predictions,
    scores,
)
from kgdesk.model.advice.stopping_basis import departures
from kgdesk.ui.pages import check_findings
from kgdesk.ui.pages.check_findings import CheckFinding, tr
from kgdesk.ui.pages.check_row import CheckRow
from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.stack import FEWEST_LINES, PlotStack, scrolled
from kgdesk.ui.plots.block_effects import BlockEffectsCard, BlockEffectsData
from kgdesk.ui.plots.calibration import CalibrationCard, CalibrationData
from kgdesk.ui.plots.coverage import CoverageCard, CoverageData
from kgdesk.ui.plots.departures import DeparturesCard, DeparturesData
from kgdesk.ui.plots.measured import MeasuredCard, measured_data
from kgdesk.ui.plots.outliers import OutliersCard, OutliersData
from kgdesk.ui.text.cautions import misfit_words
from kgdesk.ui.text.translate import belief_words, outcome_names, translate
from kgdesk.ui.widgets.combo import Combo

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtGui import QResizeEvent

    from kgdesk.actions import Check
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.certificate import Summary
    from kgdesk.model.advice.predicted_values import FarValue
    from kgdesk.model.advice.prequential import Prediction
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.session.study_controller import StudyController

#: Width in pixels below which the checks are placed above the plot instead of beside it.
NARROW = 640
#: Width in pixels at and above which all plots are shown at once.
WIDE = 1240
_LIST_HEIGHT = 210


class ChecksPage(LivePage):
    """Five checks of the displayed state, each with a sentence, and their plots.

    Nothing is computed while the tab is hidden.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self._far: tuple[int | None, int, tuple[FarValue, ...]] = (None, -1, ())
        self._file: tuple[Check | KgdeskError, QTime] | None = None
        self.setObjectName("checks")
        self.setWindowTitle(self.tr("Checks"))
        self.trust, self.surprises = CalibrationCard(), OutliersCard()  #: Plots of calibration and surprises.
        #: Plots of coverage, and of plates, days, operators and lots.
        self.ranges, self.groups = CoverageCard(), DeparturesCard()
        #: Plots of the measured values, and of the effects of blocks.
        self.measured, self.blocks = MeasuredCard(self), BlockEffectsCard(self)
        #: All plots; those of blocks and values only in a study that names or measures any.
        self.cards: tuple[PlotCard[Any], ...] = (
            self.trust,
            self.surprises,
            *((self.blocks,) if controller.study.settings.block_columns else ()),
            self.groups,
            self.ranges,
            *((self.measured,) if controller.study.settings.measured else ()),
        )
        self.measured.setVisible(False)
        self.blocks.setVisible(False)
        #: Row of each check by name.
        self.rows = {
            "trust": CheckRow("checks.trust", self.tr("Predictions")),
            "surprises": CheckRow("checks.surprises", self.tr("Surprises")),
            "groups": CheckRow("checks.groups", self.tr("Plates, days, operators, lots")),
            "ranges": CheckRow("checks.ranges", self.tr("Ranges")),
            "file": CheckRow(
                "checks.file", self.tr("Study file"), (self.tr("Check the &file"), self.check_file)
            ),
        }
        self.picker = Combo()  #: Chooses one plot in a narrow window.
        self.picker.setObjectName("checks.picker")
        self.picker.setAccessibleName(self.tr("Picture"))
        self.picker.setMinimumHeight(32)
        self._lay_out()
        self.picker.currentIndexChanged.connect(self._arrange)
        self.surprises.run_chosen.connect(controller.selection.run_requested)
        self._follow(self.cards)
        self._arrange()

    def reveal(self, name: str) -> None:
        """Bring the picture of a check into sight, by its key in `rows`, and the keyboard to its row."""
        groups = self.blocks if self.blocks in self.cards else self.groups
        card = {"trust": self.trust, "ranges": self.ranges, "groups": groups}.get(name)
        if card is not None:
            self.picker.setCurrentIndex(self.cards.index(card))
        self.rows[name].advice.setFocus()
        self._list.ensureWidgetVisible(self.rows[name])

    def check_file(self) -> None:
        """Verify the event log and recompute every suggestion, in the compute queue."""
        act = self.rows["file"].act
        if act is not None:
            act.setEnabled(False)
        path = self._controller.path
        self._controller.advice.compute("file", lambda: checked_file(path), self._take_file)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange checks and plots for the width."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Reformat numbers in another language."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.LocaleChange} and hasattr(self, "picker"):
            self._view.invalidate()

    def _show(self, _advice: Advice) -> None:
        controller, as_of = self._controller, self._controller.selection.as_of
        study = self._looked_at()
        controller.advice.compute(
            "far values", lambda: (as_of, study.revision, far_values(study)), self._take_far
        )
        shows = (self._show_predictions, self._show_ranges, self._show_file, self._arrange)
        for show in shows:
            controller.refresher.draw(show)

    def _looked_at(self) -> Study:
        as_of, shown = self._controller.selection.as_of, self._controller.selection.advice
        return self._controller.study if as_of is None or shown is None else shown.study

    def _show_predictions(self) -> None:
        study = self._looked_at()
        seen = predictions(study)
        trust = calibration_data(seen)
        odd = OutliersData(outliers(study, seen), expected_outliers(seen), len(seen), outcome_names(study))
        self.trust.set_data(trust)
        self.measured.set_data(measured_data(study))
        self.surprises.set_data(odd)
        self.rows["trust"].show_finding(check_findings.calibration_finding(trust, misfits(seen)))
        groups = departures(study)
        self.groups.set_data(DeparturesData(groups))
        blocks = self._blocks_study()
        levels = block_levels(blocks) if blocks is not None else ()
        self.blocks.set_data(BlockEffectsData(levels))
        self.rows["groups"].show_finding(check_findings.groups_finding(blocks, levels, groups))
        as_of, revision, far = self._far
        known = (as_of, revision) == (self._controller.selection.as_of, study.revision)
        self.rows["surprises"].show_finding(check_findings.outliers_finding(odd, far if known else ()))

    def _blocks_study(self) -> Study | None:
        """Return the displayed study once the effects of its blocks are computed; None before."""
        advice, study = self._controller.selection.advice, self._looked_at()
        return study if advice is not None and advice.study is study else None

    def _show_ranges(self) -> None:
        study, level = self._controller.study, self._controller.advice.level
        summary, finding = coverage(study, level)
        self.ranges.set_data(
            CoverageData(summary, belief_words(study), len(study.scaling.columns) - 1, level)
        )
        self.rows["ranges"].show_finding(finding)

    def _show_file(self) -> None:
        answer, at = self._file or (None, None)
        self.rows["file"].show_finding(
            check_findings.file_finding(
                answer, self._controller.study.revision, at, self._controller.session.trust
            )
        )

    def _take_far(self, answer: tuple[int | None, int, tuple[FarValue, ...]]) -> None:
        self._far = answer
        self._show_predictions()

    def _take_file(self, answer: Check | KgdeskError) -> None:
        self._file = answer, QTime.currentTime()
        act = self.rows["file"].act
        if act is not None:
            act.setEnabled(True)
        self._show_file()

    def _arrange(self) -> None:
        digit = self.fontMetrics().horizontalAdvance("0")
        wide = self.width() >= max(WIDE, 100 * digit)
        # The list scrolls vertically only: where it is narrower than its texts, they would be cut.
        least = self._inside.minimumSizeHint().width() + self._list.verticalScrollBar().sizeHint().width()
        upright = self.width() < max(NARROW, 64 * digit, least + 40 * digit)
        ways = QBoxLayout.Direction
        self._line.setDirection(ways.TopToBottom if upright else ways.LeftToRight)
        self._list.setMinimumSize(least, _LIST_HEIGHT if upright else 0)
        self.picker.setVisible(not wide)
        chosen = self.picker.currentIndex()
        for place, card in enumerate(self.cards):
            card.setVisible(wide or place == chosen)
        for line in (0, 1):
            self._grid.setColumnStretch(line, 1 if wide or chosen % 2 == line else 0)
        for line in range((len(self.cards) + 1) // 2):
            self._grid.setRowStretch(line, 1 if wide or chosen // 2 == line else 0)

    def _lay_out(self) -> None:
        for card in self.cards:
            self.picker.addItem(card.title.text())
        self._inside = inside = QWidget()
        list_of_checks = QVBoxLayout(inside)
        list_of_checks.setContentsMargins(0, 0, 4, 0)
        list_of_checks.setSpacing(6)
        for row in self.rows.values():
            list_of_checks.addWidget(row)
        list_of_checks.addStretch(1)
        self._list = area = QScrollArea()
        area.setObjectName("checks.list")
        area.setAccessibleName(self.tr("Checks"))
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        area.setWidget(inside)
        stack = PlotStack(self.cards, columns=2, lines=(FEWEST_LINES,) * len(self.cards))
        self._grid = stack.grid
        right = QVBoxLayout()
        right.addWidget(self.picker)
        right.addWidget(scrolled(stack, "checks.scroller", self.tr("Pictures")), 1)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(6, 6, 6, 6)
        self._line.addWidget(area, 2)
        self._line.addLayout(right, 3)


def calibration_data(seen: Sequence[Prediction]) -> CalibrationData:
    """Return the data of the calibration plot and of its finding."""
    return CalibrationData(
        len(seen), FEWEST, calibration_bins(seen), scores(seen) if seen else None, misfit_words(misfits(seen))
    )


def coverage(study: Study, level: float) -> tuple[Summary | None, CheckFinding]:
    """Return the measured coverage of the ranges of a study's belief (None if unmeasured) and the finding about it.

    `level` is the probability, 0..1, of the ranges on screen.
    """
    known, stated = actions.certificate(), actions.chance_certificate()
    summary = known.of(study.settings.belief) if known is not None else None
    chances = check_findings.chances_words(
        stated, study.settings.terms, current=stated is not None and actions.is_current(stated)
    )
    current = known is None or actions.is_current(known)
    return summary, check_findings.coverage_finding(summary, current=current, level=level, chances=chances)


def record_finding(trust: Trust) -> CheckFinding:
    """Judge whether the record is complete as far as this computer knows, by the comparison made on opening."""
    if trust.doubtful:
        return check_findings.file_finding(None, trust.entries, trust=trust)
    advice = tr("“Check the file” in the checks follows every entry and works every suggestion out again.")
    return CheckFinding("good" if trust.unremarkable else "note", translate(trust.sentence), advice)


def checked_file(path: Path) -> Check | KgdeskError:
    """Verify a study file or archive; return why it cannot be, if so."""
    try:
        return actions.verify(path)
    except KgdeskError as problem:
        return problem
