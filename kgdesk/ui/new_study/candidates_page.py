"""Wizard page 1: choose the table of candidates and how to parse it; preview of the first rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import importing
from kgdesk.actions.samples import sample_table
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.ui.new_study.draft import Source
from kgdesk.ui.new_study.page import WizardPage
from kgdesk.ui.new_study.parsing_options import ParsingOptions, with_choice, words_for
from kgdesk.ui.new_study.table_preview import ROWS, TablePreview
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, plain, visible
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from kgdesk.actions.importing import ColumnInfo, RawTable
    from kgdesk.ui.new_study.draft import Draft


_KEYS = ("table", "columns")


class PathField(QLineEdit):
    """Line edit for a path; emits `table_pasted` if a table is pasted."""

    #: A text of several lines was pasted.
    table_pasted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste a path as usual; for several lines emit `table_pasted`."""
        text = QGuiApplication.clipboard().text()
        if event.matches(QKeySequence.StandardKey.Paste) and "\n" in text.strip():
            self.table_pasted.emit()
        else:
            super().keyPressEvent(event)


class CandidatesPage(WizardPage):
    """Read a table from a file or the clipboard as soon as it is named."""

    #: The user wants to combine the levels of factors.
    levels_wanted = Signal()

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(draft, worker, parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(
            plain(
                self.tr(
                    "The table of all experiments that could be run: one row for each candidate,"
                    " headings in the first row."
                ),
                "muted",
                self,
            )
        )
        layout.addLayout(self._file_row())
        layout.addLayout(self._other_ways())
        self.options = ParsingOptions(self)
        self.options.chosen.connect(self._choose)
        layout.addWidget(self.options)
        self.strip = MessageStrip("wizard.problem", self, below=True)
        layout.addWidget(self.strip)
        self._read_as = plain("", parent=self)
        self._read_as.setObjectName("wizard.readAs")
        self._read_as.hide()
        layout.addWidget(self._read_as)
        self.preview = TablePreview(self)
        layout.addWidget(self.preview, 1)

    def _file_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.path = PathField(self)
        self.path.table_pasted.connect(self.paste)
        self.path.setObjectName("wizard.path")
        self.path.setMinimumHeight(32)
        self.path.setPlaceholderText(self.tr("Type or drop a CSV or Excel file, then Enter"))
        self.path.setAccessibleName(self.tr("File with the candidates"))
        label = Label(self.tr("&File"), self)
        label.setBuddy(self.path)
        row.addWidget(label)
        row.addWidget(self.path, 1)
        row.addWidget(button(self.tr("B&rowse…"), "wizard.browse", self._browse, self))
        row.addWidget(button(self.tr("Pas&te table"), "wizard.paste", self.paste, self))
        return row

    def _other_ways(self) -> QHBoxLayout:
        """Return the buttons beside a file: levels, an example, and the same table again."""
        row = QHBoxLayout()
        self.read_again_button = button(self.tr("Re&ad again"), "wizard.readAgain", self.read_again, self)
        self.read_again_button.setEnabled(False)
        row.addWidget(plain(self.tr("No file yet?"), "muted", self))
        row.addWidget(button(self.tr("From le&vels…"), "wizard.levels", self.levels_wanted.emit, self))
        row.addWidget(
            button(self.tr("Exa&mple table"), "wizard.example", lambda: self.open(str(sample_table())), self)
        )
        row.addStretch(1)
        row.addWidget(self.read_again_button)
        return row

    def combine(self, table: str) -> None:
        """Read the table of all combinations of levels."""
        self._take_text(Source(pasted=table, name=self.tr("The combined levels")))

    @property
    def complete(self) -> bool:
        """Whether a table was read."""
        return self.draft.table is not None and not self.busy

    @property
    def busy(self) -> bool:
        """Whether the table is being read."""
        return self.worker.pending(*_KEYS)

    def show_draft(self) -> None:
        """Focus the path field."""
        if self.draft.table is None:
            self.path.setFocus()

    def handle_enter(self) -> bool:
        """Read the named file, unless it has been read."""
        if not self.path.hasFocus() or (self._named() == self.draft.source.path and self.draft.table):
            return False
        if not self.draft.source.pasted or self.path.isModified():
            self.open(self._named())
        return True

    def open(self, path: str) -> None:
        """Read a file with default options."""
        if not path:
            return
        self.path.setText(path)
        self.options.forget()
        self.draft.set_source(Source(path=path))
        self.read()

    def read_again(self) -> None:
        """Read the draft's source again with its present options."""
        source = self.draft.source
        self.path.setText(source.path or f"({source.name})")
        self.path.setModified(False)
        self.read()

    def paste(self) -> None:
        """Read the table on the clipboard, or the file that it names."""
        data = QGuiApplication.clipboard().mimeData()
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.open(files[0])
            return
        self._take_text(Source(pasted=data.text() or " ", name=self.tr("The pasted table")))

    def _take_text(self, source: Source) -> None:
        self.path.setText(f"({source.name})")
        self.path.setModified(False)
        self.options.forget()
        self.draft.set_source(source)
        self.read()

    def read(self) -> None:
        """Read the draft's source in the worker thread."""
        self.draft.drop_table()
        self.read_again_button.setEnabled(True)
        self.strip.clear()
        self.worker.forget("check", "prior")
        self.worker.ask("table", self.draft.source.read, self._show, self._refuse)
        self.changed.emit()

    def _named(self) -> str:
        text = self.path.text().strip().strip('"')
        return QUrl(text).toLocalFile() if text.startswith("file:") else text

    def _browse(self) -> None:
        start = str(Path(self._named()).parent) if self._named() else ""
        path, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Table of candidates"),
            start,
            self.tr("Tables (*.csv *.tsv *.txt *.xlsx *.xlsm);;All files (*)"),
        )
        self.open(path)

    def _choose(self, question: str, choice: object) -> None:
        self.draft.source = with_choice(self.draft.source, question, choice)
        self.read()

    def _show(self, table: RawTable) -> None:
        self.preview.show_table(table)
        self.options.show_reading(self.draft.source, table.reading)
        self.worker.ask("columns", lambda: (table, importing.describe(table)), self._take, self._refuse)
        self.changed.emit()

    def _take(self, answer: tuple[RawTable, tuple[ColumnInfo, ...]]) -> None:
        table, infos = answer
        self.draft.set_table(table, infos)
        marked = frozenset(at for at, info in enumerate(infos) if info.looks_like == "number")
        self.preview.rows.mark_numbers(marked)
        self._read_as.setText(self._description(table, marked))
        self._read_as.show()
        self.changed.emit()
        if not self.options.isAncestorOf(self.window().focusWidget() or self):
            self.done.emit()

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.preview.show_table(None)
        self._read_as.hide()
        if isinstance(refused, AmbiguousTable):
            question = refused.question
            self.options.offer(question, refused.choices)
            self.options.show_reading(self.draft.source, None)
            samples = [f": “{visible(each)}”" for each in refused.samples] or [""] * len(refused.choices)
            actions = [
                (words_for(question, choice) + sample, lambda c=choice: self._choose(question, c))
                for choice, sample in zip(refused.choices, samples, strict=True)
            ]
            refuse(self.strip, refused, actions, kind="caution")
            if self.path.hasFocus() and self.strip.buttons:
                self.strip.buttons[0].setFocus()
        else:
            refuse(self.strip, refused)
            if self.draft.source.path and not self.options.isHidden():
                self.options.show_reading(self.draft.source, None)
        self.changed.emit()

    def _description(self, table: RawTable, marked: frozenset[int]) -> str:
        """Describe the table: number of rows, how decimal separators were read, skipped rows."""
        rows, columns = len(table.rows), len(table.header)
        text = self.tr("{rows} rows, {columns} columns.").format(
            rows=self.locale().toString(rows), columns=columns
        )
        if rows > ROWS:
            text += " " + self.tr("The first {count} are shown.").format(count=ROWS)
        mark = "," if table.reading.decimal == "comma" else "."
        cells = (row[at].strip() for row in table.head() for at in sorted(marked) if mark in row[at])
        cell = next(cells, "")
        if cell:
            read = cell.replace(",", ".").replace(".", self.locale().decimalPoint())
            text += " " + self.tr("{cell} is read as {number}.").format(cell=cell, number=read)
        return " ".join((text, *map(translate, table.notes[:3])))
