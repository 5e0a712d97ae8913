"""Dialog that combines the levels of factors into candidates."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import importing
from kgdesk.errors import KgdeskError
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.dialogs import default_and_cancel


class LevelsDialog(QDialog):
    """Ask for the levels of some factors, whose combinations are the candidates."""

    #: The table of all combinations, as text.
    combined = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("levels")
        self.setWindowTitle(self.tr("Candidates from levels"))
        layout = QVBoxLayout(self)
        layout.addWidget(
            plain(self.tr("One factor a line: its name, an equals sign and its levels."), parent=self)
        )
        self.text = QPlainTextEdit(self)
        self.text.setObjectName("levels.text")
        self.text.setAccessibleName(self.tr("Factors and their levels"))
        self.text.setPlaceholderText(
            self.tr("Temperature (°C) = 20, 40, 60\nSolvent = DMF, THF, toluene, water")
        )
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._count)
        layout.addWidget(self.text)
        self.summary = plain("", parent=self)
        self.summary.setObjectName("levels.said")
        layout.addWidget(self.summary)
        self.use = button(self.tr("&Use these candidates"), "levels.use", self._use, self)
        layout.addWidget(default_and_cancel(self, self.use))
        self.resize(560, 320)
        self._table = ""
        self._count()

    def _count(self) -> None:
        self._table = ""
        if not self.text.toPlainText().strip():
            self.summary.clear()
        else:
            try:
                self._table, count = importing.crossed_levels(self.text.toPlainText())
                self.summary.setText(
                    self.tr("{count} candidates.").format(count=self.locale().toString(count))
                )
            except KgdeskError as refused:
                self.summary.setText(translate(refused))
        self.use.setEnabled(bool(self._table))

    def _use(self) -> None:
        self.combined.emit(self._table)
        self.accept()
