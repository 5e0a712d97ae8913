"""Truncated files, backups and restoring: lost entries are detected, and intact backups restore the study."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sys
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest

from kgdesk import actions
from kgdesk.actions.workspace import summary
from kgdesk.cli import main
from kgdesk.errors import BadInput, DamagedStudy, NotSaved, ReadOnlyStudy, StudyInUse
from kgdesk.model.study.settings import Settings
from kgdesk.store import Backup, HeadJournal, SqliteStore, UserDatabase, backup_folder, backups, list_backups
from kgdesk.store.backups import RETENTION, backup_due, is_intact, retained, thin_out
from kgdesk.tables import read_pool
from tests.posix_only import LINKS, OPEN_FILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Clock


def cut(path: Path, entries: int) -> None:
    """Delete the last entries of a closed study; the rest of its hash chain stays valid."""
    db = apsw.Connection(str(path))
    triggers = db.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
    ).fetchall()
    with db:
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM event WHERE seq > (SELECT max(seq) FROM event) - ?", (entries,))
        for _, sql in triggers:
            db.execute(sql)
    db.close()


@pytest.fixture
def lived(session: actions.Session) -> actions.Session:
    for number in range(1, 6):
        actions.record(session, f"C-{number:02d}", "success" if number % 2 else "failure")
    return session


@pytest.fixture
def path(lived: actions.Session) -> Path:
    lived.close()
    return lived.path


@pytest.mark.parametrize("entries", [1, 2, 5])
def test_a_tail_that_was_cut_off_is_reported_before_any_number(
    path: Path, who: actions.Operator, entries: int
) -> None:
    cut(path, entries)
    for read_only in (False, True):
        with pytest.raises(
            DamagedStudy, match=f"ends with entry {9 - entries}, but 9 entries were seen here"
        ):
            actions.open_study(path, who, read_only=read_only)
    with pytest.raises(DamagedStudy, match="entries are missing"):
        actions.verify(path)
    with pytest.raises(DamagedStudy, match="entries are missing"):
        summary(path)


def test_another_end_of_the_same_length_is_reported(path: Path, who: actions.Operator) -> None:
    cut(path, 1)
    with SqliteStore.open(path, writer=who.writer()) as store:
        store.append_if_head(store.head(), who.events([("note_added", {"text": "other"})]))
    with pytest.raises(DamagedStudy, match="holds other entries than those that were seen here"):
        actions.open_study(path, who)


def test_an_older_copy_elsewhere_opens_for_reading_only_and_says_why(
    lived: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "mail"
    elsewhere.mkdir()
    lived.store.backup(elsewhere / lived.path.name)
    actions.record(lived, "C-07", "success")
    with actions.open_study(elsewhere / lived.path.name, who) as copy:
        assert "Behind: this copy ends with entry 9" in str(copy.read_only_reason)
        assert "seen with 10 entries" in str(copy.read_only_reason)
        with pytest.raises(ReadOnlyStudy):
            actions.record(copy, "C-08", "success")
    assert actions.take_as_it_is(elsewhere / lived.path.name, who) == 9
    with actions.open_study(elsewhere / lived.path.name, who) as copy:
        assert copy.read_only_reason is None
        actions.record(copy, "C-08", "success")
    with actions.open_study(lived.path, who, read_only=True) as same:
        assert same.study.head == lived.study.head


def test_a_copy_that_is_longer_than_what_was_seen_opens_as_usual(
    path: Path, who: actions.Operator, tmp_path: Path
) -> None:
    moved = tmp_path / "moved.kgstudy"
    path.rename(moved)
    with actions.open_study(moved, who) as session:
        assert session.read_only_reason is None
        actions.record(session, "C-09", "failure")


def test_a_cut_study_taken_as_it_is_says_so_in_its_entries(path: Path, who: actions.Operator) -> None:
    cut(path, 2)
    assert actions.take_as_it_is(path, who) == 7
    with actions.open_study(path, who) as session:
        note = session.study.events[-1]
        assert (note.kind, note.new.actor) == ("note_added", "Kim")
        assert "although 9 were seen" in note.payload["text"]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + 4080 * b"\xff"])
def test_a_journal_that_cannot_be_read_stops_nobody(
    tmp_path: Path, lived: actions.Session, content: bytes
) -> None:
    database = UserDatabase(tmp_path / "own")
    journal = HeadJournal(database)
    events = lived.study.events
    journal.replace(events, "here")
    assert journal.lost_at(events[:-1], "here") is not None
    database.path.write_bytes(content)
    assert journal.lost_at(events[:-1], "here") is None
    assert journal.trust(events, "here").verdict == "not known here"
    assert len(database.damaged_files()) == 1
    assert database.damaged_files()[0].read_bytes() == content
    journal.replace(events, "here")
    assert journal.trust(events[:-1], "here").verdict == "behind"
    assert journal.root_at("here") == events[0].hash


def test_a_backup_is_a_whole_study_of_the_same_head(lived: actions.Session) -> None:
    made = actions.backup(lived)
    assert is_intact(made)
    assert actions.backup(lived) == made
    assert actions.backup_status(lived) == actions.BackupStatus(made.made_at, 0)
    actions.record(lived, "C-10", "success")
    assert actions.backup_status(lived).behind == 1
    with SqliteStore.open(made.path, writer=None) as store:
        assert store.read_from() == lived.study.events[:-1]


def test_backups_come_once_an_hour_while_a_study_changes(lived: actions.Session, clock: Clock) -> None:
    counts = []
    for _ in range(5):
        actions.backup_if_due(lived)
        counts.append(len(actions.backups_of(lived.path)))
        actions.record(lived, "C-11", "failure")
        clock.tick(1500)
    assert counts == [1, 1, 1, 2, 2]
    clock.tick(1500)
    assert actions.backup_if_due(lived).behind == 0
    clock.tick(1e6)
    actions.backup_if_due(lived)
    assert len(actions.backups_of(lived.path)) == 3


def test_a_backup_that_fails_is_told_and_nothing_is_raised(
    lived: actions.Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "file"))
    state = actions.backup_if_due(lived)
    assert state.made_at is None
    assert "cannot be made" in state.problem


def test_a_study_that_a_program_has_open_is_not_replaced_on_windows_and_nothing_is_left(
    path: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def refusing(file: Path, target: Path) -> Path:
        if os.name == "posix" and file == target:
            raise PermissionError(errno.EACCES, "Sharing violation", str(file))
        return rename(file, target)

    with SqliteStore.open(path, writer=None), monkeypatch.context() as windows:
        before = {file: file.read_bytes() for file in path.parent.glob("*.kgstudy")}
        windows.setattr(sys, "platform", "win32")
        windows.setattr(Path, "rename", refusing)
        with pytest.raises(StudyInUse, match="another program has it open"):
            actions.restore(path, who)
        assert {file: file.read_bytes() for file in path.parent.glob("*.kgstudy")} == before
    assert actions.restore(path, who).previous_file is not None


def test_the_second_place_gets_a_copy_of_each_backup(
    lived: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    with pytest.raises(BadInput):
        actions.set_second_place(tmp_path / "nowhere")
    (tmp_path / "usb").mkdir()
    actions.set_second_place(tmp_path / "usb")
    made = actions.backup(lived)
    found = actions.backups_of(lived.path)
    assert [one.path.name for one in found] == [made.path.name] * 2
    assert all(map(is_intact, found))
    assert any((tmp_path / "usb") in one.path.parents for one in found)
    actions.set_second_place(None)
    assert actions.second_place() is None


@LINKS
def test_a_second_place_that_cannot_be_resolved_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder in which the program was started is gone, or a link leads to itself."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    for folder in (".", "usb", tmp_path / "loop", "a\0b"):
        with pytest.raises(BadInput, match="There is no folder"):
            actions.set_second_place(folder)


def test_the_second_place_is_thinned_out_as_the_first(
    lived: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    (tmp_path / "usb").mkdir()
    actions.set_second_place(tmp_path / "usb")
    for number in range(4):  # within one hour
        clock.tick(600)
        actions.record(lived, "C-10", "success", note=str(number))
        made = actions.backup(lived)
    found = actions.backups_of(lived.path)
    assert [one.path.name for one in found] == [made.path.name] * 2


def test_a_backup_shares_no_bytes_with_the_study_or_with_its_copy(
    lived: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under two names of one file a fault of the disk would be in all of them."""
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    (tmp_path / "usb").mkdir()
    actions.set_second_place(tmp_path / "usb")
    actions.backup(lived)
    files = [lived.path, *(one.path for one in actions.backups_of(lived.path))]
    assert len({(path.stat().st_dev, path.stat().st_ino) for path in files}) == 3
    assert {path.stat().st_nlink for path in files} == {1}


