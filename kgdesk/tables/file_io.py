"""Read a file's bytes and text (existence, size limit, encoding), and write files atomically."""

from __future__ import annotations

import codecs
import contextlib
import errno
import hashlib
import os
import re
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable, FileExists, KgdeskError, NotWritten
from kgdesk.paths import FULL, atomic_path
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Maximum size of a table file in bytes.
MAX_BYTES = 256 * 1024 * 1024


#: Encodings that the user may choose; the first four are offered when UTF-8 does not fit.
ENCODINGS = (
    "cp1252",
    "cp1250",
    "cp850",
    "mac-roman",
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "latin-1",
    "iso8859-15",
    "cp437",
)

_OFFERED = 4

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


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


def quoted(text: str, length: int = 40) -> str:
    """Return text in quotation marks for a message: shortened, on one line, without invisible characters."""
    return phrase("“{text}”", text=printable(text, length))


def printable(text: str, length: int = 80) -> str:
    """Return the beginning of a text with invisible characters replaced by their code points in hexadecimal."""
    cut = text[:length] + ("…" if len(text) > length else "")
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)


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


def decode(source: InputFile, encoding: str | None) -> tuple[str, str, str]:
    """Decode a text file; return the text, the encoding and how it was found.

    Raises
    ------
    AmbiguousTable
        Not UTF-8, no byte-order mark, and `encoding` is None.
    BadTable
        The bytes do not fit the encoding, or contain a NUL.
    """
    text, used, why = _decode(source, encoding)
    at = text.find("\0")
    if at >= 0:
        is_wide = text.count("\0") > len(text) // 4
        raise BadTable(
            phrase(
                "{name}, line {line}: a NUL character stands here; this is not a text file. {hint}",
                name=source.name,
                line=_line(text[:at]),
                hint=phrase("It may be UTF-16 without its mark: save it as “CSV UTF-8”.")
                if is_wide
                else phrase("Save the table again as “CSV UTF-8”."),
            )
        )
    return text, used, why


def _decode(source: InputFile, encoding: str | None) -> tuple[str, str, str]:
    if encoding is not None:
        return _strictly(source, _known(encoding)), encoding, phrase("chosen")
    for mark, used in _MARKS:
        if source.data.startswith(mark):
            label = used.removesuffix("-sig")
            why = phrase("found because the file begins with its byte-order mark")
            return _strictly(source, used), label, why
    try:
        return source.data.decode("utf-8"), "utf-8", phrase("found because every byte fits UTF-8")
    except UnicodeDecodeError as refused:
        at = refused.start
        line = _line(source.data[:at].decode("utf-8", "replace"))
    choices = tuple(code for code in ENCODINGS[:_OFFERED] if _fits(source.data, code))
    raise AmbiguousTable(
        phrase(
            "{name}, line {line}: a letter here is not written in UTF-8, and the file does not "
            "say which encoding it has. Choose one ({choices}; --encoding on the command line) "
            "and look at the preview, or save it as “CSV UTF-8”.",
            name=source.name,
            line=line,
            choices=", ".join(choices),
        ),
        question="encoding",
        choices=choices,
        samples=tuple(_sample(source.data, at, code) for code in choices),
    )


def _sample(data: bytes, at: int, encoding: str) -> str:
    """Return the text around a byte in an encoding of one byte a letter, from the same line."""
    before, after = (part.decode(encoding) for part in (data[max(0, at - 12) : at], data[at : at + 12]))
    return re.split(r"[\r\n]", before)[-1] + re.split(r"[\r\n]", after)[0]


def _known(encoding: str) -> str:
    try:
        wanted = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        wanted = ""
    if wanted not in {codecs.lookup(code).name for code in (*ENCODINGS, "utf-8-sig", "utf-32")}:
        raise BadTable(
            phrase(
                "There is no encoding {encoding}: choose one of {choices}.",
                encoding=quoted(encoding),
                choices=", ".join(ENCODINGS),
            )
        )
    return "utf-8-sig" if wanted == "utf-8" else wanted


def _strictly(source: InputFile, encoding: str) -> str:
    try:
        return source.data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as refused:
        line = _line(source.data[: refused.start].decode(encoding, "replace"))
        label = encoding.removesuffix("-sig")
        raise BadTable(
            phrase(
                "{name}, line {line}: the bytes here do not fit the encoding {label}. Choose another "
                "one, or save the table as “CSV UTF-8”.",
                name=source.name,
                line=line,
                label=label,
            )
        ) from None


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _line(before: str) -> int:
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def nfc(text: str) -> str:
    """Normalise text to Unicode NFC, the form in which names are compared and stored."""
    return unicodedata.normalize("NFC", text)


@contextlib.contextmanager
def new_file(dest: str | Path, *, overwrite: bool = False) -> Iterator[IO[bytes]]:
    """Write a file atomically: yield a stream that becomes the file when the block ends without an exception.

    The bytes go to a temporary file in the same folder, which is synced and renamed.

    Raises
    ------
    FileExists
        The file exists and `overwrite` is false.
    NotWritten
        The folder is missing, not writable or full, or `dest` is a folder.
    """
    place = Path(dest)
    name = printable(place.name)
    if os.path.isdir(place) or not place.name:  # noqa: PTH112 - Path.is_dir raises for names that are too long
        raise NotWritten(
            phrase("{dest} is a folder: give the file a name of its own.", dest=quoted(str(dest), 80))
        )
    if not overwrite and os.path.lexists(place):
        raise _exists(name)
    try:
        with (
            # Some network shares cannot sync a folder, which an export does not need.
            atomic_path(place, overwrite=overwrite, sync_names=False) as part,
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
    elif refused.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        why = phrase("the folder {folder} may not be written. Choose another one.", folder=folder)
    else:
        why = phrase("the place cannot be reached or does not take this name. Choose another one.")
    return NotWritten(phrase("{name} is not saved: {why}", name=name, why=why), details=str(refused))
