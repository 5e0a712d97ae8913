"""The compiler at work in a program of many values: Python's collector would look through them again and again.

In a process with a window that was a fifth of the time of compiling.
"""

from __future__ import annotations

from typing import Any

from numba.core import event

from kgdesk.collecting import hold, let_go


class _Uncollected(event.Listener):
    """Keeps Python from collecting while Numba compiles; one compiled function may need another."""

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - the name is Numba's
        hold()

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - the name is Numba's
        let_go()


event.register("numba:compile", _Uncollected())
