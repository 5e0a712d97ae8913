"""Benchmarks of user-visible waiting times: entries, suggestions on the screen, starts, rehearsed studies."""

from __future__ import annotations

import contextlib
import subprocess
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.actions.importing import read_pool
from kgdesk.actions.operator import Operator
from kgdesk.actions.studies import create_study, record
from kgdesk.model.advice.picks import advise
from kgdesk.model.beliefs.prior import prior_belief
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study import study as studies
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal import study_rehearsal
from kgdesk.rehearsal.contest import Contest, players
from kgdesk.rehearsal.simulation import play
from kgdesk.rehearsal.truths import believed
from kgdesk_bench.sweeps import SEED, pool_of
from kgdesk_bench.timer import Figure
from kgdesk_bench.waits import compiling_wait, session_waits, start_waits

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from kgdesk_bench.timer import Timer


def rehearsal(timer: Timer) -> None:
    """Time one rehearsed study."""
    X = pool_of(200, 10)
    mean, precision = np.zeros(11), np.ones(11)
    contest = Contest(
        pool="bench",
        X=X,
        prior_mean=mean,
        prior_precision=precision,
        truth=believed(prior_belief("moments", mean, precision)),
        players=players(["kg"], "moments"),
        budget=30,
        free_examples=False,
        past_rows=np.empty(0, dtype=np.int64),
        past_y=np.empty(0),
    )
    timer.take("one rehearsed study: kg, M = 200, d = 10, 30 runs", partial(play, contest, SEED))


def averaged_rehearsal(timer: Timer, M: int) -> None:
    """Time one rehearsed study with averaged terms by each of three rules; a hundred take a hundred times as long."""
    x = np.random.default_rng(SEED).uniform(-1.0, 1.0, (M, 3))
    columns = tuple(tuple(column.tolist()) for column in x.T)
    pool = Pool(tuple(f"C{i}" for i in range(M)), tuple(Attribute(f"x{j}") for j in range(3)), columns)
    basis = study_rehearsal.basis_of_pool(pool, Settings(terms="average"), "bench")
    (contest,) = study_rehearsal.contests(basis, ("kg", "kg/full", "random"), budget=30)
    what = f"one rehearsed study: kg, kg/full, random, averaged, M = {M:,}, d = 3, 30 runs"
    timer.take(what, partial(play, contest, SEED))


@dataclass(frozen=True)
class Lab:
    """Study shared by several benchmarks.

    Parameters
    ----------
    folder
        Folder in which it is created.
    M
        Number of candidates.
    averaged
        A model average of linear and quadratic terms instead of the default model.
    d
        Number of attributes.
    """

    folder: Path
    M: int
    averaged: bool = False
    d: int = 10

    @property
    def words(self) -> str:
        """Label that distinguishes its figures from others."""
        return f"{self.M:,} candidates" + f", d = {self.d}, averaged" * self.averaged

    @property
    def path(self) -> Path:
        """The study's file."""
        return self.folder / f"{self.M}-{self.d}{'-averaged' * self.averaged}.kgstudy"


def write_table(path: Path, values: NDArray[np.float64]) -> None:
    """Write a table of candidates C0, C1, ... with attributes a0, a1, ...; values (M, d)."""
    lines = ["code," + ",".join(f"a{j}" for j in range(values.shape[1]))]
    lines += [f"C{i}," + ",".join(map(repr, row)) for i, row in enumerate(values.tolist())]
    path.write_text("\n".join(lines), encoding="utf-8")


def entries_of(timer: Timer, lab: Lab) -> None:
    """Time an outcome on disk, the next suggestion, and folding a study from its events."""
    table = lab.path.with_suffix(".csv")
    rng = np.random.default_rng(SEED)
    write_table(table, rng.normal(size=(lab.M, lab.d)))
    settings = Settings(budget=1_000, terms="average" if lab.averaged else "linear")
    with create_study(lab.path, read_pool(table, id="code"), settings, Operator("bench")) as session:
        advice = advise(session.study)
        recorded, advised = [], []
        for turn in range(2 * timer.turns):
            began = time.perf_counter()
            record(session, advice.suggestion.candidate, "success" if turn % 3 else "failure", advice=advice)
            recorded.append(time.perf_counter() - began)
            began = time.perf_counter()
            advice = advise(session.study)
            advised.append(time.perf_counter() - began)
        half = timer.turns
        timer.keep(f"outcome on disk: {lab.words}", recorded[half:])
        both = [a + b for a, b in zip(recorded[half:], advised[half:], strict=True)]
        timer.keep(f"entry to next suggestion: {lab.words}", both)
        timer.take(f"study folded from its events: {lab.words}", partial(studies.fold, session.study.events))


def on_screen(timer: Timer, lab: Lab, entries: int) -> None:
    """Time the waiting times in a window; nothing on a machine without a window system."""
    with contextlib.suppress(subprocess.SubprocessError, OSError):
        spent, beats = session_waits(lab.path, entries, lab.folder)
        timer.keep(f"outcome to next suggestion on screen: {lab.words}", spent)
        rare = beats[int(0.999 * len(beats))]
        what = f"window's wait, 999 in 1,000 (to: any): {lab.words}"
        timer.add(Figure(what, rare, beats[0], beats[-1]))


def first_suggestion(timer: Timer, lab: Lab) -> None:
    """Time the first suggestion of a study in a profile without compiled kernels, as a command and once."""
    with contextlib.suppress(subprocess.SubprocessError, OSError):
        timer.keep(f"first suggestion, nothing compiled: {lab.words}", [compiling_wait(lab.path, lab.folder)])


def starts(timer: Timer, lab: Lab) -> None:
    """Time new processes until the window is painted and has its first suggestion."""
    with contextlib.suppress(subprocess.SubprocessError, OSError):
        found = [start_waits(lab.path, lab.folder) for _ in range(timer.turns + 1)][1:]
        timer.keep("a new process: window painted", [each["window"] for each in found])
        timer.keep("a new process: first suggestion", [each["suggestion"] for each in found])
