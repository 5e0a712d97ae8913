"""Dialog that suggests several candidates to run in parallel, within limits of the batch."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.batch_limits import joined_limits
from kgdesk.model.study.next_run import place_columns
from kgdesk.model.study.settings import MOST_AT_ONCE
from kgdesk.plain_text import shorten
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.locale_format import percent, points
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.batch_limits import BatchLimits, LimitKind
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.session.compute_queue import TaskProgress

_TYPING_MS, _TICK_MS = 300, 200


class _LimitRow(QWidget):
    """One limit of a batch: a column, what it limits, and a number."""

    changed = Signal()
    removed = Signal(object)

    def __init__(self, columns: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QuietCombo(self)  #: The column.
        self.column.setObjectName("several.limit.column")
        self.column.setAccessibleName(self.tr("Column that limits the batch"))
        self.column.setMaximumWidth(220)
        self.column.addItems(list(columns))
        self.kind = QuietCombo(self)  #: What is limited.
        self.kind.setObjectName("several.limit.kind")
        self.kind.setAccessibleName(self.tr("Limit"))
        for words, kind in (
            (self.tr("the same value at most so often:"), "per_level"),
            (self.tr("one value for the whole batch"), "one_level"),
            (self.tr("shared, runs in progress counted, by at most:"), "shared"),
        ):
            self.kind.addItem(words, kind)
        self.most = QSpinBox(self)  #: Largest number.
        self.most.setObjectName("several.limit.most")
        self.most.setAccessibleName(self.tr("Largest number of runs"))
        self.most.setRange(1, MOST_AT_ONCE)
        self.most.setMinimumHeight(32)
        policy = self.most.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.most.setSizePolicy(policy)
        remove = button(self.tr("Remove"), "several.limit.remove", lambda: self.removed.emit(self), self)
        remove.setAutoDefault(False)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        for widget in (self.column, self.kind, self.most, remove):
            line.addWidget(widget)
        line.addStretch(1)
        self.column.currentIndexChanged.connect(self.changed)
        self.kind.currentIndexChanged.connect(self._other_kind)
        self.most.valueChanged.connect(self.changed)

    @property
    def limit(self) -> tuple[LimitKind, str, int]:
        """Kind, column and largest number."""
        return self.kind.currentData(), self.column.currentText(), self.most.value()

    def _other_kind(self) -> None:
        self.most.setVisible(self.kind.currentData() != "one_level")
        self.changed.emit()


class LimitRows(QWidget):
    """The limits of a batch, one row each; none at first.

    Parameters
    ----------
    columns
        Names of the columns that can limit a batch.
    """

    #: A limit was added, changed or removed.
    changed = Signal()

    def __init__(self, columns: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self.rows: list[_LimitRow] = []  #: One per limit.
        self.add = button(self.tr("Add a &limit"), "several.addLimit", self.add_row, parent)
        self.add.setAutoDefault(False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.hide()

    @property
    def limits(self) -> tuple[tuple[LimitKind, str, int], ...]:
        """Kind, column and largest number of each limit."""
        return tuple(row.limit for row in self.rows)

    def add_row(self) -> None:
        """Add a limit."""
        row = _LimitRow(self._columns, self)
        row.changed.connect(self.changed)
        row.removed.connect(self._remove)
        self.rows.append(row)
        self._column.addWidget(row)
        self.show()
        row.column.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _remove(self, row: _LimitRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.setVisible(bool(self.rows))
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()


class BatchDialog(ScannerSafeDialog):
    """Choose a number, list the suggested candidates, and start them all. Enter only presses the focused button.

    Parameters
    ----------
    control
        Starts the runs.
    count
        Initial number.
    """

    def __init__(
        self, control: EntryControl, parent: QWidget | None = None, *, count: int | None = None
    ) -> None:
        super().__init__(parent)
        self._control, self._controller = control, control.controller
        self.picks: tuple[Advice, ...] = ()  #: Advice for each candidate listed.
        self._token = uuid.uuid4().hex
        count = count or control.controller.study.settings.plate_size
        self._computed_count, self._starting = count, False
        self._course: TaskProgress | None = None
        self.setObjectName("several")
        self.setWindowTitle(self.tr("Suggest several"))
        self.count = QSpinBox()  #: Number of candidates.
        self.count.setObjectName("several.count")
        self.count.setRange(1, MOST_AT_ONCE)
        self.count.setValue(count)
        self.count.setMinimumHeight(32)
        self._typing = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._typing.timeout.connect(self.ask)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show_progress)
        self.count.valueChanged.connect(self._other_count)
        self.table = Table()  #: The candidates.
        self.table.setObjectName("several.table")
        self.table.setAccessibleName(self.tr("Candidates to run at once"))
        self.state = plain("", "muted", self)  #: Progress of the computation.
        self.state.setObjectName("several.state")
        self.strip = MessageStrip("several.problem", self)  #: Errors.
        self._lay_out()
        self._enable_choices(on=True)
        self._controller.refresher.watch(self, STUDY_FACTS, self._study_changed, due=False)
        self.ask()

    def sizeHint(self) -> QSize:
        """Return a size for about twelve candidates, wide enough for the headings in larger text."""
        return QSize(max(620, 58 * self.fontMetrics().horizontalAdvance("0")), 460)

    def event(self, event: QEvent) -> bool:
        """Raise the height where texts that came later need more lines than even the lowest table leaves them."""
        taken = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show} and self.isVisible():
            least = self.column.totalMinimumHeightForWidth(self.width())
            self.resize(self.width(), max(self.height(), least))
        return taken

    def ask(self) -> None:
        """Compute the list."""
        self._waiting()
        self._typing.stop()
        self._computed_count = self.count.value()
        limits = self._limits()
        if limits is not None:
            self._course = self._controller.advice.ask_batch(
                self.count.value(), limits, self._take, self._show_refusal, repeats=self.repeats.isChecked()
            )
            self._tick.start()

    def accept(self) -> None:
        """Start all runs of the list and close; if one cannot start, none does."""
        if self.start.isEnabled():
            self._starting = True
            self._enable_choices(on=False)
            self.start.setEnabled(False)
            self._control.do(
                actions.start_together, self.picks, seen_on="card", token=self._token, on_done=self._started
            )

    def done(self, result: int) -> None:
        """Close; a computation that still runs ends soon."""
        self._end()
        super().done(result)

    def _end(self) -> None:
        self._tick.stop()
        if self._course is not None:
            self._controller.advice.forget("batch")
            self._course.end()
        self._course = None

    def _show_progress(self) -> None:
        if self._course is not None and self._course.share:
            text = self.tr("Working out which {count} belong together… {share} % done")
            share = round(100.0 * self._course.share)
            self.state.setText(text.format(count=self.count.value(), share=share))

    def _started(self, started: bool) -> None:
        self._starting = False
        self._enable_choices(on=True)
        self.start.setEnabled(self._can_start())
        if started:
            super().accept()
            return
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
        if self.picks and self.picks[0].revision != self._controller.study.revision:
            self.ask()

    def _other_count(self, count: int) -> None:
        self.strip.clear()
        if count != self._computed_count:  # Enter in the field repeats the same number
            self._waiting()

    def _other_limits(self) -> None:
        self.strip.clear()
        self._waiting()

    def _limits(self) -> BatchLimits | None:
        """Return the limits of the batch; show the problem and return None if they contradict each other."""
        try:
            return joined_limits(self.limits.limits, self.where.text().strip())
        except KgdeskError as refused:
            self._show_refusal(refused)
            return None

    @property
    def can_repeat(self) -> bool:
        """Whether the study allows more than one run of a candidate."""
        return self._controller.study.settings.run_limit != 1

    def _enable_choices(self, *, on: bool) -> None:
        self.count.setEnabled(on)
        self.limits.setEnabled(on)
        self.where.setEnabled(on)
        self.limits.add.setEnabled(on)
        self.repeats.setEnabled(on and self.can_repeat)

    def _can_start(self) -> bool:
        """Return whether there is something to start, and entries are taken."""
        return bool(self.picks) and self._control.entry.situation.takes_entries

    def _waiting(self) -> None:
        self._end()
        self.picks = ()
        self.start.setEnabled(False)
        self.state.setText(
            self.tr("Working out which {count} belong together…").format(count=self.count.value())
        )
        self._typing.start()

    def _take(self, picks: tuple[Advice, ...]) -> None:
        if picks[0].revision != self._controller.study.revision or len(picks) != self.count.value():
            return
        self.picks = picks
        self._course = None
        self._tick.stop()
        self._show()
        self.start.setText(self.tr("&Start all {count} runs").format(count=len(picks)))
        self.start.setEnabled(self._can_start())
        self.state.setText(
            self.tr(
                "Each one allows for the outcomes of those above it. Started runs are listed under Runs in progress;"
                " record their outcomes in any order."
            )
        )

    def _show(self) -> None:
        self.table.show_columns(tuple(self._columns()))
        self.table.fit_columns()

    def _columns(self) -> list[Column]:
        study = self._controller.study
        pool = study.pool
        suggestions = [pick.suggestion for pick in self.picks]
        rows = [pool.row(each.candidate) for each in suggestions]
        return [
            Column(self.tr("No."), list(range(1, len(suggestions) + 1)), is_number=True),
            Column(self.tr("Candidate"), [each.candidate for each in suggestions]),
            *(Column(name, [pool.extras[name][at] for at in rows]) for name in place_columns(study)),
            Column(self.tr("Expected success"), [each.probability for each in suggestions], percent, is_number=True),
            Column(
                self.tr("Value\n(percentage points)"), [100 * each.kg for each in suggestions], points, is_number=True,
                heading_tip=self.tr("How much this run is expected to improve the final choice,"
                    " beside those above it."),
            ),
        ]  # fmt: skip

    def _show_refusal(self, problem: BaseException) -> None:
        self._course = None
        self._tick.stop()
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.state.clear()
        refuse(self.strip, refused)

    def _study_changed(self) -> None:
        if self.picks and not self._starting:
            self.ask()

    def _make_choices(self) -> None:
        """Make the fields that limit the batch, and the buttons."""
        pool = self._controller.study.pool
        self.limits = LimitRows(
            [*(a.name for a in pool.attributes), *pool.extras], self
        )  #: Limits of the batch.
        self.limits.changed.connect(self._other_limits)
        self.repeats = QCheckBox(self.tr("&Repeats allowed"))  #: Repeats within the batch.
        self.repeats.setObjectName("several.repeats")
        self.repeats.setMinimumHeight(32)
        self.repeats.toggled.connect(self._other_limits)
        self.where = QLineEdit()  #: Conditions that all candidates satisfy.
        self.where.setObjectName("several.where")
        self.where.setMinimumHeight(32)
        self.where.setText(self._controller.advice.where)  # as the next suggestion of the card
        first = next((a for a in pool.attributes if a.kind == "category"), pool.attributes[0])
        value = pool.values[pool.attributes.index(first)][0]
        example = f"{first.name} = {value if isinstance(value, str) else f'{value:g}'}"
        self.where.setPlaceholderText(
            self.tr("all; or, for instance: {condition}").format(condition=shorten(example, 40))
        )
        self.where.textChanged.connect(self._other_limits)
        text = self.tr("&Start all {count} runs").format(count=self.count.value())
        self.buttons = DialogButtons(self, "several.start", text)
        self.start = self.buttons.accepting

    def _lay_out(self) -> None:
        self._make_choices()
        line = QHBoxLayout()
        label = Label(self.tr("&How many runs at once?"))
        label.setBuddy(self.count)
        line.addWidget(label)
        line.addWidget(self.count)
        line.addStretch(1)
        line.addWidget(self.repeats)
        line.addWidget(self.limits.add)
        among = QHBoxLayout()
        with_label = Label(self.tr("&Among the candidates with"))
        with_label.setBuddy(self.where)
        among.addWidget(with_label)
        among.addWidget(self.where, 1)
        column = self.column = QVBoxLayout(self)  #: The rows of the dialog.
        column.addLayout(line)
        column.addLayout(among)
        column.addWidget(self.limits)
        column.addWidget(self.table, 1)
        column.addWidget(self.state)
        column.addWidget(self.strip)
        column.addWidget(self.buttons)
        self.setTabOrder(self.count, self.repeats)
        self.setTabOrder(self.repeats, self.limits.add)
        self.setTabOrder(self.limits.add, self.where)
        self.setTabOrder(self.where, self.limits)
        self.count.setFocus()
