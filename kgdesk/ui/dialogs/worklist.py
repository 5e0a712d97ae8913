"""Dialog of a plate: choose how it is filled, start its runs, and write the worklist."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from kgdesk import actions
from kgdesk.actions.worklists import KINDS, Layout, parse_controls, plan_worklist
from kgdesk.errors import KgdeskError
from kgdesk.model.design.samples import FORMATS, parse_names
from kgdesk.model.study.next_run import place_columns
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.template_combo import TemplateCombo
from kgdesk.ui.widgets.basic import Form, Label, button
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions import Change, Session
    from kgdesk.actions.worklists import WorklistPlan
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.settings import Settings
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.session.io_queue import IoQueue

#: Number of runs proposed for a plate, and largest seed of a random order.
_PLATE, _MOST_SEED = 96, 999_999


class PlateChoices(QWidget):
    """How the runs fill a plate, which candidates they are, and what file lists them.

    Parameters
    ----------
    file
        Proposed file of the worklist.
    reader
        Reads templates.
    """

    #: The filling of the plate has changed.
    changed = Signal()
    #: The choice of candidates has changed, possibly to none.
    candidates_changed = Signal()

    def __init__(self, file: Path, reader: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._named = ""
        self._agreed: Path | None = None
        self._make_combos()
        self.columns = TemplateCombo(lambda: self.path.parent, reader, self)  #: Columns of the file.
        self.seed = QSpinBox(self)  #: Of a random order.
        self.seed.setObjectName("worklist.seed")
        self.seed.setAccessibleName(self.tr("Seed of the random order"))
        self.seed.setRange(0, _MOST_SEED)
        self.seed.setMinimumHeight(32)
        self.edge = QCheckBox(self.tr("Leave the o&uter wells out"), self)
        self.edge.setObjectName("worklist.edge")
        self.controls = self._field("controls", self.tr("Wells for controls"), "DMSO:failure=A01,H12")
        self.empty = self._field("empty", self.tr("Wells that stay empty"), "A02,A03")
        self.candidates = self._field(
            "candidates", self.tr("Candidates chosen by a person"), self.tr("as suggested; or names: A, B, C")
        )
        self.name = self._field("name", self.tr("Name of the plate"), self.tr("that of the file"))
        self.file = self._field("file", self.tr("File of the worklist"), "")
        self.file.setText(str(file))
        self._lay_out()
        self.enable(on=True)
        for changed in (self.plate.currentIndexChanged, self.order.currentIndexChanged, self.edge.toggled,
                        self.seed.valueChanged, self.controls.editingFinished, self.empty.editingFinished):  # fmt: skip
            changed.connect(self._laid_out_anew)
        self.columns.read.connect(self.changed)
        self.candidates.editingFinished.connect(self._other_candidates)

    @property
    def path(self) -> Path:
        """File of the worklist; a CSV file unless the name has another ending."""
        path = Path(self.file.text().strip())
        return path if path.suffix.lower() in KINDS else path.with_name(f"{path.name}.csv")

    @property
    def overwrite(self) -> bool:
        """Whether the person has agreed to replace the file."""
        return self.path == self._agreed

    def layout_of(self, settings: Settings) -> Layout:
        """Return how the plate is filled.

        Raises
        ------
        BadInput
            The wells for controls or the empty wells cannot be read.
        """
        order = str(self.order.currentData())
        return Layout(
            plate=int(self.plate.currentData()),
            order=order.removeprefix("snake-"),
            seed=self.seed.value(),
            snake=order.startswith("snake-"),
            edge=not self.edge.isChecked(),
            controls=parse_controls(self.controls.text(), settings),
            empty=parse_names(self.empty.text()),
        )

    def enable(self, *, on: bool) -> None:
        """Enable the choices that make sense together, or none."""
        self.setEnabled(on)
        self.seed.setEnabled(on and self.order.currentData() == "random")

    def _laid_out_anew(self) -> None:
        self.enable(on=self.isEnabled())
        self.changed.emit()

    def _other_candidates(self) -> None:
        named = self.candidates.text().strip()
        if named != self._named:  # editingFinished is emitted also when the field merely loses the focus
            self._named = named
            self.candidates_changed.emit()

    def _browse(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Worklist"), str(self.path), self.tr("Worklists (*.csv *.xlsx)")
        )
        if path:
            self.file.setText(path)
            self._agreed = Path(path) if Path(path) == self.path else None  # the file dialog has asked

    def _lay_out(self) -> None:
        browse = button(self.tr("&Browse…"), "worklist.browse", self._browse, self)
        browse.setAutoDefault(False)
        form = Form(self)
        form.setContentsMargins(0, 0, 0, 0)
        lines: tuple[tuple[str, tuple[QWidget, ...]], ...] = (
            (self.tr("&Wells of the plate"), (self.plate, self.edge)),
            (self.tr("&Filled"), (self.order, Label(self.tr("Seed")), self.seed)),
            (self.tr("&Controls"), (self.controls, Label(self.tr("Empty wells")), self.empty)),
            (self.tr("Ca&ndidates"), (self.candidates,)),
            (self.tr("Na&me of the plate"), (self.name,)),
            (self.tr("C&olumns of the file"), (self.columns,)),
            (self.tr("Fi&le"), (self.file, browse)),
        )
        for text, widgets in lines:
            line = QHBoxLayout()
            for widget in widgets:
                line.addWidget(widget, int(isinstance(widget, QLineEdit)))
            if not any(isinstance(widget, QLineEdit) for widget in widgets):
                line.addStretch(1)
            form.add(text, widgets[0], line)

    def _make_combos(self) -> None:
        orders = (
            (self.tr("row by row"), "rows"), (self.tr("column by column"), "columns"),
            (self.tr("rows to and fro"), "snake-rows"), (self.tr("columns to and fro"), "snake-columns"),
            (self.tr("at random"), "random"),
        )  # fmt: skip
        self.plate = self._combo("plate", [(str(rows * across), rows * across) for rows, across in FORMATS])
        self.plate.choose(_PLATE)
        self.order = self._combo("order", orders)

    def _combo(self, name: str, items: Sequence[tuple[str, Any]]) -> QuietCombo:
        combo = QuietCombo(self)
        combo.setObjectName(f"worklist.{name}")
        for text, data in items:
            combo.addItem(text, data)
        return combo

    def _field(self, name: str, accessible: str, example: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(f"worklist.{name}")
        field.setAccessibleName(accessible)
        field.setPlaceholderText(example)
        return field


class WorklistDialog(BatchDialog):
    """Choose how a plate is filled, start its runs in one gesture, and write the worklist.

    Enter presses the focused button: the one that starts the runs, as soon as they are computed.

    Parameters
    ----------
    control
        Starts the runs.
    """

    plan: WorklistPlan | None = None  #: The worklist of the present choices; None if there is none.

    def __init__(
        self, control: EntryControl, parent: QWidget | None = None, *, count: int | None = None
    ) -> None:
        study = control.controller.study
        left = max(2, min(_PLATE, study.settings.budget - study.done))
        super().__init__(control, parent, count=left if count is None else count)
        self.setObjectName("worklist")
        self.setWindowTitle(self.tr("Worklist"))
        self.saved: Path | None = (
            None  #: File of the worklist; None before, and if the runs started but the file could not be written.
        )
        self._has_file = False

    def sizeHint(self) -> QSize:
        """Return a size for the choices and some eight runs."""
        return QSize(700, 560)

    def ask(self) -> None:
        """Compute the list, or show the candidates that a person chose in their wells."""
        if not self.choices.candidates.text().strip():
            super().ask()
            return
        self._end()
        self._typing.stop()
        self.picks = ()
        self._show()
        self.state.setText(self.tr("These candidates fill the wells in this order; nothing is worked out."))

    def accept(self) -> None:
        """Start all runs and write the file; if one cannot start, or the file cannot be written, none does."""
        plan = self._planned() if self.start.isEnabled() else None
        if plan is None:
            return
        self._starting = True
        self._enable_choices(on=False)
        self.start.setEnabled(False)
        self._control.do(
            self._make, plan, self.choices.path, overwrite=self.choices.overwrite,
            seen_on="card", token=self._token, on_done=self._started,
        )  # fmt: skip

    def _make(self, session: Session, *given: Any, **how: Any) -> Change:
        """Start the runs in the write thread; note whether the file is written too."""
        change = actions.make_worklist(session, *given, **how)
        self._has_file = not change.notice
        return change

    def _started(self, started: bool) -> None:
        self.saved = self.choices.path if started and self._has_file else None
        self._token = self._token if started else uuid.uuid4().hex
        super()._started(started)

    def _planned(self) -> WorklistPlan | None:
        """Return the worklist of the present choices; show the problem and return None if it cannot be made."""
        study, choices = self._controller.study, self.choices
        try:
            names = parse_names(choices.candidates.text())
            return plan_worklist(
                study,
                candidates=names,
                picks=() if names else self.picks,
                repeats=self.repeats.isChecked(),
                layout=choices.layout_of(study.settings),
                name=choices.name.text().strip() or choices.path.stem,
                template=choices.columns.template,
            )
        except KgdeskError as refused:
            refuse(self.strip, refused)
            return None

    def _can_start(self) -> bool:
        reading = self.choices.columns.reading
        return self.plan is not None and not reading and self._control.entry.situation.takes_entries

    def _enable_choices(self, *, on: bool) -> None:
        chosen = bool(self.choices.candidates.text().strip())
        super()._enable_choices(on=on and not chosen)
        self.repeats.setEnabled(on and self.can_repeat)
        self.choices.enable(on=on)

    def _waiting(self) -> None:
        self.plan = None
        super()._waiting()

    def _take(self, picks: tuple[Advice, ...]) -> None:
        super()._take(picks)
        writing = any(part.isAncestorOf(self.focusWidget()) for part in (self.choices, self.limits))
        if self.start.isEnabled() and not writing:
            self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self) -> None:
        had_problem = self.plan is None
        self.plan = self._planned()
        if self.plan is not None and had_problem:
            self.strip.clear()
        super()._show()
        if self.plan is not None:
            self.start.setText(self.tr("&Start all {count} runs").format(count=len(self.plan.runs)))
        self.start.setEnabled(self._can_start() and not self._starting)

    def _columns(self) -> list[Column]:
        runs = () if self.plan is None else self.plan.runs
        if self.picks:
            wells = [use.well for use in runs] or [""] * len(self.picks)
            return [Column(self.tr("Well"), wells), *super()._columns()]
        study = self._controller.study
        rows = [study.pool.row(use.name) for use in runs]
        places = (Column(name, [study.pool.extras[name][at] for at in rows]) for name in place_columns(study))
        return [
            Column(self.tr("Well"), [use.well for use in runs]),
            Column(self.tr("Candidate"), [use.name for use in runs]),
            *places,
        ]

    def _laid_out_anew(self) -> None:
        if self.picks or self.choices.candidates.text().strip():
            self.strip.clear()
            self._show()

    def _other_candidates(self) -> None:
        self.strip.clear()
        self._enable_choices(on=True)
        self.ask()

    def _study_changed(self) -> None:
        super()._study_changed()
        if not self.picks and self.plan is not None and not self._starting:
            self._show()

    def _lay_out(self) -> None:
        super()._lay_out()
        name = f"{self._controller.path.stem} W{len(self._controller.study.worklists) + 1}.csv"
        self.choices = PlateChoices(self._controller.path.with_name(name), self._controller.reader, self)
        self.choices.changed.connect(self._laid_out_anew)
        self.choices.candidates_changed.connect(self._other_candidates)
        self.choices.columns.refused.connect(lambda problem: refuse(self.strip, problem))
        self.column.insertWidget(1, self.choices)
