"""Text of 150 % and back: axes, rows and letters have the size of before in every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtWidgets import QApplication, QTableView
from seldom import seldom

from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.plots.figure import Axis

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "sized.kgstudy", rows=24, runs=7), qtbot)
    yield made
    made.close()


def sizes(page: QWidget) -> dict[str, object]:
    """Return the size of the numbers at each axis, and of rows and letters of each table."""
    found: dict[str, object] = {}
    for card in page.findChildren(PlotCard):
        for side in ("left", "bottom"):
            axis = card.figure.axes.get(side)
            if card.isVisible() and isinstance(axis, Axis) and axis.style["tickFont"] is not None:
                found[f"{card.objectName()} {side}"] = axis.style["tickFont"].pointSizeF()
    for table in page.findChildren(QTableView):
        if table.isVisible():
            found[f"{table.objectName()} rows"] = table.verticalHeader().defaultSectionSize()
            found[f"{table.objectName()} letters"] = table.fontMetrics().height()
    return found


@pytest.mark.parametrize("places", [(0, 4), *seldom((range(5),))], ids=["some tabs", "all tabs"])
def test_axes_and_rows_have_their_size_again(bench: Bench, places: Sequence[int]) -> None:
    window = bench.window

    def look() -> dict[str, object]:
        seen = sizes(window.panel)
        for place in places:
            window.tabs.setCurrentIndex(place)
            bench.wait_ready()
            seen |= sizes(window.tabs.currentWidget())
        return seen

    assert window.tabs.count() == 5
    before = look()
    assert len(before) > 2 * len(places)
    window.theme.apply("light", 1.5)
    larger = look()
    same = [name for name, size in before.items() if larger.get(name, 1_000) <= size]  # type: ignore[operator]
    assert not same
    window.theme.apply("light", 1.0)
    QApplication.sendPostedEvents()
    after = look()
    assert {name: after.get(name) for name, size in before.items() if after.get(name) != size} == {}
