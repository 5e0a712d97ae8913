"""StudyWindow: the interface of the main window that commands use; its focus cycle (F6)."""

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
    """Move the keyboard focus between the areas of one window; pending pages are built first.

    Parameters
    ----------
    panel, book, status
        Entry panel, tabs and status bar of the window.
    """

    def __init__(self, panel: EntryPanel, book: LazyTabs, status: Status) -> None:
        self._panel, self._book, self._status = panel, book, status

    def go_to_tab(self, place: int) -> None:
        """Show a tab and focus its list, if it has one; move the focus out of a tab that becomes hidden."""
        book = self._book
        book.complete()
        focused = book.window().focusWidget()
        inside = focused is not None and book.isAncestorOf(focused)
        book.setCurrentIndex(place)
        target = book.currentWidget().focusProxy() or (self._panel.scan.field if inside else None)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next(self, step: int) -> None:
        """Focus the next area, or with -1 the previous one."""
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
    """Return the first visible, enabled widget of a tab that accepts Tab focus."""
    follows = page.nextInFocusChain()
    while follows is not None and page.isAncestorOf(follows):
        if follows.focusPolicy() & Qt.FocusPolicy.TabFocus and follows.isVisible() and follows.isEnabled():
            return follows
        follows = follows.nextInFocusChain()
    return None


class Turned(Protocol):
    """Protocol of the presentation mode: something that can be toggled."""

    def turn(self) -> None:
        """Toggle it."""


class StudyWindow(QMainWindow):
    """Interface of the main window for its commands; breaks the import cycle with `MainWindow`.

    Parameters
    ----------
    controller
        Controller of the study.
    panel, book
        The entry panel, and the tabs, whose pages may still be pending.
    note
        Message strip for confirmations.
    commands, beside, areas, presentation
        Registry of commands, opener of dialogs, focus cycle, presentation mode.
    preferences
        Preferences of the user.
    """

    #: Open another study, given its path or address.
    open_wanted = Signal(str)
    #: Create a new study.
    new_wanted = Signal()
    #: Go to the home window.
    home_wanted = Signal()
    #: Quit the program.
    quit_wanted = Signal()
    #: The language has changed: this window must be rebuilt.
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
        """The tabs with all pages built."""
        raise NotImplementedError

    def ask(self, what: str) -> None:
        """Open one of the small dialogs of the entry by name."""
        raise NotImplementedError

    def dress(self, *, scheme: Scheme | None = None, scale: float | None = None) -> None:
        """Change the colour scheme or the text size."""
        raise NotImplementedError

    def turn_full_screen(self) -> None:
        """Toggle full screen."""
        raise NotImplementedError
