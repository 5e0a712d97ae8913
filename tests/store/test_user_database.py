"""The database of the user: durable, shared, never overwritten when damaged, never taken for empty."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from datetime import datetime
from threading import Timer
from typing import TYPE_CHECKING

import apsw
import pytest
from faults import failing, faulty_disk
from seldom import seldom
from storekit import new_event

from kgdesk import actions
from kgdesk.cli import main
from kgdesk.errors import BadInput, NotSaved, UserDataUnusable
from kgdesk.store import (
    HeadJournal,
    Outbox,
    UserDatabase,
    UserValues,
    set_waiting_aside,
    user_database,
    waiting,
    waiting_in,
)
from kgdesk.store.canonical import canonical_text
from kgdesk.store.outbox import UnreadableEntry, insert, move_waiting
from tests.posix_only import LINKS, OPEN_FILES, PIPES, RIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from datetime import tzinfo
    from pathlib import Path
    from typing import Self

    from kgdesk.model.study.events import Event

ADDRESS, ROOT = "postgresql://kim@lab/base#s", "f" * 64


@pytest.fixture
def database(tmp_path: Path) -> UserDatabase:
    return UserDatabase(tmp_path / "own")


@pytest.fixture
def outbox(database: UserDatabase) -> Outbox:
    """Return an outbox in which three entries wait."""
    outbox = Outbox(ADDRESS, ROOT, database)
    for number in range(3):
        outbox.add((new_event({"candidate": f"C-{number:02d}", "outcome": "success"}),))
    return outbox


def candidates(outbox: Outbox) -> list[str]:
    return [batch[0].payload["candidate"] for batch in outbox.batches()]


def test_entries_wait_in_order_each_once_until_they_are_dropped(
    outbox: Outbox, database: UserDatabase
) -> None:
    first, second, third = outbox.batches()
    outbox.add(second)
    assert outbox.batches() == (first, second, third)
    outbox.drop(second)
    outbox.drop(second)
    assert outbox.batches() == (first, third)
    outbox.add(second)
    assert outbox.batches() == (first, third, second)
    assert Outbox(ADDRESS + "2", ROOT, database).batches() == ()
    assert Outbox(ADDRESS + "2", ROOT, database).elsewhere() == {ADDRESS: 3}
    assert Outbox(ADDRESS, "e" * 64, database).batches() == ()


def test_twenty_mebibytes_of_entries_wait_and_none_is_left_out(database: UserDatabase) -> None:
    outbox, letters = Outbox(ADDRESS, ROOT, database), "n" * 2**19
    for number in range(40):
        outbox.add((new_event({"text": f"{number} {letters}"}, kind="note_added"),))
    assert [batch[0].payload["text"].split()[0] for batch in outbox.batches()] == list(map(str, range(40)))


def test_an_entry_recorded_since_the_list_was_read_is_not_set_aside_in_the_place_of_one_that_was_sent(
    outbox: Outbox, database: UserDatabase
) -> None:
    listed = waiting(database)
    outbox.drop(listed[2].batch)
    outbox.add((new_event({"candidate": "C-03", "outcome": "success"}),))
    assert waiting(database)[2].number == listed[2].number
    count = set_waiting_aside(database, listed[1:], (), reason="typed twice", operator="Kim", at="2026")
    assert count == 1
    assert candidates(outbox) == ["C-00", "C-03"]


@pytest.mark.parametrize("error", [apsw.IOError, apsw.BusyError, apsw.CantOpenError])
@pytest.mark.parametrize("step", ["xRead", "xLock", "xOpen", "xFileSize"])
def test_a_read_that_fails_for_a_moment_is_a_sentence_and_nothing_is_lost(
    outbox: Outbox,
    database: UserDatabase,
    step: str,
    error: type[apsw.Error],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(user_database, "_BUSY_MS", 100)  # what is busy stays so
    with failing({step}, error) as failed:
        with pytest.raises(UserDataUnusable, match="cannot be read"):
            outbox.batches()
        with pytest.raises(UserDataUnusable):
            outbox.drop(outbox.batches()[0])
    assert failed
    assert candidates(outbox) == ["C-00", "C-01", "C-02"]
    assert not database.damaged_files()


@pytest.mark.parametrize("nth", range(1, 60))
def test_whichever_step_of_adding_fails_the_entry_is_there_or_refused(
    outbox: Outbox, database: UserDatabase, nth: int
) -> None:
    new = (new_event({"candidate": "C-99", "outcome": "success"}),)

    def fail(_: str) -> None:
        raise apsw.IOError

    refused = False
    with faulty_disk() as faults:
        faults.arm(nth, fail)
        try:
            outbox.add(new)
        except OSError:
            refused = True
    assert candidates(outbox)[:3] == ["C-00", "C-01", "C-02"]
    assert (len(outbox.batches()) == 3) == refused
    assert not database.damaged_files()


@pytest.mark.parametrize("column", ["text", "digest", "address", "root", "entry", "key_digest"])
@pytest.mark.parametrize("value", ["'x'", "CAST(x'edA080' AS TEXT)", "char(97, 0, 98)"])
def test_an_entry_that_was_changed_stops_recording_on_its_study_alone(
    outbox: Outbox, database: UserDatabase, column: str, value: str
) -> None:
    """Half a surrogate and NUL are bytes that a fault can leave, too."""
    db = apsw.Connection(str(database.path))
    db.execute(f"UPDATE waiting SET {column} = {value} WHERE number = 2")
    db.close()
    for use in (outbox.batches, lambda: outbox.add((new_event(),))):
        with pytest.raises(UnreadableEntry, match="kgdesk outbox list"):
            use()
    assert [one.is_readable for one in waiting(database)] == [True, False, True]
    other = Outbox(ADDRESS + "2", ROOT, database)
    if column in {"text", "digest"}:
        other.add((new_event(),))
    else:  # for which study it waits is not known
        with pytest.raises(UnreadableEntry):
            other.add((new_event(),))


def test_no_byte_that_goes_bad_takes_an_entry_without_a_word(outbox: Outbox, database: UserDatabase) -> None:
    whole = database.path.read_bytes()
    assert candidates(outbox) == ["C-00", "C-01", "C-02"]
    used = [at for at, byte in enumerate(whole) if byte]
    for at in used[:: max(1, len(used) // 400)]:
        for left in database.folder.glob("user*"):
            left.unlink()
        database.path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        user_database._CHECKED.clear()
        try:
            found = waiting(database)
        except UserDataUnusable:
            continue
        assert database.damaged_files() or len(found) == 3, at
        for aside in database.damaged_files():
            assert len(waiting_in(aside)) >= 2 or at < 8192, at


def test_damage_of_any_part_is_found_before_another_part_is_read(
    outbox: Outbox, database: UserDatabase
) -> None:
    with database.reading() as db:
        assert db is not None
        roots = [page for (page,) in db.execute("SELECT rootpage FROM sqlite_schema ORDER BY rootpage")]
    whole = database.path.read_bytes()
    assert len(roots) > 9
    for page in roots:
        at = (page - 1) * 4096
        if page > 1:  # the kind of the page, at its beginning
            database.path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
            user_database._CHECKED.clear()
            assert candidates(outbox) == []
            (aside,) = database.damaged_files()
            aside.unlink()


def test_a_row_that_is_gone_is_missed(outbox: Outbox, database: UserDatabase) -> None:
    db = apsw.Connection(str(database.path))
    db.execute("DELETE FROM waiting WHERE number = 2")
    db.close()
    assert candidates(outbox) == []
    (aside,) = database.damaged_files()
    assert [one.number for one in waiting_in(aside)] == [1, 3]


def test_a_damaged_file_goes_aside_with_its_journal_and_the_next_one_begins_empty(
    outbox: Outbox, database: UserDatabase
) -> None:
    database.path.write_bytes(b"")
    journal = database.path.with_name("user.sqlite-journal")
    journal.write_bytes(b"left over")
    outbox.add((new_event(),))
    assert len(outbox.batches()) == 1
    (aside,) = database.damaged_files()
    assert aside.read_bytes() == b""
    assert aside.with_name(f"{aside.name}-journal").read_bytes() == b"left over"
    assert journal.stat().st_size == 0


def test_a_journal_that_was_left_alone_is_named_and_never_rolled_back(
    outbox: Outbox, database: UserDatabase
) -> None:
    journal = database.path.with_name("user.sqlite-journal")
    journal.write_bytes(b"of a database that is gone")
    database.path.unlink()
    outbox.add((new_event(),))
    assert len(outbox.batches()) == 1
    assert len(database.damaged_files()) == 1


@pytest.mark.parametrize("kind", ["pipe", "folder", "link"])
@pytest.mark.parametrize("name", ["user.sqlite", "user.sqlite-journal"])
@PIPES
def test_what_is_no_regular_file_is_refused_and_left_alone(tmp_path: Path, name: str, kind: str) -> None:
    database = UserDatabase(tmp_path / "own")
    Outbox(ADDRESS, ROOT, database).add((new_event(),))
    place = database.folder / name
    place.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserDataUnusable, match="move it away"):
        waiting(database)
    assert os.path.lexists(place)
    assert not database.damaged_files()


def test_a_file_of_a_later_version_is_left_alone(outbox: Outbox, database: UserDatabase) -> None:
    db = apsw.Connection(str(database.path))
    db.execute("PRAGMA user_version = 2")
    db.close()
    with pytest.raises(UserDataUnusable, match="newer version"):
        outbox.batches()
    assert not database.damaged_files()


class _Overtaken(UserDatabase):
    """A database in which another program notes a head after this one has looked, and before it writes."""

    def __init__(self, folder: Path, meanwhile: Callable[[], None]) -> None:
        super().__init__(folder)
        self._meanwhile = meanwhile

    def writing(self, *, durable: bool = True) -> AbstractContextManager[apsw.Connection]:
        self._meanwhile()
        return super().writing(durable=durable)


def test_a_longer_head_that_another_program_notes_meanwhile_stays(
    five_events: tuple[Event, ...], tmp_path: Path
) -> None:
    root, folder = five_events[0].hash, tmp_path / "own"
    other = HeadJournal(UserDatabase(folder))
    late = HeadJournal(_Overtaken(folder, lambda: other.advance(five_events, "here")))
    late.advance(five_events[:-2], "here")
    assert [one.head.seq for one in other.seen(root)] == [len(five_events)]
    other.advance(five_events[:-1], "here")
    assert [one.head.seq for one in other.seen(root)] == [len(five_events)]


@LINKS
def test_a_home_folder_that_is_a_link_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    outbox = Outbox(ADDRESS, ROOT, UserDatabase(tmp_path / "link" / "own"))
    outbox.add((new_event(),))
    assert len(outbox.batches()) == 1


@pytest.mark.parametrize("text", ["half \ud800", "nul \0"])
def test_text_that_cannot_be_stored_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    with pytest.raises(BadInput, match="cannot be stored"):
        UserValues("draft").write("x", {"reason": text})
    with pytest.raises(BadInput, match="cannot be stored"):
        Outbox(ADDRESS, ROOT).add((new_event({"text": text}),))


_WRITER = """
import sys
from pathlib import Path
from storekit import new_event
from kgdesk.errors import NotSaved
from kgdesk.store import Outbox, UserDatabase
own, name = Path(sys.argv[1]), sys.argv[2]
outbox = Outbox("postgresql://lab/base#s", "f" * 64, UserDatabase(own))
def when_free(act, *given):
    while True:  # on a busy computer another program may hold the file for longer than anybody waits
        try:
            return act(*given)
        except NotSaved as refused:
            if "Another program is holding it" not in str(refused):
                raise
