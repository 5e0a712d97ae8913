"""Presentation mode: large text, no names, nothing can be recorded."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QDialog, QLabel, QLineEdit

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.session.view_state import anonymised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

K = Qt.Key
WHO = Operator("Maximiliane Kronenberger", "SECRET-PC-7")


@pytest.fixture
def bench(request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Open a study in which one person did everything that records a name; with pages in tests ``with_tabs``."""
    path = make_study(tmp_path / "lived.kgstudy", rows=24, runs=3)
    with actions.open_study(path, WHO) as session:
        actions.record(session, session.study.pool.ids[9], "failure")
        actions.correct(session, 4, "success", "Typed the wrong outcome")
        actions.note(session, "New lamp", run=4)
        actions.note(session, "Moved to room 7")
        actions.exclude(session, [session.study.pool.ids[3]], "Used up")
    made = Bench(path, qtbot, tabs=request.node.get_closest_marker("with_tabs") is not None)
    made.control.set_operator(WHO.operator)
    made.window.resize(1366, 768)
    yield made
    made.close()


def said(bench: Bench) -> str:
    """Return every text of the visible tab, including tables and tooltips."""
    words = [bench.window.windowTitle()]
    for kind in (QLabel, QAbstractButton, QLineEdit):
        for part in bench.window.findChildren(kind):
            if part.isVisible():
                words += [part.text(), part.toolTip(), part.accessibleName()]
    for table in bench.window.findChildren(QAbstractItemView):
        rows = table.model()
        if not table.isVisible() or rows is None:
            continue
        for row in range(rows.rowCount()):
            for column in range(rows.columnCount()):
                at = rows.index(row, column)
                words += [
                    str(rows.data(at, role))
                    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
                ]
    return "\n".join(words)


@pytest.mark.with_tabs
def test_no_name_of_a_person_or_a_computer_is_shown_on_any_tab(bench: Bench) -> None:
    window = bench.window
    window.tabs.setCurrentIndex(2)
    assert "Kronenberger" in said(bench)
    window.presentation.start()
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        words = said(bench)
        assert "Kronenberger" not in words, window.tabs.tabText(place)
        assert "SECRET" not in words, window.tabs.tabText(place)
    window.presentation.stop()
    window.tabs.setCurrentIndex(2)
    assert "Kronenberger" in said(bench)


def test_it_fills_the_screen_with_large_text_and_a_heading_and_comes_back_as_it_was(bench: Bench) -> None:
    window = bench.window
    before = window.font().pointSizeF()
    window.commands.action("view.presentation").trigger()
    assert window.isFullScreen()
    assert window.font().pointSizeF() == pytest.approx(1.5 * before)
    assert window.heading.isVisible()
    assert "4 of 40 runs recorded" in window.heading.text()
    assert not window.menuBar().isVisible()
    assert not window.panel.isVisible()
    assert not window.status.isVisible()
    assert "Esc" in window.note.text
    bench.press(K.Key_Escape)
    assert not window.isFullScreen()
    assert window.font().pointSizeF() == pytest.approx(before)
    assert not window.heading.isVisible()
    assert window.menuBar().isVisible()
    assert window.panel.isVisible()
    assert window.status.isVisible()
    assert window.note.text == ""
    assert window.preferences.text_scale == 1.0


@pytest.mark.with_tabs
def test_no_key_records_corrects_or_asks_meanwhile_and_all_do_afterwards(bench: Bench, qtbot: QtBot) -> None:
    window = bench.window
    qtbot.waitUntil(lambda: bench.control.entry.can_arm, timeout=120_000)
    usable = {c.id for c in window.commands if window.commands.action(c.id).isEnabled()}
    window.presentation.start()
    resting = {c.id for c in window.commands if not window.commands.action(c.id).isEnabled()}
    assert {c.id for c in window.commands if c.id.startswith("run.")} <= resting
    assert {"study.finish", "study.reopen"} <= resting
    runs = bench.runs
    window.tabs.setCurrentIndex(2)
    for key in (K.Key_F8, K.Key_Return, K.Key_F9, K.Key_Enter):
        bench.press(key)
    window.show_run(2)
    window.tabs.currentWidget().correct_run(2)  # type: ignore[attr-defined]
    for what in ("operator", "void", "finish", "exclude"):
        window.ask(what)
    assert not [d for d in window.findChildren(QDialog) if d.isVisible()]
    assert bench.runs == runs
    window.tabs.setCurrentIndex(0)
    window.commands.action("view.presentation").trigger()
    assert {c.id for c in window.commands if window.commands.action(c.id).isEnabled()} == usable
    bench.press(K.Key_F8)
    assert bench.control.entry.state == "armed"


@pytest.mark.parametrize(
    "locked", [pytest.param(False, marks=pytest.mark.nightly), True], ids=["open to change", "locked"]
)
def test_a_finished_study_can_be_neither_signed_nor_locked_nor_unlocked_meanwhile(
    bench: Bench, locked: bool
) -> None:
    bench.controller.do(actions.finish, "Best candidate found")
    if locked:
        bench.control.do(actions.lock, "Reported")
    bench.controller.settle()
    custody = {"study.signOff", "study.lock", "study.unlock", "study.reopen"}

    def usable() -> set[str]:
        bench.window.commands.refresh()
        return {name for name in custody if bench.window.commands.action(name).isEnabled()}

    before = usable()
    assert before == ({"study.unlock"} if locked else {"study.signOff", "study.lock", "study.reopen"})
    bench.window.presentation.start()
    assert usable() == set()
    for name in sorted(custody):
        bench.window.commands.action(name).trigger()
    assert not [dialog for dialog in bench.window.findChildren(QDialog) if dialog.isVisible()]
    bench.window.presentation.stop()
    assert usable() == before


def test_it_does_not_begin_while_an_outcome_waits(bench: Bench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bench.control.entry.can_arm, timeout=120_000)
    bench.control.arm("success")
    assert not bench.window.commands.action("view.presentation").isEnabled()


def test_without_names_a_study_is_otherwise_the_same(bench: Bench) -> None:
    study = bench.window.controller.study
    shown = anonymised(study)
    assert "Kronenberger" in repr(study)
    assert "Kronenberger" not in repr(shown)
    assert "SECRET" not in repr(shown)
    assert [(r.number, r.candidate, r.outcome, r.note) for r in shown.runs] == [
        (r.number, r.candidate, r.outcome, r.note) for r in study.runs
    ]
    assert shown.pool is study.pool
    assert shown.revision == study.revision


def test_whatever_way_leads_there_nothing_is_recorded_while_the_study_is_shown_to_a_room(
    bench: Bench, qtbot: QtBot
) -> None:
    before = bench.controller.study.revision
    bench.controller.present(True)
    with qtbot.waitSignal(bench.controller.refused) as refused:
        bench.controller.do(actions.note, "By the way")
    assert "end that with F5" in str(refused.args[0])
    bench.controller.settle()
    assert bench.controller.study.revision == before
    bench.controller.present(False)
    bench.controller.do(actions.note, "By the way")
    bench.controller.settle()
    assert bench.controller.study.revision > before
