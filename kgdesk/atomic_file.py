"""Write a file atomically: under a temporary name in the same folder, synced, then renamed in one step.

Errors are the system's: `FileExistsError` where a name is taken, `OSError` for the rest. Callers word them.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: What a full disk answers.
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


@contextmanager
def atomic_path(
    path: Path, *, overwrite: bool = False, durable: bool = True, sync_names: bool = True
) -> Iterator[Path]:
    """Give a temporary file beside `path`, empty, that takes the name when the block ends without a raise.

    Nothing is left of it when anything fails.

    Parameters
    ----------
    path
        The name to take.
    overwrite
        Replace a file of that name. Otherwise a name that is taken, also meanwhile, is refused.
    durable
        The file survives a power cut when the block has ended: file and folder are synced.
    sync_names
        A folder that cannot be synced is a failure; some network shares refuse it.

    Raises
    ------
    FileExistsError
        The name is taken and `overwrite` is false.
    OSError
        The file cannot be written.
    """
    with temporary_path(path) as part:
        yield part
        if durable:
            sync_file(part)
        if overwrite:
            part.replace(path)
        else:
            _take_free_name(part, path)
        if durable:
            with suppress(OSError) if not sync_names else _removed_on_failure(path, keep=overwrite):
                sync_folder(path.parent)


@contextmanager
def temporary_path(path: Path) -> Iterator[Path]:
    """Give an empty file under a temporary name beside `path`; what still has that name at the end is removed.

    Raises
    ------
    OSError
        The file cannot be made.
    """
    part = path.with_name(f".kgdesk-{secrets.token_hex(8)}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        yield part
    finally:
        for left in (part, part.with_name(part.name + "-journal")):  # SQLite's journal of a file half made
            with suppress(OSError):
                left.unlink()


def sync_file(path: Path) -> None:
    """Make what a file holds durable."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; Windows does it by itself."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _take_free_name(part: Path, path: Path) -> None:
    if sys.platform == "win32":
        part.rename(path)  # refuses a taken name by itself
        return
    try:
        os.link(part, path, follow_symlinks=False)
    except OSError as cause:
        if isinstance(cause, FileExistsError) or cause.errno in FULL:
            raise
        # No hard links here (FAT, some shares), where a rename would replace a file that somebody made since the look:
        # an empty file that must not exist takes the name first.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        with _removed_on_failure(path, keep=False):
            part.replace(path)


@contextmanager
def _removed_on_failure(path: Path, *, keep: bool) -> Iterator[None]:
    try:
        yield
    except OSError:
        if not keep:
            with suppress(OSError):
                path.unlink()
        raise
