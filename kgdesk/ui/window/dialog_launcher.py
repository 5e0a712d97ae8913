"""DialogLauncher: opens the dialogs of a window that record no outcome, each imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from kgdesk.ui.dialogs.help_window import tip_of
from kgdesk.ui.session.crash import log_file
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.saved_files import show_saved
from kgdesk.ui.window.command_list import CommandList

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.message_strip import MessageStrip
    from kgdesk.ui.widgets.theme import Theme
    from kgdesk.ui.window.commands import Commands


class DialogLauncher(QObject):
    """Open the dialogs of one window that record no outcome.

    Parameters
    ----------
    window
        Parent of the dialogs.
    controller, commands
        Those of the window.
    theme, preferences
        Changed by the settings dialog.
    message_strip
        Shows what was saved.
    """

    #: Path of another study that was chosen.
    chosen = Signal(str)
    #: Settings have changed.
    adjusted = Signal()
    #: The language has changed: the window must be rebuilt.
    language_changed = Signal()
    #: The window has closed; dialogs beside it close too.
    ended = Signal()

    def __init__(
        self,
        window: QWidget,
        controller: StudyController,
        commands: Commands,
        theme: Theme,
        preferences: Preferences,
        message_strip: MessageStrip,
    ) -> None:
        super().__init__(window)
        self._window, self._controller, self._commands = window, controller, commands
        self._theme, self._preferences, self._message_strip = theme, preferences, message_strip

    def ask_for_study(self) -> None:
        """Ask which study file to open."""
        folder = str(self._controller.path.parent)
        kinds = self.tr("Studies (*.kgstudy)")
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a study"), folder, kinds)
        if path:
            self.chosen.emit(path)

    def export(self) -> None:
        """Open the export dialog."""
        from kgdesk.ui.dialogs.export import ExportDialog  # noqa: PLC0415 - only those who export pay for it

        dialog = ExportDialog(self._controller, self._window, preferences=self._preferences)
        dialog.finished.connect(lambda: show_saved(self._message_strip, dialog.saved))
        open_once(dialog)

    def correct_last(self) -> None:
        """Open the correction dialog for this operator's newest entry, or else for the newest of all."""
        from kgdesk.ui.dialogs.correct import CorrectDialog  # noqa: PLC0415 - only those who correct pay for it

        runs = [run for run in self._controller.study.runs if not run.taken_back]
        me = self._controller.who.operator.strip()
        own = [run for run in runs if run.operator == me and not run.imported]
        if runs:
            open_once(CorrectDialog(self._controller, (own or runs)[-1].number, self._window))

    def rehearse(self) -> None:
        """Open the rehearsal dialog, or raise it if it is open."""
        from kgdesk.ui.pages.rehearsal_page import RehearsalDialog  # noqa: PLC0415 - only those who rehearse pay for it

        dialog = self._window.findChild(RehearsalDialog)
        if dialog is None or not dialog.isVisible():
            dialog = RehearsalDialog(self._controller, self._window)
            self.ended.connect(dialog.close)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def show_properties(self) -> None:
        """Open the window with the properties of the study."""
        from kgdesk.ui.pages.page_window import open_page  # noqa: PLC0415 - only those who look at them pay for it
        from kgdesk.ui.pages.properties import PropertiesPage  # noqa: PLC0415 - as above

        open_page(PropertiesPage, self._controller, self._window, self._commands.action)

    def show_model(self) -> None:
        """Open the window with the model of the study."""
        from kgdesk.ui.pages.model import ModelPage  # noqa: PLC0415 - only those who look at the model pay for it
        from kgdesk.ui.pages.page_window import open_page  # noqa: PLC0415 - as above

        open_page(ModelPage, self._controller, self._window)

    def list_commands(self) -> None:
        """Open the command palette."""
        self._commands.refresh()
        dialog = CommandList(self._commands, self._window, tip_of=tip_of)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def adjust(self) -> None:
        """Open the settings dialog."""
        from kgdesk.ui.dialogs.preferences_dialog import show_settings  # noqa: PLC0415 - only those who adjust pay for it

        dialog = show_settings(self._theme, self._preferences, self._window)
        dialog.changed.connect(self.adjusted)
        dialog.finished.connect(lambda: self.language_changed.emit() if dialog.language_changed else None)

    def about(self) -> None:
        """Show version and licences."""
        from kgdesk.ui.dialogs.about import AboutDialog  # noqa: PLC0415 - only those who ask pay for it

        AboutDialog(self._window).open()

    def report_problem(self) -> None:
        """Open the problem report for review before it is saved."""
        from kgdesk.ui.dialogs.problem_report import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self._window, session=self._controller.session)

    def check_installation(self) -> None:
        """Open the self-test of the installation."""
        from kgdesk.ui.dialogs.self_test import SelfTestDialog  # noqa: PLC0415 - only those who ask pay for it

        open_once(SelfTestDialog(self._controller.path.parent, self._window))
