"""File names and folders whose bytes are no text, as Linux allows: a sentence, or their escaped form on record."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import BadInput
from kgdesk.model.study.settings import Settings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")


def no_text(start: str, end: str = "") -> str:
    return os.fsdecode(start.encode() + b"\xff" + end.encode())


def created(path: str | Path, table_path: Path, who: actions.Operator) -> actions.Session:
    table = read_pool(table_path, id="code", categories=["solvent"], extras=["well"])
    return actions.create_study(path, table, Settings(), who, file=table_path.name)


def test_the_name_of_a_study_is_refused_as_a_name(
    tmp_path: Path, table_path: Path, who: actions.Operator
) -> None:
    with pytest.raises(BadInput, match=r"The name .*bytes that are not text. Rename the file or the folder"):
        created(tmp_path / no_text("s", ".kgstudy"), table_path, who)
    assert not list(tmp_path.glob("*.kgstudy*"))


@pytest.mark.parametrize("by", ["place", "link"])
def test_the_folder_of_a_study_is_refused_however_one_gets_there(
    tmp_path: Path, table_path: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    folder = tmp_path / no_text("d")
    folder.mkdir()
    monkeypatch.chdir(folder)
    path = Path("s.kgstudy")
    if by == "link":
        (tmp_path / "link").symlink_to(folder)
        path = tmp_path / "link" / path
    with pytest.raises(BadInput, match=r"d\\udcff.* not text"):
        created(path, table_path, who)
    assert not list(folder.iterdir())
    created(tmp_path / "s.kgstudy", table_path, who).close()
    shutil.copy(tmp_path / "s.kgstudy", folder)
    with pytest.raises(BadInput, match=r"d\\udcff.* not text"):
        actions.open_study(path, who)


def test_a_table_by_such_a_name_is_recorded_with_its_bytes_escaped(
    tmp_path: Path, table_path: Path, who: actions.Operator
) -> None:
    table = tmp_path / no_text("t", ".csv")
    shutil.copy(table_path, table)
    with created(tmp_path / "s.kgstudy", table, who) as session:
        [made] = [event for event in session.study.events if event.kind == "candidates_imported"]
        assert made.payload["source"]["file"] == r"t\udcff.csv"
