"""Message strips: one click shows the effect, the remedy, and the error code with its manual page."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget
from tabled import rows, write

from kgdesk.actions import Operator
from kgdesk.errors import BadInput, BadTable, KgdeskError, NotWritten, UnknownCandidate
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.help_window import page_of
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import parts_of, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

UI = Path(__file__).parents[3] / "kgdesk" / "ui"


def shown() -> QMessageBox:
    (box,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible())
    return box


def holds_all_four(box: QMessageBox, problem: KgdeskError) -> None:
    assert box.text() == str(problem)
    for part in parts_of(problem):
        assert part in box.informativeText()
    assert box.detailedText().startswith(problem.code)
    assert page_of(box).startswith("messages.md#")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, tabs=False)
    yield made
    made.close()


@pytest.mark.parametrize("problem", [BadInput("Name the file first."), NotWritten("The disk is full.")])
def test_the_button_of_a_strip_shows_all_four_parts(window: QWidget, problem: KgdeskError) -> None:
    strip = MessageStrip("told", window)
    pressed: list[int] = []
    refuse(strip, problem, (("Close", lambda: pressed.append(1)),))
    assert strip.text == str(problem)
    first, why = strip.buttons
    first.click()
    assert pressed == [1]
    why.click()
    box = shown()
    holds_all_four(box, problem)
    assert page_of(why) == page_of(box)
    box.close()
    strip.show_message("neutral", "Saved.")
    assert strip.buttons == ()
    assert page_of(strip) != page_of(box)


def test_the_banner_over_the_entry_has_the_same_way(bench: Bench) -> None:
    banner = bench.window.panel.banner
    assert not banner.isVisible()
    bench.control.skip("C-9999", "not here")
    problem = bench.control.problem
    assert isinstance(problem, UnknownCandidate)
    assert banner.text == str(problem)
    (why,) = banner.buttons
    why.click()
    box = shown()
    holds_all_four(box, problem)
    box.close()
    bench.control.cancel()
    bench.controller.refresher.flush()
    assert not banner.isVisible()
    assert banner.buttons == ()
    other = BadInput("The suggestion could not be worked out.")
    bench.controller.refused.emit(other)
    bench.controller.refresher.flush()
    (why,) = banner.buttons
    assert why.isVisible()
    why.click()
    holds_all_four(shown(), other)
    shown().close()


def test_the_button_records_nothing_and_leaves_what_is_armed(bench: Bench) -> None:
    bench.control.arm("success")
    bench.controller.refused.emit(BadInput("The picture could not be drawn."))
    bench.window.panel.findChild(QPushButton, "entry.banner.0").click()
    shown().close()
    assert bench.control.entry.armed == "success"
    assert bench.runs == 3


def explained(window: QWidget, name: str, problem: KgdeskError) -> None:
    """Click the last button of a strip and check the whole message."""
    strip = window.findChild(MessageStrip, name)
    assert strip.isVisible()
    assert strip.text == str(problem)
    strip.buttons[-1].click()
    holds_all_four(shown(), problem)
    shown().close()


def test_the_dialogs_of_several_runs_and_of_corrections_have_the_same_way(bench: Bench, qtbot: QtBot) -> None:
    several = BatchDialog(bench.control, bench.window)
    several.show()
    qtbot.waitUntil(lambda: bool(several.picks), timeout=120_000)
    problem = BadInput("The list could not be worked out.")
    several.runs._show_refusal(problem)
    explained(several, "several.problem", problem)
    several.count.setValue(5)
    assert several.strip.isHidden()
    qtbot.waitUntil(lambda: len(several.picks) == 5, timeout=120_000)
    bench.controller.who = replace(bench.controller.who, operator=" ")
    several.start.click()
    qtbot.waitUntil(several.strip.isVisible, timeout=120_000)
    assert isinstance(bench.control.problem, BadInput)
    explained(several, "several.problem", bench.control.problem)
    several.reject()
    correct = CorrectDialog(bench.controller, 2, bench.window)
    correct.show()
    correct._not_saved(problem)
    explained(correct, "correct.refused", problem)
    correct.reject()


def test_what_the_wizard_cannot_make_of_the_columns_has_the_same_way(tmp_path: Path, qtbot: QtBot) -> None:
    wizard = NewStudyWizard(Operator("MK", "lab-1"), tmp_path, str(write(tmp_path / "small.csv", rows(60))))
    qtbot.addWidget(wizard)
    wizard.show()
    qtbot.waitUntil(lambda: wizard.table.complete, timeout=60_000)
    problem = BadTable("Column “load” has numbers that differ by too much.")
    wizard.table._refuse(problem)
    explained(wizard, "wizard.problem", problem)
    wizard.next.click()
    qtbot.waitUntil(lambda: wizard.page is wizard.plan, timeout=60_000)
    wizard.plan.rehearsal._refused(problem)
    explained(wizard, "wizard.rehearseProblem", problem)
    wizard.plan.rehearsal.forget()
    assert wizard.plan.rehearsal.strip.isHidden()
    wizard.worker.stop()


def test_a_button_with_the_same_words_stays_and_does_what_was_said_last(window: QWidget) -> None:
    strip, pressed = MessageStrip("told", window), []
    strip.show_message("caution", "One.", (("Try again", lambda: pressed.append(1)),))
    (button,) = strip.buttons
    button.setFocus()
    strip.show_message("refusal", "Two.", (("Try again", lambda: pressed.append(2)),))
    assert strip.buttons == (button,)
    button.click()
    assert pressed == [2]


def test_no_strip_says_a_refusal_without_the_way_to_its_message() -> None:
    bare = re.compile(r'say\(\s*"(?:refusal|caution)",\s*(?:str|told)\(')
    assert [path.name for path in sorted(UI.rglob("*.py")) if bare.search(path.read_text("utf-8"))] == []
