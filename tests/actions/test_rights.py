"""Rights follow the data: backups, restored and migrated studies, the user's own folder; nothing hidden is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions import reports, sheets, worklists
from kgdesk.paths import make_folder, sweep_parts
from kgdesk.store import backup_folder, list_backups

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes and groups of POSIX")


def other_group() -> int:
    """Return a group that this process may give a file, and that new files do not have."""
    if os.geteuid() == 0:
        return 12_345
    found = [group for group in os.getgroups() if group != os.getegid()]
    if not found:
        pytest.skip("this user is in one group only")
    return found[0]


def rights(path: Path) -> tuple[str, int]:
    status = path.stat()
    return f"{status.st_mode & 0o777:o}", status.st_gid


@pytest.fixture(params=["private", "of a group"])
def wanted(request: pytest.FixtureRequest) -> tuple[str, int]:
    return ("600", os.getegid()) if request.param == "private" else ("660", other_group())


def give(path: Path, wanted: tuple[str, int]) -> None:
    os.chown(path, -1, wanted[1])
    path.chmod(int(wanted[0], 8))


def test_backups_and_the_restored_study_have_the_rights_of_the_study(
    session: actions.Session, who: actions.Operator, wanted: tuple[str, int]
) -> None:
    path, root, name = session.path, session.study.events[0].hash, session.study.name
    give(path, wanted)
    actions.record(session, "C-01", "success")
    actions.backup(session)
    session.close()
    copy = list_backups(backup_folder(root, name))[-1].path
    assert rights(copy) == wanted
    path.write_bytes(path.read_bytes()[:8192])
    restored = actions.restore(path, who)
    assert restored.source == copy
    assert rights(path) == wanted
    assert restored.previous_file is not None
    assert rights(restored.previous_file) == wanted
    path.unlink()
    actions.restore(path, who)
    assert rights(path) == wanted


def test_a_copy_has_no_rights_for_another_group(
    session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the group cannot be given, the rights of the group would go to another one."""
    give(session.path, ("660", other_group()))

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "chown", refused)
    copy = session.path.with_name("copy.kgstudy")
    session.store.backup(copy)
    assert rights(copy) == ("600", os.getegid())


def test_an_export_that_replaces_a_file_keeps_the_rights_of_that_file(
    session: actions.Session, tmp_path: Path, wanted: tuple[str, int]
) -> None:
    table = tmp_path / "runs.csv"
    table.write_text("old\n", encoding="utf-8")
    give(table, wanted)
    actions.export(session, table, overwrite=True)
    assert table.read_text(encoding="utf-8") != "old\n"
    assert rights(table) == wanted


@pytest.mark.usefixtures("qapp")
def test_what_is_written_of_a_study_has_the_rights_of_the_study(
    session: actions.Session, tmp_path: Path, wanted: tuple[str, int]
) -> None:
    """A table of a study that only its owner may read would otherwise be for everybody."""
    give(session.path, wanted)
    actions.start(session, "C-02")
    for name in ("runs.csv", "runs.json", "all.xlsx", "study.zip"):
        actions.export(session, tmp_path / name)
    actions.export_audit(session.study, tmp_path / "audit.csv", like=session.file)
    reports.report(session, tmp_path / "report.html", lambda _: ())
    sheets.run_sheet(session, tmp_path / "sheet.pdf")
    sheets.labels(session, tmp_path / "labels.pdf", candidates=["C-01"])
    plan = worklists.plan_worklist(session.study, candidates=["C-01", "C-03"])
    actions.make_worklist(session, plan, tmp_path / "list.csv")
    worklists.write_worklist(session.study, "W1", tmp_path / "again.csv", like=session.file)
    left_out = {"candidates.csv", session.path.name}
    written = [
        path for path in tmp_path.iterdir() if path.is_file() and path.name not in left_out and path.suffix
    ]
    assert {path.name: rights(path) for path in written if path.name[0] != "."} == dict.fromkeys(
        (
            *("again.csv", "all.xlsx", "audit.csv", "labels.pdf", "list.csv", "report.html"),
            *("runs.csv", "runs.json", "sheet.pdf", "study.zip"),
        ),
        wanted,
    )


def test_the_own_folder_is_for_the_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "above" / "own"))
    make_folder(tmp_path / "above" / "own" / "heads")
    assert rights(tmp_path / "above" / "own")[0] == "700"
    make_folder(tmp_path / "elsewhere" / "backups")
    assert (tmp_path / "elsewhere" / "backups").stat().st_mode & 0o077


WRITING = """
import sys, time
from pathlib import Path
from kgdesk.paths import atomic_path
with atomic_path(Path(sys.argv[1])) as part:
    part.with_name(part.name + "-journal").write_text("half")
    print(part.name, flush=True)
    time.sleep(600)
"""


def test_what_a_killed_command_left_is_swept_and_what_one_holds_is_not(
    session: actions.Session, who: actions.Operator, tmp_path: Path
) -> None:
    held, left = (
        subprocess.Popen(
            [sys.executable, "-c", WRITING, str(tmp_path / name)], stdout=subprocess.PIPE, text=True
        )
        for name in ("held.csv", "left.csv")
    )
    try:
        assert held.stdout is not None
        assert left.stdout is not None
        names = held.stdout.readline().strip(), left.stdout.readline().strip()
        left.send_signal(signal.SIGKILL)
        left.wait()
        foreign = ".kgdesk-00000000-1-0123456789abcdef.part", ".kgdesk-0123456789abcdef.part"
        for name in foreign:
            (tmp_path / name).write_text("of another computer, or of an earlier version", encoding="utf-8")
        (tmp_path / ".kgdesk-mine.part").write_text("no name of ours", encoding="utf-8")
        session.close()
        actions.open_study(session.path, who).close()
        hidden = {path.name for path in tmp_path.glob(".kgdesk-*")}
        assert hidden == {names[0], f"{names[0]}-journal", *foreign, ".kgdesk-mine.part"}
        for days, stay in ((6, foreign), (8, ())):
            then = time.time() - days * 24 * 3600
            for name in foreign:
                os.utime(tmp_path / name, (then, then))
            sweep_parts(tmp_path)
            hidden = {path.name for path in tmp_path.glob(".kgdesk-*")}
            assert hidden == {names[0], f"{names[0]}-journal", ".kgdesk-mine.part", *stay}
    finally:
        for process in (held, left):
            process.kill()
            process.communicate()
