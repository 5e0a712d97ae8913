"""Folders in which no live study may be: network drives and folders kept in step with other computers."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from kgdesk.text import phrase

#: File locks and syncs cannot be relied on there; the names are those of ``/proc/self/mountinfo``.
_NETWORK_FILE_SYSTEMS = frozenset(
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

#: Names of folders that synchronising programs create. They copy a file while it is being written.
_SYNCED_FOLDER_NAME = re.compile(
    r"(Dropbox( \(.*\))?|OneDrive( - .*)?|Google Drive|GoogleDrive(-.*)?|My Drive|iCloud Drive|CloudStorage|"
    r"com~apple~CloudDocs|Nextcloud|ownCloud|Box( Sync)?|pCloud( ?Drive)?|MEGA|Syncthing)",
    re.IGNORECASE,
)

#: Files that synchronising programs leave in their folder, whatever its name.
_SYNC_MARKER_FILES = (
    ".dropbox",
    ".dropbox.cache",
    ".owncloudsync.log",
    ".stfolder",
    ".sync_folder",
    ".tmp.drivedownload",
)

#: Spaces in a mount point are written as \040.
_OCTAL_ESCAPE = re.compile(r"\\([0-7]{3})")

_REMOTE_DRIVE = 4  # DRIVE_REMOTE of GetDriveType


def unsafe_folder(folder: Path) -> str:
    """Return why a live study must not be in a folder, as half a sentence; empty if it may.

    Unsafe are network drives and folders that are synchronised with other computers.
    """
    kind = file_system(folder)
    if kind in _NETWORK_FILE_SYSTEMS:
        return phrase("is on a network drive ({kind})", kind=kind)
    for above in (folder, *folder.parents):
        if _SYNCED_FOLDER_NAME.fullmatch(above.name) or any(
            os.path.lexists(above / mark) for mark in _SYNC_MARKER_FILES
        ):
            return phrase("is kept in step with other computers ({name})", name=above.name)
    return ""


def file_system(folder: Path) -> str:
    """Return the file-system type of a folder; empty if the system does not report it."""
    if sys.platform == "win32":
        return _windows_drive_kind(folder)
    try:
        lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    best, kind = "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        point = _OCTAL_ESCAPE.sub(lambda match: chr(int(match[1], 8)), before.split(" ")[4])
        inside = folder == Path(point) or Path(point) in folder.parents
        if inside and len(point) >= len(best):
            best, kind = point, after.split(" ")[0]
    return kind


def _windows_drive_kind(folder: Path) -> str:
    if folder.drive.startswith("\\\\"):
        return "share"
    import ctypes  # noqa: PLC0415 - only Windows has the function

    kind = ctypes.windll.kernel32.GetDriveTypeW(f"{folder.drive}\\")  # type: ignore[attr-defined,unused-ignore]
    return "share" if kind == _REMOTE_DRIVE else ""
