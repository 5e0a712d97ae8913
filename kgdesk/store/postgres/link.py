"""A connection to a PostgreSQL server whose answers are limited in time and in size."""

from __future__ import annotations

import selectors
import socket
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus

from kgdesk.store.postgres.patience import CANCEL_S, LARGEST_ROW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from psycopg.abc import QueryNoTemplate
    from psycopg.pq.abc import PGresult

    from kgdesk.store.postgres.patience import Patience

#: Bytes of an answer that is a few settings, numbers or names.
SMALL = 1024 * 1024
#: Bytes that a row takes in memory beside its values, and that a result counts that may have none.
_ROW_OVERHEAD = 256
_RESULT_OVERHEAD = 256
#: Rows that libpq hands on together; few, since what it has read of them is known only roughly.
_ROWS_AT_ONCE = 16
#: Seconds after which a wait looks whether its limit has been moved.
_LOOK_S = 0.1
#: Bytes that are looked at on the socket before the first row is complete; then as many as have arrived.
_PEEK = 64 * 1024
#: Notifications that are kept until they are asked for; one says as much as thousands.
_NOTES = 1000
_WRITTEN = 16 * 1024
_BOOL, _BIGINT, _INTEGER = 16, 20, 23
_LOADERS: dict[int, Callable[[bytes], object]] = {_BOOL: b"t".__eq__, _BIGINT: int, _INTEGER: int}
_EXPECTED = (ExecStatus.TUPLES_CHUNK, ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


class UnfitAnswer(psycopg.DatabaseError):
    """The answer of a server is larger than any that it can have to give, or of another kind."""


class CommitUnanswered(psycopg.OperationalError):
    """A transaction was to be committed, and the server has not said that it is."""


class Link:
    """A connection whose calls end within the limits of a `Patience`, and whose answers are read in portions of rows.

    psycopg opens the connection and writes its statements; its own calls would wait for ever, and gather an answer of
    any size. Not thread-safe.
    """

    def __init__(self, connection: psycopg.Connection[Any], patience: Patience) -> None:
        self.connection: psycopg.Connection[Any] = connection
        self._patience = patience
        self._notes: deque[str] = deque(maxlen=_NOTES)

    @property
    def closed(self) -> bool:
        """Whether the connection is closed or was lost."""
        return self.connection.closed or self.connection.broken

    def ask(
        self,
        query: QueryNoTemplate,
        values: Sequence[object] | None = None,
        *,
        of: tuple[type, ...] | None = None,
        status: bytes | None = None,
        largest: int = SMALL,
        largest_row: int = LARGEST_ROW,
    ) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows; each value is a str, a number, a bool or None.

        Parameters
        ----------
        query, values
            As for psycopg; sent as one message, so that the server never waits for the rest of a series.
        of
            Types that the values of each row must have; None allows any.
        status
            What the server must say it did: a server may answer a COMMIT with ROLLBACK.
        largest, largest_row
            Most bytes that the answer, and one of its rows, may have.

        Raises
        ------
        psycopg.Error
            The server refuses the statement. If it does not answer in time, or its answer is not one that it may give
            (`UnfitAnswer`), the connection is closed as well.
        """
        answer = _Answer(self._patience, largest, largest_row)
        rows = self._told(query, values, answer)
        if of is not None and any(tuple(map(type, row)) != of for row in rows):
            self.close()
            raise UnfitAnswer("the answer has other columns than were asked for")
        if status not in {None, answer.status}:
            self.close()
            raise psycopg.OperationalError(f"the server answers {answer.status!r}")
        return rows

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block in a transaction: committed at its end, rolled back by an exception.

        Raises
        ------
        CommitUnanswered
            It may be committed or not.
        """
        self.ask("BEGIN")
        try:
            yield
        except BaseException:
            if not self.closed:
                with suppress(psycopg.Error):
                    self.ask("ROLLBACK")
            raise
        try:
            self.ask("COMMIT", status=b"COMMIT")
        except (psycopg.OperationalError, psycopg.InterfaceError, UnfitAnswer) as lost:
            raise CommitUnanswered(str(lost)) from None

    def notes(self) -> list[str]:
        """Return the payloads of the notifications that have arrived; does not wait."""
        try:
            self.connection.pgconn.consume_input()
            self.connection.pgconn.is_busy()  # takes in what was received
            self._gather_notes()
        except psycopg.Error:
            self.close()
            raise
        gathered = list(self._notes)
        self._notes.clear()
        return gathered

    def close(self) -> None:
        """Close the connection. Idempotent."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _told(
        self, query: QueryNoTemplate, values: Sequence[object] | None, answer: _Answer
    ) -> list[tuple[Any, ...]]:
        try:
            statement = psycopg.ClientCursor(self.connection).mogrify(query, values).encode()
        except UnicodeEncodeError:
            raise psycopg.DataError("a text has characters that are none") from None
        pgconn = self.connection.pgconn
        try:
            with selectors.DefaultSelector() as ready, _borrowed(pgconn.socket) as peer:
                pgconn.send_query(statement)
                pgconn.set_chunked_rows_mode(_ROWS_AT_ONCE)
                while pgconn.flush():
                    if self._wait(ready, selectors.EVENT_READ | selectors.EVENT_WRITE) & selectors.EVENT_READ:
                        self._receive(peer, answer)
                    else:
                        self._patience.moved(_WRITTEN)
                while (result := self._next_result(ready, peer, answer)) is not None:
                    answer.take(result)
        except psycopg.Error as broken:
            self._give_up()
            if answer.refusal is not None:  # the server said why before it ended the connection
                raise answer.refusal from None
            raise broken from None
        except BaseException:
            self._give_up()
            raise
        if answer.refusal is not None:
            raise answer.refusal
        return answer.rows

    def _next_result(
        self, ready: selectors.BaseSelector, peer: socket.socket, answer: _Answer
    ) -> PGresult | None:
        pgconn = self.connection.pgconn
        while pgconn.is_busy():
            self._wait(ready, selectors.EVENT_READ)
            self._receive(peer, answer)
        self._gather_notes()
        return pgconn.get_result()

    def _wait(self, ready: selectors.BaseSelector, events: int) -> int:
        """Wait until the socket is ready and return for what; raise once the time is over, whatever has arrived."""
        fileno = self.connection.pgconn.socket
        if not ready.get_map():
            ready.register(fileno, events)
        elif ready.get_key(fileno).events != events:
            ready.modify(fileno, events)
        while True:
            left = self._patience.left()
            if left <= 0:
                raise psycopg.errors.ConnectionTimeout("the server does not answer in time")
            with self._patience.waiting():
                seen = ready.select(min(left, _LOOK_S))
            if seen:
                return seen[0][1]

    def _receive(self, peer: socket.socket, answer: _Answer) -> None:
        answer.arrived(_pending(peer, answer.unread))
        self.connection.pgconn.consume_input()

    def _gather_notes(self) -> None:
        while (note := self.connection.pgconn.notifies()) is not None:
            self._notes.append(note.extra.decode(errors="replace"))

    def _give_up(self) -> None:
        # If the server still runs, this releases the locks that the call holds there.
        with suppress(psycopg.Error):
            self.connection.cancel_safe(timeout=CANCEL_S)
        self.close()


class _Answer:
    """The rows of an answer, and how many bytes it may have."""

    def __init__(self, patience: Patience, largest: int, largest_row: int) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.refusal: psycopg.Error | None = None
        self.status: bytes | None = None
        #: Bytes that have arrived since the last portion of rows; somewhat more, since some may be looked at twice.
        self.unread = 0
        self._patience = patience
        self._largest, self._largest_row = largest, min(largest, largest_row)
        self._size = 0

    def arrived(self, count: int) -> None:
        """Count bytes that libpq is about to read, since it would keep a row of whatever size the server announces.

        The count falls short where the server sends faster than libpq reads, as one on this computer may; then only
        PostgreSQL's own limit of 2 GiB for a row holds.
        """
        self.unread += count
        if self.unread > 2 * self._largest_row:
            raise _too_large("a row", self._largest_row)

    def take(self, result: PGresult) -> None:
        """Add the rows of a result, or keep the error that the server has answered with."""
        self.unread = 0
        self._grow(_RESULT_OVERHEAD)  # also by results without rows, which may be endless too
        if result.status == ExecStatus.FATAL_ERROR:
            self.refusal = self.refusal or _error_of(result)
            return
        if result.status not in _EXPECTED:
            raise UnfitAnswer("the server answers with something else than rows")
        self.status = result.command_status
        columns = range(result.nfields)
        loaders = [_LOADERS.get(result.ftype(column), bytes.decode) for column in columns]
        for row in range(result.ntuples):
            raw = [result.get_value(row, column) for column in columns]
            size = sum([len(value) for value in raw if value is not None]) + _ROW_OVERHEAD
            if size > self._largest_row:
                raise _too_large("a row", self._largest_row)
            self._grow(size)
            try:
                values = [None if v is None else load(v) for load, v in zip(loaders, raw, strict=True)]
            except ValueError:
                raise UnfitAnswer("a value cannot be read") from None
            self.rows.append(tuple(values))

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > self._largest:
            raise _too_large("the answer", self._largest)
        if self._largest > SMALL:
            self._patience.moved(size)


def _error_of(result: PGresult) -> psycopg.Error:
    state = (result.error_field(DiagnosticField.SQLSTATE) or b"").decode()
    try:
        kind = psycopg.errors.lookup(state)
    except KeyError:  # not the server's, but libpq's about a connection that is lost
        kind = psycopg.OperationalError
    return kind(result.get_error_message())


def _too_large(what: str, limit: int) -> UnfitAnswer:
    return UnfitAnswer(f"{what} has more than {limit // 1024} KiB")


@contextmanager
def _borrowed(fileno: int) -> Iterator[socket.socket]:
    """Lend the socket of a connection, which stays open."""
    peer = socket.socket(fileno=fileno)
    try:
        yield peer
    finally:
        peer.detach()


def _pending(peer: socket.socket, unread: int) -> int:
    """Return how many bytes wait on a socket, as far as that matters beside those that are `unread`."""
    try:
        return len(peer.recv(max(_PEEK, unread), socket.MSG_PEEK))
    except OSError:  # libpq finds out what is wrong
        return 0
