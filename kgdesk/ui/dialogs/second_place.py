"""Where every backup is copied to, beside the folder of this computer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import MessageStrip, button, grow, plain

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QWidget


class SecondPlaceDialog(QDialog):
    """Shows the second place for backups, and lets a person choose another one or none; each choice holds at once."""

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
        for made in buttons.findChildren(QPushButton):
            made.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (about, self.place, self.strip):
            column.addWidget(widget)
        column.addLayout(ways)
        column.addWidget(buttons)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the sentences need."""
        super().showEvent(event)
        grow(self)

    def ask(self) -> None:
        """Ask for a folder."""
        before = actions.second_place() or Path.home()
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("A folder for copies of backups"), str(before)
        )
        if folder:
            self.take(Path(folder))

    def take(self, folder: Path | None) -> None:
        """Use a folder from now on, or none; say what is to be known about it."""
        try:
            actions.set_second_place(folder)
        except KgdeskError as refused:
            refuse(self.strip, refused)
        else:
            self._show()
        grow(self)

    def _show(self) -> None:
        place = actions.second_place()
        self.none.setEnabled(place is not None)
        if place is None:
            self.place.setText(self.tr("No second place: backups lie on this computer only."))
        else:
            self.place.setText(self.tr("Copies go to {folder}").format(folder=place))
        if place is not None and actions.on_the_same_disk(place):
            said = self.tr(
                "⚠ This folder is on the same disk as the backups: if the disk dies, both are gone."
            )
            self.strip.say("caution", said)
        else:
            self.strip.silence()
