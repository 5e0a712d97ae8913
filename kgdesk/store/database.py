"""What kgdesk asks of SQLite: the schema, the settings, the checks of a file before it is believed."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import apsw

from kgdesk.errors import (
    BadInput,
    DamagedStudy,
    NewerStudy,
    NotAStudy,
    NotSaved,
    ReadOnlyStudy,
    StoreError,
    StudyInUse,
)
from kgdesk.model.events import Head
from kgdesk.store.chain import Row, Verification, follow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x6B677374  # "kgst"
USER_VERSION = 1
COLUMNS = ", ".join(Row._fields)

_TABLE = """CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    kind_version INTEGER NOT NULL,
    recorded_at_utc TEXT NOT NULL,
    utc_offset TEXT NOT NULL,
    actor TEXT NOT NULL,
    workstation TEXT NOT NULL,
    app_version TEXT NOT NULL,
    payload TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT"""
# INSERT OR REPLACE would remove a row without asking a DELETE trigger; so the third one.
_NEVER_UPDATED = """CREATE TRIGGER event_is_never_updated BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END"""
_NEVER_DELETED = """CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END"""
_ONLY_APPENDED = """CREATE TRIGGER event_is_only_appended BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
    OR EXISTS (SELECT 1 FROM event WHERE event_id = NEW.event_id)
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END"""
_SCHEMA = {
    ("table", "event", "event", _TABLE),
    ("index", "sqlite_autoindex_event_1", "event", None),
    ("trigger", "event_is_never_updated", "event", _NEVER_UPDATED),
    ("trigger", "event_is_never_deleted", "event", _NEVER_DELETED),
    ("trigger", "event_is_only_appended", "event", _ONLY_APPENDED),
}

_BUSY_MS = 10_000
_STEPS = 100_000
_SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_MISTAKES = (apsw.ConnectionClosedError, apsw.MisuseError, apsw.ThreadingViolationError)
_BACKUP = "Open the newest backup instead, and keep this file."


def connect(path: Path) -> apsw.Connection:
    """Open an existing file without reading from it; for reading only where the system allows no more."""
    with reading(path):
        db = apsw.Connection(
            str(path),
            flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW | apsw.SQLITE_OPEN_EXRESCODE,
        )
    for option, value in (
        (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
        (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
    ):
        db.config(option, value)
    db.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    db.set_busy_timeout(_BUSY_MS)
    return db


def create_schema(db: apsw.Connection) -> None:
    """Make the table of a new file, inside the caller's transaction."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {USER_VERSION}")
    for statement in (_TABLE, _NEVER_UPDATED, _NEVER_DELETED, _ONLY_APPENDED):
        db.execute(statement)


def configure(db: apsw.Connection, *, write: bool) -> None:
    """Make settings that a file cannot bring along; each commit is durable when it returns."""
    for setting in (
        "synchronous = EXTRA",
        "foreign_keys = ON",
        "trusted_schema = OFF",
        "cell_size_check = ON",
        "mmap_size = 0",
        "temp_store = MEMORY",
        f"query_only = {'OFF' if write else 'ON'}",
    ):
        db.execute(f"PRAGMA {setting}")


def check_header(db: apsw.Connection, path: Path) -> None:
    """Look at the first bytes, before SQLite believes any of them.

    Raises
    ------
    NotAStudy, NewerStudy, DamagedStudy
        It is no file of ours, or one that this version cannot read.
    """
    journal = path.with_name(path.name + "-journal")
    try:
        torn = journal.lstat().st_size > 0
        # Rolling back a journal that names a super-journal can delete the file of that name; ours never do.
        hostile = torn and journal.read_bytes()[-8:] == _SUPER_JOURNAL
    except OSError:
        torn = hostile = False
    with reading(path):
        if hostile:
            raise DamagedStudy(f"{journal.name} beside {path.name} does not belong to a study. Move it away.")
        if torn:
            with suppress(apsw.NotADBError):
                db.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # rolls a torn write back
        head = db.read("main", 0, 0, 100)[1]
    if head[:16] != b"SQLite format 3\0" or int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise NotAStudy(f"{path.name} is not a study of kgdesk. Choose a file that ends in .kgstudy.")
    version = int.from_bytes(head[60:64], "big")
    if version > USER_VERSION:
        raise NewerStudy(
            f"{path.name} was written by a newer version of kgdesk. Install that version to open it; "
            "the file was not changed."
        )
    if version < USER_VERSION or head[18:20] != b"\1\1" or head[56:60] != b"\0\0\0\1":
        raise DamagedStudy(
            f"The beginning of {path.name} was changed by another program or by a fault. {_BACKUP}"
        )


def check_schema(db: apsw.Connection, path: Path, *, only_table: bool = False) -> None:
    """See to it that the file holds exactly our table and triggers, or at least our table.

    Raises
    ------
    DamagedStudy
        There is more, less or something else.
    """
    found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 9").fetchall()
    ours = ("table", "event", "event", _TABLE) in found
    if not ours or (not only_table and (len(found) != len(_SCHEMA) or set(found) != _SCHEMA)):
        raise DamagedStudy(f"The tables of {path.name} are not those that kgdesk makes. {_BACKUP}")


