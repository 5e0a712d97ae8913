"""Wizard page 2: roles of the columns, with findings and repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from kgdesk.actions.importing import MOST_WORDS, Role
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.ui.new_study import draft as drafts
from kgdesk.ui.new_study.column_findings import Repair, TableFinding, findings
from kgdesk.ui.new_study.columns_table import RolesTable
from kgdesk.ui.new_study.page import WizardPage
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from kgdesk.ui.new_study.draft import BuiltCandidates, Draft

_PER_ROW = 3
#: Maximum number of findings shown, and of characters in each.
_MOST, _LONGEST = 12, 600


def _tr(text: str) -> str:
    return QCoreApplication.translate("Findings", text)


def later_findings(draft: Draft) -> tuple[TableFinding, ...]:
    """Return the findings known after the candidates are built."""
    checked = draft.built
    if checked is None:
        return ()
    findings_so_far = [TableFinding(translate(sentence)) for sentence in checked.findings]
    budget = draft.settings.budget
    if checked.columns > budget:
        text = _tr(
            "{columns} columns to learn from are many for {runs} planned runs: what each one does will stay"
            " uncertain. Keep only those that may matter, or plan more runs on the next page."
        )
        findings_so_far.append(TableFinding(text.format(columns=checked.columns, runs=budget)))
    return tuple(findings_so_far)


def refusal(problem: KgdeskError) -> TableFinding:
    """Return an error of building the candidates as a finding. A repair takes codes that look alike as different."""
    asked = isinstance(problem, AmbiguousTable) and problem.question == "look_alikes"
    repairs = (Repair(_tr("They are different candidates"), apart=True),) if asked else ()
    return TableFinding(translate(problem), stops=True, repairs=repairs, problem=problem)


class OutcomeMeanings(QWidget):
    """Meaning of each word of the outcome column; hidden without such a column."""

    def __init__(self, page: ColumnsPage) -> None:
        super().__init__(page)
        self._page = page
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._words: tuple[str, ...] = ()

    def show_words(self, meanings: dict[str, str]) -> None:
        """Show one combo box per word."""
        words = tuple(meanings)[:MOST_WORDS]
        self.setVisible(bool(words))
        if words == self._words:
            return
        self._words = words
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for at, word in enumerate(words):
            label = Label(self.tr("“{word}” means").format(word=word[:30]), self)
            combo = QuietCombo(self)
            combo.setObjectName(f"wizard.means.{word}")
            combo.setAccessibleName(label.text())
            for text, data in (
                (self.tr("choose…"), ""),
                (self.tr("Success"), "success"),
                (self.tr("Failure"), "failure"),
                (self.tr("no outcome"), "none"),
            ):
                combo.addItem(text, data)
            combo.choose(meanings[word])
            combo.activated.connect(lambda _, w=word, c=combo: self._page.set_meaning(w, c.currentData()))
            label.setBuddy(combo)
            row, place = divmod(at, _PER_ROW)
            self._grid.addWidget(label, row, 2 * place, Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(combo, row, 2 * place + 1)


class ColumnsPage(WizardPage):
    """Table of all columns with their roles; every decision is shown."""

    #: The user has mended the table: it must be read again.
    read_again = Signal()

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(draft, worker, parent)
        self._table_seen: object = None
        self._refused: KgdeskError | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        text = self.tr(
            "What each column is for. The roles are proposals: look at them, and change what is not right."
        )
        layout.addWidget(plain(text, "muted", self))
        self.roles = RolesTable(draft, self)
        self.roles.columns.edited.connect(self._edited)
        self._meanings = OutcomeMeanings(self)
        self._list = QWidget(self)
        self._list.setMinimumWidth(1)  # the strips fold their buttons
        self._strips = QVBoxLayout(self._list)
        self._strips.setContentsMargins(0, 0, 4, 0)
        self._strips.setSpacing(6)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._list)
        area.setObjectName("wizard.findings")
        area.setAccessibleName(self.tr("What was noticed"))
        area.setMinimumHeight(70)
        self._area = area
        upper = QWidget(self)
        above = QVBoxLayout(upper)
        above.setContentsMargins(3, 3, 3, 3)
        above.addWidget(self.roles, 1)
        above.addWidget(self._meanings)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(upper)
        lower = QWidget(self)
        below = QVBoxLayout(lower)
        below.setContentsMargins(3, 3, 3, 3)  # room for the focus ring
        below.addWidget(area)
        split.addWidget(lower)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        self._split = split
        layout.addWidget(split, 1)

    @property
    def complete(self) -> bool:
        """Whether no finding blocks and the candidates were built."""
        return self.draft.built is not None

    @property
    def busy(self) -> bool:
        """Whether the candidates are being built."""
        return self.worker.pending("check")

    def show_draft(self) -> None:
        """Show the columns of the table."""
        if self._table_seen is not self.draft.table:
            self._table_seen = self.draft.table
            self.roles.reload()
        asked = any(finding.stops for finding in findings(self.draft))
        self._split.setSizes([210, 290] if asked else [330, 130])
        self.recheck()

    def focus_input(self) -> None:
        """Focus the findings if one blocks, else Next. Tab leads on to the repairs; Enter chooses none."""
        if self.stopped:
            self._area.setFocus()
        else:
            self.done.emit()

    @property
    def stopped(self) -> bool:
        """Whether a finding blocks Next."""
        return not self.busy and not self.complete

    def recheck(self) -> None:
        """Rebuild the candidates unless a finding blocks; show the findings."""
        self._refused = None
        table = self.draft.table
        if table is not None and self.draft.built is None:
            self.worker.forget("check")
            if not any(finding.stops for finding in findings(self.draft)):
                choice, barcode = self.draft.choice(), self.draft.barcode
                self.worker.ask(
                    "check", lambda: drafts.build_candidates(table, choice, barcode), self._take, self._refuse
                )
        self._show()

    def set_meaning(self, word: str, meaning: str) -> None:
        """Set the meaning of an outcome word."""
        self.draft.meanings[word] = meaning
        self.draft.built = None
        self.recheck()

    def _edited(self) -> None:
        self.recheck()

    def _repair(self, repair: Repair) -> None:
        if repair.read_again:
            self.read_again.emit()
            return
        repair.apply(self.draft)
        self.roles.columns.refresh()
        self.recheck()
        self.focus_input()

    def _take(self, checked: BuiltCandidates) -> None:
        self.draft.built = checked
        self._show()

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self._refused = refused
        self._show()

    def _show(self) -> None:
        self._meanings.show_words(self.draft.meanings)
        listed = [*findings(self.draft), *later_findings(self.draft)]
        if self._refused is not None:
            listed.insert(0, refusal(self._refused))
        while (item := self._strips.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        listed.sort(key=lambda finding: not finding.stops)
        for at, finding in enumerate(listed[:_MOST]):
            strip = MessageStrip(f"wizard.finding.{at}", self._list, below=len(finding.repairs) > 2)
            actions = [(r.label, lambda r=r: self._repair(r)) for r in finding.repairs]
            kind, text = "caution" if finding.stops else "neutral", finding.text[:_LONGEST]
            if finding.problem is not None:
                refuse(strip, finding.problem, actions, text, kind=kind)
            else:
                strip.show_message(kind, text, actions)
            self._strips.addWidget(strip)
        if len(listed) > _MOST:
            text = self.tr("… and {count} more.").format(count=len(listed) - _MOST)
            self._strips.addWidget(plain(text, "muted", self._list))
        if not listed:
            learnt = self.draft.columns_with(Role.NUMBER, Role.CATEGORY)
            text = self.tr("{count} columns to learn from; nothing to mend.").format(count=len(learnt))
            self._strips.addWidget(plain(text, "muted", self._list))
        self._strips.addStretch(1)
        self.changed.emit()
