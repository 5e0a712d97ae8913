"""The lossless archive of a study: a zip file with the events as JSON lines and a manifest with digests."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from kgdesk.errors import BadInput, BadTable, DamagedStudy, KgdeskError, NewerStudy, NotAStudy
from kgdesk.tables.input_file import opened
from kgdesk.tables.new_file import new_file
from kgdesk.tables.quoting import printable
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

EVENTS = "events.jsonl"
MANIFEST = "manifest.json"
FORMAT = "kgdesk-archive"
#: Highest event format that this version reads; the manifest states the format of an archive.
FORMAT_VERSION = 1

#: Maximum unpacked size in bytes, against zip bombs.
MAX_EVENT_BYTES = 1024 * 1024 * 1024
MAX_MANIFEST = 1024 * 1024

#: Bytes of a zip file: those of a local header before the name, and those of the record at the end without comment.
_LOCAL_HEADER, _END_RECORD = 30, 22
_CHUNK = 1024 * 1024
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)


def write_archive(
    dest: str | Path,
    lines: Iterable[str],
    manifest: Mapping[str, Any],
    *,
    overwrite: bool = False,
    like: Path | None = None,
) -> dict[str, Any]:
    """Write an archive and return its manifest. Deterministic: equal lines and manifest give equal bytes.

    Parameters
    ----------
    dest
        Path of the new file.
    lines
        One event per line, without line break.
    manifest
        JSON values: ``head`` (``{"seq": ..., "hash": ...}``), ``app_version`` and any others.
        ``format``, ``format_version``, ``events`` (the number) and ``events_sha256`` are added here.
    overwrite, like
        As in `kgdesk.tables.new_file.new_file`.

    Raises
    ------
    BadInput
        A line has a line break, or the manifest is not valid JSON.
    FileExists, NotWritten
        See `kgdesk.tables.new_file.new_file`.
    """
    with new_file(dest, overwrite=overwrite, like=like) as stream, zipfile.ZipFile(stream, "w") as archive:
        count, digest = _write_events(archive, lines)
        whole = dict(manifest) | {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "events": count,
            "events_sha256": digest,
        }
        try:
            text = json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
            packed = f"{text}\n".encode()
        except (TypeError, ValueError) as refused:
            raise BadInput("The manifest is not JSON.", details=str(refused)) from None
        with archive.open(_entry(MANIFEST), "w") as entry:
            entry.write(packed)
    return whole


def _write_events(archive: zipfile.ZipFile, lines: Iterable[str]) -> tuple[int, str]:
    """Write the lines as the entry `EVENTS`; return their number and the SHA-256 of the entry."""
    count = 0
    digest = hashlib.sha256()
    with archive.open(_entry(EVENTS), "w", force_zip64=True) as events:
        for line in lines:
            if "\n" in line or "\r" in line or not line:
                raise BadInput(
                    phrase("Event {count} is not one line of text and cannot be archived.", count=count + 1)
                )
            packed = _encoded(f"{line}\n", count + 1)
            digest.update(packed)
            events.write(packed)
            count += 1
    return count, digest.hexdigest()


def _encoded(text: str, number: int) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise BadInput(
            phrase("Event {number} contains half a character and cannot be archived.", number=number)
        ) from None


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = 0o100644 << 16
    return entry


def read_archive(path: str | Path) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Read the event lines and the manifest of an archive, after checking sizes, names, digest and count.

    Raises
    ------
    NotAStudy
        The file is not an archive or cannot be read.
    NewerStudy
        The file was written by a later version of kgdesk.
    DamagedStudy
        The file was changed or truncated, or holds other bytes than its entries and their directory.
    """
    try:
        with opened(path, MAX_EVENT_BYTES) as (name, stream):
            manifest, packed = _manifest_and_events(stream, name)
    except BadTable as refused:
        raise NotAStudy(refused.sentence, details=refused.details) from None
    if hashlib.sha256(packed).hexdigest() != manifest["events_sha256"]:
        _damaged(name, "the digest of the events differs from the manifest's")
    return _lines(packed, manifest["events"], name), manifest