@LINKS
def test_a_link_is_no_backup(lived: actions.Session) -> None:
    made = actions.backup(lived)
    link = made.path.with_name(made.path.name.replace("Z entry 9", "Z entry 11"))
    link.symlink_to(made.path)
    assert list_backups(link.parent) == (made,)


def test_the_backup_with_most_entries_stays_whatever_the_clock_says() -> None:
    found = some_backups(datetime(2026, 1, 1, tzinfo=UTC), list(range(24 * 500)))
    latest = Backup(None, datetime(1970, 1, 1, tzinfo=UTC), len(found) + 1, "f" * 16)  # type: ignore[arg-type]
    assert latest in retained([*found, latest])


def test_a_backup_is_due_an_hour_after_the_newest_or_when_the_clock_was_set_back(
    lived: actions.Session,
) -> None:
    made = actions.backup(lived)
    folder, head = made.path.parent, lived.study.head
    actions.record(lived, "C-10", "success")
    for minutes, due in ((0, False), (59, False), (60, True), (-1, True), (-100_000, True)):
        assert backup_due(folder, lived.study.head, made.made_at + timedelta(minutes=minutes)) is due
    assert not backup_due(folder, head, made.made_at + timedelta(days=9))


def some_backups(start: datetime, hours: list[int]) -> list[Backup]:
    return [
        Backup(None, start + timedelta(hours=h), n, f"{n:016x}")  # type: ignore[arg-type] - only names are looked at
        for n, h in enumerate(hours, 1)
    ]


