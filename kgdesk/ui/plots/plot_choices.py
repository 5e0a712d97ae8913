"""Combo boxes above a plot."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QSizePolicy

from kgdesk.ui.plots.card import TARGET
from kgdesk.ui.widgets.combo import Combo

_LETTERS = 16


def choice(name: str) -> QComboBox:
    """Return a compact combo box that grows with available width."""
    box = Combo()
    set_up_combo(box, name)
    return box


def set_up_combo(box: QComboBox, name: str) -> None:
    """Set a combo box's object name, minimum height, and a width independent of its longest entry."""
    box.setObjectName(name)
    box.setMinimumContentsLength(7)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    box.setMinimumHeight(TARGET)
