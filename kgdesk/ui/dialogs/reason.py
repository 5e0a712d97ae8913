"""Dialogs that ask for a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLineEdit,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.study.records import NOT_DONE, WRONG_SAMPLE
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import DialogButtons
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence


#: Minimum number of letters or digits to explain “Other”.
LEAST_LETTERS = 10


class _Choices(QListWidget):
    """List as high as its rows."""

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        rows = max(self.count(), 1)
        width = self.sizeHintForColumn(0) + 3 * self.frameWidth() + 12
        return QSize(width, rows * max(self.sizeHintForRow(0), 1) + 2 * self.frameWidth() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the size of three rows."""
        return QSize(120, min(self.sizeHint().height(), 3 * max(self.sizeHintForRow(0), 1) + 6))


class ReasonField(QWidget):
    """List of reasons ending with “Other”, and a line for a remark.

    Typing a letter selects the reason that begins with it.

    Parameters
    ----------
    choices
        Suggested reasons; “Other” is added.
    name
        Qt object name of the list; that of the line is ``<name>Text``.
    """

    #: The reason has changed.
    changed = Signal()

    def __init__(
        self, choices: Sequence[str], name: str = "reason.list", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.list = _Choices()  #: Suggested reasons.
        self.list.setObjectName(name)
        self.list.setAccessibleName(self.tr("Reason"))
        self.list.addItems([*choices, self.tr("Other")])
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTabKeyNavigation(False)
        self.text = QLineEdit()  #: Remark.
        self.text.setObjectName(f"{name}Text")
        self.text.setAccessibleName(self.tr("Reason in your own words"))
        self.text.setMaxLength(1000)
        self.setFocusProxy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 3)  # space for the focus ring
        column.addWidget(self.list, 1)
        column.addWidget(self.text)
        self.list.itemSelectionChanged.connect(self._changed)
        self.text.textChanged.connect(self._changed)
        self._changed()

    @property
    def is_other(self) -> bool:
        """Whether “Other” is selected."""
        return self._chosen() == self.list.count() - 1

    @property
    def missing(self) -> str:
        """Missing parts, as a sentence; empty if the reason is complete."""
        if self._chosen() < 0:
            return self.tr("Choose a reason.")
        letters = sum(letter.isalnum() for letter in self.text.text())
        if self.is_other and letters < LEAST_LETTERS:
            return self.tr("“Other” needs at least {count} letters that say why.").format(count=LEAST_LETTERS)
        return ""

    @property
    def reason(self) -> str:
        """The reason as stored; empty while incomplete.

        Reasons that say that a void run left the sample unused are stored in English, whatever the language, so that
        they are recognised: see `kgdesk.model.study.records.Run.used_sample`.
        """
        if self.missing:
            return ""
        words = " ".join(self.text.text().split())
        chosen = self.list.item(self._chosen()).text()
        left = {self.tr("Not done"): NOT_DONE, self.tr("Wrong sample"): WRONG_SAMPLE}
        chosen = left[chosen].capitalize() if chosen in left else chosen
        return f"{chosen}: {words}" if words else chosen

    def _chosen(self) -> int:
        rows = self.list.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def _changed(self) -> None:
        self.text.setPlaceholderText(
            self.tr("Say why, in at least {count} letters").format(count=LEAST_LETTERS)
            if self.is_other
            else self.tr("Remark (not required)")
        )
        self.changed.emit()


class ReasonDialog(QDialog):
    """Ask for a reason; Enter accepts, Esc cancels.

    Parameters
    ----------
    title, question
        Window title and question; plain text.
    choices
        See `ReasonField`.
    accept
        Text of the accept button; OK by default.
    """

    def __init__(
        self, parent: QWidget | None, title: str, question: str, choices: Sequence[str], accept: str = ""
    ) -> None:
        super().__init__(parent)
        self.setObjectName("reason")
        self.setWindowTitle(title)
        self.question = Label(question)  #: The question.
        self.question.setWordWrap(True)
        self.question.setMinimumWidth(self.question.fontMetrics().averageCharWidth() * 56)
        self.field = ReasonField(choices)
        label = Label(self.tr("&Reason:"))
        label.setBuddy(self.field.list)
        self.missing = Label()
        self.missing.setObjectName("reason.missing")
        set_role(self.missing, role="muted")
        self._buttons = DialogButtons(self, "reason.ok", accept)
        self.ok = self._buttons.accepting
        column = QVBoxLayout(self)
        for widget in (self.question, label, self.field, self.missing, self._buttons):
            column.addWidget(widget, 1 if widget is self.field else 0)
        self.field.changed.connect(self._check)
        self._check()
        self.field.setFocus()

    @property
    def reason(self) -> str:
        """The reason as stored; empty while incomplete."""
        return self.field.reason

    @staticmethod
    def ask(
        parent: QWidget | None, title: str, question: str, choices: Sequence[str], accept: str = ""
    ) -> str | None:
        """Run the dialog.

        Returns
        -------
        str or None
            The chosen reason, with the remark after a colon; None if cancelled.
        """
        dialog = ReasonDialog(parent, title, question, choices, accept)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        reason = dialog.reason
        dialog.deleteLater()
        return reason if accepted and reason else None

    def accept(self) -> None:
        """Close if the reason is complete."""
        if self.ok.isEnabled():
            super().accept()

    def _check(self) -> None:
        self.missing.setText(self.field.missing or " ")
        self.ok.setEnabled(not self.field.missing)


class ItemReasonDialog(ReasonDialog):
    """Ask which of several items is meant, and for a reason.

    Parameters
    ----------
    title, label
        Window title, and label of the choice with a mnemonic.
    which
        Name and question of each item, at least one. The first is preselected; a single one is not asked for.
    choices, accept
        As in `ReasonDialog`.
    """

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        label: str,
        which: Sequence[tuple[str, str]],
        choices: Sequence[str],
        accept: str,
    ) -> None:
        super().__init__(parent, title, which[0][1], choices, accept)
        self.which = QuietCombo(self)  #: The choice.
        self.which.setObjectName("reason.which")
        self.which.setAccessibleName(label.replace("&", ""))
        self.which.addItems([name for name, _ in which])
        self.which.currentIndexChanged.connect(lambda at: self.question.setText(which[at][1]))
        named = Label(label)
        named.setBuddy(self.which)
        column = self.layout()
        if isinstance(column, QVBoxLayout) and len(which) > 1:
            column.insertWidget(0, named)
            column.insertWidget(1, self.which)
        self.which.setVisible(len(which) > 1)

    def chosen(self) -> tuple[int, str] | None:
        """Run the dialog; return the index of the choice and the reason, or None if cancelled."""
        accepted = self.exec() == QDialog.DialogCode.Accepted and bool(self.reason)
        self.deleteLater()
        return (self.which.currentIndex(), self.reason) if accepted else None
