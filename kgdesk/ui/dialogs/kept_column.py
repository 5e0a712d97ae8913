"""Naming a column that is kept with the candidates for something, another one, or none any more, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from kgdesk.ui.dialogs.base import CarefulDialog
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import MessageStrip, QuietCombo, grow, plain
from kgdesk.ui.refresher import STUDY_FACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QShowEvent

    from kgdesk.ui.entry.control import EntryControl

_WIDE = 60  # letters


class KeptColumnDialog(CarefulDialog):
    """The columns to choose from, what the chosen one says, and a reason; Ctrl+Enter saves, Esc cancels.

    A dialog of this kind gives its texts, and says in `_about` what a column means and in `_settle` how it is saved.

    Parameters
    ----------
    control
        Changes the study.
    name
        Of the object; its parts are called ``name.column`` and so on.
    none
        The choice of no column.
    reasons
        To choose from.
    """

    def __init__(
        self, control: EntryControl, name: str, none: str, reasons: Sequence[str], parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._control, self._desk = control, control.desk
        self._saving = False
        self.setObjectName(name)
        self.column = QuietCombo()
        self.column.setObjectName(f"{name}.column")
        self.column.addItem(none, "")
        for heading in self._desk.study.pool.extras:
            self.column.addItem(shorten(heading, _WIDE), heading)
        self.column.choose(self._present)
        self.about = plain("", "muted", self)
        self.about.setObjectName(f"{name}.about")
        self.strip = MessageStrip(f"{name}.problem", self, below=True)
        self.reason = ReasonField(tuple(reasons), f"{name}.reason")
        self.missing = plain("", "muted", self)
        self.missing.setObjectName(f"{name}.missing")

    @property
    def chosen(self) -> str:
        """The column that is chosen now; empty for none."""
        return str(self.column.currentData())

    @property
    def _present(self) -> str:
        """The column that has the meaning now."""
        raise NotImplementedError

    def _settle(self, column: str, reason: str, then: Callable[[bool], None]) -> None:
        raise NotImplementedError

    def _look(self, *_: object) -> None:
        """Say what the chosen column means, or refuse it, then `_check`."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the sentences need."""
        super().showEvent(event)
        grow(self)

    def accept(self) -> None:
        """Save the choice and close; a refusal is shown, and what was chosen stays."""
        if self.save.isEnabled():
            self._saving = True
            self._check()
            self._settle(self.chosen, self.reason.reason, self._saved)

    def _saved(self, saved: bool) -> None:
        self._saving = False
        if saved:
            super().accept()
            return
        self._check()
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
            self._grow()

    def _grow(self) -> None:
        if self.isVisible():  # before, it has no width yet for which sentences need a height
            grow(self)

    def _check(self) -> None:
        same = self.chosen == self._present
        refused = bool(self.strip.text)
        missing = self.tr("This is how it is now.") if same else self.reason.missing
        self.missing.setText(missing or " ")
        for part in (self.column, self.reason):
            part.setEnabled(not self._saving)
        ready = self._control.entry.situation.takes_entries and not self._desk.presented
        self.save.setEnabled(ready and not (same or refused or missing or self._saving))

    def _lay_out(self, question: str, label: str, button: str) -> None:
        """Build the dialog around a question, the label of the choice and the words of the button that saves."""
        asked = plain(question, parent=self)
        asked.setMinimumWidth(asked.fontMetrics().averageCharWidth() * _WIDE)
        which = QLabel(label)
        which.setBuddy(self.column)
        why = QLabel(self.tr("&Reason:"))
        why.setBuddy(self.reason.list)
        signed = self.tr(
            "The change is signed with your name and the time. The log keeps it, and what stood before."
        )
        ok = QDialogButtonBox.StandardButton.Save
        buttons = self.two_buttons(ok, f"{self.objectName()}.save", button)
        self.save = buttons.button(ok)
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(key), self, self.accept)
        column = QVBoxLayout(self)
        for part in (asked, which, self.column, self.about, self.strip, why, self.reason, self.missing):
            column.addWidget(part, 1 if part is self.reason else 0)
        column.addWidget(plain(signed, "muted", self))
        column.addWidget(buttons)
        self.column.currentIndexChanged.connect(self._look)
        self.reason.changed.connect(self._check)
        self._desk.refresher.watch(self, STUDY_FACTS, self._look, due=False)
        self._look()
        self.column.setFocus()

    def _nothing_kept(self) -> str:
        return self.tr(
            "The table of this study keeps no column beside the attributes: what is kept with the data is chosen "
            "when a study is made."
        )
