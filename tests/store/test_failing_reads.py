"""A read that fails for a moment is a sentence, whichever file it is of; nothing is lost by it or taken for empty."""

from __future__ import annotations

import builtins
import errno
import io
import os
from contextlib import contextmanager
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
    from collections.abc import Callable, Iterator


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")


@contextmanager
def unreadable(word: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let the system refuse to open or list what has a word in its path; yield the refused paths."""
    refused: list[str] = []

    def refusing(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *words: Any, **options: Any) -> Any:
            if isinstance(path, str | Path) and word in str(path):
                refused.append(str(path))
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
            return function(path, *words, **options)

        return call

    with monkeypatch.context() as patch:
        for module, name in (
            (os, "open"),
            (io, "open"),
            (builtins, "open"),
            (os, "scandir"),
            (os, "listdir"),
        ):
            patch.setattr(module, name, refusing(getattr(module, name)))
        yield refused


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    """Run a command; return its status and all that it says, which is no traceback and no fault."""
    capsys.readouterr()
    status = main([str(word) for word in words])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    assert status != 70, err
    return status, out + err


@pytest.mark.parametrize("error", [apsw.IOError, apsw.BusyError])
def test_a_study_whose_file_cannot_be_read_is_refused_and_is_whole_afterwards(
    five_runs: Path, capsys: pytest.CaptureFixture[str], error: type[apsw.Error]
) -> None:
    before = five_runs.read_bytes()
    with failing({"xRead"}, error, name="screen.kgstudy") as failed:
        for words in (("status", five_runs), ("record", five_runs, "C-07", "success"), ("verify", five_runs)):
            status, text = said(capsys, *words)
            assert status in {1, 3}
            assert "screen.kgstudy" in text
    assert failed
    assert five_runs.read_bytes() == before
    assert said(capsys, "verify", five_runs)[0] == 0


def test_a_journal_that_cannot_be_read_is_not_passed_over(
    five_runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torn(five_runs)
    before = five_runs.read_bytes()
    with failing({"xRead"}, apsw.IOError, name="screen.kgstudy-journal") as failed:
        status, text = said(capsys, "status", five_runs)
        assert status == 1
        assert "screen.kgstudy" in text
    assert failed
    assert five_runs.read_bytes() == before
    assert said(capsys, "verify", five_runs)[0] == 0


@pytest.mark.parametrize("step", ["xRead", "xLock", "xOpen"])
def test_studies_in_files_work_without_the_data_base_of_the_user(
    five_runs: Path, capsys: pytest.CaptureFixture[str], step: str
) -> None:
    with failing({step}, apsw.IOError) as failed:
        status, text = said(capsys, "record", five_runs, "C-07", "success")
        assert status == 0
        assert "Run 6 recorded" in text
        status, text = said(capsys, "verify", five_runs)
        assert status == 0
        assert text.startswith(
            "Not known here: what this computer has seen of this study cannot be read just now"
        )
    assert failed
    assert not UserDatabase().damaged_files()
    status, text = said(capsys, "verify", five_runs)
    assert status == 0
    assert text.startswith("Whole")


@pytest.mark.skipif(os.name == "nt", reason="locks are opened by a function of Windows there")
def test_a_lock_that_cannot_be_opened_refuses_the_entry(
    five_runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with unreadable(".screen.kgstudy.lock", monkeypatch) as refused:
        status, _ = said(capsys, "record", five_runs, "C-07", "success")
        assert status in {1, 3}
    assert refused
    assert said(capsys, "record", five_runs, "C-07", "success")[0] == 0


def test_backups_that_cannot_be_listed_are_not_said_to_be_none(
    five_runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(capsys, "backup", five_runs)[0] == 0
    with unreadable("backups", monkeypatch) as refused:
        status, text = said(capsys, "backup", five_runs, "--list")
        assert status == 1
        assert "no backup" not in text
    assert refused
    assert "entries" in said(capsys, "backup", five_runs, "--list")[1]


def test_an_archive_that_cannot_be_read_is_refused(
    five_runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive = tmp_path / "all.zip"
    assert said(capsys, "export", five_runs, archive)[0] == 0
    with unreadable("all.zip", monkeypatch) as refused:
        status, text = said(capsys, "verify", archive)
        assert status == 1
        assert "all.zip" in text
    assert refused
    assert said(capsys, "verify", archive)[0] == 0


def test_a_second_place_that_cannot_be_read_is_named_and_not_forgotten(
    five_runs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "usb").mkdir()
    assert said(capsys, "backup", five_runs, "--second-place", tmp_path / "usb")[0] == 0
    with failing({"xRead"}, apsw.IOError):
        status, text = said(capsys, "backup", five_runs)
        assert status == 1
        assert "user.sqlite" in text
    assert actions.second_place() == tmp_path / "usb"
