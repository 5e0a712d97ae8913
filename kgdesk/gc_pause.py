"""Pause Python's garbage collector while Numba compiles, or while many objects are created that survive."""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCK = threading.Lock()
_state = {"holders": 0, "collected": False}


def disable_collector() -> None:
    """Disable the garbage collector until every caller has called `enable_collector`. Thread-safe."""
    with _LOCK:
        if not _state["holders"]:
            _state["collected"] = gc.isenabled()
            gc.disable()
        _state["holders"] += 1


def enable_collector() -> None:
    """Undo one `disable_collector`; the last one enables the collector again if it was enabled before."""
    with _LOCK:
        _state["holders"] -= 1
        if not _state["holders"] and _state["collected"]:
            # Move the new objects to the oldest generation at once. Otherwise the next young collection scans all of
            # them and blocks every thread, the GUI thread included, for about 0.1 s.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Disable the garbage collector inside the block."""
    disable_collector()
    try:
        yield
    finally:
        enable_collector()
