"""Context help: open the manual page about the focused widget (F1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from kgdesk.ui.help.manual import FIRST, manual
from kgdesk.ui.text.translate import code
from kgdesk.ui.widgets.basic import ABOUT

if TYPE_CHECKING:
    from kgdesk.ui.help.help_window import HelpWindow

KEY = "F1"


def page_of(place: QWidget | None) -> str:
    """Return the link of the manual section about a widget; the contents if there is none."""
    book = manual(code(QLocale()))
    names: list[str] = []
    spare: list[str] = []
    while place is not None:
        names += [str(name) for name in (place.property(ABOUT), place.objectName()) if name]
        tabs = place.findChild(QTabWidget, "tabs") if place.isWindow() else None
        if tabs is not None and tabs.currentWidget() is not None:
            spare = [tabs.currentWidget().objectName()]
        place = None if place.isWindow() else place.parentWidget()
    section = book.at(names) or book.at(spare)
    return f"{section.page}.md#{section.anchor}" if section is not None else f"{FIRST}.md"


def show_help(window: QWidget, target: str = "") -> HelpWindow:
    """Show a page in the help window of a window.

    Parameters
    ----------
    window
        Parent: the help window closes with it, and can be read while it is modal.
    target
        ``page.md#anchor``; by default the page about the focused widget.
    """
    from kgdesk.ui.help.help_window import HelpWindow  # noqa: PLC0415 - only those who read pay for it

    target = target or page_of(window.focusWidget() or window)
    open_ones = window.findChildren(HelpWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    help_window = next((one for one in open_ones if one.isVisible()), None) or HelpWindow(window)
    help_window.show_page(target)
    help_window.show()
    help_window.raise_()
    help_window.activateWindow()
    return help_window


def tip_of(command: str) -> str:
    """Return the first sentence of the manual about a command; empty if none."""
    section = manual(code(QLocale())).about(command)
    return section.first_sentence if section is not None else ""


class HelpKey(QObject):
    """Handle F1 in windows without a help command: small dialogs and message boxes.

    Parameters
    ----------
    app
        The application to watch.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._moved)

    def _moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        window = now.window() if now is not None else None
        if window is None or window.objectName() == "help" or window.property("kgdesk.hasHelp"):
            return
        window.setProperty("kgdesk.hasHelp", True)
        if window.findChild(QAction, "help.page") is None:
            QShortcut(QKeySequence(KEY), window, lambda: show_help(window))
