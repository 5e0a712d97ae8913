"""What is left behind when the program ends without a word: a marker, and what the interpreter last did."""

from __future__ import annotations

import faulthandler
import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

_LOG = logging.getLogger("kgdesk")


class BlackBox:
    """Marks a process as running, and finds the marks of those that did not close.

    An abort (of Qt, of a kernel, of the computer) raises nothing and a windowed program has no console. The marker
    is locked while the process lives; one that lies there unlocked belongs to a process that died.

    Parameters
    ----------
    folder
        Beside the log; made if need be. Where it cannot be written there is no box, and the program runs all the same.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._marker = folder / f"running-{os.getpid()}.lock"
        self._lock: FileLock | None = None
        self._faults: TextIO | None = None

    def start(self) -> tuple[str, ...]:
        """Mark this process as running; return what is known of each one that died, an empty text for nothing."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
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
        """Say that this process closes as it should."""
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
                continue  # that one is running
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
