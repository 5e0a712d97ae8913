"""Peak memory of commands on large studies, and of a first suggestion that compiles every kernel that it needs.

``PYTHONPATH=$PWD python tests/bench/bench_memory.py`` prints for each step the largest resident memory of one of its
processes in MB, and the processor time in seconds. ``--part`` takes one part; ``--candidates`` and ``--averaged`` set
the sizes. POSIX only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

#: Parts and what they measure.
PARTS = {
    "linear": "make a study of many candidates with straight terms, and record an outcome",
    "averaged": "suggest in a study with averaged terms after ten outcomes",
    "first": "suggest with an empty cache of kernels, in a small study with averaged terms",
}


def measured(words: list[str], folder: Path, **environment: str) -> tuple[float, float]:
    """Run kgdesk in a folder; return (MB, processor seconds) of its largest process and of all."""
    with subprocess.Popen(
        [sys.executable, "-m", "kgdesk", *words],
        cwd=folder,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"kgdesk {' '.join(words)} ended with {process.returncode}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return usage.ru_maxrss / unit, usage.ru_utime + usage.ru_stime


def table(path: Path, candidates: int) -> None:
    """Write a table of uniform numbers in ten columns."""
    rng = np.random.default_rng(1)
    with path.open("w", encoding="ascii") as stream:
        stream.write("code," + ",".join(f"x{j}" for j in range(10)) + "\n")
        for i in range(candidates):
            numbers = ",".join(f"{x:.5f}" for x in rng.uniform(-1.0, 1.0, 10))
            stream.write(f"C-{i:07d},{numbers}\n")


def step(words: list[str], folder: Path, **environment: str) -> None:
    """Print what one command takes."""
    memory, seconds = measured(words, folder, **environment)
    print(f"{memory:7.0f} MB {seconds:7.1f} s  kgdesk {' '.join(words)}", flush=True)


def made(folder: Path, name: str, candidates: int, terms: str) -> None:
    """Make a study and print what that takes."""
    table(folder / f"{name}.csv", candidates)
    words = ["new", f"{name}.kgstudy", "--candidates", f"{name}.csv", "--id", "code", "--terms", terms]
    step([*words, "--by", "bench"], folder)


def recorded(folder: Path, name: str, count: int) -> None:
    """Record outcomes without printing anything."""
    for run in range(count):
        outcome = ("failure", "success")[run % 2]
        measured(["record", f"{name}.kgstudy", f"C-{run:07d}", outcome, "--by", "bench"], folder)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=PARTS, action="append", default=[])
    parser.add_argument("--candidates", type=int, default=1_000_000)
    parser.add_argument("--averaged", type=int, default=100_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["KGDESK_DATA"] = str(folder / "data")
        for part in given.part or PARTS:
            if part == "linear":
                made(folder, part, given.candidates, part)
                step(["record", f"{part}.kgstudy", "C-0000001", "success", "--by", "bench"], folder)
            else:
                made(folder, part, given.averaged if part == "averaged" else 1_000, "average")
                recorded(folder, part, 10)
                empty = {"XDG_CACHE_HOME": str(folder / "cache")} if part == "first" else {}
                step(["suggest", f"{part}.kgstudy"], folder, **empty)


if __name__ == "__main__":
    main()
