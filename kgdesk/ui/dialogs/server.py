"""Dialogs for storage: a PostgreSQL server, a second folder for backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.session.io_queue import ServerReader, expected_error
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.dialogs import DialogButtons
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.session.preferences import Preferences


_ADDRESS = Qt.ItemDataRole.UserRole

_EXAMPLE = "postgresql://SERVER/BASE"


def _listed(server: str) -> tuple[str, tuple[tuple[str, str], ...] | KgdeskError]:
    """Return a server with its studies, or with why they cannot be listed."""
    try:
        return server, actions.studies_on(server)
    except KgdeskError as problem:
        return server, problem


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
        self._reader = ServerReader(_listed, self)  # does not wait for a server that is silent
        self._reader.answered.connect(self._take)
        #: The server whose list is awaited; empty for none.
        self._asked = ""
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
        self.finished.connect(self._reader.stop)
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
                self.tr("Type the address of the server first, for example {example}.").format(
                    example=_EXAMPLE
                ),
            )
            return
        self.strip.show_message("neutral", self.tr("Asking the server…"))
        self.list_studies.setEnabled(False)
        self._asked = server
        self._reader.ask([server])

    def accept(self) -> None:
        """Request the chosen study and close."""
        address = self.chosen
        if address:
            try:
                actions.place_of(address)
            except KgdeskError as problem:
                self._refuse(problem)
                return
            self._preferences.server = actions.without_password(address.partition("#")[0])
            super().accept()
            self.wanted.emit(address)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Discard the answer of a running request."""
        self._reader.stop()
        super().closeEvent(event)

    def _address(self) -> str:
        text = self.field.text().strip()
        # `host=db.lab password=...` stays as it is, and is refused without being shown.
        return text if not text or "://" in text or "=" in text.partition("?")[0] else f"postgresql://{text}"

    def _forget(self) -> None:
        self._asked = ""
        self.studies.clear()
        self.strip.clear()
        self._check()

    def _take(self, answer: tuple[str, tuple[tuple[str, str], ...] | KgdeskError]) -> None:
        if isinstance(answer, BaseException):
            raise answer
        server, studies = answer
        if server != self._asked:  # another address was typed meanwhile
            return
        self._asked = ""
        if isinstance(studies, KgdeskError):
            self._refuse(studies)
        else:
            self._show(studies)

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
