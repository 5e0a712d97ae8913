"""Read the bytes of a file, which must exist, be a regular file and keep within a size."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kgdesk.errors import BadTable, KgdeskError, MissingTable
from kgdesk.paths import open_regular, refuse_silent
from kgdesk.tables.quoting import printable
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Maximum size of a table file in bytes.
MAX_BYTES = 256 * 1024 * 1024
#: Maximum length of a line in bytes: a thousand for each of the columns that a table may have.
MAX_LINE = 5_000_000
#: A workbook, which has no lines, begins with these bytes.
ZIP_MARK = b"PK\x03\x04"


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
        refuse_silent(Path(path).absolute().parent)
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


@contextlib.contextmanager
def opened(path: str | Path, limit: int) -> Iterator[tuple[str, BinaryIO]]:
    """Open a regular file of at most `limit` bytes; yield its name for messages and a stream.

    Raises
    ------
    BadTable
        As in `regular_file`; also if the file is not readable.
    """
    name = regular_file(path, limit)
    with _reachable(name):
        stream = open_regular(Path(path), follow=True)
    with stream:
        yield name, stream


def load(path: str | Path) -> InputFile:
    """Read the bytes of a regular file.

    Raises
    ------
    BadTable
        As in `regular_file`; also if the file is not readable or empty, or a line is too long.
    """
    with opened(path, MAX_BYTES) as (name, stream), _reachable(name):
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
    return _input_file(name, data)


def from_bytes(name: str, data: bytes) -> InputFile:
    """Return bytes that came from elsewhere than a file, as from standard input.

    Raises
    ------
    BadTable
        There are none, or too many, or a line is too long.
    """
    if not data.strip():
        raise BadTable(phrase("{name} contains no text: nothing was read.", name=name))
    if len(data) > MAX_BYTES:
        raise BadTable(
            phrase(
                "{name} is larger than {limit} MB: leave out what is not needed.",
                name=name,
                limit=MAX_BYTES // 1024**2,
            )
        )
    return _input_file(name, data)


def _input_file(name: str, data: bytes) -> InputFile:
    if not data.startswith(ZIP_MARK):
        _refuse_endless_line(name, data)
    return InputFile(name, data, hashlib.sha256(data).hexdigest())


def _refuse_endless_line(name: str, data: bytes) -> None:
    """Refuse a file of which a line is too long; in time proportional to what is skipped, not to the lines."""
    begin = 0
    while len(data) - begin > MAX_LINE:
        window = begin, begin + MAX_LINE + 1
        end = max(data.rfind(b"\n", *window), data.rfind(b"\r", *window))
        if end < 0:
            line = data.count(b"\n", 0, begin) or data.count(b"\r", 0, begin)
            raise BadTable(
                phrase(
                    "{name}, line {line}: this line is longer than {limit} MB; this is not a table. Choose another "
                    "file.",
                    name=name,
                    line=line + 1,
                    limit=MAX_LINE // 1_000_000,
                )
            )
        begin = end + 1


@contextlib.contextmanager
def _reachable(name: str) -> Iterator[None]:
    try:
        yield
    except KgdeskError:
        raise
    except (FileNotFoundError, NotADirectoryError):
        raise MissingTable(
            phrase("There is no file {name}: check the name and the folder.", name=name)
        ) from None
    except PermissionError:
        if sys.platform == "win32":
            raise BadTable(
                phrase(
                    "{name} may not be read now: close it in the program that has it open, or ask for the right.",
                    name=name,
                )
            ) from None
        raise BadTable(
            phrase("{name} may not be read by this user: ask for the right, or copy the file.", name=name)
        ) from None
    except (OSError, ValueError) as refused:
        raise BadTable(
            phrase("{name} cannot be read: check the drive or copy the file to this computer.", name=name),
            details=str(refused),
        ) from None
