"""What most dialogs share: opening, height, buttons at the foot, and safety against scanners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QPushButton,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialogButtonBox

from kgdesk.ui.widgets.stylesheet import set_role


def open_once(dialog: QDialog) -> None:
    """Open a window-modal dialog and delete it when it is closed."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def fit_height(dialog: QDialog) -> None:
    """Raise a dialog's height to its wrapped texts, which its first size ignores; widen it where the screen is low."""
    layout, room = dialog.layout(), dialog.screen().availableSize()
    if layout is not None and layout.hasHeightForWidth():
        if not dialog.testAttribute(Qt.WidgetAttribute.WA_Resized):  # no more than two thirds of the screen
            dialog.resize(dialog.sizeHint().boundedTo(room))
        wide, high = dialog.width(), layout.totalHeightForWidth(dialog.width())
        if high > room.height():
            wide = max(wide, room.width() * 9 // 10)
            least = layout.totalMinimumHeightForWidth(wide)
            high = max(least, min(room.height(), layout.totalHeightForWidth(wide)))
        dialog.resize(wide, max(high, dialog.height()))


class DialogButtons(QDialogButtonBox):
    """Buttons at the foot of a dialog: one that accepts it, and Cancel, in the order of the platform.

    Enter presses none of them unless it has the focus, or the caller makes it the default one.

    Parameters
    ----------
    dialog
        The dialog; the row belongs to it.
    name
        Qt object name of the accepting button.
    text
        Its text; empty for that of the platform.
    kind
        Ok, Save or Open.
    ctrl_enter
        Whether Ctrl+Enter accepts the dialog from everywhere in it.
    """

    def __init__(
        self,
        dialog: QDialog,
        name: str,
        text: str = "",
        *,
        kind: QDialogButtonBox.StandardButton = QDialogButtonBox.StandardButton.Ok,
        ctrl_enter: bool = False,
    ) -> None:
        super().__init__(kind | QDialogButtonBox.StandardButton.Cancel)
        self.accepting = self.button(kind)  #: The button that accepts the dialog.
        self.cancel = self.button(QDialogButtonBox.StandardButton.Cancel)
        self.accepting.setObjectName(name)
        set_role(self.accepting, primary=True)
        self.cancel.setObjectName(f"{name.partition('.')[0]}.cancel")
        if text:
            self.accepting.setText(text)
        for push_button in (self.accepting, self.cancel):
            push_button.setAutoDefault(False)
        # Room for the focus ring of a button. Qt makes the layout of the row anew with each style sheet.
        self.setContentsMargins(2, 2, 2, 2)
        self.accepted.connect(dialog.accept)
        self.rejected.connect(dialog.reject)
        if ctrl_enter:
            for key in ("Ctrl+Return", "Ctrl+Enter"):
                QShortcut(QKeySequence(key), dialog, dialog.accept)


def default_and_cancel(dialog: QDialog, default: QPushButton) -> QDialogButtonBox:
    """Return a button box with Cancel and the given button, which becomes the default, in the order of the platform.

    Cancel rejects the dialog; its object name is that of the dialog with ".cancel". The given button acts by
    its own `clicked`, so the dialog may stay open.
    """
    default.setDefault(True)
    set_role(default, primary=True)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, dialog)
    box.addButton(default, QDialogButtonBox.ButtonRole.AcceptRole)
    box.button(QDialogButtonBox.StandardButton.Cancel).setObjectName(f"{dialog.objectName()}.cancel")
    box.rejected.connect(dialog.reject)
    box.setContentsMargins(2, 2, 2, 2)  # as above
    return box


class ScannerSafeDialog(QDialog):
    """Dialog in which Enter only presses the focused button: scanners end every code with Enter."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Prevent Enter from pressing Qt's default button."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            focus = self.focusWidget()
            if isinstance(focus, QPushButton) and not event.isAutoRepeat():
                focus.click()
            return
        super().keyPressEvent(event)
