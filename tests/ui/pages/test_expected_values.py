"""Candidates shows the value that the next run of each would measure, where the model learns from values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.advice.predicted_values import predicted_values
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.text.locale_format import number
from tests.ui.desks import make_desk, make_session, settle

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

pytestmark = [pytest.mark.usefixtures("light")]


def shown(tmp_path: Path, queue: ComputeQueue, qtbot: QtBot, likelihood: str) -> CandidatesTab:
    rule = Settings(
        measured="yield", measured_unit="mg", threshold=60.0, direction="at-least", likelihood=likelihood
    )
    session = make_session(tmp_path / "lab", count=24, attributes=2, settings=rule)
    for nth, value in enumerate((20.0, 64.0, 31.0, 18.0)):
        outcome = "success" if value > 60.0 else "failure"
        actions.record(session, session.study.pool.ids[nth], outcome, measured=value)
    controller = make_desk(session, queue, qtbot)
    tab = CandidatesTab(controller)
    qtbot.addWidget(tab)
    tab.resize(1100, 560)
    tab.show()
    settle(controller, qtbot)
    return tab


def headings(tab: CandidatesTab) -> list[str]:
    return [column.heading for column in tab.table.rows.columns]


def words(tab: CandidatesTab, heading: str) -> list[str]:
    return next(column.words() for column in tab.table.rows.columns if column.heading == heading)


def test_the_expected_value_stands_beside_the_chance(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    tab = shown(tmp_path, compute_queue, qtbot, "values")
    heading = "Expected\nyield (mg)"
    qtbot.waitUntil(lambda: "" not in words(tab, heading))
    study = tab._controller.study
    right = predicted_values(study, study.design.X[study.design.row_of])
    assert words(tab, heading) == [number(value, 3) for value in right["value"]]
    place = headings(tab).index(heading)
    assert tab.table.names[place] == ""
    assert tab.table.names[place + 1] == study.pool.attributes[0].name
    tip = tab.table.rows.columns[place].tip(3)
    assert tip == f"{number(right['value_low'][3], 3)} to {number(right['value_high'][3], 3)} in 9 of 10 runs"
    tab._controller.do(actions.record, study.pool.ids[5], "success", measured=90.0)
    tab._controller.settle()
    settle(tab._controller, qtbot)
    qtbot.waitUntil(lambda: words(tab, heading)[0] not in {"", number(right["value"][0], 3)})
    tab._controller.close()


def test_explore_says_the_expected_value_beside_the_chance(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    controller = shown(tmp_path, compute_queue, qtbot, "values")._controller
    page = ExploreTab(controller)
    qtbot.addWidget(page)
    page.resize(1100, 680)
    page.show()
    qtbot.waitUntil(page.painted, timeout=60_000)
    study = controller.study
    row = study.design.row_of[study.pool.row(str(page.candidate))]
    (right,) = predicted_values(study, study.design.X[[row]])["value"]
    assert page.note.text().endswith(f", about {number(right, 3)} mg")
    controller.close()


def test_a_study_that_learns_from_outcomes_shows_no_value(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    tab = shown(tmp_path, compute_queue, qtbot, "outcomes")
    assert not any("Expected\n" in heading for heading in headings(tab))
    tab._controller.close()
