"""Dialog that asks why a candidate is skipped."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.plain_text import shorten
from kgdesk.ui.widgets.basic import Form, plain
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog, fit_height


@dataclass(frozen=True, slots=True)
class Skipped:
    """Why a candidate is skipped, and whether it may be suggested again after the next run."""

    reason: str
    returns: bool


class SkipDialog(ScannerSafeDialog):
    """Choose one of three reasons, each with its consequence, and a remark. Enter only presses the focused button.

    Parameters
    ----------
    candidate
        The candidate to skip.
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
        form = Form()
        form.add(self.tr("&Remark"), self.remark)
        column.addLayout(form)
        buttons = DialogButtons(self, "skip.ok", self.tr("&Skip it"))
        self.ok = buttons.accepting
        column.addWidget(buttons)
        fit_height(self)

    @property
    def answer(self) -> Skipped:
        """The present choice."""
        button = next(each for each in self._group.buttons() if each.isChecked())
        words = " ".join(self.remark.text().split())
        reason = button.text().replace("&", "")
        return Skipped(f"{reason}: {words}" if words else reason, bool(button.property("returns")))

    @classmethod
    def ask(cls, parent: QWidget, candidate: str) -> Skipped | None:
        """Run the dialog; None if cancelled."""
        dialog = cls(candidate, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        answer = dialog.answer
        dialog.deleteLater()
        return answer if accepted else None
