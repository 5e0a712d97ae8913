"""The writer's lock: one program writes to a study, and the others can say who it is."""

from __future__ import annotations

import json
import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import filelock

from kgdesk.errors import ReadOnlyStudy, StudyInUse, phrase

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST_RECORD = 4096
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Writer:
    """Who holds a study open for writing.

    Parameters
    ----------
    operator, workstation
        As people know them.
    since
        On the clock of the workstation.
    """

    operator: str
    workstation: str
    since: datetime


class WriterLock:
    """A lock on a hidden file beside the study; the system drops it when its process ends, however it ends.

    A second hidden file says who holds it. It is only for people: a stale one locks nothing.
    """

    def __init__(self, study: Path) -> None:
        self._study = study
        self._record = study.with_name(f".{study.name}.writer")
        self._lock: filelock.BaseFileLock | None = None
        #: Whose note lay there when the lock was taken: who closes a study removes it.
        self.left_by: Writer | None = None

    def take(self, writer: Writer) -> None:
        """Hold the lock from now on.

        Raises
        ------
        StudyInUse
            Somebody else holds it; the text says who, where and since when.
        ReadOnlyStudy
            No lock can be made here.
        """
        try:
            lock = filelock.FileLock(
                self._study.with_name(f".{self._study.name}.lock"),
                mode=stat.S_IMODE(self._study.stat().st_mode) & 0o666 | 0o600,  # who made it must reach it
                thread_local=False,
                fallback_to_soft=False,  # a mere file would outlive a killed process
            )
            lock.acquire(timeout=0)
        except filelock.Timeout:
            raise StudyInUse(self._sentence(writer)) from None
        except (OSError, NotImplementedError) as cause:
            raise ReadOnlyStudy(
                phrase(
                    "The folder {parent} cannot be written, so {name} can be read but not changed. Ask "
                    "for the right to write there, or copy the study to another folder.",
                    parent=self._study.parent,
                    name=self._study.name,
                ),
                details=str(cause),
            ) from None
        self._lock = lock
        self.left_by = self.holder()
        self._write(writer)

    def release(self) -> None:
        """Let go of the lock; does nothing if it is not held."""
        if self._lock is not None:
            with suppress(OSError):
                self._record.unlink()
            self._lock.release()
            self._lock = None

    def holder(self) -> Writer | None:
        """Read who noted that they hold the lock; None if nobody did or the note cannot be read."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            handle = os.open(self._record, flags)
            try:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    return None
                note = json.loads(os.read(handle, _LONGEST_RECORD))
            finally:
                os.close(handle)
            return Writer(
                _shown(note["operator"]), _shown(note["workstation"]), datetime.fromisoformat(note["since"])
            )
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def _write(self, writer: Writer) -> None:
        note = {
            "operator": writer.operator,
            "workstation": writer.workstation,
            "since": writer.since.isoformat(timespec="seconds"),
            "process": os.getpid(),
        }
        part = self._study.with_name(f".kgdesk-{secrets.token_hex(8)}.part")
        # Without the note the lock still holds; the others only cannot say whose it is.
        with suppress(OSError):
            part.write_text(json.dumps(note), encoding="utf-8")
            part.replace(self._record)
        with suppress(OSError):
            part.unlink()

    def _sentence(self, asking: Writer) -> str:
        way = phrase("You can read it here; close it there to write here.")
        found = self.holder()
        if found is None:
            return phrase(
                "{name} is open in another window or on another computer. {way}",
                name=self._study.name,
                way=way,
            )
        same_day = found.since.date() == asking.since.date()
        since = found.since.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")
        return phrase(
            "{name} is open on {workstation} by {operator} since {since}. {way}",
            name=self._study.name,
            workstation=found.workstation,
            operator=found.operator,
            since=since,
            way=way,
        )


def _shown(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST_NAME]
