"""The program with its windows: one lane, one theme, home or a study."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QEventLoop,
    QObject,
    QStandardPaths,
    Qt,
    QTimer,
    QUrl,
)
from PySide6.QtGui import QDesktopServices, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from kgdesk import actions
from kgdesk.actions import Who
from kgdesk.errors import DamagedStudy, KgdeskError, StudyInUse
from kgdesk.ui import splash
from kgdesk.ui.blackbox import BlackBox
from kgdesk.ui.desk import Desk
from kgdesk.ui.entry.preparing import Preparation
from kgdesk.ui.help.opening import ABOUT, HelpKey
from kgdesk.ui.lane import Lane
from kgdesk.ui.languages import follow, speak
from kgdesk.ui.look.icons import app_icon
from kgdesk.ui.look.theme import Theme
from kgdesk.ui.settings import Preferences
from kgdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from kgdesk.actions import Session
    from kgdesk.ui.look.theme import Scheme

_LOG = logging.getLogger("kgdesk")
_LOG_BYTES, _OLD_LOGS = 1_000_000, 4
_PATIENCE_MS = 120_000
_LOOK_EVERY_MS = 20


class Faults(QObject):
    """The outermost handler: what nobody foresaw is written down and said, and nothing dies silently.

    Parameters
    ----------
    app
        Its windows carry the message.
    log
        Gets the details.
    """

    def __init__(self, app: QApplication, log: Path) -> None:
        super().__init__(app)
        self._log = log
        self._box: QMessageBox | None = None
        self._before = sys.excepthook
        sys.excepthook = self.handle

    def handle(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Take an exception that reached the event loop."""
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, fault, trace)
            return
        details = "".join(traceback.format_exception(kind, fault, trace))
        _LOG.error("%s", details)
        if isinstance(fault, KgdeskError):
            self._say(str(fault), fault.details)
            return
        self._say(
            self.tr("kgdesk met a fault of its own. Your recorded runs are safe.")
            + "\n\n"
            + self.tr("Close the study and open it again. The details are kept in {log}.").format(
                log=self._log
            ),
            details,
        )

    def release(self) -> None:
        """Give the hook back."""
        sys.excepthook = self._before

    def _say(self, text: str, details: str) -> None:
        if self._box is not None:
            return  # one message at a time: a fault that repeats would bury the window
        box = self._box = QMessageBox(QApplication.activeWindow())
        box.setObjectName("fault")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("kgdesk")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.setDetailedText(details)
        box.finished.connect(self._said)
        box.open()

    def _said(self) -> None:
        if self._box is not None:
            self._box.deleteLater()
            self._box = None


