"""Dialogs of the entry: all attributes, set the operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.entry.attributes import facts_of
from kgdesk.ui.widgets.basic import Form, Label, visible
from kgdesk.ui.widgets.dialogs import DialogButtons
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study


_Index = QModelIndex | QPersistentModelIndex


class OperatorDialog(QDialog):
    """Dialog for the operator's name or initials.

    Parameters
    ----------
    name
        The present operator.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("operator")
        self.setWindowTitle(self.tr("Operator"))
        self.name = QLineEdit(name)
        self.name.setObjectName("operator.name")
        self.name.setMaxLength(60)
        self.name.selectAll()
        note = Label(self.tr("Every entry is signed with this name."))
        note.setWordWrap(True)
        self.buttons = DialogButtons(self, "operator.ok")
        self.buttons.accepting.setDefault(True)
        self.name.textChanged.connect(self._check)
        form = Form()
        form.add(self.tr("&Name or initials"), self.name)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(note)
        column.addWidget(self.buttons)
        self._check()

    def _check(self) -> None:
        ok = self.buttons.accepting
        ok.setEnabled(bool(self.name.text().strip()))

    @classmethod
    def ask(cls, parent: QWidget, name: str) -> str | None:
        """Run the dialog; return the name, or None if cancelled."""
        dialog = cls(name, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        text = dialog.name.text().strip()
        dialog.deleteLater()
        return text if accepted and text else None


class AttributesDialog(QDialog):
    """All attributes and kept columns of a candidate, beside those of the candidate of the last run.

    Parameters
    ----------
    study
        The study.
    candidate
        Exact name.
    """

    def __init__(self, study: Study, candidate: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attributes")
        self.setWindowTitle(self.tr("All attributes of {candidate}").format(candidate=visible(candidate)))
        pairs = facts_of(study, candidate)
        columns = [
            Column(self.tr("Attribute"), [name for name, _ in pairs]),
            Column(self.tr("Value"), [value for _, value in pairs]),
        ]
        if study.runs:
            last = study.runs[-1]
            before = dict(facts_of(study, last.candidate))
            heading = self.tr("Run {run}: {candidate}").format(run=last.number, candidate=last.candidate)
            columns.append(Column(heading, [before.get(name, "") for name, _ in pairs]))
        self.table = Table(sortable=False)  #: One row per attribute.
        self.table.setObjectName("attributes.table")
        self.table.setAccessibleName(self.windowTitle())
        self.table.show_columns(tuple(columns))
        self.table.fit_columns()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(560, 420)
