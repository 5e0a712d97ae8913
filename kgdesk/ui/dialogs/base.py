"""What the small dialogs have in common: careful with Enter, and two buttons at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class CarefulDialog(QDialog):
    """Lets Enter press the button that it is on and do nothing else: a scanner ends every code with it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter from whatever Qt takes for the default button."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            focus = self.focusWidget()
            if isinstance(focus, QPushButton) and not event.isAutoRepeat():
                focus.click()
            return
        super().keyPressEvent(event)

    def two_buttons(self, kind: QDialogButtonBox.StandardButton, name: str, text: str) -> QDialogButtonBox:
        """Return the foot of the dialog: what accepts it, with an object name and a text, and Cancel."""
        foot = QDialogButtonBox(kind | QDialogButtonBox.StandardButton.Cancel)
        accepting = foot.button(kind)
        accepting.setObjectName(name)
        accepting.setText(text)
        for made in foot.findChildren(QPushButton):
            made.setAutoDefault(False)
        foot.accepted.connect(self.accept)
        foot.rejected.connect(self.reject)
        return foot
