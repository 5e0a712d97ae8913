"""The main job in the window: a real table, thirty runs entered by keys, export, and verification of the chain."""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "entry"))

import pytest
from entry_bench import Clock
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget
from seldom import seldom
from tabled import choose_use, ready, walk

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.home.program import Program
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

#: Runs of a study.
ROUNDS = 30


def truth(path: Path) -> dict[str, float]:
    """Return a simulated success probability of each row: a logistic fit to the label column."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    y = np.array([float(row.pop("label")) for row in rows])
    raw = np.array([[float(cell) for cell in row.values()] for row in rows])
    X = np.c_[np.ones(len(raw)), (raw - raw.mean(0)) / raw.std(0)]
    w = np.zeros(X.shape[1])
    for _ in range(200):
        w += 0.5 * (X.T @ (y / (1 + np.exp(y * (X @ w)))) - w) / len(y)
    return {str(i + 1): 1 / (1 + math.exp(-a)) for i, a in enumerate(X @ w)}


@pytest.mark.parametrize("rounds", [4, *seldom(ROUNDS)])
def test_runs_of_a_real_table_through_the_window(
    rounds: int, uci: Path, tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    table = uci / "haberman.csv"
    wizard = NewStudyWizard(Operator("MK", "bench", Clock()), tmp_path / "work", str(table))
    qtbot.addWidget(wizard)
    wizard.show()
    qtbot.waitUntil(lambda: ready(wizard))
    choose_use(wizard, wizard.draft.columns[3].info.name, "ignore")
    walk(qtbot, wizard)
    session = wizard.session
    assert session is not None

    program = Program(qapp, "MK")
    window = program.show_study(session)
    assert isinstance(window, MainWindow)
    qtbot.addWidget(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    controller = window.controller
    chances = truth(table)
    rng = np.random.default_rng(20261121)
    entered = []
    for run in range(rounds):
        qtbot.waitUntil(lambda: controller.advice.current is not None, timeout=120_000)
        code = controller.advice.current.suggestion.candidate
        qtbot.waitUntil(lambda c=code: window.findChild(QWidget, "entry.candidateCode").text() == c)
        success = bool(rng.random() < chances[code])
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_F8 if success else Qt.Key.Key_F9)
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda n=run: len(controller.study.runs) == n + 1)
        entered.append((code, "success" if success else "failure"))
    qtbot.waitUntil(
        lambda: (
            controller.advice.current is not None
            and controller.refresher.idle
            and not program.compute_queue.pending("trajectory")
        ),
        timeout=60_000,
    )
    assert [(r.candidate, r.outcome) for r in controller.study.runs] == entered
    assert all(r.suggested == r.candidate for r in controller.study.runs)
    assert len(controller.advice.trajectory) == rounds + 1
    shown = " ".join(label.text() for label in window.findChildren(QLabel))
    assert f"{rounds} of" in shown or any(bar.value() == rounds for bar in window.findChildren(QProgressBar))

    dest = actions.export(controller.session, tmp_path / "runs.csv")
    with dest.open(newline="", encoding="utf-8-sig") as file:
        assert [(row["candidate"], row["outcome"]) for row in csv.DictReader(file)] == entered
    path = controller.path
    program.close()
    found = actions.verify(path)
    assert found.problem is None
    assert (found.outcomes, found.exact) == (rounds, rounds)
