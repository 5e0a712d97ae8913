"""The folders of a person: one place for each kind of file, whoever reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kgdesk.model.study.events import Event, NewEvent
from kgdesk.store import HeadJournal, Outbox, UserValues

FOLDERS = """
import json, sys
from PySide6.QtCore import QCoreApplication, QStandardPaths
from kgdesk.kernels.cache import user_folder
from kgdesk.ui.session.crash import log_file
from kgdesk.paths import user_data_dir
app = QCoreApplication([])
app.setApplicationName("kgdesk")
local = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
print(json.dumps([str(user_data_dir("backups")), str(log_file()), str(user_folder()), local]))
"""


def folders(**environment: str) -> list[str]:
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("KGDESK_", "XDG_"))
    }
    done = subprocess.run(
        [sys.executable, "-c", FOLDERS],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of another system")
def test_the_folders_are_those_of_the_system(tmp_path: Path) -> None:
    data, log, cache, of_qt = folders(HOME=str(tmp_path))
    assert data == str(tmp_path / ".local" / "share" / "kgdesk" / "backups")
    assert (
        log == str(Path(of_qt) / "kgdesk.log") == str(tmp_path / ".local" / "share" / "kgdesk" / "kgdesk.log")
    )
    assert cache == str(tmp_path / ".cache" / "kgdesk" / "kernels")


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of another system")
def test_the_folders_follow_the_system_s_own_settings(tmp_path: Path) -> None:
    named = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    data, log, cache, of_qt = folders(HOME=str(tmp_path), **named)
    assert data == str(tmp_path / "data" / "kgdesk" / "backups")
    assert log == str(Path(of_qt) / "kgdesk.log")
    assert cache == str(tmp_path / "cache" / "kgdesk" / "kernels")


def test_a_folder_can_be_named_for_all_that_is_kept_for_a_person(tmp_path: Path) -> None:
    data, log, *_ = folders(HOME=str(tmp_path), KGDESK_DATA=str(tmp_path / "own"))
    assert data == str(tmp_path / "own" / "backups")
    assert log == str(tmp_path / "own" / "kgdesk.log")


@pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")
def test_whatever_is_kept_first_the_folder_of_a_person_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = [Event(1, NewEvent("note_added", {}, "0" * 32, "", "", "", "", ""), "0" * 64, "1" * 64)]
    keeps = {
        "heads": lambda: HeadJournal().advance(events, "here"),
        "outbox": lambda: Outbox("postgresql://lab/base#s", "1" * 64).add((events[0].new,)),
        "value": lambda: UserValues("draft").write("x", {}),
    }
    before = os.umask(0o022)
    try:
        for name, keep in keeps.items():
            monkeypatch.setenv("KGDESK_DATA", str(tmp_path / name))
            keep()
            assert (tmp_path / name).stat().st_mode & 0o777 == 0o700, name
            assert (tmp_path / name / "user.sqlite").stat().st_mode & 0o777 == 0o600, name
    finally:
        os.umask(before)
