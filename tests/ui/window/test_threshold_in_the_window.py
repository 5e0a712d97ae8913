"""The threshold is changed in the window: what changes is said before, a reason is asked for, and the card tells."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent.parent / "entry"))

from entry_bench import Bench, make_study, measured_study
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QInputDialog, QTableWidget

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.pages.properties import PropertiesPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    path = measured_study(tmp_path / "yields.kgstudy")
    with actions.open_study(path, Operator("MK", "bench")) as made:
        actions.record(made, "C-0002", "success", measured=65.0)
        actions.record(made, "C-0003", "success", measured=80.0)
    shown = Bench(path, qtbot, tabs=False)
    shown.window.resize(1366, 768)
    shown.window.show_face("study")
    yield shown
    shown.close()


def asking(monkeypatch: pytest.MonkeyPatch, typed: str, reason: str | None) -> list[str]:
    """Type a threshold and answer the question for the reason; return the questions."""
    asked: list[str] = []
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: (typed, True))
    monkeypatch.setattr(ReasonDialog, "ask", lambda *words: asked.append(words[2]) or reason)
    return asked


def test_what_changes_is_said_before_and_the_card_tells_it_until_the_next_run(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asking(monkeypatch, "70", "More is asked for")
    bench.window.commands.refresh()
    bench.window.commands.action("study.threshold").trigger()
    bench.controller.settle()
    assert asked == ["1 of 3 outcomes change: run 2. Why is the threshold 70 % instead of 60 %?"]
    study = bench.controller.study
    assert [run.outcome for run in study.runs] == ["failure", "failure", "success"]
    assert study.amendments[-1].reason == "More is asked for"
    bench.wait_ready()
    told = "⚠ New threshold: yield >= 70 %. 1 of 3 outcomes change: run 2."
    assert bench.part("entry.warning").isVisible()
    assert bench.text("entry.warning").startswith(told)
    assert "70" in bench.text("entry.valueSide")
    rows = bench.part("entry.last", QTableWidget)
    shown = [rows.item(row, 2).text() for row in range(rows.rowCount())]
    assert len(shown) >= 2  # where the letters are tall two have room
    assert shown == ["● Success", "✕ Failure *", "✕ Failure"][: len(shown)]
    bench.control.do(actions.record, "C-0004", "failure", measured=3.0)
    bench.controller.settle()
    bench.wait_ready()
    assert "New threshold" not in bench.text("entry.warning")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("<70", "The threshold is a number, not <70."),
        ("60", ""),
        *seldom(("much", "is not a number"), ("60.0 %", "")),
    ],
)
def test_what_is_no_other_number_changes_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, typed: str, said: str
) -> None:
    asked, before = asking(monkeypatch, typed, "never"), bench.controller.study.revision
    bench.window.commands.action("study.threshold").trigger()
    bench.controller.settle()
    assert said in bench.window.message_strip.text
    assert (asked, bench.controller.study.revision) == ([], before)


def test_the_threshold_is_typed_with_the_decimal_mark_of_the_computer(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking(monkeypatch, "72,5 %", "More is asked for")
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        bench.window.commands.action("study.threshold").trigger()
    finally:
        QLocale.setDefault(before)
    bench.controller.settle()
    assert bench.controller.study.settings.threshold == 72.5


def test_properties_have_the_threshold_where_there_is_one(bench: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    plain = Bench(make_study(tmp_path / "plain.kgstudy"), qtbot, tabs=False)
    for shown, stated in ((bench, True), (plain, False)):
        shown.window.commands.refresh()
        action = shown.window.commands.action
        page = PropertiesPage(shown.controller, action)
        qtbot.addWidget(page)
        page.show()
        assert action("study.threshold").isEnabled() == stated
        assert page.values["threshold"].isVisible() == stated
    assert page.values["threshold"].text() == ""
    plain.close()
