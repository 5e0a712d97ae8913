"""Dialogs of a plate: start its runs and write the worklist; preview a file of results before it is recorded."""

from __future__ import annotations

import uuid
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.actions import Change
from kgdesk.actions.worklists import Layout, parse_controls, plan_worklist
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.model.commands.plates import results_on_record
from kgdesk.model.design.samples import FORMATS
from kgdesk.ui.dialogs.batch import SeveralDialog
from kgdesk.ui.dialogs.reason import CarefulDialog
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import MessageStrip, QuietCombo, plain
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from kgdesk.actions import Session
    from kgdesk.actions.results_plan import ResultsPlan
    from kgdesk.actions.worklists import WorklistPlan
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.commands.plates import Unstarted
    from kgdesk.ui.entry.controller import EntryControl

#: Number of runs proposed for a plate.
_PLATE = 96


class WorklistDialog(SeveralDialog):
    """Choose how a plate is filled, start its runs in one gesture, and write the worklist.

    Enter presses the focused button, which is the one that starts the runs as soon as they are worked out.

    Parameters
    ----------
    control
        Starts the runs.
    """

    def __init__(
        self, control: EntryControl, parent: QWidget | None = None, *, count: int | None = None
    ) -> None:
        study = control.controller.study
        left = max(2, min(_PLATE, study.settings.budget - study.done))
        super().__init__(control, parent, count=left if count is None else count)
        self.setObjectName("worklist")
        self.setWindowTitle(self.tr("Worklist"))
        self.saved: Path | None = None  #: File of the worklist; None before.

    def accept(self) -> None:
        """Start all runs and write the file; if one cannot start, or the file cannot be written, none does."""
        if not self.start.isEnabled():
            return
        plan = self._plan()
        if plan is None:
            return
        self._starting = True
        self.start.setEnabled(False)
        self._control.do(
            actions.make_worklist, plan, self.path, seen_on="card", token=self._token, then=self._started
        )

    @property
    def path(self) -> Path:
        """File of the worklist."""
        path = Path(self.file.text().strip())
        return path if path.suffix.lower() in {".csv", ".xlsx"} else path.with_name(f"{path.name}.csv")

    def _started(self, started: bool) -> None:
        self.saved = self.path if started else None
        self._token = self._token if started else uuid.uuid4().hex
        super()._started(started)

    def _plan(self) -> WorklistPlan | None:
        """Return the worklist of the present choices; show the problem and return None if it cannot be made."""
        self.strip.silence()
        study = self._controller.study
        try:
            layout = Layout(
                plate=int(self.plate.currentData()),
                order=str(self.order.currentData()).removeprefix("snake-"),
                snake=str(self.order.currentData()).startswith("snake-"),
                edge=not self.edge.isChecked(),
                controls=parse_controls(self.controls.text(), study.settings),
            )
            return plan_worklist(study, picks=self.picks, layout=layout, name=self.path.stem)
        except KgdeskError as refused:
            refuse(self.strip, refused)
            return None

    def _take(self, picks: tuple[Advice, ...]) -> None:
        super()._take(picks)
        if self.start.isEnabled() and not isinstance(self.focusWidget(), QLineEdit):
            self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _columns(self) -> list[Column]:
        plan = self._plan()
        wells = [use.well for use in plan.runs] if plan is not None else [""] * len(self.picks)
        return [Column(self.tr("Well"), wells), *super()._columns()]

    def _laid_out_anew(self) -> None:
        if self.picks:
            self._show()

    def _lay_out(self) -> None:
        super()._lay_out()
        form = QFormLayout()
        self.plate = self._combo(
            "plate", [(str(rows * columns), rows * columns) for rows, columns in FORMATS]
        )
        self.plate.setCurrentIndex(self.plate.findData(_PLATE))
        self.order = self._combo(
            "order",
            [
                (self.tr("row by row"), "rows"),
                (self.tr("column by column"), "columns"),
                (self.tr("rows to and fro"), "snake-rows"),
                (self.tr("columns to and fro"), "snake-columns"),
                (self.tr("at random"), "random"),
            ],
        )
        self.edge = QCheckBox(self.tr("Leave the &outer wells out"), self)
        self.edge.setObjectName("worklist.edge")
        self.controls = QLineEdit(self)
        self.controls.setObjectName("worklist.controls")
        self.controls.setPlaceholderText("DMSO:failure=A01,H12")
        study = self._controller.study
        name = f"{self._controller.path.stem} W{len(study.worklists) + 1}.csv"
        self.file = QLineEdit(str(self._controller.path.with_name(name)), self)
        self.file.setObjectName("worklist.file")
        form.addRow(self.tr("&Wells of the plate"), self.plate)
        form.addRow(self.tr("&Filled"), self.order)
        form.addRow("", self.edge)
        form.addRow(self.tr("&Controls"), self.controls)
        form.addRow(self.tr("Fi&le"), self.file)
        self.column.insertLayout(1, form)
        self.plate.currentIndexChanged.connect(self._laid_out_anew)
        self.order.currentIndexChanged.connect(self._laid_out_anew)
        self.edge.toggled.connect(self._laid_out_anew)
        self.controls.editingFinished.connect(self._laid_out_anew)

    def _combo(self, name: str, items: list[tuple[str, Any]]) -> QuietCombo:
        combo = QuietCombo(self)
        combo.setObjectName(f"worklist.{name}")
        for text, data in items:
            combo.addItem(text, data)
        return combo


