"""A study that is shared by the rights of a group: real users, each with the rights of the system and no others."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from storekit import KIM, ROOT, new_event, some_events

from kgdesk.errors import NotSaved, ReadOnlyStudy
from kgdesk.paths import temporary_path
from kgdesk.store import SqliteStore
from kgdesk.store.lock import WriterLock

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can act as other users"
)

OWNER, COLLEAGUE, STRANGER = 20_001, 20_002, 20_003
LAB = 20_100


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that every user reaches, where the group LAB may write; `tmp_path` is for one user alone."""
    made = Path(tempfile.mkdtemp(prefix="kgdesk-shared-"))
    os.chown(made, OWNER, LAB)
    made.chmod(0o775)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def shared(folder: Path) -> Path:
    """Return a study of OWNER in which the group LAB may write."""
    path = folder / "shared.kgstudy"
    SqliteStore.create(path, some_events(3)).close()
    for left in folder.iterdir():
        if left != path:
            left.unlink()
    os.chown(path, OWNER, LAB)
    path.chmod(0o664)
    return path


def started(
    study: Path, user: int, scratch: Path, *words: str, groups: tuple[int, ...] = (), umask: str = "022"
) -> subprocess.Popen[str]:
    program = Path(__file__).with_name("second_user.py")
    numbers = ",".join(map(str, (user, *groups)))
    return subprocess.Popen(
        [sys.executable, str(program), str(study), str(user), numbers, umask, str(scratch), *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(program.parent)))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said_by(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate("\n", timeout=60)
    assert process.returncode == 0, err
    return [json.loads(line) for line in out.splitlines()]


def rights(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mode & 0o777, status.st_gid


def test_a_colleague_of_the_group_records_after_the_owner_and_the_owner_after_the_colleague(
    shared: Path, tmp_path: Path
) -> None:
    for user in (OWNER, COLLEAGUE, OWNER):
        assert said_by(started(shared, user, tmp_path, "record", "window", groups=(LAB,))) == ["done"] * 2
    for side in (".shared.kgstudy.lock", ".shared.kgstudy.window"):
        assert rights(shared.with_name(side)) == (0o664, LAB)
    with SqliteStore.open(shared, writer=None) as store:
        assert store.head().seq == 6


def test_the_lock_follows_the_study_when_its_rights_are_given_later(shared: Path, tmp_path: Path) -> None:
    shared.chmod(0o644)
    assert said_by(started(shared, OWNER, tmp_path, "record", groups=(LAB,))) == ["done"]
    assert rights(shared.with_name(".shared.kgstudy.lock")) == (0o644, LAB)
    shared.chmod(0o664)
    assert said_by(started(shared, OWNER, tmp_path, "record", groups=(LAB,))) == ["done"]
    assert rights(shared.with_name(".shared.kgstudy.lock")) == (0o664, LAB)
    assert said_by(started(shared, COLLEAGUE, tmp_path, "record", groups=(LAB,))) == ["done"]


def test_an_administrator_who_records_shuts_nobody_out(shared: Path, tmp_path: Path) -> None:
    with SqliteStore.open(shared, writer=KIM, hold=False) as store:
        store.append_if_head(store.head(), [new_event()])
    assert said_by(started(shared, COLLEAGUE, tmp_path, "record", groups=(LAB,))) == ["done"]


def test_a_lock_that_belongs_to_another_user_is_named(shared: Path, tmp_path: Path) -> None:
    lock = shared.with_name(".shared.kgstudy.lock")
    lock.touch()
    os.chown(lock, OWNER, OWNER)
    lock.chmod(0o644)
    [said] = said_by(started(shared, COLLEAGUE, tmp_path, "record", groups=(LAB,)))
    assert said.startswith("ReadOnlyStudy: The file .shared.kgstudy.lock beside shared.kgstudy belongs to")
    assert said_by(started(shared, OWNER, tmp_path, "record", groups=(LAB,))) == ["done"]
    assert said_by(started(shared, COLLEAGUE, tmp_path, "record", groups=(LAB,))) == ["done"]


def test_no_right_to_write_the_study_is_told_apart_from_a_folder_without_that_right(
    shared: Path, folder: Path, tmp_path: Path
) -> None:
    [said] = said_by(started(shared, STRANGER, tmp_path, "record"))
    assert said.startswith("ReadOnlyStudy: You have the right to read shared.kgstudy, not to write it")
    folder.chmod(0o755)
    [said] = said_by(started(shared, COLLEAGUE, tmp_path, "record", groups=(LAB,)))
    assert said.startswith(f"ReadOnlyStudy: The folder {folder} cannot be written, so shared.kgstudy")


def test_a_folder_that_cannot_be_written_any_more_is_told(shared: Path, folder: Path, tmp_path: Path) -> None:
    writing = started(shared, COLLEAGUE, tmp_path, "record", "wait", "record", groups=(LAB,))
    assert writing.stdout is not None
    assert json.loads(writing.stdout.readline()) == "waiting"
    folder.chmod(0o755)
    assert said_by(writing)[2].startswith(
        f"ReadOnlyStudy: The folder {folder} cannot be written any more, and kgdesk writes there"
    )


def test_whoever_holds_the_study_is_named_to_a_colleague(shared: Path, tmp_path: Path) -> None:
    holding = started(shared, OWNER, tmp_path, "window", "wait", groups=(LAB,), umask="077")
    assert holding.stdout is not None
    assert json.loads(holding.stdout.readline()) == "waiting"
    [said] = said_by(started(shared, COLLEAGUE, tmp_path, "window", groups=(LAB,)))
    assert said.startswith("StudyInUse: shared.kgstudy is open on LAB-PC-3 by Pat since 09:30.")
    said_by(holding)


def test_a_temporary_file_that_a_program_of_another_user_writes_is_left_alone(
    shared: Path, folder: Path, tmp_path: Path
) -> None:
    """A user may not send a signal to the program of another, so the system refuses to say that it runs."""
    with temporary_path(folder / "export.csv") as part:
        assert said_by(started(shared, COLLEAGUE, tmp_path, "record", groups=(LAB,))) == ["done"]
        assert part.exists()


@pytest.mark.parametrize("gone", ["moved", "deleted", "with its folder"])
@pytest.mark.parametrize("hold", [False, True])
def test_a_study_that_was_moved_or_deleted_while_open_is_not_blamed_on_the_folder(
    shared: Path, folder: Path, gone: str, hold: bool
) -> None:
    with SqliteStore.open(shared, writer=KIM, hold=hold) as store:
        head = store.head()
        elsewhere = folder.with_name(f"{folder.name}-moved")
        match gone:
            case "moved":
                shared.rename(folder / "renamed.kgstudy")
            case "deleted":
                shared.unlink()
            case _:
                folder.rename(elsewhere)
        try:
            with pytest.raises(NotSaved, match="was moved, renamed or deleted while it was open"):
                store.append_if_head(head, [new_event()])
        finally:
            if elsewhere.exists():
                elsewhere.rename(folder)


def test_a_disk_without_locks_and_a_full_one_have_sentences_of_their_own(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, said in ((errno.ENOLCK, "cannot lock a file"), (errno.ENOSPC, "is full")):

        def refused(*_: object, number: int = number) -> None:
            raise OSError(number, "refused")

        monkeypatch.setattr("filelock._unix.fcntl.flock", refused)
        with pytest.raises(ReadOnlyStudy, match=said):
            WriterLock(shared).take(KIM)
