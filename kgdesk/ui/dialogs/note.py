"""A note about a run, or about the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.ui.dialogs.base import CarefulDialog
from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.parts import QuietCombo, plain
from kgdesk.ui.wording import signed_outcome

if TYPE_CHECKING:
    from kgdesk.model.study import Study
    from kgdesk.ui.entry.control import EntryControl

_RUNS = 50


class NoteDialog(CarefulDialog):
    """What the note is about, and its text; Ctrl+Enter keeps it, Esc cancels.

    Parameters
    ----------
    control
        Keeps the note.
    run
        What it is about at first; None for the newest run, or the study where there is none.
    """

    def __init__(
        self, control: EntryControl, parent: QWidget | None = None, *, run: int | None = None
    ) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("note.dialog")
        self.setWindowTitle(self.tr("Add a note"))
        self._make_about(control.desk.study, run)
        self.text = QPlainTextEdit()
        self.text.setObjectName("note.text")
        self.text.setAccessibleName(self.tr("Note"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(5 * self.text.fontMetrics().lineSpacing())
        form = QFormLayout()
        form.addRow(self.tr("A&bout"), self.about)
        form.addRow(self.tr("&Note"), self.text)
        ok = QDialogButtonBox.StandardButton.Save
        buttons = self.two_buttons(ok, "note.save", self.tr("Keep note   Ctrl+Enter"))
        self.save = buttons.button(ok)
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(key), self, self.accept)
        column = QVBoxLayout(self)
        column.addLayout(form, 1)
        kept = self.tr("It is signed with your name and the time, stays for good, and is shown in History.")
        column.addWidget(plain(kept, "muted", self))
        column.addWidget(buttons)
        self.text.textChanged.connect(self._check)
        self._check()
        self.text.setFocus()

    def _make_about(self, study: Study, run: int | None) -> None:
        self.about = QuietCombo()
        self.about.setObjectName("note.about")
        listed = list(study.runs[: -_RUNS - 1 : -1])
        if run is not None and run not in {each.number for each in listed}:
            listed.append(study.run(run))
        for each in listed:
            words = {
                "run": each.number,
                "code": shorten(each.candidate),
                "outcome": signed_outcome(each.outcome, study.settings),
            }
            self.about.addItem(self.tr("Run {run}: {code}, {outcome}").format(**words), each.number)
        self.about.addItem(self.tr("The study"), None)
        if run is not None:
            self.about.choose(run)

    def accept(self) -> None:
        """Keep the note and close; what cannot be kept stays in the field."""
        if self.save.isEnabled():
            self.save.setEnabled(False)
            self.text.setReadOnly(True)
            self._control.do(
                actions.note, self.text.toPlainText(), run=self.about.currentData(), then=self._kept
            )

    def _kept(self, kept: bool) -> None:
        self.text.setReadOnly(False)
        self._check()
        if kept:
            super().accept()

    def _check(self) -> None:
        self.save.setEnabled(bool(self.text.toPlainText().strip()))
