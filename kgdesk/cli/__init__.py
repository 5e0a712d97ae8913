"""A thin door: the command line. Exit 0 done, 1 refused with one sentence, 2 wrong usage."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from importlib import import_module
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
        if argv is None:
            return _main_of_process(sys.argv[1:])
        from kgdesk.cli.parser import run  # noqa: PLC0415 - a Ctrl-C while this loads is answered as well

        return run(list(argv))
    except KeyboardInterrupt:
        with contextlib.suppress(ValueError):  # in a thread of another program
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second one finds nothing left to stop
        with contextlib.suppress(OSError, ValueError):  # nobody reads it
            print("kgdesk: Stopped; what was recorded before is safe.", file=sys.stderr, flush=True)
        return 1


def _main_of_process(words: list[str]) -> int:
    if len(words) == 1 and words[0].endswith(".kgstudy"):
        words = ["open", *words]  # a double click on a study
    stderr = _streams()
    if words == ["kernels", "--sweeps"]:  # for a window that waits for it: nothing else is loaded
        import_module("kgdesk.actions.native_compile").compile_sweeps()
        return 0
    # By name, as for every window. The name keeps the picture alive until the window stands.
    picture = import_module("kgdesk.ui.widgets.splash").show() if _opens_window(words) else None
    if picture is not None:
        import_module("kgdesk.actions.native_compile").compile_beside()
    # Likewise after the picture; the other commands bring along much that no window needs.
    code = int(import_module(f"kgdesk.cli.{'dispatch' if picture is not None else 'parser'}").run(words))
    del picture
    if stderr is not None and code and stderr.getvalue().strip():
        import_module("kgdesk.ui.widgets.splash").tell(stderr.getvalue().strip())
    return code


def _opens_window(words: list[str]) -> bool:
    return not words or (words[0] in {"open", "demo"} and not {"--snapshot", "-h", "--help"} & set(words))


def _streams() -> io.StringIO | None:
    """Put something in the place of closed streams; return what a windowed program says to a person, else None."""
    if sys.stdout is None and sys.stderr is None and _is_windowed():
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - a device, open to the end
        sys.stderr = stderr = io.StringIO()
        return stderr
    if (
        os.name == "posix"
    ):  # no file of a study may get the number of a closed stream, which libraries write to
        for number in range(3):
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:  # writing to it fails, as to every output that cannot be written
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - likewise
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - likewise
    return None


def _is_windowed() -> bool:
    """Return whether the program was built to start without a console."""
    return bool(getattr(sys, "frozen", False))
