"""Entry point of the desktop program: `run`, crash recovery, and an offscreen snapshot."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QObject, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from kgdesk import actions
from kgdesk.errors import EndedBefore, KgdeskError
from kgdesk.missing_libraries import check_plugins
from kgdesk.text import phrase
from kgdesk.ui.home.program import Program
from kgdesk.ui.home.single_instance import SingleInstance
from kgdesk.ui.home.study_opening import absolute
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.crash import CrashMarker, ExceptionHandler, keep_log, log_file
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.translate import install_language
from kgdesk.ui.widgets import splash
from kgdesk.ui.widgets.theme import Theme, app_icon
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from kgdesk.actions import Session
    from kgdesk.ui.widgets.theme import Scheme

#: Seconds for which a thread that runs Python code may keep the window's thread waiting for the interpreter lock; with
#: Python's 5 ms, each of several handovers between an entry and the next suggestion could cost that much.
_SWITCH_S = 0.001


class CrashRecovery(QObject):
    """Show crash and fault messages of one program: problem report and restart.

    Parameters
    ----------
    program
        Its window shows the messages.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program
        #: Command line arguments of the restart after exit; None for no restart.
        self.restart_arguments: list[str] | None = None

    def report_crash(self, log: Path) -> None:
        """Show once that the previous process ended without closing, with a way to report it."""
        text = self.tr("kgdesk did not close properly the last time. Every run that was recorded is safe.")
        window = self._program.window
        if isinstance(window, MainWindow):
            ways = (
                (self.tr("Problem report…"), window.dialogs.report_problem),
                (self.tr("Close"), window.message_strip.clear),
            )
            window.message_strip.show_message("caution", text, ways)
        else:
            sentence = self.tr("kgdesk did not close properly the last time.")
            self._program.show_error(EndedBefore(sentence, details=str(log)))

    def report(self, fault: str) -> None:
        """Open the problem report dialog for a fault, over the fault's own message."""
        from kgdesk.ui.dialogs.about import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        window = self._program.window
        session = window.controller.session if isinstance(window, MainWindow) else None
        over = QApplication.activeModalWidget() or window
        show_problem_report(log_file(), over, fault=fault, session=session)

    def restart(self) -> None:
        """Quit and restart with the open study and its operator."""
        window = self._program.window
        self.restart_arguments = []
        if isinstance(window, MainWindow):
            by = window.controller.who.operator
            self.restart_arguments = [
                "open",
                absolute(window.controller.session.place),
                *([f"--by={by}"] if by else []),
            ]
        QApplication.exit(0)


