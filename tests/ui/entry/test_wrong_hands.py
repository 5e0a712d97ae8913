"""Task script T6: whatever hands do, only an armed outcome and a deliberate Enter or Record make a run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from bench import Bench
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key
WALKS, STEPS = 12, 60
OUTCOMES = ("entry.success", "entry.failure")


@pytest.mark.slow
def test_no_run_is_recorded_without_its_two_steps(small_study_path: Path, qtbot: QtBot) -> None:
    bench = Bench(small_study_path, qtbot)
    bench.window.panel.wanted.disconnect(bench.window.ask)  # a dialog would wait for other hands
    try:
        for seed in range(WALKS):
            walk(bench, random.Random(seed))
    finally:
        bench.close()
    check = actions.verify(small_study_path)
    assert check.problem is None
    assert check.suggestions > 10  # the walks did record, so that they can fail


def walk(bench: Bench, rng: random.Random) -> None:
    """Do random things; hold each against what the last things allow."""
    acts: dict[str, Callable[[], None]] = {
        "arm": lambda: bench.press(rng.choice((K.Key_F8, K.Key_F9))),
        "click": lambda: bench.click(rng.choice(OUTCOMES), double=rng.random() < 0.5),
        "enter": lambda: bench.press(rng.choice((K.Key_Return, K.Key_Enter))),
        "record": lambda: record(bench, double=rng.random() < 0.5),
        "letter": lambda: bench.type(rng.choice("aZ7-")),
        "scan": lambda: bench.type(rng.choice(bench.desk.study.pool.ids) + "\n"),
        "escape": lambda: bench.press(K.Key_Escape),
        "undo": lambda: bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier),
        "tab": lambda: bench.press(K.Key_Tab),
        "start": lambda: bench.press(K.Key_T, modifier=Qt.KeyboardModifier.ControlModifier),
        "take up": lambda: take_up(bench, rng),
    }
    armed = False
    bench.wait_ready()
    for _ in range(STEPS):
        before = written(bench)
        act = rng.choice((*acts, "arm", "enter", "enter"))
        quiet = {"enter", "undo", "tab"}
        if not bench.part("entry.runningList").isVisible():
            quiet.add("take up")
        acts[act]()
        if written(bench) > before:
            assert armed, act
            assert act in {"enter", "record"}
            assert written(bench) == before + 1
            if rng.random() < 0.5:
                bench.wait_ready()
        armed = act in {"arm", "click", "start"} or (armed and written(bench) == before and act in quiet)
    bench.control.cancel()
    bench.control.unchoose()
    bench.part("entry.scan").setText("")  # type: ignore[attr-defined]


def written(bench: Bench) -> int:
    """Return how many runs and starts there are."""
    return bench.runs + len(bench.desk.study.starts)


def take_up(bench: Bench, rng: random.Random) -> None:
    """Click on a run in progress, if there is one in sight."""
    rows = bench.part("entry.runningList", QListWidget)
    if rows.isVisible() and rows.count():
        place = rows.visualItemRect(rows.item(rng.randrange(rows.count()))).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def record(bench: Bench, *, double: bool) -> None:
    """Click on Record where it can be seen."""
    if bench.part("entry.record").isVisible():
        bench.click("entry.record", double=double)
