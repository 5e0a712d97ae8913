"""Dialog for a second folder of backups."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.dialogs import fit_height
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QWidget


class SecondPlaceDialog(QDialog):
    """Show and choose the second folder for backups, or none; each choice takes effect at once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("secondPlace")
        self.setWindowTitle(self.tr("Second place for backups"))
        about = plain(
            self.tr(
                "Backups of every study are made by themselves, on this computer. A folder on another disk or on a "
                "drive of your network gets a copy of each, so that a disk that dies does not take them all."
            ),
            "",
            self,
        )
        about.setMinimumWidth(about.fontMetrics().averageCharWidth() * 56)
        self.place = plain("", "title", self)
        self.place.setObjectName("secondPlace.place")
        self.strip = MessageStrip("secondPlace.said", self)
        self.choose = button(self.tr("&Choose a folder…"), "secondPlace.choose", self.ask, self)
        self.none = button(self.tr("&No second place"), "secondPlace.none", lambda: self.take(None), self)
        ways = QHBoxLayout()
        ways.addWidget(self.choose)
        ways.addWidget(self.none)
        ways.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for push_button in buttons.findChildren(QPushButton):
            push_button.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (about, self.place, self.strip):
            column.addWidget(widget)
        column.addLayout(ways)
        column.addWidget(buttons)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text."""
        super().showEvent(event)
        fit_height(self)

    def ask(self) -> None:
        """Ask for a folder."""
        before = Path.home()
        with suppress(KgdeskError):  # the dialog shows it
            before = actions.second_place() or before
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("A folder for copies of backups"), str(before)
        )
        if folder:
            self.take(Path(folder))

    def take(self, folder: Path | None) -> None:
        """Use a folder from now on, or none; show notes about it."""
        try:
            actions.set_second_place(folder)
        except KgdeskError as refused:
            refuse(self.strip, refused)
        else:
            self._show()
        fit_height(self)

    def _show(self) -> None:
        try:
            place = actions.second_place()
        except KgdeskError as unread:
            refuse(self.strip, unread)
            return
        self.none.setEnabled(place is not None)
        if place is None:
            self.place.setText(self.tr("No second place: backups lie on this computer only."))
        else:
            self.place.setText(self.tr("Copies go to {folder}").format(folder=place))
        if place is not None and actions.on_the_same_disk(place):
            sentence = self.tr(
                "⚠ This folder is on the same disk as the backups: if the disk dies, both are gone."
            )
            self.strip.show_message("caution", sentence)
        else:
            self.strip.clear()
