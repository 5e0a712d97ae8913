"""Long computations end with the window."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from kgdesk import actions
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.ui.session import advice_service
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from tests.ui.desks import make_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


def fail(problem: BaseException) -> None:
    raise problem


@pytest.mark.parametrize(
    ("module", "name", "task"),
    [
        (advice_service, "advise", lambda controller: controller.advice.ask()),
        (advice_service, "advise", lambda controller: controller.selection.show_as_of(1)),
        (
            advice_service,
            "advise_batch",
            lambda controller: controller.advice.ask_batch(2, BatchLimits(), lambda _: None, fail),
        ),
    ],
    ids=["suggestion", "as of a run", "batch"],
)
def test_a_long_computation_ends_when_the_window_is_closed(
    tmp_path: Path,
    qapp: QApplication,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    task: Callable[[StudyController], object],
) -> None:
    begun, ended, never, answer = *(threading.Event() for _ in range(3)), getattr(module, name)
    queue = ComputeQueue(qapp)

    def long_one(*args: Any, progress: Any = None, **how: Any) -> Any:
        begun.set()
        try:
            while not queue.stopped:
                progress(0, 1)
            progress(0, 1)
        finally:
            if queue.stopped:
                ended.set()
        never.set()
        return answer(*args, **how)

    monkeypatch.setattr(module, name, long_one)
    session = make_session(tmp_path, count=30)
    actions.record(session, session.study.pool.ids[0], "success")
    actions.record(session, session.study.pool.ids[1], "failure")
    controller = StudyController(session, queue)
    task(controller)
    qtbot.waitUntil(begun.is_set, timeout=120_000)
    controller.close()
    queue.stop()
    assert ended.is_set()
    assert not never.is_set()
    queue.deleteLater()
