"""Small parts that several windows are made of: plain labels, strips with a sentence, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.ui.look.icons import icon
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.look.theme import look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SIGNS = {"caution": "warning", "refusal": "warning", "recorded": "success", "neutral": "info", "armed": "info"}


def plain(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label that wraps, never takes its text for markup, and can be copied from."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setText(text)
    if role:
        set_role(label, role=role)
    return label


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
        self._sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._label = plain("", parent=self)
        self._label.setObjectName(f"{name}.text")
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)
        self._row = row
        self._buttons: list[QPushButton] = []
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons, in reading order."""
        return tuple(self._buttons)

    @property
    def text(self) -> str:
        """The sentence; empty while nothing is said."""
        return self._label.text()

    def say(
        self, kind: str, text: str, actions: Sequence[tuple[str, Callable[[], object]]] = ()
    ) -> None:
        """Show a sentence; `kind` is one of `kgdesk.ui.look.sheet.STRIPS`."""
        for old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = []
        set_role(self, strip=kind)
        look = look_of(self)
        colour = {"caution": look.caution, "refusal": look.refusal, "recorded": look.success}.get(kind, look.accent)
        self._sign.setPixmap(icon(_SIGNS[kind], look, colour).pixmap(QSize(20, 20)))
        self._label.setText(text)
        self.setAccessibleName(text)
        for at, (label, act) in enumerate(actions):
            made = button(label, f"{self.objectName()}.{at}", act, self)
            self._buttons.append(made)
            self._row.addWidget(made, 0, Qt.AlignmentFlag.AlignTop)
        self.show()

    def silence(self) -> None:
        """Say nothing and take no room."""
        if self._label.text():
            self.say("neutral", "")
        self.hide()
