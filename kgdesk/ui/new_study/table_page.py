"""Page 1 of a new study: the table, how it is read, and what each column is used as."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from kgdesk.actions import importing
from kgdesk.actions.importing import Role
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.ui.new_study.column_list import ColumnList, Elided
from kgdesk.ui.new_study.finding_words import missing_words
from kgdesk.ui.new_study.left_out import LeftOutDialog
from kgdesk.ui.new_study.page import WizardPage
from kgdesk.ui.new_study.reading_choices import ReadingChoices, with_choice, words_for
from kgdesk.ui.new_study.review import Review, review
from kgdesk.ui.new_study.source_panel import SourcePanel
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.widgets.basic import Label, button
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.actions.importing import ColumnInfo, RawTable
    from kgdesk.ui.new_study.draft import Draft, DraftColumn, Source
    from kgdesk.ui.new_study.review import Finding

#: Questions about a table that the window answers with the first choice, which can be changed.
_PROPOSED = ("sheet", "headings")
_Offers = dict[str, tuple[str, ...]]


def read(source: Source) -> tuple[Source, RawTable, tuple[ColumnInfo, ...], _Offers]:
    """Read and describe a table, with the proposed sheet and line of headings; called in the worker thread.

    Returns
    -------
    tuple
        The source with these proposals, the table, its columns, and what else can be chosen by question.
    """
    offers: _Offers = {}
    while True:
        try:
            table = source.read()
        except AmbiguousTable as asked:
            if asked.question not in _PROPOSED or asked.question in offers:
                raise
            offers[asked.question] = asked.choices
            source = with_choice(source, asked.question, asked.choices[0])
        else:
            if table.reading.kind == "xlsx":
                offers["sheet"] = importing.sheets_of(source.path)
            return source, table, importing.describe(table), offers


class TablePage(WizardPage):
    """Read a table as soon as it is named, and settle what its columns are used as."""

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(draft, worker, parent)
        self._review = Review()
        self._offers: _Offers = {}
        self._focus_next = False
        self.start = SourcePanel(self.take, self._keep, self)
        self.columns = ColumnList(draft, self)
        self.columns.use_chosen.connect(self._use)
        self.columns.unit_typed.connect(self._unit)
        self.columns.way_chosen.connect(self._treat)
        self.columns.words.chosen.connect(self._mean)
        self.columns.words.limit_set.connect(self._limit)
        self.strip = MessageStrip("wizard.problem", self, below=True)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.start)
        self._stack.addWidget(self._read_part())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.strip)

    def _read_part(self) -> QWidget:
        part = QWidget(self)
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        self.file = Elided("", part)
        self.file.setObjectName("wizard.file")
        set_role(self.file, role="muted")
        self.reading = ReadingChoices(part)
        self.reading.chosen.connect(self._choose)
        self.again = button(self.tr("Re&ad again"), "wizard.readAgain", self.read_again, part)
        self.other = button(self.tr("Other fi&le…"), "wizard.otherFile", self._show_start, part)
        top = QHBoxLayout()
        top.addWidget(self.file, 1)
        top.addWidget(self.reading, 4)
        top.addWidget(self.again)
        top.addWidget(self.other)
        layout.addLayout(top)
        layout.addWidget(self.columns, 1)
        self.left = Label(parent=part)
        self.left.setObjectName("wizard.left")
        self.show_left = button(self.tr("&Show them"), "wizard.showLeft", self._show_left_out, part)
        set_role(self.show_left, role="link")
        self.show_left.hide()  # until a table is read of which something is left out
        layout.addWidget(FoldingRow(self.left, self.show_left, parent=part))
        return part

    @property
    def complete(self) -> bool:
        """Whether nothing is left to answer and the candidates are built."""
        return self.draft.built is not None and not self.busy and self._shows_table

    @property
    def _shows_table(self) -> bool:
        return self._stack.currentWidget() is not self.start

    @property
    def busy(self) -> bool:
        """Whether the table is being read or looked at."""
        return self.worker.pending("table", "review")

    @property
    def asked(self) -> list[tuple[DraftColumn, Finding]]:
        """The columns with an open question, each with the question."""
        pairs = zip(self.draft.columns, self._review.findings, strict=False)
        return [(column, finding) for column, found in pairs for finding in found if finding.is_asked]

    @property
    def missing(self) -> str:
        """What must be answered before going on; empty if nothing."""
        if self.draft.table is None or self.busy or self.complete or not self._shows_table:
            return ""
        if self.asked:
            return missing_words(self.asked)
        if not self.draft.columns_with(Role.NUMBER, Role.CATEGORY):
            return self.tr("No column is left to learn from: use at least one as an attribute")
        return ""

    def show_draft(self) -> None:
        """Focus the path field while there is no table."""
        if self.draft.table is None and not self.busy:
            self._show_start()

    def focus_input(self) -> None:
        """Focus the first open question, else leave the page to its button."""
        if not self._shows_table:
            self.start.path.setFocus()
        elif not self.columns.focus_answer():
            self.done.emit()

    def handle_enter(self) -> bool:
        """Read the file that was typed."""
        if not self.start.path.hasFocus():
            return False
        self.start.open(self.start.named)
        return True

    def take(self, source: Source) -> None:
        """Read another table."""
        self._offers = {}
        self.draft.set_source(source)
        self._read()

    def read_again(self) -> None:
        """Read the present table again with its present options."""
        self.start.path.setText(self.draft.source.path)
        self._read()

    def _read(self) -> None:
        source = self.draft.source
        self.draft.drop_table()
        self.strip.clear()
        self.worker.forget("review", "prior")
        self._focus_next = True
        self.worker.ask("table", lambda: read(source), self._take, self._refuse)
        self.changed.emit()

    def _show_start(self) -> None:
        source = self.draft.source
        name = (Path(source.path).name or source.name) if self.draft.table is not None else ""
        self.start.offer_back(name)
        self._stack.setCurrentWidget(self.start)
        self.start.path.setFocus()
        self.start.path.selectAll()
        self.changed.emit()

    def _keep(self) -> None:
        self._stack.setCurrentIndex(1)
        self.changed.emit()
        self.focus_input()

    def _choose(self, question: str, choice: Any) -> None:
        self.draft.source = with_choice(self.draft.source, question, choice)
        self._read()

    def _take(self, answer: tuple[Source, RawTable, tuple[ColumnInfo, ...], _Offers]) -> None:
        source, table, infos, offers = answer
        self.draft.source = source
        self._offers |= offers
        self._review = Review()
        self.draft.set_table(table, infos)
        self.file.set_whole(Path(source.path).name if source.path else source.name)
        self.reading.show_reading(source, table.reading, self._offers)
        self._stack.setCurrentIndex(1)
        self.columns.reload()
        self._look()

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.start.offer_back("")
        if isinstance(refused, AmbiguousTable):
            question = refused.question
            self._offers[question] = refused.choices
            samples = [f": “{each}”" for each in refused.samples] or [""] * len(refused.choices)
            actions = [
                (words_for(question, choice) + sample, lambda c=choice: self._choose(question, c))
                for choice, sample in zip(refused.choices, samples, strict=True)
            ]
            refuse(self.strip, refused, actions, kind="caution")
            if self.start.path.hasFocus() and self.strip.buttons:
                self.strip.buttons[0].setFocus()
        else:
            refuse(self.strip, refused)
        if self._stack.currentIndex() == 1:
            self.reading.show_reading(self.draft.source, None, self._offers)
        self.changed.emit()

    def _use(self, at: int, use: str) -> None:
        if use:
            self.draft.columns[at].log = use == "log"
            self.draft.set_role(at, Role.NUMBER if use == "log" else Role(use))
            self._look()

    def _unit(self, at: int, text: str) -> None:
        self.draft.columns[at].unit = text
        self._look()

    def _treat(self, at: int, kind: str, way: str) -> None:
        if way:
            self.draft.columns[at].ways[kind] = way
            self._look()

    def _mean(self, word: str, meaning: str) -> None:
        self.draft.meanings[word] = meaning
        self._look()

    def _limit(self, direction: str, threshold: str) -> None:
        self.draft.direction = "at-most" if direction == "at-most" else "at-least"
        self.draft.threshold = threshold
        self._look()

    def _look(self) -> None:
        """Look at the columns as they are used now, and build the candidates."""
        self.draft.built = None
        copy = self.draft.snapshot()
        self.columns.show_review(self._review)
        self.worker.ask("review", lambda: review(copy), self._take_review, expected_error)
        self.changed.emit()

    def _take_review(self, found: Review) -> None:
        self._review, self.draft.built = found, found.built
        self.columns.show_review(found)
        self.strip.clear()
        if found.refused is not None and not self.asked:
            refuse(self.strip, found.refused)
        self._say_left_out()
        self.changed.emit()
        if self._focus_next:
            self._focus_next = False
            if self.isVisible():
                self.focus_input()

    def _say_left_out(self) -> None:
        table, built = self.draft.table, self.draft.built
        number = self.locale().toString
        if table is None or built is None:
            count = len(table.rows) if table is not None else 0
            self.left.setText(self.tr("{count} rows").format(count=number(count)))
            self.show_left.hide()
            return
        reading = built.reading
        parts = [
            self.tr("{count} candidates").format(count=number(len(reading.pool))),
            self.tr("{count} attributes").format(count=len(reading.pool.attributes))
            if len(reading.pool.attributes) > 1
            else self.tr("1 attribute"),
        ]
        if reading.outcomes:
            parts.append(self.tr("{count} outcomes so far").format(count=number(len(reading.outcomes))))
        text = ", ".join(parts) + "."
        left, noticed = len(reading.left_out), len(dict.fromkeys(reading.findings))
        if left:
            text += "  " + self.tr("{left} of {rows} rows are left out.").format(
                left=number(left), rows=number(len(table.rows))
            )
        elif noticed:
            text += "  "
            text += (
                self.tr("1 remark.") if noticed == 1 else self.tr("{count} remarks.").format(count=noticed)
            )
        self.left.setText(text)
        self.show_left.setVisible(bool(left or noticed))

    def _show_left_out(self) -> None:
        table, built = self.draft.table, self.draft.built
        if table is not None and built is not None:
            open_once(LeftOutDialog(built.reading, self.window(), rows=table.line_word == "row"))