def application(argv: Sequence[str] = ()) -> QApplication:
    """Return the QApplication, set up on the first call: Fusion style, program icon, configured language."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and not app.property(splash.BARE):
        return app
    sys.setswitchinterval(_SWITCH_S)
    qapp = app if isinstance(app, QApplication) else splash.bare_application(argv)
    qapp.setProperty(splash.BARE, False)
    qapp.setWindowIcon(app_icon())
    install_language(qapp, Preferences().language)
    return qapp


def run(path: str | Path | None, operator: str = "", argv: Sequence[str] = (), *, by: str = "") -> int:
    """Run the program: open the window on a study, or on the home window, until it closes.

    If an instance is already running, it receives the study and this process returns at once.

    Parameters
    ----------
    path
        Path or address of a study; None for the list of studies.
    operator
        Name of the operator in a new window.
    argv
        Arguments for QApplication.
    by
        Operator given for this study on the command line.

    Returns
    -------
    int
        The exit code.

    Raises
    ------
    KgdeskError
        No screen is available, or Qt lacks a library of the system to draw on it.
    """
    if not splash.has_screen():
        raise splash.no_screen()
    check_plugins(splash.platform_plugins())
    app = application(argv)
    instance = SingleInstance(app)
    if instance.send_to_running("" if path is None else absolute(path), by):
        splash.finish()
        return 0
    log = log_file()
    keep_log(log)
    box = CrashMarker(log.parent)
    died = box.start()
    faults = ExceptionHandler(app, log)
    program = Program(app, operator)
    recovery = CrashRecovery(program)
    _connect_recovery(faults, recovery)
    if path is None or not program.open(path):
        program.show_home()
    instance.study_received.connect(
        lambda study, by: None if faults.fallen else program.receive_start(study, by)
    )
    if isinstance(program.window, MainWindow):
        program.window.controller.advice.changed.connect(lambda: splash.stamp("suggestion"))
    if died:
        recovery.report_crash(log)
    _compile_for_here(program)
    code = app.exec()
    program.close()
    faults.release()
    box.end()
    instance.stop_listening()
    if recovery.restart_arguments is not None:
        actions.start_again(*recovery.restart_arguments)
    return code


def _connect_recovery(faults: ExceptionHandler, recovery: CrashRecovery) -> None:
    """Connect the three answers to the message about an uncaught exception: report, restart, close."""
    faults.report_requested.connect(recovery.report)
    faults.restart_requested.connect(recovery.restart)
    faults.close_requested.connect(lambda: QApplication.exit(1))


def _compile_for_here(program: Program) -> None:
    """Compile the kernels for this processor in the compute queue, once the shipped kernels are loaded."""

    def begin() -> None:
        if program.preparation.loaded:
            program.preparation.moved.disconnect(begin)
            # In the compute queue, which owns the kernels. An error is ignored: the next start tries again.
            program.compute_queue.ask(
                "compile", 0, actions.compile_in_background, lambda _: None, lambda _: None
            )

    program.preparation.moved.connect(begin)


_PATIENCE_MS = 120_000

_LOOK_EVERY_MS = 20


def snapshot(
    dest: str | Path, session: Session, size: tuple[int, int] = (1366, 768), scheme: Scheme = "light"
) -> None:
    """Save a PNG picture of a study's main window, drawn offscreen.

    The user's preferences, among them size of the window and recent studies, are neither used nor changed.

    Parameters
    ----------
    dest
        Path of the PNG file; an existing one is overwritten.
    session
        An open session; it is closed.
    size
        Width and height in pixels.
    scheme
        ``"light"`` or ``"dark"``.

    Raises
    ------
    KgdeskError
        Nothing was ready within two minutes, a part cannot be drawn, an advice was refused, or the file cannot be
        written.
    """
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = application()
    theme = app.findChild(Theme) or Theme(app)
    theme.apply(scheme)
    with tempfile.TemporaryDirectory(prefix="kgdesk-", ignore_cleanup_errors=True) as folder:
        preferences = QSettings(str(Path(folder) / "preferences.ini"), QSettings.Format.IniFormat)
        compute_queue = ComputeQueue(app)
        window = MainWindow(
            StudyController(session, compute_queue), theme, preferences=Preferences(preferences)
        )
        try:
            saved = _save_picture(window, compute_queue, dest, size)
        finally:
            window.close()
            compute_queue.stop()
            window.deleteLater()
            compute_queue.deleteLater()
            preferences.sync()  # what is not written yet would be written later, into a folder made anew
    if not saved:
        raise KgdeskError(f"The picture “{dest}” could not be saved: check the folder.")


def _save_picture(
    window: MainWindow, compute_queue: ComputeQueue, dest: str | Path, size: tuple[int, int]
) -> bool:
    """Draw a window with its suggestion and plots into a PNG file; return whether it could be written."""
    refused: list[KgdeskError] = []
    window.controller.refused.connect(refused.append)
    window.resize(*size)
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    window.controller.advice.ask()
    _wait_until_painted(window, compute_queue, refused)
    window.grab()  # axes measure their labels when they are painted, and are laid out anew afterwards
    QApplication.processEvents()
    return window.grab().save(str(dest), "PNG")


def _wait_until_painted(window: MainWindow, compute_queue: ComputeQueue, refused: list[KgdeskError]) -> None:
    loop = QEventLoop()
    watch, patience = QTimer(interval=_LOOK_EVERY_MS), QTimer(interval=_PATIENCE_MS, singleShot=True)

    def look() -> None:
        overview = window.overview
        painted = overview is None or overview.painted()
        if refused or (
            window.controller.advice.current is not None
            and not compute_queue.pending("trajectory")
            and painted
        ):
            loop.quit()

    faults: list[BaseException] = []

    def failed(_kind: type[BaseException], fault: BaseException, _where: TracebackType | None) -> None:
        faults.append(fault)
        loop.quit()

    watch.timeout.connect(look)
    patience.timeout.connect(lambda: loop.exit(1))
    watch.start()
    patience.start()
    # An exception below Qt's event loop is only printed, and drawing would be tried again and again.
    before, sys.excepthook = sys.excepthook, failed
    try:
        code = loop.exec()
    finally:
        sys.excepthook = before
        watch.stop()
        patience.stop()
    if refused:
        raise refused[0]
    if faults:
        raise KgdeskError(
            phrase(
                "The window cannot be drawn ({fault}). Install kgdesk again; your studies stay.",
                fault=" ".join(str(faults[0]).split()) or type(faults[0]).__name__,
            )
        ) from faults[0]
    if code:
        raise KgdeskError("The picture was not ready after two minutes: try a smaller study.")
