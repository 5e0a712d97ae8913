"""Files that macOS asks a running application to open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class FileOpenFilter(QObject):
    """Event filter for QFileOpenEvent, by which macOS passes a double-clicked file.

    Parameters
    ----------
    app
        The application that receives the events.
    """

    #: The path of a file that was double-clicked.
    opened = Signal(str)

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Emit `opened` for a QFileOpenEvent; pass any other event on."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.opened.emit(event.file())
            return True
        return super().eventFilter(watched, event)
