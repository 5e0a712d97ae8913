"""What kgdesk keeps for one person on one computer, outside every study: heads, backups, drafts, the outbox."""

from __future__ import annotations

import json
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

_LARGEST = 16 * 1024 * 1024


def own_folder(*parts: str) -> Path:
    """Return the person's own folder, or a place in it; nothing is made.

    KGDESK_DATA names another one, for several installations side by side and for tests.
    """
    named = os.environ.get("KGDESK_DATA", "")
    if named:
        return Path(named, *parts)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base.joinpath("kgdesk", *parts)


def read_note(path: Path) -> dict[str, Any]:
    """Read a small JSON object; what is missing, torn or something else is empty."""
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def keep_note(path: Path, note: dict[str, Any], *, durable: bool = False) -> bool:
    """Replace a small JSON object in one step; return whether it was kept.

    Parameters
    ----------
    durable
        It survives a power cut from now on; costs about a millisecond.
    """
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("x", encoding="utf-8") as stream:
            json.dump(note, stream, ensure_ascii=True)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        return False
    return True


def drop_note(path: Path) -> None:
    """Remove a note; one that is gone already is fine."""
    with suppress(OSError):
        path.unlink()
