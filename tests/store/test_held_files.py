"""A file that another program has open for itself alone is named in one sentence, and nothing is lost by it.

Windows refuses every opening, renaming and deletion of such a file (a sharing violation). There another process holds
it; elsewhere the calls that Windows refuses fail as they do there.
"""

from __future__ import annotations

import builtins
import errno
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest
from faults import failing
from storekit import torn

from kgdesk import actions
from kgdesk.cli import main
from kgdesk.store import UserDatabase

if TYPE_CHECKING:
    from collections.abc import Iterator

Held = Callable[[Path], AbstractContextManager[None]]

#: Opens a file without sharing it until its input ends.
_HOLDER = """
import ctypes, sys
kernel = ctypes.WinDLL("kernel32", use_last_error=True)
kernel.CreateFileW.restype = ctypes.c_void_p
generic_read, nobody_else, open_existing = 0x80000000, 0, 3
handle = kernel.CreateFileW(sys.argv[1], generic_read, nobody_else, None, open_existing, 0, None)
print("held" if handle != ctypes.c_void_p(-1).value else ctypes.get_last_error(), flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")


@contextmanager
def held_by_a_process(path: Path) -> Iterator[None]:
    """Have another process open a file without sharing it."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline().strip() == "held"
            with pytest.raises(PermissionError):
                path.read_bytes()
            yield
        finally:
            holder.communicate()


@contextmanager
def refused_by_the_system(path: Path) -> Iterator[None]:
    """Let the calls fail that Windows refuses; SQLite makes its own."""

    def refusing(function: Callable[..., Any], places: int) -> Callable[..., Any]:
        def call(*words: Any, **options: Any) -> Any:
            if any(isinstance(word, str | Path) and Path(word) == path for word in words[:places]):
                raise PermissionError(
                    errno.EACCES, "The process cannot access the file because it is being used", str(path)
                )
            return function(*words, **options)

        return call

    with (
        pytest.MonkeyPatch.context() as patch,
        failing({"xOpen"}, apsw.CantOpenError, name=path.name, parts=False),
    ):
        for module, name, places in (
            (os, "open", 1),
            (io, "open", 1),
            (builtins, "open", 1),
            (os, "rename", 2),
            (os, "replace", 2),
            (os, "link", 1),
            (os, "unlink", 1),
        ):
            patch.setattr(module, name, refusing(getattr(module, name), places))
        yield


ONLY_WINDOWS = pytest.mark.skipif(
    os.name != "nt", reason="only Windows lets a program have a file for itself alone"
)


@pytest.fixture(
    params=[
        pytest.param(held_by_a_process, id="by a process", marks=ONLY_WINDOWS),
        pytest.param(
            refused_by_the_system,
            id="by errors",
            marks=pytest.mark.skipif(os.name == "nt", reason="Windows itself refuses a file that is held"),
        ),
    ]
)
def held(request: pytest.FixtureRequest) -> Held:
    """Return a context manager in which a file cannot be opened, renamed or deleted."""
    chosen: Held = request.param
    return chosen


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that runs a command, which is refused, and returns its one sentence or two."""

    def run(*words: object) -> str:
        capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert status in {1, 3}, (status, out, err)
        assert not out
        assert len(err.splitlines()) == 1
        assert "fault of kgdesk" not in err
        return err

    return run


@pytest.fixture
def done(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that runs a command, which is not refused, and returns what it says."""

    def run(*words: object) -> str:
        capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert status == 0, err
        return out

    return run


def outcomes(done: Callable[..., str], study: Path) -> int:
    count: int = json.loads(done("status", study, "--json"))["outcomes"]
    return count


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*.part*")]


def test_a_study_that_is_held_is_named_and_is_as_it_was(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str], tmp_path: Path
) -> None:
    before = five_runs.read_bytes()
    with held(five_runs):
        for words in (
            ("status", five_runs),
            ("record", five_runs, "C-07", "success"),
            ("verify", five_runs),
            ("backup", five_runs),
            ("export", five_runs, tmp_path / "runs.csv"),
        ):
            assert "screen.kgstudy" in refused(*words)
    assert five_runs.read_bytes() == before
    assert not (tmp_path / "runs.csv").exists()
    done("record", five_runs, "C-07", "success")
    assert outcomes(done, five_runs) == 6


def test_a_journal_that_is_held_is_not_passed_over(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str]
) -> None:
    torn(five_runs)
    before = five_runs.read_bytes()
    with held(five_runs.with_name(f"{five_runs.name}-journal")):
        for words in (("status", five_runs), ("record", five_runs, "C-07", "success")):
            assert "screen.kgstudy" in refused(*words)
        assert five_runs.read_bytes() == before
    assert outcomes(done, five_runs) == 5
    assert done("verify", five_runs).startswith("Whole")


