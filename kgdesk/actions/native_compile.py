"""Compiling the kernels for this computer, in a process of its own, so that the next start is quick and wide."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import kernels
from kgdesk.errors import KgdeskError, phrase
from kgdesk.kernels.kernel_cache import layers

if TYPE_CHECKING:
    from collections.abc import Callable

#: For children without a console of their own.
NO_WINDOW = 0
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW
#: A compilation that was interrupted (computer switched off) is begun anew after this time.
_STALE_SECONDS = 1800.0


def own_command(*arguments: str) -> list[str]:
    """Return the words that start this very program again, frozen or not."""
    if getattr(sys, "frozen", False):
        # On Windows the program of the window has no output; the one for commands lies beside it.
        beside = Path(sys.executable).with_name("kgdesk-cli.exe")
        return [str(beside) if beside.exists() else sys.executable, *arguments]
    return [sys.executable, "-m", "kgdesk", *arguments]


def compile_kernels(
    into: str | Path | None = None,
    *,
    generic: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, int]:
    """Compile every kernel into a sealed folder; this process must not have used a kernel before.

    Parameters
    ----------
    into
        A folder that is not there yet; None for the one where the next start looks.
    generic
        For any processor of this platform rather than for this one.
    progress
        Called with (done, total).

    Returns
    -------
    tuple of (Path, int)
        The folder and the number of kernels compiled; 0 when it was whole already or another process is at it.

    Raises
    ------
    KgdeskError
        The folder is there already or cannot be written.
    """
    cpu, features = (layers.GENERIC, "") if generic else layers.processor()
    folder = Path(into) if into is not None else layers.native_folder()
    if folder is None:
        raise KgdeskError(
            phrase("There is no home folder to keep compiled kernels in. Name a folder (--into).")
        )
    if layers.is_sealed(folder, cpu, features):
        return folder, 0
    if into is not None and folder.exists():
        raise KgdeskError(phrase("{folder} is there already. Name a folder that is not.", folder=folder))
    part = folder.with_name(folder.name + ".part")
    try:
        if not _claim(part):
            return folder, 0
        layers.compile_into(part, cpu)
        count = int(kernels.warm_up(progress))
        layers.seal(part, cpu, features)
        shutil.rmtree(folder, ignore_errors=True)  # of this name but not whole
        part.rename(folder)
        if into is None:
            layers.remove_old_layers(folder.parent, folder)
    except OSError as cause:
        shutil.rmtree(part, ignore_errors=True)
        raise KgdeskError(
            phrase(
                "The compiled kernels could not be kept in {folder}: the folder cannot be written or "
                "the disk is full. kgdesk works all the same and compiles them at each start.",
                folder=folder,
            ),
            details=str(cause),
        ) from None
    return folder, count


def compile_sweeps() -> None:
    """Compile the sweep for the program that started this process; see `compile_beside`."""
    folder = kernels.active_layer().folder
    # A study without outcomes needs no fit: then the other process is at the beginning of the sweep already.
    kernels.warm_sweeps(lambda: not any(folder.glob("blocks.fill_block*.nbi")))


def compile_beside() -> subprocess.Popen[bytes] | None:
    """Start compiling the sweep beside this process, where nothing is compiled yet.

    A first suggestion needs a fit and a sweep, and Numba compiles one thing at a time in a process. This one begins at
    the beginning, the other with what comes last; each finds in the folder what the other has done by then.

    Returns
    -------
    Popen or None
        The process; it may outlive this one by seconds. None where there is nothing to do, or one core only.
    """
    if (os.cpu_count() or 1) < 2 or layers.has_compiled_kernels():
        return None
    return _beside("--sweeps")


def compile_in_background() -> subprocess.Popen[bytes] | None:
    """Start compiling for this processor beside the work, where this process runs on the shipped kernels.

    Returns
    -------
    Popen or None
        The process; it outlives this one. None where there is nothing to do.
    """
    if kernels.active_layer().kind != "shipped" or layers.native_folder() is None:
        return None
    return _beside("--background")


def _beside(how: str) -> subprocess.Popen[bytes] | None:
    words, none = own_command("kernels", how), subprocess.DEVNULL
    try:
        return subprocess.Popen(  # noqa: S603 - our own program
            words, stdin=none, stdout=none, stderr=none, start_new_session=True, creationflags=NO_WINDOW
        )
    except OSError:
        return None  # the next start tries again


def start_again(*arguments: str) -> None:
    """Start this very program again in a process that outlives this one; for a program with a window.

    Raises
    ------
    KgdeskError
        The system does not let it start.
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
    """Let every other program on this computer go first."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        below_normal = 0x4000
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), below_normal)
        return
    with suppress(OSError):
        os.nice(15)


def _claim(part: Path) -> bool:
    """Make the folder; False while another process fills it."""
    part.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if time.time() - part.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir()
    except FileExistsError:
        return False
    return True
