"""Dialog that suggests several candidates to run in parallel, within limits of the batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.model.study.next_run import place_columns
from kgdesk.ui.dialogs.suggested_runs import SuggestedRuns
from kgdesk.ui.text.locale_format import percent, points
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.entry.controller import EntryControl


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
        self.setObjectName("several")
        self.setWindowTitle(self.tr("Suggest several"))
        self.runs = SuggestedRuns(
            control, "several", count or control.controller.study.settings.plate_size, self
        )  #: The runs that are suggested.
        self.count, self.limits, self.strip = self.runs.count, self.runs.limits, self.runs.strip
        self.repeats, self.where = self.runs.repeats, self.runs.where
        self.count.setObjectName("several.count")
        self.table = Table()  #: The candidates.
        self.table.setObjectName("several.table")
        self.table.setAccessibleName(self.tr("Candidates to run at once"))
        text = self.tr("&Start all {count} runs").format(count=self.count.value())
        self.buttons = DialogButtons(self, "several.start", text)
        self.start = self.buttons.accepting
        self._lay_out()
        self.runs.outdated.connect(lambda: self.start.setEnabled(False))
        self.runs.ready.connect(self._show)
        self.runs.started.connect(self._started)
        self.runs.ask()

    @property
    def picks(self) -> tuple[Advice, ...]:
        """Advice for each candidate listed."""
        return self.runs.picks

    def sizeHint(self) -> QSize:
        """Return a size for about twelve candidates, wide enough for the headings in larger text."""
        return QSize(max(620, 58 * self.fontMetrics().horizontalAdvance("0")), 460)

    def event(self, event: QEvent) -> bool:
        """Raise the height where texts that came later need more lines than even the lowest table leaves them."""
        taken = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show} and self.isVisible():
            least = self._column.totalMinimumHeightForWidth(self.width())
            self.resize(self.width(), max(self.height(), least))
        return taken

    def accept(self) -> None:
        """Start all runs of the list and close; if one cannot start, none does."""
        if self.start.isEnabled():
            self.start.setEnabled(False)
            self.runs.start(actions.start_together, self.picks)

    def _started(self, started: bool) -> None:
        if started:
            super().accept()
        else:
            self.start.setEnabled(self._can_start())

    def _can_start(self) -> bool:
        """Return whether there is something to start, and entries are taken."""
        return bool(self.picks) and self._control.entry.situation.takes_entries

    def _show(self) -> None:
        self.start.setText(self.tr("&Start all {count} runs").format(count=len(self.picks)))
        self.start.setEnabled(self._can_start() and not self.runs.starting)
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

    def _lay_out(self) -> None:
        runs = self.runs
        line = QHBoxLayout()
        label = Label(self.tr("&How many runs at once?"))
        label.setBuddy(runs.count)
        line.addWidget(label)
        line.addWidget(runs.count)
        line.addStretch(1)
        line.addWidget(runs.repeats)
        line.addWidget(runs.limits.add)
        among = QHBoxLayout()
        with_label = Label(self.tr("&Among the candidates with"))
        with_label.setBuddy(runs.where)
        among.addWidget(with_label)
        among.addWidget(runs.where, 1)
        column = self._column = QVBoxLayout(self)
        column.addLayout(line)
        column.addLayout(among)
        column.addWidget(runs.limits)
        column.addWidget(self.table, 1)
        column.addWidget(runs.state)
        column.addWidget(runs.strip)
        column.addWidget(self.buttons)
        self.setTabOrder(runs.count, runs.repeats)
        self.setTabOrder(runs.repeats, runs.limits.add)
        self.setTabOrder(runs.limits.add, runs.where)
        self.setTabOrder(runs.where, runs.limits)
        runs.count.setFocus()
