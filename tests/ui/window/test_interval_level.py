"""The level of the intervals is chosen once: every view names the level that it draws; the log records 90 %."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from kgdesk import actions
from kgdesk.actions import reports
from kgdesk.store import export_lines
from kgdesk.ui.dialogs.preferences_dialog import SettingsDialog
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.printing.report_pictures import ReportPictures
from kgdesk.ui.session.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, tabs=False)
    yield made
    made.close()


def choose(bench: Bench, qtbot: QtBot, percent: int) -> None:
    bench.window.commands.action("study.settings").trigger()
    dialog = bench.window.findChildren(SettingsDialog)[-1]
    dialog.ranges.choose(percent)
    dialog.ranges.activated.emit(dialog.ranges.currentIndex())
    dialog.close()
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    qtbot.waitUntil(
        lambda: (
            bench.controller.advice.current is not None
            and bench.controller.advice.current.level == percent / 100
            and not bench.compute_queue.pending("trajectory")
        ),
        timeout=60_000,
    )
    bench.wait_ready()


def test_card_table_and_pictures_name_the_level_that_they_draw(bench: Bench, qtbot: QtBot) -> None:
    expected = bench.window.panel.card.expected
    assert "%" in expected.text()
    assert "90\u00a0% range" in expected.text()
    before = bench.controller.advice.current
    assert before is not None
    choose(bench, qtbot, 50)
    assert Preferences().range_level == 0.5
    assert "50\u00a0% range" in expected.text()
    overview = bench.window.overview
    assert isinstance(overview, OverviewTab)
    assert "50\u00a0% range" in overview.best.sentence
    overview.history.show_table(True)
    assert "50\u00a0% range from" in [column.heading for column in overview.history.twin.rows.columns]
    overview.history.show_table(False)
    tab = bench.window.page(CandidatesTab)
    assert tab is not None
    bench.turn_to(tab)
    headings = [column.heading for column in tab.table.rows.columns]
    assert "Expected success, 50\u00a0% range" in [heading.replace("\n", " ") for heading in headings]
    assert not any("90\u00a0% range" in heading for heading in headings)
    choose(bench, qtbot, 90)
    assert "90\u00a0% range" in expected.text()
    assert (bench.controller.advice.current.low == before.low).all()  # type: ignore[union-attr]


def test_checks_say_that_other_ranges_than_those_of_90_percent_were_not_measured(
    bench: Bench, qtbot: QtBot
) -> None:
    tab = open_page(ChecksPage, bench.controller, bench.window)
    qtbot.waitUntil(tab.painted)
    assert "not measured" not in tab.ranges.sentence
    choose(bench, qtbot, 80)
    assert "80\u00a0% ranges now; what those cover was not measured" in tab.ranges.sentence
    assert "was not measured" in " ".join(label.text() for label in tab.rows["ranges"].findChildren(QLabel))


def test_an_earlier_state_and_the_report_are_drawn_with_the_chosen_ranges(bench: Bench, qtbot: QtBot) -> None:
    choose(bench, qtbot, 80)
    page = reports.compose(bench.controller.advice.current, ReportPictures()(bench.controller.advice.current))  # type: ignore[arg-type]
    text = reports.html(page)
    assert "80 % range" in text
    assert "90 % range" not in text.replace("\u00a0", " ")
    bench.controller.selection.show_as_of(1)
    qtbot.waitUntil(lambda: bench.controller.selection.advice is not None, timeout=60_000)
    assert bench.controller.selection.advice.level == 0.8  # type: ignore[union-attr]
    choose(bench, qtbot, 50)
    qtbot.waitUntil(
        lambda: (
            bench.controller.selection.advice is not None and bench.controller.selection.advice.level == 0.5
        ),
        timeout=60_000,
    )


def test_what_is_recorded_and_exported_keeps_the_ranges_of_90_percent(
    bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    usual = bench.controller.advice.current
    assert usual is not None
    choose(bench, qtbot, 50)
    shown = bench.controller.advice.current
    assert shown is not None
    assert shown.suggestion.low > usual.suggestion.low
    for name, advice in (("usual.xlsx", usual), ("shown.xlsx", shown)):
        actions.export(bench.controller.session, tmp_path / name, advice=advice)
    from python_calamine import CalamineWorkbook

    books = [CalamineWorkbook.from_path(str(tmp_path / name)) for name in ("usual.xlsx", "shown.xlsx")]
    for sheet in books[0].sheet_names:
        assert books[0].get_sheet_by_name(sheet).to_python() == books[1].get_sheet_by_name(sheet).to_python()
    bench.press(Qt.Key.Key_F8)
    bench.press(Qt.Key.Key_Return)
    run = bench.controller.study.runs[-1]
    assert run.outcome == "success"
    lines = "".join(export_lines(bench.controller.study.events))
    assert f"[{usual.suggestion.low!r},{usual.suggestion.high!r}]" in lines
    assert f"{shown.suggestion.low!r}" not in lines
