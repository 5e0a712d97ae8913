"""Studies opened one after the other in one program share its compute queue."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from desks import fill, make_session
from seldom import seldom

from kgdesk import actions
from kgdesk.model.advice.picks import advise
from kgdesk.ui.session.compute_queue import ComputeQueue, TaskProgress
from kgdesk.ui.session.study_controller import StudyController

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


def test_a_young_study_gets_its_advice_after_an_older_one_was_closed(
    make_study: Callable[..., actions.Session], qtbot: QtBot
) -> None:
    old, young = make_study("old"), make_study("young")
    for candidate in ("C-01", "C-02", "C-05"):
        actions.record(old, candidate, "failure")
    compute_queue = ComputeQueue()
    first = StudyController(old, compute_queue)
    first.advice.ask()
    qtbot.waitUntil(lambda: first.advice.current is not None, timeout=120_000)
    first.close()
    second = StudyController(young, compute_queue)
    second.advice.ask()
    qtbot.waitUntil(
        lambda: (
            second.advice.current is not None
            and second.refresher.idle
            and not compute_queue.pending("trajectory")
        ),
        timeout=60_000,
    )
    assert second.advice.current is not None
    assert second.advice.current.suggestion == advise(young.study).suggestion
    compute_queue.stop()


def test_an_answer_for_a_study_that_has_changed_meanwhile_is_dropped(
    session: actions.Session, qtbot: QtBot
) -> None:
    compute_queue = ComputeQueue()
    controller = StudyController(session, compute_queue)
    shown: list[int] = []
    controller.advice.changed.connect(
        lambda: shown.append(controller.advice.current.revision if controller.advice.current else 0)
    )
    controller.advice.ask()
    controller.do(actions.record, "C-01", "success", advice=None, token="one")
    controller.do(actions.record, "C-02", "failure", advice=None, token="two")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=120_000)
    assert [revision for revision in shown if revision] == [controller.study.revision]
    compute_queue.stop()


@pytest.fixture
def large(tmp_path: Path, qapp: QApplication) -> Iterator[tuple[StudyController, ComputeQueue]]:
    assert qapp.thread().isCurrentThread()  # results are delivered in this thread
    session, compute_queue = make_session(tmp_path / "large", count=21_000), ComputeQueue()
    fill(session)
    controller = StudyController(session, compute_queue)
    yield controller, compute_queue
    controller.close()
    compute_queue.stop()


def test_a_long_sweep_tells_how_far_it_is(
    large: tuple[StudyController, ComputeQueue], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller, _ = large
    seen: list[float] = []
    note = TaskProgress.note

    def noted(course: TaskProgress, done: int, total: int) -> None:
        note(course, done, total)
        seen.append(course.share)

    monkeypatch.setattr(TaskProgress, "note", noted)
    assert controller.advice.share_done == 0.0
    controller.advice.ask()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=120_000)
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert controller.advice.share_done == seen[-1] == 1.0


@pytest.mark.parametrize("by", ["the next entry", *seldom("cancel", "closing")])
def test_a_long_sweep_ends_when_nobody_waits_for_it(
    by: str, large: tuple[StudyController, ComputeQueue], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller, compute_queue = large
    under_way, go_on = threading.Event(), threading.Event()
    reports: list[TaskProgress] = []
    note = TaskProgress.note

    def held(course: TaskProgress, done: int, total: int) -> None:
        reports.append(course)
        under_way.set()
        assert go_on.wait(120)
        note(course, done, total)

    monkeypatch.setattr(TaskProgress, "note", held)
    controller.advice.ask()
    qtbot.waitUntil(under_way.is_set, timeout=120_000)
    refused: list[object] = []
    controller.refused.connect(refused.append)
    if by == "cancel":
        controller.advice.cancel()
    elif by == "closing":
        controller.hand_over().close()
    else:
        controller.do(actions.record, controller.study.pool.ids[1], "success", advice=None, token="next")
        controller.settle()
    go_on.set()
    if by == "the next entry":
        qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=120_000)
        assert controller.advice.current is not None
        assert controller.advice.current.revision == controller.study.revision
    free = threading.Event()
    compute_queue.ask("after", controller.study.revision, free.set, lambda _: None, refused.append)
    qtbot.waitUntil(free.is_set, timeout=120_000)
    assert reports.count(reports[0]) == 1
    assert refused == []
