"""Work that Python's collector of garbage must not, or had better not, interrupt."""

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
    """Keep Python from collecting until as many `enable_collector` have come, from whatever thread."""
    with _LOCK:
        if not _state["holders"]:
            _state["collected"] = gc.isenabled()
            gc.disable()
        _state["holders"] += 1


def enable_collector() -> None:
    """Let Python collect again once nobody else holds it."""
    with _LOCK:
        _state["holders"] -= 1
        if not _state["holders"] and _state["collected"]:
            # What was made goes to the oldest values at once: else the next small collection looks through all of it,
            # and holds every thread up for a tenth of a second, the window's among them.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python from collecting in the block."""
    disable_collector()
    try:
        yield
    finally:
        enable_collector()
