from __future__ import annotations

import multiprocessing
import threading
from typing import TYPE_CHECKING

import pytest

from kgdesk.model.settings import Settings
from kgdesk.ui.lane import Lane
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.desk import Desk


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """No process and no thread outlives the window that started it."""
    before = set(threading.enumerate())
    yield
    assert multiprocessing.active_children() == []
    left = [thread.name for thread in set(threading.enumerate()) - before if "kgdesk" in thread.name]
    assert left == []


@pytest.fixture
def lane(qapp: QApplication) -> Iterator[Lane]:
    made = Lane(qapp)
    yield made
    made.stop()
    made.deleteLater()


@pytest.fixture
def desk(tmp_path: Path, lane: Lane, qtbot: QtBot) -> Iterator[Desk]:
    session = make_session(tmp_path / "lab", settings=Settings(title="Coupling screen", budget=12, seed=5))
    fill(session)
    made = make_desk(session, lane, qtbot)
    yield made
    made.close()
