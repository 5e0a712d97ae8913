"""What a person is offered after a fault: a problem report, a new beginning, and the truth at the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from kgdesk.errors import EndedBefore
from kgdesk.ui.faults import log_file
from kgdesk.ui.reading import absolute
from kgdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.ui.program import Program


class Aftermath(QObject):
    """Serves one program when something has gone wrong.

    Parameters
    ----------
    program
        Its window says it.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program
        #: What the program is started with again once it has ended; None where it is not.
        self.again: list[str] | None = None

    def tell_of_death(self, log: Path) -> None:
        """Say once that the program did not close properly the last time."""
        text = self.tr("kgdesk did not close properly the last time. Every run that was recorded is safe.")
        window = self._program.window
        if isinstance(window, MainWindow):
            ways = (
                (self.tr("Problem report…"), window.beside.report_problem),
                (self.tr("Close"), window.note.silence),
            )
            window.note.say("caution", text, ways)
        else:
            said = self.tr("kgdesk did not close properly the last time.")
            self._program.tell(EndedBefore(said, details=str(log)))

    def report(self, fault: str) -> None:
        """Offer a problem report about a fault, before the message that tells of it."""
        from kgdesk.ui.dialogs.problem import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        window = self._program.window
        session = window.desk.session if isinstance(window, MainWindow) else None
        over = QApplication.activeModalWidget() or window
        show_problem_report(log_file(), over, fault=fault, session=session)

    def restart(self) -> None:
        """End as usual and begin anew, with the study that is open and whoever works on it."""
        window = self._program.window
        self.again = []
        if isinstance(window, MainWindow):
            by = window.desk.who.operator
            self.again = ["open", absolute(window.desk.session.place), *([f"--by={by}"] if by else [])]
        QApplication.exit(0)
