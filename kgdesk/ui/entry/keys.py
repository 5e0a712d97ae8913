"""Keys while an outcome is armed: a scanner is a keyboard whose last key is Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

if TYPE_CHECKING:
    from kgdesk.ui.entry.scan import ScanField

_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
_WRITES = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit, QComboBox)


def is_printable(event: QKeyEvent) -> bool:
    """Return whether a key writes something, be it a space."""
    return bool(event.text()) and event.text().isprintable() and not event.modifiers() & _COMMANDS


class KeyGuard(QObject):
    """Watches every key of one window while it is on, and leads what is typed beside a field to the scan field.

    Parameters
    ----------
    area
        The entry; keys typed on its buttons go to `scan`.
    scan
        Takes what a scanner types.
    """

    #: A printable key was pressed somewhere in the window.
    typed = Signal()

    def __init__(self, area: QWidget, scan: ScanField) -> None:
        super().__init__(area)
        self._area, self._scan = area, scan
        self._on = False

    def watch(self, on: bool) -> None:
        """Begin or cease to watch."""
        app = QApplication.instance()
        if app is None or on == self._on:
            return
        self._on = on
        if on:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell of a printable key before anyone else gets it."""
        kind = event.type()
        if kind not in {QEvent.Type.KeyPress, QEvent.Type.InputMethod} or not isinstance(watched, QWidget):
            return False
        if watched.window() is not self._area.window():
            return False
        if isinstance(event, QInputMethodEvent):
            if event.commitString():
                self.typed.emit()
            return False
        if not isinstance(event, QKeyEvent) or not is_printable(event):
            return False
        self.typed.emit()
        if self._area.isAncestorOf(watched) and not isinstance(watched, _WRITES):
            self._scan.setFocus()
            QCoreApplication.sendEvent(self._scan, event)
            return True
        return False
