"""How fast the parts are on this machine, against plain NumPy and C: times of one run, taken in turns.

Absolute times drift between machines and days; ratios of what was timed in turns do not.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.actions import yardstick
from kgdesk.actions.studies import create_study, record
from kgdesk.actions.tables import read_pool
from kgdesk.actions.waits import large_sweep, session_waits, start_waits
from kgdesk.actions.who import Who
from kgdesk.model import study as studies
from kgdesk.model.advice import advise
from kgdesk.model.belief import BELIEFS, MomentBelief, posterior, prior_belief
from kgdesk.model.logodds import expit
from kgdesk.model.settings import Settings
from kgdesk.rehearsal.contest import Contest
from kgdesk.rehearsal.players import players
from kgdesk.rehearsal.playing import play
from kgdesk.rehearsal.truths import believed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.believing import Belief

    Array = NDArray[np.float64]

_SEED = 20261121
_TURNS = 5
# Candidates and attributes of the pools that every pair of is looked at; of those that suggestions are made from.
_EVERY_PAIR = (200, 10), (1_000, 10), (10_000, 10), (10_000, 15), (10_000, 30)
_SUGGESTED = 10_000, 20_000, 40_000, 100_000, 300_000
# From so many candidates on a suggestion takes seconds, and three turns must do.
_LARGE, _FEW_TURNS = 300_000, 3
_LARGEST = 1_000_000


@dataclass(frozen=True)
class Figure:
    """One time, with what it was taken against.

    Parameters
    ----------
    what
        In words, with sizes.
    seconds, least, most
        Median and range over the turns.
    numpy, c
        How often as long the twin in NumPy took and what share of this time the one in C; None where there is none.
    """

    what: str
    seconds: float
    least: float
    most: float
    numpy: float | None = None
    c: float | None = None


@dataclass(frozen=True)
class Bench:
    """All figures of one run.

    Parameters
    ----------
    machine
        Processor, system, versions, threads.
    figures
        In the order in which they were taken.
    growth
        Exponent of the time over the number of candidates, by what was timed.
    memory
        The most memory that a suggestion took beyond the candidates' own, as a multiple of it, by what was timed; empty
        where the system does not say.
    peak_memory
        Largest resident memory of this process, in bytes; None where the system does not say.
    """

    machine: dict[str, Any]
    figures: tuple[Figure, ...]
    growth: dict[str, float]
    memory: dict[str, float]
    peak_memory: int | None


def bench(
    *,
    quick: bool = False,
    reference: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> Bench:
    """Time update, sweep, fit, replay, rehearsal, start and the way from an entry to the next suggestion.

    Parameters
    ----------
    quick
        Small pools only, one turn: to see that everything runs.
    reference
        A C file in place of the one in the source tree.
    progress
        Told what was timed.
    """
    timer = _Timer(1 if quick else _TURNS, progress or (lambda _: None))
    kernels.warm_up()
    with tempfile.TemporaryDirectory(prefix="kgdesk-bench-", ignore_cleanup_errors=True) as folder:
        c = yardstick.compiled(reference, Path(folder))
        _sweeps(timer, c, ((300, 10),) if quick else _EVERY_PAIR)
        growth = _bounded(timer, c, (2_000,) if quick else _SUGGESTED)
        memory = _large(timer, 20_000 if quick else _LARGEST)
        _updates(timer)
        _fits(timer, ((30, 11),) if quick else ((30, 11), (1_000, 20), (100_000, 10)))
        _rehearsal(timer)
        for M, entries in ((200, 2),) if quick else ((1_000, 20), (10_000, 20), (100_000, 12)):
            _desk(timer, Path(folder), M)
            _session(timer, Path(folder), M, entries)
        _start(timer, Path(folder), 200 if quick else 1_000)
    return Bench(_machine(bool(c)), tuple(timer.figures), growth, memory, _peak())


class _Timer:
    def __init__(self, turns: int, progress: Callable[[str], None]) -> None:
        self.turns, self.progress = turns, progress
        self.figures: list[Figure] = []

    def take(
        self, what: str, act: Callable[[], object], most: int = _TURNS, **others: Callable[[], object]
    ) -> float:
        """Time an act, in at most so many turns with its twins; return the median in seconds."""
        acts = {"": act, **others}
        taken: dict[str, list[float]] = {name: [] for name in acts}
        for _ in range(min(most, self.turns)):
            for name, each in acts.items():
                began = time.perf_counter()
                each()
                taken[name].append(time.perf_counter() - began)
        return self.keep(what, taken.pop(""), **taken)

    def keep(self, what: str, taken: list[float], **others: list[float]) -> float:
        """Keep times that were taken; return their median."""
        mine = statistics.median(taken)
        ratio = {name: statistics.median(theirs) / mine for name, theirs in others.items()}
        self.figures.append(
            Figure(what, mine, min(taken), max(taken), ratio.get("numpy"), _inverse(ratio.get("c")))
        )
        self.progress(what)
        return mine


def _inverse(ratio: float | None) -> float | None:
    return None if ratio is None else 1.0 / ratio


def _pool(M: int, d: int) -> Array:
    rng = np.random.default_rng(_SEED)
    return np.column_stack([np.ones(M), rng.uniform(-3.0, 3.0, (M, d))])


def _learned(kind: str, X: Array, outcomes: int) -> Belief:
    """Return the belief after simulated outcomes of runs that it chose itself, on a few rows of the pool."""
    rng = np.random.default_rng(_SEED)
    rows, d = X[:400], X.shape[1]
    w = rng.normal(size=d)
    belief = prior_belief(kind, np.zeros(d), np.ones(d))
    for _ in range(outcomes):
        x = rows[int(np.argmax(belief.knowledge_gradient(rows)))]
        belief = belief.updated(x, 1 if rng.random() < expit(x @ w) else -1)
    return belief


def _spread(belief: Belief) -> Array:
    return np.array(getattr(belief, "precision" if belief.kind == "diagonal" else "covariance"))


def _sweeps(timer: _Timer, c: dict[str, yardstick.Sweep], sizes: tuple[tuple[int, int], ...]) -> None:
    twins = {"diagonal": yardstick.numpy_diagonal, "full": yardstick.numpy_full}
    for M, d in sizes:
        X = _pool(M, d)
        for kind in BELIEFS:
            belief = _learned(kind, X, 10)
            given = np.array(belief.mean), _spread(belief), X
            others: dict[str, Callable[[], object]] = {}
            if kind in twins:
                others["numpy"] = partial(twins[kind], *given)
            if kind in c:
                others["c"] = partial(c[kind], *given)
            sweep = getattr(kernels, f"sweep_{kind}")
            timer.take(f"every pair: {kind}, M = {M:,}, d = {d}", partial(sweep, *given), _TURNS, **others)


def _bounded(timer: _Timer, c: dict[str, yardstick.Sweep], sizes: tuple[int, ...]) -> dict[str, float]:
    """Time the sweep that the beliefs use; return the exponents of its growth."""
    growth = {}
    for kind in BELIEFS:
        for outcomes in (10, 30):
            times = []
            for M in sizes:
                X = _pool(M, 10)
                belief = _learned(kind, X, outcomes)
                others: dict[str, Callable[[], object]] = {}
                if kind in c and M <= 20_000:
                    others["c"] = partial(c[kind], np.array(belief.mean), _spread(belief), X)
                what = f"suggestion: {kind}, M = {M:,}, d = 10, {outcomes} outcomes"
                turns = _TURNS if M < _LARGE else _FEW_TURNS
                times.append(timer.take(what, partial(belief.sweep, X), turns, **others))
            if len(sizes) > 1:
                slope = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
                growth[f"suggestion: {kind}, {outcomes} outcomes"] = slope
    return growth


def _large(timer: _Timer, M: int) -> dict[str, float]:
    """Time one suggestion of a very large pool for each belief, in a process of its own that tells its memory too."""
    memory = {}
    for kind in BELIEFS:
        what = f"suggestion: {kind}, M = {M:,}, d = 10, 20 outcomes"
        told = large_sweep(kind, M)
        timer.keep(what, [told["seconds"]])
        if "memory" in told:
            memory[what] = told["memory"]
    return memory


def sweep_of(kind: str, M: int) -> dict[str, float]:
    """Time one sweep of M candidates after 20 outcomes and watch its memory, in this process.

    Returns
    -------
    dict
        ``seconds``, and where the system tells it ``memory``: the most that was taken beyond what was there before, as
        a multiple of the candidates' own.
    """
    X = _pool(M, 10)
    belief = _learned(kind, X, 20)
    belief.sweep(X[:20_000])  # its kernels are compiled or loaded by then
    watched = Path("/proc/self/clear_refs")
    before = _memory("VmRSS")
    with contextlib.suppress(OSError):
        watched.write_text("5", encoding="ascii")  # the largest so far is forgotten
    began = time.perf_counter()
    belief.sweep(X)
    told = {"seconds": time.perf_counter() - began}
    if before:
        told["memory"] = (_memory("VmHWM") - before) / X.nbytes
    return told


def _memory(what: str) -> int:
    """Return what the kernel of the system says of this process's memory, in bytes; 0 where it does not say it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith(f"{what}:")), 0)


