"""FocusCycle: moves the keyboard focus between the parts of a window (F6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.pages.tabs import LazyTabs
    from kgdesk.ui.window.status_bar import Status


class FocusCycle:
    """Move the keyboard focus between the areas of one window; a pending page that it enters is created first.

    Parameters
    ----------
    panel, tabs, status
        Entry panel, tabs and status bar of the window.
    """

    def __init__(self, panel: EntryPanel, tabs: LazyTabs, status: Status) -> None:
        self._panel, self._tabs, self._status = panel, tabs, status

    def go_to_tab(self, place: int) -> None:
        """Show a tab and focus its list, if it has one; move the focus out of a tab that becomes hidden."""
        tabs = self._tabs
        tabs.page_at(place)
        focused = tabs.window().focusWidget()
        inside = focused is not None and tabs.isAncestorOf(focused)
        tabs.setCurrentIndex(place)
        # No focus proxy: as such it would be the first that Tab reaches, even while it is hidden.
        target = getattr(tabs.currentWidget(), "takes_keys", None)
        if target is None and inside:
            target = self._panel.scan.field
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next(self, step: int) -> None:
        """Focus the next area, or with -1 the previous one."""
        page, bar = self._tabs.page_at(self._tabs.currentIndex()), self._tabs.tabBar()
        first = [self._panel.scan.field, bar, _first_focus(page), self._status.operator]
        areas: list[QWidget] = [self._panel, bar, page, self._status]
        focused = self._tabs.window().focusWidget()
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
