"""Candidates that are suggested to run together: their number, their limits, and the computation of the list."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from kgdesk.errors import KgdeskError
from kgdesk.model.advice.batch_limits import joined_limits
from kgdesk.model.study.settings import MOST_AT_ONCE
from kgdesk.plain_text import shorten
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.actions import Change
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


class SuggestedRuns(QObject):
    """The fields that say which runs are wanted, and the runs suggested for them; a dialog lays the fields out.

    Parameters
    ----------
    control
        Starts the runs.
    name
        First part of the Qt object names of the strip and of the line about the computation.
    count
        Initial number.
    dialog
        The dialog; the computation ends with it.
    """

    #: The runs of other choices are being worked out: there are none.
    outdated = Signal()
    #: There are runs for the present choices, or nothing is suggested.
    ready = Signal()
    #: The start of the runs was recorded, or refused.
    started = Signal(bool)

    def __init__(self, control: EntryControl, name: str, count: int, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._control, self._controller = control, control.controller
        self.picks: tuple[Advice, ...] = ()  #: Advice for each run.
        self.suggests = True  #: False where the person names the candidates.
        self.starting = False  #: Whether the start is on its way to the disk.
        self._token = uuid.uuid4().hex
        self._computed_count = count
        self._course: TaskProgress | None = None
        self.count = QSpinBox()  #: Number of runs.
        self.count.setRange(1, MOST_AT_ONCE)
        self.count.setValue(count)
        self.count.setMinimumHeight(32)
        self.state = plain("", "muted", dialog)  #: Progress of the computation.
        self.state.setObjectName(f"{name}.state")
        self.strip = MessageStrip(f"{name}.problem", dialog)  #: Errors.
        self._make_limits(dialog)
        self._typing = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._typing.timeout.connect(self.ask)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show_progress)
        self.count.valueChanged.connect(self._other_count)
        self.enable(on=True)
        dialog.finished.connect(self.end)
        self._controller.refresher.watch(dialog, STUDY_FACTS, self._study_changed, due=False)

    def ask(self) -> None:
        """Compute the list."""
        if not self.suggests:
            self.end()
            self._typing.stop()
            self.picks = ()
            self.state.setText(
                self.tr("These candidates fill the wells in this order; nothing is worked out.")
            )
            self.ready.emit()
            return
        self._outdate()
        self._typing.stop()
        self._computed_count = self.count.value()
        limits = self._limits()
        if limits is not None:
            self._course = self._controller.advice.ask_batch(
                self.count.value(), limits, self._take, self._show_refusal, repeats=self.repeats.isChecked()
            )
            self._tick.start()

    def start(self, action: Callable[..., Change], *given: Any, **how: Any) -> None:
        """Start all runs by an action, which is given a token; if one cannot start, none does."""
        self.starting = True
        self.enable(on=False)
        self._control.do(action, *given, seen_on="card", token=self._token, on_done=self._started, **how)

    def renew(self) -> None:
        """Let the next start be another one, not that of before once more."""
        self._token = uuid.uuid4().hex

    def end(self) -> None:
        """End a computation that still runs."""
        self._tick.stop()
        if self._course is not None:
            self._controller.advice.forget("batch")
            self._course.end()
        self._course = None

    def enable(self, *, on: bool) -> None:
        """Enable the fields; those of suggestions only where the person does not name the candidates."""
        for field in (self.count, self.limits, self.where, self.limits.add):
            field.setEnabled(on and self.suggests)
        self.repeats.setEnabled(on and self.can_repeat)

    @property
    def can_repeat(self) -> bool:
        """Whether the study allows more than one run of a candidate."""
        return self._controller.study.settings.run_limit != 1

    def _started(self, started: bool) -> None:
        self.starting = False
        self.enable(on=True)
        if not started:
            if self._control.problem is not None:
                refuse(self.strip, self._control.problem)
            if self.picks and self.picks[0].revision != self._controller.study.revision:
                self.ask()
        self.started.emit(started)

    def _show_progress(self) -> None:
        if self._course is not None and self._course.share:
            text = self.tr("Working out which {count} belong together… {share} % done")
            share = round(100.0 * self._course.share)
            self.state.setText(text.format(count=self.count.value(), share=share))

    def _other_count(self, count: int) -> None:
        self.strip.clear()
        if count != self._computed_count:  # Enter in the field repeats the same number
            self._outdate()

    def _other_limits(self) -> None:
        self.strip.clear()
        self._outdate()

    def _limits(self) -> BatchLimits | None:
        """Return the limits of the batch; show the problem and return None if they contradict each other."""
        try:
            return joined_limits(self.limits.limits, self.where.text().strip())
        except KgdeskError as refused:
            self._show_refusal(refused)
            return None

    def _outdate(self) -> None:
        self.end()
        self.picks = ()
        self.state.setText(
            self.tr("Working out which {count} belong together…").format(count=self.count.value())
        )
        self._typing.start()
        self.outdated.emit()

    def _take(self, picks: tuple[Advice, ...]) -> None:
        if picks[0].revision != self._controller.study.revision or len(picks) != self.count.value():
            return
        self.picks = picks
        self._course = None
        self._tick.stop()
        self.state.setText(
            self.tr(
                "Each one allows for the outcomes of those above it. Started runs are listed under Runs in progress;"
                " record their outcomes in any order."
            )
        )
        self.ready.emit()

    def _show_refusal(self, problem: BaseException) -> None:
        self._course = None
        self._tick.stop()
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.state.clear()
        refuse(self.strip, refused)

    def _study_changed(self) -> None:
        if self.starting:
            return
        if self.picks:
            self.ask()
        elif not self.suggests:
            self.ready.emit()

    def _make_limits(self, dialog: QDialog) -> None:
        pool = self._controller.study.pool
        self.limits = LimitRows(
            [*(a.name for a in pool.attributes), *pool.extras], dialog
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
