"""The Timeline: what was best after each run, every run with its outcome, and all entries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.model.advice.posterior_summary import best_after
from kgdesk.plain_text import shorten
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.pages.entries import EntriesPage
from kgdesk.ui.pages.timeline_table import TimelineTable, remark
from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.over_runs import Layer, RunsCard, RunsData
from kgdesk.ui.text.locale_format import (
    earlier_values,
    local_time,
    outcome_with_value,
    percent,
    percent_range,
)
from kgdesk.ui.text.translate import amendment_words, translate
from kgdesk.ui.widgets.basic import Label, button
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.segments import Segments

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.posterior_summary import BestAfter
    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Run, Study
    from kgdesk.ui.session.study_controller import StudyController

#: Height of the plot in lines of text, and that of the page below which it is left out.
_PLOT, _LOW = 16, 26


class TimelineTab(QWidget):
    """The plot over the runs above the table of runs, or all entries; both show the state that is displayed.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._runs = self._corrections = -1
        self._data = RunsData(())
        self.setObjectName("timeline")
        self.plot = RunsCard()  #: What was best, at stake or worth a run after each run.
        self.plot.answers = False
        #: What the plot draws.
        self.layer = Segments(
            "timeline.layer",
            self.tr("Drawn over the runs"),
            (
                ("best", self.tr("Best")),
                ("stake", self.tr("At stake")),
                ("gain", self.tr("Value of testing")),
            ),
        )
        self.shows = Segments(
            "timeline.shows",
            self.tr("Shown below"),
            (("runs", self.tr("Runs")), ("entries", self.tr("All entries"))),
        )  #: Whether the runs or all entries are listed.
        self.search = QLineEdit()  #: Words that a run must have.
        self.search.setObjectName("timeline.find")
        self.search.setPlaceholderText(self.tr("Find in the timeline"))
        self.search.setAccessibleName(self.tr("Find in the timeline"))
        self.search.setClearButtonEnabled(True)
        self.look_back = button("", "timeline.lookBack", self._look_back)  #: Shows all pages as after a run.
        self.correct = button(
            self.tr("&Correct…"), "history.correct", lambda: self.correct_row(self.table.current)
        )  #: Corrects the selected run.
        self.table = TimelineTable()  #: All runs.
        self.table.setObjectName("history.table")
        self.table.setAccessibleName(self.tr("Runs"))
        self.detail = _label("history.detail")  #: The selected run.
        self.about = _label("history.notes")  #: Amendments and notes about the study.
        for label in (self.detail, self.about):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.entries = EntriesPage(controller)  #: All entries, with filters.
        self.pages = QStackedWidget()  #: The runs; all entries.
        self.pages.setObjectName("history.pages")
        self._lay_out()
        self.plot.take_turns(controller.refresher)
        self.plot.run_chosen.connect(self._choose)
        self.layer.chosen.connect(self._turn_layer)
        self.shows.chosen.connect(lambda key: self._turn(int(key == "entries")))
        self.search.textChanged.connect(self.table.rows.set_filter)
        self.table.opened.connect(self.correct_row)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_selected())
        self.table.rows.modelReset.connect(self._show_selected)
        facts = {
            "runs",
            "pending",
            "stock",
            "notes",
            "settings",
            "state",
            "shown",
            "trajectory",
            "past",
            "counsel",
        }
        self._between: tuple[tuple[int, int, float], BestAfter] | None = None  # see `_best_between`
        self._view = controller.refresher.watch(self, facts, self._refresh)

    @property
    def selected(self) -> Run | None:
        """The selected run; None for none, or for one in progress."""
        place = self.table.current
        entry = self.table.entries[place] if 0 <= place < len(self.table.entries) else None
        return cast("Run", entry) if hasattr(entry, "outcome") else None

    def correct_row(self, row: int) -> None:
        """Open the correction dialog of the run in a row, unless an earlier state is displayed."""
        entries = self.table.entries
        here = 0 <= row < len(entries) and hasattr(entries[row], "outcome")
        if not here or self._controller.selection.as_of is not None:
            return
        dialog = CorrectDialog(self._controller, entries[row].number, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def focus_search(self) -> None:
        """Focus the search field and select its text."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def show_run(self, number: RunNumber) -> None:
        """Select a run. The tab must be visible."""
        self.shows.choose("runs")
        self.search.clear()
        self.table.choose(self.table.place_of(number))
        self.table.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Refresh in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_view"):
            self._view.invalidate()
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_view"):
            self._fit_plot()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the plot out where the page is low."""
        super().resizeEvent(event)
        self._fit_plot()

    def _fit_plot(self) -> None:
        line = self.fontMetrics().lineSpacing()
        self.plot.setFixedHeight(_PLOT * line)
        self.plot.setVisible(self.height() >= _LOW * line and bool(self._controller.study.runs))

    def _lay_out(self) -> None:
        self.takes_keys: QWidget = self.table  #: Takes the keys when somebody turns to the page.
        self.plot.head.insertWidget(1, self.layer)
        finds, does = QHBoxLayout(), QHBoxLayout()
        finds.addWidget(self.shows)
        finds.addWidget(self.search, 1)
        finds.addStretch(1)
        does.addStretch(1)
        does.addWidget(self.look_back)
        does.addWidget(self.correct)
        runs = QWidget()
        inside = QVBoxLayout(runs)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.table, 1)
        inside.addWidget(self.about)
        inside.addWidget(self.detail)
        self.pages.addWidget(runs)
        self.pages.addWidget(self.entries)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.plot)
        column.addWidget(FoldingRow(finds, does, wide=finds))
        column.addWidget(self.pages, 1)

    def _turn(self, page: int) -> None:
        """Show the runs or all entries, and let the keyboard go to that table."""
        self.pages.setCurrentIndex(page)
        for part in (self.search, self.look_back, self.correct):
            part.setVisible(not page)
        self.takes_keys = self.entries.table if page else self.table

    def _turn_layer(self, key: str) -> None:
        self.plot.show_layer(cast("Layer", key))
        self._ask()

    def _ask(self) -> None:
        """Ask for what is missing of the past, the newest first."""
        self._controller.past.ask("stake", self)
        if self.plot.layer == "gain":
            self._controller.past.ask("gain", self.plot)

    def _choose(self, run: int) -> None:
        """Select the row of a run that was clicked in the plot."""
        self.show_run(self._controller.study.number_at(run))

    def _refresh(self) -> None:
        controller, runs = self._controller, len(self._controller.study.runs)
        as_of, past = controller.selection.as_of, controller.past
        data = plot_data.runs_data(
            controller.study, controller.advice.trajectory, level=controller.advice.level,
            stakes=past.stakes(), gains=past.gains(),
        )  # fmt: skip
        self._data = data
        self.plot.set_data(data)
        self.table.show_runs(controller.study, data, as_of)
        corrections = sum(len(run.corrections) for run in controller.study.runs)
        if runs > self._runs:
            self.table.choose(len(controller.study.pending))
        if (runs, corrections) > (
            self._runs,
            self._corrections,
        ):  # an outcome that was stands behind the present one
            self.table.fit_columns()
        self._runs, self._corrections = runs, corrections
        study = controller.study
        notes = [*map(amendment_words, study.amendments), *self._notes(None), *_settled(study)]
        self.about.setText("\n".join([self.tr("About the study:"), *notes]))
        self.about.setVisible(bool(notes))
        self._fit_plot()
        self._show_selected()
        self._ask()

    def _look_back(self) -> None:
        run = self.selected
        if run is not None:
            numbers = [one.number for one in self._controller.study.runs]
            self._controller.selection.show_as_of(numbers.index(run.number) + 1)

    def _show_selected(self) -> None:
        """Mark the selected run in the plot, and say all of it."""
        run, study = self.selected, self._controller.study
        numbers = [one.number for one in study.runs]
        count = None if run is None or run.number not in numbers else numbers.index(run.number) + 1
        self.plot.point_at(count)
        last = count == len(numbers)
        self.look_back.setText(
            self.tr("Look back")
            if count is None
            else self.tr("Look back to run {run}").format(run=numbers[count - 1])
        )
        self.look_back.setEnabled(count is not None and not last)
        self.correct.setEnabled(run is not None and self._controller.selection.as_of is None)
        lines = [] if run is None else self._lines(run)
        if count is not None and (best := self._best_between(count) or self._best_since(count)):
            lines.insert(1, best)
        self.detail.setText("\n".join(lines))
        self.detail.setVisible(bool(self.detail.text()))

    def _best_since(self, count: int) -> str:
        """Return the best after a run of the table, and the run that made it the best."""
        data = replace(self._data, points=tuple(each for each in self._data.points if each.run <= count))
        since = data.since
        if since is None or data.points[-1].run != count or data.spacing > 1:
            return ""
        number = self._controller.study.number_at(since.run)
        return self.tr("Best after it: {code}, since run {run}.").format(code=shorten(since.best), run=number)

    def _best_between(self, count: int) -> str:
        """Return the best after a run that the table leaves out, which is asked for when its row is selected."""
        controller = self._controller
        known, level = controller.advice.trajectory, controller.advice.level
        if not known or any(point.run == count for point in known):
            return ""
        which = (controller.study.revision, count, level)
        if self._between is not None and self._between[0] == which:
            best = self._between[1].best
            return self.tr("Best after it: {code}, {estimate} ({range})").format(
                code=shorten(best.candidate),
                estimate=percent(best.probability),
                range=percent_range(best.low, best.high, level),
            )
        study = controller.study
        controller.advice.compute(
            "best between", lambda: (which, best_after(study, count, level)), self._take_between
        )
        return self.tr("Best after it: being worked out")

    def _take_between(self, answer: tuple[tuple[int, int, float], BestAfter]) -> None:
        self._between = answer
        self._show_selected()

    def _lines(self, run: Run) -> list[str]:
        """Return what the row of a run does not say."""
        names = self._controller.study.settings
        lines = [
            self.tr("Run {run}: {code}, {outcome}.").format(
                run=run.number,
                code=run.candidate,
                outcome=outcome_with_value(run.outcome, run.measured, names),
            ),
        ]
        recorded = self.tr("Recorded {time} by {operator}.")
        lines[0] += " " + recorded.format(time=local_time(run.recorded_at), operator=run.operator)
        if run.probability_before is not None:
            chance = percent(run.probability_before)
            lines[0] += " " + self.tr("Predicted before: {chance}.").format(chance=chance)
        if run.happened_at:
            lines[0] += " " + self.tr("Done {time}, as stated.").format(time=local_time(run.happened_at))
        said = remark(run, self._controller.study) if self.table.remarks_hidden else ""
        return [*lines, *filter(None, [said]), *self._notes(run.number), *earlier_values(run, names)]

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
