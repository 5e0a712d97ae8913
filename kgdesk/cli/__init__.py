"""A thin door: the command line. Exit 0 done, 1 refused with one sentence, 2 wrong usage."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without one the window opens.

    Parameters
    ----------
    argv
        Arguments without the program's name; those of the process when None.

    Returns
    -------
    int
        The exit status.
    """
    from kgdesk.cli.commands import run  # noqa: PLC0415 - `kgdesk --help` needs none of the rest

    return run(sys.argv[1:] if argv is None else list(argv))
