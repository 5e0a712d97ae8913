"""One verdict of trust (whole, behind, forked, not known here), the journal behind it, and restoring from a fork."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from forgery import forge, forged

from kgdesk import actions
from kgdesk.actions.workspace import summary
from kgdesk.errors import DamagedStudy, ReadOnlyStudy
from kgdesk.model.study.events import Head
from kgdesk.store import HeadJournal, UserDatabase, export_lines
from kgdesk.tables.archive import write_archive

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Clock

    from kgdesk.model.study.events import Event


@pytest.fixture(autouse=True)
def _own_journal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "data"))


@pytest.fixture
def lived(make_study: Callable[..., actions.Session]) -> actions.Session:
    """Return a study of nine entries, the last five of them outcomes."""
    session = make_study()
    for number in range(1, 6):
        actions.record(session, f"C-{number:02d}", "success" if number % 2 else "failure")
    return session


@pytest.fixture
def true(lived: actions.Session) -> tuple[Event, ...]:
    """Return the eleven entries of the study, finished with a note, and close it."""
    actions.finish(lived, "done")
    actions.note(lived, "reported")
    lived.close()
    return lived.study.events


def archive(dest: Path, events: tuple[Event, ...]) -> Path:
    write_archive(dest, export_lines(events), {})
    return dest


def test_a_finished_study_with_turned_outcomes_is_forked_beside_the_true_one(
    lived: actions.Session, true: tuple[Event, ...], tmp_path: Path
) -> None:
    for copy in (
        forge(tmp_path / "mail" / "screen.kgstudy", true),
        archive(tmp_path / "mail.zip", forged(true, 3)),
    ):
        found = actions.verify(copy)
        assert (found.trust.verdict, found.trust.common, found.trust.seen) == ("forked", 6, lived.study.head)
        assert "from entry 7 on this copy has other entries" in str(found.problem)
        assert str(lived.path) in str(found.problem)
    found = actions.verify(lived.path)
    assert (found.trust.verdict, found.problem) == ("whole", None)


@pytest.mark.parametrize("drop", [1, 3])
def test_a_forged_copy_that_is_shorter_is_no_older_copy(
    true: tuple[Event, ...], tmp_path: Path, drop: int
) -> None:
    found = actions.verify(forge(tmp_path / "mail" / "screen.kgstudy", true, 1, drop=drop))
    assert (found.trust.verdict, found.trust.common) == ("forked", 11 - drop - max(3 - drop, 1))
    found = actions.verify(forge(tmp_path / "older" / "screen.kgstudy", true, 0, drop=drop))
    assert (found.trust.verdict, found.trust.common, found.problem) == ("behind", 11 - drop, None)
    assert f"ends with entry {11 - drop}" in found.trust.sentence
    assert "seen with 11 entries" in found.trust.sentence


def test_a_backup_and_an_archive_are_compared_by_their_common_entries(
    lived: actions.Session, tmp_path: Path
) -> None:
    made = actions.backup(lived)
    assert actions.verify(made.path).trust.verdict == "whole"
    actions.export(lived, tmp_path / "all.zip")
    assert actions.verify(tmp_path / "all.zip").trust.verdict == "whole"
    actions.record(lived, "C-07", "success")
    for copy in (made.path, tmp_path / "all.zip"):
        trust = actions.verify(copy).trust
        assert (trust.verdict, trust.common, trust.entries) == ("behind", 9, 9)
    places = {one.place for one in HeadJournal().seen(lived.study.events[0].hash)}
    assert places == {str(lived.path)}  # a backup is no place where the study goes on


def test_where_nothing_was_seen_nothing_is_claimed(
    lived: actions.Session, who: actions.Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lived.trust.verdict == "whole"
    lived.close()
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "another computer"))
    found = actions.verify(archive(tmp_path / "all.zip", lived.study.events))
    assert (found.trust.verdict, found.trust.seen, found.problem) == ("not known here", None, None)
    with actions.open_study(lived.path, who) as session:
        assert session.trust.verdict == "not known here"
        actions.record(session, "C-07", "success")
        assert session.trust.verdict == "not known here"
    assert actions.verify(lived.path).trust.verdict == "whole"


def test_a_forged_file_in_the_place_of_a_study_is_read_with_its_verdict_and_never_written(
    lived: actions.Session, true: tuple[Event, ...], who: actions.Operator
) -> None:
    forge(lived.path, true)
    with pytest.raises(DamagedStudy, match="holds other entries than those that were seen here"):
        actions.open_study(lived.path, who)
    for _ in range(2):  # reading it once makes it no truer
        with actions.open_study(lived.path, who, read_only=True) as session:
            assert session.trust.verdict == "forked"
            assert "from entry 7 on" in str(session.read_only_reason)
    assert summary(lived.path).trust == session.trust
    assert actions.verify(lived.path).problem == session.trust.sentence


def test_a_forged_archive_is_imported_for_reading_only(
    true: tuple[Event, ...], who: actions.Operator, tmp_path: Path
) -> None:
    archive(tmp_path / "all.zip", forged(true, 3))
    with actions.import_archive(tmp_path / "all.zip", tmp_path / "again.kgstudy", who) as again:
        assert again.trust.verdict == "forked"
        with pytest.raises(ReadOnlyStudy, match="Forked"):
            actions.reopen(again, "to go on")
    assert actions.verify(tmp_path / "again.kgstudy").trust.verdict == "forked"


def test_a_copy_taken_as_it_is_can_be_written_but_is_not_whole(
    lived: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.kgstudy"
    lived.store.backup(copy)
    actions.record(lived, "C-07", "success")
    actions.take_as_it_is(copy, who)
    with actions.open_study(copy, who) as session:
        assert session.read_only_reason is None
        actions.record(session, "C-08", "success")
        assert session.trust.verdict == "forked"
        assert session.trust.sentence.endswith("Somebody decided on this computer to go on with it.")
    assert lived.trust.verdict == "whole"  # a decision about the copy does not speak against the study
    lived.close()
    lived.path.unlink()
    assert actions.take_as_it_is(copy, who) == 11
    assert actions.verify(copy).trust.verdict == "whole"


def test_what_is_tried_out_in_an_imported_copy_leaves_the_study_whole(
    lived: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    actions.export(lived, tmp_path / "all.zip")
    with actions.import_archive(tmp_path / "all.zip", tmp_path / "again.kgstudy", who) as copy:
        assert copy.trust.verdict == "whole"
        actions.record(copy, "C-08", "success")
        actions.record(lived, "C-07", "success")
        assert (lived.trust.verdict, copy.trust.verdict) == ("whole", "forked")


def test_two_copies_that_were_both_continued_are_forked(
    lived: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    lived.store.backup(tmp_path / "copy.kgstudy")
    with actions.open_study(tmp_path / "copy.kgstudy", who) as copy:
        actions.record(copy, "C-08", "success")
        assert lived.trust.verdict == "behind"
        actions.record(lived, "C-07", "success")
        assert (copy.trust.verdict, copy.trust.common) == ("forked", 9)
    assert (lived.trust.verdict, lived.trust.common) == ("forked", 9)


def test_a_head_that_somebody_holds_decides_without_any_journal(
    lived: actions.Session, true: tuple[Event, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = lived.study.head
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "another computer"))
    for head in (held, Head(0, held.hash), Head(5, true[4].hash)):
        assert actions.verify(lived.path, head).problem is None
    false = archive(tmp_path / "false.zip", forged(true, 3))
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "a third one"))
    assert actions.verify(false).problem is None
    assert "Entry 11 has another hash than the head given" in str(actions.verify(false, held).problem)
    assert "No entry has the hash given" in str(actions.verify(false, Head(0, held.hash)).problem)
    assert actions.verify(false, Head(6, true[5].hash)).problem is None
    cut = archive(tmp_path / "cut.zip", true[:9])
    assert "ends with entry 9, before entry 11" in str(actions.verify(cut, held).problem)


def test_heads_without_their_hashes_still_tell_a_fork_from_an_older_copy(
    lived: actions.Session, true: tuple[Event, ...], tmp_path: Path
) -> None:
    with UserDatabase().writing() as db:
        db.execute("DELETE FROM head_hash")
    same_length = actions.verify(forge(tmp_path / "mail" / "screen.kgstudy", true)).trust
    assert (same_length.verdict, same_length.common) == ("forked", None)
    shorter = actions.verify(archive(tmp_path / "older.zip", true[:9])).trust
    assert (shorter.verdict, shorter.common) == ("behind", None)
    assert actions.verify(lived.path).trust.verdict == "whole"
    assert actions.verify(tmp_path / "older.zip").trust.common == 9  # opening the study has filled them in


def test_restoring_from_a_fork_says_what_was_kept_and_dropped_and_where_that_stays(
    lived: actions.Session, true: tuple[Event, ...], who: actions.Operator, tmp_path: Path
) -> None:
    source = archive(tmp_path / "fork.zip", forged(true, 3))
    done = actions.restore(lived.path, who, source=source)
    assert (done.entries, done.common, done.dropped, done.missing) == (11, 6, 5, 0)
    said = " ".join(done.sentences)
    assert "Entries 1 to 6 are those that the file had; from entry 7 on those of fork.zip were taken." in said
    assert done.previous_file is not None
    assert (
        f"Entries 7 to 11 of the file as it was are dropped: 5 in all. They stay in {done.previous_file.name}."
        in said
    )
    with actions.open_study(done.previous_file, who, read_only=True) as old:
        assert old.study.events == true
    with actions.open_study(lived.path, who, read_only=True) as new:
        assert new.study.events[-1].payload["text"] == said


def test_restoring_from_an_older_archive_names_the_entries_that_go(
    lived: actions.Session, true: tuple[Event, ...], who: actions.Operator, tmp_path: Path
) -> None:
    done = actions.restore(lived.path, who, source=archive(tmp_path / "older.zip", true[:8]))
    assert (done.entries, done.common, done.dropped, done.missing) == (8, 8, 3, 0)
    assert "Entries 9 to 11 of the file as it was are dropped: 3 in all." in done.sentences[1]
    lived.path.unlink()
    assert done.previous_file is not None
    done.previous_file.unlink()
    done = actions.restore(lived.path, who, source=tmp_path / "older.zip")
    assert (done.common, done.dropped, done.missing) == (0, 0, 1)  # the note about the first time


def test_a_longer_backup_of_a_fork_does_not_replace_what_was_seen_here(
    lived: actions.Session, who: actions.Operator, tmp_path: Path, clock: Clock
) -> None:
    lived.store.backup(tmp_path / "copy.kgstudy")
    actions.record(lived, "C-06", "success")
    actions.backup(lived)
    clock.tick(7200)
    actions.take_as_it_is(tmp_path / "copy.kgstudy", who)
    with actions.open_study(tmp_path / "copy.kgstudy", who) as copy:
        for number in range(7, 11):
            actions.record(copy, f"C-{number:02d}", "failure")
        longest = actions.backup(copy)
    lived.close()
    true = lived.study.events
    lived.path.write_bytes(b"\xff" * 4096)
    assert actions.backups_of(tmp_path / "copy.kgstudy")[-1] == longest
    done = actions.restore(lived.path, who)
    assert (done.entries, done.missing) == (10, 0)
    with actions.open_study(lived.path, who, read_only=True) as session:
        assert session.study.events[:10] == true


_RECORDER = """
import sys, time
from pathlib import Path
from kgdesk.store import HeadJournal, SqliteStore
study, mark, place = sys.argv[1:]
with SqliteStore.open(study, writer=None) as store:
    events, journal = store.read_from(), HeadJournal()
