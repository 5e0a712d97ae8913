"""After an outcome the advice for the next experiment is computed before anything else."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk import actions
from kgdesk.model.advice import history
from kgdesk.ui.pages.checks import ChecksPage
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


@pytest.mark.parametrize("task", ["trajectory", "gains"])
def test_a_long_task_ends_for_an_advice_and_is_taken_up_again(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    session = make_session(tmp_path)
    fill(session)
    controller = make_desk(session, compute_queue, qtbot)
    endless = Endless(getattr(history, task))
    monkeypatch.setattr(history, task, endless)
    tab = ChecksPage(controller)
    qtbot.addWidget(tab)
    tab.show()
    before = len(controller.study.runs)
    controller.do(actions.record, "C-0001", "success", advice=None, token="first")
    controller.settle()
    if task == "gains":
        qtbot.waitUntil(lambda: endless.times > 0, timeout=60_000)
    qtbot.waitUntil(endless.begun.is_set, timeout=60_000)
    controller.do(actions.record, "C-0002", "failure", advice=None, token="second")
    controller.settle()
    qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=60_000)
    qtbot.waitUntil(
        lambda: bool(controller.advice.trajectory) and controller.advice.trajectory[-1].run == before + 2,
        timeout=60_000,
    )
    qtbot.waitUntil(lambda: bool(tab._gains) and tab._gains[-1].run == before + 2, timeout=60_000)
    assert [point.run for point in controller.advice.trajectory] == list(range(before + 3))
    assert [point.run for point in tab._gains] == list(range(before + 3))
    controller.close()
