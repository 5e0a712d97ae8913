"""The folders of one person on one computer, as the system names them."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def user_data_dir(*parts: str) -> Path:
    """Return the person's data folder (heads, backups, drafts, outbox, log), or a place in it; nothing is made.

    KGDESK_DATA names another one, for several installations side by side and for tests.
    """
    named = os.environ.get("KGDESK_DATA", "")
    base = Path(named) if named else Path(platformdirs.user_data_dir("kgdesk", appauthor=False))
    return base.joinpath(*parts)


def user_cache_dir(*parts: str) -> Path | None:
    """Return the person's folder for what can be made again, or a place in it; None where there is no home."""
    base = Path(platformdirs.user_cache_dir("kgdesk", appauthor=False, opinion=False))
    return base.joinpath(*parts) if base.is_absolute() else None
