"""Measure the processor time of `kgdesk rehearse` with averaged terms: 300 candidates, three numbers, 30 measurements.

``PYTHONPATH=. python tests/bench/bench_rehearse.py`` measures this checkout; with ``--against FOLDER`` also another
one, in turns, prints the ratio, and compares the tables of both byte by byte. Once with one simulated run, for what the
command itself takes, and once with ``--runs``; the least of ``--turns`` each, with all processes of the command.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

CANDIDATES, BUDGET, POLICIES, SEED = 300, 30, "kg,kg/full,random", 3
TABLES = ("opportunity_cost.csv", "paired.csv", "runs.csv", "successes.csv")


def write_pool(table: Path) -> None:
    """Write a table of candidates with three numbers."""
    numbers = np.random.default_rng(5).uniform((0.0, 0.0, 20.0), (100.0, 10.0, 90.0), (CANDIDATES, 3))
    lines = ["code,a,b,c", *(f"C{i},{a:.2f},{b:.3f},{c:.1f}" for i, (a, b, c) in enumerate(numbers))]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")


def seconds(checkout: Path, table: Path, out: Path, runs: int) -> float:
    """Rehearse with the program of a checkout; return the processor seconds of all its processes."""
    command = [sys.executable, "-m", "kgdesk", "rehearse", str(table), "--id", "code", "--terms", "average",
               "--policies", POLICIES, "--runs", str(runs), "--budget", str(BUDGET), "--workers", "1",
               "--seed", str(SEED), "--out", str(out), "--overwrite"]  # fmt: skip
    folders = {"KGDESK_DATA": str(out.parent / "data"), "PYTHONPYCACHEPREFIX": str(out.parent / "bytecode")}
    environment = {**os.environ, **folders, "PYTHONPATH": str(checkout)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # no user has it: each command would compile its sources
    with subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.PIPE) as process:
        process.communicate()
    # The worker process was waited for by the command, and so is part of what the system counts for it.
    after = os.times()
    return after.children_user + after.children_system


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, default=None, help="another checkout")
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--turns", type=int, default=3)
    chosen = parser.parse_args()
    checkouts = [Path(__file__).resolve().parents[2], *([chosen.against.resolve()] if chosen.against else [])]
    least: dict[tuple[int, int], float] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_pool(folder / "pool.csv")
        outs = [folder / f"out{number}" for number in range(len(checkouts))]
        for turn in range(chosen.turns + 1):  # the first one compiles the kernels where need be
            for runs in (1, chosen.runs):
                for number, checkout in enumerate(checkouts):
                    before = os.times()
                    total = seconds(checkout, folder / "pool.csv", outs[number], runs)
                    taken = total - before.children_user - before.children_system
                    if turn:
                        least[number, runs] = min(taken, least.get((number, runs), taken))
        same = all(
            (outs[0] / name).read_bytes() == (out / name).read_bytes() for out in outs for name in TABLES
        )
    for number, checkout in enumerate(checkouts):
        one, many = least[number, 1], least[number, chosen.runs]
        each = (many - one) / (chosen.runs - 1)
        spent = f"{many:.2f} s for {chosen.runs} runs, {one:.2f} s for one"
        print(f"{checkout}: {spent}; {1e3 * each:.0f} ms for each further")
    if len(checkouts) > 1:
        print(f"ratio of {chosen.runs} runs: {least[0, chosen.runs] / least[1, chosen.runs]:.3f}")
        print(f"tables with the same bytes: {same}")


if __name__ == "__main__":
    main()
