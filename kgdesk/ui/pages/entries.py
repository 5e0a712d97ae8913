"""All entries of a study with author and time, in the sentences of the audit trail, with filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QDate, QEvent, QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.model.study.events import candidates_named
from kgdesk.text import Phrase
from kgdesk.ui.text.locale_format import local_day, reason_words
from kgdesk.ui.text.translate import policy_title, translate
from kgdesk.ui.widgets.basic import Label, button, plain, visible
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.folding import LabelledChoices
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.audit_trail import Line
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.study_controller import StudyController

#: Groups of kinds of entries, which are chosen together: name -> kinds.
GROUPS: Final[dict[str, frozenset[str]]] = {
    "runs": frozenset(
        {"block_set", "experiment_started", "imported_from", "outcome_recorded", "results_read"}
        | {"worklist_made"}
    ),
    "suggestions": frozenset({"suggestion_declined", "suggestion_made"}),
    "corrections": frozenset({"block_corrected", "outcome_corrected", "outcome_voided"}),
    "stock": frozenset({"candidate_restored", "candidate_retired", "candidates_added"}),
    "notes": frozenset({"note_added"}),
    "settings": frozenset({"settings_changed"}),
    "closing": frozenset({"finished", "reopened"}),
    "other": frozenset(
        {"attributes_defined", "candidates_imported", "clock_anomaly", "exported", "scaling_fixed"}
        | {"study_created"}
    ),
}
_GROUP_OF = {kind: name for name, kinds in GROUPS.items() for kind in kinds}


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry with the properties that the filters use.

    Parameters
    ----------
    line
        The entry in the words of the audit trail.
    group
        Key of `GROUPS`.
    candidates
        The candidates concerned.
    """

    line: Line
    group: str
    candidates: tuple[str, ...]


def entries_of(study: Study) -> tuple[ListedEntry, ...]:
    """Return all entries of a study, oldest first."""
    of_run = {run.number: run.candidate for run in study.runs}
    return tuple(
        ListedEntry(line, _GROUP_OF.get(event.kind, "other"), candidates_named(event.payload, of_run))
        for event, line in zip(study.events, actions.audit(study), strict=True)
    )


