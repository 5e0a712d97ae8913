"""The commands about columns that are kept: the codes on the samples and where these lie, and their dialogs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.ui.commands import Command

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.dialogs.kept_column import KeptColumnDialog
    from kgdesk.ui.window import MainWindow


def tr(text: str) -> str:
    """Translate a text of these commands."""
    return QCoreApplication.translate("Codes", text)


def commands(window: MainWindow) -> list[Command]:
    """Return the commands that name the columns with the codes on the samples and with their places."""

    def here() -> bool:
        return window.panel.control.entry.situation.takes_entries

    return [
        Command("study.codes", tr("Codes on the sa&mples…"), partial(ask, window), when=here),
        Command("study.location", tr("Loc&ation of the samples…"), partial(ask_location, window), when=here),
    ]


def ask(window: MainWindow) -> None:
    """Open the dialog about the codes; say in the window what holds from then on."""
    from kgdesk.ui.dialogs.codes import CodesDialog  # noqa: PLC0415 - only those who change the codes pay for it

    _opened(CodesDialog(window.panel.control, window), partial(_tell, window))


def ask_location(window: MainWindow) -> None:
    """Open the dialog about the places; say in the window what holds from then on."""
    from kgdesk.ui.dialogs.location import LocationDialog  # noqa: PLC0415 - as above

    _opened(LocationDialog(window.panel.control, window), partial(_tell_location, window))


def _opened(dialog: KeptColumnDialog, then: Callable[[], None]) -> None:
    dialog.accepted.connect(then)
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


def _tell_location(window: MainWindow) -> None:
    column = window.desk.study.settings.location
    said = (
        tr("Samples are fetched by “{column}” from now on.").format(column=column)
        if column
        else tr("Every column that is kept with the candidates is shown from now on.")
    )
    window.note.say("recorded", said, ((tr("Close"), window.note.silence),))
