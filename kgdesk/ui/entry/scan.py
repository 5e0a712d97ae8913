"""The field for the code of the sample on the bench."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from kgdesk.ui.look.sheet import set_role

if TYPE_CHECKING:
    from PySide6.QtWidgets import QBoxLayout

_EMACS = {Qt.Key.Key_D, Qt.Key.Key_E, Qt.Key.Key_K}


class ScanField(QLineEdit):
    """Takes a code up to Enter; keys that are commands of the window pass through it."""

    #: A code and Enter.
    scanned = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entry.scan")
        #: What the scanner types before each code; no part of it.
        self.prefix = ""
        self.setMinimumHeight(32)
        self.returnPressed.connect(self._take)

    def event(self, event: QEvent) -> bool:
        """Leave to the window the undo key where there is nothing to undo, and keys that only some desktops edit with.

        On Linux Ctrl+E, Ctrl+K and Ctrl+D move and delete in text, and the keyboard is in this field most of the day.
        """
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._is_for_the_window(event)
        ):
            event.ignore()
            return False
        return super().event(event)

    def _is_for_the_window(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Undo):
            return not self.isUndoAvailable()
        held = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        return held and event.key() in _EMACS

    def _take(self) -> None:
        code = self.text().strip().removeprefix(self.prefix).strip()
        self.setText("")
        if code:
            self.scanned.emit(code)


class ScanLine(QWidget):
    """The field and the tick that says that the sample is the one on the card."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = ScanField()
        self.tick = QLabel()
        self.tick.setObjectName("entry.matches")
        self.tick.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        set_role(self.tick, role="title")
        line: QBoxLayout = QHBoxLayout(self)
        line.setContentsMargins(2, 2, 2, 2)  # room for the ring: a parent cuts off what stands over its edge
        line.addWidget(self.field, 1)
        line.addWidget(self.tick)
        self.setFocusProxy(self.field)
        self.field.setPlaceholderText(self.tr("Scan or type the sample code to check it"))
        self.field.setAccessibleName(self.tr("Sample code to check"))
        self.tick.hide()

    def show_match(self, matched: bool) -> None:
        """Show or hide the tick."""
        self.tick.setText(self.tr("✓ matches") if matched else "")
        self.tick.setVisible(matched)
