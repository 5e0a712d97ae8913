"""View of an earlier state of the study: marked in every tab, nothing can be recorded, Esc leaves it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import QPoint, Qt

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise
from kgdesk.ui.entry.state_machine import Entry, EntryContext, SaveFailed
from kgdesk.ui.pages.candidate_table import RUNS
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.window.main_window import LEAST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytestqt.qtbot import QtBot

K = Qt.Key
#: Commands available in an earlier state: they read, print, or change the display only.
HARMLESS = ("study.", "view.", "plots.", "edit.", "help.")
RUN_MENU = {"run.cancel", "run.operator", "run.sheet", "run.labels"}


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "seven.kgstudy", rows=24, runs=7), qtbot, tabs=False)
    made.window.resize(1366, 768)
    yield made
    made.close()


def back_to(bench: Bench, run: int, qtbot: QtBot) -> None:
    bench.controller.selection.show_as_of(run)
    qtbot.waitUntil(lambda: bench.controller.selection.advice is not None, timeout=60_000)


@pytest.mark.parametrize("places", [(1, 4), *seldom((range(5),))], ids=["some", "all"])
def test_every_tab_stands_under_the_banner_and_escape_leads_back_from_each(
    bench: Bench, qtbot: QtBot, places: Sequence[int]
) -> None:
    for place in places:
        bench.window.parts.focus_cycle.go_to_tab(place)
        assert not bench.window.history_banner.isVisible()
        back_to(bench, 4, qtbot)
        assert bench.window.history_banner.isVisible()
        assert "after run 4, of 7" in bench.text("then.text")
        assert bench.text("entry.heading") == "Next now, not then: run 8"
        assert "(as of run 4)" in bench.window.windowTitle()
        bench.press(K.Key_Escape)
        assert bench.controller.selection.as_of is None
        assert not bench.window.history_banner.isVisible()
        assert "as of" not in bench.window.windowTitle()
        assert bench.controller.selection.advice is bench.controller.advice.current


def test_nothing_is_recorded_while_an_earlier_state_is_shown(bench: Bench, qtbot: QtBot) -> None:
    head = bench.controller.study.head
    candidate = bench.control.entry.candidate
    back_to(bench, 2, qtbot)
    bench.window.panel.scan.field.setFocus()
    bench.type(f"{candidate}\n")
    bench.press(K.Key_F8, K.Key_Return)
    bench.press(K.Key_F9, K.Key_Enter)
    for name in ("entry.success", "entry.failure", "entry.void", "entry.skip", "entry.start"):
        assert not bench.part(name).isEnabled(), name
    bench.window.commands.refresh()
    active = {c.id for c in bench.window.commands if bench.window.commands.action(c.id).isEnabled()}
    assert {name for name in active if not name.startswith(HARMLESS)} <= RUN_MENU
    assert not {"study.finish", "study.reopen"} & active
    assert "Nothing can be recorded" in bench.text("entry.banner.text")
    assert bench.controller.study.head == head
    assert bench.runs_on_disk() == 7


def test_the_controller_refuses_what_would_be_entered_meanwhile(bench: Bench, qtbot: QtBot) -> None:
    controller = bench.controller
    back_to(bench, 2, qtbot)
    refused: list[object] = []
    controller.refused.connect(refused.append)
    for act in (
        lambda: controller.do(actions.record, "C-0001", "success", advice=None, token="t"),
        lambda: controller.do(actions.correct, 1, "success", "Result read again"),
        lambda: controller.do(actions.take_back),
        lambda: controller.do(actions.finish, "found"),
        lambda: controller.do(actions.note, "n"),
    ):
        act()
        controller.settle()
        assert [isinstance(one, BadInput) and "go back to now" in str(one) for one in refused] == [True]
        refused.clear()
    assert bench.runs_on_disk() == 7


def test_what_was_armed_is_put_down_and_says_why(bench: Bench, qtbot: QtBot) -> None:
    bench.press(K.Key_F8)
    assert bench.control.entry.state == "armed"
    back_to(bench, 3, qtbot)
    assert bench.control.entry.armed is None
    assert "earlier state" in bench.strip
    bench.press(K.Key_Escape, K.Key_Return)
    assert bench.runs_on_disk() == 7
    bench.press(K.Key_F8, K.Key_Return)
    assert bench.runs_on_disk() == 8


def test_a_run_that_could_not_be_saved_waits_until_the_person_is_back() -> None:
    here = EntryContext(candidates=3, operator="MK", revision=7, suggested="C-1")
    entry, intent = Entry(here).arm("success", "token").confirm()
    failed = entry.failed("The disk is full.")
    away = failed.with_context(
        EntryContext(candidates=3, operator="MK", revision=7, suggested="C-1", looking_back=True)
    )
    assert isinstance(away.gesture, SaveFailed)
    assert away.confirm() == (away, None)
    back, again = away.with_context(here).confirm()
    assert back.state == "saving"
    assert again == intent


def test_every_number_is_that_of_the_study_as_it_stood_then(bench: Bench, qtbot: QtBot) -> None:
    for run in (0, 1, 4, 6):
        back_to(bench, run, qtbot)
        shown, fresh = bench.controller.selection.advice, advise(bench.controller.study.as_of(run))
        assert shown is not None
        assert shown.belief_digest == fresh.belief_digest
        assert shown.suggestion == fresh.suggestion
        assert (shown.probability == fresh.probability).all()


def test_the_pictures_and_the_table_of_candidates_are_those_of_then(bench: Bench, qtbot: QtBot) -> None:
    overview = bench.window.overview
    candidates = bench.window.page(CandidatesTab)

    def shown() -> int:
        return len(overview.history._data.points) if overview.history._data is not None else 0

    bench.window.parts.tabs.setCurrentWidget(overview)
    qtbot.waitUntil(lambda: shown() == 7, timeout=60_000)
    back_to(bench, 4, qtbot)
    qtbot.waitUntil(lambda: shown() == 4, timeout=60_000)
    bench.window.parts.tabs.setCurrentWidget(candidates)
    assert candidates.table.rows.columns[RUNS].values.sum() == 4
    bench.press(K.Key_Escape)
    assert candidates.table.rows.columns[RUNS].values.sum() == 7
    bench.window.parts.tabs.setCurrentWidget(overview)
    qtbot.waitUntil(lambda: shown() == 7, timeout=60_000)


def test_the_banner_ends_before_the_switch_of_the_faces(bench: Bench, qtbot: QtBot) -> None:
    for size in ((1366, 768), (1000, 700)):
        bench.window.resize(*size)
        back_to(bench, 5, qtbot)
        strip, switch = bench.window.history_banner.strip, bench.window.switch
        qtbot.waitUntil(lambda strip=strip: strip.width() > 0)
        end = strip.mapTo(bench.window, strip.rect().topRight()).x()
        assert end < switch.mapTo(bench.window, switch.rect().topLeft()).x()


def test_the_tabs_end_before_the_switch_of_the_faces(bench: Bench, qtbot: QtBot) -> None:
    bench.window.resize(*LEAST)
    bar, switch = bench.window.parts.tabs.tabBar(), bench.window.switch
    qtbot.waitUntil(lambda: bench.window.width() == LEAST[0])
    qtbot.waitUntil(
        lambda: bar.mapTo(bench.window, bar.rect().topRight()).x() < switch.mapTo(bench.window, QPoint()).x()
    )
    assert bar.sizeHint().width() > bar.width()  # they would reach below it


def test_the_arrows_of_the_banner_go_from_run_to_run_and_end_at_now(bench: Bench, qtbot: QtBot) -> None:
    back_to(bench, 5, qtbot)
    bench.click("then.earlier")
    assert bench.controller.selection.as_of == 4
    bench.click("then.later")
    bench.click("then.later")
    assert bench.controller.selection.as_of == 6
    bench.click("then.later")
    assert bench.controller.selection.as_of is None
    back_to(bench, 0, qtbot)
    assert not bench.part("then.earlier").isEnabled()
    assert "before the first run" in bench.text("then.text")


def test_what_others_record_meanwhile_is_taken_in_and_the_run_in_sight_stays(
    tmp_path: Path, qtbot: QtBot
) -> None:
    path = make_study(tmp_path / "shared.kgstudy", runs=4)
    reader = Bench(path, qtbot, operator="")
    try:
        reader.controller.selection.show_as_of(2)
        qtbot.waitUntil(lambda: reader.controller.selection.advice is not None, timeout=60_000)
        with actions.open_study(path, Operator("Kim")) as other:
            actions.record(other, "C-0009", "success")
        reader.controller.fetch_news(pytest.fail)
        reader.controller.settle()
        assert len(reader.controller.study.runs) == 5
        assert reader.controller.selection.as_of == 2
        assert reader.controller.selection.advice is not None
        assert len(reader.controller.selection.advice.study.runs) == 2
        assert "after run 2, of 5" in reader.text("then.text")
    finally:
        reader.close()
