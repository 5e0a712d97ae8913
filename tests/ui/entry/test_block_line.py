"""The line with the present lot: shown where a study names one, kept until another is stated, on every run."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from entry_bench import BEGIN, Bench, Clock, make_study

from kgdesk import actions
from kgdesk.model.advice import queries
from kgdesk.model.advice.block_checks import block_levels
from kgdesk.model.advice.stopping_basis import departures
from kgdesk.ui.entry.block_line import BlockDialog
from kgdesk.ui.pages import check_findings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def lots(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "lots.kgstudy", blocks="plate, Lot, Oven"), qtbot, tabs=False)
    yield made
    made.close()


def stated(bench: Bench, qtbot: QtBot, *levels: str) -> None:
    bench.click("entry.block")
    dialog = bench.window.findChild(BlockDialog)
    assert dialog is not None
    assert not dialog.save.isEnabled()
    for field, level in zip(dialog.fields.values(), levels, strict=True):
        field.setText(level)
    with qtbot.waitSignal(dialog.finished):
        dialog.save.click()
    qtbot.waitUntil(lambda: bench.window.findChild(BlockDialog) is None)


def test_a_lot_is_stated_once_and_kept_until_another_one_is(lots: Bench, qtbot: QtBot) -> None:
    assert lots.text("entry.block") == "Lot: not stated · Oven: not stated"
    stated(lots, qtbot, "4711", "")
    qtbot.waitUntil(lambda: lots.text("entry.block") == "Lot: 4711 · Oven: not stated")
    for lot in ("4711", "4711", "4712"):
        if lot == "4712":
            stated(lots, qtbot, lot, "2")
            qtbot.waitUntil(lambda: lots.text("entry.block") == "Lot: 4712 · Oven: 2")
        before = len(lots.controller.study.runs)
        qtbot.waitUntil(lambda: lots.control.entry.can_arm)
        lots.control.arm("success")
        lots.control.confirm()
        qtbot.waitUntil(lambda before=before: len(lots.controller.study.runs) > before)
    assert [dict(run.blocks).get("Lot") for run in lots.controller.study.runs] == [
        "",
        "",
        "",
        "4711",
        "4711",
        "4712",
    ]


def test_a_window_that_is_open_over_midnight_suggests_for_the_new_day(tmp_path: Path, qtbot: QtBot) -> None:
    path = make_study(tmp_path / "days.kgstudy", terms="linear", blocks="day, Lot")
    made = Bench(path, qtbot, tabs=False)
    try:
        assert made.text("entry.block") == "Day: Nov 21, 2026 · Lot: not stated"
        before, tasks = made.controller.advice.current, made.window.background_tasks
        tasks.look()
        assert made.controller.advice.current is before  # the same day
        made.controller.who = replace(made.controller.who, clock=Clock(BEGIN + timedelta(hours=17)))
        tasks.look()
        qtbot.waitUntil(lambda: made.text("entry.block") == "Day: Nov 22, 2026 · Lot: not stated")
        made.wait_ready()
        advice = made.controller.advice.current
        assert advice is not before
        assert queries.suggestion(made.controller.study)["block"] == {"day": "2026-11-22", "Lot": ""}
        qtbot.waitUntil(lambda: made.control.entry.can_arm)
        made.control.arm("success")
        made.control.confirm()
        qtbot.waitUntil(lambda: made.runs == 4)
        run = made.controller.study.runs[-1]
        assert run.suggested == run.candidate
        assert dict(run.blocks)["day"] == "2026-11-22"
        assert made.text("entry.block") == "Day: Nov 22, 2026 · Lot: not stated"
    finally:
        made.close()
    check = actions.verify(path)
    assert check.problem is None, check
    assert (check.exact, check.suggestions) == (1, 1)


def test_a_study_of_days_alone_shows_the_day_and_asks_for_nothing(tmp_path: Path, qtbot: QtBot) -> None:
    made = Bench(make_study(tmp_path / "days.kgstudy", blocks="day"), qtbot, tabs=False, ask=False)
    try:
        assert made.text("entry.block") == "Day: Nov 21, 2026"
        assert not made.part("entry.block").isEnabled()
    finally:
        made.close()


def test_a_study_without_blocks_has_no_such_line(bench: Bench) -> None:
    assert not bench.part("entry.block").isVisible()


def test_a_finished_study_shows_none(lots: Bench, qtbot: QtBot) -> None:
    lots.control.finish("enough")
    qtbot.waitUntil(lambda: not lots.controller.study.is_open)
    qtbot.waitUntil(lambda: not lots.part("entry.block").isVisible())


def test_checks_name_the_lot_that_departs_with_its_range_and_the_solvent_that_is_mixed_up_with_it(
    tmp_path: Path,
) -> None:
    path = make_study(tmp_path / "s.kgstudy", rows=24, runs=0, blocks="Lot")
    with actions.open_study(path, actions.Operator("MK")) as session:
        assert check_findings.blocks_finding(session.study, block_levels(session.study)) is None
        names = session.study.pool.ids
        for at, name in enumerate(names):
            actions.record(session, name, "failure" if at % 2 else "success", blocks={"Lot": "AB"[at % 2]})
        found = check_findings.blocks_finding(session.study, block_levels(session.study))
    assert found is not None
    assert found.state == "caution"
    assert "departs: a candidate with an even chance elsewhere has one of" in found.sentence


def test_checks_say_that_lots_alike_were_compared(tmp_path: Path) -> None:
    path = make_study(tmp_path / "s.kgstudy", rows=24, runs=0, blocks="Lot, operator")
    with actions.open_study(path, actions.Operator("MK")) as session:
        for at, name in enumerate(session.study.pool.ids):
            session.who = actions.Operator("MK" if at < 12 else "JD")
            outcome = "success" if at % 4 < 2 else "failure"
            actions.record(session, name, outcome, blocks={"Lot": "AB"[at % 2]})
        groups = departures(session.study)
        assert not {one.kind for one in groups} & {"operator"}
        found = check_findings.groups_finding(session.study, block_levels(session.study), ())
        assert check_findings.groups_finding(None, (), ()).state == "open"
    assert found.state == "good"
    assert "Blocks compared: 4." in found.sentence
