"""Each guard against a hostile file holds alone, whatever the others do."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import apsw
import pytest
from storekit import KIM, some_events

from kgdesk.errors import NotAStudy, StoreError
from kgdesk.store import SqliteStore, database, disk
from kgdesk.store.protocol import WriterLock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"


def with_sql(path: Path, *statements: str) -> None:
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()


def test_no_connection_follows_a_link(study: Path) -> None:
    link = study.with_name("link.kgstudy")
    link.symlink_to(study)
    with pytest.raises(StoreError):
        database.connect(link)
    with pytest.raises(NotAStudy, match="is a link"):
        disk.study_path(link)


def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.kgstudy")
    with pytest.raises(NotAStudy, match="a device"):
        disk.study_path(tmp_path / "pipe.kgstudy")


def test_a_connection_changes_no_schema_by_hand(study: Path) -> None:
    db = database.connect(study)
    db.execute("PRAGMA writable_schema = ON")
    with pytest.raises(apsw.Error, match="may not be modified"):
        db.execute("DELETE FROM sqlite_schema")
    db.close()


def connected(path: Path) -> apsw.Connection:
    return database.connect(path)


def configured(path: Path) -> apsw.Connection:
    db = apsw.Connection(str(path))
    database.configure(db, write=True)
    return db


@pytest.mark.parametrize("way", [connected, configured])
def test_no_function_of_the_program_runs_from_the_schema_of_a_file(
    study: Path, way: Callable[[Path], apsw.Connection]
) -> None:
    with_sql(study, "CREATE TABLE t (x)", "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT spy(1); END")
    calls: list[int] = []
    db = way(study)
    db.create_scalar_function("spy", calls.append, 1)
    with pytest.raises(apsw.SQLError, match="unsafe use of spy"):
        db.execute("INSERT INTO t VALUES (1)")
    db.close()
    assert not calls


def test_no_view_is_read(study: Path) -> None:
    with_sql(study, "CREATE VIEW v AS SELECT 1")
    db = database.connect(study)
    with pytest.raises(apsw.SQLError, match="access to view"):
        db.execute("SELECT * FROM v")
    db.close()


def test_a_misspelt_column_is_no_text_and_no_other_file_is_attached(study: Path) -> None:
    db = database.connect(study)
    with pytest.raises(apsw.SQLError, match="no such column"):
        db.execute('SELECT "nothing" FROM event')
    with pytest.raises(apsw.SQLError, match="too many attached"):
        db.execute("ATTACH ':memory:' AS other")
    db.close()


def test_the_settings_of_a_connection_do_not_depend_on_those_of_the_library(study: Path) -> None:
    db = apsw.Connection(str(study))
    usual = ("synchronous", "foreign_keys", "trusted_schema", "cell_size_check", "temp_store", "query_only")
    for name, wrong in (*zip(usual, (0, 0, 1, 0, 1, 1), strict=True), ("mmap_size", 1 << 20)):
        db.execute(f"PRAGMA {name} = {wrong}")
    database.configure(db, write=True)
    assert [db.pragma(name) for name in usual] == [3, 1, 0, 1, 2, 0]
    assert db.pragma("mmap_size") == 0
    database.configure(db, write=False)
    assert db.pragma("query_only") == 1
    db.close()


def test_a_query_without_an_end_is_given_up(study: Path) -> None:
    db = database.connect(study)
    with database.with_size_limits(db, study), pytest.raises(apsw.InterruptError):
        db.execute(_ENDLESS).fetchall()
    db.close()


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_the_note_of_a_writer_leads_nowhere_else(study: Path, kind: str) -> None:
    record = study.with_name(f".{study.name}.writer")
    if kind == "pipe":
        os.mkfifo(record)
    else:
        other = study.with_name("note")
        other.write_text('{"operator": "Eve", "workstation": "x", "since": "2026-11-21T09:00:00+00:00"}')
        record.symlink_to(other)
    assert WriterLock(study).holder() is None


def test_a_journal_that_is_left_aside_goes_with_the_old_file(study: Path, tmp_path: Path) -> None:
    """One that names another file is never rolled back, and would make the new file unreadable."""
    new, old = tmp_path / "new.kgstudy", tmp_path / "old.kgstudy"
    SqliteStore.create(new, some_events(3)).close()
    journal = study.with_name(f"{study.name}-journal")
    journal.write_bytes(bytes(600) + bytes.fromhex("d9d505f920a163d7"))
    disk.swap(study, new, old)
    assert not journal.exists()
    assert old.with_name(f"{old.name}-journal").exists()
    with SqliteStore.open(study, writer=KIM) as store:
        assert store.head().seq == 3


def test_a_swap_names_the_old_file_before_the_new_one_takes_its_place(study: Path, tmp_path: Path) -> None:
    new, old = tmp_path / "new.kgstudy", tmp_path / "old.kgstudy"
    SqliteStore.create(new, some_events(3)).close()
    old.touch()
    with pytest.raises(StoreError, match="already there"):
        disk.swap(study, new, old)
    assert old.stat().st_size == 0
    with SqliteStore.open(study, writer=None) as store:
        assert store.head().seq == 5
