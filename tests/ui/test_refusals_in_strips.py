"""A strip says what happened; one click shows what it means, what to do, and the code with its page."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from bench import Bench, make_study
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget

from kgdesk.errors import BadInput, KgdeskError, NotWritten, UnknownCandidate
from kgdesk.ui.help.opening import page_of
from kgdesk.ui.messages import parts_of, refuse
from kgdesk.ui.parts import Strip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

UI = Path(__file__).parents[2] / "kgdesk" / "ui"


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
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot)
    yield made
    made.close()


@pytest.mark.parametrize("problem", [BadInput("Name the file first."), NotWritten("The disk is full.")])
def test_the_button_of_a_strip_shows_all_four_parts(window: QWidget, problem: KgdeskError) -> None:
    strip = Strip("told", window)
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
    strip.say("neutral", "Saved.")
    assert strip.buttons == ()
    assert page_of(strip) != page_of(box)


def test_the_banner_over_the_entry_has_the_same_way(bench: Bench) -> None:
    banner = bench.window.panel.banner
    assert not banner.why.isVisible()
    bench.control.skip("C-9999", "not here")
    problem = bench.control.problem
    assert isinstance(problem, UnknownCandidate)
    assert str(problem) in banner.label.text()
    banner.why.click()
    box = shown()
    holds_all_four(box, problem)
    box.close()
    bench.control.cancel()
    assert not banner.why.isVisible()
    other = BadInput("The suggestion could not be worked out.")
    bench.desk.refused.emit(other)
    assert banner.why.isVisible()
    banner.why.click()
    holds_all_four(shown(), other)
    shown().close()


def test_the_button_records_nothing_and_leaves_what_is_armed(bench: Bench) -> None:
    bench.control.arm("success")
    bench.desk.refused.emit(BadInput("The picture could not be drawn."))
    bench.window.panel.findChild(QPushButton, "entry.bannerWhy").click()
    shown().close()
    assert bench.control.entry.armed == "success"
    assert bench.runs == 3


def test_no_strip_says_a_refusal_without_the_way_to_its_message() -> None:
    bare = re.compile(r'say\(\s*"refusal",\s*str\(')
    assert [path.name for path in sorted(UI.rglob("*.py")) if bare.search(path.read_text("utf-8"))] == []
