"""The suggestion is shown before the values of all candidates, which follow behind it and end with the window."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from mixtures import never_give_up

from kgdesk import actions
from kgdesk.model.advice.advice import advise
from kgdesk.model.advice.batches import BatchLimits
from kgdesk.model.beliefs import average
from kgdesk.model.study.settings import Settings
from kgdesk.ui.session import advice_tasks, view_state
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


def test_the_card_has_its_suggestion_before_the_values_of_all_candidates(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(average, "LARGE", 100)
    never_give_up(monkeypatch)
    session = make_session(tmp_path, count=1000, settings=Settings(terms="average", budget=40))
    for i, name in enumerate(session.study.pool.ids[::37]):
        actions.record(session, name, "failure" if i % 3 else "success")
    controller = StudyController(session, compute_queue)
    seen: list[tuple[bool, str | None, bool, bool]] = []

    def note() -> None:
        if (advice := controller.advice) is not None:
            valued, displayed = controller.valued_advice, controller.displayed_advice
            seen.append((advice.complete, advice.next, valued is advice, displayed is advice))

    controller.advice_changed.connect(note)
    controller.ask()
    qtbot.waitUntil(lambda: controller.valued_advice is not None, timeout=120_000)
    whole = advise(session.study)
    assert seen == [(False, whole.next, False, False), (True, whole.next, True, True)]
    assert controller.advice is not None
    assert np.array_equal(controller.advice.kg, whole.kg)
    assert controller.advice.suggestion == whole.suggestion
    controller.close()


@pytest.mark.parametrize(
    ("module", "name", "task"),
    [
        (advice_tasks, "advise", lambda controller: controller.ask()),
        (view_state, "advise", lambda controller: controller.show_as_of(1)),
        (
            view_state,
            "advise_batch",
            lambda controller: controller.ask_batch(2, BatchLimits(), lambda _: None, fail),
        ),
    ],
    ids=["values", "as of a run", "batch"],
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

    def long_one(*args: Any, first: bool = False, progress: Any = None, **how: Any) -> Any:
        if first:  # the suggestion, which goes before the values of all candidates
            found = answer(*args, first=True, progress=progress, **how)
            return replace(found, kg=np.where(found.kg < found.kg.max(), np.nan, found.kg))
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
