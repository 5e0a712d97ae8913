"""Plots on demand for very small or unusual studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seldom import seldom

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.explore import ExploreTab
from kgdesk.ui.pages.model import ModelPage
from tests.ui.desks import Clock, make_desk

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue

pytestmark = [pytest.mark.usefixtures("light")]

TABLES = {
    "one number": ("code,heat\nA,1\nB,2\nC,3\n", ()),
    "categories alone": ("code,solvent,base\nA,x,p\nB,y,q\nC,x,q\n", ("solvent", "base")),
    "one candidate twice": ("code,heat,dose\nA,1,2\nB,1,2\n", ()),
    "below zero and huge": ("code,heat,dose\nA,-1e9,1e-9\nB,0,2e-9\nC,1e9,3e-9\n", ()),
}


@pytest.mark.parametrize("runs", [*seldom(0), 2])
@pytest.mark.parametrize("name", list(TABLES))
def test_every_picture_shows_something_or_says_why_not(
    tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot, name: str, runs: int
) -> None:
    text, categories = TABLES[name]
    table = tmp_path / "table.csv"
    table.write_text(text, "utf-8")
    reading = read_pool(table, id="code", categories=list(categories))
    who = actions.Operator("MK", "bench-3", Clock())
    session = actions.create_study(tmp_path / "odd.kgstudy", reading, Settings(budget=3), who)
    for place in range(runs):
        actions.record(session, session.study.pool.ids[place], ("success", "failure")[place])
    controller = make_desk(session, compute_queue, qtbot)
    model, explore = ModelPage(controller), ExploreTab(controller)
    tabs = (model, explore)
    for tab in tabs:
        qtbot.addWidget(tab)
        tab.resize(900, 600)
        tab.show()
    for tab in tabs:
        qtbot.waitUntil(
            lambda t=tab: all(a.done or not a.card.isVisible() for a in t.computations), timeout=60_000
        )
    assert model.agreement.sentence.endswith(".")
    model.agreement.show_table(True)
    model.agreement.show_table(False)
    for card in explore.cards:
        assert card.title.text()
        assert card.sentence or card is explore.slices  # which the line above them speaks for
        assert card.figure.isVisible() or card.empty.isVisible()
    controller.close()
