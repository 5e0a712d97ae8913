"""Labels and buttons of the outcome entry."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from kgdesk.ui.look.sheet import set_role

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
