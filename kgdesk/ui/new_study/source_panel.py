"""Where the table comes from: a file, the clipboard, levels of factors or the example."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from kgdesk.actions.samples import sample_table
from kgdesk.ui.new_study.draft import Source
from kgdesk.ui.new_study.levels_dialog import LevelsDialog
from kgdesk.ui.widgets.basic import Label, button, card, plain, visible
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.dropped_files import pasted_path
from kgdesk.ui.widgets.folding import FoldingRow

if TYPE_CHECKING:
    from collections.abc import Callable


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


class SourcePanel(QWidget):
    """Ask for a table.

    Parameters
    ----------
    take
        Called with the source of a table as soon as it is named.
    keep
        Called to go back to the table that is read.
    parent
        Qt parent.
    """

    def __init__(
        self, take: Callable[[Source], None], keep: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._take = take
        frame, inside = card(self)
        inside.addWidget(plain(self.tr("Drop a table"), "title", frame))
        inside.addWidget(
            plain(
                self.tr(
                    "A CSV or Excel file with one row for each candidate that could be run, and headings above them."
                ),
                "muted",
                frame,
            )
        )
        inside.addLayout(self._file_row(frame))
        inside.addWidget(
            FoldingRow(
                button(self.tr("Pas&te table"), "wizard.paste", self.paste, frame),
                button(self.tr("From le&vels…"), "wizard.levels", self._ask_levels, frame),
                button(self.tr("Exa&mple table"), "wizard.example", self._take_example, frame),
                parent=frame,
            )
        )
        self.keep = button("", "wizard.keepTable", keep, frame)  #: Back to the table that is read.
        inside.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(frame)
        layout.addStretch(1)

    def _file_row(self, frame: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        self.path = PathField(frame)
        self.path.table_pasted.connect(self.paste)
        self.path.setObjectName("wizard.path")
        self.path.setMinimumHeight(32)
        self.path.setPlaceholderText(self.tr("Type the path of a file, then Enter"))
        self.path.setAccessibleName(self.tr("File with the candidates"))
        label = Label(self.tr("&File"), frame)
        label.setBuddy(self.path)
        row.addWidget(label)
        row.addWidget(self.path, 1)
        row.addWidget(button(self.tr("B&rowse…"), "wizard.browse", self._browse, frame))
        return row

    @property
    def named(self) -> str:
        """The path that was typed."""
        return pasted_path(self.path.text())

    def offer_back(self, name: str) -> None:
        """Offer to go back to a table; not if it has no name."""
        self.keep.setText(self.tr("&Keep {name}").format(name=visible(name)))
        self.keep.setVisible(bool(name))

    def open(self, path: str) -> None:
        """Take a file with default options."""
        if path:
            self.path.setText(path)
            self._take(Source(path=path))

    def paste(self) -> None:
        """Take the table on the clipboard, or the file that it names."""
        data = QGuiApplication.clipboard().mimeData()
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.open(files[0])
        else:
            self._take(Source(pasted=data.text() or " ", name=self.tr("The pasted table")))

    def combine(self, table: str) -> None:
        """Take the table of all combinations of levels."""
        self._take(Source(pasted=table, name=self.tr("The combined levels")))

    def _take_example(self) -> None:
        self.open(str(sample_table()))

    def _ask_levels(self) -> None:
        dialog = LevelsDialog(self.window())
        dialog.combined.connect(self.combine)
        open_once(dialog)

    def _browse(self) -> None:
        start = str(Path(self.named).parent) if self.named else ""
        path, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Table of candidates"),
            start,
            self.tr("Tables (*.csv *.tsv *.txt *.xlsx *.xlsm);;All files (*)"),
        )
        self.open(path)
