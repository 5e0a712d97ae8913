"""The workspace: listing opens no study, and reading changes none."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions import Operator, importing, workspace
from kgdesk.errors import BadInput, BadTable, FileExists, NotAStudy, ReadOnlyStudy
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

WHO = Operator("MK", "lab-1", lambda: datetime(2026, 11, 21, 9, 30, tzinfo=UTC))


def make(folder: Path, name: str) -> Path:
    table = folder / "table.csv"
    table.write_text("id,a\nA,1\nB,2\nC,4\n", encoding="utf-8")
    path = workspace.study_file(folder, name)
    read = importing.read_pool(table, id="id")
    with actions.create_study(path, read, Settings(title=name, budget=7), WHO) as session:
        actions.record(session, "A", "success")
        actions.record(session, "B", "void")
    return path


def test_studies_are_listed_by_project_without_being_opened(tmp_path: Path) -> None:
    for project in ("b", "a", ".hidden"):
        (tmp_path / project).mkdir()
    (tmp_path / "a" / "torn.kgstudy").write_text("no study", encoding="utf-8")
    (tmp_path / "a" / "notes.txt").write_text("", encoding="utf-8")
    found = workspace.workspace(tmp_path)
    assert [(p.name, [s.name for s in p.studies]) for p in found] == [("a", ["torn"]), ("b", [])]


def test_studies_beside_the_projects_come_first(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    make(tmp_path, "loose")
    found = workspace.workspace(tmp_path)
    assert [(p.name, [s.name for s in p.studies]) for p in found] == [("", ["loose"]), ("a", [])]


def test_a_workspace_that_was_not_made_is_empty(tmp_path: Path) -> None:
    assert workspace.workspace(tmp_path / "later") == ()


def test_a_summary_counts_planned_runs_and_changes_no_byte(tmp_path: Path) -> None:
    path = make(tmp_path, "Screen")
    before = path.read_bytes()
    found = workspace.summary(path)
    assert (found.title, found.done, found.budget, found.open) == ("Screen", 1, 7, True)
    assert found.last_entry == "2026-11-21T09:30:00.000000Z"
    assert path.read_bytes() == before


def test_a_summary_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.kgstudy"
    path.write_text("no study", encoding="utf-8")
    with pytest.raises(NotAStudy):
        workspace.summary(path)


def test_a_project_is_made_once_with_the_workspace(tmp_path: Path) -> None:
    made = workspace.new_project(tmp_path / "space", "Ligands: 2026?")
    assert made.is_dir()
    assert made.name == "Ligands- 2026-"
    with pytest.raises(FileExists):
        workspace.new_project(tmp_path / "space", "Ligands: 2026?")
    with pytest.raises(BadInput):
        workspace.new_project(tmp_path / "space", "  ")


def test_a_folder_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ReadOnlyStudy, match="cannot be made"):
        workspace.ready_folder(tmp_path / "file" / "below")


def test_a_pasted_table_is_read_like_a_file(tmp_path: Path) -> None:
    text = "id\ta\nA\t1\nB\t2\n"
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8", newline="")
    pasted, filed = importing.read_pasted(text, "The pasted table"), importing.read_table(path)
    assert (pasted.header, pasted.rows, pasted.digest) == (filed.header, filed.rows, filed.digest)
    with pytest.raises(BadTable, match="contains no text"):
        importing.read_pasted("  \n", "The pasted table")
