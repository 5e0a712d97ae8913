"""SQLite details of a study file: schema, connection settings, and the checks before its content is trusted."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import apsw

from kgdesk.errors import DamagedStudy, NewerStudy, NotAStudy
from kgdesk.model.study.events import RECORD_FORMAT, Head
from kgdesk.paths import open_regular
from kgdesk.store.chain import Row, Verification, verify_rows
from kgdesk.store.error_messages import USE_BACKUP, read_errors
from kgdesk.store.event_table import rows_from
from kgdesk.store.side_files import refuse_strange_side_files
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

APPLICATION_ID = 0x6B677374  # "kgst"

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
# INSERT OR REPLACE deletes the old row without firing the DELETE trigger, so a third trigger guards against it.
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

#: Formats are numbered one by one, so a larger `user_version` means damage and not a later version of kgdesk.
_LARGEST_VERSION = 1_000
#: Milliseconds that SQLite waits for a lock that another connection holds.
_BUSY_MS = 10_000
#: Steps of SQLite's virtual machine between two checks of the limit; fewer would slow down every query.
_STEPS_PER_CHECK = 100_000
#: Last eight bytes of a journal that names a super-journal.
_SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")


def connect(path: Path) -> apsw.Connection:
    """Connect to an existing file in defensive mode, without reading it; read-only if the system demands it.

    Raises
    ------
    StoreError
        The file cannot be opened, or what stands beside it is not a regular file.
    """
    refuse_strange_side_files(path)
    with read_errors(path):
        return connect_defensively(path, _BUSY_MS)


def connect_defensively(path: Path, busy_ms: int) -> apsw.Connection:
    """Connect to an existing file, without reading it; its content can neither run code nor reach another file.

    Parameters
    ----------
    busy_ms
        Milliseconds to wait for a lock that another connection holds.

    Raises
    ------
    apsw.Error
        The file cannot be opened.
    """
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW | apsw.SQLITE_OPEN_EXRESCODE
    db = apsw.Connection(str(path), flags=flags)
    for option, value in (
        (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
        (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
    ):
        db.config(option, value)
    # No ATTACH: SQL in the schema of a hostile file must not reach another file.
    db.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    db.set_busy_timeout(busy_ms)
    return db


def create_schema(db: apsw.Connection) -> None:
    """Create the event table and its triggers in a new file, inside the caller's transaction."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {RECORD_FORMAT}")
    for statement in (_TABLE, _NEVER_UPDATED, _NEVER_DELETED, _ONLY_APPENDED):
        db.execute(statement)


def configure(db: apsw.Connection, *, write: bool) -> None:
    """Set the connection's pragmas; with `synchronous = EXTRA` each commit is durable on return."""
    # The journal mode stays DELETE, not WAL: a copy of the main file alone is complete, and a read-only folder will do.
    # EXTRA also syncs the folder after the journal is deleted; with FULL, simulated power cuts lost acknowledged rows.
    # Without mmap a read error is an exception; SQLite cannot catch one in a mapped file.
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
    """Check the file header before SQLite trusts it; roll back a torn write.

    Raises
    ------
    NotAStudy, NewerStudy, DamagedStudy
        The file was not written by kgdesk or by a later version of it, or its header is damaged.
    """
    journal = path.with_name(path.name + "-journal")
    try:
        torn = journal.lstat().st_size > 0
        # Older versions of SQLite delete the file that a journal names as its super-journal, whatever it is. A journal
        # of kgdesk never names one.
        hostile = torn and _last_bytes(journal) == _SUPER_JOURNAL
    except OSError:
        torn = hostile = False
    with read_errors(path):
        if hostile:
            raise DamagedStudy(
                phrase(
                    "{name} beside {path_name} does not belong to a study. Move it away.",
                    name=journal.name,
                    path_name=path.name,
                )
            )
        if torn:
            with suppress(apsw.NotADBError):
                db.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # rolls back a torn write
        head = db.read("main", 0, 0, 100)[1]
    if head[:16] != b"SQLite format 3\0" or int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise NotAStudy(
            phrase("{name} is not a study of kgdesk. Choose a file that ends in .kgstudy.", name=path.name)
        )
    version = int.from_bytes(head[60:64], "big")
    # Bytes 18 and 19 are 1 unless the file is in WAL mode, bytes 56 to 59 are 1 for UTF-8.
    if not 1 <= version <= _LARGEST_VERSION or head[18:20] != b"\1\1" or head[56:60] != b"\0\0\0\1":
        raise DamagedStudy(
            phrase(
                "The beginning of {name} was changed by another program or by a fault. {backup}",
                name=path.name,
                backup=USE_BACKUP,
            )
        )
    if version > RECORD_FORMAT:
        raise NewerStudy(
            phrase(
                "{name} was written by a newer version of kgdesk. Install that version to open it; "
                "the file was not changed.",
                name=path.name,
            )
        )


def check_schema(db: apsw.Connection, path: Path, *, only_table: bool = False) -> None:
    """Check that the file holds exactly the table and triggers of kgdesk; with `only_table`, at least the table.

    Raises
    ------
    DamagedStudy
        The schema differs.
    """
    # A hostile file may have any number of entries; nine are enough to see that they are not ours.
    entries = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 9").fetchall()
    ours = ("table", "event", "event", _TABLE) in entries
    if not ours or (not only_table and (len(entries) != len(_SCHEMA) or set(entries) != _SCHEMA)):
        raise DamagedStudy(
            phrase(
                "The tables of {name} are not those that kgdesk makes. {backup}",
                name=path.name,
                backup=USE_BACKUP,
            )
        )


def verify_file(
    db: apsw.Connection,
    path: Path,
    *,
    take: Callable[[Row], None] | None = None,
    known: Sequence[Row] = (),
) -> Verification:
    """Verify schema, hash chain and file structure (`integrity_check`) in one read transaction.

    Parameters
    ----------
    take, known
        As for `verify_rows`.
    """
    try:
        with with_size_limits(db, path), read_errors(path):
            db.execute("BEGIN")
            try:
                check_schema(db, path)
                verification = verify_rows(rows_from(db, path, 1), Head(), take, known)
                if verification.problem is None and verification.events == 0:
                    return replace(
                        verification, problem=phrase("Event {place} is missing.", place=1), first_bad=1
                    )
                # `integrity_check` found only 109 of 883 changed bits of data, and the chain all of them; but it also
                # sees the index and the pages between.
                if verification.problem is None and db.execute("PRAGMA integrity_check(1)").fetchall() != [
                    ("ok",)
                ]:
                    damage = phrase(
                        "The events of {name} are whole, but the file around them is damaged. {backup}",
                        name=path.name,
                        backup=USE_BACKUP,
                    )
                    return replace(verification, problem=damage)
                return verification
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
    except DamagedStudy as cause:
        return Verification(0, Head(), cause.sentence)


@contextmanager
def with_size_limits(db: apsw.Connection, path: Path) -> Iterator[None]:
    """Abort SQLite when it does far more work than a file of this size needs, as a hostile file can make it do.

    The limit counts steps of SQLite's virtual machine and not seconds, so that a slow computer does not reach it.
    """
    left = (20_000_000 + 4 * path.stat().st_size) // _STEPS_PER_CHECK

    def spent() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    db.set_progress_handler(spent, _STEPS_PER_CHECK)
    try:
        yield
    finally:
        db.set_progress_handler(None)


def _last_bytes(journal: Path) -> bytes:
    with open_regular(journal) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - 8))
        return file.read(8)
