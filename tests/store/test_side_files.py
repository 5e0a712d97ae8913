"""What stands beside a study and is none of its own files stops nobody: it is refused before anything opens it."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from storekit import KIM, ROOT, head_of, new_event, some_events

from kgdesk import actions
from kgdesk.errors import FileExists, StoreError
from kgdesk.paths import open_regular
from kgdesk.store import SqliteStore, list_backups, salvage
from kgdesk.store.backups import back_up, is_intact
from kgdesk.store.lock import WriterLock
from kgdesk.tables import read_table
from tests.posix_only import LINKS, PIPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Clock

JOURNALS = ["{}-journal", "{}-wal", "{}-shm"]
SIDE_FILES = [*JOURNALS, ".{}.lock", ".{}.writer", ".{}.window", ".{}.shown"]
KINDS = {"pipe": "a named pipe", "folder": "a folder", "link": "a link", "socket": "a socket"}
if os.name == "nt":  # which has no files of the other kinds, but for links with a right of their own
    KINDS = {"folder": KINDS["folder"]}

#: A study that waits for a pipe waits for ever.
pytestmark = pytest.mark.timeout(20, func_only=True)


@pytest.fixture
def put() -> Iterator[Callable[[Path, str], None]]:
    """Return a function that puts something else than a file at a path."""
    with ExitStack() as stack:

        def put(path: Path, kind: str) -> None:
            path.unlink(missing_ok=True)
            match kind:
                case "pipe":
                    os.mkfifo(path)
                case "folder":
                    path.mkdir()
                case "link":
                    path.symlink_to(path.with_name("nowhere"))
                case _:
                    stack.enter_context(socket.socket(socket.AF_UNIX)).bind(os.path.relpath(path))

        yield put


@pytest.mark.parametrize("form", SIDE_FILES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_beside_a_study_is_named_and_nothing_is_opened(
    study: Path,
    put: Callable[[Path, str], None],
    monkeypatch: pytest.MonkeyPatch,
    form: str,
    kind: str,
) -> None:
    monkeypatch.chdir(study.parent)  # the name of a socket is short
    side = study.with_name(form.format(study.name))
    put(side, kind)
    said = f"{side.name} in {study.parent} is {KINDS[kind]} and no file of {study.name}"
    for writer in (None, KIM):
        for hold in (True, False):
            with pytest.raises(StoreError, match="move it away") as refused:
                SqliteStore.open(study, writer=writer, hold=hold)
            assert said in str(refused.value)
    with pytest.raises(StoreError, match="no file of"):
        salvage(study)


@PIPES
@pytest.mark.parametrize("form", SIDE_FILES)
def test_what_comes_to_stand_beside_an_open_study_is_refused_and_the_study_goes_on_without_it(
    study: Path, put: Callable[[Path, str], None], tmp_path: Path, form: str
) -> None:
    side = study.with_name(form.format(study.name))
    with SqliteStore.open(study, writer=KIM, hold=False) as store:
        known = store.read_from()
        put(side, "pipe")
        for refused in (
            store.head,
            store.read_from,
            store.verify,
            lambda: store.append_if_head(head_of(known), [new_event()]),
            lambda: store.backup(tmp_path / "copy.kgstudy"),
            lambda: store.append_stored(known),
        ):
            with pytest.raises(StoreError, match="a named pipe"):
                refused()
        side.unlink()
        assert store.read_from() == known
        store.append_if_head(head_of(known), [new_event()])
        assert store.verify().events == len(known) + 1
    assert not (tmp_path / "copy.kgstudy").exists()


@PIPES
@pytest.mark.parametrize("name", [".{}.lock", ".{}.window"])
def test_a_lock_is_not_taken_on_what_is_no_file(
    study: Path, put: Callable[[Path, str], None], name: str
) -> None:
    put(study.with_name(name.format(study.name)), "pipe")
    for window in (False, True):
        with pytest.raises(StoreError, match="a named pipe"):
            WriterLock(study, window=window).take(KIM)


@PIPES
@pytest.mark.parametrize("deleted", [False, True])
def test_a_restore_leaves_alone_what_stands_beside_the_study(
    five_runs: Path, put: Callable[[Path, str], None], who: actions.Operator, deleted: bool
) -> None:
    with actions.open_study(five_runs, who) as session:
        actions.backup(session)
    before = five_runs.read_bytes()
    if deleted:
        five_runs.unlink()
    journal = five_runs.with_name(f"{five_runs.name}-journal")
    put(journal, "pipe")
    with pytest.raises(StoreError, match="a named pipe"):
        actions.restore(five_runs, who)
    assert not five_runs.exists() if deleted else five_runs.read_bytes() == before
    assert journal.is_fifo()


@pytest.mark.parametrize("form", JOURNALS)
@pytest.mark.parametrize("kind", ["file", *KINDS])
def test_no_study_is_made_where_the_journal_of_an_earlier_one_was_left(
    tmp_path: Path,
    put: Callable[[Path, str], None],
    monkeypatch: pytest.MonkeyPatch,
    form: str,
    kind: str,
) -> None:
    """SQLite would play it into the new file."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "new.kgstudy"
    side = path.with_name(form.format(path.name))
    if kind == "file":
        side.write_bytes(b"of the study that was here")
    else:
        put(side, kind)
    with pytest.raises(FileExists, match="of an earlier file"):
        SqliteStore.create(path, some_events(2))
    assert not path.exists()
    assert os.path.lexists(side)


