from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import lost_layout_items
from tabled import CLOCK, rows, write

from kgdesk.actions import Operator
from kgdesk.ui.new_study.wizard import NewStudyWizard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """Write a table without findings: code, four numbers, location."""
    return write(tmp_path / "Coupling screen.csv", rows(60))


@pytest.fixture
def space(tmp_path: Path) -> Path:
    """Return the path of a workspace that does not exist yet."""
    return tmp_path / "kgdesk"


@pytest.fixture
def wizard(qtbot: QtBot, space: Path) -> Iterator[Callable[..., NewStudyWizard]]:
    """Return a function that opens wizards; wizards and created studies are closed after the test."""
    made: list[NewStudyWizard] = []

    def open_one(source: Path | str = "", operator: str = "MK") -> NewStudyWizard:
        one = NewStudyWizard(Operator(operator, "lab-1", lambda: CLOCK), space, str(source))
        qtbot.addWidget(one)
        made.append(one)
        with qtbot.waitActive(one):
            one.show()
            one.activateWindow()
        return one

    yield open_one
    assert not lost_layout_items()
    for one in made:
        one.worker.stop()
        if one.session is not None:
            one.session.close()
