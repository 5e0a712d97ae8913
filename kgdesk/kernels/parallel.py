"""Keep two parallel kernels from running at once, and parallel kernels out of processes that cannot run them."""

from __future__ import annotations

import functools
import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Python functions that call parallel kernels and must hold the lock for the whole call. The bounded sweeps take it for
#: one part at a time instead, so that other kernels can run in between.
_LOCKED_FUNCTIONS = frozenset({"sweep_full", "sweep_moments", "warm_up"})


class ParallelLock:
    """Reentrant lock held while a parallel kernel runs; raises in a forked child whose OpenMP threads are missing.

    Numba's workqueue threading layer is not thread-safe: it aborts the process when two threads start kernels at once.
    libgomp (GNU OpenMP) is not fork-safe: its threads are not copied into the child, where a parallel kernel aborts.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._cut_off = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def __enter__(self) -> None:
        """Acquire the lock; block until no other thread holds it.

        Raises
        ------
        RuntimeError
            This process was forked from one that had started OpenMP threads.
        """
        if self._cut_off:  # an exception with a way out, where libgomp would abort the process
            raise RuntimeError(
                "This process was forked from one in which kgdesk had calculated, and cannot calculate itself. Start "
                'it with multiprocessing.get_context("spawn"), or set NUMBA_THREADING_LAYER=workqueue for both.'
            )
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        self._lock.release()

    def _forked(self) -> None:
        """Replace the lock in a forked child: the thread that held it does not exist there."""
        self._lock = threading.RLock()
        with suppress(KeyError, ValueError):  # Numba is not imported, or has started no threads
            self._cut_off = sys.modules["numba"].threading_layer() == "omp" and sys.platform == "linux"


PARALLEL_LOCK = ParallelLock()


def serialized(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel wrapped so that each call holds `PARALLEL_LOCK`."""

    @functools.wraps(kernel, updated=())  # a compiled kernel has no __dict__ to copy
    def call(*args: Any, **kwargs: Any) -> Any:
        with PARALLEL_LOCK:
            return kernel(*args, **kwargs)

    return call


def serial_below(rows: int, serial: Callable[..., Any], parallel: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls `serial` if its last argument has fewer than `rows` rows, else `parallel` locked."""
    locked = serialized(parallel)

    @functools.wraps(parallel, updated=())
    def call(*args: Any) -> Any:
        return serial(*args) if len(args[-1]) < rows else locked(*args)

    return call


def as_called_from_outside(name: str, kernel: Any) -> Any:
    """Return a kernel as other packages get it: holding the lock during each call if it needs it, else as it is."""
    parallel = name in _LOCKED_FUNCTIONS or getattr(kernel, "targetoptions", {}).get("parallel")
    return serialized(kernel) if parallel else kernel
