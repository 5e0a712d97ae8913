"""Home screen with its own workspace and settings, and studies for its lists."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from desks import in_light
from tabled import CLOCK, rows, write

from kgdesk import actions
from kgdesk.actions import Operator, importing
from kgdesk.model.study.settings import Settings
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.session.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    kept = Preferences()
    kept.workspace = tmp_path / "kgdesk"
    kept.operator = "MK"
    return kept


@pytest.fixture
def home(qtbot: QtBot, qapp: QApplication, preferences: Preferences) -> Iterator[HomeWindow]:
    theme = in_light(qapp)
    window = HomeWindow(
        theme, preferences=preferences, who=lambda name: Operator(name, "lab-1", lambda: CLOCK)
    )
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    window.close()


def study(folder: Path, name: str, done: int) -> Path:
    """Create a study file with some runs."""
    folder.mkdir(parents=True, exist_ok=True)
    read = importing.read_pool(write(folder.parent / f"{name}.csv", rows(12)), id="code", ignore=("well",))
    who = Operator("MK", "lab-1", lambda: datetime(2026, 11, 20, tzinfo=UTC))
    path = folder / f"{name}.kgstudy"
    with actions.create_study(path, read, Settings(title=name, budget=40), who) as session:
        for run in range(done):
            actions.record(session, read.pool.ids[run], "success")
    return path