@pytest.mark.parametrize("name", [".{}.lock", ".{}.writer"])
def test_a_lock_that_is_held_refuses_the_entry_or_stops_nothing(
    five_runs: Path, held: Held, capsys: pytest.CaptureFixture[str], done: Callable[..., str], name: str
) -> None:
    beside = five_runs.with_name(name.format(five_runs.name))
    beside.touch()
    with held(beside):
        status = main(["record", str(five_runs), "C-07", "success"])
        said = capsys.readouterr()
        assert status in ({1, 3} if name == ".{}.lock" else {0})
        if status:
            assert "screen.kgstudy" in said.err
            assert len(said.err.splitlines()) == 1
        assert outcomes(done, five_runs) == (5 if status else 6)
    assert not leftovers(five_runs.parent)
    done("record", five_runs, "C-08", "success")


def test_the_data_base_of_the_user_that_is_held_is_not_taken_for_empty(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str], tmp_path: Path
) -> None:
    database = UserDatabase().path
    done("backup", five_runs, "--second-place", tmp_path)
    before = database.read_bytes()
    with held(database):
        assert "Run 6 recorded" in done("record", five_runs, "C-07", "success")
        assert done("verify", five_runs).startswith("Not known here")
        for words in (("outbox", "list"), ("backup", five_runs)):
            assert "user.sqlite" in refused(*words)
    assert database.read_bytes() == before
    assert not UserDatabase().damaged_files()
    assert actions.second_place() == tmp_path
    assert done("verify", five_runs).startswith("Whole")


def test_a_backup_that_is_held_stays_and_is_not_called_damaged(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str]
) -> None:
    done("backup", five_runs)
    done("record", five_runs, "C-07", "success")
    done("backup", five_runs)
    newest = max(
        (Path(os.environ["KGDESK_DATA"]) / "backups").rglob("*.kgstudy"),
        key=lambda path: path.stat().st_mtime_ns,
    )
    kept = newest.read_bytes()
    before = five_runs.read_bytes()
    with held(newest):
        assert "10 entries" in done("backup", five_runs, "--list")
        assert newest.name in refused("restore", five_runs, "--from", newest, "--overwrite")
        assert five_runs.read_bytes() == before
    assert newest.read_bytes() == kept
    assert outcomes(done, five_runs) == 6


def test_an_archive_and_a_table_that_are_held_are_named(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str], tmp_path: Path
) -> None:
    archive, table = tmp_path / "all.zip", tmp_path / "results.csv"
    done("export", five_runs, archive)
    table.write_text("candidate,outcome\nC-07,success\n", encoding="utf-8")
    with held(archive):
        assert "all.zip" in refused("verify", archive)
        assert "all.zip" in refused("import", tmp_path / "copy.kgstudy", archive)
        assert not (tmp_path / "copy.kgstudy").exists()
    with held(table):
        assert "results.csv" in refused("import", five_runs, table)
    assert outcomes(done, five_runs) == 5
    done("import", five_runs, table)
    assert outcomes(done, five_runs) == 6


@pytest.mark.parametrize("name", ["runs.csv", "runs.xlsx", "all.zip"])
def test_an_export_does_not_replace_a_file_that_is_held(
    five_runs: Path,
    held: Held,
    refused: Callable[..., str],
    done: Callable[..., str],
    tmp_path: Path,
    name: str,
) -> None:
    target = tmp_path / name
    done("export", five_runs, target)
    before = target.read_bytes()
    with held(target):
        said = refused("export", five_runs, target, "--overwrite")
        assert name in said
        assert "open in another program" in said
    assert target.read_bytes() == before
    assert not leftovers(tmp_path)
    done("export", five_runs, target, "--overwrite")


def test_a_report_does_not_replace_a_file_that_is_held(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str], tmp_path: Path
) -> None:
    target = tmp_path / "report.html"
    done("report", five_runs, target)
    before = target.read_bytes()
    with held(target):
        assert "report.html" in refused("report", five_runs, target, "--overwrite")
    assert target.read_bytes() == before
    assert not leftovers(tmp_path)


@ONLY_WINDOWS
def test_a_restore_does_not_replace_a_study_that_is_held(
    five_runs: Path, refused: Callable[..., str], done: Callable[..., str]
) -> None:
    done("backup", five_runs)
    done("record", five_runs, "C-07", "success")
    before = five_runs.read_bytes()
    with held_by_a_process(five_runs):
        assert "screen.kgstudy" in refused("restore", five_runs)
    assert five_runs.read_bytes() == before
    assert outcomes(done, five_runs) == 6


def test_a_restore_takes_no_older_backup_because_the_newest_is_held(
    five_runs: Path, held: Held, refused: Callable[..., str], done: Callable[..., str], tmp_path: Path
) -> None:
    older = tmp_path / "older.kgstudy"
    shutil.copy(five_runs, older)
    done("record", five_runs, "C-07", "success")
    done("backup", five_runs)
    (newest,) = (Path(os.environ["KGDESK_DATA"]) / "backups").rglob("*.kgstudy")
    five_runs.write_bytes(older.read_bytes())
    with held(newest):
        said = refused("restore", five_runs)
        assert newest.name in said
        assert "--from" in said
        assert five_runs.read_bytes() == older.read_bytes()
    done("restore", five_runs)
    assert outcomes(done, five_runs) == 6
