"""A study on a server, with a local copy to read while the server cannot be reached."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from kgdesk.errors import AnswerLost, LoginRefused, ReadOnlyStudy, ServerAway, StoreError, StudyInUse
from kgdesk.paths import make_folder, user_data_dir
from kgdesk.store.backups import back_up, backup_folder
from kgdesk.store.postgres.addresses import without_password
from kgdesk.store.postgres.patience import APPEND_S, Patience
from kgdesk.store.postgres.store import PostgresStore
from kgdesk.store.protocol import ClosingStore, Writer
from kgdesk.store.sqlite import SqliteStore
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event, Head, NewEvent
    from kgdesk.store.chain import Verification

#: Seconds between two attempts to reach a server that is away.
_RETRY_S = 15.0
#: Seconds that `news_since` may take.
_POLL_S = 3.0
#: Lock holder of the local copy of a study that is open read-only.
_NOBODY = Writer("a reader", "this computer", datetime.fromtimestamp(0, UTC))


class OfflineReplica(ClosingStore):
    """`PostgresStore` with a local read-only fallback; constructed by `create`, `create_from` and `open`.

    Whenever the copy does not match the server, it is replaced; if it has events that the server lacks, it becomes a
    backup first.
    """

    def __init__(
        self,
        place: str,
        remote: PostgresStore | None,
        local: SqliteStore | None,
        reason: str | None,
        patience: Patience,
    ) -> None:
        self._place = place
        self._remote, self._local = remote, local
        self._reason = reason
        self._tried = time.monotonic()
        self.patience: Patience = patience

    @classmethod
    def create(
        cls,
        place: str | Path,
        events: Sequence[NewEvent],
        *,
        writer: Writer | None = None,
        patience: Patience | None = None,
    ) -> Self:
        """Create a study on the server; see `PostgresStore.create`."""
        patience = patience or Patience()
        with patience.gesture():
            remote = PostgresStore.create(place, events, writer=writer, patience=patience)
            return cls._with_copy(str(place), remote, writer)

    @classmethod
    def create_from(cls, place: str | Path, events: Sequence[Event], *, writer: Writer | None = None) -> Self:
        """Create a study on the server from stored events; see `PostgresStore.create_from`."""
        return cls._with_copy(str(place), PostgresStore.create_from(place, events, writer=writer), writer)

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        writer: Writer | None,
        read_only: bool = False,
        patience: Patience | None = None,
    ) -> Self:
        """Open a study on the server, or its local copy if the server cannot be reached.

        Raises
        ------
        ServerAway
            The server cannot be reached and there is no copy yet.
        NotAStudy, DamagedStudy, NewerStudy, StoreError
            As for `PostgresStore.open`.
        """
        place, patience = str(place), patience or Patience()
        with patience.gesture():
            try:
                remote = PostgresStore.open(place, writer=writer, read_only=read_only, patience=patience)
            except ServerAway as away:
                path = replica_path(place)
                if not path.exists():
                    raise
                local = SqliteStore.open(path, writer=None)
                # No reason for a writer: entries can be recorded, and wait in the outbox.
                return cls(place, None, local, str(away) if writer is None or read_only else None, patience)
            return cls._with_copy(place, remote, writer)

    @property
    def name(self) -> str:
        """Name of the study."""
        return PostgresStore.name_in(self._place)

    @property
    def away(self) -> bool:
        """Whether the last attempt to reach the server failed."""
        return self._remote is None

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if it can, or can wait in the outbox."""
        return self._reason if self._remote is None else self._remote.read_only_reason

    @property
    def unclean_exit_by(self) -> Writer | None:
        """Always None: a server notices lost connections itself."""
        return None

    def lock(self, writer: Writer) -> None:
        """Allow writing; several writers are possible."""
        self._server().lock(writer)

    def restrict(self, reason: str) -> None:
        """Make the store read-only; `reason` becomes `read_only_reason`."""
        self._reason = reason
        if self._remote is not None:
            self._remote.restrict(reason)

    def head(self) -> Head:
        """Read the sequence number and hash of the last event."""
        return self._reader().head()

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Compare-and-append on the server; see `PostgresStore.append_if_head`."""
        if self._remote is None and self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        with self.patience.within(APPEND_S):
            try:
                try:
                    stored = self._server().append_if_head(expected, events)
                except ServerAway as first:  # reconnect once; the event ids prevent duplicates
                    self._disconnect()
                    if self.patience.left() <= 0:
                        raise
                    try:
                        stored = self._server().append_if_head(expected, events)
                    except ServerAway as second:
                        raise (first if isinstance(first, AnswerLost) else second) from None
            except (ServerAway, LoginRefused):
                self._disconnect()
                raise
        self._update_copy(stored)
        return stored

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read and verify the events from number `seq` on, from the copy if the server cannot be reached."""
        try:
            events = self._reader().read_from(seq)
        except ServerAway:
            self._disconnect()
            return self._reader().read_from(seq)
        if events:
            self._update_copy(events)  # so that what was seen here can be seen while the server is away
        return events

    def news_since(self, head: Head) -> bool:
        """Return whether there may be new events; tries to reach the server again at most every 15 s."""
        if self._remote is None and time.monotonic() - self._tried < _RETRY_S:
            return False
        try:
            with self.patience.within(_POLL_S):  # an append may be waiting for this call to end
                news = self._server().news_since(head)
        except (ServerAway, LoginRefused):  # the append that follows says why
            self._disconnect()
            return False
        if news:
            self._update_copy()
        return news

    def verify(self) -> Verification:
        """Verify the whole hash chain."""
        return self._reader().verify()

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study to a new study file, verified before it appears; atomic."""
        return self._reader().backup(dest)

    def close(self) -> None:
        """Close server connection and copy. Idempotent."""
        self._reason = phrase("{name} is closed.", name=self.name)
        for store in (self._remote, self._local):
            if store is not None:
                store.close()

    @classmethod
    def _with_copy(cls, place: str, remote: PostgresStore, writer: Writer | None) -> Self:
        local = None
        with suppress(StoreError):
            local = _open_copy(place, remote, writer)
        return cls(place, remote, local, remote.read_only_reason, remote.patience)

    def _server(self) -> PostgresStore:
        if self._remote is None:
            self._tried = time.monotonic()
            self._remote = PostgresStore(self._place, self._reason, self.patience)
        return self._remote

    def _reader(self) -> PostgresStore | SqliteStore:
        if self._remote is not None:
            return self._remote
        if self._local is None:
            raise ServerAway(
                phrase(
                    "The server {place} cannot be reached. Check the network and try again.",
                    place=without_password(self._place),
                )
            )
        return self._local

    def _disconnect(self) -> None:
        if self._remote is not None:
            self._remote.close()
        self._remote, self._tried = None, time.monotonic()

    def _update_copy(self, stored: Sequence[Event] = ()) -> None:
        """Append new events to the local copy. Errors are ignored.

        Parameters
        ----------
        stored
            Events that the server has just stored; not read again if they continue the copy.
        """
        if self._local is not None and self._remote is not None and self._local.read_only_reason is None:
            with suppress(StoreError):
                head = self._local.head()
                follows = bool(stored) and stored[0].prev_hash == head.hash
                self._local.append_stored(stored if follows else self._remote.read_from(head.seq + 1))


def replica_path(place: str) -> Path:
    """Return the path of the local copy of a study on a server; it need not exist."""
    return user_data_dir(
        "copies", f"{hashlib.sha256(without_password(place).encode()).hexdigest()[:32]}.kgstudy"
    )


def _open_copy(place: str, remote: PostgresStore, writer: Writer | None) -> SqliteStore:
    """Open the copy and bring it up to date; what it has in common with the server is compared and not hashed again."""
    path, rows = replica_path(place), remote.take_rows()
    make_folder(path.parent)
    try:
        local = SqliteStore.open(path, writer=writer or _NOBODY, known=rows)
    except StudyInUse:  # another window of this user keeps the copy up to date
        return SqliteStore.open(path, writer=None, known=rows)
    except StoreError:  # the copy is damaged or cannot be used, and everything in it is on the server
        path.unlink(missing_ok=True)
        return SqliteStore.create_copy(path, rows)
    head = local.head()
    if head.seq <= len(rows) and rows[head.seq - 1].hash == head.hash:  # it ends at an event of the server
        local.append_rows(rows[head.seq :])
        return local
    with local:
        _keep(local, remote.name)
    path.unlink()
    return SqliteStore.create_copy(path, rows)


def _keep(local: SqliteStore, name: str) -> None:
    """Make a backup of a copy with events that the server lacks: it may be the last place that has them.

    A server lacks them after it was restored from an old backup, or once another study has taken the name.

    Raises
    ------
    StoreError
        There is no backup of it, so it must stay.
    """
    root = local.read_from()[0].hash
    back_up(local, backup_folder(root, name), datetime.now(UTC))
