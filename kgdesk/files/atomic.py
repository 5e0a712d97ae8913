"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kgdesk.errors import FileExists, NotWritten, phrase
from kgdesk.files.source import shown, visible

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def new_file(dest: str | Path, *, overwrite: bool = False) -> Iterator[IO[bytes]]:
    """Give a stream whose bytes become the file when the block ends without a raise.

    They go to a temporary name in the same folder, are synced to the disk, and take the name in one step.

    Raises
    ------
    FileExists
        There is a file of this name and `overwrite` is false.
    NotWritten
        The folder is missing, cannot be written or is full, or a folder has the name.
    """
    place = Path(dest)
    name = visible(place.name)
    if os.path.isdir(place) or not place.name:  # noqa: PTH112 - Path.is_dir raises for names that are too long
        raise NotWritten(
            phrase("{dest} is a folder: give the file a name of its own.", dest=shown(str(dest), 80))
        )
    if not overwrite and os.path.lexists(place):
        raise _exists(name)
    part = place.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _take_name(part, place, overwrite=overwrite)
        _sync_folder(place.parent)
    except OSError as refused:
        raise _not_written(name, place, refused) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _take_name(part: Path, place: Path, *, overwrite: bool) -> None:
    if overwrite:
        part.replace(place)
        return
    try:
        os.link(part, place)
    except FileExistsError:
        raise _exists(visible(place.name)) from None
    except OSError:
        # no hard links here (FAT, some shares): a rename refuses an existing name on Windows only
        if os.path.lexists(place):
            raise _exists(visible(place.name)) from None
        part.rename(place)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def _exists(name: str) -> FileExists:
    return FileExists(
        phrase(
            "There is a file {name} already: choose another name, or let it be replaced "
            "(--overwrite on the command line).",
            name=name,
        )
    )


def _not_written(name: str, place: Path, refused: OSError) -> NotWritten:
    folder = shown(str(place.parent), 80)
    if refused.errno in {errno.ENOSPC, errno.EDQUOT}:
        why = phrase("the disk is full. Free some space and save again.")
    elif not place.parent.is_dir():
        why = phrase("there is no folder {folder}. Choose another one.", folder=folder)
    elif refused.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        why = phrase("the folder {folder} may not be written. Choose another one.", folder=folder)
    else:
        why = phrase("the place cannot be reached or does not take this name. Choose another one.")
    return NotWritten(phrase("{name} is not saved: {why}", name=name, why=why), details=str(refused))
