"""The History tab: every run as it stands, what stood before, and the study as it was after any run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.look.dates import local_time
from kgdesk.ui.look.numbers import percent
from kgdesk.ui.tabs.history_table import HistoryTable
from kgdesk.ui.wording import amendment_words, earlier_values, signed_outcome

if TYPE_CHECKING:
    from kgdesk.model.study import Run, Study
    from kgdesk.ui.desk import Desk


class HistoryTab(QWidget):
    """All runs of `desk.study`, newest last, and the slider that moves `desk.shown`.

    Parameters
    ----------
    desk
        The study.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._runs = -1
        self.setObjectName("history")
        self.table = HistoryTable()
        self.table.setObjectName("history.table")
        self.table.setAccessibleName(self.tr("Runs"))
        self.detail = _label("history.detail")
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.about = _label("history.notes")
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("history.slider")
        self.slider.setAccessibleName(self.tr("State after run"))
        self.slider.setPageStep(5)
        self.state = _label("history.state")
        self.correct = QPushButton(self.tr("&Correct..."))
        self.correct.setObjectName("history.correct")
        self._lay_out()
        self.slider.valueChanged.connect(self._slide)
        self.correct.clicked.connect(lambda: self.correct_run(self.table.current + 1))
        self.table.opened.connect(lambda row: self.correct_run(row + 1))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._tell())
        self.table.rows.modelReset.connect(self._tell)
        facts = {"runs", "stock", "notes", "settings", "state", "shown"}
        self._view = desk.refresher.watch(self, facts, self._refresh)

    def correct_run(self, number: int) -> None:
        """Open the correction of a run."""
        if (
            not 1 <= number <= len(self._desk.study.runs)
            or self._desk.presented
            or self._desk.as_of is not None
        ):
            return
        dialog = CorrectDialog(self._desk, number, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_run(self, number: int) -> None:
        """Select a run; the tab is in sight."""
        self.table.choose(number - 1)
        self.table.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew in other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_view"):
            self._view.invalidate()

    def _lay_out(self) -> None:
        self.setFocusProxy(self.table)
        back = QHBoxLayout()
        name = QLabel(self.tr("State af&ter run:"))
        name.setBuddy(self.slider)
        back.addWidget(name)
        back.addWidget(self.slider, 1)
        back.addWidget(self.state)
        self.state.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self.state.setWordWrap(False)
        foot = QHBoxLayout()
        foot.addWidget(self.detail, 1)
        foot.addWidget(self.correct, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addWidget(self.about)
        column.addLayout(foot)
        column.addLayout(back)

    def _refresh(self) -> None:
        self.correct.setVisible(not self._desk.presented)
        runs = len(self._desk.study.runs)
        self.table.show_runs(self._told(), self._desk.as_of)
        if runs > self._runs:
            self.table.choose(runs - 1)
            self.table.fit_columns()
        self._runs = runs
        notes = [*map(amendment_words, self._told().amendments), *self._notes(None)]
        self.about.setText("\n".join([self.tr("About the study:"), *notes]))
        self.about.setVisible(bool(notes))
        self._show_state()
        self._tell()

    def _show_state(self) -> None:
        as_of, last = self._desk.as_of, len(self._desk.study.runs)
        self.slider.setEnabled(last > 0)
        self.slider.setRange(0, last)
        self.slider.setSliderPosition(last if as_of is None else as_of)
        self._say_position()

    def _say_position(self) -> None:
        last = len(self._desk.study.runs)
        place = self.slider.value()
        now = self.tr("now ({run})").format(run=last)
        self.state.setText(now if place == last else self.tr("{run} of {last}").format(run=place, last=last))
        self.slider.setAccessibleDescription(self.state.text())

    def _slide(self, run: int) -> None:
        last = len(self._desk.study.runs)
        wanted = None if run >= last else run
        if wanted != self._desk.as_of:
            self._desk.look_back(wanted)
            self._show_state()

    def _tell(self) -> None:
        runs, place = self._told().runs, self.table.current
        run = runs[place] if 0 <= place < len(runs) else None
        self.correct.setEnabled(run is not None and self._desk.as_of is None)
        if run is None:
            none = self.tr("No run is recorded yet.")
            self.detail.setText(self.tr("Select a run to see all of it.") if runs else none)
            return
        self.detail.setText("\n".join(self._lines(run)))

    def _lines(self, run: Run) -> list[str]:
        names = self._desk.study.settings
        lines = [
            self.tr("Run {run}: {code}, {outcome}.").format(
                run=run.number, code=run.candidate, outcome=signed_outcome(run.outcome, names)
            ),
            self.tr("Recorded {time} by {operator}. Chosen by: {by}.").format(
                time=local_time(run.recorded_at),
                operator=run.operator,
                by=self.table.chosen_by(run),
            ),
        ]
        if run.probability_before is not None:
            chance = percent(run.probability_before)
            lines[1] += " " + self.tr("Predicted before: {chance}.").format(chance=chance)
        if run.happened_at:
            lines.append(self.tr("Done {time}, as stated.").format(time=local_time(run.happened_at)))
        if run.reason:
            lines.append(self.tr("Reason: {reason}").format(reason=run.reason))
        if run.note:
            lines.append(self.tr("Note: {note}").format(note=run.note))
        lines += self._notes(run.number)
        return lines + earlier_values(run, names)

    def _told(self) -> Study:
        return self._desk.told(self._desk.study)

    def _notes(self, run: int | None) -> list[str]:
        """Return one line for each note about a run; None for those about the study."""
        sentence = self.tr("Note by {operator}, {time}: {text}")
        return [
            sentence.format(operator=note.operator, time=local_time(note.recorded_at), text=note.text)
            for note in self._told().notes
            if note.run == run
        ]


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
