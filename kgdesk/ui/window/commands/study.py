"""The Study menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from kgdesk.ui.window.commands import study_files
from kgdesk.ui.window.commands.command import Command, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.dialogs.kept_columns import KeptColumnDialog
    from kgdesk.ui.window.commands.command import Item
    from kgdesk.ui.window.commands.study_window import StudyWindow


def _tr(text: str) -> str:
    """Translate a text about kept columns (context "Codes")."""
    return QCoreApplication.translate("Codes", text)


def study_menu(window: StudyWindow) -> list[Item]:
    """Return the items of the Study menu."""
    entry = window.panel.control
    recent = QMenu(tr("&Recent"), window)
    recent.aboutToShow.connect(lambda: _list_recent(recent, window))

    def can_finish() -> bool:
        return entry.entry.situation.takes_entries and bool(entry.controller.study.runs)

    def can_reopen() -> bool:
        here = entry.entry.situation
        here_and_signed = here.finished and here.read_only is None and bool(here.operator)
        return here_and_signed and entry.controller.study.lock is None and not here.looking_back

    return [
        Command("study.new", tr("&New from file…"), window.new_wanted.emit, ("Ctrl+N",)),
        Command("study.open", tr("&Open…"), window.beside.ask_for_study, ("Ctrl+O",)),
        study_files.server_command(window),
        recent,
        Command("study.close", tr("&Close"), window.home_wanted.emit, ("Ctrl+W",)),
        None,
        Command("study.export", tr("&Export…"), window.beside.export, ("Ctrl+E",)),
        study_files.report_command(window),
        None,
        *_column_commands(window),
        Command("study.finish", tr("&Finish study…"), lambda: window.ask("finish"), when=can_finish),
        Command("study.reopen", tr("Reo&pen study…"), lambda: window.ask("reopen"), when=can_reopen),
        *study_files.commands(window),
        None,
        Command("study.settings", tr("Settin&gs…"), window.beside.adjust, ("Ctrl+,",)),
        Command("study.quit", tr("&Quit"), window.quit_wanted.emit, ("Ctrl+Q",)),
    ]


def _list_recent(menu: QMenu, window: StudyWindow) -> None:
    menu.clear()
    for recent in window.preferences.recent():
        action = menu.addAction(f"{recent.title}  ({recent.place})".replace("&", "&&"))
        action.setEnabled(not recent.missing)
        action.triggered.connect(lambda *_, path=recent.path: window.open_wanted.emit(path))
    if menu.isEmpty():
        menu.addAction(tr("None yet")).setEnabled(False)


def _column_commands(window: StudyWindow) -> list[Command]:
    """Return the commands that choose the barcode column and the location column."""

    def here() -> bool:
        return window.panel.control.entry.situation.takes_entries

    return [
        Command("study.codes", _tr("Codes on the sa&mples…"), partial(_ask_codes, window), when=here),
        Command(
            "study.location", _tr("Loc&ation of the samples…"), partial(_ask_location, window), when=here
        ),
    ]


def _ask_codes(window: StudyWindow) -> None:
    """Open the dialog for the barcode column; confirm the choice in the window's strip."""
    from kgdesk.ui.dialogs.kept_columns import CodesDialog  # noqa: PLC0415 - only those who change the codes pay for it

    _opened(CodesDialog(window.panel.control, window), partial(_tell_codes, window))


def _ask_location(window: StudyWindow) -> None:
    """Open the dialog for the location column; confirm the choice in the window's strip."""
    from kgdesk.ui.dialogs.kept_columns import LocationDialog  # noqa: PLC0415 - as above

    _opened(LocationDialog(window.panel.control, window), partial(_tell_location, window))


def _opened(dialog: KeptColumnDialog, then: Callable[[], None]) -> None:
    dialog.accepted.connect(then)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _tell_codes(window: StudyWindow) -> None:
    column = window.controller.study.settings.barcode
    sentence = (
        _tr("The scan check and labels go by “{column}” from now on.").format(column=column)
        if column
        else _tr("The scan check and labels go by the names of the candidates from now on.")
    )
    window.note.say("recorded", sentence, ((_tr("Close"), window.note.silence),))


def _tell_location(window: StudyWindow) -> None:
    column = window.controller.study.settings.location
    sentence = (
        _tr("Samples are fetched by “{column}” from now on.").format(column=column)
        if column
        else _tr("Every column that is kept with the candidates is shown from now on.")
    )
    window.note.say("recorded", sentence, ((_tr("Close"), window.note.silence),))
