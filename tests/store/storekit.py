"""Helpers for tests of the store: events, writers, and processes that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.store import EventStore, SqliteStore, Writer
from kgdesk.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from pgserver import Server

ROOT = Path(__file__).resolve().parents[2]
KIM = Writer("Kim", "LAB-PC-2", datetime(2026, 11, 21, 9, 12, tzinfo=UTC))
PAT = Writer("Pat", "LAB-PC-3", datetime(2026, 11, 21, 9, 30, tzinfo=UTC))


def new_event(payload: dict[str, Any] | None = None, **fields: Any) -> NewEvent:
    values: dict[str, Any] = {
        "kind": "outcome_recorded",
        "payload": payload if payload is not None else {"candidate": "C-0042", "outcome": "success"},
        "event_id": uuid.uuid4().hex,
        "recorded_at_utc": "2026-11-21T14:02:31.000000Z",
        "utc_offset": "+01:00",
        "actor": "Kim",
        "workstation": "LAB-PC-2",
        "app_version": "0.1.0",
    }
    return NewEvent(**{**values, **fields})


def some_events(count: int) -> list[NewEvent]:
    created = new_event({"title": "Solvents"}, kind="study_created")
    return [created, *(new_event({"candidate": f"C-{n:04d}", "outcome": "failure"}) for n in range(1, count))]


def head_of(events: tuple[Event, ...]) -> Head:
    return Head(events[-1].seq, events[-1].hash)


def meddle(path: Path, *statements: str) -> None:
    """Change a closed study by SQL, with its triggers removed and restored."""
    db = apsw.Connection(str(path))
    triggers = db.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
    ).fetchall()
    with db:
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            db.execute(statement)
        for _, sql in triggers:
            db.execute(sql)
    db.close()


def half_written(path: Path) -> bool:
    """Return whether a killed writer left a journal that must be rolled back."""
    journal = path.with_name(path.name + "-journal")
    return journal.exists() and journal.read_bytes()[:1] not in (b"", b"\0")


def torn(path: Path) -> None:
    """Leave a study as a writer that was killed does: half of an entry in the file, and a journal to roll it back."""
    db = apsw.Connection(str(path))
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN IMMEDIATE")
    db.execute(
        "INSERT INTO event SELECT seq + 1, hex(randomblob(16)), kind, 1, '', '', '', '', '', hex(zeroblob(50000)), "
        "hash, hash FROM event ORDER BY seq DESC LIMIT 1"
    )  # more than the cache holds, so that SQLite writes to the file before the commit
    journal = path.with_name(f"{path.name}-journal")
    left = path.read_bytes(), journal.read_bytes()
    db.execute("ROLLBACK")
    db.close()
    path.write_bytes(left[0])
    journal.write_bytes(left[1])
    assert half_written(path)


def child(*arguments: object) -> subprocess.Popen[str]:
    """Start one of the programs of child.py."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(Path(__file__).parent))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-W", "error", str(Path(__file__).with_name("child.py")), *map(str, arguments)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str], patience: float = 120) -> str:
    """Wait for a child, which must exit with status 0; return its output."""
    out, err = process.communicate(timeout=patience)
    assert process.returncode == 0, err
    return out


class SqlitePlaces:
    """Places for the contract's studies of the SQLite store."""

    store: type[EventStore] = SqliteStore
    many_write = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, name: str) -> Path:
        return self._folder / f"{name}.kgstudy"


class PostgresPlaces:
    """Places for the contract's studies of the PostgreSQL store; names are unique to one test."""

    store: type[EventStore] = PostgresStore
    many_write = True

    def __init__(self, server: Server, prefix: str) -> None:
        self.server, self._prefix = server, prefix

    def __call__(self, name: str, user: str = "kim") -> str:
        return self.server.address(user, f"{self._prefix} {name}")
