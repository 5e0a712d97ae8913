"""A fast start: names of packages imported on first use (PEP 562), pauses of Python's garbage collector and of Ctrl-C.

The collector pauses while Numba compiles, or while many objects are created that survive; Ctrl-C while processes start.

The only list of a package's lazy names is its ``if TYPE_CHECKING`` block, which type checkers read as plain imports.
The block is never executed, but its bytecode exists, and the list is read from that by `dis`. A second list could
differ from the first; a stub file (as `lazy_loader` reads) would be one more file to ship, and PyInstaller, which
follows the imports in bytecode, would no longer find the modules of the frozen program.
"""

from __future__ import annotations

import dis
import gc
import signal
import sys
import threading
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

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


@contextmanager
def processes_undisturbed() -> Iterator[None]:
    """Block Ctrl-C while processes are started; a signal that arrives meanwhile is delivered at the end.

    Otherwise a starting child would print a traceback before it can ignore the signal, and would receive incomplete
    data if its parent were interrupted. Children inherit the signal mask.
    """
    masks = hasattr(signal, "pthread_sigmask")
    if masks:
        # Import now: the first child would otherwise start the resource tracker, which unblocks the signal too early.
        from multiprocessing import resource_tracker  # noqa: PLC0415 - on POSIX only

        resource_tracker.ensure_running()
    pressed: list[int] = []
    alone = threading.current_thread() is threading.main_thread()  # only it gets signals
    handler = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number)) if alone else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if alone:
            signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
            if pressed:
                signal.raise_signal(signal.SIGINT)


def attach(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a package that imports its names on first use.

    Call it from the package itself, after its other imports and in the ``else`` of ``TYPE_CHECKING``: a type
    checker that saw ``__getattr__`` would accept any name. No submodule may have the name of one of the lazy
    names: importing it would overwrite the attribute.

    Parameters
    ----------
    package
        The package's ``__name__``.
    """
    frame = sys._getframe(1)  # noqa: SLF001 - the bytecode of the package, which holds the block
    present = frame.f_globals
    origins = {
        name: (module, attribute)
        for name, module, attribute in _imports(frame.f_code)
        if name not in present and module.startswith(f"{package}.")
    }

    def load(name: str) -> Any:
        if name not in origins:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, attribute = origins[name]
        value = getattr(import_module(module), attribute)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*present, *origins})

    return load, names, list(origins)


def _imports(code: CodeType) -> Iterator[tuple[str, str, str]]:
    """Yield (name, module, attribute) of each ``from module import attribute as name`` in a code object."""
    module, attribute = "", ""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IMPORT_NAME":
            module, attribute = instruction.argval, ""
        elif instruction.opname == "IMPORT_FROM":
            attribute = instruction.argval
        elif instruction.opname == "STORE_NAME" and attribute:
            yield instruction.argval, module, attribute
            attribute = ""
