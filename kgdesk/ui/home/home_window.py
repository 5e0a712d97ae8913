"""HomeWindow: create a study, open one, list recent studies and projects."""

from __future__ import annotations

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
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.actions import Operator, workspace
from kgdesk.ui.home.study_lists_panel import StudyListsPanel
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.session.crash import log_file
from kgdesk.ui.session.preferences import Preferences, first_size
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, plain, set_tip
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import app_icon, icon, palette_of
from kgdesk.ui.window.menus import fill_help_menu
from kgdesk.ui.window.study_files import open_from_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Session
    from kgdesk.errors import KgdeskError
    from kgdesk.ui.widgets.theme import Theme


_TALL = 44


class StartPanel(QFrame):
    """Buttons New, Open and Sample, and the drop zone; the window handles the drop itself."""

    #: The user wants to create a study.
    new_wanted = Signal()
    #: The user wants to open a study file.
    open_wanted = Signal()
    #: The user wants to try the sample study.
    sample_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(plain("kgdesk", "code", self))
        text = self.tr("Find the best of many candidate experiments, in as few runs as possible.")
        layout.addWidget(plain(text, "muted", self))
        layout.addSpacing(8)
        self._buttons = {
            "new": button(self.tr("&New study…"), "home.new", self.new_wanted.emit, self),
            "open": button(self.tr("&Open…"), "home.open", self.open_wanted.emit, self),
            "run": button(self.tr("&Try the sample study"), "home.sample", self.sample_wanted.emit, self),
        }
        for push_button in self._buttons.values():
            push_button.setMinimumHeight(_TALL)
            push_button.setIconSize(QSize(20, 20))
            layout.addWidget(push_button)
        set_tip(self._buttons["new"], self.tr("From a table of candidates ({key})").format(key="Ctrl+N"))
        set_tip(self._buttons["open"], self.tr("A study file ({key})").format(key="Ctrl+O"))
        layout.addSpacing(8)
        layout.addWidget(self._drop_zone(), 1)
        self.redraw_icons()

    def _drop_zone(self) -> QFrame:
        self._drop = QFrame(self)
        self._drop.setObjectName("home.drop")
        self._drop.setAccessibleName(self.tr("Place to drop a file"))
        set_role(self._drop, strip="neutral")
        inside = QVBoxLayout(self._drop)
        self._sign = Label(parent=self._drop)
        self._sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words = plain(self.tr("Drop a CSV, Excel or .kgstudy file here"), "muted", self._drop)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside.addStretch(1)
        inside.addWidget(self._sign)
        inside.addWidget(words)
        inside.addStretch(1)
        return self._drop

    def redraw_icons(self, _: object = None) -> None:
        """Redraw the icons in the colours of the theme."""
        look = palette_of(self)
        for name, push_button in self._buttons.items():
            push_button.setIcon(icon(name, look))
        self._sign.setPixmap(icon("table", look, look.muted).pixmap(QSize(32, 32)))

    def set_busy(self, coming: bool) -> None:
        """Highlight the drop zone while a file is dragged over the window."""
        set_role(self._drop, strip="armed" if coming else "neutral")


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
        theme.changed.connect(self.start.redraw_icons)
        self.setMinimumSize(800, 560)
        if not self.preferences.restore_geometry(self, "home"):
            first_size(self, QSize(1180, 720))

    def _build(self) -> None:
        middle = QWidget(self)
        row = QHBoxLayout(middle)
        row.setContentsMargins(18, 16, 18, 18)
        row.setSpacing(18)
        self.start = StartPanel(middle)  #: Buttons and drop zone.
        self.start.new_wanted.connect(self.new_study)
        self.start.open_wanted.connect(self.ask_open)
        self.start.sample_wanted.connect(self.sample_requested)
        row.addWidget(self.start, 2)
        right = QVBoxLayout()
        right.setSpacing(14)
        self.strip = MessageStrip("home.problem", middle)  #: Error of the last attempt.
        for sentence in actions.unsettled()[:1]:
            self.strip.show_message("caution", translate(sentence))
        right.addWidget(self.strip)
        self.study_lists = StudyListsPanel(self.preferences, middle)  #: Recent studies and projects.
        self.study_lists.wanted.connect(self.open_requested)
        self.study_lists.tried.connect(self.strip.clear)
        self.study_lists.refused.connect(self.show_problem)
        right.addWidget(self.study_lists, 1)
        row.addLayout(right, 5)
        self.setCentralWidget(middle)

    def _menu(self) -> None:
        menu = self.menuBar().addMenu(self.tr("&Study"))
        for text, key, act in (
            (self.tr("&New from file…"), QKeySequence("Ctrl+N"), self.new_study),
            (self.tr("New from clip&board"), QKeySequence(), self.new_study_from_clipboard),
            (self.tr("&Open…"), QKeySequence("Ctrl+O"), self.ask_open),
            (self.tr("Open from a ser&ver…"), QKeySequence(), self.ask_server),
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
        folder = self.study_lists.projects.folder() or self.preferences.workspace
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
        self.study_lists.refresh()
        self.created.emit(session)

    def ask_open(self) -> None:
        """Ask for a study file."""
        folder = self.study_lists.projects.folder() or self.preferences.workspace
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

    def open_settings(self) -> None:
        """Open the settings dialog."""
        from kgdesk.ui.dialogs.preferences_dialog import show_settings  # noqa: PLC0415 - only those who open_settings pay for it

        dialog = show_settings(self.theme, self.preferences, self)
        dialog.finished.connect(self.study_lists.refresh)
        dialog.finished.connect(lambda: self.renewal_wanted.emit() if dialog.language_changed else None)

    def report_problem(self) -> None:
        """Open the problem report for review before it is saved."""
        from kgdesk.ui.dialogs.problem_report import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one local file."""
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].isLocalFile():
            event.acceptProposedAction()
            self.start.set_busy(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Remove the highlight of the drop zone."""
        self.start.set_busy(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped study, or start the wizard with the dropped table."""
        self.start.set_busy(False)
        event.acceptProposedAction()
        self.open_file(event.mimeData().urls()[0].toLocalFile())

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh the lists."""
        super().showEvent(event)
        if not event.spontaneous():
            self.study_lists.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window's geometry and stop the worker threads."""
        self.preferences.keep_geometry(self, "home")
        self.study_lists.stop()
        super().closeEvent(event)
