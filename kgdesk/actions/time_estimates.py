"""Estimate how long a suggestion takes on this computer."""

from __future__ import annotations

import os
import time
from functools import lru_cache

import numpy as np

from kgdesk.model.advice.posterior_summary import suggestion_seconds

#: Seconds that the calculation in `slowness` takes on the reference computer, and its number of processors.
_REFERENCE_SECONDS, _REFERENCE_PROCESSORS = 0.00082, 2


@lru_cache
def slowness() -> float:
    """Return how many times longer a suggestion takes on this computer than on the reference computer.

    It measures the time of exponentials, most of the work of a sweep, on one processor; a sweep uses all processors, so
    their number counts as well. Takes a few milliseconds.
    """
    values = np.linspace(-8.0, 0.0, 10_000)
    out = np.empty_like(values)  # allocating each result would take longer than the exponentials
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(100):
            np.exp(values, out=out)
        times.append(time.perf_counter() - begun)
    return min(times) / _REFERENCE_SECONDS * _REFERENCE_PROCESSORS / max(1, os.cpu_count() or 1)


def suggestion_time(candidates: int, columns: int, terms: str) -> float:
    """Estimate the time of a suggestion on this computer, in seconds; see `suggestion_seconds`."""
    return slowness() * suggestion_seconds(candidates, columns, terms)
