"""Command: text, keys, when enabled. Commands: their QActions. CommandList: searchable command palette."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from kgdesk.errors import KgdeskError
from kgdesk.ui.widgets.basic import set_tip, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def tr(text: str) -> str:
    """Translate a text of the menus (context "Menus")."""
    return QCoreApplication.translate("Menus", text)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the window.

    Parameters
    ----------
    id
        Stable identifier, ``menu.verb``; also the Qt object name.
    text
        Menu text with its mnemonic.
    act
        Called when triggered.
    keys
        Shortcuts in Qt's portable notation.
    when
        Returns whether it is enabled; None for always.
    checked
        Returns whether it is checked; None for commands that cannot be checked.
    group
        Name of an exclusive group; empty for none.
    """

    id: str
    text: str
    act: Callable[[], object]
    keys: tuple[str, ...] = ()
    when: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None
    group: str = ""


#: Entry of a menu: a command, a submenu, or a separator (None).
Item = Command | QMenu | None


class Commands(QObject):
    """Registry of one window's commands and their QActions.

    Parameters
    ----------
    window
        Receives the shortcuts.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._known: dict[str, tuple[Command, QAction]] = {}
        self._groups: dict[str, QActionGroup] = {}

    def add(self, command: Command) -> QAction:
        """Create the QAction of a command.

        Raises
        ------
        KgdeskError
            The id or a key is taken, or a key is a single character, which a scanner may type.
        """
        self._check(command)
        action = QAction(visible(command.text), self)
        set_tip(action, command.text.replace("&", ""))  # else Qt takes the text itself, as HTML
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
        """Restrict a command's shortcuts to when one of these widgets has the focus."""
        action = self.action(name)
        self._window.removeAction(action)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        for widget in widgets:
            widget.addAction(action)

    def action(self, name: str) -> QAction:
        """Return the QAction of a command by its id."""
        return self._known[name][1]

    def refresh(self) -> None:
        """Update enabled and checked state of every command."""
        for command, action in self._known.values():
            if command.when is not None:
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
