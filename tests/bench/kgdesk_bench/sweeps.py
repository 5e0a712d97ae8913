"""Benchmarks of updates, fits and sweeps of the beliefs, against plain NumPy and C."""

from __future__ import annotations

import contextlib
import math
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS, MomentBelief
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.beliefs.prior import prior_belief
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import PolicyContext, policy
from kgdesk.model.policies.pool_sweep import sweep_within
from kgdesk.model.study.settings import Settings
from kgdesk_bench import yardstick
from kgdesk_bench.timer import TURNS, Timer
from kgdesk_bench.waits import large_sweep

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.mixture import AverageBelief

    Array = NDArray[np.float64]

SEED = 20261121
# Number of candidates from which a suggestion takes seconds, so that three turns must suffice.
_LARGE, _FEW_TURNS = 300_000, 3
# The same for averaged terms.
_MANY = 100_000
# Largest pool of which KG(*) evaluates all counts of every candidate.
_EVERY_COUNT = 447


def pool_of(M: int, d: int) -> Array:
    """Return a pool of M candidates with d attributes, (M, d + 1)."""
    rng = np.random.default_rng(SEED)
    return np.column_stack([np.ones(M), rng.uniform(-3.0, 3.0, (M, d))])


def learned(kind: str, X: Array, outcomes: int) -> Belief:
    """Return the belief after simulated outcomes of runs that it chose, on a few rows of the pool."""
    rng = np.random.default_rng(SEED)
    rows, d = X[:400], X.shape[1]
    w = rng.normal(size=d)
    belief = prior_belief(kind, np.zeros(d), np.ones(d))
    for _ in range(outcomes):
        x = rows[int(np.argmax(belief.knowledge_gradient(rows)))]
        belief = belief.updated(x, 1 if rng.random() < expit(x @ w) else -1)
    return belief


def spread_of(belief: Belief) -> Array:
    """Return the precision (d,) of the diagonal belief, the covariance (d, d) of the others."""
    return np.array(getattr(belief, "precision" if belief.kind == "diagonal" else "covariance"))


def every_pair(timer: Timer, c: dict[str, yardstick.Sweep], sizes: tuple[tuple[int, int], ...]) -> None:
    """Time the exhaustive sweep for pools of these sizes and numbers of attributes, against its references."""
    plain = {"diagonal": yardstick.numpy_diagonal, "full": yardstick.numpy_full}
    for M, d in sizes:
        X = pool_of(M, d)
        for kind in BELIEFS:
            belief = learned(kind, X, 10)
            given = np.array(belief.mean), spread_of(belief), X
            twins: dict[str, Callable[[], object]] = {}
            if kind in plain:
                twins["numpy"] = partial(plain[kind], *given)
            if kind in c:
                twins["c"] = partial(c[kind], *given)
            if kind == "moments":
                twins["full"] = partial(kernels.sweep_full, *given)
            sweep = getattr(kernels, f"sweep_{kind}")
            timer.take(f"every pair: {kind}, M = {M:,}, d = {d}", partial(sweep, *given), twins)


def suggestions(timer: Timer, c: dict[str, yardstick.Sweep], sizes: tuple[int, ...]) -> dict[str, float]:
    """Time the sweep that the beliefs use; return the exponents of its growth."""
    growth = {}
    for kind in BELIEFS:
        for outcomes in (10, 30):
            times = []
            for M in sizes:
                X = pool_of(M, 10)
                belief = learned(kind, X, outcomes)
                twins: dict[str, Callable[[], object]] = {}
                if kind in c and M <= 20_000:
                    twins["c"] = partial(c[kind], np.array(belief.mean), spread_of(belief), X)
                what = f"suggestion: {kind}, M = {M:,}, d = 10, {outcomes} outcomes"
                turns = TURNS if M < _LARGE else _FEW_TURNS
                times.append(timer.take(what, partial(belief.sweep, X), twins, turns))
            if len(sizes) > 1:
                slope = math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
                growth[f"suggestion: {kind}, {outcomes} outcomes"] = slope
    return growth


