"""Labels and buttons of the entry panel, each with its object name."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton

from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.stylesheet import set_role

#: Height of a button in pixels, for gloved fingers.
_TARGET = 32


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
