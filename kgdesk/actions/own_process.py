"""The processes of this program: command line, restart and priority."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from kgdesk.errors import KgdeskError

#: Creation flag for child processes without a console window (Windows).
NO_WINDOW = 0
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW


def own_command(*arguments: str) -> list[str]:
    """Return the command line that starts this program again, frozen or not."""
    if getattr(sys, "frozen", False):
        # On Windows the GUI executable has no output streams; the console executable is beside it.
        beside = Path(sys.executable).with_name("kgdesk-cli.exe")
        return [str(beside) if beside.exists() else sys.executable, *arguments]
    return [sys.executable, "-m", "kgdesk", *arguments]


def start_again(*arguments: str) -> None:
    """Start this program again, with its window, in a process that outlives this one.

    Raises
    ------
    KgdeskError
        The system refuses to start it.
    """
    words = [sys.executable] if getattr(sys, "frozen", False) else own_command()
    none = subprocess.DEVNULL
    try:
        subprocess.Popen([*words, *arguments], stdin=none, stdout=none, stderr=none, start_new_session=True)  # noqa: S603 - our own program
    except OSError as cause:
        raise KgdeskError(
            "kgdesk could not be started again. Every run that was recorded is safe: start it by hand.",
            details=str(cause),
        ) from None


def lower_priority() -> None:
    """Lower the scheduling priority of this process."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        below_normal = 0x4000
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), below_normal)
        return
    with suppress(OSError):
        os.nice(15)
