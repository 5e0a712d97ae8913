"""How fast the parts are on this machine: ``python tests/bench.py``; medians of five, after warming up.

Absolute times drift between machines and days: compare figures of one run only.
"""

from __future__ import annotations

import contextlib
import statistics
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import actions, kernels
from kgdesk.actions.tables import read_pool
from kgdesk.errors import RehearsalStopped
from kgdesk.model import study as studies
from kgdesk.model.advice import advise
from kgdesk.model.settings import Settings
from kgdesk.rehearsal.engine import rehearsed
from kgdesk.rehearsal.own import Basis, contests

if TYPE_CHECKING:
    from collections.abc import Callable


def median(what: str, act: Callable[[], object], times: int = 5) -> None:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        taken.append(time.perf_counter() - began)
    print(f"{what:<72} {1e3 * statistics.median(taken):>10.2f} ms")


def bench_kernels(rng: np.random.Generator) -> None:
    d, n = 11, 100_000
    for M in (200, 1_000, 10_000):
        X = np.c_[np.ones(M), rng.normal(size=(M, d - 1))]
        zero, one, unit = np.zeros(d), np.ones(d), np.eye(d)
        median(f"sweep, diagonal, M = {M}, d = {d}", partial(kernels.sweep_diagonal, zero, one, X))
        median(f"sweep, full, M = {M}, d = {d}", partial(kernels.sweep_full, zero, unit, X))
        median(f"sweep, moments, M = {M}, d = {d}", partial(kernels.sweep_moments, zero, unit, X))
    w = rng.normal(size=d)
    X = np.c_[np.ones(1000), rng.normal(size=(1000, d - 1))]
    which = rng.integers(0, 1000, n)
    y = np.where(rng.random(n) < 1 / (1 + np.exp(-X[which] @ w)), 1.0, -1.0)
    rows = X[which]
    median("100,000 outcomes in order, diagonal", partial(kernels.diagonal_fold, zero, one, rows, y))
    median("100,000 outcomes in order, full", partial(kernels.full_fold, zero, unit, rows, y, False))
    up = np.bincount(which, y > 0, minlength=1000).astype(float)
    down = np.bincount(which, y < 0, minlength=1000).astype(float)
    median(
        "100,000 outcomes of 1,000 rows, order-free",
        partial(kernels.fit_sites, zero, unit, X, up, down, 1e-10, 500),
    )


def bench_study(rng: np.random.Generator, folder: Path) -> None:
    for M in (1_000, 10_000):
        table = folder / f"{M}.csv"
        lines = ["code," + ",".join(f"a{j}" for j in range(10))]
        lines += [f"C{i}," + ",".join(repr(v) for v in rng.normal(size=10).tolist()) for i in range(M)]
        table.write_text("\n".join(lines), encoding="utf-8")
        with actions.create_study(
            folder / f"{M}.kgstudy", read_pool(table, id="code"), Settings(), actions.Who("bench")
        ) as session:
            advice = advise(session.study)
            recorded, advised = [], []
            for turn in range(10):
                began = time.perf_counter()
                actions.record(
                    session, advice.suggestion.candidate, "success" if turn % 3 else "failure", advice=advice
                )
                recorded.append(time.perf_counter() - began)
                began = time.perf_counter()
                advice = advise(session.study)
                advised.append(time.perf_counter() - began)
            for what, taken in (("outcome on disk", recorded), ("next suggestion", advised)):
                print(f"{what}, {M} candidates, 10 attributes, last five of ten runs".ljust(72), end="")
                print(f" {1e3 * statistics.median(taken[5:]):>10.2f} ms")
            events = session.study.events
            median(f"study folded from its events, {M} candidates", partial(studies.fold, events))


def bench_cancel() -> None:
    """Print how long a rehearsal takes to end when a person stops it in the middle of long runs."""
    X = np.c_[np.ones(400), np.random.default_rng(1).normal(size=(400, 9))]
    basis = Basis("bench", X, Settings(budget=200), np.empty(0, dtype=np.int64), np.empty(0))
    made = [contests(basis, ["kg"], budget=1)[0], contests(basis, ["kg"])[0]]
    taken = []
    for seed in range(5):
        stop = threading.Event()
        played = rehearsed(
            made, runs=2, seed=seed, workers=2, progress=lambda _, stop=stop: stop.set(), stop=stop
        )
        next(played)
        began = time.perf_counter()
        with contextlib.suppress(RehearsalStopped):
            list(played)
        taken.append(time.perf_counter() - began)
    print(
        f"{'a rehearsal stopped in mid-run (two processes)':<72} {1e3 * statistics.median(taken):>10.2f} ms"
    )


def main() -> None:
    """Print every figure."""
    rng = np.random.default_rng(20261121)
    began = time.perf_counter()
    kernels.warm_up()
    print(
        f"{'kernels ready (from the cache, unless this is the first start)':<72} {time.perf_counter() - began:>10.2f} s"
    )
    bench_kernels(rng)
    bench_cancel()
    with tempfile.TemporaryDirectory() as folder:
        bench_study(rng, Path(folder))


if __name__ == "__main__":
    main()
