"""Skipping the suggested candidate: not available, unsafe, or not now."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.dialogs.base import CarefulDialog
from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.parts import plain


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