def _manifest_and_events(stream: BinaryIO, name: str) -> tuple[dict[str, Any], bytes]:
    try:
        with zipfile.ZipFile(stream) as archive:
            _check_entries(archive, name)
            _refuse_other_bytes(archive, stream, name)
            return _manifest(_unpack(archive, MANIFEST, MAX_MANIFEST, name), name), _unpack(
                archive, EVENTS, MAX_EVENT_BYTES, name
            )
    except KgdeskError:
        raise
    except zipfile.BadZipFile as refused:
        raise _no_archive(name, str(refused)) from None
    except _BROKEN as refused:
        _damaged(name, str(refused))


def _no_archive(name: str, details: str = "") -> NotAStudy:
    return NotAStudy(
        phrase(
            "{name} is not an archive of kgdesk, or only a part of one: choose a .zip that "
            "kgdesk has exported.",
            name=name,
        ),
        details=details,
    )


def _damaged(name: str, details: str) -> NoReturn:
    raise DamagedStudy(
        phrase(
            "The archive {name} was changed or cut off after it was written: use another copy.", name=name
        ),
        details=details,
    )


def _check_entries(archive: zipfile.ZipFile, name: str) -> None:
    entries = archive.infolist()
    if sorted(entry.filename for entry in entries) != [EVENTS, MANIFEST]:
        raise _no_archive(name, "entries: " + ", ".join(printable(entry.filename) for entry in entries[:10]))
    if any(entry.flag_bits & 1 for entry in entries):
        raise NotAStudy(
            phrase("The archive {name} is protected by a password: save a copy without one.", name=name)
        )


def _refuse_other_bytes(archive: zipfile.ZipFile, stream: BinaryIO, name: str) -> None:
    """Refuse an archive that holds more than its entries, one after the other, their directory and the end of it.

    Other programs look past bytes before the first entry or behind the directory, and run them.
    """
    end = 0
    for entry in sorted(archive.infolist(), key=lambda one: one.header_offset):
        stream.seek(entry.header_offset)
        header = stream.read(_LOCAL_HEADER)
        if entry.header_offset != end or entry.comment:
            _damaged(name, f"bytes that belong to no entry at {end}")
        name_and_extra = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        end += _LOCAL_HEADER + name_and_extra + entry.compress_size
    directory_end = stream.seek(-_END_RECORD, os.SEEK_END)
    record = stream.read(_END_RECORD)
    size, start = int.from_bytes(record[12:16], "little"), int.from_bytes(record[16:20], "little")
    if record[:4] != b"PK\5\6" or record[20:] != bytes(2) or start != end or start + size != directory_end:
        _damaged(name, f"bytes that belong to no entry from {end} on")


def _unpack(archive: zipfile.ZipFile, entry: str, limit: int, name: str) -> bytes:
    pieces: list[bytes] = []
    total = 0
    with archive.open(entry) as stream:
        while piece := stream.read(_CHUNK):
            total += len(piece)
            if total > limit:
                raise NotAStudy(
                    phrase(
                        "{entry} in {name} unpacks to more than {limit} MB: it is not read.",
                        entry=entry,
                        name=name,
                        limit=limit // 1024**2,
                    )
                )
            pieces.append(piece)
    return b"".join(pieces)


def _manifest(packed: bytes, name: str) -> dict[str, Any]:
    try:
        manifest = json.loads(packed.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as refused:
        _damaged(name, f"manifest: {refused}")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _no_archive(name, "the manifest is of something else")
    version = manifest.get("format_version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        _damaged(name, "manifest: format_version")
    if version > FORMAT_VERSION:
        raise NewerStudy(
            phrase(
                "The archive {name} was written by a newer version of kgdesk: install that version "
                "to read it.",
                name=name,
            )
        )
    count = manifest.get("events")
    if (
        isinstance(count, bool)
        or not isinstance(count, int)
        or not isinstance(manifest.get("events_sha256"), str)
    ):
        _damaged(name, "manifest: events or events_sha256")
    return manifest


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def _lines(packed: bytes, count: int, name: str) -> tuple[str, ...]:
    try:
        text = packed.decode("utf-8")
    except UnicodeDecodeError as refused:
        _damaged(name, str(refused))
    lines = tuple(text.removesuffix("\n").split("\n")) if text else ()
    if len(lines) != count or (text and not text.endswith("\n")):
        _damaged(name, f"{len(lines)} events where the manifest has {count}")
    return lines
