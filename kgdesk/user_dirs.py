"""The user's data and cache folders, by the conventions of the operating system (platformdirs)."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def user_data_dir(*parts: str) -> Path:
    """Return the user's data folder (heads, backups, drafts, outbox, log) or a path below it; creates nothing.

    The environment variable KGDESK_DATA overrides it, for several installations side by side and for tests.
    """
    named = os.environ.get("KGDESK_DATA", "")
    base = Path(named) if named else Path(platformdirs.user_data_dir("kgdesk", appauthor=False))
    return base.joinpath(*parts)


def user_cache_dir(*parts: str) -> Path | None:
    """Return the user's cache folder or a path below it; None if the user has no home folder."""
    base = Path(platformdirs.user_cache_dir("kgdesk", appauthor=False, opinion=False))
    return base.joinpath(*parts) if base.is_absolute() else None
