"""Dialogs about kept columns: which has the barcodes or the location of the samples, and which the card shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.errors import BadInput
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.next_run import card_columns, offered_columns
from kgdesk.plain_text import shorten
from kgdesk.ui.dialogs.reason import ReasonDialog, ReasonField
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.widgets.basic import Label, plain, visible
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog, fit_height
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl


_WIDE = 60  # letters

_TICKS = (Qt.CheckState.Unchecked, Qt.CheckState.Checked)


class KeptColumnDialog(ScannerSafeDialog):
    """Choose a column, see its content, give a reason; Ctrl+Enter saves, Esc cancels.

    A subclass provides its texts and implements `_describe`.

    Parameters
    ----------
    control
        Changes the study.
    setting
        The setting that names the column: ``barcode`` or ``location``.
    name
        Qt object name; the parts are called ``name.column`` and so on.
    none
        Label of the choice of no column.
    reasons
        Suggested reasons.
    """

    def __init__(
        self,
        control: EntryControl,
        setting: str,
        name: str,
        none: str,
        reasons: Sequence[str],
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._setting = setting
        self._control, self._controller = control, control.controller
        self._saving = False
        self.setObjectName(name)
        self.column = QuietCombo()  #: Choice of a column.
        self.column.setObjectName(f"{name}.column")
        self.column.addItem(none, "")
        for heading in self._controller.study.pool.extras:
            self.column.addItem(shorten(heading, _WIDE), heading)
        self.column.choose(self._present)
        self.about = plain("", "muted", self)  #: Content of the chosen column.
        self.about.setObjectName(f"{name}.about")
        self.strip = MessageStrip(f"{name}.problem", self, below=True)  #: Errors.
        self.reason = ReasonField(tuple(reasons), f"{name}.reason")  #: Reason of the change.
        self.missing = plain("", "muted", self)  #: What is missing.
        self.missing.setObjectName(f"{name}.missing")

    @property
    def chosen(self) -> str:
        """The selected column; empty for none."""
        return str(self.column.currentData())

    @property
    def _present(self) -> str:
        """The column that has the role now."""
        return str(getattr(self._controller.study.settings, self._setting))

    def _describe(self, *_: object) -> None:
        """Describe the selected column, or show why it is unsuitable, then call `_check`."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text."""
        super().showEvent(event)
        fit_height(self)

    def accept(self) -> None:
        """Save the choice and close; on an error show it and keep the input."""
        if self.save.isEnabled():
            self._saving = True
            self._check()
            self._control.do(
                actions.change_settings,
                {self._setting: self.chosen},
                self.reason.reason,
                on_done=self._after_saving,
            )

    def _after_saving(self, saved: bool) -> None:
        self._saving = False
        if saved:
            super().accept()
            return
        self._check()
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
            self._fit_height()

    def _fit_height(self) -> None:
        if self.isVisible():  # when hidden, it has no width to wrap text at
            fit_height(self)

    def _check(self) -> None:
        same = self.chosen == self._present
        refused = bool(self.strip.text)
        missing = self.tr("This is how it is now.") if same else self.reason.missing
        self.missing.setText(missing or " ")
        for part in (self.column, self.reason):
            part.setEnabled(not self._saving)
        ready = self._control.entry.situation.takes_entries
        self.save.setEnabled(ready and not (same or refused or missing or self._saving))

    def _lay_out(self, question: str, label: str, button: str) -> None:
        """Build the dialog: question, label of the choice, text of the save button."""
        question_label = plain(question, parent=self)
        question_label.setMinimumWidth(question_label.fontMetrics().averageCharWidth() * _WIDE)
        which = Label(label)
        which.setBuddy(self.column)
        why = Label(self.tr("&Reason:"))
        why.setBuddy(self.reason.list)
        signed = self.tr(
            "The change is signed with your name and the time. The log keeps it, and the value before."
        )
        kind = QDialogButtonBox.StandardButton.Save
        buttons = DialogButtons(self, f"{self.objectName()}.save", button, kind=kind, ctrl_enter=True)
        self.save = buttons.accepting
        column = QVBoxLayout(self)
        for part in (
            question_label,
            which,
            self.column,
            self.about,
            self.strip,
            why,
            self.reason,
            self.missing,
        ):
            column.addWidget(part, 1 if part is self.reason else 0)
        column.addWidget(plain(signed, "muted", self))
        column.addWidget(buttons)
        self.column.currentIndexChanged.connect(self._describe)
        self.reason.changed.connect(self._check)
        self._controller.refresher.watch(self, STUDY_FACTS, self._describe, due=False)
        self._describe()
        self.column.setFocus()

    def _no_columns_text(self) -> str:
        return self.tr(
            "The table of this study keeps no column beside the attributes: what is kept with the data is chosen "
            "when a study is made."
        )


