"""Blind entry: earlier outcomes and what is expected are hidden from whoever judges an outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtWidgets import QPushButton, QTableWidget

from kgdesk.errors import BadInput
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.properties import PropertiesPage
from kgdesk.ui.window import study_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def blind(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "blind.kgstudy", blind="yes"), qtbot, tabs=False)
    yield made
    made.close()


def outcomes(bench: Bench) -> list[str]:
    table = bench.part("entry.last", QTableWidget)
    return [table.item(row, 2).text() for row in range(table.rowCount())]


def test_bench_shows_that_runs_were_recorded_and_not_their_outcomes(blind: Bench) -> None:
    blind.window.show_face("bench")
    assert outcomes(blind) == ["recorded"] * 3
    table = blind.part("entry.last", QTableWidget)
    assert [table.item(row, 1).text() for row in range(3)] == ["C-0003", "C-0002", "C-0001"]
    blind.window.show_face("study")
    assert outcomes(blind)[:2] == ["✕ Failure", "● Success"]


def test_the_card_says_neither_what_is_expected_nor_how_a_candidate_did(blind: Bench) -> None:
    blind.control.choose("C-0002", "")
    for face in ("bench", "study"):
        blind.window.show_face(face)
        assert blind.text("entry.heading") == "Next: run 4, again"
        assert not blind.part("entry.expected").isVisible()
        assert not blind.text("entry.futures")
        assert "value of testing" not in blind.text("entry.why")
    assert "Chosen by MK" in blind.text("entry.why")


def test_the_strip_still_names_the_entry_just_made_so_that_a_slip_is_seen(blind: Bench) -> None:
    blind.window.show_face("bench")
    blind.control.arm("success")
    blind.control.confirm()
    assert blind.runs_on_disk() == 4
    assert "Success" in blind.strip
    assert outcomes(blind)[0] == "recorded"


def test_it_is_changed_in_the_properties_with_a_reason(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    bench.window.show_face("bench")
    assert "● Success" in outcomes(bench)
    monkeypatch.setattr(study_files, "ask_reason", lambda *_: "Outcomes are judged by eye")
    bench.window.dialogs.show_properties()
    page = bench.window.findChild(PropertiesPage)
    assert page is not None
    assert page.values["blind"].text() == "no"
    page.findChild(QPushButton, "properties.blind.change").click()
    qtbot.waitUntil(lambda: page.values["blind"].text() == "yes")
    assert bench.controller.study.settings.is_blind
    qtbot.waitUntil(lambda: outcomes(bench) == ["recorded"] * 3)
    page.findChild(QPushButton, "properties.blind.change").click()
    qtbot.waitUntil(lambda: page.values["blind"].text() == "no")
    qtbot.waitUntil(lambda: "● Success" in outcomes(bench))
    assert [one.reason for one in bench.controller.study.amendments] == ["Outcomes are judged by eye"] * 2
    page.window().close()


def test_another_word_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="Blind entry is yes or no, not “perhaps”"):
        Settings(blind="perhaps")
