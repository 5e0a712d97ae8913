"""One parallel kernel at a time, and none in a process that was forked from one that has run some with OpenMP.

Numba's workqueue layer ends the process when two threads start kernels at once; its OpenMP layer ends a forked process
that starts one, for GNU's threads do not come along.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class ParallelLock:
    """Held by whoever runs a parallel kernel; a thread that holds it may run another."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._cut_off = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def __enter__(self) -> None:
        """Wait until no other thread holds it.

        Raises
        ------
        RuntimeError
            The threads that would run the kernel stayed behind in the process that this one was forked from.
        """
        if self._cut_off:
            raise RuntimeError(
                "This process was forked from one in which kgdesk had calculated, and cannot calculate itself. Start "
                'it with multiprocessing.get_context("spawn"), or set NUMBA_THREADING_LAYER=workqueue for both.'
            )
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        """Let the next one in."""
        self._lock.release()

    def _forked(self) -> None:
        """Begin anew in a forked process: a thread that held the lock is not in it."""
        self._lock = threading.RLock()
        with suppress(KeyError, ValueError):  # Numba is not imported, or has started no threads
            self._cut_off = sys.modules["numba"].threading_layer() == "omp" and sys.platform == "linux"


PARALLEL_LOCK = ParallelLock()


def serialized(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel such that a call waits until no other one runs in this process."""

    @functools.wraps(kernel, updated=())  # a compiled kernel has nothing else to hand on
    def call(*args: Any, **kwargs: Any) -> Any:
        with PARALLEL_LOCK:
            return kernel(*args, **kwargs)

    return call