class BarcodeDialog(KeptColumnDialog):
    """Choose the column with the barcodes of the samples."""

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        reasons = (
            self.tr("The samples were relabelled"),
            self.tr("Codes are scanned from now on"),
            self.tr("Another column was meant"),
        )
        super().__init__(
            control,
            "barcode",
            "codes",
            self.tr("None: samples bear the names of the candidates"),
            reasons,
            parent,
        )
        self.setWindowTitle(self.tr("Codes on the samples"))
        self._lay_out(
            self.tr(
                "Which column of the table holds the codes on the samples? The scan check and labels go by it at once. "
                "The name of a candidate always counts as well."
            ),
            self.tr("Colu&mn with the codes:"),
            self.tr("Change codes   Ctrl+Enter"),
        )

    def _describe(self, *_: object) -> None:
        """Describe the barcodes in the selected column."""
        pool = self._controller.study.pool
        self.strip.clear()
        try:
            known = Barcodes(pool, self.chosen)
        except BadInput as refused:
            refuse(self.strip, refused)
            self.about.setText(self.tr("This column cannot be the one with the codes."))
        else:
            self.about.setText(self._description(known))
        self._check()
        self._fit_height()

    def _description(self, known: Barcodes) -> str:
        pool = known.pool
        if not pool.extras:
            return self._no_columns_text()
        if not known.column:
            return self.tr("The scan check takes the names of the candidates alone, and labels bear them.")
        if not known.coded:
            return self.tr("Every cell of this column is blank: no sample has a code there.")
        first = known.coded[0]
        sentence = self.tr("For instance “{code}” is {candidate}.").format(
            code=shorten(known.code_of(first)), candidate=shorten(first)
        )
        rest = (
            self.tr("Each of the {count} candidates has a code.")
            if len(known.coded) == len(pool)
            else self.tr("{coded} of {count} candidates have a code; the others go by their names.")
        )
        return f"{sentence} {rest.format(coded=len(known.coded), count=len(pool))}"


_LONGEST = 48


class LocationDialog(KeptColumnDialog):
    """Choose the column with the location of the samples."""

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        reasons = (
            self.tr("It was not named when the study was made"),
            self.tr("The samples were moved"),
            self.tr("Another column was meant"),
        )
        super().__init__(
            control, "location", "location", self.tr("None: show every column that is kept"), reasons, parent
        )
        self.setWindowTitle(self.tr("Location of the samples"))
        self._lay_out(
            self.tr(
                "Which column of the table says where a sample lies? It is shown, with its heading, wherever "
                "somebody fetches a candidate: on the card, in the runs in progress, on run sheets, "
                "labels and in the report."
            ),
            self.tr("Colu&mn with the places:"),
            self.tr("Change location   Ctrl+Enter"),
        )

    def _describe(self, *_: object) -> None:
        """Describe the content of the selected column."""
        self.strip.clear()
        self.about.setText(self._description())
        self._check()
        self._fit_height()

    def _description(self) -> str:
        pool, column = self._controller.study.pool, self.chosen
        if not pool.extras:
            return self._no_columns_text()
        if not column:
            return self.tr("Every column that is kept with the candidates is shown, with its heading.")
        filled = [(name, text) for name, text in zip(pool.ids, pool.extras[column], strict=True) if text]
        if not filled:
            return self.tr("Every cell of this column is blank: no sample has a place there.")
        name, text = filled[0]
        sentence = self.tr("For instance {candidate} is shown with “{heading}: {place}”.").format(
            candidate=shorten(name), heading=shorten(column), place=shorten(text, _LONGEST)
        )
        if len(filled) == len(pool):
            return sentence
        rest = self.tr("{filled} of {count} candidates have a place; the others are shown without one.")
        return f"{sentence} {rest.format(filled=len(filled), count=len(pool))}"


class CardColumnsDialog(ReasonDialog):
    """Tick the kept columns that the card shows, and say why.

    Parameters
    ----------
    study
        Any study; its location, which stands beside the name, is not offered.
    """

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        self._before, self.ticks = card_columns(study), QListWidget()  #: The columns.
        super().__init__(
            parent,
            self.tr("Columns on the card"),
            self.tr(
                "Which columns that are kept with the candidates does the card show below the attributes, on Bench in "
                "small letters? F4 always lists all of them."
            ),
            (self.tr("They are needed to set a run up"), self.tr("They are not needed to set a run up")),
            self.tr("Change the card"),
        )
        for heading in offered_columns(study):
            item = QListWidgetItem(visible(shorten(heading, _WIDE)), self.ticks)
            item.setData(Qt.ItemDataRole.UserRole, heading)
            item.setCheckState(_TICKS[heading in self._before])
        self.ticks.setObjectName("cardColumns.list")
        self.ticks.setAccessibleName(self.windowTitle())
        self.ticks.itemChanged.connect(self._check)
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertWidget(1, self.ticks, 1)
        self.ticks.setFocus()
        self._check()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ticked columns, in table order."""
        items = (self.ticks.item(row) for row in range(self.ticks.count()))
        return tuple(
            str(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        )

    def _check(self) -> None:
        same = self.chosen == self._before
        self.missing.setText((self.tr("This is how it is now.") if same else self.field.missing) or " ")
        self.ok.setEnabled(not same and not self.field.missing)
