"""Single-instance guard over QLocalSocket, and studies that macOS hands over as events."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from PySide6.QtCore import QDeadlineTimer, QEvent, QObject, QThread, Signal
from PySide6.QtGui import QFileOpenEvent

from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class FileOpenFilter(QObject):
    """Listens for files that the system hands over.

    Parameters
    ----------
    app
        Gets the events.
    """

    #: The path of a file that was double-clicked.
    opened = Signal(str)

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the file."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.opened.emit(event.file())
            return True
        return super().eventFilter(watched, event)


try:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket
except ImportError:  # a lean Linux lacks Kerberos, which Qt's network library is linked to
    _CAN_RING = False
else:
    _CAN_RING = True


#: A program that does not answer for so long hangs: a window of its own is better than none.
_PATIENCE_MS = 10_000

_PAUSE_MS = 50

_LARGEST = 64 * 1024

_TAKEN = b"taken\n"

#: Unix allows 104 bytes on some systems, the zero at the end included.
_LONGEST = 100


class SingleInstance(QObject):
    """Hangs in the person's own folder; whoever holds its lock is the running program.

    The system frees the lock of a process that dies, so that what it left behind stops nobody.

    Parameters
    ----------
    folder
        Of this person and installation; that of KGDESK_DATA or of the system without it.
    """

    #: A later start: the place of a study, empty for none, and the operator whom it named, empty for none.
    study_received = Signal(str, str)

    def __init__(self, parent: QObject | None = None, folder: Path | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or user_data_dir()
        # A home folder may be shared by computers; a lock or a socket in it is of one of them.
        self._host = _digest(platform.node())
        self._lock: FileLock | None = None
        self._server: QLocalServer | None = None

    def send_to_running(self, study: str = "", by: str = "") -> bool:
        """Hand over to the running program, or become it.

        Parameters
        ----------
        study
            Place of a study to open; empty to come to the front only.
        by
            Operator named for it.

        Returns
        -------
        bool
            True when a running program has taken the call. False when this is the running one from now on, or when
            the other does not answer.
        """
        line = json.dumps({"study": study, "by": by}).encode() + b"\n"
        patience = QDeadlineTimer(_PATIENCE_MS)
        while self._is_taken():
            if _handed_over(self._name(), line, patience):
                return True
            if patience.hasExpired():
                return False
            QThread.msleep(_PAUSE_MS)  # it is starting or ending
        return False

    def stop_listening(self) -> None:
        """Let the next start be the running one."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _is_taken(self) -> bool:
        """Return whether another process has the bell; hang it up here if none has."""
        if not _CAN_RING:
            return False  # each start is on its own
        lock = FileLock(self._folder / f"window-{self._host}.lock")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=0)
        except Timeout:
            return True
        except (OSError, NotImplementedError):
            return False  # a folder that takes no lock: each start is on its own, as without a bell
        self._lock = lock
        self._listen()
        return False

    def _listen(self) -> None:
        name = self._name()
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._answer_all)
        QLocalServer.removeServer(name)  # left by one that died: the lock is ours
        if name and server.listen(name):
            self._server = server
        else:
            server.deleteLater()

    def _name(self) -> str:
        """Return the name of the socket; empty where no safe one can be had."""
        name = f"kgdesk-{_digest(str(self._folder.absolute()))}-{self._host}"
        if sys.platform == "win32":
            return name  # of a pipe, which only this user may open
        place = self._folder.absolute() / f"window-{self._host}.socket"
        if len(os.fsencode(place)) > _LONGEST:
            room = _private_room()
            return str(room / name) if room is not None else ""
        return str(place)

    def _answer_all(self) -> None:
        server = self._server
        while server is not None and server.hasPendingConnections():
            caller = server.nextPendingConnection()
            caller.disconnected.connect(caller.deleteLater)
            caller.readyRead.connect(lambda caller=caller: self._answer(caller))
            self._answer(caller)

    def _answer(self, caller: QLocalSocket) -> None:
        if not caller.canReadLine():
            if caller.bytesAvailable() > _LARGEST:
                caller.abort()
            return
        call = _call_of(bytes(caller.readLine(_LARGEST).data()))
        if call is None:
            caller.abort()
            return
        caller.write(_TAKEN)
        caller.flush()  # what is opened now may take a while
        caller.disconnectFromServer()  # after what is written
        self.study_received.emit(*call)


def _handed_over(name: str, line: bytes, patience: QDeadlineTimer) -> bool:
    caller = QLocalSocket()
    caller.connectToServer(name)
    if not caller.waitForConnected(_left(patience)):
        return False
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        ctypes.windll.user32.AllowSetForegroundWindow(-1)  # else Windows only lets it flash in the task bar
    caller.write(line)
    while not caller.canReadLine():
        if not caller.waitForReadyRead(_left(patience)):
            return False
    return bytes(caller.readLine().data()) == _TAKEN


def _left(patience: QDeadlineTimer) -> int:
    return max(1, int(patience.remainingTime()))


def _call_of(line: bytes) -> tuple[str, str] | None:
    try:
        call = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict):
        return None
    study, by = call.get("study"), call.get("by")
    return (study, by) if isinstance(study, str) and isinstance(by, str) else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]


def _private_room() -> Path | None:
    """Return a folder with a short path that nobody else may enter; None where there is none."""
    if sys.platform == "win32":
        return None
    room = Path(tempfile.gettempdir()) / f"kgdesk-{os.getuid()}"
    try:
        room.mkdir(mode=0o700, exist_ok=True)
        status = room.lstat()
    except OSError:
        return None
    # A link is no folder: its mode has another type.
    return room if status.st_uid == os.getuid() and status.st_mode == 0o40700 else None
