"""What every event store can do, whatever keeps it, and the lock of the one who writes."""

from __future__ import annotations

import json
import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, Self

import filelock

from kgdesk.errors import ReadOnlyStudy, StudyInUse, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from kgdesk.model.study.events import Event, Head, NewEvent
    from kgdesk.store.chain import Verification


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


def writer_of(event: NewEvent) -> Writer:
    """Return who recorded an event, since its time on the clock of the workstation."""
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{event.utc_offset}").tzinfo
        since = datetime.fromisoformat(event.recorded_at_utc).astimezone(zone)
    except (ValueError, OverflowError):
        since = datetime.fromtimestamp(0, UTC)  # an archive may hold what no clock showed
    return Writer(event.actor, event.workstation, since)


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


class ClosingStore:
    """A store that is closed at the end of a `with`, whatever happened in it."""

    def close(self) -> None:
        """Let go of what is held; closing twice is fine."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class EventStore(Protocol):
    """The events of one study: appended, never changed, verified before they are handed out.

    A place is a path or an address, as the store understands it. All errors are those of `kgdesk.errors`; a
    store never raises its library's own.
    """

    @classmethod
    def create(
        cls, place: str | Path, events: Sequence[NewEvent], /, *, writer: Writer | None = None
    ) -> Self:
        """Make a study of its first events, whole or not at all, open for writing."""
        ...

    @classmethod
    def create_from(
        cls, place: str | Path, events: Sequence[Event], /, *, writer: Writer | None = None
    ) -> Self:
        """Import: make a study of stored events; every hash stays as it is."""
        ...

    @classmethod
    def open(cls, place: str | Path, /, *, writer: Writer | None, read_only: bool = False) -> Self:
        """Open a study and verify it."""
        ...

    @property
    def name(self) -> str:
        """The study's name."""
        ...

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in a sentence; None when it can."""
        ...

    def lock(self, writer: Writer) -> None:
        """Become the study's only writer, or say who is."""
        ...

    @property
    def left_by(self) -> Writer | None:
        """Who wrote before and did not close the study: their program ended by a fault or with the power."""
        ...

    @property
    def kept_old(self) -> Path | None:
        """The file before an entry brought it to a newer form while this store was open; None if none did."""
        ...

    def restrict(self, reason: str) -> None:
        """Give up writing for a reason that is then told as `read_only_reason`."""
        ...

    def head(self) -> Head:
        """Read the number and the hash of the last event."""
        ...

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Record events behind a known head, durably; sending the same ones again returns the stored ones."""
        ...

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read verified events from a number on."""
        ...

    def news_since(self, head: Head) -> bool:
        """Return whether somebody else has recorded something behind a known head; asked often, so it is cheap."""
        ...

    def verify(self) -> Verification:
        """Follow the whole chain."""
        ...

    def export(self) -> Iterator[str]:
        """Yield the whole study as lines of JSON."""
        ...

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study to a new file that is verified before it appears."""
        ...

    def close(self) -> None:
        """Let go of the study."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...
