"""A thin door: the command line. Exit 0 done, 1 refused with one sentence, 2 wrong usage."""

from __future__ import annotations

import contextlib
import signal
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
    try:
        from kgdesk.cli.commands import run  # noqa: PLC0415 - a Ctrl-C while this loads is answered as well

        return run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        with contextlib.suppress(ValueError):  # in a thread of another program
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second one finds nothing left to stop
        print("kgdesk: Stopped; what was recorded before is safe.", file=sys.stderr)
        return 1
