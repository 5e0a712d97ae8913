"""96 outcomes at once: by one pipe into the command line, and by `Campaign.record_many`; wall and processor times.

A first pipe, which may compile kernels, is not counted. On a busy machine the processor times are those that tell.

``PYTHONPATH=. python tests/bench/bench_pipe.py [--runs 5]``
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

from kgdesk import Campaign

WELLS = 96


def study_in(folder: Path, name: str) -> Path:
    """Make a study of 384 candidates with two numbers."""
    path = folder / f"{name}.kgstudy"
    table = {
        "code": [f"C-{n:03}" for n in range(384)],
        "temperature": [20.0 + n % 24 for n in range(384)],
        "ratio": [n // 24 / 16 for n in range(384)],
    }
    Campaign.create(table, path, id="code", by="robot").close()
    return path


def main() -> None:
    """Measure and print the median and the extremes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    outcomes = ["success" if n % 3 == 0 else "failure" for n in range(WELLS)]
    frame = {"candidate": [f"C-{n:03}" for n in range(WELLS)], "outcome": outcomes}
    rows = [f"{name},{outcome}" for name, outcome in zip(frame["candidate"], outcomes, strict=True)]
    text = "\n".join(["candidate,outcome", *rows])
    piped, called, busy = [], [], []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        env = {**os.environ, "KGDESK_DATA": str(folder / "own")}
        for nth in range(runs + 1):
            path = study_in(folder, f"piped {nth}")
            before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            words = [
                sys.executable,
                "-m",
                "kgdesk",
                "record",
                str(path),
                "--from",
                "-",
                "--unstarted",
                "--json",
            ]
            subprocess.run(words, input=text, text=True, env=env, check=True, stdout=subprocess.DEVNULL)
            piped.append(time.perf_counter() - began)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            busy.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            with Campaign.open(study_in(folder, f"called {nth}"), by="robot") as campaign:
                began = time.perf_counter()
                assert len(campaign.record_many(frame)) == WELLS
                called.append(time.perf_counter() - began)
    told = (
        ("one pipe, with the start of the program", piped[1:]),
        ("of this the processor", busy[1:]),
        ("record_many", called[1:]),
    )
    for what, times in told:
        print(f"{what}: {statistics.median(times):.2f} s ({min(times):.2f} to {max(times):.2f})")


if __name__ == "__main__":
    main()
