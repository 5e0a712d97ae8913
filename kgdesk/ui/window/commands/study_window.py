"""What commands may use of the window that they act on, and its focus cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTabWidget, QWidget

    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.style.theme import Scheme
    from kgdesk.ui.tabs.pages import LazyTabs
    from kgdesk.ui.widgets.basic import MessageStrip
    from kgdesk.ui.window.commands.command import Commands
    from kgdesk.ui.window.commands.dialog_launcher import DialogLauncher
    from kgdesk.ui.window.status import Status


class FocusCycle:
    """Moves the keyboard between the parts of one window, all of whose pages are made for it.

    Parameters
    ----------
    panel, book, status
        Of the window: its entry, its tabs and its status line.
    """

    def __init__(self, panel: EntryPanel, book: LazyTabs, status: Status) -> None:
        self._panel, self._book, self._status = panel, book, status

    def go_to_tab(self, place: int) -> None:
        """Show a tab; the keyboard goes to its list where it has one, and never stays in a hidden tab."""
        book = self._book
        book.complete()
        focused = book.window().focusWidget()
        inside = focused is not None and book.isAncestorOf(focused)
        book.setCurrentIndex(place)
        target = book.currentWidget().focusProxy() or (self._panel.scan.field if inside else None)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next(self, step: int) -> None:
        """Give the keyboard to the next area, or with -1 to the one before."""
        self._book.complete()
        page, bar = self._book.currentWidget(), self._book.tabBar()
        first = [self._panel.scan.field, bar, _first_focus(page), self._status.operator]
        areas: list[QWidget] = [self._panel, bar, page, self._status]
        focused = self._book.window().focusWidget()
        here = next((i for i, area in enumerate(areas) if _holds(area, focused)), -1 if step > 0 else 0)
        for move in range(1, len(areas) + 1):
            target = first[(here + step * move) % len(areas)]
            if target is not None and target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return


def _holds(area: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (area is focused or area.isAncestorOf(focused))


def _first_focus(page: QWidget) -> QWidget | None:
    """Return the first widget of a tab that takes the keyboard."""
    follows = page.nextInFocusChain()
    while follows is not None and page.isAncestorOf(follows):
        if follows.focusPolicy() & Qt.FocusPolicy.TabFocus and follows.isVisible() and follows.isEnabled():
            return follows
        follows = follows.nextInFocusChain()
    return None


class Turned(Protocol):
    """What can be turned on and off: the presentation."""

    def turn(self) -> None:
        """Turn it on, or off."""


class StudyWindow(QMainWindow):
    """The window of one study as its commands see it: what they act on, and what dialogs stand over.

    Parameters
    ----------
    controller
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

    controller: StudyController
    panel: EntryPanel
    book: LazyTabs
    note: MessageStrip
    commands: Commands
    beside: DialogLauncher
    areas: FocusCycle
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
