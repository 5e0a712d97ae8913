"""Damaged and hostile files: every change of an event is reported, always by an error message."""

from __future__ import annotations

import os
import random
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest
from storekit import KIM, meddle, new_event, some_events

from kgdesk.errors import DamagedStudy, NewerStudy, NotAStudy, StoreError
from kgdesk.model.study.events import Unreadable
from kgdesk.store import SqliteStore, database, salvage
from kgdesk.store.chain import event_hash, row_of

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "event_id",
    "kind",
    "recorded_at_utc",
    "utc_offset",
    "actor",
    "workstation",
    "app_version",
    "payload",
    "prev_hash",
    "hash",
]
FLIPS = int(os.environ.get("KGDESK_FLIPS", "300"))


_EXTRA = (
    "INSERT INTO event SELECT 6, hex(randomblob(16)), kind, 1, recorded_at_utc, utc_offset, actor,"
    " workstation, app_version, payload, hash, prev_hash FROM event WHERE seq = 5"
)
_BLANK = "kind, 1, '', '', '', '', '', '', '', '' FROM event LIMIT 1"


def refused(path: Path) -> DamagedStudy:
    with pytest.raises(DamagedStudy) as caught:
        SqliteStore.open(path, writer=None)
    return caught.value


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("column", TEXTS)
def test_a_changed_letter_in_any_column_of_any_event_is_found(study: Path, column: str, number: int) -> None:
    change = f"substr({column}, 1, 2) || char(unicode(substr({column}, 3, 1)) + 1) || substr({column}, 4)"
    meddle(study, f"UPDATE event SET {column} = {change} WHERE seq = {number}")
    assert f"Event {number} was changed" in str(refused(study))
    events, found = salvage(study)
    assert len(events) == found.events == number - 1
    assert found.first_bad == number


@pytest.mark.parametrize("number", range(1, 6))
def test_a_changed_number_of_any_event_is_found(study: Path, number: int) -> None:
    meddle(study, f"UPDATE event SET kind_version = 2 WHERE seq = {number}")
    assert f"Event {number} was changed" in str(refused(study))


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM event WHERE seq = 3", "Event 3 is missing. The 2 events before it are whole"),
        ("DELETE FROM event WHERE seq = 2", "Event 2 is missing. The 1 event before it is whole"),
        ("DELETE FROM event WHERE seq = 1", "Event 1 is missing. No event of"),
        ("DELETE FROM event", "Event 1 is missing"),
        ("UPDATE event SET seq = 9 WHERE seq = 5", "Event 5 is missing"),
        ("UPDATE event SET seq = -1 WHERE seq = 1", "Event 1 is missing"),
        ("UPDATE event SET seq = 0 WHERE seq = 5", "Event 1 is missing"),
        ("UPDATE event SET payload = payload || char(0) WHERE seq = 4", "Event 4 was changed"),
        ("UPDATE event SET payload = CAST(x'ff' AS TEXT) WHERE seq = 4", "Event 4 cannot be read"),
        (_EXTRA, "Event 6 was changed"),
    ],
)  # fmt: skip
def test_events_that_are_taken_out_put_in_or_moved_are_found(
    study: Path, statement: str, sentence: str
) -> None:
    meddle(study, statement)
    assert sentence in str(refused(study))
    with pytest.raises(DamagedStudy, match="backup"):
        SqliteStore.open(study, writer=KIM)
    assert not study.with_name(f".{study.name}.writer").exists()


def test_two_events_that_changed_places_are_found(study: Path) -> None:
    meddle(
        study,
        "UPDATE event SET seq = 100 WHERE seq = 2",
        "UPDATE event SET seq = 2 WHERE seq = 3",
        "UPDATE event SET seq = 3 WHERE seq = 100",
    )
    assert "Event 2 was changed" in str(refused(study))


