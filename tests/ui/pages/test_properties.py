"""The properties of a study: its settings in plain words, and the commands that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QPushButton

from kgdesk import actions
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.properties import PropertiesPage
from tests.ui.desks import fill, make_desk, make_session

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.session.compute_queue import ComputeQueue
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.table import Table

pytestmark = [pytest.mark.usefixtures("light")]


def command(name: str) -> QAction:
    return QAction(name)


@pytest.fixture
def tab(controller: StudyController, qtbot: QtBot) -> PropertiesPage:
    made = PropertiesPage(controller, command)
    qtbot.addWidget(made)
    made.resize(900, 560)
    made.show()
    return made


def words(table: Table, heading: str) -> list[str]:
    return next(c.words() for c in table.rows.columns if c.heading == heading)


def test_settings_stand_in_plain_words(tmp_path: Path, compute_queue: ComputeQueue, qtbot: QtBot) -> None:
    settings = Settings(
        title="Crystals",
        success_name="Crystals",
        failure_name="Clear",
        success_means="any crystal above 20 µm",
        prior_intercept=-1.0,
        prior_precision=2.5,
        budget=60,
        policy="online-kg",
        belief="diagonal",
    )
    session = make_session(tmp_path / "set", settings=settings)
    fill(session)
    controller = make_desk(session, compute_queue, qtbot)
    tab = PropertiesPage(controller, command)
    qtbot.addWidget(tab)
    tab.show()
    table = tab.table
    said = dict(zip(words(table, "Setting"), words(table, "Value"), strict=True))
    assert said["Title"] == "Crystals"
    assert said["Success is called"] == "Crystals: any crystal above 20 µm"
    assert said["Planned runs"] == "60"
    assert said["How to choose"].startswith("Online knowledge gradient: ")
    assert said["Belief"] == "model of the paper (diagonal)"
    assert said["Prior of the intercept"].replace("\u00a0", " ") == (
        "mean −1 log-odds (a typical candidate: 27 %)"
    )
    assert said["Prior strength (precision of every weight)"] == "2.5"
    assert said["Candidates"] == "40, in 40 different rows"
    assert said["Candidates read from"] == "candidates.csv"
    controller.close()


def test_file_name_and_head_of_the_log_are_copied(
    tab: PropertiesPage, controller: StudyController, qtbot: QtBot
) -> None:
    assert tab.path.text() == str(controller.path)
    for name, copied in (
        ("properties.copyPath", str(controller.path)),
        ("properties.copyHead", f"{controller.study.head.seq} {controller.study.head.hash}"),
    ):
        qtbot.mouseClick(tab.findChild(QPushButton, name), Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == copied


def test_each_row_follows_its_command(controller: StudyController, qtbot: QtBot) -> None:
    known: dict[str, QAction] = {}
    ran: list[str] = []

    def find(name: str) -> QAction:
        known[name] = QAction(name)
        known[name].triggered.connect(lambda *_: ran.append(name))
        return known[name]

    tab = PropertiesPage(controller, find)
    qtbot.addWidget(tab)
    tab.show()
    rows = {
        "plan": "study.plan",
        "codes": "study.codes",
        "location": "study.location",
        "model": "study.model",
    }
    for row, name in rows.items():
        change = tab.findChild(QPushButton, f"properties.{row}.change")
        known[name].setEnabled(False)
        assert not change.isEnabled()
        known[name].setEnabled(True)
        change.click()
    assert ran == list(rows.values())


def test_a_changed_plan_and_place_stand_there_at_once(
    tab: PropertiesPage, controller: StudyController, qtbot: QtBot
) -> None:
    assert tab.values["plan"].text() == f"{controller.study.settings.budget} runs"
    assert tab.values["codes"].text() == "the names of the candidates"
    controller.do(actions.change_settings, {"budget": 77}, "More runs are possible")
    controller.settle()
    qtbot.waitUntil(lambda: tab.values["plan"].text() == "77 runs")
    assert "77" in words(tab.table, "Value")
