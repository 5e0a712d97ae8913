"""The user's data and cache folders, by the conventions of the operating system, and the files of the program."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

from kgdesk import atomic_file
from kgdesk.errors import KgdeskError, phrase


def user_data_dir(*parts: str) -> Path:
    """Return the user's data folder (heads, backups, drafts, outbox, log) or a path below it; creates nothing.

    The environment variable KGDESK_DATA overrides it, for several installations side by side and for tests.
    """
    named = os.environ.get("KGDESK_DATA", "")
    base = Path(named) if named else Path(platformdirs.user_data_dir("kgdesk", appauthor=False))
    return base.joinpath(*parts)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents where they are missing, each synced; the user's data folder has mode 0700.

    An existing data folder at its usual place is closed to others, as earlier versions left it open to them; one that
    KGDESK_DATA names keeps its mode.

    Raises
    ------
    OSError
        The folder cannot be made.
    """
    own = user_data_dir()
    if folder == own or own in folder.parents:
        own.parent.mkdir(parents=True, exist_ok=True)
        own.mkdir(mode=0o700, exist_ok=True)
        with suppress(OSError):
            if not os.environ.get("KGDESK_DATA") and own.stat().st_mode & 0o077:
                own.chmod(0o700)
    atomic_file.make_folder(folder)


def user_cache_dir(*parts: str) -> Path | None:
    """Return the user's cache folder or a path below it; None if the user has no home folder."""
    base = Path(platformdirs.user_cache_dir("kgdesk", appauthor=False, opinion=False))
    return base.joinpath(*parts) if base.is_absolute() else None


def resource_path(*parts: str) -> Path:
    """Return the path of a bundled file or folder, for an installed program and for a source checkout.

    Parameters
    ----------
    parts
        Path components below ``resources``, as in ``resource_path("icons", "app.svg")``.

    Raises
    ------
    KgdeskError
        The file is missing: the installation is incomplete.
    """
    package = Path(__file__).parent
    for root in (package / "resources", package.parent / "resources"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    name = "/".join(parts)
    raise KgdeskError(
        phrase(
            "The program's own file “{name}” is missing. Install kgdesk again; your studies stay.", name=name
        )
    )
