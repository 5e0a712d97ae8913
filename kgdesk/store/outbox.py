"""The outbox: entries that wait on this computer until their server can be reached."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import apsw

from kgdesk.errors import KgdeskError, NotSaved, UserDataUnusable
from kgdesk.model.study.events import NewEvent
from kgdesk.store.canonical import canonical_text, parse
from kgdesk.store.unsafe_folders import network_drive
from kgdesk.store.user_database import UserDatabase, copies_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from kgdesk.model.study.events import Event

    Batch = tuple[NewEvent, ...]

_TYPES = tuple(
    (name, int if name == "kind_version" else str) for name in NewEvent._fields if name != "payload"
)
_COLUMNS = ("address", "root", "entry", "text", "key_digest", "digest")
#: Read as blobs, because damaged text may not decode.
_IN_ORDER = (
    f"SELECT number, {', '.join(f'CAST({name} AS BLOB)' for name in _COLUMNS)} FROM waiting ORDER BY number"  # noqa: S608 - our own names
)


class UnreadableEntry(UserDataUnusable):
    """An entry that waits cannot be read: nothing is recorded in its study until somebody settles it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry that waits, as it stands in the database of the user.

    Parameters
    ----------
    number
        Number of its row: the order in which the entries came.
    address, root
        The study that it waits for: address without password, and hash of the first event. Empty if a fault has
        changed them.
    entry
        Id of its first event.
    batch
        Its events; empty if it cannot be read.
    raw
        The stored bytes of its columns.
    """

    number: int
    address: str
    root: str
    entry: str
    batch: Batch
    raw: tuple[bytes, ...]

    @property
    def is_readable(self) -> bool:
        """Whether its stored bytes were undamaged and could be read as events."""
        return bool(self.batch)


class Outbox:
    """Batches of events of one study that wait for its server, in order, with their event ids.

    Parameters
    ----------
    address
        Address of the study, without password.
    root
        Hash of the first event of the study.
    database
        Replacement for the database of the user, for tests.
    """

    def __init__(self, address: str, root: str, database: UserDatabase | None = None) -> None:
        self._address, self._root = address, root
        self._database = database

    def batches(self) -> tuple[Batch, ...]:
        """Return the waiting batches.

        Raises
        ------
        UserDataUnusable
            The database cannot be read, or an entry of this study in it.
        """
        return tuple(one.batch for one in self._own(waiting(self._base)))

    def unsent(self, events: Sequence[Event]) -> tuple[Batch, ...]:
        """Return the batches that are not among `events`.

        A batch is among them if the program ended after the server had stored it and before `drop`.

        Raises
        ------
        UserDataUnusable
            As for `batches`.
        """
        batches = self.batches()
        known = {event.new.event_id for event in events} if batches else set()
        return tuple(batch for batch in batches if batch[0].event_id not in known)

    def elsewhere(self) -> dict[str, int]:
        """Return how many entries wait for the same study at other addresses, by address."""
        found: dict[str, int] = {}
        for one in waiting(self._base):
            if one.root == self._root and one.address != self._address:
                found[one.address] = found.get(one.address, 0) + 1
        return found

    def add(self, batch: Batch) -> None:
        """Append a batch; it is durable on return. Idempotent by event id.

        Raises
        ------
        NotSaved
            It is not kept.
        UnreadableEntry
            Another entry of this study cannot be read; it is not kept.
        BadInput
            An event holds a value that cannot be stored.
        """
        text = canonical_text({"events": [{**new._asdict(), "payload": dict(new.payload)} for new in batch]})
        network = network_drive(self._base.folder)
        if network:
            raise self._not_saved(
                phrase("The folder {why}. The variable KGDESK_DATA names another folder.", why=network)
            )
        try:
            with self._base.writing() as db:
                tuple(self._own(_read(db)))  # refuses where one cannot be read
                insert(db, self._address, self._root, batch[0].event_id, text)
        except UnreadableEntry:
            raise
        except UserDataUnusable as cause:
            with suppress(UserDataUnusable):  # after a fault at the last step of the commit it may be there
                self.drop(batch)
            raise self._not_saved(cause.sentence, cause.details) from None

    def drop(self, batch: Batch) -> None:
        """Remove a batch that the server has stored.

        Raises
        ------
        UserDataUnusable
            It may still be there.
        """
        with self._base.writing() as db:
            for one in _read(db):
                if (one.address, one.root, one.entry) == (self._address, self._root, batch[0].event_id):
                    remove(db, one.number)

    @property
    def _base(self) -> UserDatabase:
        return self._database or UserDatabase()

    def _own(self, listed: Iterable[Waiting]) -> Iterator[Waiting]:
        """Yield the entries of this study.

        Raises
        ------
        UserDataUnusable
            One of them cannot be read, or one of which it is not known for which study it waits.
        """
        for one in listed:
            if one.is_readable and (one.address, one.root) == (self._address, self._root):
                yield one
            elif not one.is_readable and (one.address, one.root) in {("", ""), (self._address, self._root)}:
                raise UnreadableEntry(
                    phrase(
                        "An entry that waits on this computer for a server cannot be read any more: the file {path} "
                        "is damaged. Nothing is recorded in {study} until what waits is settled (kgdesk outbox list).",
                        path=self._base.path,
                        study=self._address,
                    )
                )

    def _not_saved(self, why: str, details: str = "") -> NotSaved:
        return NotSaved(
            phrase("The entry cannot wait in {folder} either. {why}", folder=self._base.folder, why=why),
            details=details,
        )


def waiting(database: UserDatabase) -> tuple[Waiting, ...]:
    """Return all entries that wait on this computer, in order.

    Raises
    ------
    UserDataUnusable
        The database cannot be read, or entries of it are missing.
    """
    with database.reading() as db:
        return () if db is None else _read(db)


def waiting_in(path: Path) -> tuple[Waiting, ...]:
    """Return the entries of a damaged database, as far as they can be found there."""
    found: dict[int, Waiting] = {}
    for db in copies_of(path):
        for query in (_IN_ORDER, f"{_IN_ORDER} DESC"):  # from both ends up to what is damaged
            with suppress(apsw.Error):
                for row in db.execute(query):
                    one = _waiting(row)
                    if one.is_readable or row[0] not in found:
                        found[row[0]] = one
    return tuple(found[number] for number in sorted(found))


def ids_set_aside(database: UserDatabase) -> frozenset[str]:
    """Return the ids of the first events of the entries that somebody has set aside.

    Raises
    ------
    UserDataUnusable
        The database cannot be read.
    """
    with database.reading() as db:
        rows = [] if db is None else db.execute("SELECT entry FROM set_aside").fetchall()
    return frozenset(entry.decode(errors="replace") for (entry,) in rows if isinstance(entry, bytes))


def insert(db: apsw.Connection, address: str, root: str, entry: str, text: str) -> None:
    """Add an entry unless it waits already; inside the caller's transaction."""
    key, whole = _digests([each.encode() for each in (address, root, entry, text)])
    db.execute(
        "INSERT INTO waiting (address, root, entry, text, key_digest, digest) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (address, root, entry) DO NOTHING",
        (address, root, entry, text, key, whole),
    )
    db.execute("UPDATE tally SET added = added + ?", (db.changes(),))


