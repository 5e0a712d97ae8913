"""Sentences above the card, each with what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from kgdesk.ui.entry.card import plain, push
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.messages import explain, why_words
from kgdesk.ui.parts import ABOUT

if TYPE_CHECKING:
    from kgdesk.errors import KgdeskError


class Banner(QFrame):
    """What keeps the study from being used as usual, or what the person should know now.

    Parameters
    ----------
    name
        Object name; that of the label is ``<name>Text``, those of the buttons ``<name>Act`` and ``<name>Why``.
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
        self._problem: KgdeskError | None = None
        self.why = push(f"{name}Why", why_words())
        self.why.clicked.connect(self._explain)
        column.addWidget(self.why)
        self.hide()

    def say(
        self, text: str, kind: str = "caution", *, act: bool = True, problem: KgdeskError | None = None
    ) -> None:
        """Show a sentence, with or without the button, or nothing; of a problem also the way to the whole message."""
        self._problem = problem if text else None
        self.why.setVisible(self._problem is not None)
        self.setProperty(ABOUT, self._problem.code if self._problem is not None else None)
        self.label.setText(text)
        self.setAccessibleName(text)
        set_role(self, strip=kind)
        if self.button is not None:
            self.button.setVisible(act)
        self.setVisible(bool(text))

    def _explain(self) -> None:
        if self._problem is not None:
            explain(self._problem, self)
