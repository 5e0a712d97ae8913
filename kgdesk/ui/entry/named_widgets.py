"""Labels and buttons of the entry panel, each with its object name."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QPushButton

from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.stylesheet import set_role

#: Height of a button in pixels, for gloved fingers.
_TARGET = 32
#: Pixels of a small button beside its words, and those of the arrow of a menu.
_PADDING, _ARROW = 18, 14


def named_label(name: str, role: str = "", *, wrap: bool = True) -> QLabel:
    """Return a label with an object name; plain text, so that data is never read as markup."""
    label = Label()
    label.setObjectName(name)
    label.setWordWrap(wrap)
    if role:
        set_role(label, role=role)
    return label


def named_button(name: str, text: str) -> QPushButton:
    """Return a button with an object name, high enough for gloved fingers."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setMinimumHeight(_TARGET)
    return button


class SmallButton(QPushButton):
    """Button that is as narrow as its words allow; the style would not make it narrower than 80 pixels."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setMinimumHeight(_TARGET)
        set_role(self, role="low")

    def sizeHint(self) -> QSize:
        """Return the size of the words, with the arrow of a menu."""
        wide = (
            self.fontMetrics().horizontalAdvance(self.text()) + _PADDING + _ARROW * (self.menu() is not None)
        )
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of the words."""
        return self.sizeHint()
