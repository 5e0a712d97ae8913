"""What can be asked of the window that is shown, and said in it, whichever it is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from kgdesk.ui.parts import MessageStrip
from kgdesk.ui.window import MainWindow

#: States of the entry in which something waits for a person.
_WAITING = frozenset({"armed", "mismatch", "not_saved"})


def tr(text: str) -> str:
    """Translate a text of this file."""
    return QCoreApplication.translate("Shown", text)


def strip_of(window: QWidget) -> MessageStrip | None:
    """Return the strip in which a window says what concerns it as a whole."""
    return window.note if isinstance(window, MainWindow) else window.findChild(MessageStrip)


def is_busy(window: QWidget) -> bool:
    """Return whether closing a window would take something away: an open dialog, an outcome not yet confirmed."""
    dialogs = [one for one in window.findChildren(QDialog) if one.isVisible() and one.objectName() != "help"]
    waiting = isinstance(window, MainWindow) and window.panel.control.entry.state in _WAITING
    return bool(dialogs) or waiting


def bring_forward(window: QWidget) -> None:
    """Show a window before all others; one that was made small comes back."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    for each in (window, QApplication.activeModalWidget()):
        if each is not None:
            each.show()
            each.raise_()
            each.activateWindow()


def say_opening(window: QWidget, name: str) -> None:
    """Show that a study is being opened: nothing else can be begun until it is there, since it replaces all."""
    strip = strip_of(window)
    window.setEnabled(not name)
    if not name:
        window.unsetCursor()
        if strip is not None:
            strip.silence()
        return
    window.setCursor(Qt.CursorShape.BusyCursor)
    if strip is not None:
        strip.say("neutral", tr("Opening {name}…").format(name=name))
