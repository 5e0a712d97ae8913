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

    #: Folder for kernels that the active layer cannot store; None: the folder of the layer.
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
        """Create the folder. Numba calls this before it saves a file, so the files saved earlier are listed here."""
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
    """Gives a function that is about to be compiled another cache folder if the active layer cannot store files.

    Otherwise Numba would raise the error of its attempt to save the result, which would be lost.
    """

    def on_start(self, event: Any) -> None:
        """Redirect the function that is being compiled to the spare folder where necessary."""
        dispatcher = event.data["dispatcher"]
        if dispatcher.stats.cache_path == str(active_layer().folder) and not takes_files():
            KernelLocator.elsewhere = spare_folder()
            dispatcher.enable_caching()  # asks for a locator once more, which takes the folder set above
            KernelLocator.elsewhere = None

    def on_end(self, event: Any) -> None:
        """Do nothing."""


def watch_compilation() -> None:
    """Have kernels saved in a temporary folder while the active layer is read-only, full or gone."""
    event.register("numba:compile", _Redirect())
