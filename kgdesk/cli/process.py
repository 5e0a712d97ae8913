"""The process of a command: its streams, Ctrl-C, and a picture while the window is made."""

from __future__ import annotations

import _thread
import atexit
import contextlib
import gc
import io
import os
import signal
import sys
import threading
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from kgdesk.cli.parser import run
from kgdesk.startup import leave_out_scipy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

#: Seconds after which an interrupt during an import is tried again.
_IMPORT_POLL = 0.02
#: New objects after which a command collects garbage for the first time; a suggestion creates 130,000 that it keeps.
_FIRST_COLLECTION = 200_000


def program() -> NoReturn:
    """Run the command of this process, then end the process with its exit status."""
    status: list[int] = []
    atexit.register(_end_at_once, status)  # the first that is registered is called last
    status.append(main())
    sys.exit(status[0])


def _end_at_once(status: list[int]) -> None:
    """End the process without freeing its objects one by one, a twentieth of the time of a command.

    Everything else that is done at exit has been done by then. A process that has loaded Qt ends as usual, and so does
    one that was ended by an exception or cannot write its output: Python reports that.
    """
    if status and "PySide6" not in sys.modules:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status[0])


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without a command, open the window.

    Parameters
    ----------
    argv
        Arguments without the program name; those of the process if None.

    Returns
    -------
    int
        Exit status.
    """
    try:
        if argv is None:
            _defer_interrupts_of_imports()
            return _run_as_program(sys.argv[1:])
        return run(list(argv))
    except KeyboardInterrupt:
        with contextlib.suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the message
        with contextlib.suppress(OSError, ValueError):  # stderr is closed
            print("kgdesk: Stopped; what was recorded before is safe.", file=sys.stderr, flush=True)
        return 1


def _run_as_program(words: list[str]) -> int:
    if len(words) == 1 and words[0].lower().endswith(".kgstudy"):
        words = ["open", *words]  # double click on a study file
    # OpenBLAS reads it when NumPy is imported: its threads would spin after each product and take the cores of Numba's.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    leave_out_scipy()
    if not _opens_window(words):  # a pause would be noticed in a window
        gc.set_threshold(_FIRST_COLLECTION)
    # At exit Python collects garbage among all objects, which takes 0.8 s in a process that has compiled kernels.
    atexit.register(gc.freeze)
    stderr = _streams()
    if words[:2] == ["kernels", "--first"]:  # a child process that the window waits for: import nothing else
        candidates, averaged, outcomes, values = map(int, words[2:])
        compiling = import_module("kgdesk.actions.native_compile")
        compiling.compile_asked(candidates, bool(averaged), bool(outcomes), bool(values))
        return 0
    picture = _splash() if _opens_window(words) else None  # kept alive until the window is open
    code = run(words)
    del picture
    if stderr is not None and code and stderr.getvalue().strip():
        import_module("kgdesk.ui.widgets.splash").show_error(stderr.getvalue().strip())
    return code


def _splash() -> object:
    """Show the splash screen; None without it."""
    try:
        # Imported by name, since the command line must not import Qt.
        return import_module("kgdesk.ui.widgets.splash").show()
    except ImportError:  # the command imports the same, and says which library Qt lacks
        return None


def _defer_interrupts_of_imports() -> None:
    """Let Ctrl-C take effect after an import under way; it does nothing where Ctrl-C is ignored or handled already.

    Extension modules of NumPy turn an interrupt during their import into an `ImportError`, those of Qt end the process.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt_after_import)


def _interrupt_after_import(number: int, frame: FrameType | None) -> None:
    place = frame
    while place is not None:
        if place.f_code.co_filename == "<frozen importlib._bootstrap>":
            retry = threading.Timer(_IMPORT_POLL, _thread.interrupt_main)
            retry.daemon = True
            retry.start()
            return
        place = place.f_back
    signal.default_int_handler(number, frame)


def _opens_window(words: list[str]) -> bool:
    return not words or (words[0] in {"open", "demo"} and not {"--snapshot", "-h", "--help"} & set(words))


def _streams() -> io.StringIO | None:
    """Replace closed standard streams; return the buffer of stderr in a windowed program, else None."""
    if sys.stdout is None and sys.stderr is None and _is_windowed():
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - a device, open to the end
        sys.stderr = stderr = io.StringIO()
        return stderr
    # Occupy closed descriptors 0 to 2: libraries write to them, and a study file must not get one of these numbers.
    if os.name == "posix":
        for number in range(3):
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:  # opened read-only, so that writing fails as it does on any closed stdout
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - likewise
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - likewise
    return None


def _is_windowed() -> bool:
    """Return whether the program is a frozen build, which may start without a console."""
    return bool(getattr(sys, "frozen", False))
