"""A file appears whole under its name or not at all, and takes no name that another file has."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk import paths
from kgdesk.paths import atomic_path

if TYPE_CHECKING:
    from pathlib import Path


def no_links(*_: Any, **__: Any) -> None:
    raise OSError(errno.EPERM, "no hard links here")


@pytest.fixture(params=["hard links", "no hard links"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of a file system with hard links, and of one without."""
    if request.param == "no hard links":
        monkeypatch.setattr(os, "link", no_links)
    return tmp_path


def test_a_file_takes_its_name_when_it_is_whole(folder: Path) -> None:
    with atomic_path(folder / "a") as part:
        part.write_bytes(b"whole")
        assert not (folder / "a").exists()
    assert [path.name for path in folder.iterdir()] == ["a"]
    assert (folder / "a").read_bytes() == b"whole"


def test_nothing_is_left_when_writing_fails(folder: Path) -> None:
    writing = atomic_path(folder / "a")
    writing.__enter__().write_bytes(b"half")
    assert not writing.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    assert list(folder.iterdir()) == []


def test_a_name_that_somebody_takes_meanwhile_is_refused(folder: Path) -> None:
    """Also where there are no hard links, and a rename would replace what the other has written."""
    writing = atomic_path(folder / "a")
    writing.__enter__().write_bytes(b"ours")
    (folder / "a").write_bytes(b"theirs")
    with pytest.raises(FileExistsError):
        writing.__exit__(None, None, None)
    assert [path.name for path in folder.iterdir()] == ["a"]
    assert (folder / "a").read_bytes() == b"theirs"


def test_a_file_is_replaced_where_that_is_asked_for(folder: Path) -> None:
    (folder / "a").write_bytes(b"old")
    with atomic_path(folder / "a", overwrite=True) as part:
        part.write_bytes(b"new")
        assert (folder / "a").read_bytes() == b"old"
    assert (folder / "a").read_bytes() == b"new"


class HeldFile:
    """A file that Windows does not rename as long as a scanner of viruses has it open: for so many attempts."""

    def __init__(self, attempts: int) -> None:
        self.attempts = attempts

    def replace(self, path: Path) -> None:
        self.attempts -= 1
        if self.attempts >= 0:
            raise PermissionError(errno.EACCES, "in use")
        path.write_bytes(b"new")


def test_a_file_that_another_program_has_open_for_a_moment_is_renamed_a_little_later(tmp_path: Path) -> None:
    paths.patiently(HeldFile(2).replace, tmp_path / "a", patience_s=60.0)
    assert (tmp_path / "a").read_bytes() == b"new"
    with pytest.raises(PermissionError):
        paths.patiently(HeldFile(1).replace, tmp_path / "a", patience_s=0.0)


def test_a_durable_file_is_synced_before_it_is_named_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    named = paths._take_free_name
    monkeypatch.setattr(paths, "sync_file", lambda _: steps.append("file"))
    monkeypatch.setattr(paths, "sync_folder", lambda _: steps.append("folder"))
    monkeypatch.setattr(paths, "_take_free_name", lambda *both: (steps.append("name"), named(*both)))
    with atomic_path(tmp_path / "a"):
        steps.append("written")
    assert steps == ["written", "file", "name", "folder"]


@pytest.mark.parametrize("needed", [True, False])
def test_a_folder_that_cannot_be_synced_is_a_failure_where_the_name_has_to_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, needed: bool
) -> None:
    monkeypatch.setattr(paths, "sync_folder", no_links)
    if needed:
        with pytest.raises(OSError, match="no hard links here"), atomic_path(tmp_path / "a"):
            pass
    else:
        with atomic_path(tmp_path / "a", sync_names=False):
            pass
    assert (tmp_path / "a").exists() is not needed


@pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")
def test_a_file_may_be_read_by_whom_the_person_s_mask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with atomic_path(tmp_path / "a"):
            pass
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_each_folder_that_is_made_is_synced_into_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(paths, "sync_folder", synced.append)
    paths.make_synced_folder(tmp_path / "a" / "b")
    assert synced == [tmp_path, tmp_path / "a"]
    paths.make_synced_folder(tmp_path / "a" / "b")
    assert len(synced) == 2
