"""A rehearsal in a process of its own that waits for ever after some runs; run as `python cut_off.py FOLDER RUNS`.

The truth appends its name to the file in the environment variable PLAYED, so that a test sees which runs were
simulated.
"""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from small_contests import contest, pool_of

from kgdesk.rehearsal import KeptRuns
from kgdesk.rehearsal.engine import run_contests
from kgdesk.rehearsal.truths import Normal
from kgdesk.rehearsal.workers import Processes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.rehearsal.engine import Progress


@dataclass(frozen=True)
class Logged:
    """Truth from the prior that logs each run by its pool, and its first normal draw, which identifies the seed."""

    pool: str

    def log_odds(self, X: NDArray[np.float64], rng: np.random.Generator, stages: int) -> NDArray[np.float64]:
        a = Normal(np.zeros(X.shape[1]), np.eye(X.shape[1])).log_odds(X, rng, stages)
        descriptor = os.open(os.environ["PLAYED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(descriptor, f"{self.pool} {float(a[0, 0])!r}\n".encode())
        os.close(descriptor)
        return a


CONTESTS = [contest(pool_of(), pool=name, truth=Logged(name), budget=5) for name in ("a", "b")]
SEED, RUNS = 61, 9  # across the border between two files


def _wait(progress: Progress) -> None:
    if progress.done == int(sys.argv[2]):
        print("waiting", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    keep = KeptRuns(Path(sys.argv[1]))
    list(run_contests(CONTESTS, runs=RUNS, seed=SEED, workers=Processes(2), progress=_wait, keep=keep))
