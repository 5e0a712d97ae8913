"""Names of a package that are loaded when they are first used (PEP 562): a start pays only for what it needs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def late(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package whose names come from its modules.

    No module may be called as one of the names: importing it would put it in the name's place.

    Parameters
    ----------
    package
        Its ``__name__``.
    names
        By module, inside the package: the names, apart by blanks.
    """
    where = {name: module for module, several in names.items() for name in several.split()}

    def load(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
