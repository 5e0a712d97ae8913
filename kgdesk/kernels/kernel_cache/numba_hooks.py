"""What Numba calls: the cache locator, the pause of the garbage collector while compiling; and what both report."""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import event
from numba.core.caching import FunctionCache, _CacheLocator

from kgdesk.gc_pause import disable_collector, enable_collector
from kgdesk.kernels.kernel_cache import layers
from kgdesk.kernels.kernel_cache.layers import active_layer, source_digest

#: The package of the kernels.
_KERNELS = Path(__file__).parents[1]

_DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, ImportError, KeyError,
            IndexError)  # fmt: skip


@dataclass(slots=True)
class CacheCounts:
    """Kernels taken from the folder and kernels compiled, since the start of this process."""

    hits: int = 0
    misses: int = 0


#: Numba makes the caches, one per kernel; this is the one place where they meet.
CACHE_COUNTS = CacheCounts()


class KernelLocator(_CacheLocator):
    """Finds the folder for the kernels of this package; leaves all other functions to Numba."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> KernelLocator | None:
        """Return the locator of a kernel; None for a function of somebody else."""
        return cls(py_func, py_file) if Path(py_file).is_relative_to(_KERNELS) else None

    def get_cache_path(self) -> str:
        """Return the folder; it need not be writable."""
        return str(active_layer().folder)

    def get_source_stamp(self) -> str:
        """Return the digest of all kernels: one that is called by another is compiled into it."""
        return source_digest()

    def get_disambiguator(self) -> str:
        """Return what tells kernels of one name apart."""
        return str(self._lineno)


def _forgiving() -> None:
    load, save = FunctionCache.load_overload, FunctionCache.save_overload

    def load_overload(self: Any, sig: Any, target_context: Any) -> Any:
        if not isinstance(self._impl.locator, KernelLocator):
            return load(self, sig, target_context)
        try:
            found = load(self, sig, target_context)
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
        if active_layer().sealed:
            return
        try:
            save(self, sig, data)
        except _DAMAGED:
            with suppress(*_DAMAGED):
                # An index that cannot be read would refuse every later kernel of this name as well.
                Path(self._cache_file._index_path).unlink()  # noqa: SLF001 - Numba has no call for it
                save(self, sig, data)

    # By name: the one place where Numba's own class is changed, and only for caches of ours.
    for name, method in (("load_overload", load_overload), ("save_overload", save_overload)):
        setattr(FunctionCache, name, method)


_forgiving()


class _Uncollected(event.Listener):
    """Keeps Python from collecting while Numba compiles; one compiled function may need another."""

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - the name is Numba's
        disable_collector()

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - the name is Numba's
        enable_collector()


event.register("numba:compile", _Uncollected())


def kernel_diagnostics() -> dict[str, Any]:
    """Return versions, processor, threads and the way the kernels were found; ask after the first parallel kernel."""
    keep = layers.active_layer()
    name, features = layers.processor()
    layer = "none started yet"
    with suppress(ValueError):  # no parallel kernel has run
        layer = numba.threading_layer()  # type: ignore[attr-defined] # numba's stubs leave it out
    return {
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": layers.source_digest(),
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