def test_backups_thin_out_by_hour_day_week_and_month() -> None:
    found = some_backups(datetime(2025, 1, 1, tzinfo=UTC), list(range(24 * 500)))
    stay = retained(found)
    for form, count in RETENTION:
        newest = list({f"{one.made_at:{form}}": one for one in found}.values())[-count:]
        assert set(newest) <= stay
    assert len(stay) <= sum(count for _, count in RETENTION)
    assert found[-1] in stay


def test_a_week_that_ends_in_the_new_year_is_one_of_the_eight() -> None:
    sunday = datetime(2027, 1, 10, 12, tzinfo=UTC)
    days = [sunday - timedelta(days=day) for day in reversed(range(70))]
    found = [Backup(None, at, n, f"{n:016x}") for n, at in enumerate(days, 1)]  # type: ignore[arg-type]
    assert {one.made_at for one in retained(found)} >= {sunday - timedelta(weeks=n) for n in range(8)}


def test_the_last_hours_stay_after_an_older_backup_was_restored() -> None:
    """The study goes on with fewer entries than the backups made before."""
    start = datetime(2026, 6, 1, tzinfo=UTC)
    before = some_backups(start, list(range(100)))
    after = [replace(one, seq=one.seq + 50) for one in some_backups(start, list(range(100, 130)))]
    stay = retained(sorted([*before, *after], key=lambda one: (one.seq, one.made_at)))
    assert stay >= {*after[-24:], before[-1]}


