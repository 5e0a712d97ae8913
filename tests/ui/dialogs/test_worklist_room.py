"""The window of a plate: its size, what its button says, and the columns that there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study

from kgdesk.ui.dialogs.worklist import WorklistDialog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def dialog(tmp_path: Path, qtbot: QtBot) -> Iterator[WorklistDialog]:
    bench = Bench(make_study(tmp_path / "plate.kgstudy", attributes=6), qtbot, tabs=False)
    made = WorklistDialog(bench.control, bench.window, count=3)
    made.show()
    qtbot.waitUntil(lambda: made.plan is not None, timeout=60_000)
    yield made
    made.close()
    bench.close()


def test_it_opens_at_most_of_the_screen_and_its_button_says_what_it_does(dialog: WorklistDialog) -> None:
    screen = dialog.screen().availableSize()
    assert dialog.width() >= 0.84 * screen.width()
    assert dialog.start.text() == "&Start 3 runs and save the file"


def test_columns_without_room_are_left_out_and_the_candidate_says_what_they_hold(
    dialog: WorklistDialog, qtbot: QtBot
) -> None:
    table = dialog.table
    headings = [column.heading for column in table.rows.columns]

    def shown() -> list[str]:
        return [head for place, head in enumerate(headings) if not table.isColumnHidden(place)]

    dialog.resize(3000, dialog.height())
    qtbot.waitUntil(lambda: shown() == headings)
    dialog.resize(dialog.minimumSizeHint())
    qtbot.waitUntil(lambda: len(shown()) < len(headings))
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0)
    assert shown()[:3] == headings[:3]
    row = dialog.plan.runs[0].name  # type: ignore[union-attr]
    pool = dialog._controller.study.pool
    tip = table.rows.columns[2].tip(0)  # type: ignore[misc]
    assert tip.splitlines()[0] == f"Attribute 1 (°C): {pool.values[0][pool.row(row)]:g}"
    assert len(tip.splitlines()) == len(pool.attributes)
