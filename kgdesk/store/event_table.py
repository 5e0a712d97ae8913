"""Reads and writes rows of the event table of a study file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import apsw

from kgdesk.errors import BadInput, DamagedStudy, StaleHead
from kgdesk.model.study.events import Event, Head
from kgdesk.store.chain import Row, read_rows, same_entries
from kgdesk.store.error_messages import read_errors, refuse_damage, write_errors
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


_COLUMNS = ", ".join(Row._fields)

_INSERT = f"INSERT INTO event ({_COLUMNS}) VALUES ({', '.join('?' * len(Row._fields))})"  # noqa: S608

_SELECT_BY_ID = f"SELECT {_COLUMNS} FROM event WHERE event_id = ?"  # noqa: S608


def insert(db: apsw.Connection, rows: Sequence[Row]) -> None:
    """Insert rows, inside the caller's transaction."""
    db.executemany(_INSERT, rows)


def read_head(db: apsw.Connection) -> Head:
    """Read the sequence number and hash of the last row."""
    last: list[tuple[Any, ...]] = db.execute(
        "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"
    ).fetchall()
    return Head(int(last[0][0]), str(last[0][1])) if last else Head()


def has_event(db: apsw.Connection, head: Head) -> bool:
    """Return whether the table has a row with the number and hash of `head`."""
    return bool(
        db.execute("SELECT 1 FROM event WHERE seq = ? AND hash = ?", (head.seq, head.hash)).fetchall()
    )


def refuse_other_head(db: apsw.Connection, path: Path, expected: Head) -> None:
    """Refuse to append to a file whose head is not `expected`.

    Raises
    ------
    StaleHead
        Events were recorded since the caller read the head.
    """
    refuse_stale(path.name, read_head(db), expected)


def refuse_stale(name: str, head: Head, expected: Head) -> None:
    """Refuse to append to the study `name` if its `head` is not `expected`.

    Raises
    ------
    StaleHead
        They differ.
    """
    if head != expected:
        raise StaleHead(
            phrase(
                "{name} was changed by someone else and has {what}. Nothing was recorded; look at "
                "the new state and record again.",
                name=name,
                what=new_entries(head.seq - expected.seq),
            )
        )


def new_entries(more: int) -> str:
    """Return in words that a study has `more` events than expected; "other entries" if the number is not positive."""
    if more == 1:
        return phrase("1 new entry")
    return phrase("{more} new entries", more=more) if more > 1 else phrase("other entries")


def find_stored(db: apsw.Connection, path: Path, expected: Head, rows: Sequence[Row]) -> list[Row]:
    """Return the stored rows that have the event ids of `rows`, in order: all of them or none.

    Raises
    ------
    StaleHead
        Another program has recorded the same entry after `expected`, with the same ids and another time or operator.
    BadInput
        Only some are stored, or the stored ones have other content.
    """
    stored = [Row(*row) for new in rows for row in db.execute(_SELECT_BY_ID, (new.event_id,))]
    if stored and stored[0].seq > expected.seq and not same_entries(stored, rows):
        refuse_other_head(db, path, expected)
    refuse_reused_ids(path.name, stored, rows)
    return stored


def refuse_reused_ids(name: str, stored: Sequence[Row], rows: Sequence[Row]) -> None:
    """Refuse rows whose event ids are used for other events of a study.

    Parameters
    ----------
    name
        Name of the study, for the message.
    stored
        Rows that are stored with the ids of `rows`; empty at the first attempt.
    rows
        Rows to be stored.

    Raises
    ------
    BadInput
        Only some of them are stored, or one is stored with other content.
    """
    if stored and not same_entries(stored, rows):
        raise BadInput(
            phrase(
                "The id of an entry belongs to another one of {name} already. Nothing was recorded; "
                "open the study again and repeat the entry.",
                name=name,
            )
        )


def append(db: apsw.Connection, path: Path, expected: Head, rows: Sequence[Row]) -> list[Row]:
    """Append rows in one transaction of their own, behind the head that the caller knows.

    Returns
    -------
    list of Row
        The stored rows if an earlier call has stored them, and nothing is appended again; else empty.

    Raises
    ------
    StaleHead, BadInput, NotSaved, StoreError
        Nothing was appended.
    """
    with write_errors(path, phrase("This entry is not recorded; earlier ones are safe.")):
        # IMMEDIATE takes the write lock before the head is read, so no other program can append in between. A deferred
        # transaction takes it at its first write, and fails if another program is writing then.
        db.execute("BEGIN IMMEDIATE")
        try:
            stored = find_stored(db, path, expected, rows)
            if not stored:
                refuse_other_head(db, path, expected)
                insert(db, rows)
            db.execute("COMMIT")
        except BaseException:  # Ctrl-C too must not leave the transaction open
            if db.in_transaction:
                with suppress(apsw.Error):
                    db.execute("ROLLBACK")
            raise
    return stored


def read_events(db: apsw.Connection, path: Path, seq: int) -> tuple[Event, ...]:
    """Read and verify the events from number `seq` on; empty if there are not so many.

    Raises
    ------
    DamagedStudy
        The chain is broken; the text names the first bad event.
    """
    before = Head()
    with read_errors(path):
        if seq > 1:
            last_hash = db.execute("SELECT hash FROM event WHERE seq = ?", (seq - 1,)).get
            if last_hash is None:  # nor is there any event after it
                return ()
            before = Head(seq - 1, last_hash)
        events, verified = read_rows(rows_from(db, path, seq), before)
    refuse_damage(path, verified)
    return events


def check_seq(seq: int) -> None:
    """Refuse a number that no event can have.

    Raises
    ------
    BadInput
        `seq` is below 1.
    """
    if seq < 1:
        raise BadInput(phrase("Events are numbered from 1; there is none with the number {seq}.", seq=seq))


def rows_from(db: apsw.Connection, path: Path, seq: int) -> Iterator[tuple[object, ...]]:
    """Yield the stored rows from number `seq` on; for 1, all rows, even with invalid numbers.

    Raises
    ------
    DamagedStudy
        The next row cannot be read.
    """
    # From 1 there is no condition: it would hide rows with a number below 1, which no valid file has.
    where, bound = ("", ()) if seq == 1 else ("WHERE seq >= ?", (seq,))
    try:
        with read_errors(path):
            for row in db.execute(f"SELECT {_COLUMNS} FROM event {where} ORDER BY seq", bound):  # noqa: S608
                yield row
                seq += 1
    except DamagedStudy as cause:
        raise DamagedStudy(phrase("Event {seq} cannot be read.", seq=seq), details=cause.details) from None
