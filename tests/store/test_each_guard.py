"""Each guard against a hostile file holds alone, whatever the others do."""

from __future__ import annotations

import errno
import os
import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import apsw
import pytest
from storekit import KIM, new_event, some_events, torn

from kgdesk.errors import BadInput, NotAStudy, NotSaved, ReadOnlyStudy, StoreError
from kgdesk.store import SqliteStore, database, disk
from kgdesk.store.backups import back_up, is_intact
from kgdesk.store.lock import WriterLock
from tests.posix_only import LINKS, PIPES, RIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Clock

    from kgdesk import actions

_ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"


def with_sql(path: Path, *statements: str) -> None:
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()


@LINKS
def test_no_connection_follows_a_link(study: Path) -> None:
    link = study.with_name("link.kgstudy")
    link.symlink_to(study)
    with pytest.raises(StoreError):
        database.connect(link)
    with pytest.raises(NotAStudy, match=r"is a link.*Open the file that it leads to"):
        disk.study_path(link)


@PIPES
def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.kgstudy")
    with pytest.raises(NotAStudy, match="a named pipe"):
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


@pytest.mark.parametrize("kind", [pytest.param("link", marks=LINKS), pytest.param("pipe", marks=PIPES)])
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


def test_a_torn_header_is_read_only_after_its_write_is_rolled_back(study: Path) -> None:
    with SqliteStore.open(study, writer=None) as store:
        known = store.read_from()
    torn(study)
    data = study.read_bytes()
    study.write_bytes(data[:56] + bytes(44) + data[100:])  # the header was written last, and in part
    with SqliteStore.open(study, writer=None) as store:
        assert store.read_from() == known


@RIGHTS
def test_a_disk_without_locks_is_read_only_and_no_file_is_taken_for_a_lock(
    study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOSYS, "no locks here")

    monkeypatch.setattr("filelock._unix.fcntl.flock", no_locks)
    with pytest.raises(ReadOnlyStudy):
        WriterLock(study).take(KIM)
    with SqliteStore.open(study, writer=KIM) as store:
        assert store.read_only_reason is not None


def test_a_backup_that_cannot_be_read_back_is_no_backup(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = SqliteStore.backup

    def changed_by_the_disk(store: SqliteStore, dest: Path) -> Any:
        found = copy(store, dest)
        dest.write_bytes(dest.read_bytes().replace(b"C-0003", b"C-0009"))
        return found

    monkeypatch.setattr(SqliteStore, "backup", changed_by_the_disk)
    with SqliteStore.open(study, writer=None) as store, pytest.raises(NotSaved, match="cannot be read back"):
        back_up(store, tmp_path / "kept", datetime(2026, 11, 21, 9, tzinfo=UTC))


def test_a_backup_of_an_other_head_than_its_name_is_not_whole(study: Path, tmp_path: Path) -> None:
    when = datetime(2026, 11, 21, 9, tzinfo=UTC)
    with SqliteStore.open(study, writer=KIM) as store:
        made = back_up(store, tmp_path / "kept", when)
        assert is_intact(made)
        store.append_if_head(store.head(), [new_event()])
    shutil.copy(study, made.path)
    assert not is_intact(made)


def test_a_save_that_failed_after_the_commit_is_unsure_and_its_retry_records_once(
    session: actions.Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, facts = type(session.store).append_if_head, [("note_added", {"text": "once"})]

    def unconfirmed(*call: Any) -> None:
        append(*call)
        raise NotSaved("The disk did not confirm the entry.")

    with monkeypatch.context() as patch:
        patch.setattr(type(session.store), "append_if_head", unconfirmed)
        with pytest.raises(NotSaved):
            session.append(facts, "one")
    clock.tick()  # the same gesture has another time now
    session.append(facts, "one")
    assert [note.text for note in session.study.notes] == ["once"]
    assert session.store.read_from() == session.study.events


def test_a_recorded_token_records_nothing_again(session: actions.Session) -> None:
    facts = [("note_added", {"text": "once"})]
    first = session.append(facts, "one")
    again = session.append(facts, "one")
    assert again.events == first.events
    assert not again.facts
    assert [note.text for note in session.study.notes] == ["once"]


def test_a_batch_of_which_the_second_entry_cannot_be_stored_leaves_nothing(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        head = store.head()
        store._file.db.limit(apsw.SQLITE_LIMIT_LENGTH, 5_000)
        with pytest.raises(BadInput, match="too large"):
            store.append_if_head(head, [new_event(), new_event({"note": "x" * 9_000})])
        assert store.head() == head