Path(mark).touch()
while len(list(Path(mark).parent.glob("*.ready"))) < 4:
    time.sleep(0.01)
for _ in range(8):
    for count in range(1, len(events) + 1):
        journal.advance(events[:count], place)
    journal.replace(events[:1], place)
journal.advance(events, place)
"""


def test_four_processes_lose_no_head_of_the_journal(lived: actions.Session, tmp_path: Path) -> None:
    places = [f"place {number}" for number in range(4)]
    words = [sys.executable, "-c", _RECORDER, str(lived.path)]
    running = [subprocess.Popen([*words, str(tmp_path / f"{place}.ready"), place]) for place in places]
    assert [one.wait() for one in running] == [0] * 4
    seen = {one.place: one.head for one in HeadJournal().seen(lived.study.events[0].hash)}
    assert [seen.get(place) for place in places] == [lived.study.head] * 4


def test_another_branch_on_a_server_is_not_taken_for_deleted(true: tuple[Event, ...], tmp_path: Path) -> None:
    journal = HeadJournal(UserDatabase(tmp_path / "own"))
    journal.advance(true, "here")
    journal.advance(forged(true, 3), str(tmp_path / "gone.kgstudy"))
    assert journal.trust(true, "here").verdict == "whole"
    journal.advance(forged(true, 3), "postgresql://kim@lab/base#s")
    assert journal.trust(true, "here").verdict == "forked"


def test_a_fork_is_told_before_missing_entries(true: tuple[Event, ...], tmp_path: Path) -> None:
    journal, fork = HeadJournal(UserDatabase(tmp_path / "own")), tmp_path / "fork.kgstudy"
    fork.touch()
    journal.advance(forged(true, 3), fork)
    journal.advance(true, "here")
    found = journal.trust(true[:-1], "here")
    assert (found.verdict, found.place) == ("forked", str(fork))


def test_a_study_that_lacks_its_own_entries_is_compared_with_a_deleted_branch_and_not_settled(
    true: tuple[Event, ...], tmp_path: Path
) -> None:
    """What was deleted may have been the better copy."""
    journal, fork = HeadJournal(UserDatabase(tmp_path / "own")), tmp_path / "gone.kgstudy"
    journal.advance(forged(true, 3), fork)
    journal.advance(true, "here")
    assert journal.trust(true, "here").verdict == "whole"
    found = journal.trust(true[:-1], "here")
    assert (found.verdict, found.settleable) == ("forked", False)


def test_a_settled_branch_stays_settled_in_an_older_copy_of_it(
    true: tuple[Event, ...], tmp_path: Path
) -> None:
    journal, branch = HeadJournal(UserDatabase(tmp_path / "own")), forged(true, 3)
    (tmp_path / "one").touch()
    (tmp_path / "older").touch()
    journal.advance(true, "here")
    journal.advance(branch, tmp_path / "one")
    assert journal.trust(true, "here").settleable
    assert len(journal.settle(true, "here", reason="practice", operator="Kim", at="2026")) == 1
    journal.advance(branch[:-1], tmp_path / "older")
    assert journal.trust(true, "here").verdict == "whole"
    journal.advance(forged(true, 4), tmp_path / "one")
    assert journal.trust(true, "here").verdict == "whole"  # as many entries: the stored head stays
    journal.replace(forged(true, 4), tmp_path / "one")
    assert journal.trust(true, "here").verdict == "forked"


def test_a_place_that_another_branch_or_study_takes_keeps_nothing_of_the_old_one(
    true: tuple[Event, ...], make_study: Callable[..., actions.Session], tmp_path: Path
) -> None:
    database = UserDatabase(tmp_path / "own")
    journal = HeadJournal(database)
    journal.replace(true[:-2], "here")
    journal.replace(forged(true, 3), "here")
    found = journal.trust(true, "elsewhere")
    assert (found.verdict, found.common) == ("forked", 6)
    other = make_study("other").study.events
    journal.replace(other, "here")
    assert journal.root_at("here") == other[0].hash
    assert journal.seen(true[0].hash) == ()
    journal.drop(other[0].hash)
    with database.reading() as db:
        assert db is not None
        assert db.execute("SELECT count(*) FROM head_hash").get == 0


def test_hashes_that_do_not_lead_to_their_head_are_not_believed(
    true: tuple[Event, ...], tmp_path: Path
) -> None:
    database = UserDatabase(tmp_path / "own")
    journal = HeadJournal(database)
    journal.advance(true, "here")
    with database.writing() as db:
        db.execute("UPDATE head_hash SET hash = zeroblob(32) WHERE seq = ?", (len(true),))
    found = journal.trust(forged(true, 3), "elsewhere")
    assert (found.verdict, found.common) == ("forked", None)
