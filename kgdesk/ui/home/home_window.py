"""HomeWindow: the list of studies; create one, open one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
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
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.actions import Operator, workspace
from kgdesk.errors import KgdeskError
from kgdesk.ui.home.list_filler import ListFiller
from kgdesk.ui.home.steps import Steps
from kgdesk.ui.home.study_list import StudyList
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.session.crash import log_file
from kgdesk.ui.session.preferences import Preferences, first_size
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, card, plain, set_tip
from kgdesk.ui.widgets.dropped_files import local_file
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import app_icon
from kgdesk.ui.window.menus import fill_help_menu
from kgdesk.ui.window.study_files import open_from_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Session
    from kgdesk.ui.widgets.theme import Theme


class HomeWindow(QMainWindow):
    """Main window while no study is open.

    Parameters
    ----------
    theme
        Theme of the application.
    parent
        Qt parent.
    preferences
        The program's preferences; this user's by default.
    operator
        Name of the operator; the remembered name by default.
    who
        Makes an `Operator` from a name.
    """

    #: Path or address of the study to open.
    open_requested = Signal(str)
    #: The open `Session` of a newly created study.
    created = Signal(object)
    #: The user wants to try the sample study.
    sample_requested = Signal()
    #: The language has changed: this window must be rebuilt.
    renewal_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        preferences: Preferences | None = None,
        operator: str = "",
        who: Callable[[str], Operator] = Operator,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("home")
        self.setWindowTitle("kgdesk")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.theme = theme  #: Theme of the application.
        self.preferences = preferences or Preferences()  #: The user's preferences.
        self._operator = operator.strip()
        self._who = who
        self.wizard: NewStudyWizard | None = None  #: The wizard opened last.
        self._build()
        self._menu()
        theme.changed.connect(self.steps.update)
        self.setMinimumSize(800, 560)
        if not self.preferences.restore_geometry(self, "home"):
            first_size(self, QSize(1180, 720))

    def _build(self) -> None:
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(18, 16, 18, 10)
        column.setSpacing(12)
        self.strip = MessageStrip("home.problem", middle)  #: Error of the last attempt.
        for sentence in actions.unsettled()[:1]:
            self.strip.show_message("caution", translate(sentence))
        column.addWidget(self.strip)
        self.studies = StudyList()  #: All studies.
        self.studies.wanted.connect(self.open_requested)
        self.studies.lost.connect(self.locate)
        self.list_filler = ListFiller(self.studies, self.preferences, self)  #: Fills the list.
        self.list_filler.listed.connect(self._show_page)
        self.list_filler.refused.connect(self.show_problem)
        self.steps = Steps()  #: What a person who has no study yet sees.
        self.steps.new_wanted.connect(self.new_study)
        self.steps.open_wanted.connect(self.ask_open)
        self.steps.sample_wanted.connect(self.sample_requested)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._list_page())
        self.pages.addWidget(self.steps)
        column.addWidget(self.pages, 1)
        self._drop = QFrame(middle)
        self._drop.setObjectName("home.drop")
        self._drop.setAccessibleName(self.tr("Place to drop a file"))
        set_role(self._drop, strip="neutral")
        inside = QVBoxLayout(self._drop)
        words = plain(
            self.tr("Drop a table (CSV or Excel) here to start a study, or a study to open it"), "muted"
        )
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside.addWidget(words)
        column.addWidget(self._drop)
        column.addLayout(self._foot())
        self.setCentralWidget(middle)

    def _list_page(self) -> QWidget:
        page, layout = card(self)
        head = QHBoxLayout()
        head.addWidget(plain(self.tr("Studies"), "title"), 1)
        self.finder = QLineEdit()  #: Shows only the studies with this text.
        self.finder.setObjectName("home.find")
        self.finder.setPlaceholderText(self.tr("Find a study"))
        self.finder.setAccessibleName(self.tr("Find a study"))
        self.finder.setClearButtonEnabled(True)
        self.finder.setMaximumWidth(260)
        self.finder.textChanged.connect(self.studies.show_found)
        head.addWidget(self.finder)
        opens = button(self.tr("&Open…"), "home.open", self.ask_open)
        new = button(self.tr("&New study…"), "home.new", self.new_study)
        set_role(new, primary=True)
        set_tip(opens, self.tr("A study file ({key})").format(key="Ctrl+O"))
        set_tip(new, self.tr("From a table of candidates ({key})").format(key="Ctrl+N"))
        head.addWidget(opens)
        head.addWidget(new)
        layout.addLayout(head)
        layout.addWidget(self.studies, 1)
        return page

    def _foot(self) -> QHBoxLayout:
        line = QHBoxLayout()
        self.place = plain("", "muted")
        self.place.setObjectName("home.workspacePath")
        self.place.setWordWrap(False)
        line.addWidget(self.place)
        change = button(self.tr("&Change…"), "home.workspace", self.ask_workspace)
        change.setAccessibleName(self.tr("Change the folder of projects"))
        set_role(change, role="link")
        line.addWidget(change)
        line.addStretch(1)
        return line

    def _show_page(self, has_studies: bool) -> None:
        self.pages.setCurrentIndex(0 if has_studies else 1)
        if has_studies and not self.finder.text():
            self.studies.setFocus()  # Enter opens the study used last
        self.place.setText(self.tr("Folder: {folder}").format(folder=self.preferences.workspace))

    def _menu(self) -> None:
        menu = self.menuBar().addMenu(self.tr("&Study"))
        for text, key, act in (
            (self.tr("&New…"), QKeySequence("Ctrl+N"), self.new_study),
            (self.tr("New from clip&board"), QKeySequence(), self.new_study_from_clipboard),
            (self.tr("&Open…"), QKeySequence("Ctrl+O"), self.ask_open),
            (self.tr("Open from a ser&ver…"), QKeySequence(), self.ask_server),
            (self.tr("&Try the sample study"), QKeySequence(), self.sample_requested.emit),
            (self.tr("New &project…"), QKeySequence(), self.ask_project),
            (self.tr("&Settings…"), QKeySequence("Ctrl+,"), self.open_settings),
            (self.tr("&Quit"), QKeySequence("Ctrl+Q"), self.close),
        ):
            action = QAction(text, self)
            action.setShortcut(key)
            action.triggered.connect(lambda _=False, do=act: do())
            menu.addAction(action)
        helping = self.menuBar().addMenu(self.tr("&Help"))
        fill_help_menu(helping, self)
        helping.addAction(self.tr("Save a &problem report…")).triggered.connect(self.report_problem)

    def show_problem(self, problem: KgdeskError | str) -> None:
        """Show an error in the strip until the next attempt."""
        if isinstance(problem, str):
            self.strip.show_message("refusal", problem)
        else:
            refuse(self.strip, problem)

    def new_study(self, source: str = "") -> NewStudyWizard:
        """Open the new-study wizard, optionally with a table file, and return it."""
        self.strip.clear()
        who = self._who(self._operator or self.preferences.operator)
        folder = self.studies.new_studies_folder(self.preferences.workspace)
        wizard = NewStudyWizard(who, folder, source, self, projects=self.preferences.workspace)
        wizard.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        wizard.accepted.connect(lambda: self._open_created(wizard))
        self.wizard = wizard
        wizard.open()
        return wizard

    def new_study_from_clipboard(self) -> None:
        """Open the new-study wizard with the table on the clipboard."""
        self.new_study().table.start.paste()

    def _open_created(self, wizard: NewStudyWizard) -> None:
        session: Session | None = wizard.session
        if session is None:
            return
        if not (self._operator or self.preferences.operator):
            self.preferences.operator = session.who.operator
        study = session.study
        last = study.events[-1].new.recorded_at_utc
        title = study.settings.title or study.name
        self.preferences.add_recent(session.path, title, study.done, study.settings.budget, last)
        self.list_filler.refresh()
        self.created.emit(session)

    def ask_open(self) -> None:
        """Ask for a study file."""
        folder = self.studies.new_studies_folder(self.preferences.workspace)
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Open a study"), str(folder), self.tr("Studies (*.kgstudy);;All files (*)")
        )
        if path:
            self.open_file(path)

    def ask_server(self) -> None:
        """Ask for a study on a server."""
        self.strip.clear()
        open_from_server(self, self.preferences, self.open_requested.emit)

    def open_file(self, path: str) -> None:
        """Open a study file; start the new-study wizard for any other file."""
        self.strip.clear()
        if path.casefold().endswith(workspace.SUFFIX):
            self.open_requested.emit(path)
        else:
            self.new_study(path)

    def locate(self, path: str) -> None:
        """Ask where a missing study is."""
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Where is {name}?").format(name=Path(path).name),
            str(self.preferences.workspace),
            self.tr("Studies (*.kgstudy)"),
        )
        if chosen:
            self.relocate(path, chosen)

    def relocate(self, old: str, new: str) -> None:
        """Update the path of a study that was found elsewhere, and open it."""
        self.preferences.move_recent(old, new)
        self.list_filler.refresh()
        self.open_requested.emit(new)

    def ask_project(self) -> None:
        """Ask for the name of a new project."""
        name, given = QInputDialog.getText(self, self.tr("New project"), self.tr("Name of the project"))
        if given:
            self.new_project(name)

    def new_project(self, name: str) -> None:
        """Create a project folder in the workspace."""
        self.strip.clear()
        try:
            workspace.new_project(self.preferences.workspace, name)
        except KgdeskError as refused:
            self.show_problem(refused)
            return
        self.list_filler.refresh()

    def ask_workspace(self) -> None:
        """Ask for another workspace folder."""
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("Folder of your projects"), str(self.preferences.workspace)
        )
        if folder:
            self.preferences.workspace = Path(folder)
            self.list_filler.refresh()

    def open_settings(self) -> None:
        """Open the settings dialog."""
        from kgdesk.ui.dialogs.preferences_dialog import show_settings  # noqa: PLC0415 - only those who open_settings pay for it

        dialog = show_settings(self.theme, self.preferences, self)
        dialog.finished.connect(self.list_filler.refresh)
        dialog.finished.connect(lambda: self.renewal_wanted.emit() if dialog.language_changed else None)

    def report_problem(self) -> None:
        """Open the problem report for review before it is saved."""
        from kgdesk.ui.dialogs.problem_report import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one local file."""
        if local_file(event) is not None:
            event.acceptProposedAction()
            set_role(self._drop, strip="armed")

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Remove the highlight of the drop zone."""
        set_role(self._drop, strip="neutral")

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped study, or start the wizard with the dropped table."""
        set_role(self._drop, strip="neutral")
        if (path := local_file(event)) is not None:
            event.acceptProposedAction()
            self.open_file(str(path))

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh the lists."""
        super().showEvent(event)
        if not event.spontaneous():
            self.list_filler.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window's geometry and stop the worker threads."""
        self.preferences.keep_geometry(self, "home")
        self.list_filler.stop()
        super().closeEvent(event)
