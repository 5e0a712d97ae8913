"""What small dialogs share; dialogs that ask for a reason, and the one of a skipped candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.style.stylesheet import set_role
from kgdesk.ui.text.locale_format import shorten
from kgdesk.ui.widgets.basic import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent


class CarefulDialog(QDialog):
    """Lets Enter press the button that it is on and do nothing else: a scanner ends every code with it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter from whatever Qt takes for the default button."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            focus = self.focusWidget()
            if isinstance(focus, QPushButton) and not event.isAutoRepeat():
                focus.click()
            return
        super().keyPressEvent(event)

    def two_buttons(self, kind: QDialogButtonBox.StandardButton, name: str, text: str) -> QDialogButtonBox:
        """Return the foot of the dialog: what accepts it, with an object name and a text, and Cancel."""
        foot = QDialogButtonBox(kind | QDialogButtonBox.StandardButton.Cancel)
        accepting = foot.button(kind)
        accepting.setObjectName(name)
        accepting.setText(text)
        for push_button in foot.findChildren(QPushButton):
            push_button.setAutoDefault(False)
        foot.accepted.connect(self.accept)
        foot.rejected.connect(self.reject)
        return foot


#: “Other” needs so many letters or digits of explanation.
LEAST_LETTERS = 10


class _Choices(QListWidget):
    """As high as its rows."""

    def sizeHint(self) -> QSize:
        """Return the size that shows every row."""
        rows = max(self.count(), 1)
        width = self.sizeHintForColumn(0) + 3 * self.frameWidth() + 12
        return QSize(width, rows * max(self.sizeHintForRow(0), 1) + 2 * self.frameWidth() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the size that shows three rows."""
        return QSize(120, min(self.sizeHint().height(), 3 * max(self.sizeHintForRow(0), 1) + 6))


class ReasonField(QWidget):
    """A list of reasons, the last of them “Other”, and a line for words of one's own.

    A letter picks the reason that begins with it.

    Parameters
    ----------
    choices
        The reasons, in words; “Other” is added.
    name
        Qt object name of the list; that of the line is ``<name>Text``.
    """

    #: The reason has changed.
    changed = Signal()

    def __init__(
        self, choices: Sequence[str], name: str = "reason.list", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.list = _Choices()
        self.list.setObjectName(name)
        self.list.setAccessibleName(self.tr("Reason"))
        self.list.addItems([*choices, self.tr("Other")])
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTabKeyNavigation(False)
        self.text = QLineEdit()
        self.text.setObjectName(f"{name}Text")
        self.text.setAccessibleName(self.tr("Reason in your own words"))
        self.text.setMaxLength(1000)
        self.setFocusProxy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 3)  # room for the focus ring
        column.addWidget(self.list, 1)
        column.addWidget(self.text)
        self.list.itemSelectionChanged.connect(self._changed)
        self.text.textChanged.connect(self._changed)
        self._changed()

    @property
    def is_other(self) -> bool:
        """Whether “Other” is chosen."""
        return self._chosen() == self.list.count() - 1

    @property
    def missing(self) -> str:
        """What is still to be given, in a sentence; empty when the reason is complete."""
        if self._chosen() < 0:
            return self.tr("Choose a reason.")
        letters = sum(letter.isalnum() for letter in self.text.text())
        if self.is_other and letters < LEAST_LETTERS:
            return self.tr("“Other” needs at least {count} letters that say why.").format(count=LEAST_LETTERS)
        return ""

    @property
    def reason(self) -> str:
        """The reason as it is stored; empty while it is not complete."""
        if self.missing:
            return ""
        words = " ".join(self.text.text().split())
        chosen = self.list.item(self._chosen()).text()
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
    """Asks for a reason; Enter accepts, Esc cancels.

    Parameters
    ----------
    title, question
        What the dialog is about, and what it asks; shown as plain text.
    choices
        See `ReasonField`.
    accept
        What the button that accepts says; OK without it.
    """

    def __init__(
        self, parent: QWidget | None, title: str, question: str, choices: Sequence[str], accept: str = ""
    ) -> None:
        super().__init__(parent)
        self.setObjectName("reason")
        self.setWindowTitle(title)
        asked = QLabel(question)
        asked.setTextFormat(Qt.TextFormat.PlainText)
        asked.setWordWrap(True)
        asked.setMinimumWidth(asked.fontMetrics().averageCharWidth() * 56)
        self.field = ReasonField(choices)
        label = QLabel(self.tr("&Reason:"))
        label.setBuddy(self.field.list)
        self.missing = QLabel()
        self.missing.setObjectName("reason.missing")
        self.missing.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.missing, role="muted")
        keys = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(keys.Ok | keys.Cancel)
        self.ok = self._buttons.button(keys.Ok)
        self.ok.setObjectName("reason.ok")
        if accept:
            self.ok.setText(accept)
        self._buttons.button(keys.Cancel).setObjectName("reason.cancel")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (asked, label, self.field, self.missing, self._buttons):
            column.addWidget(widget, 1 if widget is self.field else 0)
        self.field.changed.connect(self._check)
        self._check()
        self.field.setFocus()

    @property
    def reason(self) -> str:
        """The reason as it is stored; empty while it is not complete."""
        return self.field.reason

    @staticmethod
    def ask(
        parent: QWidget | None, title: str, question: str, choices: Sequence[str], accept: str = ""
    ) -> str | None:
        """Ask and wait.

        Returns
        -------
        str or None
            The chosen words, with the remark after a colon; None when the person cancelled.
        """
        dialog = ReasonDialog(parent, title, question, choices, accept)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        reason = dialog.reason
        dialog.deleteLater()
        return reason if accepted and reason else None

    def accept(self) -> None:
        """Close, if the reason is complete."""
        if self.reason:
            super().accept()

    def _check(self) -> None:
        self.missing.setText(self.field.missing or " ")
        self.ok.setEnabled(not self.field.missing)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Why a candidate is skipped, and whether it is suggested again after the next run."""

    reason: str
    returns: bool


class SkipDialog(CarefulDialog):
    """Three reasons, each with what follows from it, and a remark; Enter does nothing but press a button.

    Parameters
    ----------
    candidate
        What is skipped.
    """

    def __init__(self, candidate: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("skip")
        self.setWindowTitle(self.tr("Skip {candidate}").format(candidate=shorten(candidate)))
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.addWidget(
            plain(self.tr("Why is {candidate} not run?").format(candidate=candidate), "title", self)
        )
        away = self.tr("It goes out of stock: not suggested and not chosen until somebody puts it back.")
        choices = (
            ("now", self.tr("Not no&w"), self.tr("It is suggested again after the next run."), True),
            ("missing", self.tr("Not a&vailable"), away, False),
            ("unsafe", self.tr("&Unsafe"), away, False),
        )
        for name, text, follows, returns in choices:
            button = QRadioButton(text)
            button.setObjectName(f"skip.{name}")
            button.setMinimumHeight(32)
            button.setProperty("returns", returns)
            button.setAccessibleDescription(follows)
            self._group.addButton(button)
            column.addWidget(button)
            note = plain(follows, "muted", self)
            note.setContentsMargins(24, 0, 0, 4)
            note.setMinimumWidth(note.fontMetrics().averageCharWidth() * 56)
            column.addWidget(note)
        self._group.buttons()[0].setChecked(True)
        self.remark = QLineEdit()
        self.remark.setObjectName("skip.remark")
        self.remark.setMaxLength(1000)
        self.remark.setPlaceholderText(self.tr("not required"))
        form = QFormLayout()
        form.addRow(self.tr("&Remark"), self.remark)
        column.addLayout(form)
        ok = QDialogButtonBox.StandardButton.Ok
        buttons = self.two_buttons(ok, "skip.ok", self.tr("&Skip it"))
        self.ok = buttons.button(ok)
        column.addWidget(buttons)

    @property
    def answer(self) -> Skipped:
        """What is chosen now."""
        button = next(each for each in self._group.buttons() if each.isChecked())
        words = " ".join(self.remark.text().split())
        reason = button.text().replace("&", "")
        return Skipped(f"{reason}: {words}" if words else reason, bool(button.property("returns")))

    @classmethod
    def ask(cls, parent: QWidget, candidate: str) -> Skipped | None:
        """Ask and wait; None when the person thinks better of it."""
        dialog = cls(candidate, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        answer = dialog.answer
        dialog.deleteLater()
        return answer if accepted else None
