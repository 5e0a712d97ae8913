"""Files and folders: names, permissions, full disks."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

import apsw
import pytest
from storekit import KIM, PAT, child, finished, head_of, new_event, some_events, torn

from kgdesk.actions.opening import journal_key
from kgdesk.errors import BadInput, FileExists, NotSaved, ReadOnlyStudy, StaleHead, StoreError, StudyInUse
from kgdesk.store import SqliteStore, disk, unsafe_folders
from tests.posix_only import LINKS, OPEN_FILES, RIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_NAME_OF_WINDOWS = pytest.mark.skipif(os.name == "nt", reason="Windows has no file of that name")


@pytest.fixture
def public() -> Iterator[Path]:
    """Create a folder that every user of the computer may enter."""
    folder = Path(tempfile.mkdtemp(prefix="kgdesk-store-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 256 KiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system needs root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def as_nobody(path: Path) -> dict[str, object]:
    said = json.loads(finished(child("as_nobody", path)))
    assert isinstance(said, dict)
    return said


def test_sqlite_is_new_enough_and_the_settings_are_those_that_keep_data(study: Path) -> None:
    assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= (3, 51, 3)
    with SqliteStore.open(study, writer=KIM) as store:
        db = store._file.db
        settings = {
            name: db.pragma(name)
            for name in (
                "journal_mode", "synchronous", "foreign_keys", "trusted_schema", "cell_size_check",
                "mmap_size", "application_id", "user_version", "encoding", "query_only", "busy_timeout",
            )
        }  # fmt: skip
        assert settings == {
            "journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "trusted_schema": 0,
            "cell_size_check": 1, "mmap_size": 0, "application_id": 0x6B677374, "user_version": 1,
            "encoding": "UTF-8", "query_only": 0, "busy_timeout": 10_000,
        }  # fmt: skip
        assert db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, -1) == 1
        assert db.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, -1) == 0
        assert db.execute("SELECT strict FROM pragma_table_list WHERE name = 'event'").get == 1
        with pytest.raises(apsw.SQLError):
            db.execute("ATTACH ':memory:' AS other")
    with SqliteStore.open(study, writer=None) as store, pytest.raises(apsw.ReadOnlyError):
        store._file.db.execute("INSERT INTO event (seq) VALUES (9)")


@pytest.mark.parametrize("name", ["s", "s.db", "s.kgstudy.zip", ".kgstudy", "s.KGSTUDY"])
def test_a_name_with_another_ending_is_refused_with_the_name_to_use(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"\.kgstudy"):
        SqliteStore.create(tmp_path / name, some_events(1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "a\0b.kgstudy",
        "x" * 250 + ".kgstudy",
        "x" * 232 + ".kgstudy",  # its journal would have no name
        "\udcff.kgstudy",
        "no/such/s.kgstudy",
    ],
)
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        SqliteStore.create(f"{tmp_path}/{name}", some_events(1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "CON.kgstudy",
        "nul .kgstudy",
        "Com1.old.kgstudy",
        "lpt².kgstudy",
        "run 12:30.kgstudy",
        "s.kgstudy.",
        "s.kgstudy ",
    ],
)
def test_a_name_that_means_something_else_on_windows_is_refused_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A device, a hidden stream of another file, or a file without the last character."""
    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        with pytest.raises(BadInput, match="Windows has no file of the name"):
            disk.new_study_path(tmp_path / name)
    if name.endswith(".kgstudy") and os.name == "posix":  # a name like any other elsewhere
        assert disk.new_study_path(tmp_path / name) == tmp_path / name
    for title in ("CONTROL", "console", "null", "com10", ".con"):
        assert disk.new_study_path(tmp_path / f"{title}.kgstudy")


def test_a_folder_that_windows_cannot_resolve_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> str:
        raise OSError(errno.ENAMETOOLONG, "The filename is too long", str(folder))

    with monkeypatch.context() as windows:
        windows.setattr(os.path, "realpath", refuse)
        for way in (disk.new_study_path, disk.study_path, journal_key):
            with pytest.raises(BadInput, match=r"folder of s\.kgstudy .*filename is too long.* shorter path"):
                way(tmp_path / "s.kgstudy")
    assert list(tmp_path.iterdir()) == []


