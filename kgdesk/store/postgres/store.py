"""`EventStore` over PostgreSQL, for several workstations at once."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

from kgdesk.errors import DamagedStudy, FileExists, MissingStudy, ReadOnlyStudy, StoreError
from kgdesk.model.study.events import Event, Head
from kgdesk.store.chain import (
    Row,
    Verification,
    events_of,
    rows_of_chain,
    seal,
    verify_rows,
)
from kgdesk.store.event_table import check_seq, refuse_reused_ids, refuse_stale
from kgdesk.store.postgres import connection
from kgdesk.store.postgres.addresses import split_address, without_password
from kgdesk.store.postgres.patience import APPEND_S, LARGEST_ANSWER, Patience
from kgdesk.store.protocol import ClosingStore
from kgdesk.store.sqlite import SqliteStore
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import NewEvent
    from kgdesk.store.postgres.link import Link
    from kgdesk.store.protocol import Writer

_COLUMNS = ", ".join(Row._fields)
#: One statement inserts all rows, in order, so that for each row the trigger sees those before it. `executemany` would
#: send a Flush after the statement, which ends PostgreSQL's time limit for a session that is idle in a transaction.
_ARRAYS = ", ".join(
    "%s::bigint[]" if name in {"seq", "kind_version"} else "%s::text[]" for name in Row._fields
)
_INSERT = (
    f"INSERT INTO kgdesk.event (study, {_COLUMNS}) SELECT %s, * FROM unnest({_ARRAYS}) AS new ({_COLUMNS}) "  # noqa: S608 - our own names
    "ORDER BY seq"
).encode()
_ROWS_PER_INSERT = 1000
#: Rows that are parsed together, which takes a third of the time.
_PARSED_TOGETHER = 100
_ROW_TYPES = tuple(int if name in {"seq", "kind_version"} else str for name in Row._fields)
#: One value per row: a JSON array is parsed several times as fast as twelve values are taken over.
_SELECT_FROM = (
    f"SELECT json_build_array({_COLUMNS})::text FROM kgdesk.event WHERE study = %s AND seq >= %s ORDER BY seq".encode()  # noqa: S608 - likewise
)
_SELECT_BY_ID = f"SELECT {_COLUMNS} FROM kgdesk.event WHERE study = %s AND event_id = ANY(%s)".encode()  # noqa: S608 - likewise
_HEAD = "SELECT seq, hash FROM kgdesk.event WHERE study = %s ORDER BY seq DESC LIMIT 1"
#: The first statement of an append: the lock is held until the commit, so that the appends of a study take turns.
_LOCK = "SELECT id FROM kgdesk.study WHERE id = %s FOR UPDATE"
_CHANNEL = "kgdesk"
_NO_EVENTS = Verification(0, Head(), "Event 1 is missing.", 1)


class PostgresStore(ClosingStore):
    """A study on a server; constructed by `create`, `create_from` and `open`. Not thread-safe.

    Several programs may write at once: the one that comes second gets `StaleHead`. A broken connection is reopened at
    the next call.
    """

    def __init__(self, place: str, reason: str | None, patience: Patience | None = None) -> None:
        self._server, self._name = split_address(place)
        self._reason, self._closed = reason, False
        self._link: Link | None = None
        self._id = 0
        #: True after each connection is opened: a NOTIFY that was sent before is lost.
        self._may_have_news = True
        #: Events from the first one on that were read and verified.
        self._known: tuple[Event, ...] = ()
        #: Their rows, until they are taken for the local copy.
        self._rows: list[Row] | None = []
        self.patience: Patience = patience or Patience()

    @classmethod
    def create(
        cls,
        place: str | Path,
        events: Sequence[NewEvent],
        *,
        writer: Writer | None = None,
        patience: Patience | None = None,
    ) -> Self:
        """Create a study from its first events in one transaction.

        Parameters
        ----------
        patience
            How long its calls may wait; by default, a patience of its own.

        Raises
        ------
        BadInput
            The name or an event cannot be used.
        FileExists
            The name is taken.
        ServerAway, StoreError
            The server cannot be reached or refuses the request.
        """
        del writer
        return cls._make(str(place), seal(Head(), events), patience)

    @classmethod
    def create_from(
        cls,
        place: str | Path,
        events: Sequence[Event],
        *,
        writer: Writer | None = None,
        patience: Patience | None = None,
    ) -> Self:
        """Create a study from the events of another store or an archive; every hash stays the same."""
        del writer
        return cls._make(str(place), rows_of_chain(events), patience)

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        writer: Writer | None,
        read_only: bool = False,
        patience: Patience | None = None,
    ) -> Self:
        """Open a study and verify the whole hash chain before any event is returned.

        Parameters
        ----------
        patience
            How long its calls may wait; by default, a patience of its own.

        Raises
        ------
        NotAStudy, DamagedStudy, NewerStudy, ServerAway, StoreError
            The study does not exist or is damaged, or the server cannot be used.
        """
        reading = writer is None or read_only
        store = cls(
            str(place), phrase("The study was opened for reading only.") if reading else None, patience
        )
        try:
            if not store.read_from():
                _refuse_damage(store.name, _NO_EVENTS)
        except BaseException:
            store.close()
            raise
        return store

    @staticmethod
    def name_in(place: str) -> str:
        """Return the name of a study in its address."""
        return split_address(place)[1]

    @property
    def name(self) -> str:
        """Name of the study."""
        return self._name

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be recorded, in one sentence; None if the study is writable."""
        return self._reason

    @property
    def unclean_exit_by(self) -> Writer | None:
        """Always None: a server notices lost connections itself."""
        return None

    def lock(self, writer: Writer) -> None:
        """Allow writing; several writers are possible."""
        del writer
        if not self._closed:
            self._reason = None

    def restrict(self, reason: str) -> None:
        """Make the store read-only; `reason` becomes `read_only_reason`."""
        self._reason = reason

    def head(self) -> Head:
        """Read the sequence number and hash of the last event."""
        with self._serving() as link:
            return _read_head(link, self._id)

    def append_if_head(self, expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
        """Compare-and-append in one transaction, under the lock of the study's row.

        Idempotent by event id: if all events are stored already (a retry), the stored ones are returned.

        Raises
        ------
        StaleHead
            Another workstation appended first; nothing was recorded.
        ReadOnlyStudy
            The study is open read-only, or the user lacks the privilege to write.
        ServerAway
            No answer within `APPEND_S` in all. Nothing was recorded, unless it is `AnswerLost`; retrying with the same
            events is safe.
        BadInput
            An event cannot be stored, or its id belongs to another event.
        """
        if self._reason is not None:
            raise ReadOnlyStudy(phrase("{reason} Nothing was recorded.", reason=self._reason))
        rows = seal(expected, events)
        with (
            self.patience.within(APPEND_S),
            self._serving(phrase("Nothing is recorded.")) as link,
            link.transaction(),
        ):
            link.ask(_LOCK, (self._id,))
            stored = _find_stored(link, self._id, self._name, rows)
            if not stored:
                refuse_stale(self._name, _read_head(link, self._id), expected)
                _insert(link, self._id, rows)
        return events_of(stored or rows)

    def read_from(self, seq: int = 1) -> tuple[Event, ...]:
        """Read the events from number `seq` on and verify them; none if there are not so many.

        Those that this store has read from the beginning are not read again, but joined to what follows them.
        """
        check_seq(seq)
        with self._serving() as link:
            return self._events_from(link, seq)

    def take_rows(self) -> list[Row]:
        """Return the verified rows of all events, once."""
        self.read_from()
        rows, self._rows = self._rows, None
        assert rows is not None, "they were taken before"  # noqa: S101 - a fault of the program
        return rows

    def news_since(self, head: Head) -> bool:
        """Return whether there may be new events; queries the server only after a NOTIFY or a new connection."""
        with self._serving() as link:
            if not self._may_have_news and str(self._id) not in link.notes():
                return False
            self._may_have_news = False
            return _read_head(link, self._id) != head

    def verify(self) -> Verification:
        """Verify the whole hash chain in one query."""
        with self._serving() as link:
            verification = verify_rows(_read_rows(link, self._id, 0), Head())
        if verification.problem is None and verification.events == 0:
            return _NO_EVENTS
        return verification

    def backup(self, dest: str | Path) -> Verification:
        """Copy the study to a new study file, verified before it appears; atomic."""
        with SqliteStore.create_from(dest, self.read_from()) as copy:
            return copy.verify()

    def close(self) -> None:
        """Close the connection. Idempotent."""
        self._reason, self._closed = phrase("{name} is closed.", name=self._name), True
        self._disconnect()

    @classmethod
    def _make(cls, place: str, rows: Sequence[Row], patience: Patience | None) -> Self:
        store = cls(place, None, patience)
        psycopg = connection.driver()
        try:
            with (
                store.patience.gesture(),
                connection.translated_errors(store._server, writing=phrase("No study was made.")),
            ):
                link = store._connect()
                try:
                    with link.transaction():
                        [[store._id]] = link.ask(
                            "INSERT INTO kgdesk.study (name) VALUES (%s) RETURNING id",
                            (store._name,),
                            of=(int,),
                        )
                        _insert(link, store._id, rows)
                except psycopg.errors.UniqueViolation:
                    raise FileExists(
                        phrase(
                            "There is a study {name} on the server already; nothing was overwritten. Choose "
                            "another name.",
                            name=store._name,
                        )
                    ) from None
        except BaseException:
            store.close()
            raise
        return store

    @contextmanager
    def _serving(self, writing: str = "") -> Iterator[Link]:
        if self._closed:
            raise StoreError(phrase("{name} is closed. Open it again.", name=self._name))
        with self.patience.gesture(), connection.translated_errors(self._server, writing=writing):
            try:
                if self._link is None or self._link.closed:
                    self._disconnect()
                    self._find_study(self._connect())
                assert self._link is not None  # noqa: S101 - for the type checker
                yield self._link
            except connection.driver().OperationalError:
                self._disconnect()
                raise

    def _connect(self) -> Link:
        link = connection.connect(self._server, self.patience)
        try:
            connection.check(link, self._server)
            link.ask("LISTEN kgdesk")
        except BaseException:
            link.close()
            raise
        self._link, self._may_have_news = link, True
        return link

    def _find_study(self, link: Link) -> None:
        found = connection.read_one(link, "SELECT id FROM kgdesk.study WHERE name = %s", self._name, of=int)
        if found is None:
            raise MissingStudy(
                phrase(
                    "There is no study {name} on {server}. Check its name.",
                    name=self._name,
                    server=without_password(self._server),
                )
            )
        if self._id not in {0, found}:
            raise DamagedStudy(
                phrase("{name} on the server is another study than before. Open it again.", name=self._name)
            )
        self._id = found

    def _events_from(self, link: Link, seq: int) -> tuple[Event, ...]:
        known = self._known if seq == 1 else ()
        first = known[-1].seq + 1 if known else seq
        # The row before the first is needed for its hash.
        rows = _read_rows(link, self._id, max(1, first - 1))
        before = Head()
        if first > 1:
            if not rows:
                return ()
            last = rows.pop(0)
            before = Head(first - 1, str(last[-1]) if last else "")
        if known and before.hash != known[-1].hash:  # not what was read: all is read again
            self._known, self._rows = (), None if self._rows is None else []
            return self._events_from(link, seq)
        valid: list[Row] = []
        _refuse_damage(self._name, verify_rows(rows, before, valid.append))
        events = events_of(valid)
        if seq == 1:
            events = self._known = (*known, *events)
            if self._rows is not None:
                self._rows += valid
        return events

    def _disconnect(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            with suppress(Exception):  # a broken connection may raise anything
                link.close()


def _read_head(link: Link, study: int) -> Head:
    """Read the number and the hash of the last event of a study."""
    last = link.ask(_HEAD, (study,), of=(int, str))
    return Head(*last[0]) if last else Head()


def _read_rows(link: Link, study: int, seq: int) -> list[tuple[Any, ...]]:
    """Read the rows of a study from a number on; what is no row becomes an empty one, which verifying reports."""
    answer = link.ask(_SELECT_FROM, (study, seq), of=(str,), largest=LARGEST_ANSWER)
    rows: list[tuple[Any, ...]] = []
    for first in range(0, len(answer), _PARSED_TOGETHER):
        rows += _fields_of([text for (text,) in answer[first : first + _PARSED_TOGETHER]])
    return rows


def _fields_of(texts: Sequence[str]) -> list[tuple[Any, ...]]:
    """Parse rows, together if each is one: whatever a text holds besides, as two rows, the chain would not verify."""
    try:
        listed = json.loads(f"[{','.join(texts)}]")
    except (ValueError, RecursionError):
        listed = None
    if listed is None or len(listed) != len(texts):
        return [()] if len(texts) == 1 else [row for text in texts for row in _fields_of([text])]
    return [tuple(fields) if type(fields) is list else () for fields in listed]


def _insert(link: Link, study: int, rows: Sequence[Row]) -> None:
    """Append rows to a study, inside the caller's transaction, and notify the other workstations."""
    for first in range(0, len(rows), _ROWS_PER_INSERT):
        columns = [list(column) for column in zip(*rows[first : first + _ROWS_PER_INSERT], strict=True)]
        link.ask(_INSERT, (study, *columns))
    link.ask("SELECT pg_notify(%s, %s)", (_CHANNEL, str(study)))


def _find_stored(link: Link, study: int, name: str, rows: Sequence[Row]) -> list[Row]:
    """Find the rows with the ids of `rows`, in order: all of them or none; see `event_table.find_stored`."""
    ids = [row.event_id for row in rows]
    found = link.ask(_SELECT_BY_ID, (study, ids), of=_ROW_TYPES, largest=LARGEST_ANSWER)
    by_id = {stored[1]: Row(*stored) for stored in found}
    stored = [by_id[event_id] for event_id in ids if event_id in by_id]
    refuse_reused_ids(name, stored, rows)
    return stored


def _refuse_damage(name: str, verified: Verification) -> None:
    """Raise if a verification found damage.

    Raises
    ------
    DamagedStudy
        The chain is broken; the message names the first bad event.
    """
    if verified.problem is not None:
        raise DamagedStudy(
            phrase(
                "{problem} The {events} events before it are whole in {name} on the server. Tell its "
                "administrator, and restore the study from a backup.",
                problem=verified.problem,
                events=verified.events,
                name=name,
            )
        )
