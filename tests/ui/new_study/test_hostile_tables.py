"""Malformed tables: a message for each, and never a study that was not intended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tabled import choose_use, ready

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"a,b\n1,\0\n", "line 2"),
        (b"PK\x03\x04garbage", "damaged"),
        (b"a,,\n1,2,3\n", "has no heading"),
        (b"a;b\n1;2;3\n4;5\n", "line 2"),
        (b'a,b\n1,"x\n2,y\n', "never closed"),
    ],
)
def test_an_unreadable_table_is_refused_on_the_page(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    one = wizard(path)
    qtbot.waitUntil(lambda: bool(one.table.strip.text))
    assert said in one.table.strip.text
    assert not one.next.isEnabled()
    assert one.draft.table is None


def test_a_folder_or_a_missing_file_is_refused_and_another_can_be_named(
    qtbot: QtBot, wizard: Opener, clean: Path, tmp_path: Path
) -> None:
    one = wizard(tmp_path)
    qtbot.waitUntil(lambda: "is a folder" in one.table.strip.text)
    one.table.start.open(str(tmp_path / "no.csv"))
    qtbot.waitUntil(lambda: "There is no file" in one.table.strip.text)
    one.table.start.open(str(clean))
    qtbot.waitUntil(lambda: one.table.complete)
    assert not one.table.strip.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,a\nA,1\nB,1\n", "No column is left to learn from"),
        ("id,a\nA,1\nB,2\nC,3\nD,oops\n", "“oops” is not a number in a"),
        ("id\nA\nB\n", "No column is left to learn from"),
    ],
)
def test_what_stops_is_said_at_the_foot(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: ready(one))
    assert said in one.missing.text()
    assert not one.next.isEnabled()


def test_headings_that_clash_in_the_calculation_are_refused_in_a_sentence(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,intercept\nA,1\nB,2\n", encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: "intercept" in one.table.strip.text)
    assert not one.next.isEnabled()


def test_a_logarithm_of_a_number_that_is_not_positive_names_the_line(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,a\nA,1\nB,0\nC,4\n", encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.table.complete)
    choose_use(one, "a", "log")
    qtbot.waitUntil(lambda: "line 3" in one.table.strip.text)
    assert not one.next.isEnabled()
    choose_use(one, "a", "number")
    qtbot.waitUntil(lambda: one.table.complete)
    assert not one.table.strip.text
