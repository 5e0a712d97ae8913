"""Dialog that suggests several candidates to run in parallel."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.advice import MOST_AT_ONCE
from kgdesk.model.study.next_run import place_columns
from kgdesk.ui.dialogs.reason import CarefulDialog
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.locale_format import percent, points
from kgdesk.ui.text.translate import Label
from kgdesk.ui.widgets.basic import MessageStrip, plain
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.session.compute_queue import TaskProgress

_TYPING_MS, _TICK_MS = 300, 200


class SeveralDialog(CarefulDialog):
    """Choose a number, list the suggested candidates, and start them all. Enter only presses the focused button.

    Parameters
    ----------
    control
        Starts the runs.
    count
        Initial number.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None, *, count: int = 4) -> None:
        super().__init__(parent)
        self._control, self._controller = control, control.controller
        self.picks: tuple[Advice, ...] = ()  #: Advice for each candidate listed.
        self._token = uuid.uuid4().hex
        self._computed_count, self._starting = count, False
        self._course: TaskProgress | None = None
        self.setObjectName("several")
        self.setWindowTitle(self.tr("Suggest several"))
        self.count = QSpinBox()  #: Number of candidates.
        self.count.setObjectName("several.count")
        self.count.setRange(2, MOST_AT_ONCE)
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
        self._controller.refresher.watch(self, STUDY_FACTS, self._study_changed, due=False)
        self.ask()

    def sizeHint(self) -> QSize:
        """Return a size for about twelve candidates."""
        return QSize(620, 460)

    def ask(self) -> None:
        """Compute the list."""
        self._waiting()
        self._typing.stop()
        self._computed_count = self.count.value()
        self._end()
        self._course = self._controller.ask_batch(self.count.value(), self._take, self._refused)
        self._tick.start()

    def accept(self) -> None:
        """Start all runs of the list and close; if one cannot start, none does."""
        if self.start.isEnabled():
            self._starting = True
            self.count.setEnabled(False)
            self.start.setEnabled(False)
            self._control.do(
                actions.start_together, self.picks, seen_on="card", token=self._token, then=self._started
            )

    def done(self, result: int) -> None:
        """Close; a computation that still runs ends soon."""
        self._end()
        super().done(result)

    def _end(self) -> None:
        self._tick.stop()
        if self._course is not None:
            self._controller.forget_batch()
            self._course.end()
        self._course = None

    def _show_progress(self) -> None:
        if self._course is not None and self._course.share:
            text = self.tr("Working out which {count} belong together… {share} % done")
            share = round(100.0 * self._course.share)
            self.state.setText(text.format(count=self.count.value(), share=share))

    def _started(self, started: bool) -> None:
        self._starting = False
        self.count.setEnabled(True)
        self.start.setEnabled(bool(self.picks))
        if started:
            super().accept()
            return
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
        if self.picks and self.picks[0].revision != self._controller.study.revision:
            self.ask()

    def _other_count(self, count: int) -> None:
        self.strip.silence()
        if count != self._computed_count:  # Enter in the field repeats the same number
            self._waiting()

    def _waiting(self) -> None:
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
        self.start.setEnabled(self._control.entry.situation.takes_entries)
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
                self.tr("Value (points)"), [100.0 * each.kg for each in suggestions], points, is_number=True,
                note=self.tr("How much this run is expected to improve the final choice, beside those above it."),
            ),
        ]  # fmt: skip

    def _refused(self, problem: BaseException) -> None:
        self._course = None
        self._tick.stop()
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.state.clear()
        refuse(self.strip, refused)

    def _study_changed(self) -> None:
        if self.picks and not self._starting:
            self.ask()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        label = Label(self.tr("&How many runs at once?"))
        label.setBuddy(self.count)
        line.addWidget(label)
        line.addWidget(self.count)
        line.addStretch(1)
        ok = QDialogButtonBox.StandardButton.Ok
        text = self.tr("&Start all {count} runs").format(count=self.count.value())
        buttons = self.two_buttons(ok, "several.start", text)
        self.start = buttons.button(ok)
        column = self.column = QVBoxLayout(self)  #: The rows of the dialog.
        column.addLayout(line)
        column.addWidget(self.table, 1)
        column.addWidget(self.state)
        column.addWidget(self.strip)
        column.addWidget(buttons)
