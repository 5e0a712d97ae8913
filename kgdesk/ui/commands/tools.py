"""The Tools menu: what helps to find things, and what tries them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.ui.commands.command import Command
from kgdesk.ui.commands.texts import tr

if TYPE_CHECKING:
    from kgdesk.ui.commands.command import Item
    from kgdesk.ui.commands.study_window import StudyWindow


def tools_menu(window: StudyWindow) -> list[Item]:
    """Return what helps to find things, and what tries them out."""
    return [
        Command(
            "tools.commands", tr("Find &command"), window.beside.list_commands, ("Ctrl+K", "Ctrl+Shift+P")
        ),
        None,
        Command("tools.rehearse", tr("&Rehearse this study…"), window.beside.rehearse),
    ]
