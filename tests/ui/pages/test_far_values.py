"""Checks names a value that is far from what its candidate predicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow
from tests.ui.desks import make_desk, make_session

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

pytestmark = [pytest.mark.usefixtures("light")]


@pytest.mark.parametrize(
    ("scale", "unit", "typed", "counts"),
    [
        ("natural", "mg", 6000.0, "Until then it hardly moves the predictions."),
        ("logit", "%", 600.0, "Until then it counts as the largest or smallest share"),
    ],
)
def test_checks_names_a_mistyped_value_and_the_run(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication, scale: str, unit: str, typed: float, counts: str
) -> None:
    rule = Settings(measured="yield", measured_unit=unit, threshold=60.0, direction="at-least", scale=scale)  # type: ignore[arg-type]
    session = make_session(tmp_path / "lab", count=24, attributes=2, settings=rule)
    for nth, value in enumerate((20.0, 24.0, 31.0, 18.0, typed, 22.0, 27.0, 25.0)):
        outcome = "success" if value > 60.0 else "failure"
        actions.record(session, session.study.pool.ids[nth], outcome, measured=value)
    queue = ComputeQueue(qapp)
    window = MainWindow(make_desk(session, queue, qtbot), qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    checks = open_page(ChecksPage, window.controller, window)
    row = checks.rows["surprises"]
    qtbot.waitUntil(lambda: "in run 5 is far from what its candidate predicts" in row.sentence.text())
    assert str(int(typed)) in row.sentence.text().replace(",", "")
    assert counts in row.finding.advice
    window.close()
    queue.stop()
    queue.deleteLater()
