"""Dialog for a note about a run or the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.plain_text import shorten
from kgdesk.ui.text.locale_format import signed_outcome
from kgdesk.ui.widgets.basic import Form, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog

if TYPE_CHECKING:
    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl


_RUNS = 50


class NoteDialog(ScannerSafeDialog):
    """Write a note about a run or the study; Ctrl+Enter saves, Esc cancels.

    Parameters
    ----------
    control
        Records the note.
    run
        Run preselected; None for the newest run, or the study if there is none.
    """

    def __init__(
        self, control: EntryControl, parent: QWidget | None = None, *, run: RunNumber | None = None
    ) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("note.dialog")
        self.setWindowTitle(self.tr("Add a note"))
        self._make_about(control.controller.study, run)
        self.text = QPlainTextEdit()
        self.text.setObjectName("note.text")
        self.text.setAccessibleName(self.tr("Note"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(5 * self.text.fontMetrics().lineSpacing())
        form = Form()
        form.add(self.tr("A&bout"), self.about)
        form.add(self.tr("&Note"), self.text)
        keep, kind = self.tr("Keep note   Ctrl+Enter"), QDialogButtonBox.StandardButton.Save
        buttons = DialogButtons(self, "note.save", keep, kind=kind, ctrl_enter=True)
        self.save = buttons.accepting
        column = QVBoxLayout(self)
        column.addLayout(form, 1)
        notice = self.tr(
            "It is signed with your name and the time, stays for good, and is shown in the timeline."
        )
        column.addWidget(plain(notice, "muted", self))
        column.addWidget(buttons)
        self.text.textChanged.connect(self._check)
        self._check()
        self.text.setFocus()

    def _make_about(self, study: Study, run: RunNumber | None) -> None:
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
        """Save the note and close; on an error the text stays in the field."""
        if self.save.isEnabled():
            self.save.setEnabled(False)
            self.text.setReadOnly(True)
            self._control.do(
                actions.note, self.text.toPlainText(), run=self.about.currentData(), on_done=self._note_saved
            )

    def _note_saved(self, saved: bool) -> None:
        self.text.setReadOnly(False)
        self._check()
        if saved:
            super().accept()

    def _check(self) -> None:
        self.save.setEnabled(bool(self.text.toPlainText().strip()))
