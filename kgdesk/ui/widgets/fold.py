"""What is seldom changed: a heading that folds its fields away, and a line that says what is not as usual in them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from kgdesk.ui.widgets.basic import plain


class Fold(QWidget):
    """A heading, a summary beside it, and fields below that are hidden until the heading is pressed.

    Parameters
    ----------
    title
        Heading; may have a mnemonic.
    name
        Qt object name of the heading.
    """

    def __init__(self, title: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = QToolButton(self)  #: The heading.
        self.toggle.setObjectName(name)
        self.toggle.setText(title)
        self.toggle.setCheckable(True)
        self.toggle.setAutoRaise(True)
        self.toggle.setMinimumHeight(32)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setArrowType(Qt.ArrowType.RightArrow)
        self.toggle.toggled.connect(self._unfold)
        self.summary = plain("", "muted", self)  #: What is not as usual.
        line = QHBoxLayout()
        line.addWidget(self.toggle)
        line.addWidget(self.summary, 1)
        self.inside = QWidget(self)  #: Parent of the fields.
        self.inside.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(line)
        layout.addWidget(self.inside)

    def _unfold(self, on: bool) -> None:
        self.inside.setVisible(on)
        self.toggle.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
