"""The Timeline tab: runs with their corrections, all entries, and time travel to the state after any run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QBrush, QColor, QFont
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.model.study.records import run_order
from kgdesk.model.study.run_blocks import levels_text
from kgdesk.model.study.set_values import set_values_text
from kgdesk.text import phrase
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.pages.entries import EntriesPage
from kgdesk.ui.text.locale_format import earlier_values, local_time, percent, signed_outcome
from kgdesk.ui.text.translate import amendment_words, translate
from kgdesk.ui.widgets.basic import Label, visible
from kgdesk.ui.widgets.table import Column, Table
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Correction, Run, Study
    from kgdesk.ui.session.study_controller import StudyController


CORRECTED = "✎"


class HistoryTable(Table):
    """One row per run as corrected; the previous values are struck through."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, sortable=True)
        self._faint = QBrush()

    def show_runs(self, study: Study, as_of: int | None) -> None:
        """Show the runs of a study; those after run `as_of` are dimmed."""
        runs, names = study.runs, study.settings
        self._faint = QBrush(QColor(palette_of(self).muted))
        old = QFont()
        old.setStrikeOut(True)

        def ground(row: int) -> QBrush | None:
            return self._faint if as_of is not None and row >= as_of else None

        def later(row: int) -> str:
            if as_of is None or row < as_of:
                return ""
            return self.tr("Recorded after the state that you are looking at.")

        roles: dict[int, Callable[[int], Any]] = {Qt.ItemDataRole.ForegroundRole: ground}

        def column(heading: str, values: list[Any], text: Callable[[Any], str] = str, **more: Any) -> Column:
            return Column(heading, values, text, roles=roles, **{"tip": later, **more})

        corrections = Column(
            self.tr("Corrections"),
            [", ".join(self._was(was, run, names) for was in run.corrections) for run in runs],
            roles={**roles, Qt.ItemDataRole.FontRole: lambda row: old if runs[row].corrections else None},
            tip=lambda row: "\n".join(_account(was) for was in runs[row].corrections),
        )
        before = [math.nan if r.probability_before is None else r.probability_before for r in runs]
        self.show_columns(
            (
                column(
                    self.tr("Run"),
                    [run.number for run in runs],
                    key=np.array([_place_by_number(run.number) for run in runs], dtype=np.int64),
                    is_number=True,
                ),
                column(
                    self.tr("Time"),
                    [run.happened_at or run.recorded_at for run in runs],
                    local_time,
                    key=np.arange(len(runs)),
                    tip=lambda row: self._entered(runs[row]) or later(row),
                ),
                column(self.tr("Candidate"), [run.candidate for run in runs]),
                column(self.tr("Outcome"), [_present(run, names) for run in runs]),
                corrections,
                column(self.tr("Operator"), [run.operator for run in runs]),
                column(self.tr("Chosen by"), [self.chosen_by(run) for run in runs]),
                column(self.tr("Predicted before"), before, percent, is_number=True),
                column(self.tr("Note"), [_remark(run, study) for run in runs]),
            )
        )

    def _entered(self, run: Run) -> str:
        if not run.happened_at:
            return ""
        return self.tr("Time of the run, as stated; entered {time}.").format(time=local_time(run.recorded_at))

    def chosen_by(self, run: Run) -> str:
        """Return who chose the candidate: the suggestion, a person, or an import."""
        if run.imported:
            return self.tr("imported")
        if not run.suggested:
            return self.tr("a person")
        if not run.seen_on:
            return self.tr("suggestion was {code}").format(code=run.suggested)
        if run.suggested == run.candidate:
            return self.tr("suggestion")
        return self.tr("a person, instead of {code}").format(code=run.suggested)

    def _was(self, was: Correction, run: Run, names: Settings) -> str:
        text = self.tr("was {outcome}").format(outcome=signed_outcome(was.old_outcome, names))
        if was.old_candidate != run.candidate:
            text += self.tr(" for {code}").format(code=was.old_candidate)
        return text


def _place_by_number(number: RunNumber) -> int:
    """Return the key that sorts the column of numbers: past outcomes stand before all planned runs."""
    planned, nth = run_order(number)
    return nth if planned else nth - 10**9


def _present(run: Run, names: Settings) -> str:
    outcome = signed_outcome(run.outcome, names)
    return f"{outcome}  {CORRECTED}" if run.corrections else outcome


def _remark(run: Run, study: Study) -> str:
    later = (note.text for note in study.notes if note.run == run.number)
    values = set_values_text(run.set_values)
    really = translate(phrase("really set: {values}", values=values)) if values else ""
    parts = really, visible(levels_text(run.blocks)), run.reason, run.note, *later
    return " – ".join(part for part in parts if part)


def _account(was: Correction) -> str:
    return f"{local_time(was.recorded_at)}, {was.operator}: {was.reason}"


