"""Dialogs for storage: a PostgreSQL server, a second folder for backups."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.widgets.basic import Label, MessageStrip, button, plain
from kgdesk.ui.widgets.dialogs import DialogButtons, fit_height
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.session.preferences import Preferences


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
        before = actions.second_place() or Path.home()
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
        place = actions.second_place()
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


_ADDRESS = Qt.ItemDataRole.UserRole

_EXAMPLE = "postgresql://SERVER/BASE"


class ServerDialog(QDialog):
    """Connect to a server, list its studies, and open the chosen one.

    Parameters
    ----------
    preferences
        Remembers the server address, never a password.
    """

    #: Address of the study to open.
    wanted = Signal(str)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._worker = IoQueue(self)
        self.setObjectName("server")
        self.setWindowTitle(self.tr("Open from a server"))
        self.field = QLineEdit(preferences.server)
        self.field.setObjectName("server.address")
        self.field.setPlaceholderText(_EXAMPLE)
        self.field.setMinimumHeight(32)
        self.list_studies = button(self.tr("&List its studies"), "server.list", self.look, self)
        self.studies = QListWidget()
        self.studies.setObjectName("server.studies")
        self.studies.setAccessibleName(self.tr("Studies on the server"))
        self.strip = MessageStrip("server.said", self)
        self.strip.clear()
        self._buttons = DialogButtons(self, "server.open", kind=QDialogButtonBox.StandardButton.Open)
        self.open_button = self._buttons.accepting
        self.list_studies.setAutoDefault(False)
        self._lay_out()
        self.field.textChanged.connect(self._forget)
        self.field.returnPressed.connect(self.look)
        self.studies.itemSelectionChanged.connect(self._check)
        self.studies.itemActivated.connect(lambda _: self.accept())
        self.finished.connect(self._worker.stop)
        self._check()
        self.field.setFocus()

    def sizeHint(self) -> QSize:
        """Return a size for about twelve studies."""
        return QSize(560, 420)

    @property
    def chosen(self) -> str:
        """Address of the selected study, or of the one typed with its name; empty for none."""
        items = self.studies.selectedItems()
        if items:
            return str(items[0].data(_ADDRESS))
        typed = self._address()
        return typed if typed.partition("#")[2].strip() else ""

    def look(self) -> None:
        """List the studies of the server; open at once an address that names a study."""
        if self.chosen:
            self.accept()
            return
        server = self._address()
        self.studies.clear()
        if not server:
            self.strip.show_message(
                "caution",
                self.tr("Type the address of the server first, as {example}.").format(example=_EXAMPLE),
            )
            return
        self.strip.show_message("neutral", self.tr("Asking the server…"))
        self.list_studies.setEnabled(False)
        self._worker.ask("studies", lambda: actions.studies_on(server), self._show, self._refuse)

    def accept(self) -> None:
        """Request the chosen study and close."""
        address = self.chosen
        if address:
            self._preferences.server = actions.without_password(address.partition("#")[0])
            super().accept()
            self.wanted.emit(address)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for the running request."""
        self._worker.stop()
        super().closeEvent(event)

    def _address(self) -> str:
        text = self.field.text().strip()
        return text if not text or "://" in text else f"postgresql://{text}"

    def _forget(self) -> None:
        self._worker.forget("studies")
        self.studies.clear()
        self.strip.clear()
        self._check()

    def _show(self, studies: tuple[tuple[str, str], ...]) -> None:
        self.strip.clear()
        for name, address in studies:
            item = QListWidgetItem(name)
            item.setData(_ADDRESS, address)
            item.setSizeHint(QSize(0, 34))
            self.studies.addItem(item)
        if studies:
            self.studies.setCurrentRow(0)
            self.studies.setFocus()
        else:
            self.strip.show_message("neutral", self.tr("There is no study on this server yet."))
        self._check()

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        refuse(self.strip, refused)
        self._check()

    def _check(self) -> None:
        self.list_studies.setEnabled(True)
        self.open_button.setEnabled(bool(self.chosen))

    def _lay_out(self) -> None:
        label = Label(self.tr("&Address of the server"))
        label.setBuddy(self.field)
        line = QHBoxLayout()
        line.addWidget(self.field, 1)
        line.addWidget(self.list_studies)
        column = QVBoxLayout(self)
        column.addWidget(label)
        column.addLayout(line)
        hint = self.tr("Its administrator knows the address. Your password is not kept.")
        column.addWidget(plain(hint, "muted", self))
        column.addWidget(self.strip)
        column.addWidget(self.studies, 1)
        column.addWidget(self._buttons)
