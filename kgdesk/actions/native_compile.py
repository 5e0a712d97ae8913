"""Compiles the kernels for this processor in a separate process: later starts use its wide SIMD without waiting."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from kgdesk import kernels
from kgdesk.actions.own_process import NO_WINDOW, own_command
from kgdesk.errors import KgdeskError
from kgdesk.kernels import cache as kernel_cache
from kgdesk.startup import collector_paused
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds after which an unfinished compilation counts as interrupted, by a power cut for example, and is begun again.
_STALE_SECONDS = 1800.0


#: Seconds between two checks of what the other process has compiled.
_LOOK_SECONDS = 0.05
#: Equals `kgdesk.kernels.sweep.SERIAL_BELOW`; repeated here because importing that module imports Numba.
_SERIAL_BELOW = 257


def compile_kernels(
    into: str | Path | None = None,
    *,
    generic: bool = False,
    for_all_users: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, int]:
    """Compile all kernels into a cache folder and seal it; this process must not have used a kernel before.

    Parameters
    ----------
    into
        A new folder; None for the one that the next start reads.
    generic
        Compile for any processor of this platform instead of this one.
    for_all_users
        Compile into the folder that every user of this computer reads. An administrator does this once.
    progress
        Called with (done, total).

    Returns
    -------
    tuple of (Path, int)
        The folder, and the number of kernels compiled: 0 if it was complete or another process is filling it.

    Raises
    ------
    KgdeskError
        The folder exists already or cannot be written.
    """
    cpu, features = (kernel_cache.GENERIC, "") if generic else kernel_cache.processor()
    folder = _folder_for(into, for_all_users=for_all_users)
    if kernel_cache.is_sealed(folder, cpu, features):
        return folder, 0
    if into is not None and folder.exists():
        raise KgdeskError(phrase("{folder} is there already. Name a folder that is not.", folder=folder))
    part = folder.with_name(folder.name + ".part")
    try:
        if for_all_users:
            _make_readable_folder(part.parent)
        if not _create_exclusively(part):
            return folder, 0
        kernel_cache.compile_into(part, cpu)
        count = int(kernels.warm_up(progress))
        kernel_cache.seal(part, cpu, features)
        shutil.rmtree(folder, ignore_errors=True)  # an incomplete folder of this name
        if for_all_users:
            _make_readable(part)
        part.rename(folder)
        if into is None:
            kernel_cache.remove_old_layers(folder.parent, folder)
    except OSError as cause:
        shutil.rmtree(part, ignore_errors=True)
        raise _not_kept_error(folder, cause) from None
    return folder, count


def _not_kept_error(folder: Path, cause: OSError) -> KgdeskError:
    return KgdeskError(
        phrase(
            "The compiled kernels could not be kept in {folder}: the folder cannot be written or "
            "the disk is full. kgdesk works all the same and compiles them at each start.",
            folder=folder,
        ),
        details=str(cause),
    )


def _folder_for(into: str | Path | None, *, for_all_users: bool) -> Path:
    folder = Path(into) if into is not None else kernel_cache.native_folder(for_all_users=for_all_users)
    if folder is None and for_all_users:
        raise KgdeskError(
            phrase(
                "Compiled kernels of all users are kept on Linux only. Each user's start compiles its own."
            )
        )
    if folder is None:
        raise KgdeskError(
            phrase("There is no home folder to keep compiled kernels in. Name a folder (--into).")
        )
    return folder


def _telling_kernels(candidates: int, averaged: bool, outcomes: bool, values: bool) -> list[str]:
    """Return some kernels of `first_jobs`, first and last ones: if these are cached, all are taken to be."""
    fit = "members.fit_members" if averaged else "expectation_propagation._sequential_sweeps"
    fit = "value_fit.fit_value_members" if values else fit
    return [
        *([fit] if outcomes else []),
        "leading_rows.slope_spans",
        *(["mixtures.best_of_mixture"] if averaged else []),
        "sweep.choose_of_few" if candidates < _SERIAL_BELOW and not averaged else "sweep.futures",
    ]


def compile_first(
    candidates: int,
    *,
    averaged: bool,
    outcomes: bool,
    values: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Compile the kernels that the next suggestion needs, unless they are cached; uses two processes.

    Numba compiles one function at a time in a process. So this process works through the jobs from the first one and a
    second process from the last one, until they meet; both write to the same cache folder. A kernel that cannot be
    compiled now is compiled when it is used.

    Parameters
    ----------
    candidates, averaged, outcomes, values
        See `kgdesk.kernels.warmup.first_jobs`; candidates that no attribute tells apart count as one.
    progress
        Called with (done, total).
    """
    telling = _telling_kernels(candidates, averaged, outcomes, values)
    if kernel_cache.has_compiled_kernels(*telling) or not kernel_cache.finds_what_others_compile():
        return
    other = _start_compiler(candidates, averaged, outcomes, values) if _cores() > 1 else None
    jobs = kernels.first_jobs(candidates, averaged, outcomes, values)
    left = deque(range(len(jobs)))
    done: list[int] = []
    handing = threading.Thread(target=_hand_out, args=(other, left, done), daemon=True)
    if other is not None:
        handing.start()

    def report() -> None:
        if progress is not None:
            progress(len(done), len(jobs))

    # All may be done before the other process has ended, which takes half a second.
    with collector_paused():
        while left or (handing.is_alive() and len(done) < len(jobs)):
            with suppress(IndexError):  # the other process has taken the last one
                job = left.popleft()
                jobs[job]()
                done.append(job)
            report()
            if not left and handing.is_alive():
                handing.join(_LOOK_SECONDS)
    kernel_cache.list_new_files()  # those of the other process as well
    report()  # the other process may have done the last one


