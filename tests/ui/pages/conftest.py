from __future__ import annotations

import multiprocessing
import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.study.settings import Settings
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """Check that no process and no thread outlives the window that started it."""
    before = set(threading.enumerate())
    yield
    assert multiprocessing.active_children() == []
    left = [thread.name for thread in set(threading.enumerate()) - before if "kgdesk" in thread.name]
    assert left == []


@pytest.fixture
def settings() -> Settings:
    return Settings(title="Coupling screen", budget=12, seed=5)


@pytest.fixture
def averaged(tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot) -> Iterator[StudyController]:
    """Open a study of averaged models, in which a candidate that was run has an estimate of its own."""
    session = make_session(
        tmp_path / "averaged", settings=Settings(title="Screen", budget=40, terms="average")
    )
    fill(session)
    for _ in range(5):
        actions.record(session, "C-0003", "success", repeat=True)
    made = make_desk(session, compute_queue, qtbot)
    yield made
    made.close()
