"""Workspaces (folders of projects) and projects (folders of studies), and names for their files."""

from __future__ import annotations

import os
import stat
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.paths import DEVICE_OF_WINDOWS, FORBIDDEN_BY_WINDOWS, refuse_silent
from kgdesk.store.disk import SUFFIX
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable


_LONGEST_NAME_BYTES = 200

#: Unicode categories of invisible characters, such as those that reverse the direction of text.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A project or study with the name to display."""

    name: str
    path: Path


def projects(folder: str | Path) -> tuple[FolderEntry, ...]:
    """List the projects of a workspace by name: its folders, except hidden ones and symbolic links.

    Raises
    ------
    BadInput
        The folder cannot be read.
    """
    return _listed(folder, stat.S_ISDIR, "")


def studies(folder: str | Path) -> tuple[FolderEntry, ...]:
    """List the studies of a project by name, without opening them: regular files that end in ``.kgstudy``.

    Raises
    ------
    BadInput
        The folder cannot be read.
    """
    return _listed(folder, stat.S_ISREG, SUFFIX)


def safe_name(title: str) -> str:
    """Turn a title into a readable file name, without suffix, that every operating system accepts.

    At most 200 bytes of UTF-8, without bidirectional control characters, never a device name of
    Windows. Idempotent.
    """
    text = unicodedata.normalize("NFC", title)
    text = "".join(c for c in text if c.isspace() or unicodedata.category(c) not in _INVISIBLE_CATEGORIES)
    text = FORBIDDEN_BY_WINDOWS.sub("-", " ".join(text.split()))
    text = _trimmed(text)
    while text.lower().endswith(SUFFIX):
        text = _trimmed(text[: -len(SUFFIX)])
    text = _trimmed(text.encode()[:_LONGEST_NAME_BYTES].decode(errors="ignore"))
    if DEVICE_OF_WINDOWS.fullmatch(text):
        text = f"_{text}"
    return text or "study"


def _trimmed(text: str) -> str:
    # Windows drops dots and spaces at the end of a name, and a dot at its beginning hides a file on Unix.
    return unicodedata.normalize("NFC", text.strip(" ."))


def _listed(folder: str | Path, wanted: Callable[[int], bool], suffix: str) -> tuple[FolderEntry, ...]:
    listed = []
    try:
        refuse_silent(Path(folder))
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith(".") or not entry.name.lower().endswith(suffix):
                    continue
                with suppress(OSError):  # deleted meanwhile, or no permission
                    if wanted(entry.stat(follow_symlinks=False).st_mode):
                        # Unix allows any bytes in a name; those that are not UTF-8 are shown as question marks.
                        name = entry.name[: len(entry.name) - len(suffix)].encode(errors="replace").decode()
                        listed.append(FolderEntry(name, Path(folder) / entry.name))
    except (OSError, ValueError):
        raise BadInput(
            phrase(
                "The folder {folder} cannot be read. Check its name and your right to read it.", folder=folder
            )
        ) from None
    return tuple(sorted(listed, key=lambda entry: (entry.name.casefold(), entry.name)))