class TimelineTab(QWidget):
    """Runs of `controller.study`, newest last; all entries; and the slider that sets `controller.selection.as_of`.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._runs = -1
        self.setObjectName("timeline")
        self.table = HistoryTable()  #: All runs.
        self.table.setObjectName("history.table")
        self.table.setAccessibleName(self.tr("Runs"))
        self.detail = _label("history.detail")  #: The selected run.
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.about = _label("history.notes")  #: Amendments and notes about the study.
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.slider = QSlider(Qt.Orientation.Horizontal)  #: Run whose state is displayed.
        self.slider.setObjectName("history.slider")
        self.slider.setAccessibleName(self.tr("State after run"))
        self.slider.setPageStep(5)
        self.state = _label("history.state")  #: Position of the slider as text.
        self.correct = QPushButton(self.tr("&Correct..."))  #: Corrects the selected run.
        self.correct.setObjectName("history.correct")
        self.entries = EntriesPage(controller)  #: All entries, with filters.
        self.pages = QTabWidget()  #: The runs; all entries.
        self.pages.setObjectName("history.pages")
        self.pages.setAccessibleName(self.tr("Parts of the history"))
        self.pages.setDocumentMode(True)
        self._lay_out()
        self.slider.valueChanged.connect(self._slide)
        self.correct.clicked.connect(lambda: self.correct_row(self.table.current))
        self.table.opened.connect(self.correct_row)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_detail())
        self.table.rows.modelReset.connect(self._show_detail)
        facts = {"runs", "stock", "notes", "settings", "state", "shown"}
        self._view = controller.refresher.watch(self, facts, self._refresh)

    def correct_row(self, row: int) -> None:
        """Open the correction dialog of the run in a row, unless an earlier state is displayed."""
        runs = self._controller.study.runs
        if not 0 <= row < len(runs) or self._controller.selection.as_of is not None:
            return
        dialog = CorrectDialog(self._controller, runs[row].number, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_run(self, number: RunNumber) -> None:
        """Select a run. The tab must be visible."""
        self.pages.setCurrentIndex(0)
        numbers = [run.number for run in self._controller.study.runs]
        self.table.choose(numbers.index(number))
        self.table.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Refresh in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_view"):
            self._view.invalidate()

    def _lay_out(self) -> None:
        self.setFocusProxy(self.table)
        back = QHBoxLayout()
        name = Label(self.tr("State &after run:"))
        name.setBuddy(self.slider)
        back.addWidget(name)
        back.addWidget(self.slider, 1)
        back.addWidget(self.state)
        self.state.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self.state.setWordWrap(False)
        foot = QHBoxLayout()
        foot.addWidget(self.detail, 1)
        foot.addWidget(self.correct, 0, Qt.AlignmentFlag.AlignTop)
        runs = QWidget()
        inside = QVBoxLayout(runs)
        inside.setContentsMargins(0, 6, 0, 0)
        inside.addWidget(self.table, 1)
        inside.addWidget(self.about)
        inside.addLayout(foot)
        self.pages.addTab(runs, self.tr("Runs"))
        self.pages.addTab(self.entries, self.tr("All entries"))
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.pages, 1)
        column.addLayout(back)
        self.pages.currentChanged.connect(self._turn)

    def _turn(self, page: int) -> None:
        """Let the keyboard go to the table of the visible page."""
        self.setFocusProxy(self.entries.table if page else self.table)

    def _refresh(self) -> None:
        runs = len(self._controller.study.runs)
        self.table.show_runs(self._controller.study, self._controller.selection.as_of)
        if runs > self._runs:
            self.table.choose(runs - 1)
            self.table.fit_columns()
        self._runs = runs
        study = self._controller.study
        notes = [*map(amendment_words, study.amendments), *self._notes(None), *_settled(study)]
        self.about.setText("\n".join([self.tr("About the study:"), *notes]))
        self.about.setVisible(bool(notes))
        self._show_state()
        self._show_detail()

    def _show_state(self) -> None:
        as_of, last = self._controller.selection.as_of, len(self._controller.study.runs)
        self.slider.setEnabled(last > 0)
        self.slider.setRange(0, last)
        self.slider.setSliderPosition(last if as_of is None else as_of)
        self._say_position()

    def _say_position(self) -> None:
        last = len(self._controller.study.runs)
        place = self.slider.value()
        now = self.tr("now ({run})").format(run=last)
        self.state.setText(now if place == last else self.tr("{run} of {last}").format(run=place, last=last))
        self.slider.setAccessibleDescription(self.state.text())

    def _slide(self, run: int) -> None:
        last = len(self._controller.study.runs)
        wanted = None if run >= last else run
        if wanted != self._controller.selection.as_of:
            self._controller.selection.show_as_of(wanted)
            self._show_state()

    def _show_detail(self) -> None:
        runs, place = self._controller.study.runs, self.table.current
        run = runs[place] if 0 <= place < len(runs) else None
        self.correct.setEnabled(run is not None and self._controller.selection.as_of is None)
        if run is None:
            none = self.tr("No run is recorded yet.")
            self.detail.setText(self.tr("Select a run to see all of it.") if runs else none)
            return
        self.detail.setText("\n".join(self._lines(run)))

    def _lines(self, run: Run) -> list[str]:
        names = self._controller.study.settings
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

    def _notes(self, run: RunNumber | None) -> list[str]:
        """Return one line per note about a run; None selects the notes about the study."""
        sentence = self.tr("Note by {operator}, {time}: {text}")
        return [
            sentence.format(operator=note.operator, time=local_time(note.recorded_at), text=note.text)
            for note in self._controller.study.notes
            if note.run == run
        ]


def _settled(study: Study) -> list[str]:
    """Return one line per branch of a study that somebody has settled on this computer."""
    return [
        f"{translate(actions.settled_in_words(one))} ({one.operator}, {local_time(one.at)})"
        for one in actions.settled_forks(study)
    ]


def _label(name: str) -> QLabel:
    label = Label()
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
