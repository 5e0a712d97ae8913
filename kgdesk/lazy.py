"""Lazy imports of a package's public names (PEP 562), so that start-up imports only what it needs.

The only list of these names is the package's ``if TYPE_CHECKING`` block, which type checkers read as plain imports. The
block is never executed, but its bytecode exists, also in a frozen build, and the list is read from that.
"""

from __future__ import annotations

import sys
from importlib import import_module
from opcode import opmap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

_EXTENDED, _MODULE, _ATTRIBUTE, _STORE = (
    opmap[each] for each in ("EXTENDED_ARG", "IMPORT_NAME", "IMPORT_FROM", "STORE_NAME")
)


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
    """Yield (name, module, attribute) of each ``from module import attribute as name`` in a code object.

    `dis.get_instructions` would give the same but adds 0.7 ms to every start for the names of `kgdesk.actions` alone.
    """
    instructions = iter(code.co_code)
    module, attribute, argument = "", "", 0
    for operation, low in zip(instructions, instructions, strict=True):
        argument = argument << 8 | low
        if operation == _EXTENDED:  # the higher bytes of the next instruction's argument
            continue
        if operation == _MODULE:
            module, attribute = code.co_names[argument], ""
        elif operation == _ATTRIBUTE:
            attribute = code.co_names[argument]
        elif operation == _STORE and attribute:
            yield code.co_names[argument], module, attribute
            attribute = ""
        argument = 0