def test_a_study_is_known_by_one_name_however_its_case_is_typed_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal of heads would else take it for a copy at another place."""
    (tmp_path / "Größe.kgstudy").touch()
    typed = tmp_path / "GRÖßE.KGStudy"
    listed = tmp_path.resolve() / "Größe.kgstudy"
    if os.name == "nt":
        assert journal_key(typed) == str(listed)
        return
    assert journal_key(typed) == str(tmp_path.resolve() / typed.name)  # two files here
    with monkeypatch.context() as windows:
        real = os.path.realpath
        windows.setattr(sys, "platform", "win32")
        windows.setattr(
            os.path, "realpath", lambda path, **_: str(listed) if Path(path) == typed else real(path)
        )
        assert journal_key(typed) == str(listed)
        windows.setattr(
            os.path, "realpath", lambda path, **_: real(tmp_path) if Path(path) == typed else real(path)
        )
        assert journal_key(typed) == str(tmp_path.resolve() / typed.name)  # a link stays one, to be refused


def left_behind(name: str) -> set[str]:
    """Return the files that a study leaves; on Windows its lock goes with the last holder."""
    return {name} if os.name == "nt" else {name, f".{name}.lock"}


@pytest.mark.parametrize(
    "name",
    [
        "Zoë 🧪.kgstudy",
        pytest.param("a?mode=ro&x=%20#b.kgstudy", marks=NO_NAME_OF_WINDOWS),
        "'; drop table event.kgstudy",
        "é" * 115 + ".kgstudy",
    ],
)
def test_any_other_name_works(tmp_path: Path, name: str) -> None:
    with SqliteStore.create(tmp_path / name, some_events(1)) as store:
        store.append_if_head(store.head(), [new_event()])
    with SqliteStore.open(tmp_path / name, writer=KIM) as store:
        assert store.head().seq == 2
    assert {path.name for path in tmp_path.iterdir()} == left_behind(name)


@NO_NAME_OF_WINDOWS
def test_a_path_that_begins_like_an_address_is_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with SqliteStore.create("file:s.kgstudy", some_events(1)) as store:
        assert store.path == tmp_path.resolve() / "file:s.kgstudy"
        assert store.path.is_file()


@pytest.mark.parametrize("kind", ["file", "folder", pytest.param("dangling link", marks=LINKS)])
def test_nothing_that_has_the_name_is_overwritten(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "s.kgstudy"
    if kind == "file":
        path.write_text("mine")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExists):
        SqliteStore.create(path, some_events(1))
    assert [entry.name for entry in tmp_path.iterdir()] == ["s.kgstudy"]
    assert kind != "file" or path.read_text() == "mine"


def test_a_name_that_is_taken_while_the_study_is_written_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.kgstudy"
    last_step = "rename" if os.name == "nt" else "link"
    named = getattr(os, last_step)

    def taken_just_before(*arguments: object, **options: object) -> None:
        path.write_text("mine")
        named(*arguments, **options)

    monkeypatch.setattr(os, last_step, taken_just_before)
    with pytest.raises(FileExists):
        SqliteStore.create(path, some_events(1))
    assert path.read_text() == "mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["s.kgstudy"]


def test_a_disk_without_hard_links_takes_a_new_study_and_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "s.kgstudy"
    with SqliteStore.create(path, some_events(3)) as store:
        assert store.head().seq == 3
        with pytest.raises(FileExists):
            store.backup(path)
    assert {entry.name for entry in tmp_path.iterdir()} == left_behind("s.kgstudy")


@LINKS
def test_a_study_in_a_folder_behind_a_link_opens(tmp_path: Path, study: Path) -> None:
    (tmp_path / "way").symlink_to(tmp_path)
    with SqliteStore.open(tmp_path / "way" / study.name, writer=KIM), pytest.raises(StudyInUse):
        SqliteStore.open(study, writer=PAT)


def test_only_the_study_and_its_hidden_lock_are_left_behind(tmp_path: Path, study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        store.append_if_head(store.head(), [new_event()])
        assert not study.with_name(study.name + "-journal").exists()
    assert {path.name for path in tmp_path.iterdir()} == left_behind(study.name)


def test_a_note_of_the_writer_that_cannot_be_read_still_refuses_in_a_sentence(study: Path) -> None:
    note = study.with_name(f".{study.name}.writer")
    with SqliteStore.open(study, writer=KIM):
        for text in (b"", b"{", b"[1]", b"\xff\xfe", b'{"operator":1}', b"[" * 5000, b'{"since":"x"}'):
            note.write_bytes(text)
            with pytest.raises(StudyInUse, match="in another window or on another computer"):
                SqliteStore.open(study, writer=PAT)
        hostile = {
            "operator": "\u202eKim\n<b>" + "x" * 999,
            "workstation": "W",
            "since": "2026-11-21T09:12:00",
        }
        note.write_text(json.dumps(hostile))
        with pytest.raises(StudyInUse, match=r"by Kim<b>x{54} since 09:12") as caught:
            SqliteStore.open(study, writer=PAT)
        assert str(caught.value).isprintable()


def test_a_stale_note_of_a_writer_locks_nobody_out(study: Path) -> None:
    study.with_name(f".{study.name}.writer").write_text('{"operator":"Ghost"}')
    with SqliteStore.open(study, writer=KIM), pytest.raises(StudyInUse, match="by Kim"):
        SqliteStore.open(study, writer=PAT)


@LINKS
def test_a_lock_that_is_a_link_to_another_file_harms_it_not(tmp_path: Path, study: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("precious")
    lock = study.with_name(f".{study.name}.lock")
    lock.unlink()
    lock.symlink_to(victim)
    with pytest.raises(StoreError, match="is a link"):
        SqliteStore.open(study, writer=KIM)
    assert victim.read_text() == "precious"


@RIGHTS
def test_a_study_in_a_read_only_folder_opens_for_reading_and_says_why(public: Path) -> None:
    path = public / "s.kgstudy"
    SqliteStore.create(path, some_events(3)).close()
    path.with_name(f".{path.name}.lock").unlink()
    path.chmod(0o666)
    public.chmod(0o555)
    said = as_nobody(path)
    assert "folder" in said["reason"]
    assert "cannot be written" in said["reason"]
    assert said["events"] == 3
    assert said["append"][0] == ReadOnlyStudy.code
    assert "Nothing was recorded" in said["append"][1]
    assert said["create"][0] == ReadOnlyStudy.code
    assert "Choose another folder" in said["create"][1]
    public.chmod(0o755)
    assert [entry.name for entry in public.iterdir()] == ["s.kgstudy"]


@RIGHTS
def test_a_read_only_file_opens_for_reading_and_says_why(public: Path) -> None:
    path = public / "s.kgstudy"
    SqliteStore.create(path, some_events(3)).close()
    path.chmod(0o444)
    public.chmod(0o777)
    said = as_nobody(path)
    assert "protected against writing" in said["reason"]
    assert said["events"] == 3
    assert said["append"][0] == ReadOnlyStudy.code


def test_a_protected_file_is_not_written_by_an_administrator_either(study: Path) -> None:
    study.chmod(0o444)
    before = study.read_bytes()
    with SqliteStore.open(study, writer=KIM) as store:
        assert "protected against writing" in str(store.read_only_reason)
        with pytest.raises(ReadOnlyStudy, match="Nothing was recorded"):
            store.append_if_head(store.head(), [new_event()])
        with pytest.raises(ReadOnlyStudy, match="Remove the protection"):
            store.lock(KIM)
    assert study.read_bytes() == before


def test_a_study_that_its_owner_may_not_write_but_others_may_has_a_lock(study: Path) -> None:
    study.with_name(f".{study.name}.lock").unlink(missing_ok=True)
    study.chmod(0o466)
    with SqliteStore.open(study, writer=PAT) as store:
        if store.read_only_reason is None:
            store.append_if_head(store.head(), [new_event()])
        else:  # of an administrator's file, or of another one's
            assert re.search("protected|not to write it", store.read_only_reason)


@RIGHTS
def test_an_interrupted_write_that_cannot_be_undone_here_is_told_with_the_way_out(public: Path) -> None:
    path = public / "s.kgstudy"
    SqliteStore.create(path, some_events(3)).close()
    journal = path.with_name(path.name + "-journal")
    torn(path)
    path.chmod(0o444)
    journal.chmod(0o444)
    public.chmod(0o555)
    said = as_nobody(path)
    assert said["open"][0] == ReadOnlyStudy.code
    assert "interrupted" in said["open"][1]
    public.chmod(0o755)
    path.chmod(0o644)
    journal.chmod(0o644)
    with SqliteStore.open(path, writer=KIM) as store:
        assert store.head().seq == 3


@RIGHTS
def test_a_file_that_may_not_be_read_is_refused_in_a_sentence(public: Path) -> None:
    path = public / "s.kgstudy"
    SqliteStore.create(path, some_events(3)).close()
    path.chmod(0o000)
    said = as_nobody(path)
    assert said["open"][0] == "KD-200"
    assert "right to read" in said["open"][1]


def test_a_full_disk_is_told_and_the_same_entry_is_saved_once_space_is_free(small_disk: Path) -> None:
    path = small_disk / "s.kgstudy"
    ballast = small_disk / "ballast"
    with SqliteStore.create(path, some_events(2)) as store:
        ballast.write_bytes(bytes(150_000))
        head = store.head()
        new = [new_event({"note": "x" * 20_000})]
        said = ""
        while not said:
            try:
                head = head_of(store.append_if_head(head, new))
                new = [new_event({"note": "x" * 20_000})]
            except NotSaved as cause:
                said = str(cause)
        assert "is not recorded; earlier ones are safe. Free space on" in said
        assert store.head() == head
        assert store.verify().problem is None
        with pytest.raises(NotSaved, match="Free space"):
            store.backup(small_disk / "backup.kgstudy")
        with pytest.raises(NotSaved, match="Free space"):
            SqliteStore.create(small_disk / "t.kgstudy", [new_event({"note": "x" * 60_000})])
        assert {entry.name for entry in small_disk.iterdir()} == {
            "s.kgstudy", "ballast", ".s.kgstudy.lock", ".s.kgstudy.writer"
        }  # fmt: skip
        ballast.unlink()
        saved = store.append_if_head(head, new)
    with SqliteStore.open(path, writer=KIM) as store:
        assert store.head() == head_of(saved)


@OPEN_FILES
@pytest.mark.parametrize("what", ["renamed", "deleted", "replaced"])
def test_an_entry_for_a_study_whose_file_went_away_is_not_called_recorded(study: Path, what: str) -> None:
    other = study.with_name("other.kgstudy")
    with SqliteStore.open(study, writer=KIM) as store:
        head = store.head()
        if what == "deleted":
            study.unlink()
        else:
            study.rename(other)
        if what == "replaced":
            with SqliteStore.create(study, some_events(1)) as new:
                assert "is open on LAB-PC-2 by Kim" in str(new.read_only_reason)
        with pytest.raises(NotSaved, match="moved, renamed or deleted"):
            store.append_if_head(head, [new_event()])
    if what != "deleted":
        with SqliteStore.open(other, writer=None) as store:
            assert store.head() == head


def test_a_study_that_another_program_holds_is_told_after_a_while(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        store._file.db.set_busy_timeout(1)
        head = store.head()
        other = apsw.Connection(str(study))
        other.execute("BEGIN EXCLUSIVE")
        new = [new_event()]
        with pytest.raises(NotSaved, match="Another program is holding"):
            store.append_if_head(head, new)
        with pytest.raises(StudyInUse, match="in a moment"):
            store.read_from()
        other.execute("ROLLBACK")
        other.close()
        assert store.append_if_head(head, new)[0].seq == 6


def test_an_entry_that_is_too_large_for_the_file_is_refused(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        store._file.db.limit(apsw.SQLITE_LIMIT_LENGTH, 100_000)
        with pytest.raises(BadInput, match="too large"):
            store.append_if_head(store.head(), [new_event({"note": "x" * 200_000})])
        assert store.head().seq == 5


def test_a_disk_that_does_not_confirm_a_new_study_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(NotSaved, match="was not made"):
        SqliteStore.create(tmp_path / "s.kgstudy", some_events(2))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows syncs folders by itself")
def test_a_retry_is_only_a_success_once_the_disk_confirms_it(
    study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    with SqliteStore.open(study, writer=KIM) as store:
        head, new = store.head(), [new_event()]
        first = store.append_if_head(head, new)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", broken)
            with pytest.raises(NotSaved, match="Try again"):
                store.append_if_head(head, new)
        assert store.append_if_head(head, new) == first


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("C:\\Lab\\s.kgstudy", "C:\\"),
        ("\\\\?\\d:\\Lab\\s.kgstudy", "d:\\"),
        ("\\\\server\\lab\\s.kgstudy", ""),
        ("\\\\?\\UNC\\server\\lab\\s.kgstudy", ""),
    ],
)
def test_a_long_path_of_windows_is_no_share(path: str, root: str) -> None:
    assert unsafe_folders.root_of_drive(PureWindowsPath(path).drive) == root


@pytest.mark.skipif(sys.platform != "linux", reason="Linux lists its mounts in a file")
def test_the_kind_of_a_file_system_is_found_by_the_nearest_mount() -> None:
    assert unsafe_folders.file_system(Path("/proc/self")) == "proc"
    assert unsafe_folders.file_system(Path(tempfile.gettempdir())) not in {"", "proc"}


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs", "9p", "share"])
def test_a_network_drive_is_no_place_for_a_live_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    assert unsafe_folders.unsafe_folder(tmp_path) == ""
    monkeypatch.setattr(unsafe_folders, "file_system", lambda _: kind)
    assert unsafe_folders.unsafe_folder(tmp_path) == f"is on a network drive ({kind})"


@pytest.mark.parametrize("mark", [".dropbox.cache", ".stfolder", ".owncloudsync.log"])
def test_a_folder_below_a_mark_of_synchronising_is_no_place_for_a_live_study(
    tmp_path: Path, mark: str
) -> None:
    (tmp_path / mark).mkdir()
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert "kept in step with other computers" in unsafe_folders.unsafe_folder(tmp_path / "a" / "b")


@OPEN_FILES
def test_a_reader_stays_with_its_file_where_another_study_takes_the_name(study: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kgstudy"
    SqliteStore.create(other, some_events(9)).close()
    with SqliteStore.open(study, writer=None) as reader:
        known = reader.read_from()
        other.replace(study)
        assert reader.read_from() == known


@OPEN_FILES
def test_a_program_records_in_the_new_file_after_another_has_restored_it(study: Path) -> None:
    """Both have it open, and hold its lock for each append only."""
    new = study.with_name("new.kgstudy")
    with (
        SqliteStore.open(study, writer=KIM, hold=False) as one,
        SqliteStore.open(study, writer=PAT, hold=False) as two,
    ):
        head = one.head()
        SqliteStore.create_from(new, one.read_from()).close()
        disk.swap(study, new, study.with_name("old.kgstudy"))
        (later,) = two.append_if_head(head, [new_event()])
        with pytest.raises(StaleHead):
            one.append_if_head(head, [new_event()])
        one.append_if_head(head_of((later,)), [new_event()])
        assert [event.seq for event in two.read_from(head.seq + 1)] == [head.seq + 1, head.seq + 2]
        assert two.verify().problem is None


def test_what_was_verified_at_the_opening_is_read_again_once_somebody_has_recorded(study: Path) -> None:
    """It may be this program itself, or another one."""
    with SqliteStore.open(study, writer=None) as reader:
        with SqliteStore.open(study, writer=KIM) as writer:
            writer.append_if_head(writer.head(), [new_event()])
            assert len(writer.read_from()) == 6
        assert len(reader.read_from()) == 6


@OPEN_FILES
def test_a_reader_that_has_read_nothing_yet_reads_the_file_that_was_restored(study: Path) -> None:
    new = study.with_name("new.kgstudy")
    with SqliteStore.open(study, writer=None) as reader:
        with SqliteStore.open(study, writer=None) as other:
            SqliteStore.create_from(new, other.read_from()).close()
        with SqliteStore.open(new, writer=KIM) as writer:
            writer.append_if_head(writer.head(), [new_event()])
        disk.swap(study, new, study.with_name("old.kgstudy"))
        assert len(reader.read_from()) == 6


def test_a_study_that_another_thread_closes_is_free_at_once(study: Path) -> None:
    """A window opens its study in one thread and closes it in another."""
    opened: list[SqliteStore] = []
    thread = threading.Thread(target=lambda: opened.append(SqliteStore.open(study, writer=KIM)))
    thread.start()
    thread.join()
    opened[0].close()
    with SqliteStore.open(study, writer=PAT) as again:
        assert again.read_only_reason is None


def test_an_entry_waits_until_another_program_has_recorded_its_own(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM, hold=False) as store:
        head, other = store.head(), SqliteStore.open(study, writer=PAT)
        ends = threading.Timer(0.2, other.close)
        ends.start()
        store.append_if_head(head, [new_event()])
        ends.join()
        assert len(store.read_from()) == 6


def test_a_study_whose_right_to_be_written_was_taken_is_only_read(study: Path) -> None:
    with SqliteStore.open(study, writer=KIM) as store:
        store.restrict("It was found to be a copy.")
        with pytest.raises(ReadOnlyStudy, match="found to be a copy"):
            store.append_if_head(store.head(), [new_event()])
        with pytest.raises(apsw.ReadOnlyError):
            store._file.db.execute("INSERT INTO event (seq) VALUES (9)")
        SqliteStore.open(study, writer=PAT).close()  # the lock is free


def test_whoever_only_reads_keeps_no_window_from_recording(study: Path) -> None:
    with (
        SqliteStore.open(study, writer=None, hold=False) as reader,
        SqliteStore.open(study, writer=KIM, hold=False) as window,
    ):
        reader.claim(PAT)
        window.claim(KIM)
        with SqliteStore.open(study, writer=PAT, hold=False) as other, pytest.raises(StudyInUse):
            other.claim(PAT)
