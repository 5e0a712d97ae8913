"""A fast start: names imported on first use, SciPy left out, pauses of Python's garbage collector and of Ctrl-C.

The collector pauses while Numba compiles, or while many objects are created that survive; Ctrl-C while processes start.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_LOCK = threading.Lock()
_state = {"holders": 0, "collected": False}


@contextmanager
def collector_paused() -> Iterator[None]:
    """Disable the garbage collector inside the block.

    Blocks may overlap, in several threads too: the last one to end enables the collector again, if it was enabled
    before the first.
    """
    with _LOCK:
        if not _state["holders"]:
            _state["collected"] = gc.isenabled()
            gc.disable()
        _state["holders"] += 1
    try:
        yield
    finally:
        with _LOCK:
            _state["holders"] -= 1
            if not _state["holders"] and _state["collected"]:
                # Move the new objects to the oldest generation at once. Otherwise the next young collection scans all
                # of them and blocks every thread, the GUI thread included, for about 0.1 s.
                gc.freeze()
                gc.unfreeze()
                gc.enable()


class _WithoutScipy:
    """Import finder that reports SciPy as not installed."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Raise for SciPy; return None for any other package, which the next finder then looks for."""
        if name == "scipy":
            raise ModuleNotFoundError("SciPy is left out of this process", name=name)


def leave_out_scipy() -> None:
    """Let SciPy appear not installed in this process until `admit_scipy`.

    Numba imports SciPy where it can, for linear algebra in kernels, before it loads the first kernel: a sixth of the
    processor time of a first suggestion. No kernel of kgdesk uses it. Only for the program, whose process is its own:
    a script's own kernels may need it.
    """
    if _WithoutScipy not in sys.meta_path:
        sys.meta_path.insert(0, _WithoutScipy)


def admit_scipy() -> None:
    """Let SciPy be imported in this process if it is installed."""
    with suppress(ValueError):
        sys.meta_path.remove(_WithoutScipy)


@contextmanager
def processes_undisturbed() -> Iterator[None]:
    """Block Ctrl-C while processes are started; a signal that arrives meanwhile is delivered at the end.

    Otherwise a starting child would print a traceback before it can ignore the signal, and would receive incomplete
    data if its parent were interrupted. Children inherit the signal mask. On Windows they inherit
    that Ctrl-C is ignored, and one that arrives in the block is lost.
    """
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        ctypes.windll.kernel32.SetConsoleCtrlHandler(None, True)
        try:
            yield
        finally:
            ctypes.windll.kernel32.SetConsoleCtrlHandler(None, False)
        return
    # Import now: the first child would otherwise start the resource tracker, which unblocks the signal too early.
    from multiprocessing import resource_tracker  # noqa: PLC0415 - on POSIX only

    resource_tracker.ensure_running()
    pressed: list[int] = []
    alone = threading.current_thread() is threading.main_thread()  # only it gets signals
    handler = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number)) if alone else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if alone:
            signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
            if pressed:
                signal.raise_signal(signal.SIGINT)


def lazy_names(
    package: str, modules: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a package that imports its names on first use (PEP 562).

    Call it in the ``else`` of ``TYPE_CHECKING``: a type checker that saw ``__getattr__`` would accept any name. No
    submodule may have the name of one of the lazy names: importing it would overwrite the attribute.

    Parameters
    ----------
    package
        The package's ``__name__``.
    modules
        The names that each submodule defines.
    """
    origins = {name: f"{package}.{module}" for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        if name not in origins:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(origins[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *origins})

    return load, names, list(origins)