def _updates(timer: _Timer) -> None:
    d, n = 50, 1_000
    rng = np.random.default_rng(_SEED)
    X, y = rng.normal(size=(n, d)), np.where(rng.random(n) < 0.5, 1.0, -1.0)
    zero = np.zeros(d)
    fold = kernels.full_fold
    timer.take(f"{n:,} updates: diagonal, d = {d}", partial(kernels.diagonal_fold, zero, np.ones(d), X, y))
    timer.take(f"{n:,} updates: full, d = {d}", partial(fold, zero, np.eye(d), X, y, False))
    timer.take(f"{n:,} updates: moments, d = {d}", partial(fold, zero, np.eye(d), X, y, True))


def _fits(timer: _Timer, sizes: tuple[tuple[int, int], ...]) -> None:
    for n, d in sizes:
        rng = np.random.default_rng(_SEED)
        X = np.column_stack([np.ones(n), rng.normal(size=(n, d - 1))])
        up = (rng.random(n) < expit(X @ rng.normal(size=d))).astype(float)
        fit = partial(kernels.fit_sites, np.zeros(d), np.eye(d), X, up, 1.0 - up, 1e-10, 500)
        timer.take(f"order-free fit: {n:,} outcomes of distinct rows, d = {d}", fit)
    X = _pool(1_000, 10)
    rng = np.random.default_rng(_SEED)
    rows = X[rng.integers(0, 1_000, 30)]
    y = np.where(rng.random(30) < 0.5, 1, -1)
    prior = MomentBelief.prior(11)
    timer.take("fit of 30 outcomes and suggestion: M = 1,000", lambda: posterior(prior, rows, y).sweep(X))