class ResultsDialog(CarefulDialog):
    """Preview the effect of each row of a file of results, ask about uncertain rows, record all or nothing.

    Parameters
    ----------
    control
        Records the results.
    path
        The file.
    """

    def __init__(self, control: EntryControl, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control, self._controller, self._path = control, control.controller, path
        self._reading: dict[str, Any] = {}
        self._token = uuid.uuid4().hex
        self._recording = False
        self.plan: ResultsPlan | None = None  #: What the file would do; None if it cannot be read.
        self.setObjectName("results")
        self.setWindowTitle(self.tr("Results from {file}").format(file=path.name))
        self.table = Table()  #: The rows.
        self.table.setObjectName("results.table")
        self.table.setAccessibleName(self.tr("Rows of the file"))
        self.summary = plain("", "", self)
        self.summary.setObjectName("results.summary")
        self.new = QRadioButton(self.tr("&Runs of this study that nobody started"), self)
        self.new.setObjectName("results.new")
        self.past = QRadioButton(self.tr("Outcomes from &before the study"), self)
        self.past.setObjectName("results.past")
        self.unstarted = plain("", "", self)
        self.again = QCheckBox(self.tr("These are &further outcomes: record them again"), self)
        self.again.setObjectName("results.again")
        self.strip = MessageStrip("results.problem", self)  #: Errors and questions.
        ok = QDialogButtonBox.StandardButton.Ok
        buttons = self.two_buttons(ok, "results.record", self.tr("R&ecord all"))
        self.record = buttons.button(ok)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        for widget in (self.summary, self.unstarted, self.new, self.past, self.again, self.strip, buttons):
            column.addWidget(widget)
        for choice in (self.new, self.past, self.again):
            choice.toggled.connect(self._check)
        self._controller.refresher.watch(self, STUDY_FACTS, self._study_changed, due=False)
        self.read()

    def sizeHint(self) -> QSize:
        """Return a size for about twelve rows."""
        return QSize(680, 520)

    def read(self) -> None:
        """Read the file and show its effect."""
        self.strip.silence()
        self.plan = None
        study = self._controller.study
        try:
            self.plan = actions.plan_results(study, self._path, **self._reading)
        except AmbiguousTable as question:
            choices = tuple(
                (way, partial(self._choose, question.question, way)) for way in question.choices[:4]
            )
            self.strip.say("caution", translate(question), choices)
        except KgdeskError as refused:
            refuse(self.strip, refused)
        else:
            if self.plan is None:
                self.summary.setText(
                    self.tr(
                        "A table of runs with run numbers: runs that the study has are passed over, others are "
                        "restored."
                    )
                )
        self._show()

    def accept(self) -> None:
        """Record all rows in one gesture and close."""
        if not self.record.isEnabled():
            return
        self._recording = True
        self.record.setEnabled(False)
        if self.plan is None:
            self._control.do(_restore, self._path, self._reading, token=self._token, then=self._recorded)
            return
        unstarted: Unstarted = "new" if self.new.isChecked() else "past" if self.past.isChecked() else ""
        again = self.again.isChecked()
        self._control.do(
            _record, self.plan, unstarted=unstarted, again=again, token=self._token, then=self._recorded
        )

    def _recorded(self, recorded: bool) -> None:
        self._recording = False
        if recorded:
            super().accept()
            return
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
        self._check()

    def _choose(self, question: str, way: str) -> None:
        self._reading[question] = way
        self.read()

    def _show(self) -> None:
        plan, study = self.plan, self._controller.study
        rows = () if plan is None else plan.rows
        self.table.show_columns(
            (
                Column(self.tr("Line"), [row.line for row in rows], is_number=True),
                Column(self.tr("Well"), [row.well for row in rows]),
                Column(self.tr("Candidate"), [row.candidate for row in rows]),
                Column(self.tr("What happens"), [translate(row.sentence(study)) for row in rows]),
            )
        )
        self.table.fit_columns()
        unstarted = () if plan is None else plan.unstarted
        if plan is not None:
            lines = (*plan.summary(), *plan.remarks)
            self.summary.setText("\n".join(map(translate, lines[:8])))
        self.unstarted.setText(
            self.tr("Of {count} rows no run is in progress. What are these?").format(count=len(unstarted))
        )
        for widget in (self.unstarted, self.new, self.past):
            widget.setVisible(bool(unstarted))
        twice = (
            plan is not None and not plan.decided_by_tokens and results_on_record(study, plan.table.digest)
        )
        self.again.setVisible(bool(twice))
        if twice:
            when = self.tr("A file with the same content was recorded on {date} already.").format(
                date=twice[:10]
            )
            self.strip.say("caution", when)
        self._check()
        if self.record.isEnabled():
            self.record.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self) -> None:
        """Enable Record if the file can be read and nothing is left to answer."""
        plan = self.plan
        answered = plan is None or not plan.unstarted or self.new.isChecked() or self.past.isChecked()
        answered = answered and (self.again.isHidden() or self.again.isChecked())
        readable = plan is not None or (self.table.model().rowCount() == 0 and bool(self.summary.text()))
        takes = self._control.entry.situation.takes_entries
        self.record.setEnabled(readable and answered and takes and not self._recording)

    def _study_changed(self) -> None:
        if not self._recording:
            self.read()


def _record(session: Session, plan: ResultsPlan, **how: Any) -> Change:
    done = actions.record_results(session, plan, **how)
    return done.change or Change(session.study, frozenset(), ())


def _restore(session: Session, path: Path, reading: dict[str, Any], *, token: str) -> Change:
    done = actions.import_outcomes(session, path, token=token, **reading)
    return done.change or Change(session.study, frozenset(), ())
