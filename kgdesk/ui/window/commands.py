"""Commands of a window: text, keys, when each is enabled; and their QActions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from kgdesk.errors import KgdeskError
from kgdesk.ui.widgets.basic import set_tip, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget


def tr(text: str) -> str:
    """Translate a text of the menus (context "Menus")."""
    return QCoreApplication.translate("Menus", text)


@dataclass(frozen=True, slots=True)
class WindowCommand:
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
        self._known: dict[str, tuple[WindowCommand, QAction]] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._keys: set[str] = set()

    def add(self, command: WindowCommand) -> QAction:
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
        self._keys.update(sequence.toString() for sequence in action.shortcuts())
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

    def __iter__(self) -> Iterator[WindowCommand]:
        return (command for command, _ in self._known.values())

    def _check(self, command: WindowCommand) -> None:
        for key in command.keys:
            sequence = QKeySequence(key)
            if sequence.toString() in self._keys:
                raise KgdeskError(f"The key {key} of “{command.id}” is taken by another command.")
            if sequence.count() == 1 and len(sequence.toString()) == 1:
                raise KgdeskError(f"The key {key} of “{command.id}” is a letter that a scanner may type.")
        if command.id in self._known:
            raise KgdeskError(f"There are two commands “{command.id}”.")