def _rehearsal(timer: _Timer) -> None:
    X = _pool(200, 10)
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
    timer.take("one rehearsed study: kg, M = 200, d = 10, 30 runs", partial(play, contest, _SEED))


def _desk(timer: _Timer, folder: Path, M: int) -> None:
    """Time what a person waits for: an outcome on disk, the next suggestion, and a study folded from its events."""
    table = folder / f"{M}.csv"
    rng = np.random.default_rng(_SEED)
    lines = ["code," + ",".join(f"a{j}" for j in range(10))]
    lines += [f"C{i}," + ",".join(repr(v) for v in rng.normal(size=10).tolist()) for i in range(M)]
    table.write_text("\n".join(lines), encoding="utf-8")
    with create_study(
        folder / f"{M}.kgstudy", read_pool(table, id="code"), Settings(budget=1_000), Who("bench")
    ) as session:
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
        timer.keep(f"outcome on disk: {M:,} candidates", recorded[half:])
        both = [a + b for a, b in zip(recorded[half:], advised[half:], strict=True)]
        timer.keep(f"entry to next suggestion: {M:,} candidates", both)
        timer.take(
            f"study folded from its events: {M:,} candidates", partial(studies.fold, session.study.events)
        )


def _session(timer: _Timer, folder: Path, M: int, entries: int) -> None:
    """Time what a window makes a person wait for; nothing on a machine without a window system."""
    with contextlib.suppress(subprocess.SubprocessError, OSError):
        spent, beats = session_waits(folder / f"{M}.kgstudy", entries, folder)
        timer.keep(f"outcome to next suggestion on screen: {M:,} candidates", spent)
        rare = beats[int(0.999 * len(beats))]
        timer.figures.append(
            Figure(
                f"window's wait, 999 of 1,000 beats (to: any): {M:,} candidates", rare, beats[0], beats[-1]
            )
        )


def _start(timer: _Timer, folder: Path, M: int) -> None:
    """Time new processes until the window is painted and has its first suggestion."""
    with contextlib.suppress(subprocess.SubprocessError, OSError):
        found = [start_waits(folder / f"{M}.kgstudy", folder) for _ in range(timer.turns + 1)][1:]
        timer.keep("a new process: window painted", [each["window"] for each in found])
        timer.keep("a new process: first suggestion", [each["suggestion"] for each in found])


def _machine(c: bool) -> dict[str, Any]:
    return {
        "processor": platform.processor() or platform.machine(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cores": os.cpu_count(),
        "c_reference": c,
    }


def _peak() -> int | None:
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)
