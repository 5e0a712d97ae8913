"""A study of an older format in the window: the message when an entry converts it to the newer one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))
sys.path.insert(0, str(Path(__file__).parents[2] / "store"))

from entry_bench import Bench
from goldenkit import GOLDEN, LATER
from PySide6.QtWidgets import QLabel

from kgdesk.model.study.records import Amendment
from kgdesk.ui.session.view_state import NOBODY, anonymised
from kgdesk.ui.text.translate import amendment_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    made = Bench(Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path)), qtbot, ask=False, tabs=False)
    yield made
    made.close()


def test_the_window_says_where_the_file_is_kept_as_it_was(bench: Bench) -> None:
    note = bench.window.note
    bench.controller.do(lambda session: session.append([("note_added", {"text": "in place"})]))
    bench.controller.settle()
    assert note.isHidden()
    bench.controller.do(lambda session: session.append([LATER]))
    bench.controller.settle()
    assert not note.isHidden()
    label = note.findChild(QLabel, "note.text")
    assert label is not None
    assert label.text().endswith("is kept as format-1 (version 1).kgstudy.")


def test_a_room_sees_no_names_of_people_in_what_format_2_keeps(bench: Bench) -> None:
    bench.controller.do(lambda session: session.append([LATER]))
    bench.controller.settle()
    assert {one.operator for one in anonymised(bench.controller.study).amendments} == {NOBODY}


@pytest.mark.parametrize("setting", ["barcode", "location", "title", "budget", "stop", "policy", "repeats"])
def test_every_setting_that_changed_is_said_in_words_of_its_own(setting: str) -> None:
    def words(old: str) -> str:
        return amendment_words(
            Amendment(setting, old, "new", "Kim", "2026-11-21T14:02:31.000000Z", "because", 9)
        )

    assert "from “old” to “new” by Kim" in words("old")
    assert words("old").startswith("Codes") == (setting == "barcode")
    assert ("from none to" in words("")) == (setting != "barcode")
