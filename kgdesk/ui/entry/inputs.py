"""Labels, outcome buttons, scan field, KeyGuard against scanners that send Enter, SuggestionWait."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence, QWindow
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

from kgdesk.ui.text.locale_format import SIGNS
from kgdesk.ui.widgets.basic import Label, set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QBoxLayout

    from kgdesk.ui.entry.card_frame import CardFrame
    from kgdesk.ui.entry.controller import EntryControl


_TARGET = 32


def plain(name: str, role: str = "", *, wrap: bool = True) -> QLabel:
    """Return a plain-text label, so that data is never read as markup."""
    label = Label()
    label.setObjectName(name)
    label.setWordWrap(wrap)
    if role:
        set_role(label, role=role)
    return label


def push(name: str, text: str) -> QPushButton:
    """Return a button of a height that suits gloved fingers."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setMinimumHeight(_TARGET)
    return button


_EDGES = 26


class OutcomeButton(QPushButton):
    """Outcome button with the study's name for the outcome and its shortcut.

    A long name continues beside the key; it is elided only if that is too narrow as well.

    Parameters
    ----------
    outcome
        ``success`` or ``failure``.
    name
        Full name of the outcome.
    key
        Shortcut as displayed.
    """

    def __init__(self, outcome: str, name: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = visible(name)
        self._words = f"{SIGNS[outcome]} {name}", key
        self.setObjectName(f"entry.{outcome}")
        set_tip(self, name)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        set_role(self, outcome=outcome, armed=False)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return a size that does not depend on the name."""
        return QSize(120, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Refit the name."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Refit the name in another font."""
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
        """Leave Ctrl+Z to the window if there is nothing to undo, and Ctrl+E, Ctrl+K, Ctrl+D always.

        On Linux these edit text (Emacs bindings), and the focus is in this field most of the day.
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
    """Scan field with a tick that confirms that the sample is the candidate on the card."""

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

    def show_match(self, matched: bool) -> None:
        """Show or hide the tick."""
        self.tick.setText(self.tr("✓ matches") if matched else "")
        self.tick.setVisible(matched)
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


_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)

_WRITES = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit, QComboBox)


def is_printable(event: QKeyEvent) -> bool:
    """Return whether a key inserts text, including a space."""
    return bool(event.text()) and event.text().isprintable() and not event.modifiers() & _COMMANDS


class KeyGuard(QObject):
    """Watch the keys of one window; redirect text typed outside a field to the scan field.

    Parameters
    ----------
    area
        The entry panel, in the window whose keys go to `scan` unless they are typed in a field.
    scan
        Receives what a scanner types.
    """

    #: A printable key was pressed in the window.
    typed = Signal()

    def __init__(self, area: QWidget, scan: ScanField) -> None:
        super().__init__(area)
        self._area, self._scan = area, scan
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
        """Send a typed key to the scan field, unless another field has the focus; return whether it was sent."""
        if isinstance(focused, _WRITES) or not self._scan.isEnabled():
            return False
        self._scan.setFocus()
        QCoreApplication.sendEvent(self._scan, event)
        return True


_DIM_AFTER_MS, _TICK_MS = 200, 100


class SuggestionWait(QTimer):
    """Measures how long the next suggestion has been awaited, and dims the card after 200 ms.

    Parameters
    ----------
    control
        The entry; time does not count while the kernels are still being compiled.
    card
        Shows the time.
    parent
        Owns the timer.
    """

    def __init__(self, control: EntryControl, card: CardFrame, parent: QWidget) -> None:
        super().__init__(parent, interval=_TICK_MS)
        self._control, self._card = control, card
        self._since: float | None = None
        self.timeout.connect(self._dim_card)

    def set_waiting(self, on: bool) -> None:
        """Start to measure, unless that has begun already, or end it."""
        if on and self._since is None:
            self._since = time.monotonic()
            self.start()
        elif not on:
            self._since = None
            self.stop()

    def _dim_card(self) -> None:
        if self._since is None or self._control.entry.state == "preparing":
            return
        elapsed = time.monotonic() - self._since
        if elapsed * 1000 >= _DIM_AFTER_MS:
            self._card.dim(True, elapsed)
