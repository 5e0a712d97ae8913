"""Finishing a study in the window: suggested reasons, and the question about runs in progress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study

sys.path.insert(0, str(Path(__file__).parents[1]))

from clipping import clipped
from PySide6.QtWidgets import QLabel

from kgdesk import actions
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.pages.model_tables import _state_words
from kgdesk.ui.text.translate import translate
from kgdesk.ui.window.entry_questions import EntryQuestions

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Answering:
    """Answer the next question for a reason with one of its suggestions; record the question."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chosen: str | None) -> None:
        self.question, self.accept, self.offered = "", "", list[str]()

        def answer(dialog: ReasonDialog) -> int:
            self.question = dialog.findChildren(QLabel)[0].text()
            self.accept = dialog.ok.text().replace("&", "")
            rows = dialog.field.list
            self.offered = [rows.item(row).text() for row in range(rows.count())]
            if chosen is None:
                return 0
            rows.setCurrentRow(self.offered.index(chosen))
            assert dialog.ok.isEnabled()
            return 1

        monkeypatch.setattr(ReasonDialog, "exec", answer)


def finish(bench: Bench) -> None:
    bench.window.commands.refresh()
    bench.window.commands.action("study.finish").trigger()


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Bench:
    made = Bench(make_study(tmp_path / "small.kgstudy", budget=4), qtbot, ask=False, tabs=False)
    yield made
    made.close()


def test_planned_runs_are_done_is_offered_only_once_they_are(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Answering(monkeypatch, None)
    finish(bench)
    assert (bench.controller.study.done, asked.offered) == (3, ["Best candidate found", "Given up", "Other"])
    fourth = bench.controller.study.pool.ids[5]
    bench.controller.do(actions.record, fourth, "success")
    finish(bench)
    assert bench.controller.study.done == 4
    assert asked.offered == ["Best candidate found", "Planned runs are done", "Given up", "Other"]
    bench.controller.do(actions.start, fourth)
    finish(bench)
    assert "Planned runs are done" not in asked.offered
    assert bench.controller.study.is_open


def test_no_best_is_found_before_an_outcome_is_recorded(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(make_study(tmp_path / "fresh.kgstudy", runs=0), qtbot, ask=False, tabs=False)
    bench.controller.do(actions.record, "C-0001", "void", reason="lost")
    assert not bench.controller.study.valid
    asked = Answering(monkeypatch, "Given up")
    finish(bench)
    assert asked.offered == ["Given up", "Other"]
    assert not bench.controller.study.is_open
    bench.close()


def test_the_question_lists_the_runs_in_progress_and_cancel_leaves_all_as_it_is(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for candidate in ("C-0005", "C-0006"):
        bench.controller.do(actions.start, candidate)
    before = bench.controller.study.head
    asked = Answering(monkeypatch, None)
    finish(bench)
    assert asked.question.startswith("There are still 2 runs in progress (C-0005, C-0006). ")
    assert asked.accept == "Finish with open runs"
    assert bench.controller.study.head == before
    asked = Answering(monkeypatch, "Given up")
    finish(bench)
    study = bench.controller.study
    assert not study.is_open
    assert study.events[-1].payload["open_runs"] == [start.number for start in study.pending]
    assert " with 2 runs in progress (C-0005, C-0006): Given up" in bench.text("entry.finishedBy")
    assert "with 2 runs in progress (C-0005, C-0006): Given up" in _state_words(study)
    assert clipped(bench.window.panel) == []


def test_without_runs_in_progress_the_question_is_the_plain_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Answering(monkeypatch, "Given up")
    finish(bench)
    assert (asked.question, asked.accept) == ("Why are you finishing the study?", "OK")
    assert "in progress" not in bench.text("entry.finishedBy")


def test_a_run_that_was_started_while_the_question_was_open_is_not_left_open_unasked(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.controller.do(actions.start, "C-0005")
    _ = bench.controller.study

    def answer(*_: object) -> str:
        bench.controller.do(actions.start, "C-0006")
        return "Given up"

    monkeypatch.setattr(ReasonDialog, "ask", answer)
    asking = bench.window.findChild(EntryQuestions)
    assert asking is not None
    asking.finish()
    assert bench.controller.study.is_open
    assert bench.control.problem is not None
    refusal = translate(bench.control.problem)
    assert "2 runs in progress (C-0005, C-0006)" in refusal
    assert "--with-open-runs" not in refusal
