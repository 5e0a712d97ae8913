"""Who works here."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget


class OperatorDialog(QDialog):
    """Asks for the name or the initials that sign the entries.

    Parameters
    ----------
    name
        Who works here so far.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("operator")
        self.setWindowTitle(self.tr("Operator"))
        self.name = QLineEdit(name)
        self.name.setObjectName("operator.name")
        self.name.setMaxLength(60)
        self.name.selectAll()
        note = QLabel(self.tr("Every entry is signed with this name."))
        note.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(self._check)
        form = QFormLayout()
        form.addRow(self.tr("&Name or initials"), self.name)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(note)
        column.addWidget(self.buttons)
        self._check()

    def _check(self) -> None:
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(self.name.text().strip()))

    @classmethod
    def ask(cls, parent: QWidget, name: str) -> str | None:
        """Return the name that a person gives; None if they think better of it."""
        dialog = cls(name, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        text = dialog.name.text().strip()
        dialog.deleteLater()
        return text if accepted and text else None
