"""The `EventStore` protocol that the SQLite and PostgreSQL stores implement, and the writer's lock."""

from __future__ import annotations

import json
import os
import secrets
import stat
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, Self

import filelock

from kgdesk.errors import NotSaved, ReadOnlyStudy, StudyInUse
from kgdesk.paths import sweep_parts
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from kgdesk.model.study.events import Event, Head, NewEvent
    from kgdesk.store.chain import Verification


_LONGEST_RECORD = 4096

#: Seconds that an append waits for another program to finish its own.
LOCK_S = 5.0
#: Seconds between two attempts to take the lock; an append takes about a millisecond.
_POLL_S = 0.005

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Writer:
    """The user who has a study open for writing.

    Parameters
    ----------
    operator, workstation
        Names to display.
    since
        Time of opening, on the clock of the workstation.
    """

    operator: str
    workstation: str
    since: datetime


def writer_of(event: NewEvent) -> Writer:
    """Return who recorded an event, since its time on the clock of the workstation."""
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{event.utc_offset}").tzinfo
        since = datetime.fromisoformat(event.recorded_at_utc).astimezone(zone)
    except (ValueError, OverflowError):
        since = datetime.fromtimestamp(0, UTC)  # an archive may hold what no clock showed
    return Writer(event.actor, event.workstation, since)


class WriterLock:
    """Advisory lock on a hidden file beside the study; the system releases it when the process ends, even by a crash.

    A second hidden file records who holds it for longer than an append. It serves only for messages: a stale one locks
    nothing.

    Parameters
    ----------
    study
        The study file.
    window
        Whether this is the lock of the one window that records in the study, instead of the lock for writing.
    """

    def __init__(self, study: Path, *, window: bool = False) -> None:
        self._study = study
        self._place = study.with_name(f".{study.name}.{'window' if window else 'lock'}")
        self._record = study.with_name(f".{study.name}.{'shown' if window else 'writer'}")
        self._lock: filelock.BaseFileLock | None = None
        #: The holder recorded when the lock was taken. A proper close removes the record, so this one did not close.
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
            The lock file cannot be created here.
        """
        self._acquire(writer, wait)
        sweep_parts(self._study.parent)
        self.unclean_exit_by = self.holder()
        self._write(writer)

    @contextmanager
    def for_append(self, writer: Writer) -> Iterator[None]:
        """Hold the lock for one append, unless it is held already; who holds it so briefly is not recorded.

        Raises
        ------
        NotSaved
            Another process holds it for longer; the message says who. Nothing was written, and trying again is safe.
        ReadOnlyStudy
            The lock file cannot be created here.
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
            self._let_go()

    def _acquire(self, writer: Writer, wait: float) -> None:
        try:
            lock = filelock.FileLock(
                self._place,
                mode=stat.S_IMODE(self._study.stat().st_mode) & 0o666 | 0o600,  # the owner must reach it
                thread_local=False,
                fallback_to_soft=False,  # a soft lock is a mere file and would outlive a killed process
            )
            lock.acquire(timeout=wait, poll_interval=_POLL_S)
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

    def release(self) -> None:
        """Release the lock and remove the record; a no-op if it is not held."""
        if self._lock is not None:
            with suppress(OSError):
                self._record.unlink()
            self._let_go()

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def holder(self) -> Writer | None:
        """Read the recorded holder of the lock; None if there is no record or it cannot be read."""
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
        # The lock holds without this record; other processes then cannot name its holder.
        with suppress(OSError):
            part.write_text(json.dumps(note), encoding="utf-8")
            part.replace(self._record)
        with suppress(OSError):
            part.unlink()

    def _sentence(self, asking: Writer) -> str:
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


def _shown(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST_NAME]


class ClosingStore:
    """Base class of stores: a context manager that calls `close`, and admits any number of windows."""

    def claim(self, writer: Writer) -> None:
        """Do nothing: any number of windows record in the study."""

    def close(self) -> None:
        """Release all resources. Idempotent."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class EventStore(Protocol):
    """The append-only event log of one study; events are verified before they are returned.

    `place` is a path (SQLite) or an address (PostgreSQL). Raises only errors of `kgdesk.errors`, never those of
    the underlying library.
    """

    @classmethod
    def create(
        cls, place: str | Path, events: Sequence[NewEvent], /, *, writer: Writer | None = None
    ) -> Self:
        """Create a study from its first events, atomically, and open it for writing."""
        ...

    @classmethod
    def create_from(
        cls, place: str | Path, events: Sequence[Event], /, *, writer: Writer | None = None
    ) -> Self:
        """Import: create a study from stored events; every hash stays the same."""
        ...

    @classmethod
    def open(cls, place: str | Path, /, *, writer: Writer | None, read_only: bool = False) -> Self:
        """Open a study and verify its hash chain."""
        ...

    @property
    def name(self) -> str:
        """Name of the study."""
        ...

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        ...

    def lock(self, writer: Writer) -> None:
        """Become a writer of the study; raises if another one holds it for itself."""
        ...

    def claim(self, writer: Writer) -> None:
        """Become the one window that records in a study file; raises if there is another. A server has no such rule."""
        ...

    @property
    def unclean_exit_by(self) -> Writer | None:
        """The previous window, or holder, if they did not close the study (crash or power cut); None otherwise."""
        ...

    def restrict(self, reason: str) -> None:
        """Make the store read-only; `reason` becomes `read_only_reason`."""
        ...

    def head(self) -> Head:
        """Read the sequence number and hash of the last event."""
        ...

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Compare-and-append: record events durably if `expected` is the head. Idempotent by event id."""
        ...

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read and verify the events from number `seq` on."""
        ...

    def news_since(self, head: Head) -> bool:
        """Return whether events were recorded after `head`. Cheap, since it is polled."""
        ...

    def verify(self) -> Verification:
        """Verify the whole hash chain."""
        ...

    def export(self) -> Iterator[str]:
        """Yield the whole study as JSON lines."""
        ...

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study to a new file, which appears only after its verification."""
        ...

    def close(self) -> None:
        """Release file, connection and lock."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...
