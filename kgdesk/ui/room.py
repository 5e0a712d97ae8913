"""Room for large text: what does not fit is scrolled to instead of cut."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget


class Least(QWidget):
    """Is as high as its parts need at least at its width, so that an area around it scrolls only when it must."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)

    def heightForWidth(self, width: int) -> int:
        """Return the least height of the parts."""
        return self.column.minimumHeightForWidth(width)


def scrolled(inside: QWidget, name: str, title: str) -> QScrollArea:
    """Return an area that lets a widget scroll up and down where there is no room for all of it."""
    area = QScrollArea()
    area.setObjectName(name)
    area.setAccessibleName(title)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area
