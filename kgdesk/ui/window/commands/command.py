"""A command of the window (name, text, keys, when enabled), and the list that finds commands by their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def tr(text: str) -> str:
    """Translate a text of the menus."""
    return QCoreApplication.translate("Menus", text)


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a person can do.

    Parameters
    ----------
    id
        Stable name, ``menu.verb``; also the Qt object name.
    text
        For the menu, with its mnemonic.
    act
        Does it.
    keys
        In Qt's portable notation.
    when
        Says whether it can be used now; None for always.
    checked
        Says whether it is switched on; None for what cannot be switched.
    group
        Commands of one group exclude each other.
    """

    id: str
    text: str
    act: Callable[[], object]
    keys: tuple[str, ...] = ()
    when: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None
    group: str = ""


#: What a menu holds: a command, a menu of its own, or a line between.
Item = Command | QMenu | None


class Commands(QObject):
    """The commands of one window.

    Parameters
    ----------
    window
        Its keys reach them.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._known: dict[str, tuple[Command, QAction]] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._resting: tuple[str, ...] = ()

    def add(self, command: Command) -> QAction:
        """Make the action of a command.

        Raises
        ------
        KgdeskError
            The name or a key is taken, or a key would be a letter that somebody may type.
        """
        self._check(command)
        action = QAction(command.text, self)
        action.setObjectName(command.id)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setAutoRepeat(False)
        action.setMenuRole(QAction.MenuRole.NoRole)
        action.setCheckable(command.checked is not None)
        if command.group:
            self._groups.setdefault(command.group, QActionGroup(self)).addAction(action)
        act = command.act
        action.triggered.connect(lambda *_: act())
        self._window.addAction(action)
        self._known[command.id] = (command, action)
        return action

    def confine(self, name: str, *widgets: QWidget) -> None:
        """Let the keys of a command work only while one of these widgets has the keyboard."""
        action = self.action(name)
        self._window.removeAction(action)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        for widget in widgets:
            widget.addAction(action)

    def action(self, name: str) -> QAction:
        """Return the action of a command."""
        return self._known[name][1]

    def pause(self, beginnings: tuple[str, ...]) -> None:
        """Let the commands whose names begin so rest until this is called with others, or with none."""
        self._resting = beginnings
        for action in self._known.values():
            action[1].setEnabled(True)
        self.refresh()

    def refresh(self) -> None:
        """Ask every command whether it can be used."""
        for command, action in self._known.values():
            if command.id.startswith(self._resting):
                action.setEnabled(False)
            elif command.when is not None:
                action.setEnabled(command.when())
            if command.checked is not None:
                action.setChecked(command.checked())

    def __iter__(self) -> Iterator[Command]:
        return (command for command, _ in self._known.values())

    def _check(self, command: Command) -> None:
        taken = {QKeySequence(key).toString() for other in self for key in other.keys}
        for key in command.keys:
            sequence = QKeySequence(key)
            if sequence.toString() in taken:
                raise KgdeskError(f"The key {key} of “{command.id}” is taken by another command.")
            if sequence.count() == 1 and len(sequence.toString()) == 1:
                raise KgdeskError(f"The key {key} of “{command.id}” is a letter that a scanner may type.")
        if command.id in self._known:
            raise KgdeskError(f"There are two commands “{command.id}”.")


class CommandList(QDialog):
    """All commands with their keys; finds them by their words and runs them.

    Parameters
    ----------
    commands
        What is listed.
    tip_of
        Says a sentence about a command, by its name.
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
        self.search = QLineEdit()
        self.search.setObjectName("commands.search")
        self.search.setPlaceholderText(self.tr("Find a command"))
        self.search.setAccessibleName(self.tr("Find a command"))
        self.list = QListWidget()
        self.list.setObjectName("commands.list")
        self.list.setAccessibleName(self.tr("Commands"))
        for command in commands:
            keys = ", ".join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in command.keys
            )
            item = QListWidgetItem(command.text.replace("&", "") + (f"    {keys}" if keys else ""))
            item.setData(Qt.ItemDataRole.UserRole, command.id)
            item.setToolTip(tip_of(command.id) if tip_of is not None else "")
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
        """Return room for some twenty commands."""
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
