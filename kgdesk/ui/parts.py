"""Small parts that several windows are made of: plain labels, strips with a sentence, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.look.icons import icon
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.look.theme import look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QWheelEvent

#: Property of a window, or of a part of one, that is about a certain thing: its stable name, as a message's code.
ABOUT = "kgdesk.help"
_SIGNS = {
    "caution": "warning",
    "refusal": "warning",
    "recorded": "success",
    "neutral": "info",
    "armed": "info",
}


def plain(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label that wraps, never takes its text for markup, and can be copied from."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setText(text)
    if role:
        set_role(label, role=role)
    return label


def grow(dialog: QDialog) -> None:
    """Make a dialog as high as its sentences need at its width: its first size does not ask them."""
    layout = dialog.layout()
    if layout is not None and layout.hasHeightForWidth():
        wanted = layout.totalHeightForWidth(dialog.width())
        if wanted > dialog.height():
            dialog.resize(dialog.width(), wanted)


def card(parent: QWidget | None = None) -> tuple[QFrame, QVBoxLayout]:
    """Return a frame that looks like a card, and its layout."""
    frame = QFrame(parent)
    set_role(frame, role="card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(16, 14, 16, 14)
    layout.setSpacing(8)
    return frame, layout


def button(text: str, name: str, clicked: Callable[[], object], parent: QWidget | None = None) -> QPushButton:
    """Return a push button with an object name, at least 32 pixels high."""
    made = QPushButton(text, parent)
    made.setObjectName(name)
    made.setMinimumHeight(32)
    made.clicked.connect(lambda _=False: clicked())
    return made


class QuietCombo(QComboBox):
    """A choice that the wheel changes only when it has the keyboard, so that scrolling past changes nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(32)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the list around unless this has the keyboard."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def choose(self, data: object) -> None:
        """Show the entry with some data, if there is one."""
        at = self.findData(data)
        if at >= 0:
            self.setCurrentIndex(at)


class Strip(QFrame):
    """A sentence with its sign in a coloured frame, and what can be done about it at one click.

    Parameters
    ----------
    name
        Object name; the text label is ``name.text``, buttons are ``name.0``, ``name.1`` ...
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        self._sign = QLabel(self)
        self._label = plain("", parent=self)
        self._label.setObjectName(f"{name}.text")
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(self._sign)
        row.addWidget(self._label, 1)
        self._row = row
        self._buttons: list[QPushButton] = []
        self._kind = "neutral"
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons, in reading order."""
        return tuple(self._buttons)

    @property
    def text(self) -> str:
        """The sentence; empty while nothing is said."""
        return self._label.text()

    def say(self, kind: str, text: str, actions: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        """Show a sentence; `kind` is one of `kgdesk.ui.look.sheet.STRIPS`."""
        for old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = []
        self._kind = kind
        self.setProperty(ABOUT, None)
        set_role(self, strip=kind)
        self._draw_sign()
        self._label.setText(text)
        self.setAccessibleName(text)
        for at, (label, act) in enumerate(actions):
            made = button(label, f"{self.objectName()}.{at}", act, self)
            self._buttons.append(made)
            self._row.addWidget(made)
        self.show()

    def silence(self) -> None:
        """Say nothing and take no room."""
        if self._label.text():
            self.say("neutral", "")
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the sign in the colours of a new look."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._label.text():
            self._draw_sign()

    def _draw_sign(self) -> None:
        look = look_of(self)
        colours = {"caution": look.caution, "refusal": look.refusal, "recorded": look.success}
        colour = colours.get(self._kind, look.accent)
        self._sign.setPixmap(icon(_SIGNS[self._kind], look, colour).pixmap(QSize(20, 20)))