def remove(db: apsw.Connection, number: int) -> None:
    """Remove an entry by the number of its row, inside the caller's transaction."""
    db.execute("DELETE FROM waiting WHERE number = ?", (number,))
    db.execute("UPDATE tally SET removed = removed + ?", (db.changes(),))


def _read(db: apsw.Connection) -> tuple[Waiting, ...]:
    return tuple(map(_waiting, db.execute(_IN_ORDER)))


def _waiting(row: tuple[Any, ...]) -> Waiting:
    """Compare a row with its digests, and read its events."""
    number, *blobs = row
    raw = tuple(blob if isinstance(blob, bytes) else b"" for blob in blobs)  # NULL where a fault has made one
    *parts, key_digest, digest = raw
    key, whole = _digests(parts)
    address = root = entry = ""
    batch: Batch = ()
    if key_digest == key.encode():
        address, root, entry = (each.decode() for each in parts[:3])
        if digest == whole.encode():
            batch = _batch_of(parts[3].decode())
    return Waiting(number, address, root, entry, batch, raw)


def _digests(parts: Sequence[bytes]) -> tuple[str, str]:
    """Return the digest of the key of an entry and that of all of it: SHA-256 over length-prefixed fields.

    Parameters
    ----------
    parts
        Address, root, entry and text.
    """
    pieces = [len(each).to_bytes(8, "big") + each for each in parts]
    return sha256(b"".join(pieces[:3])).hexdigest(), sha256(b"".join(pieces)).hexdigest()


def _batch_of(text: str) -> Batch:
    """Return the events of a text; none if they are not what this program writes."""
    try:
        listed = parse(text)["events"]
        batch = tuple(NewEvent(**one) for one in listed)
    except (KgdeskError, KeyError, TypeError):
        return ()
    sound = all(
        isinstance(new.payload, dict) and all(isinstance(getattr(new, name), kind) for name, kind in _TYPES)
        for new in batch
    )
    return batch if sound else ()


def adopt(database: UserDatabase, entries: Iterable[Waiting]) -> None:
    """Add the entries found in a damaged database to the present one, unless they wait there already.

    Raises
    ------
    UserDataUnusable
        They cannot be kept.
    """
    entries = tuple(entries)
    if entries:
        with database.writing() as db:
            for one in entries:
                insert(db, one.address, one.root, one.entry, one.raw[3].decode())


def move_waiting(database: UserDatabase, root: str, source: str, address: str) -> None:
    """Redirect the entries that wait for a study from one address to another.

    Raises
    ------
    UserDataUnusable
        Nothing was changed.
    """
    with database.writing() as db:
        for one in _read(db):
            if one.is_readable and (one.address, one.root) == (source, root):
                remove(db, one.number)
                insert(db, address, root, one.entry, one.raw[3].decode())


def set_waiting_aside(
    database: UserDatabase,
    entries: Iterable[Waiting],
    files: Iterable[str],
    *,
    reason: str,
    operator: str,
    at: str,
) -> int:
    """Set entries aside, and settle damaged files by their names; return the number of those entries.

    One that was sent since it was listed is gone, and its number may be that of another entry.

    Raises
    ------
    UserDataUnusable
        Nothing was changed.
    """
    count = 0
    with database.writing() as db:
        present = {one.number: one.raw for one in _read(db)}
        for one in entries:
            if present.get(one.number) != one.raw:
                continue
            db.execute(
                "INSERT INTO set_aside (address, root, entry, text, reason, operator, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*one.raw[:4], reason, operator, at),
            )
            remove(db, one.number)
            count += 1
        for name in files:
            db.execute(
                "INSERT OR REPLACE INTO settled_file (name, reason, operator, at) VALUES (?, ?, ?, ?)",
                (name, reason, operator, at),
            )
    return count
