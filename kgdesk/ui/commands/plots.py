"""The Plots menu: what is done with the pictures in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.ui.commands import saving
from kgdesk.ui.commands.command import Command
from kgdesk.ui.commands.texts import tr
from kgdesk.ui.pictures import sight

if TYPE_CHECKING:
    from kgdesk.ui.commands.command import Item
    from kgdesk.ui.commands.study_window import StudyWindow


def plots_menu(window: StudyWindow) -> list[Item]:
    """Return what is done with the pictures in sight."""

    def shown() -> bool:
        return sight.has_pictures(window.book.currentWidget())

    return [
        Command(
            "plots.reset", tr("&Reset view"), lambda: sight.reset_views(window.tabs.currentWidget()), ("Ctrl+R",), shown
        ),
        Command(
            "plots.table", tr("Show as &table"), lambda: sight.turn_tables(window.tabs.currentWidget()), ("Ctrl+D",),
            shown,
        ),
        Command(
            "plots.now", tr("Back to &now"), lambda: window.desk.look_back(None),
            when=lambda: window.desk.as_of is not None,
        ),
        None,
        *saving.picture_commands(window),
    ]  # fmt: skip
