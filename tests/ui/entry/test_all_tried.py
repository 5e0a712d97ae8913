"""A study that runs each candidate once, when all are tried: the card says so and offers to finish the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Open a study of four candidates that are run once, three of them tried."""
    made = Bench(make_study(tmp_path / "small.kgstudy", rows=4, repeats="no"), qtbot, tabs=False)
    yield made
    made.close()


def test_the_card_says_that_all_are_tried_and_offers_to_finish(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench.window.tabs.count() > 4  # builds the pages
    assert bench.text("entry.candidateCode") == "C-0004"
    assert not bench.part("entry.finish").isVisible()
    bench.press(Qt.Key.Key_F8, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.control.entry.state == "recorded")
    bench.wait_ready()
    assert bench.control.entry.candidate is None
    assert bench.text("entry.heading") == "Every candidate is tried"
    assert bench.text("entry.allTried") == "Every candidate is tried, and this study runs each one once."
    assert not bench.part("entry.candidateCode").isVisible()
    assert not bench.part("entry.success").isEnabled()
    for page in range(bench.window.tabs.count()):  # no page needs a suggestion
        widget = bench.window.tabs.widget(page)
        assert widget is not None
        bench.turn_to(widget)
    asked: list[str] = []
    monkeypatch.setattr(type(bench.window), "ask", lambda _self, what: asked.append(what))
    bench.part("entry.finish", QPushButton).click()
    assert asked == ["finish"]


def test_a_tried_candidate_can_be_put_on_the_card_with_a_warning_and_is_asked_about(
    bench: Bench, qtbot: QtBot
) -> None:
    bench.control.choose("C-0002", "to be sure")
    bench.wait_ready()
    assert "It is tried, and this study does not run it again." in bench.text("entry.why")
    bench.press(Qt.Key.Key_F9)
    assert bench.strip == "C-0002 has had its runs. Record Failure for it all the same?"
    runs = bench.runs
    bench.press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.runs == runs + 1)
    assert bench.controller.study.runs[-1].candidate == "C-0002"


def test_a_run_that_was_not_done_brings_the_suggestion_back(bench: Bench, qtbot: QtBot) -> None:
    bench.controller.do(actions.record, "C-0004", "failure")
    qtbot.waitUntil(lambda: bench.control.entry.all_tried)
    bench.controller.do(actions.correct, 2, "void", "not done: the rack was full")
    qtbot.waitUntil(lambda: bench.control.entry.candidate == "C-0002", timeout=60_000)
    bench.wait_ready()
    assert not bench.part("entry.finish").isVisible()
    assert bench.part("entry.candidateCode").isVisible()