def test_thinning_out_again_and_again_keeps_the_same_rungs() -> None:
    draw = random.Random(7)
    start, have = datetime(2025, 1, 1, tzinfo=UTC), []
    hours = sorted(draw.sample(range(24 * 400), 900))
    for one in some_backups(start, hours):
        have = sorted(retained([*have, one]), key=lambda b: b.seq)
    assert {f"{b.made_at:%Y%m}" for b in have} >= {
        f"{b.made_at:%Y%m}" for b in some_backups(start, hours)[-600:]
    }
    assert len(have) <= 58


def test_the_last_whole_backup_is_never_deleted(lived: actions.Session, clock: Clock) -> None:
    good = actions.backup(lived)
    folder = backup_folder(lived.study.events[0].hash, lived.study.name)
    day = clock.now
    for number in range(70):
        made = day + timedelta(hours=number + 1)
        (folder / f"{made:%Y%m%dT%H%M%SZ} entry {20 + number} {number:016x}.kgstudy").write_bytes(b"rotten")
    gone = thin_out(folder)
    assert len(gone) > 30
    assert good in list_backups(folder)
    assert is_intact(good)


@pytest.mark.parametrize("later", [0, 60])
def test_a_backup_that_went_bad_is_not_returned_in_place_of_a_new_one(
    lived: actions.Session, clock: Clock, later: int
) -> None:
    """Neither in the same second nor later; the bad one is not overwritten."""
    bad = actions.backup(lived)
    data = bad.path.read_bytes()
    bad.path.write_bytes(data[:-4096] + bytes(4096))
    assert not is_intact(bad)
    clock.tick(later)
    made = actions.backup(lived)
    assert made.path != bad.path
    assert is_intact(made)


