"""All benchmarks on this machine, against plain NumPy and C: times of one run, taken in turns.

Absolute times vary between machines and days; ratios of times taken in turns do not.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk_bench import labs, sweeps, yardstick
from kgdesk_bench.timer import TURNS, Timer

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk_bench.timer import Figure

# Candidates and attributes of the pools for the exhaustive sweep; candidates of those for suggestions.
EVERY_PAIR = (200, 10), (1_000, 10), (10_000, 10), (10_000, 15), (10_000, 30)
SUGGESTED = 10_000, 20_000, 40_000, 100_000, 300_000
_LARGEST = 1_000_000


@dataclass(frozen=True)
class Bench:
    """All figures of one run.

    Parameters
    ----------
    machine
        Processor, system, versions, threads.
    figures
        In order of measurement.
    growth
        Exponent of the time over the number of candidates, by description.
    memory
        Additional peak memory of a suggestion as a multiple of that of the candidates, by description; empty if the
        system does not report it.
    peak_memory
        Largest resident memory of this process, in bytes; None if the system does not report it.
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
        Small pools only, one turn, to check that everything runs.
    reference
        A C file in place of the one in the source tree.
    progress
        Called with the description of each figure.
    """
    timer = Timer(1 if quick else TURNS, progress or (lambda _: None))
    kernels.warm_up()
    with tempfile.TemporaryDirectory(prefix="kgdesk-bench-", ignore_cleanup_errors=True) as folder:
        c = yardstick.compiled(reference, Path(folder))
        sweeps.every_pair(timer, c, ((300, 10),) if quick else EVERY_PAIR)
        growth = sweeps.suggestions(timer, c, (2_000,) if quick else SUGGESTED)
        growth |= sweeps.averaged_suggestions(timer, (2_000,) if quick else (10_000, 100_000, 300_000))
        sweeps.several_runs(timer, (300,) if quick else (300, 10_000))
        sweeps.informations(timer, (2_000,) if quick else (10_000, 100_000))
        memory = sweeps.largest(timer, 20_000 if quick else _LARGEST)
        sweeps.updates(timer)
        sweeps.fits(timer, ((30, 11),) if quick else ((30, 11), (1_000, 20), (100_000, 10)))
        labs.rehearsal(timer)
        labs.averaged_rehearsal(timer, 60 if quick else 300)
        for M, entries in ((200, 2),) if quick else ((1_000, 20), (10_000, 20), (100_000, 12)):
            for averaged in (False, True):
                lab = labs.Lab(Path(folder), M, averaged, 3 if averaged else 10)
                labs.entries_of(timer, lab)
                labs.on_screen(timer, lab, entries)
        lab = labs.Lab(Path(folder), 200 if quick else 100_000, averaged=True, d=7)
        labs.entries_of(timer, lab)
        labs.on_screen(timer, lab, 2 if quick else 12)
        small = 200 if quick else 1_000
        labs.first_suggestion(timer, labs.Lab(Path(folder), small, averaged=True, d=3))
        labs.starts(timer, labs.Lab(Path(folder), small))
    return Bench(_machine(bool(c)), tuple(timer.figures), growth, memory, _peak())


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
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)
