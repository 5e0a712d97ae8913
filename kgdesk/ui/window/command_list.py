"""CommandList: a searchable list of all commands and their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from kgdesk.ui.widgets.basic import set_tip

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.window.commands import Commands


class CommandList(QDialog):
    """Command palette: lists all commands with their keys, filters by words, runs the chosen one.

    Parameters
    ----------
    commands
        The commands listed.
    tip_of
        Returns the tooltip for a command id.
    """

    def __init__(
        self,
        commands: Commands,
        parent: QWidget | None = None,
        *,
        tip_of: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("commands")
        self.setWindowTitle(self.tr("Commands and keys"))
        self._commands = commands
        self.search = QLineEdit()  #: Words to find.
        self.search.setObjectName("commands.search")
        self.search.setPlaceholderText(self.tr("Find a command"))
        self.search.setAccessibleName(self.tr("Find a command"))
        self.list = QListWidget()  #: The matching commands.
        self.list.setObjectName("commands.list")
        self.list.setAccessibleName(self.tr("Commands"))
        for command in commands:
            keys = ", ".join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in command.keys
            )
            item = QListWidgetItem(command.text.replace("&", "") + (f"    {keys}" if keys else ""))
            item.setData(Qt.ItemDataRole.UserRole, command.id)
            set_tip(item, tip_of(command.id) if tip_of is not None else "")
            if not commands.action(command.id).isEnabled():
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._run_first)
        self.list.itemActivated.connect(self._run)

    def sizeHint(self) -> QSize:
        """Return a size for about twenty commands."""
        return QSize(460, 480)

    def _find(self, text: str) -> None:
        wanted = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(not all(word in item.text().casefold() for word in wanted))

    def _run_first(self) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if not item.isHidden() and item.flags() & Qt.ItemFlag.ItemIsEnabled:
                self._run(item)
                return

    def _run(self, item: QListWidgetItem) -> None:
        action = self._commands.action(str(item.data(Qt.ItemDataRole.UserRole)))
        self.accept()
        action.trigger()
