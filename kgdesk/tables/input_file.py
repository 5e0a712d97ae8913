"""Read the bytes of a file, which must exist, be a regular file and keep within a size."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable, KgdeskError
from kgdesk.tables.quoting import printable
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Maximum size of a table file in bytes.
MAX_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class InputFile:
    """Content of an input file.

    Parameters
    ----------
    name
        File name without folder, for messages.
    data
        The whole content.
    digest
        SHA-256 in hexadecimal.
    """

    name: str
    data: bytes
    digest: str


def regular_file(path: str | Path, limit: int) -> str:
    """Check that a path is a regular file of at most `limit` bytes; return its name for messages.

    Raises
    ------
    BadTable
        The file is missing, a folder, a device, not accessible, or larger.
    """
    if not isinstance(path, str | os.PathLike):
        raise BadTable(
            phrase("A file is named by a text or a path, not by {path}.", path=printable(f"{path!r}"))
        )
    name = printable(Path(path).name or str(Path(path)))
    with _reachable(name):
        status = Path(path).stat()
    if stat.S_ISDIR(status.st_mode):
        raise BadTable(phrase("{name} is a folder: name a file in it.", name=name))
    if not stat.S_ISREG(status.st_mode):
        raise BadTable(phrase("{name} is not an ordinary file: name a file with data.", name=name))
    if status.st_size > limit:
        raise BadTable(
            phrase(
                "{name} is larger than {limit} MB: leave out what is not needed for the study.",
                name=name,
                limit=limit // 1024**2,
            )
        )
    return name


def load(path: str | Path) -> InputFile:
    """Read the bytes of a regular file.

    Raises
    ------
    BadTable
        As in `regular_file`; also if the file is not readable or empty.
    """
    name = regular_file(path, MAX_BYTES)
    with _reachable(name), Path(path).open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadTable(
            phrase(
                "{name} grows while it is read: close the program that writes it and try again.", name=name
            )
        )
    if not data:
        raise BadTable(
            phrase(
                "{name} is empty: choose a file with a line of headings and one line per candidate.",
                name=name,
            )
        )
    return InputFile(name, data, hashlib.sha256(data).hexdigest())


def from_bytes(name: str, data: bytes) -> InputFile:
    """Return bytes that came from elsewhere than a file, as from standard input.

    Raises
    ------
    BadTable
        There are none, or too many.
    """
    if not data.strip():
        raise BadTable(phrase("{name} holds no text: nothing was read.", name=name))
    if len(data) > MAX_BYTES:
        raise BadTable(
            phrase(
                "{name} is larger than {limit} MB: leave out what is not needed.",
                name=name,
                limit=MAX_BYTES // 1024**2,
            )
        )
    return InputFile(name, data, hashlib.sha256(data).hexdigest())


@contextlib.contextmanager
def _reachable(name: str) -> Iterator[None]:
    try:
        yield
    except KgdeskError:
        raise
    except (FileNotFoundError, NotADirectoryError):
        raise BadTable(phrase("There is no file {name}: check the name and the folder.", name=name)) from None
    except PermissionError:
        raise BadTable(
            phrase("{name} may not be read by this user: ask for the right, or copy the file.", name=name)
        ) from None
    except (OSError, ValueError) as refused:
        raise BadTable(
            phrase("{name} cannot be read: check the drive or copy the file to this computer.", name=name),
            details=str(refused),
        ) from None
