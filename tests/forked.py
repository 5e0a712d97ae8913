"""Processes of rehearsals, forked from one that has imported what they need; one that is spawned imports it anew.

A spawned process takes 0.6 s of processor time before its first run, most of it the import of Numba; a forked one 0.15.
What runs in it, how it is asked and how it ends are the same. Tests about the start of processes, and all programs that
tests start, spawn them as the program does.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from multiprocessing import forkserver
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerProcess

#: Whether processes are forked here: on macOS the system's libraries do not survive it, and Windows cannot.
POSSIBLE = sys.platform == "linux"


class Forking:
    """What `kgdesk.rehearsal.engine` uses of `multiprocessing`, with processes that are forked."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["forked_imports"])

    def get_context(self, method: str) -> Forking:
        """Return itself for the method that the program asks for."""
        assert method == "spawn"
        return self

    def Pipe(self) -> tuple[Connection[Any, Any], Connection[Any, Any]]:
        """Return the two ends of a pipe."""
        return self._context.Pipe()

    def Process(self, *, target: Callable[..., Any], args: tuple[Any, ...], **more: Any) -> ForkServerProcess:
        """Return a process that has the environment of this one, as a spawned one would."""
        _begin()
        return self._context.Process(target=_in_environment, args=(dict(os.environ), target, args), **more)


def _begin() -> None:
    """Start the process that forks the others, with the search path of this one."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    try:
        forkserver.ensure_running()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before


def _in_environment(variables: dict[str, str], target: Callable[..., Any], args: tuple[Any, ...]) -> None:
    os.environ.clear()
    os.environ.update(variables)
    target(*args)
