"""Entry point of the desktop program: `run`, crash recovery, and an offscreen snapshot."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from kgdesk import actions
from kgdesk.missing_libraries import check_fonts, check_plugins
from kgdesk.ui.home.crash_recovery import CrashRecovery, connect_recovery
from kgdesk.ui.home.program import Program
from kgdesk.ui.home.single_instance import SingleInstance
from kgdesk.ui.home.study_opening import absolute
from kgdesk.ui.session.crash import CrashMarker, ExceptionHandler, keep_log, log_file
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.text.translate import install_language
from kgdesk.ui.widgets import splash
from kgdesk.ui.widgets.theme import app_icon
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


#: Seconds for which a thread that runs Python code may keep the window's thread waiting for the interpreter lock; with
#: Python's 5 ms, each of several handovers between an entry and the next suggestion could cost that much.
_SWITCH_S = 0.001
#: Seconds to wait for a calculation when the program ends; a kernel that is being compiled cannot be interrupted.
_PATIENCE_S = 1.0


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
        No screen is available, or Qt lacks a library of the system to draw on it, or there is no font.
    """
    if not splash.has_screen():
        raise splash.no_screen()
    check_plugins(splash.platform_plugins())
    app = application(argv)
    check_fonts()
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
    connect_recovery(faults, recovery)
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
    calculated = program.close(_PATIENCE_S)
    faults.release()
    box.end()
    instance.stop_listening()
    if recovery.restart_arguments is not None:
        actions.start_again(*recovery.restart_arguments)
    if not calculated:
        _leave(code)
    return code


def _leave(code: int) -> None:
    """End the process without waiting for its threads: one compiles a kernel, which can take a minute.

    The study is closed and the log written; Numba saves a kernel under a temporary name, so that none is kept by half.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a program without a console has none
            stream.flush()
    os._exit(code)


def _compile_for_here(program: Program) -> None:
    """Compile the kernels for this processor in the compute queue, once the shipped kernels are loaded."""

    def begin() -> None:
        if program.preparation.loaded:
            program.preparation.moved.disconnect(begin)
            # Runs in the compute queue, which owns the kernels. An error is ignored: the next start tries again.
            program.compute_queue.ask(
                "compile", 0, actions.compile_in_background, lambda _: None, lambda _: None
            )

    program.preparation.moved.connect(begin)