for number in range(20):
    new = new_event({"candidate": f"{name}-{number}", "outcome": "success"})
    when_free(outbox.add, (new,))
    if number % 4 == 3:
        when_free(outbox.drop, next(one for one in when_free(outbox.batches) if one[0] == new))
"""


@pytest.mark.parametrize("damaged", [pytest.param(False, marks=pytest.mark.nightly), True])
def test_four_programs_lose_and_double_nothing(tmp_path: Path, damaged: bool) -> None:
    """Where they find a damaged file, one of them moves it aside, once."""
    if damaged:
        (tmp_path / "own").mkdir()
        (tmp_path / "own" / "user.sqlite").write_bytes(b"no database")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path / "own"), name], env=environment)
        for name in "ABCD"
    ]
    assert [one.wait() for one in running] == [0] * 4
    database = UserDatabase(tmp_path / "own")
    found = candidates(Outbox("postgresql://lab/base#s", ROOT, database))
    assert sorted(found) == sorted(f"{name}-{n}" for name in "ABCD" for n in range(20) if n % 4 != 3)
    assert len(database.damaged_files()) == damaged


def test_a_file_that_another_program_moves_aside_just_before_it_is_opened_stops_nothing(
    outbox: Outbox, database: UserDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.folder.mkdir(exist_ok=True)
    database.path.write_bytes(b"no database")
    connect, meanwhile = user_database.connect_defensively, [database.path.with_name("aside.sqlite")]

    def late(path: Path, busy_ms: int) -> apsw.Connection:
        while meanwhile and path == database.path:
            path.rename(meanwhile.pop())
        return connect(path, busy_ms)

    monkeypatch.setattr(user_database, "connect_defensively", late)
    outbox.add((new_event({"candidate": "C-01", "outcome": "success"}),))
    assert candidates(outbox) == ["C-01"]


@pytest.mark.parametrize("bad", ["CAST(x'61edA080' AS TEXT)", *seldom("'a' || char(0) || 'b'")])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE head SET place = {}",
        "UPDATE head SET at = {}",
        "UPDATE head SET hash = {}",
        "UPDATE recent SET title = {}",
        "UPDATE recent SET path = {}",
        "UPDATE value SET text = {} WHERE kind = 'draft'",
        "UPDATE value SET text = '{{\"second_place\":\"' || {} || '\"}}' WHERE kind = 'setting'",
    ],
)
def test_half_a_surrogate_or_nul_in_the_file_is_no_fault(
    session: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, bad: str
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    actions.record(session, "C-01", "success")
    actions.set_second_place(tmp_path)
    actions.save_draft(session, actions.EntryDraft("C-02", "success", "token"))
    actions.keep_recent(actions.RecentStudy(str(session.path), "Screen", 1, 30))
    db = apsw.Connection(str(tmp_path / "own" / "user.sqlite"))
    db.execute(change.format(bad))
    db.close()
    actions.record(session, "C-03", "success")
    assert session.trust.sentence
    actions.load_draft(session)
    assert all(isinstance(one.missing, bool) for one in actions.recent_studies())
    for words in (["status"], ["verify"], ["backup"], ["backup", "--list"]):
        assert main([words[0], str(session.path), *words[1:]]) in {0, 1}
    actions.record(session, "C-04", "success")
    assert [run.candidate for run in session.study.runs] == ["C-01", "C-03", "C-04"]
    assert bool(UserDatabase().damaged_files()) == ("CAST" in bad)


def test_what_was_sent_leaves_no_text_in_the_file(database: UserDatabase) -> None:
    outbox, new = (
        Outbox(ADDRESS, ROOT, database),
        (new_event({"text": "a secret recipe"}, kind="note_added"),),
    )
    outbox.add(new)
    assert b"a secret recipe" in database.path.read_bytes()
    outbox.drop(new)
    assert b"a secret recipe" not in database.path.read_bytes()


@RIGHTS
def test_the_file_is_for_the_user_alone_in_a_folder_that_others_may_read(tmp_path: Path) -> None:
    database = UserDatabase(tmp_path)
    tmp_path.chmod(0o755)
    Outbox(ADDRESS, ROOT, database).add((new_event(),))
    assert stat.S_IMODE(database.path.stat().st_mode) == 0o600


def test_a_number_that_no_later_version_has_is_damage(outbox: Outbox, database: UserDatabase) -> None:
    db = apsw.Connection(str(database.path))
    db.execute("PRAGMA user_version = 16777217")  # one bit of the first byte
    db.close()
    assert candidates(outbox) == []
    (aside,) = database.damaged_files()
    assert len(waiting_in(aside)) == 3


class _AlwaysNow(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 11, 20, 9, 0, tzinfo=tz)


def test_files_damaged_in_the_same_second_are_all_kept(
    outbox: Outbox, database: UserDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_database, "datetime", _AlwaysNow)
    damage = [f"damage {number}".encode() for number in range(3)]
    for content in damage:
        database.path.write_bytes(content)
        assert candidates(outbox) == []
        outbox.add((new_event(),))
    assert sorted(path.read_bytes() for path in database.damaged_files()) == damage


def test_a_reading_sees_one_state_while_another_program_writes(
    outbox: Outbox, database: UserDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_database, "_BUSY_MS", 0)
    count = "SELECT count(*) FROM waiting"
    with database.reading() as db:
        assert db is not None
        before = db.execute(count).get
        with pytest.raises(NotSaved, match="Another program is holding it"):
            outbox.add((new_event(),))
        assert db.execute(count).get == before
    outbox.add((new_event(),))
    assert len(outbox.batches()) == 4


def test_an_entry_waits_until_another_program_has_written(outbox: Outbox, database: UserDatabase) -> None:
    other = apsw.Connection(str(database.path))
    other.execute("BEGIN IMMEDIATE")
    freed = Timer(0.2, other.execute, ["ROLLBACK"])
    freed.start()
    outbox.add((new_event(),))
    freed.join()
    other.close()
    assert len(outbox.batches()) == 4


@OPEN_FILES
@pytest.mark.usefixtures("outbox")
def test_what_is_written_to_a_file_that_was_moved_meanwhile_is_not_called_kept(
    database: UserDatabase,
) -> None:
    def keep() -> None:
        with database.writing() as db:
            insert(db, ADDRESS, ROOT, "e" * 32, "{}")
            database.path.rename(database.path.with_name("moved.sqlite"))  # once SQLite has looked itself

    with pytest.raises(UserDataUnusable, match="It was moved"):
        keep()


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        canonical_text({"events": [{"kind": "note_added"}]}),
        canonical_text({"events": [{**new_event()._asdict(), "payload": "no object"}]}),
        canonical_text({"events": [{**new_event()._asdict(), "payload": {}, "kind_version": "1"}]}),
    ],
)
def test_a_text_that_is_no_entry_is_not_sent_though_its_digest_is_right(
    outbox: Outbox, database: UserDatabase, text: str
) -> None:
    with database.writing() as db:
        insert(db, ADDRESS, ROOT, "e" * 32, text)
    with pytest.raises(UnreadableEntry):
        outbox.batches()
    assert [one.is_readable for one in waiting(database)] == [True] * 3 + [False]


def test_only_the_entries_of_one_study_go_to_its_new_address(outbox: Outbox, database: UserDatabase) -> None:
    """After an administrator has removed a study another may have its address."""
    Outbox(ADDRESS, "e" * 64, database).add((new_event({"candidate": "of the other"}),))
    move_waiting(database, ROOT, ADDRESS, ADDRESS + "2")
    assert outbox.batches() == ()
    assert candidates(Outbox(ADDRESS + "2", ROOT, database)) == ["C-00", "C-01", "C-02"]
    assert candidates(Outbox(ADDRESS, "e" * 64, database)) == ["of the other"]


def test_entries_on_both_sides_of_a_damaged_page_are_found(outbox: Outbox, database: UserDatabase) -> None:
    for number in range(3, 12):
        outbox.add((new_event({"candidate": f"C-{number:02d}", "text": "t" * 1500}),))
    whole = database.path.read_bytes()
    at = whole.index(b'"C-07"')
    page = at - at % 4096
    damaged = database.path.with_name("damaged.sqlite")
    damaged.write_bytes(whole[:page] + b"\xff" * 4096 + whole[page + 4096 :])
    found = [one.batch[0].payload["candidate"] for one in waiting_in(damaged) if one.is_readable]
    assert found[:5] == [f"C-{number:02d}" for number in range(5)]
    assert found[-1] == "C-11"
