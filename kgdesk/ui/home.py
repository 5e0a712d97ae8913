"""The home screen: begin a study, open one, see the projects of the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import Who, workspace
from kgdesk.ui.commands.help import fill_help_menu
from kgdesk.ui.commands.safekeeping import open_from_server
from kgdesk.ui.faults import log_file
from kgdesk.ui.look.icons import app_icon
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import MessageStrip
from kgdesk.ui.settings import Preferences
from kgdesk.ui.shelves import Shelves
from kgdesk.ui.start import StartPanel
from kgdesk.ui.wizard import NewStudyWizard

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Session
    from kgdesk.errors import KgdeskError
    from kgdesk.ui.look.theme import Theme


class HomeWindow(QMainWindow):
    """Shown while no study is open.

    Parameters
    ----------
    theme
        Of the application.
    parent
        Of the Qt object.
    preferences
        What is remembered; this user's without it.
    operator
        Who works here; the remembered name without it.
    who
        Makes the person at work from a name.
    """

    #: Path of a study that the person wants to open.
    open_requested = Signal(str)
    #: A `Session`: a study that was just made, open.
    created = Signal(object)
    #: The person wants to try the sample.
    sample_requested = Signal()
    #: The language has changed: this window has to be made anew.
    renewal_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        preferences: Preferences | None = None,
        operator: str = "",
        who: Callable[[str], Who] = Who,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("home")
        self.setWindowTitle("kgdesk")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.theme = theme
        self.preferences = preferences or Preferences()
        self._operator = operator.strip()
        self._who = who
        self.wizard: NewStudyWizard | None = None
        self._build()
        self._menu()
        theme.changed.connect(self.start.dress)
        self.setMinimumSize(800, 560)
        if not self.preferences.restore_geometry(self, "home"):
            self.resize(1180, 720)

    def _build(self) -> None:
        middle = QWidget(self)
        row = QHBoxLayout(middle)
        row.setContentsMargins(18, 16, 18, 18)
        row.setSpacing(18)
        self.start = StartPanel(middle)
        self.start.new_wanted.connect(self.new_study)
        self.start.open_wanted.connect(self.ask_open)
        self.start.sample_wanted.connect(self.sample_requested)
        row.addWidget(self.start, 2)
        right = QVBoxLayout()
        right.setSpacing(14)
        self.strip = MessageStrip("home.problem", middle)
        right.addWidget(self.strip)
        self.shelves = Shelves(self.preferences, middle)
        self.shelves.wanted.connect(self.open_requested)
        self.shelves.tried.connect(self.strip.silence)
        self.shelves.refused.connect(self.say)
        right.addWidget(self.shelves, 1)
        row.addLayout(right, 5)
        self.setCentralWidget(middle)

    def _menu(self) -> None:
        menu = self.menuBar().addMenu(self.tr("&Study"))
        for text, key, act in (
            (self.tr("&New from file…"), QKeySequence("Ctrl+N"), self.new_study),
            (self.tr("New from clip&board"), QKeySequence(), self.new_from_clipboard),
            (self.tr("&Open…"), QKeySequence("Ctrl+O"), self.ask_open),
            (self.tr("Open from a ser&ver…"), QKeySequence(), self.ask_server),
            (self.tr("&Settings…"), QKeySequence("Ctrl+,"), self.adjust),
            (self.tr("&Quit"), QKeySequence("Ctrl+Q"), self.close),
        ):
            action = QAction(text, self)
            action.setShortcut(key)
            action.triggered.connect(lambda _=False, do=act: do())
            menu.addAction(action)
        helping = self.menuBar().addMenu(self.tr("&Help"))
        fill_help_menu(helping, self)
        helping.addAction(self.tr("Save a &problem report…")).triggered.connect(self.report_problem)

    def say(self, problem: KgdeskError | str) -> None:
        """Show in a strip why something did not go, until the next thing is tried."""
        if isinstance(problem, str):
            self.strip.say("refusal", problem)
        else:
            refuse(self.strip, problem)

    def new_study(self, source: str = "") -> NewStudyWizard:
        """Open the wizard, with a table to begin with if one is named; return it."""
        self.strip.silence()
        who = self._who(self._operator or self.preferences.operator)
        folder = self.shelves.projects.folder() or self.preferences.workspace
        wizard = NewStudyWizard(who, folder, source, self)
        wizard.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        wizard.accepted.connect(lambda: self._made(wizard))
        self.wizard = wizard
        wizard.open()
        return wizard

    def new_from_clipboard(self) -> None:
        """Open the wizard with the table that was copied."""
        self.new_study().candidates.paste()

    def _made(self, wizard: NewStudyWizard) -> None:
        session: Session | None = wizard.session
        if session is None:
            return
        if not (self._operator or self.preferences.operator):
            self.preferences.operator = session.who.operator
        study = session.study
        last = study.events[-1].new.recorded_at_utc
        title = study.settings.title or study.name
        self.preferences.add_recent(session.path, title, study.done, study.settings.budget, last)
        self.shelves.refresh()
        self.created.emit(session)

    def ask_open(self) -> None:
        """Ask for a study file."""
        folder = self.shelves.projects.folder() or self.preferences.workspace
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Open a study"), str(folder), self.tr("Studies (*.kgstudy);;All files (*)")
        )
        if path:
            self.open_file(path)

    def ask_server(self) -> None:
        """Ask for a study on a server."""
        self.strip.silence()
        open_from_server(self, self.preferences, self.open_requested.emit)

    def open_file(self, path: str) -> None:
        """Open a study, or begin one from a table."""
        self.strip.silence()
        if path.casefold().endswith(workspace.SUFFIX):
            self.open_requested.emit(path)
        else:
            self.new_study(path)

    def adjust(self) -> None:
        """Open the settings."""
        from kgdesk.ui.dialogs.settings import show_settings  # noqa: PLC0415 - only those who adjust pay for it

        dialog = show_settings(self.theme, self.preferences, self)
        dialog.finished.connect(self.shelves.refresh)
        dialog.finished.connect(lambda: self.renewal_wanted.emit() if dialog.language_changed else None)

    def report_problem(self) -> None:
        """Offer a problem report, to be read before it is saved."""
        from kgdesk.ui.dialogs.problem import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file."""
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].isLocalFile():
            event.acceptProposedAction()
            self.start.expect(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Look as before."""
        self.start.expect(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the study, or begin one from the table."""
        self.start.expect(False)
        event.acceptProposedAction()
        self.open_file(event.mimeData().urls()[0].toLocalFile())

    def showEvent(self, event: QShowEvent) -> None:
        """List what there is now."""
        super().showEvent(event)
        if not event.spontaneous():
            self.shelves.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the place of the window and end the reading."""
        self.preferences.keep_geometry(self, "home")
        self.shelves.stop()
        super().closeEvent(event)