@pytest.mark.parametrize("payload", ["[]", "not JSON", '{"a":NaN}', '{"a":1e999}', '{"a":1,"a":2}'])
def test_a_forged_event_with_a_fitting_hash_but_foreign_facts_is_never_handed_out(
    study: Path, payload: str
) -> None:
    db = apsw.Connection(str(study))
    row = list(db.execute("SELECT * FROM event WHERE seq = 5").fetchall()[0])
    db.close()
    row[9] = payload
    meddle(study, f"UPDATE event SET payload = '{payload}', hash = '{event_hash(row[:11])}' WHERE seq = 5")
    with SqliteStore.open(study, writer=None) as store:
        found = store.read_from()[4]
    assert (type(found.payload), dict(found.payload)) == (Unreadable, {})
    assert row_of(found).payload == payload
    assert len(salvage(study)[0]) == 5


def test_flipped_bytes_are_reported_or_change_no_event(study: Path) -> None:
    with SqliteStore.open(study, writer=None) as store:
        events = store.read_from()
    data = study.read_bytes()
    damaged = study.with_name("damaged.kgstudy")
    draw = random.Random(20261121)
    reported = 0
    for _ in range(FLIPS):
        position, bit = draw.randrange(len(data)), 1 << draw.randrange(8)
        damaged.write_bytes(data[:position] + bytes([data[position] ^ bit]) + data[position + 1 :])
        try:
            with SqliteStore.open(damaged, writer=None) as store:
                assert store.read_from() == events, (position, bit)
        except StoreError:
            reported += 1
        try:
            found = salvage(damaged)[0]
            assert found == events[: len(found)]
        except StoreError:
            pass
    print(f"{reported} of {FLIPS} reported")
    assert reported > 0


def test_every_flipped_byte_of_the_stored_text_is_reported(study: Path) -> None:
    data = study.read_bytes()
    start = data.index(b'{"candidate":"C-0003"') - 100
    damaged = study.with_name("damaged.kgstudy")
    for position in range(start, start + 300):
        damaged.write_bytes(data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :])
        with pytest.raises(StoreError):
            SqliteStore.open(damaged, writer=None)


def test_any_cut_of_the_file_is_reported(study: Path) -> None:
    data = study.read_bytes()
    cut = study.with_name("cut.kgstudy")
    for size in (*range(0, len(data), 509), len(data) - 1):
        cut.write_bytes(data[:size])
        with pytest.raises(StoreError):
            SqliteStore.open(cut, writer=None)


def test_zeroed_and_swapped_blocks_are_reported_or_change_no_event(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        store.append_if_head(store.head(), [new_event({"note": "x" * 300, "n": n}) for n in range(60)])
        events = store.read_from()
    data = study.read_bytes()
    damaged = study.with_name("damaged.kgstudy")
    pages = [data[start : start + 4096] for start in range(0, len(data), 4096)]
    assert len(pages) > 5
    forms = [data[:start] + bytes(512) + data[start + 512 :] for start in range(0, len(data), 512)]
    for first in range(len(pages)):
        for second in range(first):
            swapped = pages.copy()
            swapped[first], swapped[second] = pages[second], pages[first]
            forms.append(b"".join(swapped))
    reported = 0
    for form in forms:
        damaged.write_bytes(form)
        try:
            with SqliteStore.open(damaged, writer=None) as store:
                assert store.read_from() == events
        except StoreError:
            reported += 1
    assert reported > len(forms) // 2


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER foreign_one AFTER INSERT ON event BEGIN SELECT 1; END",
        "CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
        "CREATE TABLE other (x)",
        "CREATE INDEX i ON event (actor)",
        "CREATE VIRTUAL TABLE f USING fts5(x)",
        "ANALYZE",
        "ALTER TABLE event ADD COLUMN x TEXT",
    ],
)
def test_tables_views_and_triggers_of_others_are_refused(study: Path, statement: str) -> None:
    meddle(study, statement)
    assert "tables of solvents.kgstudy are not those" in str(refused(study))


