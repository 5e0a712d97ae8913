"""What opens beside or over the window of a study; each part is loaded when somebody opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from kgdesk.ui.commands.command_list import CommandList
from kgdesk.ui.faults import log_file
from kgdesk.ui.help import opening
from kgdesk.ui.parts import open_once
from kgdesk.ui.saved import tell_saved

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.commands.command import Commands
    from kgdesk.ui.desk import Desk
    from kgdesk.ui.look.theme import Theme
    from kgdesk.ui.parts import MessageStrip
    from kgdesk.ui.settings import Preferences


class Beside(QObject):
    """Opens the dialogs of one window that record no outcome.

    Parameters
    ----------
    window
        The dialogs stand over it.
    desk, commands
        What they are about.
    theme, preferences
        What the settings change.
    note
        Says what was saved.
    """

    #: Another study was chosen: its path.
    chosen = Signal(str)
    #: The settings have changed; the language among them takes a new window.
    adjusted = Signal()
    language_changed = Signal()
    #: The window has closed, and what stands beside it goes with it.
    ended = Signal()

    def __init__(
        self,
        window: QWidget,
        desk: Desk,
        commands: Commands,
        theme: Theme,
        preferences: Preferences,
        note: MessageStrip,
    ) -> None:
        super().__init__(window)
        self._window, self._desk, self._commands = window, desk, commands
        self._theme, self._preferences, self._note = theme, preferences, note

    def ask_for_study(self) -> None:
        """Ask which study to open."""
        folder = str(self._desk.path.parent)
        kinds = self.tr("Studies (*.kgstudy)")
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a study"), folder, kinds)
        if path:
            self.chosen.emit(path)

    def export(self) -> None:
        """Open the export dialog."""
        from kgdesk.ui.dialogs.export import ExportDialog  # noqa: PLC0415 - only those who export pay for it

        dialog = ExportDialog(self._desk, self._window, preferences=self._preferences)
        dialog.finished.connect(lambda: tell_saved(self._note, dialog.saved))
        open_once(dialog)

    def correct_last(self) -> None:
        """Correct the newest entry of this operator, or else the newest."""
        from kgdesk.ui.dialogs.correct import CorrectDialog  # noqa: PLC0415 - only those who correct pay for it

        runs = [run for run in self._desk.study.runs if not run.taken_back]
        me = self._desk.who.operator.strip()
        own = [run for run in runs if run.operator == me and not run.imported]
        if runs:
            open_once(CorrectDialog(self._desk, (own or runs)[-1].number, self._window))

    def rehearse(self) -> None:
        """Open the rehearsal page, which closes with its window, or bring it to the front."""
        from kgdesk.ui.rehearsal.page import RehearsalDialog  # noqa: PLC0415 - only those who rehearse pay for it

        dialog = self._window.findChild(RehearsalDialog)
        if dialog is None or not dialog.isVisible():
            dialog = RehearsalDialog(self._desk, self._window)
            self.ended.connect(dialog.close)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def list_commands(self) -> None:
        """Open the list of commands and keys."""
        self._commands.refresh()
        dialog = CommandList(self._commands, self._window, tip_of=opening.tip_of)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def adjust(self) -> None:
        """Open the settings."""
        from kgdesk.ui.dialogs.settings import show_settings  # noqa: PLC0415 - only those who adjust pay for it

        dialog = show_settings(self._theme, self._preferences, self._window)
        dialog.changed.connect(self.adjusted)
        dialog.finished.connect(lambda: self.language_changed.emit() if dialog.language_changed else None)

    def about(self) -> None:
        """Say which version this is, and under which licences."""
        from kgdesk.ui.dialogs.about import AboutDialog  # noqa: PLC0415 - only those who ask pay for it

        AboutDialog(self._window).open()

    def report_problem(self) -> None:
        """Offer a problem report, to be read before it is saved."""
        from kgdesk.ui.dialogs.problem import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self._window, session=self._desk.session)

    def check_installation(self) -> None:
        """Have the program check itself."""
        from kgdesk.ui.dialogs.selftest import SelfTestDialog  # noqa: PLC0415 - only those who ask pay for it

        open_once(SelfTestDialog(self._desk.path.parent, self._window))
