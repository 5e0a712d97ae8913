"""Which column of the table holds the codes on the samples: named, changed or taken away, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from kgdesk.errors import BadInput
from kgdesk.model.barcodes import Barcodes
from kgdesk.ui.dialogs.base import CarefulDialog
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import QuietCombo, Strip, grow, plain

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from kgdesk.ui.entry.control import EntryControl

_WIDE = 60  # letters


class CodesDialog(CarefulDialog):
    """The columns to choose from, what the chosen one says, and a reason; Ctrl+Enter saves, Esc cancels.

    Parameters
    ----------
    control
        Changes the study.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control, self._desk = control, control.desk
        self._saving = False
        self.setObjectName("codes")
        self.setWindowTitle(self.tr("Codes on the samples"))
        self.column = QuietCombo()
        self.column.setObjectName("codes.column")
        self.column.addItem(self.tr("None: samples bear the names of the candidates"), "")
        for name in self._desk.study.pool.extras:
            self.column.addItem(shorten(name, _WIDE), name)
        self.column.choose(self._desk.study.settings.barcode)
        self.about = plain("", "muted", self)
        self.about.setObjectName("codes.about")
        self.strip = Strip("codes.problem", self, below=True)
        self.reason = ReasonField(
            (
                self.tr("The samples were labelled anew"),
                self.tr("Codes are scanned from now on"),
                self.tr("Another column was meant"),
            ),
            "codes.reason",
        )
        self.missing = plain("", "muted", self)
        self.missing.setObjectName("codes.missing")
        self._lay_out()
        self.column.currentIndexChanged.connect(self._look)
        self.reason.changed.connect(self._check)
        self._desk.changed.connect(self._look)
        self._look()
        self.column.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the sentences need."""
        super().showEvent(event)
        grow(self)

    def _grow(self) -> None:
        if self.isVisible():  # before, it has no width yet for which sentences need a height
            grow(self)

    @property
    def chosen(self) -> str:
        """The column that is chosen now; empty for none."""
        return str(self.column.currentData())

    def accept(self) -> None:
        """Save the choice and close; a refusal is shown, and what was chosen stays."""
        if self.save.isEnabled():
            self._saving = True
            self._check()
            self._control.set_barcode(self.chosen, self.reason.reason, self._saved)

    def _saved(self, saved: bool) -> None:
        self._saving = False
        if saved:
            super().accept()
            return
        self._check()
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
            self._grow()

    def _look(self, *_: object) -> None:
        """Say what the codes of the chosen column are."""
        pool = self._desk.study.pool
        self.strip.silence()
        try:
            known = Barcodes(pool, self.chosen)
        except BadInput as refused:
            refuse(self.strip, refused)
            self.about.setText(self.tr("This column cannot be the one with the codes."))
        else:
            self.about.setText(self._said(known))
        self._check()
        self._grow()

    def _said(self, known: Barcodes) -> str:
        pool = known.pool
        if not pool.extras:
            return self.tr(
                "The table of this study keeps no column beside the attributes: what is kept with the data is chosen "
                "when a study is made."
            )
        if not known.column:
            return self.tr("The scan check takes the names of the candidates alone, and labels bear them.")
        if not known.coded:
            return self.tr("Every cell of this column is blank: no sample has a code there.")
        first = known.coded[0]
        said = self.tr("For instance “{code}” is {candidate}.").format(
            code=shorten(known.code_of(first)), candidate=shorten(first)
        )
        rest = (
            self.tr("Each of the {count} candidates has a code.")
            if len(known.coded) == len(pool)
            else self.tr("{coded} of {count} candidates have a code; the others go by their names.")
        )
        return f"{said} {rest.format(coded=len(known.coded), count=len(pool))}"

    def _check(self) -> None:
        same = self.chosen == self._desk.study.settings.barcode
        refused = bool(self.strip.text)
        missing = self.tr("This is how it is now.") if same else self.reason.missing
        self.missing.setText(missing or " ")
        for part in (self.column, self.reason):
            part.setEnabled(not self._saving)
        ready = self._control.entry.situation.takes_entries and not self._desk.presented
        self.save.setEnabled(ready and not (same or refused or missing or self._saving))

    def _lay_out(self) -> None:
        asked = plain(
            self.tr(
                "Which column of the table holds the codes on the samples? The scan check and labels go by it at once. "
                "The name of a candidate always counts as well."
            ),
            parent=self,
        )
        asked.setMinimumWidth(asked.fontMetrics().averageCharWidth() * _WIDE)
        which = QLabel(self.tr("Colu&mn with the codes:"))
        which.setBuddy(self.column)
        why = QLabel(self.tr("&Reason:"))
        why.setBuddy(self.reason.list)
        signed = self.tr(
            "The change is signed with your name and the time. The log keeps it, and what stood before."
        )
        ok = QDialogButtonBox.StandardButton.Save
        buttons = self.two_buttons(ok, "codes.save", self.tr("Change codes   Ctrl+Enter"))
        self.save = buttons.button(ok)
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(key), self, self.accept)
        column = QVBoxLayout(self)
        for part in (asked, which, self.column, self.about, self.strip, why, self.reason, self.missing):
            column.addWidget(part, 1 if part is self.reason else 0)
        column.addWidget(plain(signed, "muted", self))
        column.addWidget(buttons)
