"""The dialog that adds candidates to an open study: what it says beforehand is what the action does or refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QTableView

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import KgdeskError
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.add_candidates import AddCandidatesDialog
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

HEAD = "code,heat,solvent,well\n"
POOL = "A,10,DMF,1\nB,20,water,2\nC,30,DMF,3\nD,25,water,4\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    reading = read_pool(
        written(tmp_path / "pool.csv", HEAD + POOL), id="code", categories=["solvent"], extras=["well"]
    )
    path = tmp_path / "s.kgstudy"
    actions.create_study(path, reading, Settings(budget=10), actions.Operator("Kim", "bench")).close()
    made = Bench(path, qtbot, tabs=False)
    yield made
    made.close()


def opened(bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, table: Path) -> AddCandidatesDialog:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    bench.window.commands.refresh()
    bench.window.commands.action("study.addCandidates").trigger()
    found = bench.window.findChildren(AddCandidatesDialog)
    dialog = next(each for each in found if each.isVisible())
    qtbot.waitUntil(lambda: "Reading" not in dialog.about.text(), timeout=60_000)
    return dialog


def test_candidates_join_with_a_reason_and_can_be_suggested(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = written(
        tmp_path / "more.csv", "well,solvent,code,heat,remark\n9,DMF,E,45,new\n8,water,F,40,new\n"
    )
    dialog = opened(bench, qtbot, monkeypatch, table)
    assert "Candidates that join: 2. There are 6 then." in dialog.about.text()
    assert not dialog.add.isEnabled()
    assert dialog.missing.text() == "Choose a reason."
    dialog.reason.list.setCurrentRow(0)
    assert dialog.add.isEnabled()
    assert len(bench.controller.study.pool) == 4  # nothing is recorded before
    dialog.add.click()
    qtbot.waitUntil(lambda: len(bench.controller.study.pool) == 6)
    bench.wait_ready()
    assert bench.controller.study.pool.extras["well"][-2:] == ("9", "8")
    added = bench.controller.study.events[-1]
    assert (added.kind, added.payload["reason"]) == ("candidates_added", "More were made")
    bench.turn_to(bench.window.parts.tabs.page_at(1))
    table = bench.part("candidates.table", QTableView)
    qtbot.waitUntil(lambda: table.model().rowCount() == 6)


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        ("A,10,DMF,1\nE,999,DMF,5\nF,20,toluene,6\n", ("In the study already: A.", "999", "toluene")),
        ("E,,DMF,5\nF,20,water,6\nG,,DMF,7\n", ("heat", "2")),
    ],
)
def test_a_table_is_refused_with_the_words_and_counts_of_the_command_line(
    bench: Bench,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    rows: str,
    faults: tuple[str, ...],
) -> None:
    table = written(tmp_path / "more.csv", HEAD + rows)
    dialog = opened(bench, qtbot, monkeypatch, table)
    with pytest.raises(KgdeskError) as refused:
        actions.add_candidates(bench.controller.session, table, "more")
    assert dialog.strip.text == translate(refused.value)
    for fault in faults:
        assert fault in dialog.strip.text
    dialog.reason.list.setCurrentRow(0)
    assert not dialog.add.isEnabled()
    dialog.reject()
    assert len(bench.controller.study.pool) == 4


def test_rows_with_blank_cells_are_left_out_where_that_is_chosen(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = written(tmp_path / "more.csv", HEAD + "E,,DMF,5\nF,20,water,6\nG,,DMF,7\n")
    dialog = opened(bench, qtbot, monkeypatch, table)
    assert dialog._found is None
    dialog.blanks.setCurrentIndex(2)
    dialog.blanks.activated.emit(dialog.blanks.currentIndex())
    qtbot.waitUntil(lambda: dialog._found is not None, timeout=60_000)
    assert "Candidates that join: 1. There are 5 then." in dialog.about.text()
    assert "2 rows" in dialog.about.text()
    dialog.reason.list.setCurrentRow(1)
    qtbot.keyClick(dialog.add, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.controller.study.pool.ids[-1] == "F")
    assert len(bench.controller.study.pool) == 5


def test_blank_words_are_taken_as_none_where_that_is_chosen(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = read_pool(
        written(tmp_path / "pool.csv", "code,heat,salt\nA,10,\nB,20,KCl\nC,30,\n"),
        id="code",
        categories=["salt"],
        blank_none=["salt"],
    )
    path = tmp_path / "words.kgstudy"
    actions.create_study(path, reading, Settings(budget=10), actions.Operator("Kim", "bench")).close()
    bench = Bench(path, qtbot, tabs=False)
    try:
        dialog = opened(bench, qtbot, monkeypatch, written(tmp_path / "more.csv", "code,heat,salt\nD,15,\n"))
        assert dialog._found is None
        dialog.blanks.setCurrentIndex(1)
        dialog.blanks.activated.emit(dialog.blanks.currentIndex())
        qtbot.waitUntil(lambda: dialog._found is not None, timeout=60_000)
        dialog.reason.list.setCurrentRow(0)
        dialog.add.click()
        qtbot.waitUntil(lambda: len(bench.controller.study.pool) == 4)
        assert bench.controller.study.pool.values[1][-1] == "none"
    finally:
        bench.close()
