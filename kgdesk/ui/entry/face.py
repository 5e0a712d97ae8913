"""The two faces of the window: Bench, to record, and Study, to judge; and the switch between them."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.stylesheet import set_role

Face = Literal["bench", "study"]

#: The faces, in the order of the switch.
FACES: Final[tuple[Face, ...]] = ("bench", "study")
#: The key that changes the face.
KEY: Final = "F2"
#: Pixels of a button beside its word, which is bold where the face is shown.
_BESIDE = 32


class FaceSwitch(QWidget):
    """Two buttons of which one is pressed: the face that is shown."""

    #: The user wants a face.
    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("face.switch")
        self.setAccessibleName(self.tr("Face of the window"))
        key = Label(KEY, self)
        set_role(key, role="muted")
        self._group = QButtonGroup(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(4, 2, 2, 2)  # room for the focus ring
        line.setSpacing(0)
        line.addWidget(key)
        line.addSpacing(8)
        named = (("face.bench", self.tr("Bench")), ("face.study", self.tr("Study")))
        for face, (name, title) in zip(FACES, named, strict=True):
            button = QPushButton(title, self)
            button.setObjectName(name)
            button.setCheckable(True)
            set_role(button, role="face")
            bold = QFont(button.font())
            bold.setWeight(QFont.Weight.DemiBold)
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(title) + _BESIDE)
            button.clicked.connect(lambda _=False, face=face: self.wanted.emit(face))
            self._group.addButton(button, FACES.index(face))
            line.addWidget(button)

    def show_face(self, face: Face) -> None:
        """Press the button of a face."""
        self._group.button(FACES.index(face)).setChecked(True)