@pytest.mark.parametrize("kind", KINDS)
def test_no_backup_is_looked_for_in_what_is_no_file(
    study: Path,
    tmp_path: Path,
    put: Callable[[Path, str], None],
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    kind: str,
) -> None:
    folder = tmp_path / "kept"
    with SqliteStore.open(study, writer=None) as store:
        first = back_up(store, folder, clock())
        monkeypatch.chdir(folder)
        put(first.path, kind)
        assert list_backups(folder) == ()
        assert not is_intact(first)
        clock.tick()
        second = back_up(store, folder, clock())
        put(second.path.with_name(f"{second.path.name}-journal"), kind)
        assert not is_intact(second)
        clock.tick()
        third = back_up(store, folder, clock())
    assert list_backups(folder) == (third,)
    assert is_intact(third)


@PIPES
def test_every_command_answers_where_the_journal_is_a_pipe(
    five_runs: Path, put: Callable[[Path, str], None]
) -> None:
    put(five_runs.with_name(f"{five_runs.name}-journal"), "pipe")
    for command in ("status", "verify", "backup", "restore"):
        ended = subprocess.run(
            [sys.executable, "-m", "kgdesk", command, str(five_runs)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=15,
            check=False,
        )
        assert ended.returncode == 1
        assert "is a named pipe and no file of screen.kgstudy" in ended.stderr


@PIPES
def test_a_file_that_a_pipe_replaces_after_the_look_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at a name and its opening somebody may exchange what it names."""
    table = tmp_path / "table.csv"
    table.write_text("code,x\nA,1\nB,2\n")
    look = Path.stat

    def then_exchanged(path: Path, **options: bool) -> os.stat_result:
        seen = look(path, **options)
        if path == table and stat.S_ISREG(seen.st_mode):
            table.unlink()
            os.mkfifo(table)
        return seen

    monkeypatch.setattr(Path, "stat", then_exchanged)
    with pytest.raises(Exception, match=r"table\.csv cannot be read"):
        read_table(table)


@LINKS
def test_only_a_regular_file_is_opened(
    tmp_path: Path, put: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in KINDS:
        put(tmp_path / kind, kind)
        with pytest.raises(OSError, match=r"not a regular file|No such|symbolic links"):
            open_regular(tmp_path / kind)
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "way").symlink_to(tmp_path / "file")
    with open_regular(tmp_path / "way", follow=True) as stream:
        assert stream.read() == b"text"
    with pytest.raises(OSError, match="symbolic links"):
        open_regular(tmp_path / "way")