def test_a_study_that_lost_its_guard_is_refused_but_can_be_salvaged(study: Path) -> None:
    db = apsw.Connection(str(study))
    db.execute("DROP TRIGGER event_is_never_updated")
    db.close()
    refused(study)
    assert len(salvage(study)[0]) == 5


def test_an_endless_view_in_the_place_of_the_table_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "hostile.kgstudy"
    db = apsw.Connection(str(path))
    db.execute(f"PRAGMA application_id = {0x6B677374}; PRAGMA user_version = 1")
    db.execute(
        "CREATE VIEW event AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
        " SELECT n AS seq, 1 AS event_id FROM c"
    )
    db.close()
    refused(path)
    with pytest.raises(DamagedStudy):
        salvage(path)


def test_a_file_of_a_newer_format_is_refused_and_left_alone(study: Path) -> None:
    meddle(study, "PRAGMA user_version = 2", "CREATE TABLE more (x TEXT) STRICT")
    before = study.read_bytes()
    for writer in (KIM, None):
        with pytest.raises(NewerStudy, match="written by a newer version"):
            SqliteStore.open(study, writer=writer)
    with pytest.raises(NewerStudy, match="written by a newer version"):
        salvage(study)
    assert study.read_bytes() == before


def test_a_version_that_never_was_is_damage(study: Path) -> None:
    for version in (0, 70_000, -1):
        meddle(study, f"PRAGMA user_version = {version}")
        refused(study)


def test_a_study_that_was_put_into_another_journal_mode_is_refused(study: Path) -> None:
    db = apsw.Connection(str(study))
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    refused(study)
    assert not study.with_name(study.name + "-wal").exists()


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_a_study_whose_texts_are_in_utf_16_is_refused(study: Path, encoding: str) -> None:
    """Its tables and hashes are those of the study, but kgdesk writes no such file."""
    with closing(apsw.Connection(str(study))) as db:
        schema = db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
        rows = db.execute("SELECT * FROM event ORDER BY seq").fetchall()
    study.unlink()
    with closing(apsw.Connection(str(study))) as db:
        db.execute(f"PRAGMA encoding = '{encoding}'")
        db.execute(f"PRAGMA application_id = {database.APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        for (statement,) in schema:
            db.execute(statement)
        db.executemany(f"INSERT INTO event VALUES ({', '.join('?' * 12)})", rows)
    refused(study)


def make_files(folder: Path, study: Path) -> list[Path]:
    def put(name: str, data: bytes) -> None:
        (folder / name).write_bytes(data)

    put("empty.kgstudy", b"")
    put("text.kgstudy", b"candidate,outcome\r\nC-1,success\r\n")
    put("zeros.kgstudy", bytes(8192))
    put("magic.kgstudy", b"SQLite format 3\0")
    put("short.kgstudy", study.read_bytes()[:60])
    db = apsw.Connection(str(folder / "other.kgstudy"))
    db.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, payload TEXT) STRICT")
    db.close()
    (folder / "folder.kgstudy").mkdir()
    if os.name == "posix":
        (folder / "link.kgstudy").symlink_to(study)
        (folder / "dangling.kgstudy").symlink_to(folder / "nowhere.kgstudy")
        os.mkfifo(folder / "pipe.kgstudy")
    return [*sorted(folder.iterdir()), folder / "missing.kgstudy", folder / "missing" / "deep.kgstudy"]


def test_what_is_no_study_is_refused_in_a_sentence_and_untouched(tmp_path: Path, study: Path) -> None:
    folder = tmp_path / "things"
    folder.mkdir()
    files = make_files(folder, study)
    assert len(files) == (12 if os.name == "posix" else 9)
    before = {path.name for path in folder.iterdir()}
    for path in files:
        for writer in (KIM, None):
            with pytest.raises(NotAStudy) as caught:
                SqliteStore.open(path, writer=writer)
            assert path.name in str(caught.value)
        with pytest.raises(NotAStudy):
            salvage(path)
    assert {path.name for path in folder.iterdir()} == before
    assert (folder / "text.kgstudy").read_bytes().startswith(b"candidate")


