"""Locks on a study file: one program at a time writes to it, and one window at a time records in it."""

from __future__ import annotations

import json
import os
import secrets
import stat
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING

from kgdesk.errors import NotSaved, StudyInUse
from kgdesk.paths import copy_rights, open_regular, same_rights, sweep_parts
from kgdesk.store.error_messages import refused_lock
from kgdesk.store.protocol import Writer
from kgdesk.store.side_files import lock_files, refuse_strange_side_files
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import filelock

#: Seconds that an append waits for another program to finish its own.
LOCK_S = 5.0
#: Seconds that `locked_out` waits for an append of another process to end.
_LOCK_OUT_S = 1.0
#: Seconds between two attempts to take the lock; an append takes about a millisecond.
_POLL_S = 0.005
#: Bytes of the record that are read: anyone who may write to the folder can put a record of any size there.
_LONGEST_RECORD = 4096
#: Characters of a name in that record that are shown.
_LONGEST_NAME = 60


class WriterLock:
    """Advisory lock on a hidden file beside the study; the system releases it when the process ends, even by a crash.

    A second hidden file, the record, says who holds the lock for longer than an append. It is used in messages only: a
    record that a crash left behind locks nothing.

    Parameters
    ----------
    study
        The study file.
    window
        True for the lock of the window that records in the study, False for the lock for writing.
    """

    def __init__(self, study: Path, *, window: bool = False) -> None:
        self._study = study
        self._lock_file, self._record = lock_files(study, window=window)
        self._lock: filelock.BaseFileLock | None = None
        #: The holder on record when the lock was taken. Closing removes the record, so that program has crashed.
        self.unclean_exit_by: Writer | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._lock is not None

    def take(self, writer: Writer, *, wait: float = 0) -> None:
        """Acquire the lock and record `writer` as its holder.

        Parameters
        ----------
        writer
            Holder, for the messages of others.
        wait
            Seconds to wait for another holder.

        Raises
        ------
        StudyInUse
            Another process holds it; the message says who, where and since when.
        ReadOnlyStudy
            The lock file cannot be created or opened; the message says why.
        NotSaved
            The study is not at its place any more.
        StoreError
            What has the name of the lock is not a regular file.
        """
        self._acquire(writer, wait)
        sweep_parts(self._study.parent)
        self.unclean_exit_by = self.holder()
        self._write_record(writer)

    @contextmanager
    def for_append(self, writer: Writer) -> Iterator[None]:
        """Hold the lock for one append, unless it is held already; who holds it for so short a time is not noted.

        Raises
        ------
        NotSaved
            Another process does not release it in time, and the message says which; or the study is no longer where it
            was. Nothing was written, and retrying is safe.
        ReadOnlyStudy
            The lock file cannot be created or opened; the message says why.
        StoreError
            Something that is not a regular file has the name of the lock file.
        """
        if self._lock is not None:
            yield
            return
        try:
            self._acquire(writer, LOCK_S)
        except StudyInUse as cause:
            raise NotSaved(phrase("{reason} Nothing was recorded.", reason=cause.sentence)) from cause
        try:
            yield
        finally:
            self._release_lock_file()

    def _acquire(self, writer: Writer, wait: float) -> None:
        import filelock  # noqa: PLC0415 - its import takes 10 ms, and what only reads locks nothing

        refuse_strange_side_files(self._study)
        try:
            lock = filelock.FileLock(
                self._lock_file,
                # The rights of the study, so that anyone who may write to it can lock it; the owner always can.
                mode=stat.S_IMODE(self._study.stat().st_mode) & 0o666 | 0o600,
                thread_local=False,
                fallback_to_soft=False,  # a soft lock is only a file and would outlive a killed process
            )
            lock.acquire(timeout=wait, poll_interval=_POLL_S)
        except filelock.Timeout:
            raise StudyInUse(self._in_use_message(writer)) from None
        except (OSError, NotImplementedError) as cause:
            raise refused_lock(self._study, self._lock_file, cause) from None
        self._lock = lock
        if not same_rights(self._study, self._lock_file):
            copy_rights(self._study, self._lock_file)

    def release(self) -> None:
        """Remove the record and release the lock; does nothing if it is not held."""
        if self._lock is not None:
            with suppress(OSError):
                self._record.unlink()  # before the release, after which it may be that of the next holder
            self._release_lock_file()

    def _release_lock_file(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def holder(self) -> Writer | None:
        """Read the recorded holder of the lock; None if there is no record or it cannot be read."""
        # Anyone who may write to the folder can put a link or a pipe there: do not follow the link, do not wait for the
        # pipe.
        try:
            with open_regular(self._record) as stream:
                note = json.loads(stream.read(_LONGEST_RECORD))
            return Writer(
                _printable(note["operator"]),
                _printable(note["workstation"]),
                datetime.fromisoformat(note["since"]),
            )
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def _write_record(self, writer: Writer) -> None:
        note = {
            "operator": writer.operator,
            "workstation": writer.workstation,
            "since": writer.since.isoformat(timespec="seconds"),
            "process": os.getpid(),
        }
        part = self._study.with_name(f".kgdesk-{secrets.token_hex(8)}.part")
        # Without the record the lock still holds; only its holder cannot be named. The record is renamed into place
        # because others read it without a lock.
        with suppress(OSError):
            part.write_text(json.dumps(note), encoding="utf-8")
            copy_rights(self._study, part)  # otherwise other users cannot read who holds the lock
            part.replace(self._record)
        with suppress(OSError):
            part.unlink()

    def _in_use_message(self, asking: Writer) -> str:
        """Return who holds the lock, as a sentence; the date is left out if it is that of `asking`."""
        way = phrase("You can read it here; close it there to write here.")
        holder = self.holder()
        if holder is None:
            return phrase(
                "{name} is open in another window or on another computer. {way}",
                name=self._study.name,
                way=way,
            )
        same_day = holder.since.date() == asking.since.date()
        since = holder.since.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")
        return phrase(
            "{name} is open on {workstation} by {operator} since {since}. {way}",
            name=self._study.name,
            workstation=holder.workstation,
            operator=holder.operator,
            since=since,
            way=way,
        )


def _printable(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST_NAME]


@contextmanager
def locked_out(path: Path, writer: Writer) -> Iterator[None]:
    """Keep windows, commands and scripts from writing to a study file during the block; the file need not exist.

    Raises
    ------
    StudyInUse
        A window records in it, or another process holds it.
    ReadOnlyStudy
        The folder cannot be written.
    StoreError
        What stands beside the study is not a regular file.
    """
    refuse_strange_side_files(path)
    locks = [WriterLock(path, window=True), WriterLock(path)] if path.exists() else []
    try:
        for lock in locks:
            lock.take(writer, wait=_LOCK_OUT_S)
        yield
    finally:
        for lock in locks:
            lock.release()
