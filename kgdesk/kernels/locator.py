"""Numba's door to the kept kernels; Numba imports this module by name.

Numba gives up at import where it finds no folder to write, and in mid-work when a disk is full or a file is damaged.
A cache is a favour: here every such fault means that a kernel is compiled again, and nothing else.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, _CacheLocator

from kgdesk.kernels.keeping import digest, settled

_HERE = Path(__file__).parent
_DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, ImportError, KeyError,
            IndexError)  # fmt: skip


@dataclass(slots=True)
class Count:
    """Kernels taken from the folder and kernels compiled, since the start of this process."""

    hits: int = 0
    misses: int = 0


#: Numba makes the caches, one per kernel; this is the one place where they meet.
COUNT = Count()


class KernelLocator(_CacheLocator):
    """Finds the folder for the kernels of this package; leaves all other functions to Numba."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> KernelLocator | None:
        """Return the locator of a kernel; None for a function of somebody else."""
        return cls(py_func, py_file) if Path(py_file).parent == _HERE else None

    def get_cache_path(self) -> str:
        """Return the folder; it need not be writable."""
        return str(settled().folder)

    def get_source_stamp(self) -> str:
        """Return the digest of all kernels: one that is called by another is compiled into it."""
        return digest()

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
            COUNT.misses += 1
        else:
            COUNT.hits += 1
        return found

    def save_overload(self: Any, sig: Any, data: Any) -> None:
        if not isinstance(self._impl.locator, KernelLocator):
            save(self, sig, data)
            return
        if settled().sealed:
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
