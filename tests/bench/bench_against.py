"""Compare this checkout with another one in pairs: sweeps, updates, fits, start of the window, `kgdesk suggest`.

``PYTHONPATH=. python tests/bench/bench_against.py FOLDER`` alternates between two processes that keep their programs
loaded, and prints the medians and the median of the ratios of 15 pairs; ``--starts`` compares new processes instead.
On a busy machine ``--processor`` gives seconds of the processor, not those of the clock: of kernels on one thread,
and of a start those of the whole process.
Only names of the public API and of the command line are used, so that FOLDER can be much older.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from operator import methodcaller
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

CANDIDATES, ATTRIBUTES, UPDATES = 1_000, 10, 200


def pool(M: int, d: int) -> Array:
    """Return a pool of M candidates with d attributes, (M, d + 1)."""
    return np.column_stack([np.ones(M), np.random.default_rng(17).uniform(-3.0, 3.0, (M, d))])


class _Figures:
    """The timed functions, by the public API of the checkout that is imported."""

    def __init__(self, clock: Callable[[], float]) -> None:
        from kgdesk import DiagonalBelief, FullBelief, MomentBelief

        self._kinds: dict[str, Any] = {
            "moments": MomentBelief,
            "full": FullBelief,
            "diagonal": DiagonalBelief,
        }
        self._clock = clock
        self._ready: dict[tuple[str, int, int], tuple[Any, Array]] = {}

    def sweep(self, kind: str, M: int, outcomes: int) -> float:
        """Return the seconds of the knowledge gradient of a pool."""
        belief, X = self._learned(kind, M, outcomes)
        return _seconds(self._clock, lambda: belief.knowledge_gradient(X))

    def update(self, kind: str) -> float:
        """Return the seconds of 200 updates by one outcome each."""
        belief, X = self._learned(kind, CANDIDATES, 10)
        return _seconds(self._clock, lambda: [belief.updated(x, 1) for x in X[:UPDATES]])

    def fit(self, kind: str) -> float:
        """Return the seconds of a fit to 1,000 outcomes."""
        X = pool(CANDIDATES, 19)
        y = np.where(np.random.default_rng(3).random(len(X)) < 0.5, 1.0, -1.0)
        return _seconds(self._clock, lambda: self._kinds[kind].prior(20).after(X, y))

    def _learned(self, kind: str, M: int, outcomes: int) -> tuple[Any, Array]:
        if (kind, M, outcomes) not in self._ready:
            X, rng = pool(M, ATTRIBUTES), np.random.default_rng(5)
            belief, w = self._kinds[kind].prior(ATTRIBUTES + 1), rng.normal(size=ATTRIBUTES + 1)
            for place in range(outcomes):
                x = X[7_919 * place % min(M, 400)]
                belief = belief.updated(x, 1 if rng.random() < 1.0 / (1.0 + np.exp(-x @ w)) else -1)
            self._ready[kind, M, outcomes] = belief, X
        return self._ready[kind, M, outcomes]


def _seconds(clock: Callable[[], float], function: Callable[[], object]) -> float:
    begun = clock()
    function()
    return clock() - begun


def _ended_processes() -> float:
    """Return the processor seconds of all processes that this one has started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _serve(clock: Callable[[], float]) -> None:
    """Answer each line of standard input, a figure as JSON, with its seconds."""
    figures = _Figures(clock)
    for line in sys.stdin:
        name, *given = json.loads(line)
        print(getattr(figures, name)(*given), flush=True)


