"""Labels, outcome buttons, the scan field, and the guard against scanners that type Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from kgdesk.ui.style.stylesheet import set_role
from kgdesk.ui.text.locale_format import SIGNS

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QBoxLayout


_TARGET = 32


def plain(name: str, role: str = "", *, wrap: bool = True) -> QLabel:
    """Return a label for data: plain text, wrapped."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if role:
        set_role(label, role=role)
    return label


def push(name: str, text: str) -> QPushButton:
    """Return a button that a gloved finger hits."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setMinimumHeight(_TARGET)
    return button


_EDGES = 26


class OutcomeButton(QPushButton):
    """An outcome by the name that the study gives it, above its key.

    A long name goes on beside the key; only one that is too long for this as well is shortened.

    Parameters
    ----------
    outcome
        ``success`` or ``failure``.
    name
        In full.
    key
        As people call it.
    """

    def __init__(self, outcome: str, name: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = f"{SIGNS[outcome]} {name}", key
        self.setObjectName(f"entry.{outcome}")
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        set_role(self, outcome=outcome, armed=False)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return a size that does not follow the name."""
        return QSize(120, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the name anew."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the name anew in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "_words"):
            self._fit()

    def _fit(self) -> None:
        text = "\n".join(self._lines(max(self.width() - _EDGES, 40))).replace("&", "&&")
        if text != self.text():
            self.setText(text)

    def _lines(self, room: int) -> tuple[str, str]:
        name, key = self._words
        wide = self.fontMetrics().horizontalAdvance
        if wide(name) <= room:
            return name, key
        sign, *words = name.split(" ")
        for count in range(len(words) - 1, 0, -1):
            first, second = " ".join((sign, *words[:count])), f"{' '.join(words[count:])}  {key}"
            if max(wide(first), wide(second)) <= room:
                return first, second
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room), key


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
