"""ScanLine: the field for scanned codes, with a tick where the sample is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QBoxLayout


#: Keys that edit text with Ctrl on Linux, or redo on Windows, and are shortcuts of the window.
_EMACS = {Qt.Key.Key_D, Qt.Key.Key_E, Qt.Key.Key_K, Qt.Key.Key_Y}


class ScanField(QLineEdit):
    """Line edit for scanned codes; shortcuts of the window pass through it."""

    #: A code was entered; without the prefix.
    scanned = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entry.scan")
        #: Prefix that the scanner sends before each code; stripped.
        self.prefix = ""
        self.setMinimumHeight(32)
        self.returnPressed.connect(self._take)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window, and Ctrl+E, Ctrl+K, Ctrl+D.

        The focus is in this field most of the day, and who presses Ctrl+Z means the last entry, not a letter. On Linux
        the others edit text (Emacs bindings).
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
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            return True
        held = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        return held and event.key() in _EMACS

    def _take(self) -> None:
        code = self.text().strip().removeprefix(self.prefix).strip()
        self.setText("")
        if code:
            self.scanned.emit(code)


class ScanLine(QWidget):
    """Scan field with a mark that says whether the sample is the candidate that the card showed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = ScanField()  #: Field for the code.
        self.tick = Label(
            parent=self.field
        )  #: Shown within the field, which keeps its width, if the code matches.
        self.tick.setObjectName("entry.matches")
        set_role(self.tick, role="title")
        line: QBoxLayout = QHBoxLayout(self)
        line.setContentsMargins(2, 2, 2, 2)  # space for the focus ring, which the parent would clip
        line.addWidget(self.field, 1)
        self.setFocusProxy(self.field)
        self.field.setAccessibleName(self.tr("Sample code to check"))
        self.tick.hide()

    def show_match(self, matched: bool, accepted: bool) -> None:
        """Show that the sample matches, or that another one was scanned and accepted; else nothing."""
        self.tick.setText(
            self.tr("⚠ another sample") if accepted else self.tr("✓ matches") if matched else ""
        )
        self.tick.setVisible(matched or accepted)
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tick at the right edge of the field."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Place the tick; while it is shown, the field has neither a hint nor text beneath it."""
        size, field = self.tick.sizeHint(), self.field
        shown = self.tick.isVisibleTo(field)
        field.setTextMargins(0, 0, size.width() + 8 if shown else 0, 0)
        room = field.width() - 16 - (size.width() if shown else 0)
        hints = (self.tr("Scan or type the sample code to check it"), self.tr("Scan or type the code"))
        wide = field.fontMetrics().horizontalAdvance
        # In large text the short one, even if it is elided; beside the tick none rather than a part of it.
        field.setPlaceholderText(
            next((hint for hint in hints if wide(hint) <= room), "" if shown else hints[1])
        )
        self.tick.setGeometry(
            field.width() - size.width() - 8,
            (field.height() - size.height()) // 2,
            size.width(),
            size.height(),
        )