def _hand_out(other: subprocess.Popen[bytes], left: deque[int], done: list[int]) -> None:
    """Give the remaining jobs to another process one by one, the last one first; take back those it does not finish."""
    with suppress(OSError), other:
        to, answers = cast("IO[bytes]", other.stdin), cast("IO[bytes]", other.stdout)
        with suppress(IndexError):
            while True:
                job = left.pop()
                try:
                    to.write(b"%d\n" % job)
                    to.flush()
                    answered = bool(answers.readline())
                except OSError:
                    answered = False
                if not answered:
                    left.append(job)
                    return
                done.append(job)


def compile_asked(candidates: int, averaged: bool, outcomes: bool, values: bool) -> None:
    """Compile the kernels whose numbers arrive on standard input; the other side of `compile_first`."""
    jobs = kernels.first_jobs(candidates, averaged, outcomes, values)
    with collector_paused():
        for line in sys.stdin:
            jobs[int(line)]()
            sys.stdout.write(line)
            sys.stdout.flush()


def _cores() -> int:
    return os.cpu_count() or 1


def kernels_kept() -> bool:
    """Return whether a sealed cache folder holds all kernels, so that none has to be compiled."""
    return kernels.active_layer().sealed


def warm_up(progress: Callable[[int, int], None] | None = None) -> int:
    """Compile all kernels or load them from the cache; see `kgdesk.kernels.warm_up`."""
    return int(kernels.warm_up(progress))


def compile_in_background() -> subprocess.Popen[bytes] | None:
    """Start compiling for this processor in the background if this process runs on the shipped generic kernels.

    Returns
    -------
    Popen or None
        The process, which outlives this one. None if nothing is to do.
    """
    if kernels.active_layer().kind != "shipped" or kernel_cache.native_folder() is None:
        return None
    return _start_own_process("--background")


def _start_compiler(
    candidates: int, averaged: bool, outcomes: bool, values: bool
) -> subprocess.Popen[bytes] | None:
    """Start another process that compiles into the same folder the jobs that it reads from standard input.

    It must not look for damaged files there, since the files that this process saved last have no digest yet.
    """
    layer = kernels.active_layer()
    into = kernel_cache.compiling_into(layer.folder, layer.cpu)
    study = tuple(str(int(each)) for each in (candidates, averaged, outcomes, values))
    return _start_own_process("--first", *study, asked=True, environment=into)


def _start_own_process(
    *how: str, asked: bool = False, environment: dict[str, str] | None = None
) -> subprocess.Popen[bytes] | None:
    """Start another process of this program, with pipes as its standard input and output if `asked`."""
    words, none = own_command("kernels", *how), subprocess.DEVNULL
    pipe = subprocess.PIPE if asked else none
    try:
        return subprocess.Popen(  # noqa: S603 - our own program
            words, stdin=pipe, stdout=pipe, stderr=none, start_new_session=True, creationflags=NO_WINDOW,
            env={**os.environ, **(environment or {})},
        )  # fmt: skip
    except OSError:
        return None  # the next start tries again


def _make_readable_folder(folder: Path) -> None:
    """Create a folder that everyone may read, and missing parents of it, whatever the umask is."""
    for place in [*reversed(folder.parents), folder]:
        if not place.exists():
            place.mkdir()
            place.chmod(0o755)


def _make_readable(folder: Path) -> None:
    """Let everyone read a folder of compiled kernels and only its owner write to it, whatever the umask was."""
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)


def _create_exclusively(part: Path) -> bool:
    """Create the folder; return False if another process is filling it."""
    part.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if time.time() - part.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir()
    except FileExistsError:
        return False
    return True