def examine(db: apsw.Connection, path: Path) -> Verification:
    """Check the schema, follow the whole chain and check the structure of the file, in one view of it."""
    try:
        with limited(db, path), reading(path):
            db.execute("BEGIN")
            try:
                check_schema(db, path)
                found = follow(rows_from(db, path, 1), Head())
                if found.problem is None and found.events == 0:
                    return replace(found, problem="Event 1 is missing.", first_bad=1)
                if found.problem is None and db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
                    whole = f"The events of {path.name} are whole, but the file around them is damaged."
                    return replace(found, problem=f"{whole} {_BACKUP}")
                return found
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
    except DamagedStudy as cause:
        return Verification(0, Head(), str(cause))


def refuse_damage(path: Path, found: Verification) -> None:
    """Say what is damaged and what a person can do.

    Raises
    ------
    DamagedStudy
        Something is.
    """
    if found.problem is None:
        return
    if found.first_bad is None:
        raise DamagedStudy(found.problem)
    if found.events == 0:
        raise DamagedStudy(f"{found.problem} No event of {path.name} can be read. {_BACKUP}")
    before = "1 event before it is" if found.events == 1 else f"{found.events} events before it are"
    raise DamagedStudy(f"{found.problem} The {before} whole in {path.name}. {_BACKUP}")


@contextmanager
def limited(db: apsw.Connection, path: Path) -> Iterator[None]:
    """Stop SQLite when it works far more than a file of this size needs; slow computers are not cut off."""
    left = (20_000_000 + 4 * path.stat().st_size) // _STEPS

    def spent() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    db.set_progress_handler(spent, _STEPS)
    try:
        yield
    finally:
        db.set_progress_handler(None)


def rows_from(db: apsw.Connection, path: Path, seq: int) -> Iterator[tuple[object, ...]]:
    """Read the stored events from number `seq` on; all of them from 1, also those that should not be there.

    Raises
    ------
    DamagedStudy
        The next row cannot be read.
    """
    where, bound = ("", ()) if seq == 1 else ("WHERE seq >= ?", (seq,))
    try:
        with reading(path):
            for row in db.execute(f"SELECT {COLUMNS} FROM event {where} ORDER BY seq", bound):  # noqa: S608
                yield row
                seq += 1
    except DamagedStudy as cause:
        raise DamagedStudy(f"Event {seq} cannot be read.", details=cause.details) from None


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what SQLite says while reading into sentences."""
    name = path.name
    try:
        yield
    except _MISTAKES:
        raise
    except (apsw.BusyError, apsw.LockedError) as cause:
        raise StudyInUse(
            f"{name} is being written by another program just now. Try again in a moment.", details=str(cause)
        ) from None
    except apsw.ReadOnlyError as cause:
        raise ReadOnlyStudy(
            f"The last write to {name} was interrupted and cannot be undone here, because the file or its "
            "folder cannot be written. Open it once where you may write, or copy it there with its journal.",
            details=str(cause),
        ) from None
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as cause:
        raise StoreError(
            f"{name} cannot be read. Check the disk or network and your right to read it.", details=str(cause)
        ) from None
    except (apsw.Error, UnicodeDecodeError) as cause:
        raise DamagedStudy(
            f"{name} is damaged and cannot be read as it is. {_BACKUP}", details=str(cause)
        ) from None


@contextmanager
def writing(path: Path, safe: str) -> Iterator[None]:
    """Turn what SQLite says while writing into sentences; `safe` is the one about the data."""
    name = path.name
    try:
        yield
    except _MISTAKES:
        raise
    except apsw.TooBigError as cause:
        raise BadInput(
            f"The entry is too large for {name}. {safe} Split it up.", details=str(cause)
        ) from None
    except apsw.FullError as cause:
        raise NotSaved(
            f"The disk is full. {safe} Free space on {path.parent} and try again.", details=str(cause)
        ) from None
    except (apsw.BusyError, apsw.LockedError) as cause:
        raise NotSaved(
            f"Another program is holding {name}. {safe} Try again in a moment.", details=str(cause)
        ) from None
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as cause:
        if getattr(cause, "extendedresult", 0) == apsw.SQLITE_READONLY_DBMOVED:
            raise NotSaved(
                f"{name} was moved, renamed or deleted while it was open. {safe} Put it back, or open it "
                "where it is now, and try again.",
                details=str(cause),
            ) from None
        raise ReadOnlyStudy(
            f"{name} or its folder cannot be written any more. {safe} Ask for the right to write in "
            f"{path.parent} and try again.",
            details=str(cause),
        ) from None
    except (apsw.CorruptError, apsw.NotADBError) as cause:
        raise DamagedStudy(
            f"{name} was damaged while it was open. {safe} {_BACKUP}", details=str(cause)
        ) from None
    except apsw.Error as cause:
        raise NotSaved(
            f"{name} could not be written. {safe} Check the disk or network of {path.parent} and try again.",
            details=str(cause),
        ) from None
