"""A network drive whose server is away never answers: who would touch it is told so, and nobody waits for it.

`test_on_nfs.py` does the same with a real one.
"""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest
from faults import USUAL

from kgdesk import actions, paths
from kgdesk.actions import workspace
from kgdesk.cli import main
from kgdesk.errors import BadInput, StoreError
from kgdesk.store import UserDatabase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.model.study.events import Event, Head, NewEvent


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")
    monkeypatch.setattr(paths, "_LOOKS", 5)  # half a second instead of two for each silent folder


@contextmanager
def silent(folder: Path) -> Iterator[list[str]]:
    """Let the free space of a folder be asked for without an answer; yield what else touched the folder meanwhile."""
    touched: list[str] = []
    back, before = threading.Event(), threading.active_count()

    def space(asked: Any) -> Any:
        if folder == Path(asked) or folder in Path(asked).parents:
            back.wait()
        return usual(asked)

    def watched(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *words: Any, **options: Any) -> Any:
            if isinstance(path, str | os.PathLike) and folder in Path(path).parents:
                touched.append(f"{function.__name__} {path}")
            return function(path, *words, **options)

        return call

    class Files(apsw.VFS):
        def __init__(self) -> None:
            super().__init__("kgdesk-silent", USUAL)

        def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
            path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
            if folder in Path(path).parents:
                touched.append(f"SQLite {path}")
            return apsw.VFSFile(USUAL, name, flags)

    usual, files = shutil.disk_usage, Files()
    apsw.set_default_vfs("kgdesk-silent")
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shutil, "disk_usage", space)
            for name in (
                "stat",
                "lstat",
                "open",
                "mkdir",
                "scandir",
                "listdir",
                "rename",
                "replace",
                "readlink",
            ):
                patch.setattr(os, name, watched(getattr(os, name)))
            yield touched
    finally:
        apsw.set_default_vfs(USUAL)
        files.unregister()
        back.set()
        for thread in threading.enumerate()[before:]:
            thread.join()


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_study_in_a_silent_folder_is_refused_and_is_not_touched(
    five_runs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = tmp_path / "share" / five_runs.name
    place.parent.mkdir()
    shutil.copy(five_runs, place)
    table = tmp_path / "table.csv"
    table.write_text("code,x\nA,1\nB,2\nC,3\n", encoding="utf-8")
    with silent(place.parent) as touched:
        for words in (
            ("status", place),
            ("record", place, "C-07", "success"),
            ("verify", place),
            ("backup", place),
            ("restore", place),
            ("export", place, tmp_path / "runs.csv"),
            ("new", place.with_name("new.kgstudy"), "--candidates", table, "--id", "code"),
        ):
            status, out, err = said(capsys, *words)
            assert status == 1, words
            assert not out
            assert f"{place.parent} does not answer" in err
        assert not touched
    assert place.read_bytes() == five_runs.read_bytes()
    assert not (tmp_path / "runs.csv").exists()
    assert said(capsys, "status", place)[0] == 0


def test_an_open_study_whose_folder_falls_silent_refuses_the_entry_and_goes_on_afterwards(
    five_runs: Path, who: actions.Operator
) -> None:
    with actions.open_study(five_runs, who) as session:
        before = session.study.head
        with silent(five_runs.parent), pytest.raises(StoreError, match="does not answer"):
            actions.record(session, "C-07", "success")
        assert session.study.head == before
        actions.record(session, "C-07", "success")
        assert session.study.head.seq == before.seq + 1


def test_an_entry_that_is_on_disk_is_not_refused_because_its_folder_falls_silent_then(
    five_runs: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    with actions.open_study(five_runs, who) as session, ExitStack() as stack:
        before, append = session.study.head, session.store.append_if_head

        def then_silent(expected: Head, events: Sequence[NewEvent]) -> tuple[Event, ...]:
            stored = append(expected, events)
            stack.enter_context(silent(five_runs.parent))
            return stored

        with monkeypatch.context() as patch:
            patch.setattr(session.store, "append_if_head", then_silent)
            actions.record(session, "C-07", "success")
        assert session.study.head.seq == before.seq + 1


def test_studies_elsewhere_work_while_the_folder_of_the_user_is_silent(
    five_runs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own"
    with silent(own) as touched:
        status, out, _ = said(capsys, "record", five_runs, "C-07", "success")
        assert status == 0
        assert "Run 6 recorded" in out
        status, out, _ = said(capsys, "verify", five_runs)
        assert status == 0
        assert out.startswith("Not known here")
        for words in (("outbox", "list"), ("backup", five_runs)):
            status, out, err = said(capsys, *words)
            assert status == 1
            assert str(own) in err
        assert not touched
    assert not UserDatabase().damaged_files()
    assert said(capsys, "verify", five_runs)[0] == 0


def test_tables_archives_and_exports_in_a_silent_folder_are_refused(
    five_runs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    assert said(capsys, "export", five_runs, share / "all.zip")[0] == 0
    (share / "results.csv").write_text("candidate,outcome\nC-07,success\n", encoding="utf-8")
    with silent(share):
        for words, name in (
            (("verify", share / "all.zip"), "all.zip"),
            (("import", five_runs, share / "results.csv"), "results.csv"),
            (("export", five_runs, share / "runs.csv"), "runs.csv"),
        ):
            status, _, err = said(capsys, *words)
            assert status == 1
            assert name in err
            assert len(err.splitlines()) == 1


def test_a_folder_of_studies_that_is_silent_is_not_taken_for_empty(study: Path) -> None:
    with silent(study.parent) as touched:
        with pytest.raises(BadInput, match="cannot be read"):
            workspace.workspace(study.parent)
        assert not touched
    assert [len(project.studies) for project in workspace.workspace(study.parent)] == [1]


def test_a_folder_that_has_not_answered_is_asked_again_only_after_it_has(tmp_path: Path) -> None:
    before = threading.active_count()
    with silent(tmp_path):
        for _ in range(3):
            assert not paths.answers(tmp_path)
        assert threading.active_count() == before + 1
        assert paths.answers(tmp_path.parent)
    assert paths.answers(tmp_path)
    assert paths.answers(tmp_path / "missing")
