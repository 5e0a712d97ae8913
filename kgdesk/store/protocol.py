"""What every store of events can do, whatever keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from kgdesk.model.events import Event, Head, NewEvent
    from kgdesk.store.chain import Verification
    from kgdesk.store.lock import Writer


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
