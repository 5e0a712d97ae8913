"""Commands about the installed program itself: is it whole, is it quick."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kgdesk.actions.computer import compile_kernels, step_aside

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def add_kernels(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the options of ``kernels``."""
    made = command(
        "kernels", "compile the numbers for this processor ahead of need (the window does it by itself)"
    )
    made.add_argument("--into", metavar="DIR", help="a new folder (default: where the next start looks)")
    made.add_argument("--generic", action="store_true", help="for any processor of this platform")
    made.add_argument("--background", action="store_true", help="let everything else go first, print nothing")


def kernels(options: argparse.Namespace) -> int:
    """Compile and keep the kernels."""
    if options.background:
        step_aside()

    def progress(done: int, total: int) -> None:
        if not options.background and sys.stderr is not None and sys.stderr.isatty():
            print(f"\r{done} of {total}", end="" if done < total else "\n", file=sys.stderr, flush=True)

    folder, count = compile_kernels(options.into, generic=options.generic, progress=progress)
    if not options.background:
        print(f"{count} kernels compiled into {folder}." if count else f"{folder} needs nothing.")
    return 0