class _Checkout:
    """A checkout with a process that serves its figures, and a study of its own."""

    def __init__(self, root: Path, own: Path, *, processor: bool) -> None:
        self.root, self._own, self._processor = root, own, processor
        own.mkdir()
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(root),
            "QT_QPA_PLATFORM": "offscreen",
            "KGDESK_DATA": str(own / "data"),
            "XDG_DATA_HOME": str(own / "share"),
            **({"NUMBA_NUM_THREADS": "1"} if processor else {}),
        }
        self._server: Any = None  # a process with open pipes, once it is asked

    def ask(self, figure: tuple[object, ...]) -> float:
        """Return the seconds of a figure in the process that keeps the program loaded."""
        if self._server is None:
            self._server = subprocess.Popen(
                [
                    sys.executable, str(Path(__file__).resolve()), "--serve",
                    *(["--processor"] if self._processor else []),
                ],
                env=self._environment, cwd=self.root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        self._server.stdin.write(json.dumps(figure) + "\n")
        self._server.stdin.flush()
        return float(self._server.stdout.readline())

    def make_study(self) -> None:
        """Make the study of 1,000 candidates that `starts` opens."""
        table = self._own / "pool.csv"
        with table.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["code", *(f"a{k}" for k in range(ATTRIBUTES))])
            rows.writerows(
                [f"C{at}", *map(repr, x[1:].tolist())] for at, x in enumerate(pool(CANDIDATES, ATTRIBUTES))
            )
        self._run(
            "new",
            str(self._study),
            "--candidates",
            str(table),
            "--id",
            "code",
            "--terms",
            "linear",
            "--by",
            "bench",
        )

    def starts(self) -> dict[str, float]:
        """Return the seconds until the window is painted and has its suggestion, and of `kgdesk suggest`."""
        from kgdesk_bench.waits import start_waits  # not in the process that serves another checkout

        before = _ended_processes()
        reached = start_waits(self._study, self._own, self.root)
        started = _ended_processes() - before
        clock = _ended_processes if self._processor else time.perf_counter
        suggested = {"kgdesk suggest": _seconds(clock, lambda: self._run("suggest", str(self._study)))}
        if self._processor:
            return {"window with its first suggestion": started, **suggested}
        return {
            "window painted": reached["window"],
            "first suggestion in the window": reached["suggestion"],
            **suggested,
        }

    def close(self) -> None:
        """End the process."""
        if self._server is not None:
            self._server.stdin.close()
            self._server.wait()

    @property
    def _study(self) -> Path:
        return self._own / "study.kgstudy"

    def _run(self, *words: str) -> None:
        command = [sys.executable, "-m", "kgdesk", *words]
        subprocess.run(command, env=self._environment, cwd=self.root, check=True, stdout=subprocess.DEVNULL)


def figures() -> list[tuple[object, ...]]:
    """Return the figures to compare: names of methods of `_Figures`, with their arguments."""
    kinds = ("moments", "full", "diagonal")
    pools = ((200, 10), (1_000, 10), (10_000, 10), (10_000, 30), (20_000, 30), (100_000, 30))
    return [
        *(("sweep", kind, M, outcomes) for kind in kinds for M, outcomes in pools),
        *(("update", kind) for kind in kinds),
        ("fit", "moments"),
        ("fit", "full"),
    ]


def _report(what: str, pairs: list[tuple[float, float]]) -> None:
    mine, theirs = (1e3 * median(each) for each in zip(*pairs, strict=True))
    ratio = median(one / other for one, other in pairs)
    print(f"{what:<40}{mine:>10.2f} ms {theirs:>10.2f} ms   {ratio:5.2f}", flush=True)


def main() -> None:
    """Print the medians of both checkouts, this one first, and the median of the ratios."""
    parser = argparse.ArgumentParser(description="Compare this checkout with another one in pairs.")
    parser.add_argument("folder", nargs="?", help="the other checkout")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--starts", action="store_true", help="new processes instead of kernels")
    parser.add_argument(
        "--processor", action="store_true", help="seconds of the processor, on a busy machine"
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        _serve(time.process_time if options.processor else time.perf_counter)
        return
    if not options.folder or not (Path(options.folder) / "kgdesk").is_dir():
        parser.error("name a folder with another checkout")
    with tempfile.TemporaryDirectory() as own:
        roots = (Path.cwd(), Path(options.folder).resolve())
        sides = [
            _Checkout(root, Path(own) / str(at), processor=options.processor) for at, root in enumerate(roots)
        ]
        if options.starts:
            for side in sides:
                side.make_study()
            rounds = [_in_turn(turn, sides, lambda side: side.starts()) for turn in range(options.pairs + 1)]
            for what in rounds[0][0]:
                _report(what, [(mine[what], theirs[what]) for mine, theirs in rounds[1:]])
            return
        for figure in figures():
            ask = methodcaller("ask", figure)
            pairs = [_in_turn(turn, sides, ask) for turn in range(options.pairs + 1)][
                1:
            ]  # the first one compiles
            _report(" ".join(map(str, figure)), pairs)
        for side in sides:
            side.close()


def _in_turn(turn: int, sides: list[_Checkout], timed: Callable[[_Checkout], Any]) -> tuple[Any, Any]:
    """Time both checkouts, now this one first, now the other."""
    order = sides if turn % 2 else sides[::-1]
    taken = {id(side): timed(side) for side in order}
    return taken[id(sides[0])], taken[id(sides[1])]


if __name__ == "__main__":
    main()
