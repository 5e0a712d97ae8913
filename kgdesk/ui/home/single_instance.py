"""One running window for each user: a second start hands its study to the first."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout
from PySide6.QtCore import QDeadlineTimer, QObject, QThread, Signal

from kgdesk.paths import make_folder, user_data_dir

try:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket
except ImportError:  # a minimal Linux may lack libgssapi (Kerberos), which QtNetwork links to
    _CAN_RING = False
else:
    _CAN_RING = True


#: Milliseconds to wait for the running instance. One that does not answer hangs: a second window is better than none.
_PATIENCE_MS = 10_000

_PAUSE_MS = 50

_LARGEST = 64 * 1024

_TAKEN = b"taken\n"

#: Maximum length of a socket path in bytes. sun_path has 104 on some systems, the final NUL included.
_LONGEST = 100


class SingleInstance(QObject):
    """Single-instance guard: a file lock decides which process runs, a local socket receives later starts.

    The system releases the lock of a process that dies, so a stale lock file blocks no start.

    Parameters
    ----------
    folder
        Folder of the lock and the socket; the user data folder without it.
    """

    #: A later start: the study's path or address (or empty), and the operator given (or empty).
    study_received = Signal(str, str)

    def __init__(self, parent: QObject | None = None, folder: Path | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or user_data_dir()
        # A home folder may be shared by computers (NFS); lock and socket are local to one.
        self._host = _digest(platform.node())
        self._lock: FileLock | None = None
        self._server: QLocalServer | None = None

    def send_to_running(self, study: str = "", by: str = "") -> bool:
        """Send a study to the running instance, or become the running instance.

        Parameters
        ----------
        study
            Path or address of a study; empty to raise the window only.
        by
            Operator given for it.

        Returns
        -------
        bool
            True if a running instance has confirmed the request. False if this process is now the running one, or if
            the other does not answer within 10 s.
        """
        line = json.dumps({"study": study, "by": by}).encode() + b"\n"
        patience = QDeadlineTimer(_PATIENCE_MS)
        while self._is_taken():
            if _handed_over(self._name(), line, patience):
                return True
            if patience.hasExpired():
                return False
            QThread.msleep(_PAUSE_MS)  # the other is starting or ending
        return False

    def stop_listening(self) -> None:
        """Close the socket and release the lock."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _is_taken(self) -> bool:
        """Return whether another process holds the lock; acquire it and listen if none does."""
        if not _CAN_RING:
            return False  # without QtNetwork every start opens its own window
        lock = FileLock(self._folder / f"window-{self._host}.lock")
        try:
            make_folder(self._folder)
            lock.acquire(timeout=0)
        except Timeout:
            return True
        except (OSError, NotImplementedError):
            return False  # the file system supports no locks: every start opens its own window
        self._lock = lock
        self._listen()
        return False

    def _listen(self) -> None:
        name = self._name()
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._answer_all)
        QLocalServer.removeServer(name)  # stale socket of a dead process: we hold the lock
        if name and server.listen(name):
            self._server = server
        else:
            server.deleteLater()

    def _name(self) -> str:
        """Return the name of the socket; empty if no private one is possible."""
        name = f"kgdesk-{_digest(str(self._folder.absolute()))}-{self._host}"
        if sys.platform == "win32":
            return name  # a named pipe; UserAccessOption restricts it to this user
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
        caller.flush()  # before `study_received`: opening a study may take a while
        caller.disconnectFromServer()  # Qt sends what is written first
        self.study_received.emit(*call)


def _handed_over(name: str, line: bytes, patience: QDeadlineTimer) -> bool:
    caller = QLocalSocket()
    caller.connectToServer(name)
    if not caller.waitForConnected(_left(patience)):
        return False
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        ctypes.windll.user32.AllowSetForegroundWindow(-1)  # else only the task bar button flashes
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
    """Return a folder with a short path and mode 0700, owned by this user; None if there is none."""
    if sys.platform == "win32":
        return None
    room = Path(tempfile.gettempdir()) / f"kgdesk-{os.getuid()}"
    try:
        room.mkdir(mode=0o700, exist_ok=True)
        status = room.lstat()
    except OSError:
        return None
    # lstat: a symbolic link has another file type in its mode and is refused.
    return room if status.st_uid == os.getuid() and status.st_mode == 0o40700 else None
