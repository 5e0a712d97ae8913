"""Sentences above the card, each with what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QVBoxLayout, QWidget

from kgdesk.ui.entry.card import plain, push
from kgdesk.ui.entry.folding import fold
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.messages import explain, why_words
from kgdesk.ui.parts import ABOUT

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.errors import KgdeskError

_EDGES = 22


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
        self._ways = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        if act:
            self.button = push(f"{name}Act", act)
            self._ways.addWidget(self.button)
        self._problem: KgdeskError | None = None
        self.why = push(f"{name}Why", why_words())
        self.why.clicked.connect(self._explain)
        self._ways.addWidget(self.why)
        column.addLayout(self._ways)
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
        self.fit()
        self.setVisible(bool(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below each other where they have no room side by side."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Arrange the buttons for the present width and letters."""
        fold(self._ways, self.width() - _EDGES)

    def _explain(self) -> None:
        if self._problem is not None:
            explain(self._problem, self)
