"""What commands may use of the window that they act on; the window itself imports them, not the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTabWidget

    from kgdesk.ui.areas import Areas
    from kgdesk.ui.commands.command import Commands
    from kgdesk.ui.commands.dialog_launcher import Beside
    from kgdesk.ui.desk import Desk
    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.look.theme import Scheme
    from kgdesk.ui.parts import MessageStrip
    from kgdesk.ui.settings import Preferences
    from kgdesk.ui.tabs.book import Book


class Turned(Protocol):
    """What can be turned on and off: the presentation."""

    def turn(self) -> None:
        """Turn it on, or off."""


class StudyWindow(QMainWindow):
    """The window of one study as its commands see it: what they act on, and what dialogs stand over.

    Parameters
    ----------
    desk
        The study.
    panel, book
        The entry, and the tabs, whose pages may not be made yet.
    note
        Says what was done.
    commands, beside, areas, presentation
        Where commands are kept, what opens dialogs, where the keyboard goes, and the view for a meeting.
    preferences
        Of this person.
    """

    #: Another study: a path; a new one; the home window; the end.
    open_wanted = Signal(str)
    new_wanted = Signal()
    home_wanted = Signal()
    quit_wanted = Signal()
    #: The language has changed: this window has to be made anew.
    renewal_wanted = Signal()

    desk: Desk
    panel: EntryPanel
    book: Book
    note: MessageStrip
    commands: Commands
    beside: Beside
    areas: Areas
    preferences: Preferences
    presentation: Turned

    @property
    def tabs(self) -> QTabWidget:
        """The tabs with all their pages."""
        raise NotImplementedError

    def ask(self, what: str) -> None:
        """Open one of the small dialogs of the entry, by its name."""
        raise NotImplementedError

    def dress(self, *, scheme: Scheme | None = None, scale: float | None = None) -> None:
        """Change colours or text size."""
        raise NotImplementedError

    def turn_full_screen(self) -> None:
        """Fill the screen, or cease to."""
        raise NotImplementedError
