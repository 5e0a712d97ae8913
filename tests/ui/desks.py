"""Study controllers on real study files, for tests of tabs and dialogs."""

from __future__ import annotations

import csv
import shutil
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.actions import Session
    from kgdesk.ui.session.compute_queue import ComputeQueue

LONG = "Pd(OAc)2 / XPhos / Cs2CO3 in 2-methyltetrahydrofuran, batch"
OUTCOMES = ("failure", "success", "failure", "success", "failure", "void", "success", "failure")


class Clock:
    """Clock that advances one minute each time it is read."""

    def __init__(
        self, now: datetime = datetime(2026, 11, 20, 8, 0, tzinfo=timezone(timedelta(hours=1)))
    ) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def write_table(path: Path, count: int, attributes: int, *, long: bool = False) -> None:
    rng = np.random.default_rng(20261121)
    names = ("Temperature [°C]", "Solvent ratio [%]", "Catalyst load [mol%]", "Stir speed [1/min]")
    headings = [
        names[k] if k < len(names) else f"Concentration of additive {k} after dilution [mg/L]"
        for k in range(attributes)
    ]
    solvents = ("water", "DMF", "2-methyltetrahydrofuran")
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["code", *headings, "Solvent", "Location"])
        for row in range(count):
            values = [f"{v:.3f}" for v in rng.uniform(10, 120, attributes)]
            code = f"{LONG} {row:04d}" if long else f"C-{row:04d}"
            where = f"Plate {1 + row // 96} - well {'ABCDEFGH'[row % 96 // 12]}{1 + row % 12:02d}"
            writer.writerow([code, *values, solvents[int(rng.integers(3))], where])


def make_session(
    folder: Path,
    *,
    count: int = 40,
    attributes: int = 4,
    long: bool = False,
    settings: Settings | None = None,
    operator: str = "MK",
    clock: Clock | None = None,
) -> Session:
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / "candidates.csv"
    write_table(table, count, attributes, long=long)
    reading = read_pool(table, id="code", categories=["Solvent"], extras=["Location"])
    who = actions.Operator(operator, "bench-3", clock or Clock())
    made = settings or Settings(title="Coupling screen", budget=40)
    return actions.create_study(folder / "screen.kgstudy", reading, made, who, file=table.name)


def fill(session: Session, outcomes: tuple[str, ...] = OUTCOMES) -> None:
    """Record outcomes for every third candidate."""
    ids = session.study.pool.ids
    for place, outcome in enumerate(outcomes):
        reason = "Instrument fault" if outcome == "void" else ""
        actions.record(session, ids[(place * 3) % len(ids)], outcome, reason=reason, note="")


class FilledStudies:
    """Studies of 40 candidates and 8 runs, each made once; what a test gets is a copy.

    Parameters
    ----------
    folder
        Returns a new folder.
    """

    def __init__(self, folder: Callable[[], Path]) -> None:
        self._folder = folder
        self._made: dict[Settings | None, tuple[Path, datetime]] = {}

    def copied(self, folder: Path, settings: Settings | None) -> Session:
        """Return a session on a copy in a new folder; its clock goes on where the runs ended."""
        if settings not in self._made:
            clock, made = Clock(), self._folder() / "made"
            with make_session(made, settings=settings, clock=clock) as session:
                fill(session)
            self._made[settings] = made, clock.now
        made, now = self._made[settings]
        shutil.copytree(made, folder)
        return actions.open_study(folder / "screen.kgstudy", actions.Operator("MK", "bench-3", Clock(now)))


def make_desk(session: Session, compute_queue: ComputeQueue, qtbot: QtBot) -> StudyController:
    """Return a controller whose advice and trajectory are computed."""
    controller = StudyController(session, compute_queue)
    settle(controller, qtbot)
    return controller


def settle(controller: StudyController, qtbot: QtBot) -> None:
    """Wait until all requested computations are done and quick views show them."""
    controller.settle()
    if controller.advice.current is None:
        controller.advice.ask()
    last = len(controller.study.runs)
    qtbot.waitUntil(
        lambda: (
            controller.advice.current is not None
            and bool(controller.advice.trajectory)
            and controller.advice.trajectory[-1].run == last
        ),
        timeout=120_000,
    )
    controller.refresher.flush()  # the refresh for the last answer may still be posted


def utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"


def in_light(app: QApplication) -> Theme:
    """Return the theme of the application in light, 100 %; left alone if it is, since all widgets are styled anew."""
    theme = app.findChild(Theme) or Theme(app)
    if (theme._scheme, theme._scale) != ("light", 1.0):
        theme.apply("light")
    return theme
