"""Versions, processor, cache and threads of the kernels in this process, for diagnostics."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import llvmlite
import numba

from kgdesk.kernels.cache import active_layer, processor, source_digest


def kernel_diagnostics() -> dict[str, Any]:
    """Return versions, processor, cache layer with hits and misses, and threads, as a JSON object.

    The threading layer is known only after the first parallel kernel has run.
    """
    kept = active_layer()
    name, features = processor()
    layer = "none started yet"
    with suppress(ValueError):  # no parallel kernel has run
        layer = numba.threading_layer()  # type: ignore[attr-defined] # numba's stubs leave it out
    hits, misses = cache_counts()
    return {
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": source_digest(),
        "processor": name,
        "features": [f[1:] for f in features.split(",") if f.startswith("+")],
        "compiled_for": kept.cpu,
        "kept": kept.kind,
        "folder": str(kept.folder),
        "hits": hits,
        "misses": misses,
        "layer": layer,
        "threads": int(numba.get_num_threads()),
    }


def cache_counts() -> tuple[int, int]:
    """Return how many functions of the kernels were loaded from the cache and how many were compiled for it."""
    modules = [module for name, module in sys.modules.items() if name.startswith("kgdesk.kernels.")]
    dispatchers = {
        id(value): value for module in modules for value in vars(module).values() if hasattr(value, "stats")
    }
    stats = [each.stats for each in dispatchers.values()]
    kept = [each for each in stats if each.cache_path is not None]
    return sum(sum(each.cache_hits.values()) for each in kept), sum(
        sum(each.cache_misses.values()) for each in kept
    )
