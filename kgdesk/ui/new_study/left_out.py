"""Dialog with the rows that are left out, and what else was noticed about the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, visible

if TYPE_CHECKING:
    from kgdesk.actions.importing import PoolReading

_LISTED = 1000


class LeftOutDialog(QDialog):
    """Rows that are left out with their reason, and findings about the candidates, one a line.

    Parameters
    ----------
    reading
        The candidates.
    rows
        Whether the table has rows, as a workbook, and not lines.
    """

    def __init__(self, reading: PoolReading, parent: QWidget | None = None, *, rows: bool) -> None:
        super().__init__(parent)
        self.setObjectName("leftOut")
        self.setWindowTitle(self.tr("Rows left out"))
        text = (
            self.tr("Row {line} ({candidate}): {reason}")
            if rows
            else self.tr("Line {line} ({candidate}): {reason}")
        )
        lines = [
            text.format(line=row.line, candidate=row.candidate or "–", reason=translate(row.reason))
            for row in reading.left_out[:_LISTED]
        ]
        if len(reading.left_out) > _LISTED:
            lines.append(self.tr("… and {count} more.").format(count=len(reading.left_out) - _LISTED))
        lines += map(translate, dict.fromkeys(reading.findings))
        self.text = QPlainTextEdit(visible("\n".join(lines)), self)
        self.text.setObjectName("leftOut.text")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Rows left out and what was noticed"))
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        close = button(self.tr("&Close"), "leftOut.close", self.accept, self)
        close.setDefault(True)
        layout.addWidget(close)
        self.resize(640, 360)
