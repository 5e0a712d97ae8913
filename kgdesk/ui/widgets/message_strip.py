"""Coloured strip with a message and action buttons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import Qt  # only this Qt has mightBeRichText
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from kgdesk.ui.widgets.folding import fold
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import icon, palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent
from kgdesk.ui.widgets.basic import ABOUT, Label, button, plain

#: Margins of a message strip in pixels: left, top, right, bottom; and of one with its buttons below.
_EDGES, _LOW_EDGES = (10, 6, 10, 6), (10, 3, 10, 3)

_SIGNS = {
    "caution": "warning", "refusal": "warning", "recorded": "success", "neutral": "info", "armed": "info",
}  # fmt: skip


class MessageStrip(QFrame):
    """Coloured strip with an icon, a message and action buttons.

    Parameters
    ----------
    name
        Qt object name; the label is ``name.text``, the buttons are ``name.0``, ``name.1`` ...
    below
        Whether the buttons are below the message, stacked if they do not fit side by side.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, below: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        ways = QBoxLayout.Direction
        row = self._row = QBoxLayout(ways.LeftToRight, self)
        self._sign = Label(parent=self)
        self._label = plain("", parent=self)
        self._label.setObjectName(f"{name}.text")
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words = QHBoxLayout()
        words.addWidget(self._sign)
        words.addWidget(self._label, 1)
        row.addLayout(words, 1)
        self._ways = QHBoxLayout()
        row.addLayout(self._ways)
        self._below = below
        self.stack(below)
        self._buttons: list[QPushButton] = []
        self._actions: tuple[Callable[[], object], ...] = ()
        self._kind = "neutral"
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons, in reading order."""
        return tuple(self._buttons)

    @property
    def text(self) -> str:
        """The message; empty if none."""
        return self._label.text()

    def show_message(
        self, kind: str, text: str, actions: Sequence[tuple[str, Callable[[], object]]] = ()
    ) -> None:
        """Show a message; `kind` is one of `stylesheet.STRIPS`. Buttons of equal labels are reused."""
        self._actions = tuple(act for _, act in actions)
        labels = [label for label, _ in actions]
        if labels != [push_button.text() for push_button in self._buttons]:
            self._make_buttons(labels)
        self._kind = kind
        self.setProperty(ABOUT, None)
        set_role(self, strip=kind)
        self._draw_sign()
        self._label.setText(text)
        self.setAccessibleName(text)
        self.fit()
        self.show()

    def stack(self, below: bool) -> None:
        """Put the buttons below the message, or beside it."""
        self._below = below
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        self._row.setContentsMargins(*(_LOW_EDGES if below else _EDGES))

    def clear(self) -> None:
        """Clear the message and hide the strip."""
        if self._label.text():
            self.show_message("neutral", "")
        self.hide()

    def fit(self) -> None:
        """Arrange the buttons below the message for the present width and font."""
        if self._below:
            left, _, right, _ = _EDGES
            fold(self._ways, self._buttons, self.width() - left - right)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the buttons."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._label.text():
            self._draw_sign()

    def _make_buttons(self, labels: Sequence[str]) -> None:
        for old in self._buttons:
            self._ways.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [
            button(label, f"{self.objectName()}.{index}", partial(self._run_action, index), self)
            for index, label in enumerate(labels)
        ]
        for push_button in self._buttons:
            self._ways.addWidget(push_button)

    def _run_action(self, index: int) -> None:
        self._actions[index]()

    def _draw_sign(self) -> None:
        look = palette_of(self)
        colours = {"caution": look.caution, "refusal": look.refusal, "recorded": look.success}
        sign = icon(_SIGNS[self._kind], look, colours.get(self._kind, look.accent))
        self._sign.setPixmap(sign.pixmap(QSize(20, 20)))
