"""Studies that macOS hands over: a double click there is an event, not an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class Handed(QObject):
    """Listens for files that the system hands over.

    Parameters
    ----------
    app
        Gets the events.
    """

    #: The path of a file that was double-clicked.
    opened = Signal(str)

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the file."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.opened.emit(event.file())
            return True
        return super().eventFilter(watched, event)
