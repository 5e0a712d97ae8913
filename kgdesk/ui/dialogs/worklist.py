"""Window of a plate: draw how it is filled, start its runs, and write the worklist."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.actions.worklists import KINDS, Controls, Layout, plan_worklist
from kgdesk.errors import KgdeskError
from kgdesk.model.design.pool import with_unit
from kgdesk.model.design.samples import FORMATS, parse_names, plate_format
from kgdesk.model.study.next_run import bare_name, place_columns
from kgdesk.ui.dialogs.suggested_runs import SuggestedRuns
from kgdesk.ui.dialogs.template_combo import TemplateCombo
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, number, percent
from kgdesk.ui.widgets.basic import Form, Label, button, card, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog
from kgdesk.ui.widgets.fold import Fold
from kgdesk.ui.widgets.folding import FlowRow, FoldingRow
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.plate_editor import PlateEditor
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.table import Column, Table
from kgdesk.ui.widgets.table_model import in_two_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QResizeEvent

    from kgdesk.actions import Change, Session
    from kgdesk.actions.worklists import WorklistPlan
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.worklists import WellUse
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.session.io_queue import IoQueue

#: Number of wells proposed, and largest seed of a random order.
_PLATE, _MOST_SEED = 96, 999_999
#: Share of the screen that the window takes.
_SHARE = 0.85


class PlateChoices(QWidget):
    """The plate: its format, the order in which runs fill it, and the wells that are kept for something else.

    Parameters
    ----------
    study
        The last worklist of the study comes back.
    """

    #: The filling of the plate has changed.
    changed = Signal()

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.uses: dict[str, WellUse] = {}  #: What the wells hold, as planned.
        self._numbers: dict[str, int] = {}
        self.plate = PlateEditor(self._described, self)
        self.format = _combo(
            "worklist.format",
            [
                (self.tr("{count} wells").format(count=rows * across), rows * across)
                for rows, across in FORMATS
            ],
            self,
        )
        self.format.setAccessibleName(self.tr("Wells of the plate"))
        orders = (
            (self.tr("row by row"), "rows"), (self.tr("column by column"), "columns"),
            (self.tr("rows to and fro"), "snake-rows"), (self.tr("columns to and fro"), "snake-columns"),
            (self.tr("at random"), "random"),
        )  # fmt: skip
        self.order = _combo("worklist.order", orders, self)
        self.order.setAccessibleName(self.tr("Order in which runs fill the plate"))
        self.seed = QSpinBox(self)  #: Of a random order.
        self.seed.setObjectName("worklist.seed")
        self.seed.setAccessibleName(self.tr("Seed of the random order"))
        self.seed.setPrefix(self.tr("seed {number}").format(number=""))
        self.seed.setRange(0, _MOST_SEED)
        self.seed.setMinimumHeight(32)
        self.brushes = QButtonGroup(self)  #: One of the brushes is chosen.
        self.names = {
            "success": self._name("worklist.success", self.tr("Name of the success control")),
            "failure": self._name("worklist.failure", self.tr("Name of the failure control")),
        }  #: Names of the controls by the outcome that they must have.
        self.counts = plain("", "muted", self)  #: How many wells of each kind.
        self.counts.setObjectName("worklist.counts")
        self.format.choose(_PLATE)
        self._take_last(study)
        self._lay_out()
        self._show_format()
        self.seed.setVisible(self.order.currentData() == "random")
        self.format.currentIndexChanged.connect(self._other_format)
        self.order.currentIndexChanged.connect(self._other_order)
        self.seed.valueChanged.connect(self.changed)
        self.plate.changed.connect(self.changed)
        for field in self.names.values():
            field.editingFinished.connect(self.changed)

    @property
    def layout_of(self) -> Layout:
        """How the plate is filled."""
        order = str(self.order.currentData())
        controls = (
            Controls(self.control_name(kind), self.plate.wells_with(kind), kind) for kind in self.names
        )
        return Layout(
            plate=int(self.format.currentData()),
            order=order.removeprefix("snake-"),
            seed=self.seed.value() if order == "random" else 0,
            snake=order.startswith("snake-"),
            controls=tuple(one for one in controls if one.wells),
            empty=self.plate.wells_with("empty"),
        )

    def control_name(self, kind: str) -> str:
        """Return the name of the controls that must succeed or fail."""
        field = self.names[kind]
        return field.text().strip() or field.placeholderText()

    def show_plan(self, plan: WorklistPlan | None, numbers: Iterable[int]) -> None:
        """Show what the wells hold; `numbers` are those that the runs will have."""
        self.uses = {} if plan is None else {use.well: use for use in plan.wells}
        runs = () if plan is None else plan.runs
        self._numbers = {use.well: run for use, run in zip(runs, numbers, strict=False)}
        self.plate.show_runs({well: str(run) for well, run in self._numbers.items()})
        kept = list(self.plate.marks.values())
        self.counts.setText(
            self.tr("Runs: {runs}. Controls: {controls}. Wells kept empty: {empty}.").format(
                runs=len(runs), controls=len(kept) - kept.count("empty"), empty=kept.count("empty")
            )
        )

    def _described(self, well: str) -> str:
        """Return what a well holds, in words."""
        use = self.uses.get(well)
        if use is None:
            return self.tr("free")
        if use.holds == "empty":
            return self.tr("kept empty")
        if use.holds == "control":
            return _control_text(use)
        return self.tr("run {number}, {candidate}").format(
            number=self._numbers.get(well, ""), candidate=use.name
        )

    def _take_last(self, study: Study) -> None:
        """Take over format, order, controls and empty wells of the last worklist."""
        if not study.worklists:
            return
        last = study.worklists[-1]
        self.format.choose(last.rows * last.columns)
        self.order.choose(f"snake-{last.order}" if last.snake else last.order)
        self.seed.setValue(last.seed)
        for use in last.wells:
            if use.holds == "empty":
                self.plate.marks[use.well] = "empty"
            elif use.holds == "control" and use.expects:
                self.plate.marks[use.well] = use.expects
                self.names[use.expects].setText(use.name)

    def _other_format(self) -> None:
        self._show_format()
        self.changed.emit()

    def _show_format(self) -> None:
        self.plate.show_format(*plate_format(int(self.format.currentData())))

    def _other_order(self) -> None:
        self.seed.setVisible(self.order.currentData() == "random")
        self.changed.emit()

    def _name(self, name: str, accessible: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setAccessibleName(accessible)
        field.setMinimumHeight(32)
        return field

    def _lay_out(self) -> None:
        title = Label(self.tr("Plate"))
        set_role(title, role="title")
        head = FoldingRow(title, self.format, self.order, self.seed)
        brushes = []
        for nth, (name, text, mark) in enumerate(
            (
                ("runs", self.tr("R&uns"), ""),
                ("success", self.tr("Success &control"), "success"),
                ("failure", self.tr("Failure contr&ol"), "failure"),
                ("empty", self.tr("&Keep empty"), "empty"),
            )
        ):
            brush = QToolButton(self)
            brush.setObjectName(f"worklist.brush.{name}")
            brush.setText(text)
            brush.setCheckable(True)
            brush.setMinimumHeight(32)
            brush.setProperty("mark", mark)
            set_role(brush, answer="brush")
            brush.setChecked(nth == 0)
            self.brushes.addButton(brush)
            brushes.append(brush)
        self.brushes.buttonClicked.connect(self._take_brush)
        hint = Label(self.tr("Click or drag:"))
        set_role(hint, role="muted")
        self.names["success"].setPlaceholderText(self.tr("Success control"))
        self.names["failure"].setPlaceholderText(self.tr("Failure control"))
        fields = []
        for sign, kind, text in (
            (SUCCESS, "success", self.tr("Success control is")),
            (FAILURE, "failure", self.tr("Failure control is")),
        ):
            pair = QHBoxLayout()
            label = Label(f"{sign} {text}")
            label.setBuddy(self.names[kind])
            pair.addWidget(label)
            pair.addWidget(self.names[kind], 1)
            fields.append(pair)
        frame, column = card()
        column.addWidget(FlowRow(hint, *brushes))
        column.addWidget(self.plate, 1)
        column.addWidget(FoldingRow(*fields))
        column.addWidget(self.counts)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(head)
        whole.addWidget(frame, 1)

    def _take_brush(self, brush: QToolButton) -> None:
        self.plate.brush = str(brush.property("mark"))


class FileChoices(QWidget):
    """Name of the plate, and the file that lists its runs.

    Parameters
    ----------
    file
        Proposed file of the worklist.
    reader
        Reads templates.
    """

    #: The file or its columns have changed.
    changed = Signal()

    def __init__(self, file: Path, reader: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._agreed: Path | None = None
        self.columns = TemplateCombo(lambda: self.path.parent, reader, self)  #: Columns of the file.
        self.name = self._field("name", self.tr("Name of the plate"), self.tr("that of the file"))
        self.file = self._field("file", self.tr("File of the worklist"), "")
        self.file.setText(str(file))
        browse = button(self.tr("&Browse…"), "worklist.browse", self._browse, self)
        browse.setAutoDefault(False)
        beside = QHBoxLayout()
        beside.addWidget(self.file, 1)
        beside.addWidget(browse)
        form = Form(self)
        form.setContentsMargins(0, 4, 0, 0)
        form.setRowWrapPolicy(Form.RowWrapPolicy.WrapLongRows)
        form.add(self.tr("Na&me of the plate"), self.name)
        form.add(self.tr("Columns of t&he file"), self.columns)
        form.add(self.tr("Fil&e"), self.file, beside)
        self.columns.read.connect(self.changed)
        self.file.textChanged.connect(self.changed)
        self.name.editingFinished.connect(self.changed)

    @property
    def path(self) -> Path:
        """File of the worklist; a CSV file unless the name has another ending."""
        path = Path(self.file.text().strip())
        return path if path.suffix.lower() in KINDS else path.with_name(f"{path.name}.csv")

    @property
    def overwrite(self) -> bool:
        """Whether the person has agreed to replace the file."""
        return self.path == self._agreed

    def _browse(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Worklist"), str(self.path), self.tr("Worklists (*.csv *.xlsx)")
        )
        if path:
            self.file.setText(path)
            self._agreed = Path(path) if Path(path) == self.path else None  # the file dialog has asked

    def _field(self, name: str, accessible: str, example: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(f"worklist.{name}")
        field.setAccessibleName(accessible)
        field.setPlaceholderText(example)
        field.setMinimumHeight(32)
        return field


class WorklistDialog(ScannerSafeDialog):
    """Draw how a plate is filled, start its runs in one gesture, and write the worklist.

    Enter presses the focused button: the one that starts the runs, as soon as they are computed.

    Parameters
    ----------
    control
        Starts the runs.
    count
        Initial number of runs.
    """

    def __init__(
        self, control: EntryControl, parent: QWidget | None = None, *, count: int | None = None
    ) -> None:
        super().__init__(parent)
        self._control, self._controller = control, control.controller
        study = self._controller.study
        self._named = ""
        self._has_file = False
        self.setObjectName("worklist")
        self.setWindowTitle(self.tr("Worklist"))
        self.plan: WorklistPlan | None = None  #: The worklist of the present choices; None if there is none.
        self.saved: Path | None = (
            None  #: File of the worklist; None before, and if the runs started but the file could not be written.
        )
        left = max(1, min(study.settings.plate_size, study.settings.budget - study.done))
        self.runs = SuggestedRuns(
            control, "worklist", left if count is None else count, self
        )  #: The runs that are suggested.
        self.count, self.limits, self.strip = self.runs.count, self.runs.limits, self.runs.strip
        self.repeats, self.where = self.runs.repeats, self.runs.where
        self._make_parts(study)
        self._lay_out()
        self.resize(self.screen().availableSize() * _SHARE)
        self.runs.outdated.connect(self._outdate)
        self.runs.ready.connect(self._take)
        self.runs.started.connect(self._started)
        self.runs.ask()

    @property
    def picks(self) -> tuple[Advice, ...]:
        """Advice for each run that is suggested."""
        return self.runs.picks

    def accept(self) -> None:
        """Start all runs and write the file; if one cannot start, or the file cannot be written, none does."""
        plan = self._planned() if self.start.isEnabled() else None
        if plan is None:
            return
        self._enable(on=False)
        self.start.setEnabled(False)
        self.runs.start(self._make, plan, self.file.path, overwrite=self.file.overwrite)

    def _make(self, session: Session, *given: Any, **how: Any) -> Change:
        """Start the runs in the write thread; note whether the file is written too."""
        change = actions.make_worklist(session, *given, **how)
        self._has_file = not change.notice
        return change

    def _started(self, started: bool) -> None:
        self.saved = self.file.path if started and self._has_file else None
        self._enable(on=True)
        if started:
            super().accept()
            return
        self.runs.renew()
        self.start.setEnabled(self._can_start())

    def _planned(self) -> WorklistPlan | None:
        """Return the worklist of the present choices; show the problem and return None if it cannot be made."""
        try:
            names = parse_names(self.candidates.text())
            return plan_worklist(
                self._controller.study,
                candidates=names,
                picks=() if names else self.picks,
                repeats=self.repeats.isChecked(),
                layout=self.plate.layout_of,
                name=self.file.name.text().strip() or self.file.path.stem,
                template=self.file.columns.template,
            )
        except KgdeskError as refused:
            refuse(self.strip, refused)
            return None

    def _can_start(self) -> bool:
        reading = self.file.columns.reading
        return self.plan is not None and not reading and self._control.entry.situation.takes_entries

    def _enable(self, *, on: bool) -> None:
        for part in (self.plate, self.file, self.candidates):
            part.setEnabled(on)

    def _outdate(self) -> None:
        self.plan = None
        self.start.setEnabled(False)

    def _take(self) -> None:
        self._show()
        busy = any(part.isAncestorOf(self.focusWidget()) for part in (self.plate, self.file, self.rest))
        if self.start.isEnabled() and self.picks and not busy:
            self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self) -> None:
        had_problem = self.plan is None
        self.plan = self._planned()
        if self.plan is not None and had_problem:
            self.strip.clear()
        self.table.show_columns(tuple(self._columns()))
        self.table.fit_columns()
        runs = 0 if self.plan is None else len(self.plan.runs)
        first = self._controller.study.next_number
        self.plate.show_plan(self.plan, range(first, first + runs))
        if runs:
            self.start.setText(self.tr("&Start {count} runs and save the file").format(count=runs))
        self.start.setEnabled(self._can_start() and not self.runs.starting)
        self._sum_up()

    def _sum_up(self) -> None:
        """Say beside the folded parts what is in them."""
        parts = [part for part in (self.where.text().strip(), self.candidates.text().strip()) if part]
        parts += [self.tr("repeats allowed")] if self.repeats.isChecked() else []
        parts += [self.tr("limits: {count}").format(count=len(self.limits.rows))] if self.limits.rows else []
        self.rest.summary.setText("; ".join(parts) or self.tr("none"))
        self.folder.summary.setText(
            self.tr("{file}, in {folder}").format(
                file=self.file.path.name, folder=self.file.path.parent.name or self.file.path.parent
            )
        )

    def _columns(self) -> list[Column]:
        plan, study = self.plan, self._controller.study
        if plan is None:
            return []
        uses = [use for use in plan.wells if use.holds != "empty"]
        pool, runs = study.pool, iter(range(study.next_number, study.next_number + len(plan.runs)))
        numbers = {use.well: next(runs) for use in plan.runs}
        rows = [pool.row(use.name) if use.holds == "candidate" else None for use in uses]
        held = [use.name if use.holds == "candidate" else _control_text(use) for use in uses]
        columns = [
            Column(self.tr("Well"), [use.well for use in uses]),
            Column(self.tr("Run"), [str(numbers.get(use.well, "–")) for use in uses], is_number=True),
            Column(self.tr("Candidate"), held, tip=lambda at: self._set(rows[at]) or held[at]),
        ]
        for attribute, values in zip(pool.attributes, pool.values, strict=True):
            cells = ["" if row is None else _cell(values[row]) for row in rows]
            columns.append(Column(_heading(attribute), cells, is_number=attribute.kind == "number"))
        for name in place_columns(study):
            extra = pool.extras[name]
            columns.append(Column(name, ["" if row is None else extra[row] for row in rows]))
        if plan.advice:
            chances = [
                plan.advice[use.well].suggestion.probability if use.well in plan.advice else None
                for use in uses
            ]
            shown = ["" if chance is None else percent(chance) for chance in chances]
            columns.append(Column(self.tr("Expected\nsuccess"), shown, is_number=True))
        return columns

    def _set(self, row: int | None) -> str:
        """Return what a candidate sets, in words: not every column may have room."""
        pool = self._controller.study.pool
        if row is None:
            return ""
        settings = zip(pool.attributes, pool.values, strict=True)
        return "\n".join(
            f"{bare_name(one)}: {_cell(values[row])} {one.unit}".rstrip() for one, values in settings
        )

    def _laid_out_anew(self) -> None:
        self._sum_up()
        if self.picks or not self.runs.suggests:
            self.strip.clear()
            self._show()

    def _other_candidates(self) -> None:
        named = self.candidates.text().strip()
        if named == self._named:  # editingFinished is emitted also when the field merely loses the focus
            return
        self._named = named
        self.runs.suggests = not named
        self.strip.clear()
        self.runs.enable(on=True)
        self.runs.ask()

    def _make_parts(self, study: Study) -> None:
        path = self._controller.path
        self.table = _Preview(first=3)  #: What the wells hold.
        self.table.setAccessibleName(self.tr("Wells of the worklist"))
        self.table.widest = 48
        self.plate = PlateChoices(study, self)  #: The plate.
        self.plate.changed.connect(self._laid_out_anew)
        name = f"{path.stem} W{len(study.worklists) + 1}.csv"
        self.file = FileChoices(path.with_name(name), self._controller.reader)  #: The file.
        self.file.changed.connect(self._laid_out_anew)
        self.file.columns.refused.connect(lambda problem: refuse(self.strip, problem))
        self.candidates = QLineEdit()  #: Candidates that a person chose.
        self.candidates.setObjectName("worklist.candidates")
        self.candidates.setAccessibleName(self.tr("Candidates chosen by a person"))
        self.candidates.setPlaceholderText(self.tr("as suggested; or names: A, B, C"))
        self.candidates.setMinimumHeight(32)
        self.candidates.editingFinished.connect(self._other_candidates)
        text = self.tr("&Start {count} runs and save the file").format(count=self.count.value())
        self.buttons = DialogButtons(self, "worklist.start", text)
        self.start = self.buttons.accepting
        self.count.setObjectName("worklist.count")
        self.table.setObjectName("worklist.preview")

    def _lay_out(self) -> None:
        sides = QHBoxLayout()
        sides.setSpacing(16)
        sides.addWidget(self.plate, 47)
        sides.addLayout(self._right(), 53)
        column = QVBoxLayout(self)
        column.addLayout(sides, 1)
        column.addWidget(self.strip)
        column.addWidget(self.buttons)
        self._sum_up()
        self.count.setFocus()

    def _right(self) -> QVBoxLayout:
        """Return the right half: how many runs, their list, and what is seldom changed."""
        settings, done = self._controller.study.settings, self._controller.study.done
        title = Label(self.tr("Ru&ns"))
        title.setBuddy(self.count)
        set_role(title, role="title")
        few = self.tr("of {left} left. Fewer at once learn more per run.")
        head = QHBoxLayout()
        head.addWidget(title)
        head.addWidget(self.count)
        head.addWidget(plain(few.format(left=max(0, settings.budget - done)), "muted"), 1)
        self.rest = Fold(
            self.tr("L&imits and repeats"), "worklist.limits", self
        )  #: What is seldom asked for.
        form = Form(self.rest.inside)
        form.setContentsMargins(0, 4, 0, 0)
        form.setRowWrapPolicy(Form.RowWrapPolicy.WrapLongRows)
        form.add(self.tr("&Among the candidates with"), self.where)
        form.add(self.tr("Or these can&didates"), self.candidates)
        form.below(FoldingRow(self.repeats, self.limits.add))
        form.below(self.limits)
        self.folder = Fold(self.tr("&File"), "worklist.fileMore", self)  #: Where the list is written.
        inside = QVBoxLayout(self.folder.inside)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.file)
        frame, folds = card()
        folds.addWidget(self.rest)
        folds.addWidget(self.folder)
        runs = QVBoxLayout()
        runs.addLayout(head)
        runs.addWidget(self.table, 1)
        runs.addWidget(frame)
        runs.addWidget(self.runs.state)
        return runs


class _Preview(Table):
    """What the wells hold; columns that there is no room for are left out, those before the last one first.

    Parameters
    ----------
    first
        How many columns are never left out.
    """

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first
        self._needs: list[int] = []

    def fit_columns(self) -> None:
        """Fit the widths; nothing scrolls sideways."""
        places = range(self.rows.columnCount())
        for place in places:
            self.setColumnHidden(place, False)
        super().fit_columns()
        self._needs = [self.columnWidth(place) for place in places]
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the columns that there is no room for."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._make_room()

    def _make_room(self) -> None:
        last = len(self._needs) - 1
        shown = set(range(last + 1))
        for place in (*range(last - 1, self._first - 1, -1), last):
            if sum(self._needs[one] for one in shown) <= self.viewport().width():
                break
            if place >= self._first:
                shown.discard(place)
        for place in range(last + 1):
            self.setColumnHidden(place, place not in shown)
        if last >= self._first:  # the name of a control is shortened where nothing else can be left out
            name = self._first - 1
            others = sum(self._needs[one] for one in shown if one != name)
            self.setColumnWidth(name, min(self._needs[name], max(self.viewport().width() - others, 60)))


def _control_text(use: WellUse) -> str:
    """Return a control in words: ``✕ DMSO, must fail``."""
    if use.expects == "success":
        return _tr("{sign} {name}, must succeed").format(sign=SUCCESS, name=use.name)
    return _tr("{sign} {name}, must fail").format(sign=FAILURE, name=use.name)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Worklist", text)


def _heading(attribute: Attribute) -> str:
    """Return the name of an attribute, and its unit in a line of its own."""
    if not attribute.unit:
        return in_two_lines(attribute.name)
    return with_unit(attribute.name, attribute.unit).replace(" (", "\n(", 1)


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)


def _combo(name: str, items: Sequence[tuple[str, Any]], parent: QWidget) -> QuietCombo:
    combo = QuietCombo(parent)
    combo.setObjectName(name)
    for text, data in items:
        combo.addItem(text, data)
    return combo
