"""Entries record the suggestion that was on the card, and always the prediction."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from kgdesk.kernels.parallel import PARALLEL_LOCK
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from entry_bench import Bench
    from pytestqt.qtbot import QtBot

    from kgdesk.model.study.events import Event

K = Qt.Key


@pytest.fixture
def sweeping(bench: Bench, qtbot: QtBot) -> Iterator[None]:
    """Keep the compute queue busy with kernels, as a sweep of many candidates does for seconds."""
    over, reached = threading.Event(), threading.Event()

    def sweep() -> bool:
        with PARALLEL_LOCK:
            reached.set()
            return over.wait(60)

    bench.compute_queue.ask("sweep", 0, sweep, lambda _: None, lambda _: None)
    qtbot.waitUntil(reached.is_set)
    yield
    over.set()
    bench.wait_ready()


def newest(bench: Bench, count: int) -> tuple[Event, ...]:
    return bench.controller.study.events[-count:]


def test_the_suggestion_on_the_card_is_kept_as_shown_there(bench: Bench) -> None:
    code = bench.text("entry.candidateCode")
    bench.press(K.Key_F8, K.Key_Return)
    made, outcome = newest(bench, 2)
    assert (made.kind, made.payload["candidate"], made.payload["shown"]) == ("suggestion_made", code, "card")
    assert (outcome.payload["suggested"], outcome.payload["shown"]) == (code, "card")
    assert bench.controller.study.runs[-1].seen_on == "card"


@pytest.mark.usefixtures("sweeping")
def test_while_the_model_is_behind_an_entry_keeps_its_prediction_and_claims_no_suggestion(
    bench: Bench,
) -> None:
    for candidate in ("C-0007", "C-0008"):
        bench.control.choose(candidate)
        bench.press(K.Key_F9, K.Key_Return)
        bench.controller.settle()
    run = bench.controller.study.runs[-1]
    assert (run.candidate, run.suggested, run.seen_on) == ("C-0008", "", "")
    assert newest(bench, 1)[0].kind == "outcome_recorded"
    assert run.probability_before is not None
    bench.runs_on_disk()


def test_the_prediction_of_an_entry_without_suggestion_is_that_of_the_model(bench: Bench) -> None:
    before = bench.controller.study
    bench.controller.advice._current = None  # as while the next one is computed
    bench.control.refresh()
    bench.control.choose("C-0007")
    bench.press(K.Key_F8, K.Key_Return)
    run = bench.controller.study.runs[-1]
    assert run.suggested == ""
    assert run.probability_before == pytest.approx(advise(before).probability_of("C-0007"), abs=1e-12)


def test_the_result_of_a_run_in_progress_claims_no_suggestion_of_now(bench: Bench) -> None:
    bench.controller.advice._current = None
    bench.control.refresh()
    bench.control.choose("C-0007")
    bench.control.arm("start")
    bench.control.confirm()
    bench.wait_ready()
    bench.control.take_up(bench.controller.study.pending[-1].number)
    before = len(bench.controller.study.events)
    bench.press(K.Key_F8, K.Key_Return)
    (outcome,) = bench.controller.study.events[before:]
    assert "suggested" not in outcome.payload
    assert outcome.payload["probability_before"] is not None
