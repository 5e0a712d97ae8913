"""Sentences above the card, each with what can be done about it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from kgdesk.ui.entry.card import plain, push
from kgdesk.ui.look.sheet import set_role


class Banner(QFrame):
    """What keeps the study from being used as usual, or what the person should know now.

    Parameters
    ----------
    name
        Object name; that of the label is ``<name>Text``, that of the button ``<name>Act``.
    act
        What the button says; without it there is none.
    """

    def __init__(self, name: str, act: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.label = plain(f"{name}Text")
        set_role(self.label, role="plain")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 6)
        column.addWidget(self.label)
        self.button: QPushButton | None = None
        if act:
            self.button = push(f"{name}Act", act)
            column.addWidget(self.button)
        self.hide()

    def say(self, text: str, kind: str = "caution", *, act: bool = True) -> None:
        """Show a sentence, with or without the button, or nothing."""
        self.label.setText(text)
        self.setAccessibleName(text)
        set_role(self, strip=kind)
        if self.button is not None:
            self.button.setVisible(act)
        self.setVisible(bool(text))
