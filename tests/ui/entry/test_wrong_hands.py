"""Task T6: random input records runs only by an armed outcome and a deliberate Enter or Record.

A thousand random walks of fifty steps, with a new study every hundred; ``KGDESK_WALKS=40`` sets another number.
"""

from __future__ import annotations

import os
import random
import threading
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QListWidget

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key
WALKS, STEPS = int(os.environ.get("KGDESK_WALKS", "1000")), 50
#: Walks per study: a long study makes advice slow.
ON_ONE_STUDY = 100
OUTCOMES = ("entry.success", "entry.failure")


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.timeout(300 + 20 * ON_ONE_STUDY)
@pytest.mark.parametrize("first", range(0, WALKS, ON_ONE_STUDY))
def test_no_run_is_recorded_without_its_two_steps_and_nothing_is_left_running(
    tmp_path: Path, qtbot: QtBot, first: int
) -> None:
    path = make_study(tmp_path / "hands.kgstudy")
    many_hands(path, range(first, min(first + ON_ONE_STUDY, WALKS)), qtbot)
    check = actions.verify(path)
    assert check.problem is None
    assert check.suggestions > 10  # the walks did record, so that the test can fail


def many_hands(path: Path, seeds: range, qtbot: QtBot) -> None:
    """Perform one walk after the other in one window; then check for leaked objects."""
    threads, windows = set(threading.enumerate()), set(QApplication.topLevelWidgets())
    bench = Bench(path, qtbot)
    bench.window.panel.wanted.disconnect(bench.window.ask)  # a dialog would wait for input
    held: list[dict[str, int]] = []
    try:
        for seed in seeds:
            walk(bench, random.Random(seed))
            bench.wait_ready()
            held.append(census(bench.window))
    finally:
        bench.close()
    # A window creates some objects on first use, a few of them late; one for each walk would be more.
    settled = len(held) // 2
    late = {"objects": settled // 5, "widgets of the program": settled // 5}
    most = {kind: max(one[kind] for one in held[:settled]) + late.get(kind, 0) for kind in held[0]}
    assert held[-1] == {kind: min(count, most[kind]) for kind, count in held[-1].items()}
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= threads)
    assert set(QApplication.topLevelWidgets()) <= windows


def census(window: QObject) -> dict[str, int]:
    """Count the objects of a window, after pending deletions."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    timers = [timer for timer in window.findChildren(QTimer) if timer.isActive()]
    return {
        "objects": len(window.findChildren(QObject)),
        "running timers": len(timers),
        "widgets of the program": len(QApplication.allWidgets()),
        "threads": threading.active_count(),
    }


def walk(bench: Bench, rng: random.Random) -> None:
    """Perform random input; check each step against what the previous ones allow."""
    acts: dict[str, Callable[[], None]] = {
        "arm": lambda: bench.press(rng.choice((K.Key_F8, K.Key_F9))),
        "click": lambda: bench.click(rng.choice(OUTCOMES), double=rng.random() < 0.5),
        "enter": lambda: bench.press(rng.choice((K.Key_Return, K.Key_Enter))),
        "record": lambda: record(bench, double=rng.random() < 0.5),
        "letter": lambda: bench.type(rng.choice("aZ7-")),
        "scan": lambda: bench.type(rng.choice(bench.controller.study.pool.ids) + "\n"),
        "escape": lambda: bench.press(K.Key_Escape),
        "undo": lambda: bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier),
        "tab": lambda: bench.press(K.Key_Tab),
        "start": lambda: bench.press(K.Key_T, modifier=Qt.KeyboardModifier.ControlModifier),
        "take up": lambda: take_up(bench, rng),
        "turn": lambda: bench.press(
            K(K.Key_1.value + rng.randrange(5)), modifier=Qt.KeyboardModifier.AltModifier
        ),
        "area": lambda: bench.press(K.Key_F6),
        "arrow": lambda: bench.press(rng.choice((K.Key_Up, K.Key_Down, K.Key_Left, K.Key_Right))),
    }
    armed = False
    done: list[str] = []
    bench.wait_ready()
    for _ in range(STEPS):
        before = written(bench)
        act = rng.choice((*acts, "arm", "enter", "enter"))
        quiet = {"enter", "undo", "tab", "turn", "area", "arrow"}
        if not bench.part("entry.runningList").isVisible():
            quiet.add("take up")
        done.append(f"{act} ({bench.control.entry.state})")
        acts[act]()
        put_away(bench)
        if written(bench) > before:
            assert armed, done[-8:]
            assert act in {"enter", "record"}
            assert written(bench) == before + 1
            if rng.random() < 0.5:
                bench.wait_ready()
        armed = act in {"arm", "click", "start"} or (armed and written(bench) == before and act in quiet)
    bench.control.cancel()
    bench.control.unchoose()
    bench.part("entry.scan").setText("")  # type: ignore[attr-defined]


def put_away(bench: Bench) -> None:
    """Close a menu or dialog opened by a key, and activate the window as window managers do."""
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
    for dialog in bench.window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject()
    if not bench.window.isActiveWindow():
        bench.window.activateWindow()
        QApplication.processEvents()


def written(bench: Bench) -> int:
    """Return the number of runs and starts."""
    return bench.runs + len(bench.controller.study.starts)


def take_up(bench: Bench, rng: random.Random) -> None:
    """Click on a run in progress, if one is visible."""
    rows = bench.part("entry.runningList", QListWidget)
    if rows.isVisible() and rows.count():
        item = rows.item(rng.randrange(rows.count()))
        rows.scrollToItem(item)
        place = rows.visualItemRect(item).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def record(bench: Bench, *, double: bool) -> None:
    """Click on Record if it is visible."""
    if bench.part("entry.record").isVisible():
        bench.click("entry.record", double=double)
