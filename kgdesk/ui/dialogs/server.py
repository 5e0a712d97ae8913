"""Opens a study that lies on a PostgreSQL server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import MessageStrip, button, plain
from kgdesk.ui.work import Worker, raised

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.settings import Preferences

_ADDRESS = Qt.ItemDataRole.UserRole
_EXAMPLE = "postgresql://SERVER/BASE"


class ServerDialog(QDialog):
    """Asks for the address of a server, lists its studies, and opens the chosen one.

    Parameters
    ----------
    preferences
        Remembers the address of the server, never a password.
    """

    #: Address of the study that the person wants to open.
    wanted = Signal(str)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._worker = Worker(self)
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
        self.strip.silence()
        keys = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(keys.Open | keys.Cancel)
        self.open_button = self._buttons.button(keys.Open)
        self.open_button.setObjectName("server.open")
        for made in (*self._buttons.findChildren(QPushButton), self.list_studies):
            made.setAutoDefault(False)
        self._lay_out()
        self.field.textChanged.connect(self._forget)
        self.field.returnPressed.connect(self.look)
        self.studies.itemSelectionChanged.connect(self._check)
        self.studies.itemActivated.connect(lambda _: self.accept())
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.finished.connect(self._worker.stop)
        self._check()
        self.field.setFocus()

    def sizeHint(self) -> QSize:
        """Return room for a dozen studies."""
        return QSize(560, 420)

    @property
    def chosen(self) -> str:
        """The address of the chosen study, or of the one that was typed with its name; empty for none."""
        items = self.studies.selectedItems()
        if items:
            return str(items[0].data(_ADDRESS))
        typed = self._address()
        return typed if typed.partition("#")[2].strip() else ""

    def look(self) -> None:
        """Have the studies of the server listed; an address that names one is opened."""
        if self.chosen:
            self.accept()
            return
        server = self._address()
        self.studies.clear()
        if not server:
            self.strip.say(
                "caution",
                self.tr("Type the address of the server first, as {example}.").format(example=_EXAMPLE),
            )
            return
        self.strip.say("neutral", self.tr("Asking the server…"))
        self.list_studies.setEnabled(False)
        self._worker.ask("studies", lambda: actions.studies_on(server), self._show, self._refuse)

    def accept(self) -> None:
        """Ask for the chosen study and close."""
        address = self.chosen
        if address:
            self._preferences.server = actions.without_password(address.partition("#")[0])
            super().accept()
            self.wanted.emit(address)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for what is being asked."""
        self._worker.stop()
        super().closeEvent(event)

    def _address(self) -> str:
        text = self.field.text().strip()
        return text if not text or "://" in text else f"postgresql://{text}"

    def _forget(self) -> None:
        self._worker.forget("studies")
        self.studies.clear()
        self.strip.silence()
        self._check()

    def _show(self, found: tuple[tuple[str, str], ...]) -> None:
        self.strip.silence()
        for name, address in found:
            item = QListWidgetItem(name)
            item.setData(_ADDRESS, address)
            item.setSizeHint(QSize(0, 34))
            self.studies.addItem(item)
        if found:
            self.studies.setCurrentRow(0)
            self.studies.setFocus()
        else:
            self.strip.say("neutral", self.tr("There is no study on this server yet."))
        self._check()

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = raised(problem, KgdeskError)
        refuse(self.strip, refused)
        self._check()

    def _check(self) -> None:
        self.list_studies.setEnabled(True)
        self.open_button.setEnabled(bool(self.chosen))

    def _lay_out(self) -> None:
        label = QLabel(self.tr("&Address of the server"))
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