class EntriesPage(QWidget):
    """Table of all entries, the newest first, filtered by day, person, kind and candidate.

    The entries are put into words in the background while the page is visible.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._entries: tuple[ListedEntry, ...] = ()
        self.setObjectName("history.entries")
        self.table = Table(fits=True, first=(4, 5))  #: The entries that pass the filters.
        self.table.setObjectName("history.entriesTable")
        self.table.setAccessibleName(self.tr("All entries"))
        self.table.widest = 64
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)  # sentences, which begin with the code
        self.count = plain("", "muted")  #: Number of entries shown.
        self.count.setObjectName("history.entriesCount")
        self.detail = plain()  #: The selected entry in full.
        self.detail.setObjectName("history.entryDetail")
        #: Filters: day, person, kind, candidate.
        self.day, self.person, self.kind = QuietCombo(), QuietCombo(), QuietCombo()
        self.candidate = QLineEdit()
        self.candidate.setObjectName("history.byCandidate")
        self.candidate.setPlaceholderText(self.tr("Candidate or part of it"))
        self.candidate.setAccessibleName(self.tr("Candidate"))
        self.candidate.setClearButtonEnabled(True)
        self.candidate.setMinimumHeight(32)
        self.everything = button(
            self.tr("Show all"), "history.showAll", self.show_all
        )  #: Clears the filters.
        self._lay_out()
        for combo in (self.day, self.person, self.kind):
            combo.currentIndexChanged.connect(lambda _: self._filter())
        self.candidate.textChanged.connect(lambda _: self._filter())
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_detail())
        self.table.rows.modelReset.connect(self._show_detail)
        self._shown: tuple[ListedEntry, ...] = ()
        self._view = controller.refresher.watch(self, {"events", "shown"}, self._ask)

    @property
    def shown(self) -> tuple[ListedEntry, ...]:
        """The entries that pass the filters, the newest first."""
        return self._shown

    def show_all(self) -> None:
        """Clear the filters."""
        self.candidate.clear()
        for combo in (self.day, self.person, self.kind):
            combo.setCurrentIndex(0)

    def changeEvent(self, event: QEvent) -> None:
        """Rewrite days and sentences in another language."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.LocaleChange} and hasattr(self, "_view"):
            self._view.invalidate()

    def _ask(self) -> None:
        study = self._controller.study
        self._controller.advice.compute("entries", lambda: entries_of(study), self._take)

    def _take(self, entries: tuple[ListedEntry, ...]) -> None:
        self._entries = entries
        names = sorted({entry.line.operator for entry in entries}, key=str.casefold)
        days = dict.fromkeys(entry.line.time[:10] for entry in reversed(entries))
        self._offer(self.day, self.tr("All days"), [(_weekday(day), day) for day in days])
        self._offer(self.person, self.tr("Everybody"), [(name, name) for name in names])
        present = {entry.group for entry in entries}
        kinds = [(title, name) for name, title in self._titles().items() if name in present]
        self._offer(self.kind, self.tr("All kinds"), kinds)
        self._filter()

    def _offer(self, combo: QuietCombo, everything: str, choices: Sequence[tuple[str, str]]) -> None:
        """Offer other choices; the present one stays chosen if it is still there."""
        chosen = combo.currentData()
        combo.blockSignals(True)
        combo.clear()
        combo.addItem(everything, "")
        for text, data in choices:
            combo.addItem(visible(text), data)
        combo.choose(chosen or "")
        combo.blockSignals(False)
        combo.updateGeometry()

    def _filter(self) -> None:
        day, person, kind = (combo.currentData() or "" for combo in (self.day, self.person, self.kind))
        code = self.candidate.text().strip().casefold()
        self._shown = tuple(
            entry
            for entry in reversed(self._entries)
            if entry.line.time.startswith(day)
            and (not person or entry.line.operator == person)
            and (not kind or entry.group == kind)
            and (not code or any(code in name.casefold() for name in entry.candidates))
        )
        self._show()

    def _show(self) -> None:
        shown = self._shown
        self.table.show_columns(
            (
                Column(
                    self.tr("Entry"), np.array([e.line.seq for e in shown], dtype=np.int64), is_number=True
                ),
                Column(self.tr("Time"), [e.line.time for e in shown], _moment),
                Column(self.tr("Person"), [e.line.operator for e in shown]),
                Column(self.tr("What"), [e.line.what for e in shown], _sentence),
                Column(self.tr("Before"), [e.line.before for e in shown], translate),
                Column(self.tr("Reason"), [reason_words(e.line.reason) for e in shown]),
            )
        )
        text = self.tr("{count} of {all} entries").format(count=len(shown), all=len(self._entries))
        self.count.setText(text)
        self.everything.setEnabled(len(shown) < len(self._entries))

    def _show_detail(self) -> None:
        """Show the selected entry in full."""
        place = self.table.current
        if not 0 <= place < len(self._shown):
            self.detail.setText(self.tr("Select an entry to read all of it."))
            return
        entry = self._shown[place]
        line = entry.line
        where = line.workstation
        text = self.tr("Entry {entry}, {time}, {who}: {what}.").format(
            entry=line.seq,
            time=_moment(line.time),
            who=self.tr("{person} on {computer}").format(person=line.operator, computer=where)
            if where
            else line.operator,
            what=_sentence(line.what),
        )
        if line.before:
            text += " " + self.tr("Before: {value}.").format(value=translate(line.before))
        if line.reason:
            text += " " + self.tr("Reason: {reason}").format(reason=reason_words(line.reason))
        self.detail.setText(text)

    def _titles(self) -> dict[str, str]:
        """Return the titles of the groups of kinds, in their order."""
        return {
            "runs": self.tr("Runs and outcomes"),
            "suggestions": self.tr("Suggestions"),
            "corrections": self.tr("Corrections"),
            "stock": self.tr("Stock"),
            "notes": self.tr("Notes"),
            "settings": self.tr("Settings"),
            "closing": self.tr("Finish, reopen"),
            "other": self.tr("Set-up, export, clock"),
        }

    def _lay_out(self) -> None:
        tools = LabelledChoices()
        for combo, name, text in (
            (self.day, "history.byDay", self.tr("Da&y:")),
            (self.person, "history.byPerson", self.tr("P&erson:")),
            (self.kind, "history.byKind", self.tr("&Kind:")),
        ):
            combo.setObjectName(name)
            combo.setAccessibleName(text.replace("&", "").rstrip(":"))
            tools.add(Label(text), combo)
        further = QHBoxLayout()
        further.addWidget(self.candidate, 1)
        further.addWidget(self.everything)
        further.addWidget(self.count)
        self.count.setWordWrap(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(tools)
        column.addLayout(further)
        column.addWidget(self.table, 1)
        column.addWidget(self.detail)
        self.setFocusProxy(self.table)


def _sentence(what: str) -> str:
    """Translate what an entry says, with the title of a policy instead of its name."""
    return translate(_titled(what))


def _titled(text: str) -> str:
    if not isinstance(text, Phrase):
        return text
    values: dict[str, object] = {
        name: _titled(value) if isinstance(value, Phrase) else value for name, value in text.values.items()
    }
    if isinstance(policy := values.get("policy"), str) and not isinstance(policy, Phrase):
        values["policy"] = policy_title(policy)
    return Phrase(text.template, values)


def _weekday(day: str) -> str:
    """Return a day (``2026-11-24``) with its weekday in the language's format."""
    name = QLocale().toString(QDate.fromString(day, Qt.DateFormat.ISODate), "ddd")
    return f"{name} {local_day(day)}".strip()


def _moment(time: str) -> str:
    """Return the time of an entry on the clock of its workstation, with the weekday."""
    return f"{_weekday(time[:10])} {time[11:19]}"
