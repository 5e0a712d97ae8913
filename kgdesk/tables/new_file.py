"""Write a file for people: whole or not at all, replacing another only when told to."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kgdesk.errors import FileExists, KgdeskError, NotWritten
from kgdesk.paths import FULL, answers, atomic_path, refuse_name_of_windows
from kgdesk.tables.quoting import printable, quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def new_file(dest: str | Path, *, overwrite: bool = False, like: Path | None = None) -> Iterator[IO[bytes]]:
    """Write a file atomically: yield a stream that becomes the file when the block ends without an exception.

    The bytes go to a temporary file in the same folder, which is synced and renamed.

    Parameters
    ----------
    dest
        Path of the file.
    overwrite
        Replace an existing file, whose mode, owner and group the new one keeps.
    like
        File whose mode, owner and group a file gets that replaces none, such as the study that is written down in it.

    Raises
    ------
    BadInput
        Windows has no file of this name.
    FileExists
        The file exists and `overwrite` is false.
    NotWritten
        The folder is missing, not writable or full, or `dest` is a folder.
    """
    place = Path(dest)
    name = printable(place.name)
    if not answers(place.absolute().parent):
        raise NotWritten(
            phrase(
                "{name} is not saved: the folder {folder} does not answer. Choose another one.",
                name=name,
                folder=quoted(str(place.parent), 80),
            )
        )
    if os.path.isdir(place) or not place.name:  # noqa: PTH112 - Path.is_dir raises for names that are too long
        raise NotWritten(
            phrase("{dest} is a folder: give the file a name of its own.", dest=quoted(str(dest), 80))
        )
    refuse_name_of_windows(place)
    if not overwrite and os.path.lexists(place):
        raise _exists(name)
    replaced = os.path.isfile(place)  # noqa: PTH113
    try:
        with (
            # Some network shares cannot sync a folder, which an export does not need.
            atomic_path(
                place, overwrite=overwrite, sync_names=False, like=None if replaced else like
            ) as part,
            part.open("r+b") as stream,
        ):
            yield stream
            stream.flush()
    except KgdeskError:
        raise
    except FileExistsError:
        raise _exists(name) from None
    except OSError as refused:
        raise _not_written(name, place, refused) from None


def _exists(name: str) -> FileExists:
    return FileExists(
        phrase(
            "There is a file {name} already: choose another name, or let it be replaced "
            "(--overwrite on the command line).",
            name=name,
        )
    )


def _not_written(name: str, place: Path, refused: OSError) -> NotWritten:
    folder = quoted(str(place.parent), 80)
    if refused.errno in FULL:
        why = phrase("the disk is full. Free some space and save again.")
    elif not place.parent.is_dir():
        why = phrase("there is no folder {folder}. Choose another one.", folder=folder)
    elif refused.errno in {errno.EACCES, errno.EPERM} and place.exists() and os.access(place.parent, os.W_OK):
        # Windows replaces no file that a spreadsheet shows.
        why = phrase(
            "the file of that name is open in another program, or may not be replaced. Close it there and save again, "
            "or choose another name."
        )
    elif refused.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        why = phrase("the folder {folder} may not be written. Choose another one.", folder=folder)
    else:
        why = phrase("the place cannot be reached or does not take this name. Choose another one.")
    return NotWritten(phrase("{name} is not saved: {why}", name=name, why=why), details=str(refused))
