"""Small JSON files that kgdesk keeps for one person outside every study: heads, drafts, the outbox."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kgdesk.atomic_file import atomic_path

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST = 16 * 1024 * 1024


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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            atomic_path(path, overwrite=True, durable=durable) as part,
            part.open("w", encoding="utf-8") as stream,
        ):
            json.dump(note, stream, ensure_ascii=True)
    except OSError:
        return False
    return True


def drop_note(path: Path) -> None:
    """Remove a note; one that is gone already is fine."""
    with suppress(OSError):
        path.unlink()
