"""Small JSON files of the user, outside any study."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kgdesk.paths import atomic_path, make_folder

if TYPE_CHECKING:
    from pathlib import Path

#: Bytes; a larger file was not written by kgdesk and is not read.
_LARGEST = 16 * 1024 * 1024


def read_user_file(path: Path) -> dict[str, Any]:
    """Read a small JSON object; a missing, torn or otherwise unreadable file gives an empty dict."""
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def write_user_file(path: Path, note: dict[str, Any], *, durable: bool = False) -> bool:
    """Write a small JSON object atomically; return whether that succeeded. I/O errors are not raised.

    Parameters
    ----------
    durable
        Sync the file, so that it survives a power cut; takes about a millisecond.
    """
    try:
        make_folder(path.parent)
        with (
            atomic_path(path, overwrite=True, durable=durable) as part,
            part.open("w", encoding="utf-8") as stream,
        ):
            json.dump(note, stream, ensure_ascii=True)
    except OSError:
        return False
    return True


def delete_user_file(path: Path) -> None:
    """Delete a file of the user; a missing one is ignored."""
    with suppress(OSError):
        path.unlink()
