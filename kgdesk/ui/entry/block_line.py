"""BlockLine: the day and the lot, or whatever else a person states, that the next runs share; the dialog that asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.model.study.next_run import BETWEEN
from kgdesk.model.study.run_blocks import LONGEST
from kgdesk.plain_text import shorten
from kgdesk.ui.text.locale_format import iso_day
from kgdesk.ui.widgets.basic import Form, plain, set_tip, visible
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl

# Letters of a level on the line: a code of a lot, and not so many that three columns do not fit.
_LETTERS = 18


def stated_levels(study: Study) -> dict[str, str]:
    """Return the block columns whose level a person states, with that of the next run; empty: unknown."""
    present = study.present_levels
    return {
        column.name: present[column.name] or "" for column in study.settings.block_columns if column.is_stated
    }


class BlockLine(QPushButton):
    """Button that shows the levels that the next runs have, “Lot: 4711”, until another one is stated by it.

    Where days are blocks it shows the day as well, which nobody states: that of the next run begins at midnight.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.block")
        set_role(self, role="low")
        set_tip(self, self.tr("The next runs have this; click it when something else begins."))
        self.hide()

    def show_block(self, *, over: bool) -> None:
        """Show the levels; hide the line where there are none, or the study is finished."""
        study = self._control.controller.study
        levels = stated_levels(study)
        unknown = self.tr("not stated")
        parts = [
            f"{shorten(name, _LETTERS)}: {shorten(level, _LETTERS) or unknown}"
            for name, level in levels.items()
        ]
        if day := study.present_levels.get("day"):
            parts.insert(0, self.tr("Day: {date}").format(date=iso_day(day)))
        self.setText(visible(BETWEEN.join(parts)).replace("&", "&&"))
        self.setEnabled(bool(levels) and self._control.entry.situation.takes_entries)
        self.setVisible(bool(parts) and not over)


class BlockDialog(ScannerSafeDialog):
    """Dialog for the levels that runs have from here on.

    Parameters
    ----------
    control
        Records them.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("block.dialog")
        self.setWindowTitle(self.tr("What the next runs share"))
        self._before = stated_levels(control.controller.study)
        #: Field of each column by name.
        self.fields: dict[str, QLineEdit] = {}
        form = Form()
        for place, (name, level) in enumerate(self._before.items()):
            field = self.fields[name] = QLineEdit(level)
            field.setObjectName(f"block.level{place}")
            field.setAccessibleName(name)
            field.setMaxLength(LONGEST)
            field.selectAll()
            field.textChanged.connect(self._check)
            form.add(visible(name).replace("&", "&&"), field)
        buttons = DialogButtons(self, "block.save", self.tr("From here on   Ctrl+Enter"), ctrl_enter=True)
        self.save = buttons.accepting
        column = QVBoxLayout(self)
        column.addLayout(form)
        notice = self.tr(
            "Runs that start from now on have this, until you state something else. Empty: unknown."
        )
        column.addWidget(plain(notice, "muted", self))
        column.addWidget(buttons)
        self._check()

    @property
    def changed(self) -> dict[str, str]:
        """Levels that differ from those before."""
        stated = {name: field.text().strip() for name, field in self.fields.items()}
        return {name: level for name, level in stated.items() if level != self._before[name]}

    def accept(self) -> None:
        """Record the levels and close; on an error the texts stay in the fields."""
        if self.save.isEnabled():
            self.save.setEnabled(False)
            self._control.do(actions.set_block, self.changed, on_done=self._stated)

    def _stated(self, recorded: bool) -> None:
        self._check()
        if recorded:
            super().accept()

    def _check(self) -> None:
        self.save.setEnabled(bool(self.changed))