class Program(QObject):
    """All windows of one process.

    Parameters
    ----------
    app
        The application.
    operator
        Who works here; empty takes the remembered name.
    """

    def __init__(self, app: QApplication, operator: str = "") -> None:
        super().__init__(app)
        self._app = app
        self.preferences = Preferences()
        self.theme = app.findChild(Theme) or Theme(app)
        self.theme.apply(self.preferences.scheme, self.preferences.text_scale)
        self.lane = Lane(self)
        self.preparation = Preparation(self.lane, actions.warm_up, self)
        self._operator = operator.strip() or self.preferences.operator
        self.window: QWidget | None = None
        self._compiling = False
        HelpKey(app)
        if sys.platform == "darwin":
            app.installEventFilter(self)
        self._message: QMessageBox | None = None

    @property
    def who(self) -> Who:
        """The person at work."""
        return Who(self._operator)

    def open(self, path: str | Path) -> bool:
        """Open a study in place of what is shown; say why not if it cannot be."""
        try:
            session = open_session(actions.place_of(path), self.who)
        except DamagedStudy as problem:
            self._offer_restoring(problem, path)
            return False
        except KgdeskError as problem:
            self.tell(problem)
            return False
        self.show_study(session)
        return True

    def restore(self, path: str | Path) -> None:
        """Put the best whole state of a study in the place of its file, open it, and say what was done."""
        try:
            done = actions.restore(path, self.who)
        except KgdeskError as problem:
            self.tell(problem)
            return
        if self.open(path) and isinstance(self.window, MainWindow):
            said = self.tr("Restored {count} entries from {name}.")
            lost = self.tr(" Seen before but in no backup: {count}. Record them again.")
            text = said.format(count=done.entries, name=done.source.name)
            text += lost.format(count=done.missing) if done.missing else ""
            self.window.note.say(
                "caution" if done.missing else "recorded",
                text,
                ((self.tr("Close"), self.window.note.silence),),
            )

    def _offer_restoring(self, problem: KgdeskError, path: str | Path) -> None:
        if not actions.backups_of(path):
            self.tell(problem)
            return
        box = self.tell(problem)
        box.setInformativeText(
            self.tr("Restoring keeps the damaged file under another name and takes the newest whole backup.")
            + f"\n{box.informativeText()}"
        )
        box.addButton(QMessageBox.StandardButton.Cancel)
        restore = box.addButton(self.tr("&Restore from backup"), QMessageBox.ButtonRole.AcceptRole)
        restore.setObjectName("message.restore")
        restore.clicked.connect(lambda: self.restore(path))

    def show_study(self, session: Session) -> MainWindow:
        """Show an open study in place of what is shown."""
        study = session.study
        title = study.settings.title or study.name
        last = study.runs[-1].recorded_at if study.runs else ""
        desk = Desk(session, self.lane)
        self.preferences.add_recent(desk.place, title, study.done, study.settings.budget, last)
        follow(self._app, self.preferences.language)
        window = MainWindow(desk, self.theme, preparation=self.preparation)
        window.open_wanted.connect(self._switch)
        window.new_wanted.connect(self.make_study)
        window.home_wanted.connect(self.show_home)
        window.quit_wanted.connect(self._app.closeAllWindows)
        self._replace(window)
        desk.ask()
        return window

    def show_home(self) -> None:
        """Show the list of studies in place of what is shown."""
        from kgdesk.ui.home import HomeWindow  # noqa: PLC0415 - not on the way to a study

        follow(self._app, self.preferences.language)
        home = HomeWindow(self.theme, preferences=self.preferences, operator=self._operator)
        home.open_requested.connect(self._switch)
        home.created.connect(self.show_study)
        home.sample_requested.connect(self.show_sample)
        self._replace(home)

    def show_sample(self) -> None:
        """Open the sample study in a folder of the person."""
        try:
            self.show_study(actions.open_sample(self.preferences.workspace, self.who))
        except KgdeskError as problem:
            self.tell(problem)

    def make_study(self) -> None:
        """Ask for a new study and show it."""
        from kgdesk.ui.wizard.wizard import NewStudyWizard  # noqa: PLC0415 - only those who make a study pay for it

        wizard = NewStudyWizard(self.who, self.preferences.workspace, parent=self.window)
        if wizard.exec() and wizard.session is not None:
            self.show_study(wizard.session)
        wizard.deleteLater()

    def tell(self, problem: KgdeskError) -> QMessageBox:
        """Say in a message what cannot be done."""
        box = QMessageBox(self.window)
        box.setObjectName("message")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("kgdesk")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(str(problem))
        box.setProperty(ABOUT, problem.code)
        box.setInformativeText(self.tr("F1 explains this ({code}).").format(code=problem.code))
        if problem.details:
            box.setDetailedText(f"{problem.code}\n{problem.details}")
        box.open()
        self._message = box  # without a window nothing else would keep it
        return box

    def tell_of_death(self, log: Path) -> None:
        """Say once that the program did not close properly the last time."""
        text = self.tr("kgdesk did not close properly the last time. Every run that was recorded is safe.")
        if isinstance(self.window, MainWindow):
            note = self.window.note
            folder = QUrl.fromLocalFile(str(log.parent))
            ways = (
                (self.tr("Show the log"), lambda: QDesktopServices.openUrl(folder)),
                (self.tr("Close"), note.silence),
            )
            note.say("caution", text, ways)
        else:
            self.tell(KgdeskError(text, details=str(log)))

    def compile_for_here(self) -> None:
        """Once the kernels that came with the program run, have them compiled for this processor, beside the work."""
        if self.preparation.ended and not self._compiling:
            self._compiling = True
            # In the lane, which owns the kernels; a refusal means only that the next start is as this one.
            self.lane.ask("compile", 0, actions.compile_in_background, lambda _: None, lambda _: None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open a study that was double-clicked (macOS hands it over as an event)."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._switch(event.file())
            return True
        return super().eventFilter(watched, event)

    def close(self) -> None:
        """Close the window and end the lane."""
        self._replace(None)
        self.lane.stop()

    def _switch(self, path: str) -> None:
        # The open study is let go first where it is the one that is wanted: its own lock would be in the way.
        window = self.window
        if isinstance(window, MainWindow) and Path(path) == window.desk.path:
            window.raise_()
            return
        self.open(path)

    def _replace(self, window: QWidget | None) -> None:
        old, self.window = self.window, window
        if isinstance(old, MainWindow):
            self._operator = old.desk.who.operator
        if window is not None:
            window.show()
        if old is not None:
            if not old.close():
                old.close()  # what the disk did not take is kept as a draft, and offered at the next opening
            old.deleteLater()


def open_session(path: str | Path, who: Who) -> Session:
    """Open a study for writing, or for reading while somebody else writes to it."""
    try:
        return actions.open_study(path, who)
    except StudyInUse:
        return actions.open_study(path, who, read_only=True)


def application(argv: Sequence[str] = ()) -> QApplication:
    """Return the application, made the first time: Fusion, our icon, the language of the system."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and not app.property(splash.BARE):
        return app
    made = app if isinstance(app, QApplication) else splash.bare_application(argv)
    made.setProperty(splash.BARE, False)
    made.setWindowIcon(app_icon())
    speak(made, Preferences().language)
    return made


def log_file() -> Path:
    """Return where faults are written down."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder or Path.home()) / "kgdesk.log"


def keep_log(path: Path) -> logging.Handler | None:
    """Write warnings and faults to a file, and three older ones; a program that cannot keep one runs all the same."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            path, maxBytes=_LOG_BYTES, backupCount=_OLD_LOGS, encoding="utf-8", delay=True
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    _LOG.addHandler(handler)
    return handler


def run(path: str | Path | None, operator: str = "", argv: Sequence[str] = ()) -> int:
    """Open the window on a study, or on the list of studies, and stay until it closes.

    Returns
    -------
    int
        The exit code.

    Raises
    ------
    KgdeskError
        This computer shows no windows.
    """
    if not splash.has_screen():
        raise KgdeskError(
            "There is no screen here for a window. Work with the commands (kgdesk --help), or save a picture of the "
            "sample study: kgdesk demo --snapshot FILE.png."
        )
    app = application(argv)
    log = log_file()
    keep_log(log)
    box = BlackBox(log.parent)
    died = box.start()
    faults = Faults(app, log)
    program = Program(app, operator)
    if path is None or not program.open(path):
        program.show_home()
    splash.finish(program.window)
    if isinstance(program.window, MainWindow):
        program.window.desk.advised.connect(lambda: splash.stamp("suggestion"))
    if died:
        program.tell_of_death(log)
    program.preparation.moved.connect(program.compile_for_here)
    code = app.exec()
    program.close()
    faults.release()
    box.end()
    return code


def snapshot(
    dest: str | Path, session: Session, size: tuple[int, int] = (1366, 768), scheme: Scheme = "light"
) -> None:
    """Save a picture of the window on a study, without a screen.

    Parameters
    ----------
    dest
        A PNG file; it is overwritten.
    session
        Open; it is closed.
    size
        Width and height in pixels.
    scheme
        ``"light"`` or ``"dark"``.

    Raises
    ------
    KgdeskError
        The picture cannot be made or saved.
    """
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = application()
    theme = app.findChild(Theme) or Theme(app)
    theme.apply(scheme)
    lane = Lane(app)
    window = MainWindow(Desk(session, lane), theme)
    refused: list[KgdeskError] = []
    window.desk.refused.connect(refused.append)
    window.resize(*size)
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    window.desk.ask()
    try:
        _wait_until_painted(window, lane, refused)
        saved = window.grab().save(str(dest), "PNG")
    finally:
        window.close()
        lane.stop()
        window.deleteLater()
        lane.deleteLater()
    if not saved:
        raise KgdeskError(f"The picture “{dest}” could not be saved: check the folder.")


def _wait_until_painted(window: MainWindow, lane: Lane, refused: list[KgdeskError]) -> None:
    loop = QEventLoop()
    watch, patience = QTimer(interval=_LOOK_EVERY_MS), QTimer(interval=_PATIENCE_MS, singleShot=True)

    def look() -> None:
        overview = window.overview
        shown = overview is None or overview.painted()
        if refused or (window.desk.advice is not None and not lane.pending("trajectory") and shown):
            loop.quit()

    watch.timeout.connect(look)
    patience.timeout.connect(lambda: loop.exit(1))
    watch.start()
    patience.start()
    code = loop.exec()
    watch.stop()
    patience.stop()
    if refused:
        raise refused[0]
    if code:
        raise KgdeskError("The picture was not ready after two minutes: try a smaller study.")
