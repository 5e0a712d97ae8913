"""After an outcome the advice for the next experiment is computed before anything else."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QWidget

from kgdesk import actions
from kgdesk.model.advice import history
from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.session import run_history
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

pytestmark = [pytest.mark.usefixtures("light")]


class Endless:
    """Task that runs until cancelled, as with very many runs, and then returns a partial result like the real one."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.real, self.begun, self.times = real, threading.Event(), 0

    def __call__(self, study: Any, known: Any, goes_on: Callable[[], bool], **more: Any) -> Any:
        self.times += 1
        if self.times == 1:
            self.begun.set()
            while goes_on():
                threading.Event().wait(0.001)
        return self.real(study, known, goes_on, **more)


@pytest.mark.parametrize("task", ["trajectory", "stake"])
def test_a_long_task_ends_for_an_advice_and_is_taken_up_again(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    session = make_session(tmp_path)
    fill(session)
    controller = make_desk(session, compute_queue, qtbot)
    if task == "trajectory":
        endless = Endless(history.trajectory)
        monkeypatch.setattr(history, "trajectory", endless)
    else:
        endless = Endless(history.stake_after)
        monkeypatch.setitem(run_history._COMPUTE, "stake", endless)
    tab = OverviewTab(controller)
    qtbot.addWidget(tab)
    tab.show()
    before = len(controller.study.runs)
    controller.do(actions.record, "C-0001", "success", advice=None, token="first")
    controller.settle()
    qtbot.waitUntil(endless.begun.is_set, timeout=60_000)
    controller.do(actions.record, "C-0002", "failure", advice=None, token="second")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    qtbot.waitUntil(
        lambda: bool(controller.advice.trajectory) and controller.advice.trajectory[-1].run == before + 2,
        timeout=60_000,
    )
    qtbot.waitUntil(lambda: set(controller.past.stakes()) == set(range(before + 3)), timeout=60_000)
    assert [point.run for point in controller.advice.trajectory] == list(range(before + 3))
    controller.close()


def test_the_past_is_computed_from_the_newest_back_only_while_somebody_looks(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(tmp_path)
    fill(session)
    controller = make_desk(session, compute_queue, qtbot)
    runs: list[int] = []

    def noted(study: Any, run: int, goes_on: Callable[[], bool]) -> Any:
        runs.append(run)
        return history.stake_after(study, run, goes_on)

    monkeypatch.setitem(run_history._COMPUTE, "stake", noted)
    viewer = QWidget()
    qtbot.addWidget(viewer)
    controller.past.ask("stake", viewer)
    assert not compute_queue.pending("past")
    viewer.show()
    controller.past.ask("stake", viewer)
    last = len(controller.study.runs)
    qtbot.waitUntil(lambda: controller.past.complete, timeout=60_000)
    assert list(dict.fromkeys(runs)) == list(
        range(last - 1, -1, -1)
    )  # one that was interrupted is begun again
    runs.clear()
    controller.do(actions.correct, controller.study.runs[-2].number, "void", "Sample lost")
    controller.settle()
    controller.past.ask("stake", viewer)
    qtbot.waitUntil(lambda: controller.past.complete, timeout=60_000)
    assert set(runs) == {last - 1}  # the correction changed no state before that
    controller.close()
