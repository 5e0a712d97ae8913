"""The menu bar of the window, and which command stands in which menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from kgdesk.ui.commands.help import help_menu
from kgdesk.ui.commands.plots import plots_menu
from kgdesk.ui.commands.run import run_menu
from kgdesk.ui.commands.study import study_menu
from kgdesk.ui.commands.texts import tr
from kgdesk.ui.commands.tools import tools_menu
from kgdesk.ui.commands.view import view_menu

if TYPE_CHECKING:
    from kgdesk.ui.commands.study_window import StudyWindow


def fill(window: StudyWindow) -> None:
    """Make every command of the window and its menu bar."""
    bar = window.menuBar()
    for title, items in (
        (tr("&Study"), study_menu(window)),
        (tr("&Run"), run_menu(window)),
        (tr("&View"), view_menu(window)),
        (tr("&Plots"), plots_menu(window)),
        (tr("&Tools"), tools_menu(window)),
        (tr("&Help"), help_menu(window)),
    ):
        menu = bar.addMenu(title)
        for item in items:
            if item is None:
                menu.addSeparator()
            elif isinstance(item, QMenu):
                menu.addMenu(item)
            else:
                menu.addAction(window.commands.add(item))
    strip = window.panel.strip
    window.commands.confine("run.record", strip.record, strip.try_again)
