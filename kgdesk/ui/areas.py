"""The parts of the window that the keyboard goes round: entry, tab bar, tab, status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.status import Status
    from kgdesk.ui.tabs.book import Book


class Areas:
    """Moves the keyboard between the parts of one window, all of whose pages are made for it.

    Parameters
    ----------
    panel, book, status
        Of the window: its entry, its tabs and its status line.
    """

    def __init__(self, panel: EntryPanel, book: Book, status: Status) -> None:
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