#: Studies with averaged terms: numbers, and levels of a category beside them.
AVERAGED = (3, 0), (7, 3), (10, 0)


def averaged(M: int, numbers: int, levels: int, outcomes: int) -> tuple[AverageBelief, Array]:
    """Return the average of straight and bent models after simulated outcomes, and the pool (M, columns).

    The truth peaks inside the pool: log-odds 2 - (12/d) |x - c|^2, x uniform on [-1, 1]^d, c on [-0.5, 0.5]^d; the rows
    that are run are drawn at random.
    """
    rng = np.random.default_rng(SEED)
    x = rng.uniform(-1.0, 1.0, (M, numbers))
    attributes, values = [Attribute(f"x{j}") for j in range(numbers)], [tuple(c.tolist()) for c in x.T]
    if levels:
        names = tuple(f"level {k}" for k in range(levels))
        attributes.append(Attribute("kind", "category"))
        values.append(tuple(names[k] for k in rng.integers(levels, size=M).tolist()))
    pool = Pool(tuple(f"C{i}" for i in range(M)), tuple(attributes), tuple(values))
    scaling = fix_scaling(pool, terms="average")
    X = np.array(design(pool, scaling).X)
    belief = Settings(terms="average").prior(scaling.higher.size, scaling.higher)
    centre, rows = rng.uniform(-0.5, 0.5, numbers), rng.choice(M, outcomes, replace=False)
    chance = expit(2.0 - 12.0 / numbers * ((x[rows] - centre) ** 2).sum(axis=1))
    after = posterior(belief, X[rows], np.where(rng.random(outcomes) < chance, 1.0, -1.0))
    return cast("AverageBelief", after), X


def averaged_suggestions(timer: Timer, sizes: tuple[int, ...]) -> dict[str, float]:
    """Time the largest values of averaged terms, as a suggestion needs them; return the exponents of growth.

    Before the first outcome nothing is left out, so that the largest pools are timed after some outcomes only.
    """
    growth = {}
    for numbers, levels in AVERAGED:
        for outcomes in (0, 10, 30):
            times, timed = [], [M for M in sizes if outcomes or M < _LARGE]
            for M in timed:
                belief, X = averaged(M, numbers, levels, outcomes)
                every = np.ones(len(X), dtype=np.bool_)
                words = f"d = {numbers}{' and a category' * bool(levels)}, {outcomes} outcomes"
                what = f"suggestion: averaged, M = {M:,}, {words}"
                turns = TURNS if M < _MANY else _FEW_TURNS if M < _LARGE else 1
                act = partial(sweep_within, belief, X, every)
                times.append(timer.take(what, act, None, turns))
            if len(timed) > 1:
                slope = math.log(times[-1] / times[0]) / math.log(timed[-1] / timed[0])
                growth[f"suggestion: averaged, {words}"] = slope
    return growth


def informations(timer: Timer, sizes: tuple[int, ...]) -> None:
    """Time the information of every candidate about the best one: averaged terms, 1,024 draws of the weights."""
    for M in sizes:
        belief, X = averaged(M, 10, 0, 10)
        timer.take(f"information: averaged, M = {M:,}, d = 10", partial(_scores, "information", belief, X))


def several_runs(timer: Timer, sizes: tuple[int, ...]) -> None:
    """Time KG(*), the value per run of 1, 2, 4 or 8 runs of every candidate, straight and averaged."""
    for M in sizes:
        X = pool_of(M, 10)
        belief = learned("moments", X, 10)
        twins: dict[str, Callable[[], object]] = {}
        if M <= _EVERY_COUNT:
            given = np.array(belief.mean), spread_of(belief), X
            twins["numpy"] = partial(yardstick.numpy_counts, *given, (1, 2, 4, 8))
        timer.take(f"several runs: moments, M = {M:,}, d = 10", partial(_scores, "kg-star", belief, X), twins)
        timer.take(
            f"several runs: averaged, M = {M:,}, d = 10", partial(_scores, "kg-star", *averaged(M, 10, 0, 10))
        )


