"""The suggestion is shown before the values of all candidates, which follow in the background."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import actions
from kgdesk.kernels import bounded_sweep
from kgdesk.model.advice.advice import advise
from kgdesk.model.beliefs import average
from kgdesk.model.study.settings import Settings
from kgdesk.ui.session.study_controller import StudyController
from tests.ui.desks import make_session

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue


def test_the_card_has_its_suggestion_before_the_values_of_all_candidates(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(average, "LARGE", 100)
    monkeypatch.setattr(bounded_sweep, "_EXHAUSTIVE", math.inf)  # also where the bounds do not pay
    monkeypatch.setattr(bounded_sweep, "_BOUNDED", math.inf)
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
