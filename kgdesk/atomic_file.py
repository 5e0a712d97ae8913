"""Write a file atomically: temporary name in the same folder, fsync, rename.

Raises the system's own errors: `FileExistsError` where the name is taken, `OSError` otherwise. Callers turn them
into messages.
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

#: errno values of a full disk or an exhausted quota.
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


@contextmanager
def atomic_path(
    path: Path, *, overwrite: bool = False, durable: bool = True, sync_names: bool = True
) -> Iterator[Path]:
    """Yield an empty temporary file beside `path`; rename it to `path` when the block ends without an exception.

    The temporary file is removed on any failure.

    Parameters
    ----------
    path
        The final name.
    overwrite
        Replace an existing file. Otherwise an existing file raises, even one created while the block ran.
    durable
        Sync file and folder, so that the file survives a power cut once the block has ended.
    sync_names
        Raise if the folder cannot be synced; some network shares refuse that.

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
    """Yield an empty file under a temporary name beside `path`; remove it at the end unless it was renamed.

    Raises
    ------
    OSError
        The file cannot be created.
    """
    part = path.with_name(f".kgdesk-{secrets.token_hex(8)}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        yield part
    finally:
        for left in (part, part.with_name(part.name + "-journal")):  # SQLite may leave a journal
            with suppress(OSError):
                left.unlink()


def make_folder(folder: Path) -> None:
    """Create a folder and those above it that are missing, each synced into the folder that holds it.

    Without these syncs a power cut may take a new folder away with all that was synced in it.

    Raises
    ------
    OSError
        One cannot be created or synced.
    """
    if not folder.is_dir():
        if folder.parent != folder:  # else it is a drive that is missing
            make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_file(path: Path) -> None:
    """Flush the content of a file to disk (fsync)."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Flush the directory entries of a folder to disk (fsync); a no-op on Windows, which does this itself."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _take_free_name(part: Path, path: Path) -> None:
    if sys.platform == "win32":
        part.rename(path)  # on Windows, rename raises FileExistsError if the name is taken
        return
    try:
        os.link(part, path, follow_symlinks=False)
    except OSError as cause:
        if isinstance(cause, FileExistsError) or cause.errno in FULL:
            raise
        # No hard links here (FAT, some shares). A plain rename would replace a file created since the check, so reserve
        # the name with O_EXCL first.
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
