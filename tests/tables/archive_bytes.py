"""Archives with bytes that belong to none of their entries, as somebody makes them to hide something there."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SCRIPT = b"#!/bin/sh\necho whole\n"


def _rewritten(packed: bytes, *, moved: bytes = b"", before_the_directory: bytes = b"") -> bytes:
    """Insert bytes and correct all offsets, so that no reader sees that they were not there."""
    end = len(packed) - 22
    directory = struct.unpack_from("<L", packed, end + 16)[0]
    entries, record = bytearray(packed[directory:end]), bytearray(packed[end:])
    at = 0
    while at < len(entries):
        lengths = struct.unpack_from("<3H", entries, at + 28)
        struct.pack_into("<L", entries, at + 42, struct.unpack_from("<L", entries, at + 42)[0] + len(moved))
        at += 46 + sum(lengths)
    struct.pack_into("<L", record, 16, directory + len(moved) + len(before_the_directory))
    return moved + packed[:directory] + before_the_directory + bytes(entries) + bytes(record)


def _overlapping(packed: bytes) -> bytes:
    """Insert bytes before the first entry, and let the directory say that the last one is longer by as many."""
    made = bytearray(_rewritten(packed, moved=_SCRIPT))
    last = made.rindex(b"PK\1\2")
    size = struct.unpack_from("<L", made, last + 20)[0]
    struct.pack_into("<L", made, last + 20, size + len(_SCRIPT))
    return bytes(made)


def _with_comment(packed: bytes) -> bytes:
    stream = io.BytesIO(packed)
    with zipfile.ZipFile(stream, "a") as archive:
        archive.comment = _SCRIPT
    return stream.getvalue()


def _with_comment_of_an_entry(packed: bytes) -> bytes:
    stream = io.BytesIO(packed)
    with zipfile.ZipFile(stream, "a") as archive:
        archive.infolist()[0].comment = _SCRIPT
        archive.comment = b"x"
        archive.comment = b""
    return stream.getvalue()


def _streamed(packed: bytes) -> bytes:
    class Pipe(io.RawIOBase):
        """Where a program writes that cannot go back: the sizes of an entry follow its data."""

        def __init__(self) -> None:
            self.written = b""

        def writable(self) -> bool:
            return True

        def write(self, data: bytes) -> int:  # type: ignore[override]
            self.written += bytes(data)
            return len(data)

    out = Pipe()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return out.written


OTHER_BYTES: dict[str, Callable[[bytes], bytes]] = {
    "behind the end": lambda packed: packed + _SCRIPT,
    "one zero behind the end": lambda packed: packed + b"\0",
    "a comment": _with_comment,
    "a comment that was cut": lambda packed: _with_comment(packed)[:-5],
    "a comment of which only the length is left": lambda packed: _with_comment(packed)[: -len(_SCRIPT)],
    "a comment of an entry": _with_comment_of_an_entry,
    "before the first entry": lambda packed: _SCRIPT + packed,
    "before the first entry, all offsets corrected": lambda packed: _rewritten(packed, moved=_SCRIPT),
    "before the first entry, and an entry that reaches into the directory": _overlapping,
    "before the directory, all offsets corrected": lambda packed: _rewritten(
        packed, before_the_directory=_SCRIPT
    ),
    "sizes behind the data": _streamed,
    "cut in the directory": lambda packed: packed[:-30],
}
