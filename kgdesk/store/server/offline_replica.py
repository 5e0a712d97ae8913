"""A study on a server with its copy on this computer, which is read while the server is away."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from kgdesk.errors import ReadOnlyStudy, ServerAway, StoreError, StudyInUse, phrase
from kgdesk.store.protocol import ClosingStore, Writer
from kgdesk.store.server.address import without_password
from kgdesk.store.server.postgres import PostgresStore
from kgdesk.store.sqlite import SqliteStore
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event, Head, NewEvent
    from kgdesk.store.chain import Verification

_AGAIN_S = 15.0
#: Who keeps the copy of a study that is open for reading.
_NOBODY = Writer("a reader", "this computer", datetime.fromtimestamp(0, UTC))


class OfflineReplica(ClosingStore):
    """What `PostgresStore` does, and reading without a server; made by `create`, `create_from` and `open`.

    The copy is a convenience: it is made anew where it does not fit, and nobody else reads it.
    """

    def __init__(
        self, place: str, far: PostgresStore | None, near: SqliteStore | None, reason: str | None
    ) -> None:
        self._place = place
        self._far, self._near = far, near
        self._reason = reason
        self._tried = time.monotonic()

    @classmethod
    def create(cls, place: str | Path, events: Sequence[NewEvent], *, writer: Writer | None = None) -> Self:
        """Make a study on the server; see `PostgresStore.create`."""
        return cls._with_copy(str(place), PostgresStore.create(place, events, writer=writer), writer)

    @classmethod
    def create_from(cls, place: str | Path, events: Sequence[Event], *, writer: Writer | None = None) -> Self:
        """Make a study of stored events on the server; see `PostgresStore.create_from`."""
        return cls._with_copy(str(place), PostgresStore.create_from(place, events, writer=writer), writer)

    @classmethod
    def open(cls, place: str | Path, *, writer: Writer | None, read_only: bool = False) -> Self:
        """Open a study on the server, or its copy while the server is away.

        Raises
        ------
        ServerAway
            It is, and there is no copy yet.
        NotAStudy, DamagedStudy, NewerStudy, StoreError
            As for `PostgresStore.open`.
        """
        place = str(place)
        try:
            far = PostgresStore.open(place, writer=writer, read_only=read_only)
        except ServerAway as away:
            path = replica_path(place)
            if not path.exists():
                raise
            near = SqliteStore.open(path, writer=None)
            return cls(place, None, near, str(away) if writer is None or read_only else None)
        return cls._with_copy(place, far, writer)

    @property
    def name(self) -> str:
        """The study's name."""
        return PostgresStore.name_in(self._place)

    @property
    def away(self) -> bool:
        """Whether the server did not answer last time."""
        return self._far is None

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in a sentence; None when it can, or can wait for the server."""
        return self._reason if self._far is None else self._far.read_only_reason

    @property
    def left_by(self) -> Writer | None:
        """Nobody: a server notices by itself who has gone."""
        return None

    @property
    def kept_old(self) -> Path | None:
        """None: on a server the entries themselves say which format they need."""
        return None

    def lock(self, writer: Writer) -> None:
        """Become one of the writers."""
        self._server().lock(writer)

    def restrict(self, reason: str) -> None:
        """Give up writing for a reason that is then told."""
        self._reason = reason
        if self._far is not None:
            self._far.restrict(reason)

    def head(self) -> Head:
        """Read the number and the hash of the last event."""
        return self._reader().head()

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Record events on the server; see `PostgresStore.append_if_head`."""
        if self._far is None and self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        try:
            stored = self._server().append_if_head(expected, events)
        except ServerAway:  # a connection that broke is made anew once; the ids keep the entry single
            self._lose()
            try:
                stored = self._server().append_if_head(expected, events)
            except ServerAway:
                self._lose()
                raise
        self._copy(stored)
        return stored

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read the events from number `seq` on and verify them, from the copy while the server is away."""
        try:
            return self._reader().read_from(seq)
        except ServerAway:
            self._lose()
            return self._reader().read_from(seq)

    def news_since(self, head: Head) -> bool:
        """Return whether somebody may have recorded something; tries now and then whether the server is back."""
        if self._far is None and time.monotonic() - self._tried < _AGAIN_S:
            return False
        try:
            found = self._server().news_since(head)
        except ServerAway:
            self._lose()
            return False
        if found:
            self._copy()
        return found

    def verify(self) -> Verification:
        """Follow the whole chain."""
        return self._reader().verify()

    def export(self) -> Iterator[str]:
        """Yield the whole study as lines of JSON."""
        return self._reader().export()

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study as it is now to a study file."""
        return self._reader().backup(dest)

    def close(self) -> None:
        """Let go of server and copy; closing twice is fine."""
        self._reason = phrase("{name} is closed.", name=self.name)
        for store in (self._far, self._near):
            if store is not None:
                store.close()

    @classmethod
    def _with_copy(cls, place: str, far: PostgresStore, writer: Writer | None) -> Self:
        near = None
        with suppress(StoreError):
            near = _copy_of(place, far, writer)
        return cls(place, far, near, far.read_only_reason)

    def _server(self) -> PostgresStore:
        if self._far is None:
            self._tried = time.monotonic()
            self._far = PostgresStore(self._place, self._reason)
        return self._far

    def _reader(self) -> PostgresStore | SqliteStore:
        if self._far is not None:
            return self._far
        if self._near is None:
            raise ServerAway(
                phrase(
                    "The server {place} cannot be reached. Check the network and try again.",
                    place=without_password(self._place),
                )
            )
        return self._near

    def _lose(self) -> None:
        if self._far is not None:
            self._far.close()
        self._far, self._tried = None, time.monotonic()

    def _copy(self, stored: Sequence[Event] = ()) -> None:
        """Bring the copy up to date; one that cannot be is a convenience less.

        Parameters
        ----------
        stored
            What the server has just stored: it is not read once more where it follows the copy.
        """
        if self._near is not None and self._far is not None and self._near.read_only_reason is None:
            with suppress(StoreError):
                head = self._near.head()
                follows = bool(stored) and stored[0].prev_hash == head.hash
                self._near.take_in(stored if follows else self._far.read_from(head.seq + 1))


def replica_path(place: str) -> Path:
    """Return where the copy of a study on a server lies, made or not."""
    return user_data_dir(
        "copies", f"{hashlib.sha256(without_password(place).encode()).hexdigest()[:32]}.kgstudy"
    )


def _copy_of(place: str, far: PostgresStore, writer: Writer | None) -> SqliteStore:
    path = replica_path(place)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        near = SqliteStore.open(path, writer=writer or _NOBODY)
    except StudyInUse:  # another window of this person keeps it
        return SqliteStore.open(path, writer=None)
    except StoreError:
        path.unlink(missing_ok=True)
        return SqliteStore.create_from(path, far.read_from())
    head = near.head()
    before = far.read_from(head.seq)
    if before and before[0].hash == head.hash:
        near.take_in(before[1:])
        return near
    near.close()
    path.unlink()
    return SqliteStore.create_from(path, far.read_from())
