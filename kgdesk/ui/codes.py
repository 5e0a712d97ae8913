"""The command about the codes on the samples, and the dialog that it asks in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.ui.commands import Command

if TYPE_CHECKING:
    from kgdesk.ui.window import MainWindow


def tr(text: str) -> str:
    """Translate a text of this command."""
    return QCoreApplication.translate("Codes", text)


def command(window: MainWindow) -> Command:
    """Return the command that names the column with the codes on the samples."""
    return Command(
        "study.codes", tr("Codes on the sa&mples…"), partial(ask, window),
        when=lambda: window.panel.control.entry.situation.takes_entries,
    )  # fmt: skip


def ask(window: MainWindow) -> None:
    """Open the dialog; say in the window what holds from then on."""
    from kgdesk.ui.dialogs.codes import CodesDialog  # noqa: PLC0415 - only those who change the codes pay for it

    dialog = CodesDialog(window.panel.control, window)
    dialog.accepted.connect(partial(_tell, window))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _tell(window: MainWindow) -> None:
    column = window.desk.study.settings.barcode
    said = (
        tr("The scan check and labels go by “{column}” from now on.").format(column=column)
        if column
        else tr("The scan check and labels go by the names of the candidates from now on.")
    )
    window.note.say("recorded", said, ((tr("Close"), window.note.silence),))