def _scores(rule: str, belief: Belief, X: Array) -> Array:
    nothing, q = np.zeros(len(X)), np.ones(X.shape[1])
    seen = PolicyContext(belief, X, nothing, nothing, q, 11, 30, np.random.default_rng(SEED))
    return policy(rule).scores(seen)


def largest(timer: Timer, M: int) -> dict[str, float]:
    """Time one suggestion of a very large pool for each belief, in a separate process that measures its memory too."""
    memory = {}
    for kind in BELIEFS:
        what = f"suggestion: {kind}, M = {M:,}, d = 10, 20 outcomes"
        with contextlib.suppress(subprocess.SubprocessError, OSError):  # a small machine lacks the memory
            told = large_sweep(kind, M)
            timer.keep(what, [told["seconds"]])
            if "memory" in told:
                memory[what] = told["memory"]
    return memory


def sweep_of(kind: str, M: int) -> dict[str, float]:
    """Time one sweep of M candidates after 20 outcomes and measure its memory, in this process.

    Returns
    -------
    dict
        ``seconds``, and ``memory`` if the system reports it: the additional peak memory as a multiple of that of the
        candidates.
    """
    X = pool_of(M, 10)
    belief = learned(kind, X, 20)
    belief.sweep(X[:20_000])  # compile or load its kernels
    watched = Path("/proc/self/clear_refs")
    before = _memory("VmRSS")
    with contextlib.suppress(OSError):
        watched.write_text("5", encoding="ascii")  # reset the peak
    began = time.perf_counter()
    belief.sweep(X)
    told = {"seconds": time.perf_counter() - began}
    if before:
        told["memory"] = (_memory("VmHWM") - before) / X.nbytes
    return told


def _memory(what: str) -> int:
    """Return a memory figure of this process from the kernel, in bytes; 0 if not available."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith(f"{what}:")), 0)


def updates(timer: Timer) -> None:
    """Time sequential updates of each belief."""
    d, n = 50, 1_000
    rng = np.random.default_rng(SEED)
    X, y = rng.normal(size=(n, d)), np.where(rng.random(n) < 0.5, 1.0, -1.0)
    zero = np.zeros(d)
    fold = kernels.full_fold
    timer.take(f"{n:,} updates: diagonal, d = {d}", partial(kernels.diagonal_fold, zero, np.ones(d), X, y))
    timer.take(f"{n:,} updates: full, d = {d}", partial(fold, zero, np.eye(d), X, y, False))
    timer.take(f"{n:,} updates: moments, d = {d}", partial(fold, zero, np.eye(d), X, y, True))


def fits(timer: Timer, sizes: tuple[tuple[int, int], ...]) -> None:
    """Time the fit of these numbers of outcomes and weights at once, and a small fit with its sweep."""
    for n, d in sizes:
        rng = np.random.default_rng(SEED)
        X = np.column_stack([np.ones(n), rng.normal(size=(n, d - 1))])
        up = (rng.random(n) < expit(X @ rng.normal(size=d))).astype(float)
        fit = partial(kernels.fit_sites, np.zeros(d), np.eye(d), X, up, 1.0 - up, 1e-10, 500)
        timer.take(f"order-free fit: {n:,} outcomes of distinct rows, d = {d}", fit)
    X = pool_of(1_000, 10)
    rng = np.random.default_rng(SEED)
    rows = X[rng.integers(0, 1_000, 30)]
    y = np.where(rng.random(30) < 0.5, 1, -1)
    prior = MomentBelief.prior(11)
    timer.take("fit of 30 outcomes and suggestion: M = 1,000", lambda: posterior(prior, rows, y).sweep(X))
