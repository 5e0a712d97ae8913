"""Finds the best of many candidate experiments from successes and failures, in as few runs as possible.

The names below are the Python door; they are loaded when first used.

>>> from kgdesk import MomentBelief
>>> belief = MomentBelief.prior(3).updated([1.0, 0.5, -1.0], +1)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kgdesk.files import read_pool
    from kgdesk.model.belief import DiagonalBelief, FullBelief, MomentBelief
    from kgdesk.model.policies import POLICIES as policies  # noqa: N811 - a registry, by its public name
    from kgdesk.model.pool import Pool
    from kgdesk.model.study import Study
    from kgdesk.rehearsal import rehearse

__version__ = "0.1.0"

__all__ = [
    "DiagonalBelief",
    "FullBelief",
    "MomentBelief",
    "Pool",
    "Study",
    "__version__",
    "policies",
    "read_pool",
    "rehearse",
]

_WHERE = {
    "DiagonalBelief": ("kgdesk.model.belief", "DiagonalBelief"),
    "FullBelief": ("kgdesk.model.belief", "FullBelief"),
    "MomentBelief": ("kgdesk.model.belief", "MomentBelief"),
    "Pool": ("kgdesk.model.pool", "Pool"),
    "Study": ("kgdesk.model.study", "Study"),
    "policies": ("kgdesk.model.policies", "POLICIES"),
    "read_pool": ("kgdesk.files", "read_pool"),
    "rehearse": ("kgdesk.rehearsal", "rehearse"),
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _WHERE[name]
    return getattr(importlib.import_module(module), attribute)
