"""Open the dialogs of the main window, each imported on first use; StudyWindow, its interface for commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMainWindow

from kgdesk import actions
from kgdesk.model.decisions.study_state import in_progress
from kgdesk.ui.dialogs.help_window import tip_of
from kgdesk.ui.entry.entry_dialogs import ChooseDialog, OperatorDialog
from kgdesk.ui.session.crash import log_file
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.messages import show_saved
from kgdesk.ui.window import CommandList, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QTabWidget, QWidget

    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.panel import EntryPanel
    from kgdesk.ui.pages.tabs import LazyTabs
    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.basic import MessageStrip
    from kgdesk.ui.widgets.theme import Scheme, Theme
    from kgdesk.ui.window import Commands
    from kgdesk.ui.window.layout import FocusCycle


class EntryQuestions(QObject):
    """Ask the questions of the entry in dialogs and pass the answers to the EntryControl.

    Parameters
    ----------
    control
        Carries out the answer.
    preferences
        Remember the operator.
    window
        Parent of the dialogs.
    """

    def __init__(self, control: EntryControl, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._control, self._preferences, self._window = control, preferences, window

    def operator(self) -> None:
        """Ask for the operator."""
        name = OperatorDialog.ask(self._window, self._control.controller.who.operator)
        if name is not None:
            self._preferences.operator = name
            self._control.set_operator(name)

    def choose(self) -> None:
        """Ask which other candidate to run, and why."""
        controller = self._control.controller
        dialog = ChooseDialog(controller.study, controller.advice, self._window)
        accepted = dialog.exec()
        candidate, reason = dialog.candidate, dialog.reason.text().strip()
        dialog.deleteLater()
        if accepted and candidate is not None:
            self._control.choose(candidate, reason)

    def void(self) -> None:
        """Ask why the result is void."""
        candidate = self._control.entry.candidate or ""
        reason = ask_reason(
            self._window,
            self.tr("Void run"),
            self.tr("Why is the result of {candidate} of no use?").format(candidate=candidate),
            (
                self.tr("Instrument fault"),
                self.tr("Sample lost or spoilt"),
                self.tr("Wrong conditions"),
                self.tr("Wrong sample"),
                self.tr("Not done"),
            ),
        )
        if reason is not None:
            self._control.void(reason)

    def finish(self) -> None:
        """Ask why the study is finished, with confirmation if runs are in progress."""
        study = self._control.controller.study
        asked, accept = self.tr("Why is the study finished?"), ""
        if running := translate(in_progress(study)):
            asked = self.tr(
                "There are still {running}. If the study is finished now, their outcomes cannot be recorded until it "
                "is reopened. Why is it finished?"
            ).format(running=running)
            accept = self.tr("Finish with open runs")
        open_runs = tuple(start.seq for start in study.pending)
        reason = ask_reason(
            self._window, self.tr("Finish study"), asked, self._reasons_to_finish(study), accept
        )
        if reason is not None:
            self._control.finish(reason, open_runs)

    def _reasons_to_finish(self, study: Study) -> list[str]:
        """Return the suggested reasons; reasons that state a fact only where it holds."""
        reasons = []
        if study.valid:
            reasons.append(self.tr("Best candidate found"))
        if study.done >= study.settings.budget and not study.pending:
            reasons.append(self.tr("Planned runs are done"))
        if study.stock.exhausted and not study.pending:
            reasons.append(self.tr("Every candidate is tried"))
        return [*reasons, self.tr("Given up")]

    def reopen(self) -> None:
        """Ask why the study is reopened."""
        reason = ask_reason(
            self._window,
            self.tr("Reopen study"),
            self.tr("Why are there more runs to record?"),
            (self.tr("More runs are possible"), self.tr("Finished by mistake")),
        )
        if reason is not None:
            self._control.do(actions.reopen, reason)


def ask_reason(
    window: QWidget, title: str, asked: str, choices: Sequence[str], accept: str = ""
) -> str | None:
    """Ask for a reason in a dialog; None if cancelled. `accept` replaces the text of OK."""
    from kgdesk.ui.dialogs.reason import ReasonDialog  # noqa: PLC0415 - only those who are asked pay for it

    return ReasonDialog.ask(window, title, asked, choices, accept)


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
    note
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
        note: MessageStrip,
    ) -> None:
        super().__init__(window)
        self._window, self._controller, self._commands = window, controller, commands
        self._theme, self._preferences, self._note = theme, preferences, note

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
        dialog.finished.connect(lambda: show_saved(self._note, dialog.saved))
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
        from kgdesk.ui.dialogs.about import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self._window, session=self._controller.session)

    def check_installation(self) -> None:
        """Open the self-test of the installation."""
        from kgdesk.ui.dialogs.about import SelfTestDialog  # noqa: PLC0415 - only those who ask pay for it

        open_once(SelfTestDialog(self._controller.path.parent, self._window))


class StudyWindow(QMainWindow):
    """Interface of the main window for its commands; breaks the import cycle with `MainWindow`.

    Parameters
    ----------
    controller
        Controller of the study.
    panel, book
        The entry panel, and the tabs, whose pages may still be pending.
    note
        Message strip for confirmations.
    commands, beside, areas
        Registry of commands, opener of dialogs, focus cycle.
    preferences
        Preferences of the user.
    """

    #: Open another study, given its path or address.
    open_wanted = Signal(str)
    #: Create a new study.
    new_wanted = Signal()
    #: The user wants a new study with the candidates and settings of this one.
    duplicate_wanted = Signal()
    #: Go to the home window.
    home_wanted = Signal()
    #: Quit the program.
    quit_wanted = Signal()
    #: The language has changed: this window must be rebuilt.
    renewal_wanted = Signal()

    controller: StudyController
    panel: EntryPanel
    book: LazyTabs
    note: MessageStrip
    commands: Commands
    beside: DialogLauncher
    areas: FocusCycle
    preferences: Preferences

    @property
    def tabs(self) -> QTabWidget:
        """The tabs with all pages built."""
        raise NotImplementedError

    def ask(self, what: str) -> None:
        """Open one of the small dialogs of the entry by name."""
        raise NotImplementedError

    def dress(self, *, scheme: Scheme | None = None, scale: float | None = None) -> None:
        """Change the colour scheme or the text size."""
        raise NotImplementedError

    def turn_full_screen(self) -> None:
        """Toggle full screen."""
        raise NotImplementedError


def can_import(window: StudyWindow) -> bool:
    """Return whether past outcomes can be recorded now."""
    here = window.panel.control.entry.situation
    return here.read_only is None and bool(here.operator) and not (here.finished or here.looking_back)


def import_outcomes(window: StudyWindow) -> None:
    """Ask for a table of past outcomes, which are no planned runs, and preview what it would record."""
    folder, kinds = str(window.controller.path.parent), tr("Tables (*.csv *.xlsx *.tsv *.txt)")
    path, _ = QFileDialog.getOpenFileName(window, tr("Import past outcomes"), folder, kinds)
    if path:
        preview_past(window, Path(path))


def preview_past(window: StudyWindow, path: Path) -> None:
    """Open the preview of a table; rows without a run in progress are past outcomes."""
    from kgdesk.ui.dialogs.results_preview import ResultsDialog  # noqa: PLC0415 - only those who read results pay for it

    dialog = ResultsDialog(window.panel.control, path, window)
    dialog.past.setChecked(True)
    open_once(dialog)
