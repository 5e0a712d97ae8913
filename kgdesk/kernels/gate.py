"""One parallel kernel at a time: Numba's workqueue layer ends the process when two threads start kernels at once."""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Held by whoever runs a kernel. A thread that holds it may run another.
GATE = threading.RLock()


def alone(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel such that a call waits until no other one runs in this process."""

    @functools.wraps(kernel, updated=())  # a compiled kernel has nothing else to hand on
    def call(*args: Any, **kwargs: Any) -> Any:
        with GATE:
            return kernel(*args, **kwargs)

    return call
