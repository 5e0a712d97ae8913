from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from kgdesk import actions
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.plots.effects import effects_data
from kgdesk.ui.widgets.table import Table
from tests.ui.desks import make_desk

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController

pytestmark = [pytest.mark.usefixtures("light")]


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> ModelPage:
    made = ModelPage(controller)
    qtbot.addWidget(made)
    made.resize(900, 560)
    made.show()
    return made


def values(table: Table, heading: str) -> list[object]:
    return list(next(c.values for c in table.rows.columns if c.heading == heading))


def words(table: Table, heading: str) -> list[str]:
    return next(c.words() for c in table.rows.columns if c.heading == heading)


def test_the_belief_is_that_of_the_state_that_is_shown(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    assert controller.advice.current is not None
    belief = controller.advice.current.study.belief
    tab.reveal(tab.belief)
    assert values(tab.belief.table, "Posterior mean") == list(belief.mean)
    assert values(tab.belief.table, "Posterior SD") == list(belief.deviation)
    assert belief.digest[:16] in tab.belief.text.text()
    scales = [c.scale for c in controller.study.scaling.columns]
    per_unit = values(tab.belief.table, "Per unit")
    assert math.isnan(per_unit[0])  # type: ignore[arg-type]
    assert per_unit[1] == pytest.approx(belief.mean[1] / scales[1])
    controller.selection.show_as_of(0)
    controller.refresher.flush()  # remove outdated content
    qtbot.waitUntil(lambda: tab.belief.table.rows.total > 0, timeout=60_000)
    assert values(tab.belief.table, "Posterior mean") == [0.0] * len(scales)


def test_raw_values_are_not_clipped(tab: ModelPage, controller: StudyController) -> None:
    assert controller.advice.current is not None
    tab.reveal(tab.values)
    assert np.array_equal(values(tab.values.table, "KG (0..1)"), controller.advice.current.kg)
    row = int(np.argmin(controller.advice.current.kg))
    text = words(tab.values.table, "KG (0..1)")[row]
    assert text.startswith("−") == (controller.advice.current.kg[row] < 0)


def test_effects_have_a_name_a_step_and_the_interval_of_the_belief(controller: StudyController) -> None:
    assert controller.advice.current is not None
    data = effects_data(controller.advice.current)
    assert [e.name for e in data.effects][-3:] == [
        "Solvent = 2-methyltetrahydrofuran",
        "Solvent = DMF",
        "Solvent = water",
    ]
    assert data.effects[-1].per == "where it is so"
    assert math.isnan(data.effects[-1].per_unit)
    assert data.effects[0].per.startswith("+")
    mean, deviation = (
        controller.advice.current.study.belief.mean[1],
        controller.advice.current.study.belief.deviation[1],
    )
    assert data.effects[0].low == pytest.approx(mean - 1.6448536269514722 * deviation)


def test_dropped_and_collinear_columns_are_named(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot
) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    from kgdesk import actions
    from kgdesk.actions.importing import read_pool
    from tests.ui.desks import Clock

    table = folder / "odd.csv"
    rows = [f"C-{k},{k}.5,{2 * k + 1},7" for k in range(1, 9)]
    table.write_text("code,heat,twice,same\n" + "\n".join(rows) + "\n", "utf-8")
    who = actions.Operator("MK", "bench-3", Clock())
    session = actions.create_study(folder / "odd.kgstudy", read_pool(table, id="code"), Settings(), who)
    controller = make_desk(session, compute_queue, qtbot)
    tab = ModelPage(controller)
    qtbot.addWidget(tab)
    tab.show()
    tab.reveal(tab.design)
    told = tab.design.text.text()
    assert "“same” is the same for every candidate" in told
    assert "“twice” follows from the other columns" in told
    assert words(tab.design.table, "Column") == ["intercept", "heat", "twice", "same"]
    assert words(tab.design.table, "Made as")[-1] == "left out: the same for every candidate"
    assert words(tab.design.table, "Centre")[1] == "5"
    controller.close()


def test_nothing_old_is_shown_while_the_model_is_worked_out(
    tab: ModelPage, controller: StudyController, qtbot: QtBot
) -> None:
    for page in (tab.values, tab.belief):
        tab.reveal(page)
        assert page.table.rows.total > 0
    controller.do(actions.record, "C-0001", "success", advice=None, token="next")
    controller.settle()
    assert controller.selection.advice is None
    assert tab.belief.table.rows.total == 0
    assert "being worked out" in tab.belief.text.text()
    tab.reveal(tab.values)
    assert tab.values.table.rows.total == 0
    tab.reveal(tab.belief)
    qtbot.waitUntil(lambda: tab.belief.table.rows.total > 0, timeout=60_000)
    assert "after 8 outcomes" in tab.belief.text.text()


def test_every_table_has_a_name_and_can_be_copied(tab: ModelPage, qtbot: QtBot) -> None:
    for part in (tab.agreement, tab.belief, tab.values, tab.design):
        tab.reveal(part)
        assert part.isVisible()
        for table in part.findChildren(Table):
            assert table.accessibleName()
            if table.rows.total:
                qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
                lines = QGuiApplication.clipboard().text().splitlines()
                assert len(lines) == table.rows.total + 1


def test_each_part_has_a_page_of_its_own(tab: ModelPage) -> None:
    assert [tab.pages.tabText(place) for place in range(tab.pages.count())] == [
        "Policies",
        "Raw values",
        "Weights",
        "Design matrix",
    ]
    for place, part in enumerate((tab.agreement, tab.values, tab.belief, tab.design)):
        tab.pages.setCurrentIndex(place)
        assert part.isVisible()
        tab.pages.setCurrentIndex((place + 1) % 4)
        assert not part.isVisible()
        tab.reveal(part)
        assert tab.pages.currentIndex() == place
    assert tab.findChild(Table, "model.belief.table") is tab.belief.table
