"""A window with one file that the mouse takes and drops elsewhere, as from Windows' Explorer.

python.exe drag_source.py FILE; ends after the file was dropped, exit status 0 if somebody took it.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class File(QLabel):
    """What the mouse takes."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - the name of Qt
        """Carry the file until it is dropped, then end."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            carried = QMimeData()
            carried.setUrls([QUrl.fromLocalFile(sys.argv[1])])
            drag = QDrag(self)
            drag.setMimeData(carried)
            taken = drag.exec(Qt.DropAction.CopyAction)
            QApplication.exit(0 if taken == Qt.DropAction.CopyAction else 1)


app = QApplication([])
shown = File("a file", alignment=Qt.AlignmentFlag.AlignCenter)
shown.setWindowTitle("A file to drag")
shown.setFixedSize(240, 120)
shown.move(0, 0)
shown.show()
sys.exit(app.exec())
