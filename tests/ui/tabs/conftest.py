from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.ui.lane import Lane
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.desk import Desk


@pytest.fixture
def lane(qapp: QApplication) -> Iterator[Lane]:
    made = Lane(qapp)
    yield made
    made.stop()
    made.deleteLater()


@pytest.fixture
def desk(tmp_path: Path, lane: Lane, qtbot: QtBot) -> Iterator[Desk]:
    """Open a study of 40 candidates and 8 runs, its advice worked out."""
    session = make_session(tmp_path / "lab")
    fill(session)
    made = make_desk(session, lane, qtbot)
    yield made
    made.close()
