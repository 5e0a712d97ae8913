"""A run is named by its number in every place of the window, never by its start, its well or the code on its label."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtWidgets import QAbstractItemView, QLabel, QTableView, QWidget

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.worklists import Layout
from kgdesk.ui.pages.timeline import TimelineTab
from tests.ui.spoken import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

#: Other names of a run: of its start, of its label, and of the plate with the well.
OTHER_NAMES = re.compile(r"\bstart \d|\bR-[0-9A-Z]{7}\b|\bW1-[A-H]\d|\btoken\b|Void \*", re.IGNORECASE)


@pytest.fixture
def plate(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Open a study with three runs, a worklist of three, of which one is done, and one outcome that was taken back."""
    path = make_study(tmp_path / "plate.kgstudy")
    with actions.open_study(path, Operator("MK", "bench")) as session:
        ids = session.study.pool.ids[3:6]
        plan = actions.plan_worklist(session.study, candidates=ids, layout=Layout(24))
        actions.make_worklist(session, plan)
        actions.record(session, ids[1], "failure")
        actions.record(session, session.study.pool.ids[8], "success")
        actions.take_back(session)
    made = Bench(path, qtbot)
    yield made
    made.close()


def cells(window: QWidget) -> Iterator[str]:
    """Return every cell of the lists and tables in sight, with its tool tip."""
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        if not view.isVisible() or model is None:
            continue
        for row in range(model.rowCount()):
            # The columns of a list are private to Qt.
            for column in range(model.columnCount() if isinstance(view, QTableView) else 1):
                index = model.index(row, column)
                yield from filter(None, (str(index.data() or ""), str(index.data(3) or "")))


def said(bench: Bench) -> list[str]:
    return [text for _, text in words_of(bench.window)] + list(cells(bench.window))


def test_every_place_names_runs_by_their_numbers(plate: Bench, qtbot: QtBot) -> None:
    window = plate.window
    assert [start.number for start in plate.controller.study.pending] == [4, 6]
    texts: list[str] = []
    for face in ("bench", "study"):
        window.show_face(face)  # type: ignore[arg-type]
        texts += said(plate)
        plate.control.take_up(plate.controller.study.pending[0].number)
        qtbot.waitUntil(lambda: plate.text("entry.heading") == "Outcome of run 4")
        texts += said(plate)
        plate.control.arm("success")
        qtbot.waitUntil(lambda: "run 4" in plate.strip)
        texts += said(plate)
        plate.control.cancel()
        plate.control.unchoose()
    for place in range(window.parts.tabs.count()):
        plate.turn_to(window.parts.tabs.widget(place))
        texts += said(plate)
    page = window.page(TimelineTab)
    assert isinstance(page, TimelineTab)
    plate.turn_to(page)
    assert [str(page.table.rows.index(row, 0).data()).strip() for row in range(4)] == ["6", "4", "7", "5"]
    page.shows.choose("entries")
    qtbot.waitUntil(lambda: bool(page.entries.shown))
    texts += said(plate)
    assert [text for text in texts if OTHER_NAMES.search(text)] == []
    assert sum("run 4" in text.casefold() for text in texts) >= 4


def test_runs_done_and_in_progress_and_the_number_of_the_next_one_add_up(plate: Bench) -> None:
    study = plate.controller.study
    # One was voided by Undo, too, which the number of the next run counts and the plan does not.
    assert len(study.pending) == 2
    assert study.next_number == 8
    for face in ("bench", "study"):
        plate.window.show_face(face)  # type: ignore[arg-type]
        assert plate.part("entry.done", QLabel).text() == "4 of 40 done, 3 in progress or void"
        assert plate.text("entry.heading").startswith("Next: run 8")
