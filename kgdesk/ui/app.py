"""The program as a whole: one process for one person, from the first start to the last window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui import splash
from kgdesk.ui.aftermath import Aftermath
from kgdesk.ui.blackbox import BlackBox
from kgdesk.ui.doorbell import Doorbell
from kgdesk.ui.faults import Faults, keep_log, log_file
from kgdesk.ui.languages import speak
from kgdesk.ui.look.icons import app_icon
from kgdesk.ui.program import Program
from kgdesk.ui.reading import absolute
from kgdesk.ui.settings import Preferences
from kgdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


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
    if bell.ring("" if path is None else absolute(path), by):
        splash.finish()
        return 0
    log = log_file()
    keep_log(log)
    box = BlackBox(log.parent)
    died = box.start()
    faults = Faults(app, log)
    program = Program(app, operator)
    aftermath = Aftermath(program)
    faults.report_wanted.connect(aftermath.report)
    faults.restart_wanted.connect(aftermath.restart)
    faults.close_wanted.connect(lambda: app.exit(1))
    if path is None or not program.open(path):
        program.show_home()
    bell.rung.connect(lambda study, by: None if faults.fallen else program.welcome(study, by))
    if isinstance(program.window, MainWindow):
        program.window.desk.advised.connect(lambda: splash.stamp("suggestion"))
    if died:
        aftermath.tell_of_death(log)
    _compile_for_here(program)
    code = app.exec()
    program.close()
    faults.release()
    box.end()
    bell.take_down()
    if aftermath.again is not None:
        actions.start_again(*aftermath.again)
    return code


def _compile_for_here(program: Program) -> None:
    """Once the kernels that came with the program run, have them compiled for this processor, beside the work."""

    def begin() -> None:
        if program.preparation.loaded:
            program.preparation.moved.disconnect(begin)
            # In the lane, which owns the kernels; a refusal means only that the next start is as this one.
            program.lane.ask("compile", 0, actions.compile_in_background, lambda _: None, lambda _: None)

    program.preparation.moved.connect(begin)
