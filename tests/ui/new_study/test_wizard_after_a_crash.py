"""Setup of a study is resumed after a crash, but not after cancelling or creating."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.importing import Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def roles(wizard: NewStudyWizard) -> list[tuple[str, Role, str]]:
    return [(c.info.name, c.role, c.unit) for c in wizard.draft.columns]


def test_what_was_decided_before_a_crash_is_there_again(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    first = wizard(clean)
    qtbot.waitUntil(lambda: first.table.complete)
    first.draft.set_role(2, Role.IGNORE)
    first.draft.columns[1].unit = "K"
    first.draft.columns[3].ways["missing"] = "median"
    first.draft.set_role(1, Role.NUMBER)
    first.table.changed.emit()
    decided = roles(first)
    first.worker.stop()  # and the program ends without another word
    again = wizard()
    qtbot.waitUntil(lambda: again.table.complete)
    assert again.table.start.path.text() == str(clean)
    assert roles(again) == decided
    assert [c.ways for c in again.draft.columns] == [{}, {}, {}, {"missing": "median"}, {}, {}]
    again.reject()
    assert actions.load_setup() == {}
    fresh = wizard()
    assert not fresh.table.start.path.text()


def test_another_table_is_not_mixed_with_what_was_left(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    first = wizard(clean)
    qtbot.waitUntil(lambda: first.table.complete)
    first.draft.set_role(2, Role.IGNORE)
    first.table.changed.emit()
    first.worker.stop()
    again = wizard(clean)
    qtbot.waitUntil(lambda: again.table.complete)
    assert again.draft.columns[2].role is not Role.IGNORE


@pytest.mark.parametrize(
    "left", [{}, {"source": 1}, {"source": {}, "columns": [["x"]]}, {"source": {"path": "x"}}]
)
def test_what_cannot_be_used_is_passed_over(wizard: Opener, left: dict[str, object]) -> None:
    actions.save_setup(left)
    one = wizard()
    assert not one.table.start.path.text()