def test_a_journal_that_names_a_file_elsewhere_cannot_delete_it(tmp_path: Path, study: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("precious")
    name = str(victim).encode()
    journal = study.with_name(study.name + "-journal")
    head = bytes.fromhex("d9d505f920a163d7") + (0).to_bytes(4, "big") + bytes(4) + (3).to_bytes(4, "big")
    head = (head + (512).to_bytes(4, "big") + (4096).to_bytes(4, "big")).ljust(512, b"\0")
    trailer = name + len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big")
    locked_page = (0x40000000 // 4096 + 1).to_bytes(4, "big")
    journal.write_bytes(head + locked_page + trailer + bytes.fromhex("d9d505f920a163d7"))
    with pytest.raises(DamagedStudy, match="journal"):
        SqliteStore.open(study, writer=KIM)
    assert victim.read_text() == "precious"
    journal.unlink()
    SqliteStore.open(study, writer=KIM).close()


def test_the_file_itself_refuses_changes_of_stored_events(study: Path) -> None:
    db = apsw.Connection(str(study))
    for statement in (
        "UPDATE event SET actor = 'x' WHERE seq = 1",
        "DELETE FROM event WHERE seq = 5",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 2",
        f"INSERT OR REPLACE INTO event SELECT 6, event_id, {_BLANK}",
        f"INSERT INTO event SELECT 8, 'x', {_BLANK}",
    ):
        with pytest.raises(apsw.ConstraintError, match="events are only appended"):
            db.execute(statement)
    db.close()
    SqliteStore.open(study, writer=None).close()


def test_damage_after_opening_is_found_when_the_events_are_read(study: Path) -> None:
    with SqliteStore.open(study, writer=None) as store:
        meddle(study, "UPDATE event SET actor = 'Pat' WHERE seq = 4")
        with pytest.raises(DamagedStudy, match="Event 4"):
            store.read_from()
        with pytest.raises(DamagedStudy, match="Event 4"):
            store.read_from(3)
        found = store.verify()
        assert (found.events, found.first_bad) == (3, 4)
        with pytest.raises(DamagedStudy):
            store.backup(study.with_name("backup.kgstudy"))
    assert not study.with_name("backup.kgstudy").exists()


def test_a_broken_index_is_found_though_every_event_is_whole(study: Path) -> None:
    copy = study.with_name("copy.kgstudy")
    shutil.copy(study, copy)
    db = apsw.Connection(str(copy))
    (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE type = 'index'").fetchall()[0]
    (one,) = db.execute("SELECT event_id FROM event WHERE seq = 2").fetchall()[0]
    db.close()
    data = bytearray(copy.read_bytes())
    page = data[(root - 1) * 4096 : root * 4096]
    place = (root - 1) * 4096 + page.index(one.encode())
    data[place] ^= 1
    copy.write_bytes(data)
    assert "events of copy.kgstudy are whole, but the file around them is damaged" in str(refused(copy))
    assert len(salvage(copy)[0]) == 5


@pytest.mark.nightly
def test_a_hundred_thousand_events_are_verified_at_open(tmp_path: Path) -> None:
    import time

    SqliteStore.create(tmp_path / "long.kgstudy", some_events(100_000)).close()
    start = time.perf_counter()
    with SqliteStore.open(tmp_path / "long.kgstudy", writer=None) as store:
        opened = time.perf_counter() - start
        assert store.head().seq == 100_000
        events = store.read_from()
    read = time.perf_counter() - start - opened
    print(f"100,000 events: open, verified, in {opened:.2f} s, read in {read:.2f} s")
    assert len(events) == 100_000
