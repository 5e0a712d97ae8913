"""Time of `record` against `status` on a study of 100,000 candidates with averaged terms, as whole commands.

    python tests/cli/bench_record.py [--rows 100000] [--rounds 7]

Prints each command's median and range; exit 1 if `record` takes more than `status` and 0.3 s.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

#: Maximum difference of `record` and `status`, in seconds.
ALLOWED = 0.3
_SOLVENTS = ("water", "ethanol", "dmso", "acetone")
_NUMBERS = ("temperature", "pressure", "ph", "time", "dose", "speed")


def write_table(path: Path, rows: int) -> None:
    """Write a table of `rows` candidates with six numbers, a category and a kept column."""
    draw = random.Random(20261123)
    with path.open("w", encoding="utf-8") as out:
        out.write(",".join(("code", *_NUMBERS, "solvent", "well")) + "\n")
        for row in range(rows):
            numbers = ",".join(f"{draw.gauss(0.0, 1.0):.4f}" for _ in _NUMBERS)
            out.write(f"R-{row:06d},{numbers},{draw.choice(_SOLVENTS)},{row // 96}-{row % 96}\n")


class Bench:
    """Run whole commands on a study of its own."""

    def __init__(self, folder: Path, rows: int) -> None:
        self._environment = {**os.environ, "KGDESK_DATA": str(folder / "own"), "KGDESK_OPERATOR": "Kim"}
        self.study = folder / "large.kgstudy"
        table = folder / "large.csv"
        write_table(table, rows)
        self.seconds(
            *("new", self.study, "--candidates", table, "--id", "code", "--category", "solvent"),
            *("--ignore", "well", "--terms", "average"),
        )
        for number in range(6):
            self.seconds("record", self.study, f"R-{number:06d}", "success" if number % 2 else "failure")

    def seconds(self, *words: object) -> tuple[float, float]:
        """Run a command; return its wall time and CPU time."""
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "kgdesk", *map(str, words)],
            env=self._environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def forget_backups(self) -> None:
        """Make the next entry due for a backup."""
        shutil.rmtree(Path(self._environment["KGDESK_DATA"], "backups"), ignore_errors=True)


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    times: dict[str, list[tuple[float, float]]] = {
        "status": [],
        "record": [],
        "start": [],
        "record, backup due": [],
    }
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.rows)
        for turn in range(options.rounds):
            times["status"].append(bench.seconds("status", bench.study))
            times["record"].append(bench.seconds("record", bench.study, f"R-{100 + turn:06d}", "success"))
            times["start"].append(bench.seconds("start", bench.study, f"R-{500 + turn:06d}"))
            bench.forget_backups()
            times["record, backup due"].append(
                bench.seconds("record", bench.study, f"R-{900 + turn:06d}", "failure")
            )
    for what, taken in times.items():
        walls, processors = zip(*taken, strict=True)
        print(
            f"{what:<20} median {median(walls):6.2f} s, {min(walls):.2f} to {max(walls):.2f} s; "
            f"processors {median(processors):.2f} s"
        )
    more = median(wall for wall, _ in times["record"]) - median(wall for wall, _ in times["status"])
    pairs = zip(times["record"], times["status"], strict=True)
    apart = median(record[0] - status[0] for record, status in pairs)
    print(
        f"record takes {more:+.2f} s beside status (median of pairs {apart:+.2f} s); {ALLOWED} s are allowed"
    )
    return 0 if more <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
