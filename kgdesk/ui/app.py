"""The program with its windows: one lane, one theme, home or a study."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QObject,
    Qt,
)
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from kgdesk import actions
from kgdesk.actions import Who
from kgdesk.errors import DamagedStudy, EndedBefore, KgdeskError
from kgdesk.ui import splash
from kgdesk.ui.blackbox import BlackBox
from kgdesk.ui.desk import Desk
from kgdesk.ui.doorbell import Doorbell
from kgdesk.ui.entry.preparing import Preparation
from kgdesk.ui.faults import Faults, keep_log, log_file
from kgdesk.ui.help.opening import HelpKey
from kgdesk.ui.lane import Lane
from kgdesk.ui.languages import follow, speak
from kgdesk.ui.look.icons import app_icon
from kgdesk.ui.look.theme import Theme
from kgdesk.ui.messages import message_box
from kgdesk.ui.parts import Strip
from kgdesk.ui.reading import Reading, open_session
from kgdesk.ui.settings import Preferences
from kgdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions import Session

#: States of the entry in which something waits for a person.
_WAITING = frozenset({"armed", "mismatch", "not_saved"})


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
        self.lane.hold()  # until there is a window to see: both want the same interpreter
        self.preparation = Preparation(self.lane, actions.warm_up, self, ready=actions.kernels_kept)
        self._operator = operator.strip() or self.preferences.operator
        self.window: QWidget | None = None
        self._compiling = False
        self.reading = Reading(self)
        self.reading.moved.connect(self._say_opening)
        self.reading.opened.connect(self.show_study)
        self.reading.refused.connect(self._not_opened)
        #: What the program is started with again once it has ended; None where it is not.
        self.again: list[str] | None = None
        HelpKey(app)
        if sys.platform == "darwin":
            app.installEventFilter(self)
        self._message: QMessageBox | None = None

    @property
    def who(self) -> Who:
        """The person at work."""
        window = self.window
        return Who(window.desk.who.operator if isinstance(window, MainWindow) else self._operator)

    def open(self, path: str | Path, by: str = "") -> bool:
        """Open a study in place of what is shown, as another operator if one is named; say why not if it cannot be."""
        try:
            session = open_session(actions.place_of(path), Who(by) if by.strip() else self.who)
        except KgdeskError as problem:
            self._not_opened(problem, path)
            return False
        self.show_study(session)
        return True

    def open_beside(self, path: str | Path, by: str = "") -> None:
        """Have a study opened while the window shows that it is; then it takes the window's place."""
        self.reading.ask(actions.place_of(path), Who(by) if by.strip() else self.who)

    def _not_opened(self, problem: KgdeskError, path: str | Path) -> None:
        if isinstance(problem, DamagedStudy):
            self._offer_restoring(problem, path)
        else:
            self.tell(problem)

    def _say_opening(self, name: str) -> None:
        """Show that a study is being opened: nothing else can be begun until it is there, since it replaces all."""
        window = self.window
        if window is None:
            return
        strip = window.note if isinstance(window, MainWindow) else window.findChild(Strip)
        window.setEnabled(not name)
        if not name:
            window.unsetCursor()
            if strip is not None:
                strip.silence()
            return
        window.setCursor(Qt.CursorShape.BusyCursor)
        if strip is not None:
            strip.say("neutral", self.tr("Opening {name}…").format(name=name))

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
        window.renewal_wanted.connect(self.renew)
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
        home.renewal_wanted.connect(self.renew)
        self._replace(home)

    def renew(self) -> None:
        """Make the window anew, in the language that was chosen; what was begun in it is not taken away."""
        window = self.window
        if not isinstance(window, MainWindow):
            self.show_home()
        elif is_busy(window):
            said = self.tr("The language changes with the next window: close the study and open it again.")
            window.note.say("neutral", said, ((self.tr("Close"), window.note.silence),))
        else:
            place = window.tabs.currentIndex()
            window.preferences.keep_geometry(window, "main")
            self._operator = window.desk.who.operator
            self.show_study(window.desk.hand_over()).tabs.setCurrentIndex(place)

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
        box = message_box(problem, self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        self._message = box  # without a window nothing else would keep it
        return box

    def tell_of_death(self, log: Path) -> None:
        """Say once that the program did not close properly the last time."""
        text = self.tr("kgdesk did not close properly the last time. Every run that was recorded is safe.")
        if isinstance(self.window, MainWindow):
            note = self.window.note
            ways = (
                (self.tr("Problem report…"), self.window.beside.report_problem),
                (self.tr("Close"), note.silence),
            )
            note.say("caution", text, ways)
        else:
            self.tell(EndedBefore(self.tr("kgdesk did not close properly the last time."), details=str(log)))

    def report_problem(self, fault: str) -> None:
        """Offer a problem report about a fault, before the message that tells of it."""
        from kgdesk.ui.dialogs.problem import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        window = self.window
        session = window.desk.session if isinstance(window, MainWindow) else None
        over = QApplication.activeModalWidget() or window
        show_problem_report(log_file(), over, fault=fault, session=session)

    def restart(self) -> None:
        """End as usual and begin anew, with the study that is open and whoever works on it."""
        window = self.window
        self.again = []
        if isinstance(window, MainWindow):
            by = window.desk.who.operator
            self.again = ["open", _absolute(window.desk.session.place), *([f"--by={by}"] if by else [])]
        self._app.exit(0)

    def welcome(self, study: str, by: str) -> None:
        """Come to the front for a later start of the program, and open the study that it was given."""
        window = self.window
        if window is None:
            return  # on its way out
        bring_forward(window)
        if not study or (isinstance(window, MainWindow) and window.desk.is_at(study)):
            return
        strip = window.note if isinstance(window, MainWindow) else window.findChild(Strip)
        if strip is None or not is_busy(window):
            self.open_beside(study, by)
            return
        said = self.tr("{name} is to be opened. Finish first what you have begun here.")
        ways = (
            (self.tr("Open it now"), lambda: self.open_beside(study, by)),
            (self.tr("Not now"), strip.silence),
        )
        strip.say("neutral", said.format(name=actions.name_of(study)), ways)

    def compile_for_here(self) -> None:
        """Once the kernels that came with the program run, have them compiled for this processor, beside the work."""
        if self.preparation.loaded and not self._compiling:
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
        self.reading.stop()
        self._replace(None)
        self.lane.stop()

    def _begin(self) -> None:
        """There is a window to see: the first picture goes, and the calculation may begin."""
        splash.finish()
        splash.stamp("window")
        self.lane.let_go()

    def _switch(self, path: str) -> None:
        # The open study is let go first where it is the one that is wanted: its own lock would be in the way.
        window = self.window
        if isinstance(window, MainWindow) and Path(path) == window.desk.path:
            window.raise_()
            return
        self.open_beside(path)

    def _replace(self, window: QWidget | None) -> None:
        old, self.window = self.window, window
        if isinstance(old, MainWindow):
            self._operator = old.desk.who.operator
        if window is not None:
            splash.FirstPaint(window, self._begin)
            window.show()
        if old is not None:
            if not old.close():
                old.close()  # what the disk did not take is kept as a draft, and offered at the next opening
            old.deleteLater()


def bring_forward(window: QWidget) -> None:
    """Show a window before all others; one that was made small comes back."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    for each in (window, QApplication.activeModalWidget()):
        if each is not None:
            each.show()
            each.raise_()
            each.activateWindow()


def is_busy(window: QWidget) -> bool:
    """Return whether closing a window would take something away: an open dialog, an outcome not yet confirmed."""
    dialogs = [one for one in window.findChildren(QDialog) if one.isVisible() and one.objectName() != "help"]
    waiting = isinstance(window, MainWindow) and window.panel.control.entry.state in _WAITING
    return bool(dialogs) or waiting


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


def run(path: str | Path | None, operator: str = "", argv: Sequence[str] = (), *, by: str = "") -> int:
    """Open the window on a study, or on the list of studies, and stay until it closes.

    Where the program runs already it gets the study instead, and this process ends at once.

    Parameters
    ----------
    path
        Place of the study; None for the list.
    operator
        Who works in a new window.
    argv
        For Qt.
    by
        The operator, where one was named for this study.

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
    bell = Doorbell(app)
    if bell.ring("" if path is None else _absolute(path), by):
        splash.finish()
        return 0
    log = log_file()
    keep_log(log)
    box = BlackBox(log.parent)
    died = box.start()
    faults = Faults(app, log)
    program = Program(app, operator)
    faults.report_wanted.connect(program.report_problem)
    faults.restart_wanted.connect(program.restart)
    faults.close_wanted.connect(lambda: app.exit(1))
    if path is None or not program.open(path):
        program.show_home()
    bell.rung.connect(lambda study, by: None if faults.fallen else program.welcome(study, by))
    if isinstance(program.window, MainWindow):
        program.window.desk.advised.connect(lambda: splash.stamp("suggestion"))
    if died:
        program.tell_of_death(log)
    program.preparation.moved.connect(program.compile_for_here)
    code = app.exec()
    program.close()
    faults.release()
    box.end()
    bell.take_down()
    if program.again is not None:
        actions.start_again(*program.again)
    return code


def _absolute(path: str | Path) -> str:
    """Return a place as it is known from every folder."""
    place = actions.place_of(path)
    return str(place.absolute()) if isinstance(place, Path) else place