def test_backups_are_found_while_the_second_place_cannot_be_read(
    lived: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    made = actions.backup(lived)
    (tmp_path / "own" / "user.sqlite").unlink(missing_ok=True)
    (tmp_path / "own" / "user.sqlite").mkdir()
    assert actions.backups_of(lived.path) == (made,)


def test_a_study_that_was_renamed_keeps_its_backups(lived: actions.Session, path: Path) -> None:
    with actions.open_study(path, lived.who) as session:
        made = actions.backup(session)
        root = session.study.events[0].hash
    assert backup_folder(root, "another name") == made.path.parent
    path.rename(path.with_name("another name.kgstudy"))
    assert actions.backups_of(path.with_name("another name.kgstudy"))[-1] == made


def test_a_backup_that_is_thinned_out_takes_what_stands_beside_it_along(
    lived: actions.Session, clock: Clock, who: actions.Operator
) -> None:
    old = actions.backup(lived)
    SqliteStore.open(
        old.path, writer=who.writer()
    ).close()  # leaves a lock, as a program does that records in it
    assert list(old.path.parent.glob(f".{old.path.name}*"))
    clock.tick(60)
    actions.record(lived, "C-10", "success")
    actions.backup(lived)
    assert not old.path.exists()
    assert not list(old.path.parent.glob(f".{old.path.name}*"))


def test_a_clock_that_was_set_back_deletes_no_newer_backup(lived: actions.Session, clock: Clock) -> None:
    actions.backup(lived)
    actions.record(lived, "C-10", "success")
    clock.now = datetime(1970, 1, 1, tzinfo=UTC)
    newest = actions.backup(lived)
    assert actions.backups_of(lived.path)[-1] == newest
    assert list_backups(newest.path.parent)[-1] == newest


@pytest.mark.parametrize("damage", ["gone", "cut", "zeroed", "garbage"])
def test_a_lost_or_damaged_study_comes_back_from_its_backup(
    lived: actions.Session, who: actions.Operator, damage: str
) -> None:
    actions.backup(lived)
    head, path = lived.study.head, lived.path
    lived.close()
    data = path.read_bytes()
    {
        "gone": path.unlink,
        "cut": lambda: cut(path, 3),
        "zeroed": lambda: path.write_bytes(data[:6000] + bytes(4096) + data[10096:]),
        "garbage": lambda: path.write_bytes(b"\xff" * 4096),
    }[damage]()
    done = actions.restore(path, who)
    assert (done.entries, done.missing) == (9, 0)
    assert (done.previous_file is None) == (damage == "gone")
    with actions.open_study(path, who) as session:
        assert session.study.events[8].hash == head.hash
        assert session.study.events[-1].kind == "note_added"
        assert session.read_only_reason is None


def test_entries_that_no_backup_holds_are_saved_from_the_damaged_file(
    lived: actions.Session, who: actions.Operator
) -> None:
    actions.backup(lived)
    for number in range(6, 10):
        actions.record(lived, f"C-{number:02d}", "success")
    path, events = lived.path, lived.study.events
    lived.close()
    db = apsw.Connection(str(path))
    db.execute("DROP TRIGGER event_is_never_updated")
    db.execute("UPDATE event SET actor = 'Eve' WHERE seq = 12")
    db.close()
    with pytest.raises(DamagedStudy):
        actions.open_study(path, who)
    done = actions.restore(path, who)
    assert (done.entries, done.missing) == (11, 2)
    with actions.open_study(path, who, read_only=True) as session:
        assert session.study.events[:11] == events[:11]


def test_a_study_is_not_restored_from_another_one(
    lived: actions.Session, make_study: Callable[..., actions.Session], who: actions.Operator
) -> None:
    other = make_study("other")
    other.close()
    before = lived.path.read_bytes()
    with pytest.raises(BadInput, match="another study"):
        actions.restore(lived.path, who, source=other.path)
    assert lived.path.read_bytes() == before


@OPEN_FILES
def test_an_archive_of_an_open_study_needs_no_file(
    lived: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    lived.path.write_bytes(bytes(lived.path.stat().st_size))
    lived.path.unlink()
    dest = tmp_path / "rescue.zip"
    actions.export(lived, dest)
    with actions.import_archive(dest, tmp_path / "again.kgstudy", who) as again:
        assert again.study.head == lived.study.head


def test_whoever_did_not_close_the_window_is_known_at_the_next_opening(
    path: Path, who: actions.Operator
) -> None:
    note = path.with_name(f".{path.name}.shown")
    with actions.open_in_window(path, who) as session:
        assert session.unclean_exit_by is None
        left = note.read_text()
    note.write_text(left)  # as if the program was killed
    with actions.open_in_window(path, who) as session:
        assert session.unclean_exit_by is not None
        assert session.unclean_exit_by.operator == "Kim"
    with actions.open_in_window(path, who) as session:
        assert session.unclean_exit_by is None


def test_a_gesture_that_comes_again_after_a_crash_is_recorded_once(
    path: Path, who: actions.Operator, clock: Clock
) -> None:
    with actions.open_study(path, who) as session:
        actions.record(session, "C-09", "success", token="gesture 9")
    clock.tick()
    with actions.open_study(path, who) as session:
        again = actions.record(session, "C-09", "success", token="gesture 9")
        assert len(session.study.runs) == 6
        assert again.events == session.study.events[-1:]


@pytest.mark.parametrize("name", ["Dropbox", "OneDrive - Lab", "Nextcloud"])
def test_no_study_is_made_or_changed_in_a_synchronised_folder(
    tmp_path: Path, path: Path, who: actions.Operator, name: str
) -> None:
    folder = tmp_path / name / "studies"
    folder.mkdir(parents=True)
    path.rename(folder / path.name)
    with actions.open_study(folder / path.name, who) as session:
        assert "kept in step" in str(session.read_only_reason)
    assert main(["new", str(folder / "n.kgstudy"), "--candidates", str(tmp_path / "candidates.csv"),
                 "--id", "code", "--category", "solvent,well"]) == 1  # fmt: skip
    assert not (folder / "n.kgstudy").exists()


def test_the_command_line_backs_up_lists_and_restores(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGDESK_OPERATOR", "Pat")
    assert main(["backup", str(path)]) == 0
    assert "Backup of 9 entries, verified" in capsys.readouterr().out
    assert main(["backup", str(path), "--list"]) == 0
    assert "9 entries" in capsys.readouterr().out
    path.unlink()
    assert main(["restore", str(path)]) == 0
    assert "9 entries from" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 0
    assert main(["restore", str(tmp_path / "never.kgstudy")]) == 1
    assert "no backup of never.kgstudy" in capsys.readouterr().err
    cut(path, 4)
    assert main(["status", str(path)]) == 1
    assert main(["restore", str(path), "--as-it-is"]) == 0
    assert main(["status", str(path)]) == 0


def test_recording_at_the_command_line_makes_the_first_backup(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "fresh"))
    assert main(["exclude", str(path), "C-12", "--reason", "used up"]) == 0
    assert len(actions.backups_of(path)) == 1


@pytest.mark.parametrize("known", [False, True])
def test_an_entry_that_another_program_records_before_the_backup_is_in_it_and_no_fault(
    lived: actions.Session, who: actions.Operator, known: bool
) -> None:
    if known:
        assert lived.study.belief
    with actions.open_study(lived.path, who) as other:
        actions.record(other, "C-10", "success")
        copy = actions.backup(lived)
        assert copy.holds(other.study.head)
    assert is_intact(copy)
    status = actions.backup_if_due(lived)
    assert (status.behind, status.problem) == (0, "")


def copy_another(monkeypatch: pytest.MonkeyPatch, other: Path) -> None:
    """Let a backup copy another study than its own."""
    copied = SqliteStore.backup

    def of_the_other(_: SqliteStore, dest: Path) -> Any:
        with SqliteStore.open(other, writer=None) as source:
            return copied(source, dest)

    monkeypatch.setattr(SqliteStore, "backup", of_the_other)


def test_a_backup_is_named_by_the_head_that_it_holds(
    lived: actions.Session, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program may record between the look at the head and the copy."""
    copied = type(lived.store).backup

    def after_an_entry(store: SqliteStore, dest: Path) -> Any:
        with actions.open_study(lived.path, who) as other:
            actions.record(other, "C-10", "success")
        return copied(store, dest)

    synced = list[Path]()
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "backup", after_an_entry)
        patch.setattr(backups, "sync_folder", synced.append)
        made = actions.backup(lived)
    assert synced == [made.path.parent]  # a power cut would give it its first name back
    listed = actions.backups_of(lived.path)
    assert listed[-1] == made
    assert made.holds(lived.store.head())
    assert is_intact(listed[-1])
    assert len(listed) == 1


def test_a_copy_of_another_branch_is_no_backup(
    lived: actions.Session, who: actions.Operator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.kgstudy"
    shutil.copy(lived.path, other)
    actions.record(lived, "C-10", "success")
    with SqliteStore.open(other, writer=who.writer()) as twin:
        twin.append_if_head(twin.head(), who.events([("note_added", {"text": "other"})]))
    copy_another(monkeypatch, other)
    with pytest.raises(NotSaved, match="does not replay"):
        actions.backup(lived)


def test_a_copy_of_another_study_is_no_backup_of_one_without_runs(
    session: actions.Session, make_study: Callable[..., actions.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_another(monkeypatch, make_study("other").path)
    with pytest.raises(NotSaved, match="does not replay"):
        actions.backup(session)


def test_a_backup_that_gives_another_belief_is_told(lived: actions.Session) -> None:
    before = lived.study.belief
    actions.record(lived, "C-10", "success")
    vars(lived.study)["belief"] = before  # as if a fault of this computer had changed it
    with pytest.raises(NotSaved, match="does not replay"):
        actions.backup(lived)


def test_a_backup_of_a_large_study_takes_the_memory_of_its_text(
    tmp_path: Path, who: actions.Operator
) -> None:
    numbers = {f"x{column}": [float(row * column % 9_973) for row in range(8_000)] for column in range(1, 9)}
    with actions.create_study(tmp_path / "large.kgstudy", read_pool(numbers), Settings(), who) as session:
        text = session.path.stat().st_size
        tracemalloc.start()
        try:
            actions.backup(session)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 4 * text
