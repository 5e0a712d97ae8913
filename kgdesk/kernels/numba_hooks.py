"""Hooks into Numba: a quick start, cache locator, damaged cache files, diagnostics."""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import FunctionCache, _CacheLocator
from numba.core.runtime.nrt import rtsys

from kgdesk.kernels import cache_layers
from kgdesk.kernels.cache_layers import active_layer, source_digest
from kgdesk.kernels.numba_shortcuts import is_part

#: The package of the kernels.
_KERNELS = Path(__file__).parent

_DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, ImportError, KeyError,
            IndexError)  # fmt: skip


@dataclass(slots=True)
class CacheCounts:
    """Counts of kernels loaded from the cache (hits) and compiled (misses) since the start of this process."""

    hits: int = 0
    misses: int = 0


#: Numba creates one cache object per kernel, so that the counts have to be global.
CACHE_COUNTS = CacheCounts()


class KernelLocator(_CacheLocator):
    """Numba cache locator for the kernels of this package; other functions keep Numba's own locators."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> KernelLocator | None:
        """Return the locator of a kernel; None for a function of another package."""
        return cls(py_func, py_file) if Path(py_file).is_relative_to(_KERNELS) else None

    def get_cache_path(self) -> str:
        """Return the folder of the active cache layer; it may be read-only."""
        return str(active_layer().folder)

    def get_source_stamp(self) -> str:
        """Return the digest of all kernel sources: a kernel contains the machine code of those that it calls."""
        return source_digest()

    def get_disambiguator(self) -> str:
        """Return the line number, which distinguishes kernels of one name in a file."""
        return str(self._lineno)


def _forgiving() -> None:
    load, save = FunctionCache.load_overload, FunctionCache.save_overload

    def load_overload(self: Any, sig: Any, target_context: Any) -> Any:
        if not isinstance(self._impl.locator, KernelLocator):
            return load(self, sig, target_context)
        # Numba's own method first registers all that it can compile. Machine code needs only the runtime for arrays;
        # the compiler registers the rest when it is used.
        rtsys.initialize(target_context)
        try:
            with self._guard_against_spurious_io_errors():
                found = self._load_overload(sig, target_context)
        except _DAMAGED:
            found = None
        if found is None:
            CACHE_COUNTS.misses += 1
        else:
            CACHE_COUNTS.hits += 1
        return found

    def save_overload(self: Any, sig: Any, data: Any) -> None:
        if not isinstance(self._impl.locator, KernelLocator):
            save(self, sig, data)
            return
        if active_layer().sealed or is_part(data):
            return
        # Its text holds addresses of this process: with it, two builds of the same sources would differ.
        data = data._replace(type_annotation="")
        try:
            save(self, sig, data)
        except _DAMAGED:
            with suppress(*_DAMAGED):
                # An unreadable index would fail every later save of this kernel as well.
                Path(self._cache_file._index_path).unlink()  # noqa: SLF001 - Numba has no call for it
                save(self, sig, data)

    # Patched by setattr: Numba offers no hook. Caches with other locators keep Numba's behaviour.
    for name, method in (("load_overload", load_overload), ("save_overload", save_overload)):
        setattr(FunctionCache, name, method)


_forgiving()


def kernel_diagnostics() -> dict[str, Any]:
    """Return versions, processor, cache layer with hits and misses, and threads; call it after a parallel kernel.

    Before the first parallel kernel the threading layer is unknown.
    """
    keep = cache_layers.active_layer()
    name, features = cache_layers.processor()
    layer = "none started yet"
    with suppress(ValueError):  # no parallel kernel has run
        layer = numba.threading_layer()  # type: ignore[attr-defined] # numba's stubs leave it out
    return {
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": cache_layers.source_digest(),
        "processor": name,
        "features": [f[1:] for f in features.split(",") if f.startswith("+")],
        "compiled_for": keep.cpu,
        "kept": keep.kind,
        "folder": str(keep.folder),
        "hits": CACHE_COUNTS.hits,
        "misses": CACHE_COUNTS.misses,
        "layer": layer,
        "threads": int(numba.get_num_threads()),
    }
