"""Finishing a study in the window: the chosen candidate, what speaks against it, and the suggested reasons."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study

sys.path.insert(0, str(Path(__file__).parents[1]))

from clipping import clipped
from PySide6.QtWidgets import QPushButton, QRadioButton

from kgdesk import actions
from kgdesk.model.advice.stopping_basis import objections
from kgdesk.ui.dialogs.finish import FinishDialog
from kgdesk.ui.pages.model_tables import _state_words
from kgdesk.ui.text.translate import translate
from kgdesk.ui.window.entry_questions import EntryQuestions

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Answering:
    """Answer the next question about the end with one of its reasons and a candidate; record what was asked."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, reason: str | None, candidate: str | None = None
    ) -> None:
        self.against, self.accept, self.offered = "", "", list[str]()

        def answer(dialog: FinishDialog) -> int:
            if candidate is not None:
                dialog.candidate.choose(candidate)
            self.against = dialog.warnings.text()
            self.accept = dialog.ok.text().replace("&", "")
            rows = dialog.field.list
            self.offered = [rows.item(row).text() for row in range(rows.count())]
            if reason is None:
                return 0
            rows.setCurrentRow(self.offered.index(reason))
            assert dialog.ok.isEnabled() == (dialog.candidate.chosen is not None)
            return 1

        monkeypatch.setattr(FinishDialog, "exec", answer)


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
    asked = Answering(monkeypatch, "Given up", "")
    finish(bench)
    assert asked.offered == ["Given up", "Other"]
    assert "No run has succeeded yet." in asked.against
    assert asked.accept == "Finish without a choice"
    assert not bench.controller.study.is_open
    assert bench.controller.study.closing.chosen == ""
    assert "no candidate chosen" in bench.text("entry.finishedHeading")
    bench.close()


def test_the_question_lists_the_runs_in_progress_and_cancel_leaves_all_as_it_is(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.controller.do(actions.start, "C-0005")
    one = [translate(sentence) for sentence in objections(bench.controller.study, None)]
    assert one[-1].startswith(
        "There is still 1 run in progress (C-0005); once the study is finished, its outcome "
    )
    bench.controller.do(actions.start, "C-0006")
    before = bench.controller.study.head
    asked = Answering(monkeypatch, None)
    finish(bench)
    assert "There are still 2 runs in progress (C-0005, C-0006); " in asked.against
    assert bench.controller.study.head == before
    asked = Answering(monkeypatch, "Given up", "")
    finish(bench)
    study = bench.controller.study
    assert not study.is_open
    assert study.events[-1].payload["open_runs"] == [start.number for start in study.pending]
    assert " with 2 runs in progress (C-0005, C-0006): Given up" in bench.text("entry.finishedBy")
    assert "with 2 runs in progress (C-0005, C-0006): Given up" in _state_words(study)
    assert clipped(bench.window.panel) == []


def test_the_chosen_candidate_is_in_the_record_on_the_card_and_on_the_button(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = next(
        name for name in bench.controller.study.pool.ids if not bench.controller.study.tally.get(name)
    )
    asked = Answering(monkeypatch, "Given up", chosen)
    finish(bench)
    assert f"{chosen} was never run." in asked.against
    assert asked.accept == f"Finish with {chosen}"
    assert "in progress" not in asked.against
    assert bench.controller.study.events[-1].payload["chosen"] == chosen
    assert bench.text("entry.finishedHeading") == "Study finished: the chosen candidate"
    assert bench.text("entry.bestCode") == chosen
    assert "in progress" not in bench.text("entry.finishedBy")


def test_a_name_that_no_candidate_has_cannot_be_chosen(bench: Bench, qtbot: QtBot) -> None:
    study = bench.controller.study
    dialog = FinishDialog(study, [], [], ["Given up"], parent=bench.window)
    dialog.show()
    dialog.field.list.setCurrentRow(0)
    assert not dialog.ok.isEnabled()  # no choice yet
    dialog.candidate.other.setFocus()
    qtbot.keyClicks(dialog.candidate.other, "C-00")
    assert dialog.findChild(QRadioButton, "finish.choose.another").isChecked()
    assert not dialog.ok.isEnabled()
    qtbot.keyClicks(dialog.candidate.other, "02")
    assert dialog.ok.text() == "Finish with C-0002"
    assert clipped(dialog) == []
    dialog.findChild(QPushButton, "finish.ok").click()
    assert (dialog.candidate.chosen, dialog.field.reason) == ("C-0002", "Given up")
    dialog.deleteLater()


def test_a_run_that_was_started_while_the_question_was_open_is_not_left_open_unasked(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.controller.do(actions.start, "C-0005")
    _ = bench.controller.study

    def answer(*_: object) -> tuple[str, str]:
        bench.controller.do(actions.start, "C-0006")
        return "", "Given up"

    monkeypatch.setattr(FinishDialog, "answer", answer)
    asking = bench.window.findChild(EntryQuestions)
    assert asking is not None
    asking.finish()
    assert bench.controller.study.is_open
    assert bench.control.problem is not None
    refusal = translate(bench.control.problem)
    assert "2 runs in progress (C-0005, C-0006)" in refusal
    assert "--with-open-runs" not in refusal
