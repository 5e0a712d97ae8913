"""Crash handling: excepthook, log file, and a lock file that marks a running process."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import traceback
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from kgdesk.errors import KgdeskError, OwnFault
from kgdesk.paths import make_folder, user_data_dir
from kgdesk.ui.widgets.messages import message_box

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import TextIO


_LOG = logging.getLogger("kgdesk")


class CrashMarker:
    """Detect processes that ended without closing, by a locked marker file per process.

    An abort (Qt, native code, power loss) raises no exception, and a windowed program has no console. The marker
    is locked while the process lives; an unlocked marker belongs to a process that died.

    Parameters
    ----------
    folder
        Folder of the log; created if missing. If it is not writable, nothing is marked and the program runs on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._marker = folder / f"running-{os.getpid()}.lock"
        self._lock: FileLock | None = None
        self._faults: TextIO | None = None

    def start(self) -> tuple[str, ...]:
        """Mark this process as running and enable faulthandler; return the fault texts of dead processes.

        An empty text means that nothing is known about the end of that process.
        """
        try:
            make_folder(self._folder)
            died = self._collect()
            lock = FileLock(self._marker)
            lock.acquire(timeout=0)
            self._lock = lock
            self._faults = _faults_of(self._marker).open("w", encoding="utf-8")
            faulthandler.enable(self._faults)
        except (OSError, Timeout, NotImplementedError):
            self.end()
            return ()
        return died

    def end(self) -> None:
        """Remove the marker: this process closes properly."""
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None
            _remove(_faults_of(self._marker))
        if self._lock is not None:
            self._lock.release()
            self._lock = None
            _remove(self._marker)

    def _collect(self) -> tuple[str, ...]:
        died = []
        for marker in sorted(self._folder.glob("running-*.lock")):
            lock = FileLock(marker)
            try:
                lock.acquire(timeout=0)
            except (Timeout, OSError, NotImplementedError):
                continue  # its process is running
            words = _read(_faults_of(marker))
            lock.release()
            _remove(marker)
            _remove(_faults_of(marker))
            _LOG.error(
                "kgdesk (%s) ended without closing. %s", marker.stem, words or "Nothing more is known."
            )
            died.append(words)
        return tuple(died)


def _faults_of(marker: Path) -> Path:
    return marker.with_suffix(".txt")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


_LOG_BYTES, _OLD_LOGS = 1_000_000, 4


class ExceptionHandler(QObject):
    """Outermost exception handler (sys.excepthook): log every uncaught exception and show it.

    After a bug the program's state is unknown, so input is blocked: an application-modal message stays until the
    user restarts or closes.

    Parameters
    ----------
    app
        Its active window is the message's parent.
    log
        The log file, shown with the details.
    """

    #: The user wants a problem report with these details.
    report_requested = Signal(str)
    #: The user wants to restart the program.
    restart_requested = Signal()
    #: The user wants to close the program.
    close_requested = Signal()

    def __init__(self, app: QApplication, log: Path) -> None:
        super().__init__(app)
        self._log = log
        self._box: QMessageBox | None = None
        self._fallen = False
        self._before = sys.excepthook
        sys.excepthook = self.handle

    @property
    def fallen(self) -> bool:
        """Whether a bug was met; the program must close."""
        return self._fallen

    def handle(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Handle an uncaught exception (signature of sys.excepthook)."""
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, fault, trace)
            return
        details = "".join(traceback.format_exception(kind, fault, trace))
        _LOG.error("%s", details)
        if self._fallen or (self._box is not None and isinstance(fault, KgdeskError)):
            return  # one message at a time: a repeating fault would cover the window with boxes
        problem = (
            fault
            if isinstance(fault, KgdeskError)
            else OwnFault(self.tr("kgdesk met a fault of its own and has to close."), details=details)
        )
        box = self._box = message_box(problem, QApplication.activeWindow())
        box.setObjectName("fault")
        if isinstance(problem, OwnFault):
            self._fallen = True
            self._offer(box, details)
        box.finished.connect(lambda: self._message_closed(box))
        box.open()

    def release(self) -> None:
        """Restore the previous excepthook."""
        sys.excepthook = self._before

    def _offer(self, box: QMessageBox, details: str) -> None:
        report = box.addButton(self.tr("&Save a problem report…"), QMessageBox.ButtonRole.ActionRole)
        report.setObjectName("fault.report")
        report.clicked.disconnect()  # message_box closes on every button; the report opens over it
        report.clicked.connect(lambda: self.report_requested.emit(details))
        restart = box.addButton(self.tr("&Restart kgdesk"), QMessageBox.ButtonRole.AcceptRole)
        restart.setObjectName("fault.restart")
        restart.clicked.connect(self.restart_requested)
        # DestructiveRole, because Esc triggers RejectRole: a key pressed without reading must not end the program.
        close = box.addButton(self.tr("&Close kgdesk"), QMessageBox.ButtonRole.DestructiveRole)
        close.setObjectName("fault.close")
        close.clicked.connect(self.close_requested)
        box.setDefaultButton(restart)
        box.setWindowModality(Qt.WindowModality.ApplicationModal)

    def _message_closed(self, box: QMessageBox) -> None:
        box.deleteLater()
        if self._box is box:
            self._box = None


def log_file() -> Path:
    """Return the path of the log file."""
    return user_data_dir("kgdesk.log")


def keep_log(path: Path) -> logging.Handler | None:
    """Log warnings and errors to a rotating file (1 MB, 4 old ones); return None if the folder is not writable."""
    try:
        make_folder(path.parent)
        handler = RotatingFileHandler(
            path, maxBytes=_LOG_BYTES, backupCount=_OLD_LOGS, encoding="utf-8", delay=True
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    _LOG.addHandler(handler)
    return handler
