"""The Help menu: the manual, and what explains the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.ui.commands.command import Command, Commands
from kgdesk.ui.commands.texts import tr
from kgdesk.ui.help.opening import KEY, show_help

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu, QWidget

    from kgdesk.ui.commands.command import Item
    from kgdesk.ui.commands.study_window import StudyWindow


def _tr(text: str) -> str:
    """Translate a text about the manual."""
    return QCoreApplication.translate("Help", text)


def help_menu(window: StudyWindow) -> list[Item]:
    """Return what explains the program."""
    return [
        *_manual_commands(window),
        Command("help.keys", tr("&Keyboard list"), window.beside.list_commands, ("Ctrl+/",)),
        Command("help.selfTest", tr("&Check this installation…"), window.beside.check_installation),
        Command("help.problem", tr("Save a &problem report…"), window.beside.report_problem),
        Command("help.about", tr("&About"), window.beside.about),
    ]


def _manual_commands(window: QWidget) -> list[Command | None]:
    """Return the commands that open the manual; `None` is a line between."""
    return [
        Command("help.page", _tr("&Help"), lambda: show_help(window), (KEY,)),
        Command("help.firstSteps", _tr("&First steps"), lambda: show_help(window, "first-steps.md")),
        Command("help.glossary", _tr("&Glossary"), lambda: show_help(window, "glossary.md")),
        None,
    ]


def fill_help_menu(menu: QMenu, window: QWidget) -> None:
    """Fill the Help menu of a window that has no commands of its own."""
    known = Commands(window)
    for command in _manual_commands(window):
        if command is not None:
            menu.addAction(known.add(command))
