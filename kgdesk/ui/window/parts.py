"""WindowParts: what the commands of a main window act on; WindowRequests: what they ask of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMainWindow

    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.pages.tabs import LazyTabs
    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.message_strip import MessageStrip
    from kgdesk.ui.widgets.theme import Theme
    from kgdesk.ui.window.commands import Commands
    from kgdesk.ui.window.dialog_launcher import DialogLauncher
    from kgdesk.ui.window.focus_cycle import FocusCycle


class WindowRequests(QObject):
    """What the user of a window asks of the program, which holds the windows."""

    #: Open another study, given its path or address.
    open_wanted = Signal(str)
    #: Create a new study.
    new_wanted = Signal()
    #: Create a new study with the candidates and settings of this one.
    duplicate_wanted = Signal()
    #: Go to the home window.
    home_wanted = Signal()
    #: Quit the program.
    quit_wanted = Signal()
    #: Build this window again: the language has changed.
    renewal_wanted = Signal()


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The parts of a main window that its commands act on.

    Parameters
    ----------
    window
        Bears the menu bar; parent of the dialogs.
    controller
        Controller of the study.
    panel, tabs
        The entry panel, and the tabs, whose pages may still be pending.
    message_strip
        Shows what was done or refused.
    commands, dialogs, focus_cycle
        Registry of commands, opener of dialogs, cycle of the keyboard focus.
    theme, preferences
        Appearance of the program, and the user's preferences.
    requests
        Signals to the program.
    ask
        Opens one of the small dialogs of the entry by name; see `MainWindow.ask`.
    turn_face
        Shows the other face, Bench or Study.
    show_page
        Shows the page at a place among the tabs, on Study.
    """

    window: QMainWindow
    controller: StudyController
    panel: EntryPanel
    tabs: LazyTabs
    message_strip: MessageStrip
    commands: Commands
    dialogs: DialogLauncher
    focus_cycle: FocusCycle
    theme: Theme
    preferences: Preferences
    requests: WindowRequests
    ask: Callable[[str], None]
    turn_face: Callable[[], None]
    show_page: Callable[[int], None]
