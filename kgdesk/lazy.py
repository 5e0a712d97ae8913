"""Names of a package that are loaded when they are first used (PEP 562): a start pays only for what it needs.

The one list of such names is the package's ``if TYPE_CHECKING`` block, which type checkers read as plain imports. The
running program skips the block but has it compiled, in a frozen build as well, so the list is read from there.
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
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package whose names are imported when first used.

    It is called by the package itself, behind its other imports, where no type checker sees it: one that saw a
    ``__getattr__`` would take any name for granted. No module may be called as one of the names:
    importing it would put it in the name's place.

    Parameters
    ----------
    package
        Its ``__name__``.
    """
    frame = sys._getframe(1)  # noqa: SLF001 - the code of the package, which knows the block
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
    """Yield each ``from module import attribute as name`` of some code: its name, module and attribute.

    `dis.get_instructions` says the same, at a cost that every start would pay (0.7 ms for the names of actions).
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
