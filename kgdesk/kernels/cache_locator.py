"""Tell Numba where the machine code of the kernels is cached; Numba imports this class by its name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core import event

from kgdesk.kernels.cache import active_layer, list_new_files, source_digest, spare_folder, takes_files

if TYPE_CHECKING:
    from types import FunctionType

#: The package of the kernels.
_KERNELS = Path(__file__).parent


class KernelLocator:
    """Numba cache locator for the kernels of this package; other functions keep Numba's own locators.

    Numba finds it through NUMBA_CACHE_LOCATOR_CLASSES and calls the methods below.
    """

    #: Where the code of kernels goes that are compiled although the layer cannot store them; None for the layer itself.
    elsewhere: str | None = None

    def __init__(self, py_func: FunctionType, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._folder = self.elsewhere or str(active_layer().folder)

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> KernelLocator | None:
        """Return the locator of a kernel; None for a function of another package."""
        return cls(py_func, py_file) if Path(py_file).is_relative_to(_KERNELS) else None

    def ensure_cache_path(self) -> None:
        """Make the folder. Numba calls it before each file that it saves: a good time to list those saved before."""
        Path(self._folder).mkdir(parents=True, exist_ok=True)
        list_new_files()

    def get_cache_path(self) -> str:
        """Return the folder of the kernel's files; it may be read-only."""
        return self._folder

    def get_source_stamp(self) -> str:
        """Return the digest of all kernel sources: a kernel contains the machine code of those that it calls."""
        return source_digest()

    def get_disambiguator(self) -> str:
        """Return the line number, which distinguishes kernels of one name in a file."""
        return str(self._lineno)


class _Redirect(event.Listener):
    """Gives a function that is about to be compiled another cache if its present one cannot store files.

    Numba would raise the error of its attempt to save it, and the result would be lost.
    """

    def on_start(self, event: Any) -> None:
        """Look at the cache of the function."""
        dispatcher = event.data["dispatcher"]
        if dispatcher.stats.cache_path == str(active_layer().folder) and not takes_files():
            KernelLocator.elsewhere = spare_folder()
            dispatcher.enable_caching()
            KernelLocator.elsewhere = None

    def on_end(self, event: Any) -> None:
        """Do nothing."""


def watch_compilation() -> None:
    """Have kernels saved in a temporary folder while the active layer is read-only, full or gone."""
    event.register("numba:compile", _Redirect())
