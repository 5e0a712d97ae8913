from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storekit import some_events

from kgdesk.errors import BadInput
from kgdesk.store import SqliteStore, projects, safe_name, studies

RESERVED = ("CON", "con", "NUL", "aux.txt", "Com1", "LPT9.tar.gz", "COM¹", "CONIN$", "nul .x")


def test_a_project_lists_its_studies_by_name_and_nothing_else(tmp_path: Path) -> None:
    for name in ("b.kgstudy", "A.kgstudy", "Zoë 2.KGSTUDY", ".hidden.kgstudy", "notes.txt", "kgstudy"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "folder.kgstudy").mkdir()
    if os.name == "posix":
        (tmp_path / "link.kgstudy").symlink_to(tmp_path / "b.kgstudy")
        (tmp_path / "loop.kgstudy").symlink_to(tmp_path / "loop.kgstudy")
        os.mkfifo(tmp_path / "pipe.kgstudy")
    found = studies(tmp_path)
    assert [entry.name for entry in found] == ["A", "b", "Zoë 2"]
    assert [entry.path for entry in found] == [
        tmp_path / n for n in ("A.kgstudy", "b.kgstudy", "Zoë 2.KGSTUDY")
    ]


def test_an_open_study_is_listed_once(tmp_path: Path) -> None:
    with SqliteStore.create(tmp_path / "s.kgstudy", some_events(2)):
        assert [entry.name for entry in studies(tmp_path)] == ["s"]


def test_a_file_name_that_is_no_text_is_listed_readably(tmp_path: Path) -> None:
    try:
        (tmp_path / "caf\udce9.kgstudy").write_bytes(b"")
    except OSError:
        pytest.skip("this file system keeps names as text")
    (entry,) = studies(tmp_path)
    assert entry.name == "caf?"
    assert entry.path.exists()
    with pytest.raises(BadInput, match="Rename the file"):
        SqliteStore.open(entry.path, writer=None)


def test_a_workspace_lists_its_projects_by_name_and_nothing_else(tmp_path: Path) -> None:
    for name in ("Beta", "alpha", ".git"):
        (tmp_path / name).mkdir()
    (tmp_path / "file").write_bytes(b"")
    if os.name == "posix":
        (tmp_path / "way out").symlink_to("/")
    assert [entry.name for entry in projects(tmp_path)] == ["alpha", "Beta"]


@pytest.mark.parametrize("folder", ["missing", "file", "a\0b"])
def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadInput, match="cannot be read"):
        studies(f"{tmp_path}/{folder}")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Solvent screen 3", "Solvent screen 3"),
        ("  spaces \t and\nlines ", "spaces and lines"),
        ("Cu/Zn: 1 < x > 2?", "Cu-Zn- 1 - x - 2-"),
        ("..", "study"),
        ("../../etc/passwd", "-..-etc-passwd"),
        ("\\\\server\\share", "--server-share"),
        (".hidden", "hidden"),
        ("ends in dots...", "ends in dots"),
        ("", "study"),
        ("\0\x01", "study"),
        ("CON", "_CON"),
        ("aux.txt", "_aux.txt"),
        ("console", "console"),
        ("re\u202eyduts\u200b", "reyduts"),
        ("screen.kgstudy", "screen"),
        ("screen.KGSTUDY.kgstudy ", "screen"),
        ("e\u0301", "é"),
        ("'; drop table event", "'; drop table event"),
        ("🧪 pH 7", "🧪 pH 7"),
        ("é" * 300, "é" * 100),
    ],
)
def test_a_title_becomes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert safe_name(title) == name


@settings(max_examples=500, deadline=None, database=None)
@given(st.text() | st.sampled_from(RESERVED) | st.text("./\\ <\u0338\u200d\u0301e", max_size=8))
def test_no_title_leaves_the_folder_or_changes_twice(title: str) -> None:
    name = safe_name(title)
    assert safe_name(name) == name
    assert 0 < len(name.encode()) <= 200
    assert Path(name).name == name.strip(" .") == name
    assert not set(name) & set('<>:"/\\|?*')
    assert unicodedata.is_normalized("NFC", name)
    assert all(unicodedata.category(sign) not in {"Cc", "Cf", "Cs"} for sign in name)
    assert name.split(".")[0].strip().upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT9", "CONIN$"}


@pytest.mark.parametrize("title", ["Solvent/screen", "CON", "..", "é" * 300, "'; drop", "a\u202eb"])
def test_a_study_of_that_name_can_be_made_and_is_listed(tmp_path: Path, title: str) -> None:
    SqliteStore.create(tmp_path / f"{safe_name(title)}.kgstudy", some_events(1)).close()
    assert [entry.name for entry in studies(tmp_path)] == [safe_name(title)]
