"""Task script T6: whatever hands do, only an armed outcome and a deliberate Enter or Record make a run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from bench import Bench
from PySide6.QtCore import Qt

from kgdesk import actions

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

K = Qt.Key
WALKS, STEPS = 12, 60


@pytest.mark.slow
def test_no_run_is_recorded_without_its_two_steps(small_study_path: Path, qtbot: QtBot) -> None:
    bench = Bench(small_study_path, qtbot)
    try:
        for seed in range(WALKS):
            walk(bench, random.Random(seed))
    finally:
        bench.close()
    check = actions.verify(small_study_path)
    assert check.problem is None
    assert check.outcomes > 10  # the walks did record, so that they can fail


def walk(bench: Bench, rng: random.Random) -> None:
    """Do random things; hold each against what the last things allow."""
    armed = False
    bench.wait_ready()
    for _ in range(STEPS):
        before = bench.runs
        act = rng.choice(
            ("arm", "arm", "enter", "enter", "letter", "scan", "escape", "click", "record", "undo", "tab")
        )
        if act == "arm":
            bench.press(rng.choice((K.Key_F8, K.Key_F9)))
        elif act == "enter":
            bench.press(rng.choice((K.Key_Return, K.Key_Enter)))
        elif act == "letter":
            bench.type(rng.choice("aZ7 -"))
        elif act == "scan":
            bench.type(rng.choice(bench.desk.study.pool.ids) + "\n")
        elif act == "escape":
            bench.press(K.Key_Escape)
        elif act == "click":
            bench.click(rng.choice(("entry.success", "entry.failure")), double=rng.random() < 0.5)
        elif act == "record" and bench.part("entry.record").isVisible():
            bench.click("entry.record", double=rng.random() < 0.5)
        elif act == "undo":
            bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
        elif act == "tab":
            bench.press(K.Key_Tab)
        if bench.runs > before:
            assert armed, act
            assert act in {"enter", "record"}
            assert bench.runs == before + 1
            armed = False
            if rng.random() < 0.5:
                bench.wait_ready()
        elif act in {"arm", "click"}:
            armed = True
        elif act in {"letter", "scan", "escape"}:
            armed = False
    bench.control.cancel()
    bench.control.unchoose()
    bench.part("entry.scan").setText("")  # type: ignore[attr-defined]
