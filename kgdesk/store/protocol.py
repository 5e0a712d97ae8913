"""The `EventStore` protocol that the SQLite and PostgreSQL stores implement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from kgdesk.model.study.events import Event, Head, NewEvent
    from kgdesk.store.chain import Verification


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
    """Return the operator of an event as a writer, since the time of the event on the clock of the workstation."""
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{event.utc_offset}").tzinfo
        since = datetime.fromisoformat(event.recorded_at_utc).astimezone(zone)
    except (ValueError, OverflowError):
        since = datetime.fromtimestamp(0, UTC)  # an archive may hold a time that no clock can show
    return Writer(event.actor, event.workstation, since)


class ClosingStore:
    """Base of the stores: a context manager that closes the store, in which any number of windows may record."""

    def claim(self, writer: Writer) -> None:
        """Become a window that records in the study; any number of them may."""

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
        """Become a writer of the study; raises if another process holds it exclusively."""
        ...

    def claim(self, writer: Writer) -> None:
        """Become the only window that records in a study file, or raise. On a server several windows may record."""
        ...

    @property
    def unclean_exit_by(self) -> Writer | None:
        """The previous window or writer if it did not close the study (crash or power cut); None otherwise."""
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
