"""Workspaces (folders of projects) and projects (folders of studies); folders unsafe for a live study."""

from __future__ import annotations

import os
import re
import stat
import sys
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.store.disk import SUFFIX
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable


_NETWORK = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "ceph", "glusterfs", "lustre", "davfs"),
        *(
            "9p",
            "share",
            "fuse.sshfs",
            "fuse.rclone",
            "fuse.davfs2",
            "fuse.glusterfs",
            "fuse.s3fs",
            "fuse.gvfsd-fuse",
        ),
    }
)

_SYNCED = re.compile(
    r"(Dropbox( \(.*\))?|OneDrive( - .*)?|Google Drive|GoogleDrive(-.*)?|My Drive|iCloud Drive|CloudStorage|"
    r"com~apple~CloudDocs|Nextcloud|ownCloud|Box( Sync)?|pCloud( ?Drive)?|MEGA|Syncthing)",
    re.IGNORECASE,
)

_MARKS = (
    ".dropbox",
    ".dropbox.cache",
    ".owncloudsync.log",
    ".stfolder",
    ".sync_folder",
    ".tmp.drivedownload",
)

_ESCAPED = re.compile(r"\\([0-7]{3})")

_REMOTE_DRIVE = 4


def unsafe_folder(folder: Path) -> str:
    """Return why a live study must not be in a folder, as half a sentence; empty if it may.

    Unsafe are network drives and folders that are synchronised with other computers.
    """
    kind = file_system(folder)
    if kind in _NETWORK:
        return phrase("is on a network drive ({kind})", kind=kind)
    for above in (folder, *folder.parents):
        if _SYNCED.fullmatch(above.name) or any(os.path.lexists(above / mark) for mark in _MARKS):
            return phrase("is kept in step with other computers ({name})", name=above.name)
    return ""


def file_system(folder: Path) -> str:
    """Return the file-system type of a folder; empty if the system does not report it."""
    if sys.platform == "win32":
        return _windows_drive(folder)
    try:
        lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    best, kind = "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        point = _ESCAPED.sub(lambda match: chr(int(match[1], 8)), before.split(" ")[4])
        inside = folder == Path(point) or Path(point) in folder.parents
        if inside and len(point) >= len(best):
            best, kind = point, after.split(" ")[0]
    return kind


def _windows_drive(folder: Path) -> str:
    if folder.drive.startswith("\\\\"):
        return "share"
    import ctypes  # noqa: PLC0415 - only Windows has the function

    kind = ctypes.windll.kernel32.GetDriveTypeW(f"{folder.drive}\\")  # type: ignore[attr-defined,unused-ignore]
    return "share" if kind == _REMOTE_DRIVE else ""


_LONGEST = 200

_RESERVED = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9¹²³]|LPT[0-9¹²³])\s*(\..*)?", re.IGNORECASE)

_NO_FILE_NAME = re.compile(r'[<>:"/\\|?*]')

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A project or study with the name to display."""

    name: str
    path: Path


def projects(folder: str | Path) -> tuple[FolderEntry, ...]:
    """List the projects of a workspace by name: its folders without hidden ones and symbolic links.

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
    text = "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) not in _UNSEEN)
    text = _NO_FILE_NAME.sub("-", " ".join(text.split()))
    text = _trimmed(text)
    while text.lower().endswith(SUFFIX):
        text = _trimmed(text[: -len(SUFFIX)])
    text = _trimmed(text.encode()[:_LONGEST].decode(errors="ignore"))
    if _RESERVED.fullmatch(text):
        text = f"_{text}"
    return text or "study"


def _trimmed(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip(" ."))


def _listed(folder: str | Path, wanted: Callable[[int], bool], suffix: str) -> tuple[FolderEntry, ...]:
    listed = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith(".") or not entry.name.lower().endswith(suffix):
                    continue
                with suppress(OSError):  # deleted meanwhile, or no permission
                    if wanted(entry.stat(follow_symlinks=False).st_mode):
                        name = entry.name[: len(entry.name) - len(suffix)].encode(errors="replace").decode()
                        listed.append(FolderEntry(name, Path(folder) / entry.name))
    except (OSError, ValueError):
        raise BadInput(
            phrase(
                "The folder {folder} cannot be read. Check its name and your right to read it.", folder=folder
            )
        ) from None
    return tuple(sorted(listed, key=lambda entry: (entry.name.casefold(), entry.name)))
