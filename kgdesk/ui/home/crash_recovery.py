"""Messages about crashes and faults, with a problem report and a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from kgdesk.errors import EndedBefore
from kgdesk.ui.home.study_opening import absolute
from kgdesk.ui.session.crash import ExceptionHandler, log_file
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.ui.home.program import Program


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
        from kgdesk.ui.dialogs.problem_report import show_problem_report  # noqa: PLC0415 - only those who report pay for it

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


def connect_recovery(faults: ExceptionHandler, recovery: CrashRecovery) -> None:
    """Connect the three answers to the message about an uncaught exception: report, restart, close."""
    faults.report_requested.connect(recovery.report)
    faults.restart_requested.connect(recovery.restart)
    faults.close_requested.connect(lambda: QApplication.exit(1))
