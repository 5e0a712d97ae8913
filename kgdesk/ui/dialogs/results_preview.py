"""Results of many runs at once: preview of a file, the rest of a plate as void, a file taken back."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QRadioButton, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.actions import Change
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.model.decisions.plates import in_progress_on, results_left, results_on_record, runs_of, unfinished
from kgdesk.plain_text import shorten
from kgdesk.ui.dialogs.reason import ItemReasonDialog
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.locale_format import local_time, outcome_name
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog, fit_height
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.table import Column, Table
from kgdesk.ui.widgets.word_meanings import WordMeanings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.actions import Session
    from kgdesk.actions.results_plan import ResultsPlan, UnknownText
    from kgdesk.model.decisions.plates import Unstarted
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.session.compute_queue import TaskProgress

_TICK_MS = 200
#: Largest number of words that are asked about at once.
_MOST_ASKED = 6


@dataclass(frozen=True)
class ResultsPreview:
    """Effect of a file of results, in words.

    Parameters
    ----------
    plan
        Its effect.
    happens
        What happens with each row.
    summary
        Sentences about the whole file.
    unstarted
        Number of rows of which no run is in progress.
    recorded_on
        Date on which a file with the same content was recorded; empty if none was, or run tokens decide.
    """

    plan: ResultsPlan
    happens: tuple[str, ...]
    summary: tuple[str, ...]
    unstarted: int = 0
    recorded_on: str = ""


def preview(
    study: Study, path: Path, reading: dict[str, Any], progress: Callable[[int, int], None]
) -> ResultsPreview:
    """Read a file of results and say what its rows would do; called in a worker thread.

    Raises
    ------
    KgdeskError
        The file cannot be read or matched.
    """
    plan = actions.plan_results(study, path, progress=progress, **reading)
    happens = tuple(row.sentence(study) for row in plan.rows)
    recorded = "" if plan.is_identified else results_on_record(study, plan.table.digest)
    summary = (*plan.summary(), *plan.remarks)
    return ResultsPreview(plan, happens, summary, len(plan.unstarted), recorded[:10])


class ResultsDialog(ScannerSafeDialog):
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
        self._asked: dict[str, UnknownText] = {}
        self._meanings: dict[str, str] = {}
        self._token = uuid.uuid4().hex
        self._recording = False
        self._course: TaskProgress | None = None
        self.preview: ResultsPreview | None = (
            None  #: Effect of the file; None before it is read, and if it cannot be read.
        )
        self.setObjectName("results")
        self.setWindowTitle(self.tr("Results from {file}").format(file=path.name))
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show_progress)
        self._lay_out()
        self._controller.refresher.watch(self, STUDY_FACTS, self._study_changed, due=False)
        self.read()

    def sizeHint(self) -> QSize:
        """Return a size for about twelve rows."""
        return QSize(680, 520)

    @property
    def plan(self) -> ResultsPlan | None:
        """Effect of the file; None before it is read."""
        return None if self.preview is None else self.preview.plan

    def read(self) -> None:
        """Read the file in the worker thread, then show its effect."""
        self.preview = None
        self.strip.clear()
        self.summary.setText(self.tr("Reading {file}…").format(file=self._path.name))
        self._course = self._controller.reader.ask_with_progress(
            self._token,
            partial(preview, self._controller.study, self._path, self._how()),
            self._take,
            self._refused,
        )
        self._tick.start()
        self._check()

    def accept(self) -> None:
        """Record all rows in one gesture and close."""
        if not self.record.isEnabled():
            return
        self._recording = True
        self.record.setEnabled(False)
        unstarted: Unstarted = "new" if self.new.isChecked() else "past" if self.past.isChecked() else ""
        record_again, repeat = self.record_again.isChecked(), self.repeat.isChecked()
        known_only = self.known_only.isChecked()
        self._control.do(
            _record,
            self.plan,
            unstarted=unstarted,
            again=record_again,
            repeat=repeat,
            known_only=known_only,
            token=self._token,
            on_done=self._recorded,
        )

    def done(self, result: int) -> None:
        """Close; the reading of the file is abandoned if it is still going on."""
        self._end()
        super().done(result)

    def _end(self) -> None:
        self._tick.stop()
        if self._course is not None:
            self._controller.reader.forget(self._token)
        self._course = None

    def _recorded(self, recorded: bool) -> None:
        self._recording = False
        if recorded:
            super().accept()
            return
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
        self._check()

    def _how(self) -> dict[str, Any]:
        """Return how the file is to be read, by the answers so far."""
        stated = [f"{word}={meaning}" for word, meaning in self._meanings.items() if meaning]
        return {**self._reading, "meanings": tuple(stated)}

    def _set_meaning(self, word: str, meaning: str) -> None:
        self._meanings[word] = meaning
        self.read()

    def _choose(self, question: str, way: str) -> None:
        self._reading[question] = way
        self.read()

    def _show_progress(self) -> None:
        if self._course is not None and self._course.share:
            words = self.tr("Reading {file}… {share} % of its rows are matched")
            share = round(100.0 * self._course.share)
            self.summary.setText(words.format(file=self._path.name, share=share))

    def _refused(self, problem: BaseException) -> None:
        self._course = None
        self._tick.stop()
        self.summary.clear()
        refused: KgdeskError = expected_error(problem, KgdeskError)
        if isinstance(refused, AmbiguousTable):
            choices = tuple(
                (way, partial(self._choose, refused.question, way)) for way in refused.choices[:4]
            )
            self.strip.show_message("caution", translate(refused), choices)
        else:
            refuse(self.strip, refused)
        self._show_rows()

    def _take(self, preview: ResultsPreview) -> None:
        self._course = None
        self._tick.stop()
        self.preview = preview
        self.summary.setText("\n".join(map(translate, preview.summary[:8])))
        if preview.recorded_on:
            when = self.tr("A file with the same content was recorded on {date} already.").format(
                date=preview.recorded_on
            )
            self.strip.show_message("caution", when)
        self._show_rows()
        fit_height(self)
        if self.record.isEnabled():
            self.record.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_rows(self) -> None:
        """Show the rows and the questions of the present preview."""
        now = self.preview
        rows, happens = (now.plan.rows, now.happens) if now is not None else ((), ())
        words = {sentence: translate(sentence) for sentence in set(happens)}
        self.table.show_columns(
            (
                Column(self.tr("Line"), [row.line for row in rows], is_number=True),
                Column(self.tr("Well"), [row.well for row in rows]),
                Column(self.tr("Candidate"), [row.candidate for row in rows]),
                Column(self.tr("What happens"), [words[sentence] for sentence in happens]),
            )
        )
        self.table.fit_columns()
        if now is not None:
            self._asked |= {one.text: one for one in now.plan.unknown}
        listed = list(self._asked)
        if len(listed) > _MOST_ASKED:  # those that have an answer make room
            listed = [word for word in listed if not self._meanings.get(word)][:_MOST_ASKED]
        self.words.show_words(
            {word: self._meanings.get(word, "") for word in listed},
            {word: self._choices(self._asked[word]) for word in listed},
        )
        count = now.unstarted if now is not None else 0
        self.unstarted.setText(
            self.tr("Of {count} rows no run is in progress. What are these?").format(count=count)
        )
        for widget in (self.unstarted, self.new, self.past):
            widget.setVisible(bool(count))
        self.record_again.setVisible(now is not None and bool(now.recorded_on))
        self.known_only.setVisible(now is not None and bool(now.plan.of("stranger")))
        unexpected = now.plan.unexpected if now is not None else ()
        names = ", ".join(dict.fromkeys(shorten(row.candidate, 16) for row in unexpected[:3]))
        self.repeat.setText(
            self.tr(
                "&These candidates have had their runs, or are out of stock: {names}. Their outcomes count all the same"
            ).format(names=(f"{names}…" if len(unexpected) > 3 else names).replace("&", "&&"))
        )
        self._check()

    def _check(self) -> None:
        """Enable Record if the file is read and nothing is left to answer."""
        now = self.preview
        answered = now is not None and not now.plan.unknown
        answered = (
            answered
            and now is not None
            and (not now.unstarted or self.new.isChecked() or self.past.isChecked())
        )
        for asked_first in (self.known_only, self.record_again):
            answered = answered and (asked_first.isHidden() or asked_first.isChecked())
        asked = now is not None and bool(now.plan.unexpected) and self.new.isChecked()
        self.repeat.setVisible(asked)
        answered = answered and (not asked or self.repeat.isChecked())
        takes = self._control.entry.situation.takes_entries
        self.record.setEnabled(answered and takes and not self._recording)

    def _choices(self, asked: UnknownText) -> tuple[tuple[str, str], ...]:
        """Return what a text may mean, as texts with data."""
        settings = self._controller.study.settings
        value = self.tr("a value of {name}").format(name=settings.measured)
        return (
            (outcome_name("success", settings), "success"),
            (outcome_name("failure", settings), "failure"),
            (self.tr("void"), "void"),
            (self.tr("no outcome yet"), "none"),
            *(((value, "value"),) if asked.is_number else ()),
        )

    def _study_changed(self) -> None:
        if not self._recording:
            self.read()

    def _lay_out(self) -> None:
        self.table = Table()  #: The rows.
        self.table.setObjectName("results.table")
        self.table.setAccessibleName(self.tr("Rows of the file"))
        self.summary = plain("", "", self)  #: Progress, then what the whole file holds.
        self.summary.setObjectName("results.summary")
        self.new = QRadioButton(self.tr("&Runs of this study that nobody started"), self)
        self.new.setObjectName("results.new")
        self.past = QRadioButton(self.tr("Outcomes from &before the study"), self)
        self.past.setObjectName("results.past")
        self.words = WordMeanings(self)  #: What the words mean that the study does not know.
        self.words.setObjectName("results.words")
        self.words.chosen.connect(self._set_meaning)
        self.unstarted = plain("", "", self)
        self.record_again = QCheckBox(self.tr("These are &further outcomes: record them again"), self)
        self.record_again.setObjectName("results.again")
        self.known_only = QCheckBox(self.tr("&Pass over the rows of no candidate of this study"), self)
        self.known_only.setObjectName("results.known")
        self.repeat = QCheckBox(self)
        self.repeat.setObjectName("results.repeat")
        self.strip = MessageStrip("results.problem", self)  #: Errors and questions.
        buttons = DialogButtons(self, "results.record", self.tr("R&ecord all"))
        self.record = buttons.accepting
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        for widget in (
            self.summary,
            self.known_only,
            self.words,
            self.unstarted,
            self.new,
            self.past,
            self.repeat,
            self.record_again,
            self.strip,
            buttons,
        ):
            column.addWidget(widget)
        for choice in (self.new, self.past, self.known_only, self.record_again, self.repeat):
            choice.toggled.connect(self._check)
        self._show_rows()


def _record(session: Session, plan: ResultsPlan, **how: Any) -> Change:
    done = actions.record_results(session, plan, **how)
    return done.change or Change(session.study, frozenset(), ())


def tr(text: str) -> str:
    """Translate a text of the dialogs for a whole plate or file (context "Lab")."""
    return QCoreApplication.translate("Lab", text)


def void_rest(control: EntryControl, parent: QWidget) -> None:
    """Ask which plate's runs in progress are void (newest plate first) and why; record all of them."""
    study = control.controller.study
    present = unfinished(study)[::-1]
    if not present:
        return
    counts = [len(in_progress_on(study, plate.id)) for plate in present]
    listed = tr("{name}: {count} in progress")
    asked = tr(
        "Why are the {count} runs of {name} that are still in progress of no use? All are recorded as void."
    )
    which = [
        (listed.format(name=plate.name, count=count), asked.format(name=plate.name, count=count))
        for plate, count in zip(present, counts, strict=True)
    ]
    reasons = tr("Plate lost or spoilt"), tr("Instrument fault")
    title, accept = tr("Void the rest of a plate"), tr("Record all as void")
    answer = ItemReasonDialog(parent, title, tr("&Plate:"), which, reasons, accept).chosen()
    if answer is not None:
        control.do(actions.void_rest, present[answer[0]].id, answer[1])


def take_back_file(control: EntryControl, parent: QWidget) -> None:
    """Ask which file of results to take back (newest first) and why; take back all of its outcomes."""
    study = control.controller.study
    present = results_left(study)[::-1]
    if not present:
        return
    listed = tr("{file}, {time}: outcomes: {count}")
    asked = tr("Why are the {count} outcomes of {file} undone? Runs that it closed are in progress again.")
    which = []
    for read in present:
        words = {"file": read.file, "time": local_time(read.recorded_at)}
        words["count"] = str(sum(not run.taken_back for run in runs_of(study, read)))
        which.append((listed.format(**words), asked.format(**words)))
    reasons = tr("Wrong file"), tr("Wrong plate"), tr("Read again")
    title, accept = tr("Undo a file"), tr("Undo all")
    answer = ItemReasonDialog(parent, title, tr("&File:"), which, reasons, accept).chosen()
    if answer is not None:
        read = present[answer[0]]
        control.do(actions.take_back_results, read.file, answer[1], entry=read.seq)
