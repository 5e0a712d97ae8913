"""A command of the window: its name, its words, its keys, and when it can be used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget


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
