"""Task script T6: whatever hands do, only an armed outcome and a deliberate Enter or Record make a run.

Forty walks of fifty steps; ``KGDESK_WALKS=1000`` does as many as it says, on a new study every hundred.
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
from PySide6.QtWidgets import QApplication, QListWidget

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key
WALKS, STEPS = int(os.environ.get("KGDESK_WALKS", "40")), 50
#: A study that many hands have been at is long, and its advice slow: the next hands get a new one.
ON_ONE_STUDY = 100
OUTCOMES = ("entry.success", "entry.failure")


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.timeout(300 + 20 * WALKS)
def test_no_run_is_recorded_without_its_two_steps_and_nothing_is_left_running(
    tmp_path: Path, qtbot: QtBot
) -> None:
    for first in range(0, WALKS, ON_ONE_STUDY):
        path = make_study(tmp_path / f"hands-{first}.kgstudy")
        many_hands(path, range(first, min(first + ON_ONE_STUDY, WALKS)), qtbot)
        check = actions.verify(path)
        assert check.problem is None
        assert check.suggestions > 10  # the walks did record, so that they can fail


def many_hands(path: Path, seeds: range, qtbot: QtBot) -> None:
    """Let one pair of hands after the other walk over one window; then see what they left behind."""
    threads, windows = set(threading.enumerate()), set(QApplication.topLevelWidgets())
    bench = Bench(path, qtbot)
    bench.window.panel.wanted.disconnect(bench.window.ask)  # a dialog would wait for other hands
    held: list[dict[str, int]] = []
    try:
        for seed in seeds:
            walk(bench, random.Random(seed))
            bench.wait_ready()
            held.append(census(bench.window))
    finally:
        bench.close()
    # A window opens parts of itself the first time that they are wanted; it does not go on doing so.
    settled = len(held) // 2
    most = {kind: max(one[kind] for one in held[:settled]) for kind in held[0]}
    assert held[-1] == {kind: min(count, most[kind]) for kind, count in held[-1].items()}
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= threads)
    assert set(QApplication.topLevelWidgets()) <= windows


def census(window: QObject) -> dict[str, int]:
    """Count what belongs to a window, once what was thrown away is gone."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    timers = [timer for timer in window.findChildren(QTimer) if timer.isActive()]
    return {
        "objects": len(window.findChildren(QObject)),
        "running timers": len(timers),
        "widgets of the program": len(QApplication.allWidgets()),
        "threads": threading.active_count(),
    }


def walk(bench: Bench, rng: random.Random) -> None:
    """Do random things; hold each against what the last things allow."""
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
    }
    armed = False
    done: list[str] = []
    bench.wait_ready()
    for _ in range(STEPS):
        before = written(bench)
        act = rng.choice((*acts, "arm", "enter", "enter"))
        quiet = {"enter", "undo", "tab"}
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
    """Close a menu that a key opened, and return to the window as window managers do when a menu goes."""
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
    if not bench.window.isActiveWindow():
        bench.window.activateWindow()
        QApplication.processEvents()


def written(bench: Bench) -> int:
    """Return how many runs and starts there are."""
    return bench.runs + len(bench.controller.study.starts)


def take_up(bench: Bench, rng: random.Random) -> None:
    """Click on a run in progress, if there is one in sight."""
    rows = bench.part("entry.runningList", QListWidget)
    if rows.isVisible() and rows.count():
        item = rows.item(rng.randrange(rows.count()))
        rows.scrollToItem(item)
        place = rows.visualItemRect(item).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def record(bench: Bench, *, double: bool) -> None:
    """Click on Record where it can be seen."""
    if bench.part("entry.record").isVisible():
        bench.click("entry.record", double=double)
