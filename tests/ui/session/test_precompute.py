"""The advice after either outcome of the next run is computed while nothing else is, and taken when that is entered."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.advice.advice import advise
from kgdesk.ui.session import view_state
from kgdesk.ui.session.compute_queue import PRECOMPUTE, Busy, ComputeQueue
from kgdesk.ui.session.study_controller import StudyController

if TYPE_CHECKING:
    from typing import Any

    from pytestqt.qtbot import QtBot

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study


@pytest.fixture
def tasks(compute_queue: ComputeQueue) -> list[str]:
    """Return the list of the keys of the tasks that have run."""
    keys: list[str] = []

    def note(busy: Busy) -> None:
        if not busy.running:
            keys.append(busy.key)

    compute_queue.busy.connect(note)
    return keys


def ready(controller: StudyController, qtbot: QtBot, count: int = 2) -> None:
    """Wait until the advice after each outcome of the next run is computed."""
    queue = controller._compute_queue
    qtbot.waitUntil(lambda: len(controller._ahead) == count and not queue.pending(PRECOMPUTE))


def enter(controller: StudyController, outcome: str, candidate: str, advice: Advice | None) -> None:
    controller.do(actions.record, candidate, outcome, advice=advice, seen_on="card", token=outcome)
    controller.settle()


def assert_fresh(controller: StudyController) -> None:
    """Check that the advice on screen is that of the present state, bit for bit."""
    read = actions.open_study(controller.path, controller.who, read_only=True)
    assert controller.advice is not None
    assert controller.advice.study is controller.study
    assert controller.advice.as_facts() == advise(read.study).as_facts()
    assert controller.study.belief.digest == read.study.belief.digest
    read.close()


def test_the_more_probable_outcome_comes_first(controller: StudyController, qtbot: QtBot) -> None:
    for _ in range(2):
        ready(controller, qtbot)
        assert controller.prepared
        assert controller.advice is not None
        running = controller.study.pending
        candidate = running[0].candidate if running else str(controller.advice.next)
        likely = "success" if controller.advice.probability_of(candidate) >= 0.5 else "failure"
        runs = [each.study.runs[-1] for each in controller._ahead]
        assert [run.candidate for run in runs] == [candidate, candidate]
        assert runs[0].outcome == likely
        assert {run.outcome for run in runs} == {"success", "failure"}
        controller.do(actions.start, controller.advice.recommended.candidate)  # a probable success
        controller.settle()
        qtbot.waitUntil(lambda: controller.advice is not None)


@pytest.mark.parametrize("outcome", ["success", "failure"])
def test_either_outcome_of_the_suggestion_has_its_advice_without_a_computation(
    controller: StudyController, tasks: list[str], qtbot: QtBot, outcome: str
) -> None:
    ready(controller, qtbot)
    tasks.clear()
    assert controller.advice is not None
    enter(controller, outcome, str(controller.advice.next), controller.advice)
    qtbot.waitUntil(lambda: controller.advice is not None)
    ready(controller, qtbot)
    assert "advice" not in tasks
    assert {"counsel", "stake", "trajectory", PRECOMPUTE} <= set(tasks)
    assert_fresh(controller)


def test_so_has_an_outcome_of_the_run_in_progress(
    controller: StudyController, tasks: list[str], qtbot: QtBot
) -> None:
    ready(controller, qtbot)
    assert controller.advice is not None
    controller.do(actions.start, str(controller.advice.next), advice=controller.advice, seen_on="card")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice is not None)
    ready(controller, qtbot)
    tasks.clear()
    run = controller.study.pending[0]
    controller.do(actions.record, run.candidate, "success", advice=None, start=run.seq, token="done")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice is not None)
    assert "advice" not in tasks
    assert_fresh(controller)


@pytest.mark.parametrize(("outcome", "own"), [("void", True), ("success", False)])
def test_the_advice_after_any_other_entry_is_computed_then(
    controller: StudyController, tasks: list[str], qtbot: QtBot, outcome: str, own: bool
) -> None:
    ready(controller, qtbot)
    tasks.clear()
    assert controller.advice is not None
    candidate = str(controller.advice.next)
    other = next(name for name in controller.study.pool.ids if name != candidate)
    controller.do(
        actions.record, candidate if own else other, outcome, advice=controller.advice, reason="broken vial"
    )
    controller.settle()
    qtbot.waitUntil(lambda: "advice" in tasks and controller.advice is not None)
    assert_fresh(controller)


def test_another_level_of_the_ranges_is_not_served_from_before(
    controller: StudyController, tasks: list[str], qtbot: QtBot
) -> None:
    ready(controller, qtbot)
    held = controller._ahead
    controller.show_ranges(0.5)
    qtbot.waitUntil(lambda: controller.advice is not None and controller.advice.level == 0.5)
    ready(controller, qtbot)
    assert [each.level for each in controller._ahead] == [0.5, 0.5]
    controller._ahead = held
    tasks.clear()
    assert controller.advice is not None
    enter(controller, "success", str(controller.advice.next), controller.advice)
    qtbot.waitUntil(lambda: "advice" in tasks and controller.advice is not None)
    assert controller.advice.level == 0.5


def test_it_gives_way_to_every_other_task_and_goes_on_after_it(
    controller: StudyController,
    compute_queue: ComputeQueue,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready(controller, qtbot)
    under_way, go_on, order = threading.Event(), threading.Event(), list[str]()

    def held(study: Study, *, progress: Any, **more: Any) -> Advice:
        order.append("begun")
        under_way.set()
        assert go_on.wait(60)
        progress(1, 2)
        order.append("finished")
        return advise(study, progress=progress, **more)

    monkeypatch.setattr(view_state, "advise", held)
    controller.ask()
    qtbot.waitUntil(under_way.is_set)
    compute_queue.ask("picture", 0, lambda: order.append("picture"), lambda _: None, lambda _: None)
    go_on.set()
    ready(controller, qtbot)
    assert order == ["begun", "picture", "begun", "finished", "begun", "finished"]


def test_no_task_gives_way_to_it(compute_queue: ComputeQueue) -> None:
    gate = threading.Event()
    try:
        compute_queue.ask("picture", 0, gate.wait, lambda _: None, lambda _: None)
        compute_queue.ask(PRECOMPUTE, 0, lambda: None, lambda _: None, lambda _: None)
        assert not compute_queue.wanted("picture")
        assert compute_queue.wanted(PRECOMPUTE)
    finally:
        gate.set()


def test_nothing_is_computed_ahead_where_nothing_can_be_entered(
    controller: StudyController, tasks: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(controller, qtbot)
    monkeypatch.setattr(StudyController, "read_only_reason", property(lambda _: "Read only."))
    tasks.clear()
    controller.ask()
    qtbot.waitUntil(lambda: PRECOMPUTE in tasks)
    assert controller._ahead == ()
