"""Dialogs about the program: versions and licences; installation check; problem report, reviewed before saving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk import __version__
from kgdesk.actions.licences import licences
from kgdesk.ui.widgets.basic import Label, plain
from kgdesk.ui.widgets.combo import Combo
from kgdesk.ui.widgets.dialogs import fit_height

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent


class AboutDialog(QDialog):
    """Show the versions and licences of all components."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About kgdesk"))
        self._licences = licences()
        self.parts = Combo()
        self.parts.setObjectName("about.parts")
        self.parts.setAccessibleName(self.tr("Part"))
        self.parts.addItems([f"{one.part} {one.version}".strip() for one in self._licences])
        self.text = QPlainTextEdit()
        self.text.setObjectName("about.licence")
        self.text.setAccessibleName(self.tr("Licence"))
        self.text.setReadOnly(True)
        self.text.setMinimumSize(560, 260)
        label = Label(self.tr("&Parts and their licences"))
        label.setBuddy(self.parts)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(plain(self.tr("kgdesk {version}").format(version=__version__), "code", self))
        what = self.tr(
            "Finds the best of many candidate experiments from successes and failures. BSD-3-Clause."
        )
        column.addWidget(plain(what, "", self))
        column.addSpacing(8)
        for widget in (label, self.parts, self.text, close):
            column.addWidget(widget)
        self.parts.currentIndexChanged.connect(self._show)
        self._show(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text."""
        super().showEvent(event)
        fit_height(self)

    def _show(self, at: int) -> None:
        self.text.setPlainText(self._licences[at].text)
