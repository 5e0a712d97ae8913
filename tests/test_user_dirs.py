"""The folders of a person: where earlier versions kept their files, whatever reads them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDERS = """
import json, sys
from PySide6.QtCore import QCoreApplication, QStandardPaths
from kgdesk.kernels.cache_layers import user_folder
from kgdesk.ui.session.crash import log_file
from kgdesk.user_dirs import user_data_dir
app = QCoreApplication([])
app.setApplicationName("kgdesk")
local = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
print(json.dumps([str(user_data_dir("heads")), str(log_file()), str(user_folder()), local]))
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
def test_the_folders_are_those_of_earlier_versions(tmp_path: Path) -> None:
    data, log, cache, of_qt = folders(HOME=str(tmp_path))
    assert data == str(tmp_path / ".local" / "share" / "kgdesk" / "heads")
    assert (
        log == str(Path(of_qt) / "kgdesk.log") == str(tmp_path / ".local" / "share" / "kgdesk" / "kgdesk.log")
    )
    assert cache == str(tmp_path / ".cache" / "kgdesk" / "kernels")


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of another system")
def test_the_folders_follow_the_system_s_own_settings(tmp_path: Path) -> None:
    named = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    data, log, cache, of_qt = folders(HOME=str(tmp_path), **named)
    assert data == str(tmp_path / "data" / "kgdesk" / "heads")
    assert log == str(Path(of_qt) / "kgdesk.log")
    assert cache == str(tmp_path / "cache" / "kgdesk" / "kernels")


def test_a_folder_can_be_named_for_all_that_is_kept_for_a_person(tmp_path: Path) -> None:
    data, log, *_ = folders(HOME=str(tmp_path), KGDESK_DATA=str(tmp_path / "own"))
    assert data == str(tmp_path / "own" / "heads")
    assert log == str(tmp_path / "own" / "kgdesk.log")
