"""KeyGuard: what is typed outside a field disarms an outcome and goes to the scan field."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

#: Modifiers of keys that insert no text.
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)

#: Widgets that take text.
_WRITES = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit, QComboBox)


def is_printable(event: QKeyEvent) -> bool:
    """Return whether a key inserts text, including a space."""
    return bool(event.text()) and event.text().isprintable() and not event.modifiers() & _COMMANDS


class KeyGuard(QObject):
    """Watch the keys of one window; redirect text typed outside a field to the scan field.

    A scanner types its code wherever the focus is, and ends it with Enter, which would confirm an armed outcome.

    Parameters
    ----------
    area
        The entry panel, in the window whose keys go to `field` unless they are typed in a field.
    field
        Receives what is typed on a button; see `field`.
    """

    #: A printable key was pressed in the window.
    typed = Signal()

    def __init__(self, area: QWidget, field: QLineEdit) -> None:
        super().__init__(area)
        self._area = area
        self.field = field  #: Receives what is typed on a button.
        self._on = False
        self._window: QWindow | None = None

    def _stand_by(self) -> None:
        """Filter the window itself, which costs nothing for events other than keys and mouse."""
        window = self._area.window().windowHandle()
        if window is not None and window is not self._window:
            self._window = window
            window.installEventFilter(self)

    def watch(self, on: bool) -> None:
        """Start or stop watching; what is typed anywhere in the window is redirected from the first call on."""
        self._stand_by()
        app = QApplication.instance()
        if app is None or on == self._on:
            return
        self._on = on
        if on:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Emit `typed` before any widget handles the key; redirect it if no text field has the focus."""
        kind = event.type()
        if watched is self._window:
            return self._typed_in_window(event)
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
        return self._area.isAncestorOf(watched) and self._redirect(watched, event)

    def _typed_in_window(self, event: QEvent) -> bool:
        """Redirect a printable key before the focused widget sees it; the space bar presses buttons."""
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or not is_printable(event)
        ):
            return False
        return event.key() != Qt.Key.Key_Space and self._redirect(QApplication.focusWidget(), event)

    def _redirect(self, focused: QWidget | None, event: QKeyEvent) -> bool:
        """Send a typed key to the field, unless another field has the focus; return whether it was sent."""
        if isinstance(focused, _WRITES) or not self.field.isEnabled():
            return False
        self.field.setFocus()
        QCoreApplication.sendEvent(self.field, event)
        return True
