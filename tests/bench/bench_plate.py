"""A day of 96 wells in figures: results through a pipe and in the window, and batches of 10,000 candidates.

``PYTHONPATH=.:tests/ui python tests/bench/bench_plate.py [--runs 3] [--part pipe|window|batch ...]``

The file of results is one that a German spreadsheet has saved. Times are those of the clock; on a busy machine the
processor times beside them are those that tell. A first run of each part, which may load or compile kernels, is not
counted.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.actions.worklists import worklist_text
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.settings import Settings
from tests.whole.mangled_plate import mangled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.model.study.study import Study

WELLS = 96
WHO = Operator("robot", "bench")


def table_of(folder: Path, count: int, seed: int = 0) -> Path:
    """Write a table of random candidates: eight numbers and a category."""
    rng = np.random.default_rng((17, seed))
    lines = ["code,well,solvent," + ",".join(f"x{k} (mM)" for k in range(8))]
    for n in range(count):
        values = ",".join(f"{value:.2f}" for value in rng.uniform(0, 50, size=8))
        lines.append(f"C-{n:05},P{n // 96}-{n % 96},{('DMF', 'water', 'MeCN')[n % 3]},{values}")
    path = folder / f"candidates {count}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def plate_in(folder: Path, name: str, wells: int = WELLS) -> tuple[Path, Path]:
    """Make a study whose plate has started; return it and its file of results, mangled by a spreadsheet."""
    path = folder / f"{name}.kgstudy"
    reading = read_pool(table_of(folder, 4 * wells), id="code", categories=["solvent"], extras=["well"])
    settings = Settings(budget=2 * wells, location="well", **measured_setting("yield >= 20 %"))
    with actions.create_study(path, reading, settings, WHO) as session:
        plan = actions.plan_worklist(session.study, candidates=session.study.pool.ids[:wells])
        change = actions.make_worklist(session, plan)
        results = path.with_name(f"{name} results.csv")
        results.write_bytes(mangled(worklist_text(change.study, "W1")))
    return path, results


def outcomes_in(path: Path) -> int:
    """Return the number of outcomes on disk."""
    with actions.open_study(path, WHO, read_only=True) as session:
        assert not session.study.pending
        return len(session.study.runs)


def by_pipe(folder: Path, nth: int, wells: int = WELLS) -> tuple[float, float]:
    """Return clock and processor time of `record --from -`, with the start of the program."""
    path, results = plate_in(folder, f"piped {nth}", wells)
    words = [sys.executable, "-m", "kgdesk", "record", str(path), "--from", "-"]
    env = {**os.environ, "KGDESK_DATA": str(folder / "own"), "KGDESK_OPERATOR": "robot"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, input=results.read_bytes(), env=env, check=True, stdout=subprocess.DEVNULL)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert outcomes_in(path) == wells
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_window(folder: Path, nth: int, wells: int = WELLS) -> tuple[float, float]:
    """Return clock and processor time from the drop on an open window to the outcomes on disk, Enter at once."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtTest import QTest

    from kgdesk.ui.dialogs.results_preview import ResultsDialog
    from kgdesk.ui.home.main import application
    from tests.ui.entry_bench import Bench
    from tests.ui.gestures import Hands

    class Bot:
        @staticmethod
        def waitUntil(ready: Callable[[], bool], timeout: int = 600_000) -> None:
            ends = time.monotonic() + timeout / 1000
            while not ready():
                assert time.monotonic() < ends
                QTest.qWait(1)

    application([])
    path, results = plate_in(folder, f"window {nth}", wells)
    bench = Bench(path, Bot(), tabs=False)  # type: ignore[arg-type]
    try:
        began, busy = time.perf_counter(), time.process_time()
        Hands(bench.window).drop(results, bench.window)
        dialog = bench.window.findChild(ResultsDialog)
        Bot.waitUntil(dialog.record.isEnabled)
        dialog.record.click()
        bench.controller.settle()
        took = time.perf_counter() - began, time.process_time() - busy
        assert bench.runs_on_disk() == wells
    finally:
        bench.close()
    return took


def studies(folder: Path, count: int = 10_000) -> Iterator[tuple[str, Study]]:
    """Yield a study of `count` candidates with linear, and one with averaged terms, each after twenty runs."""
    reading = read_pool(table_of(folder, count), id="code", categories=["solvent"], extras=["well"])
    for terms in ("linear", "average"):
        with actions.create_study(
            folder / f"{terms}.kgstudy", reading, Settings(budget=500, terms=terms), WHO
        ) as session:
            for n in range(20):
                name = session.study.pool.ids[n * (count // 20)]
                actions.record(session, name, "success" if n % 3 == 0 else "failure")
            yield terms, session.study


def batch(study: Study, count: int) -> tuple[float, float]:
    """Return clock and processor time of a batch."""
    began, busy = time.perf_counter(), time.process_time()
    picks = advise_batch(study, count)
    assert len({pick.next for pick in picks}) == count
    return time.perf_counter() - began, time.process_time() - busy


def starved() -> float:
    """Return the seconds of the clock that one second of work takes on this machine now."""
    began, busy = time.perf_counter(), time.process_time()
    while time.process_time() - busy < 0.3:
        sum(range(10_000))
    return (time.perf_counter() - began) / (time.process_time() - busy)


def told(what: str, times: Sequence[tuple[float, float]]) -> float:
    """Print the medians and extremes; return the median of the processor times."""
    clock, busy = zip(*times, strict=True)
    median = statistics.median(busy)
    print(
        f"{what}: {statistics.median(clock):.2f} s ({min(clock):.2f} to {max(clock):.2f}), of the processor "
        f"{median:.2f} s",
        flush=True,
    )
    return median


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--wells", type=int, default=WELLS)
    parser.add_argument("--part", action="append", choices=("pipe", "window", "batch"))
    options = parser.parse_args()
    parts = options.part or ("pipe", "window", "batch")
    print(
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; {starved():.1f} s of the clock for 1 s of work"
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        os.environ["KGDESK_DATA"] = str(folder / "own")
        for name, part in (("pipe", by_pipe), ("window", by_window)):
            if name in parts:
                told(
                    f"{options.wells} outcomes, {name}",
                    [part(folder, nth, options.wells) for nth in range(options.runs + 1)][1:],
                )
        for terms, study in studies(folder) if "batch" in parts else ():
            batch(study, 2)
            times = {}
            for count in (24, 96, 384):
                times[count] = told(f"{count} of 10,000, {terms}", [batch(study, count)])
            print(f"{terms}: 384 take {times[384] / times[96]:.1f} times as long as 96", flush=True)


if __name__ == "__main__":
    main()
