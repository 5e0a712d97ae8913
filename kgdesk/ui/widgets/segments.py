"""Segments: a row of buttons of which one is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


class Segments(QWidget):
    """Buttons of which one is pressed; the arrow keys go from one to the next.

    Parameters
    ----------
    name
        Qt object name; a button has it with a dot and its key behind.
    title
        Name for screen readers.
    choices
        Key and text of each button; the first is pressed.
    """

    #: Key of the button that was pressed.
    chosen = Signal(str)

    def __init__(self, name: str, title: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._group = QButtonGroup(self)
        self._keys = [key for key, _ in choices]
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        for place, (key, text) in enumerate(choices):
            button = QToolButton()
            button.setObjectName(f"{name}.{key}")
            button.setText(text)
            button.setAccessibleName(f"{title}: {text.replace('&', '')}")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("segment", True)
            self._group.addButton(button, place)
            line.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(lambda place: self.chosen.emit(self._keys[place]))

    @property
    def current(self) -> str:
        """Key of the pressed button."""
        return self._keys[self._group.checkedId()]

    def choose(self, key: str) -> None:
        """Press a button, as a click does."""
        self._group.button(self._keys.index(key)).click()
