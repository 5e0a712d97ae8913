"""Folders where no study may be in use: network drives, and folders that are synchronised with other computers."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from kgdesk.paths import answers
from kgdesk.text import phrase

#: File locks and syncs are not reliable on these. The names are those of ``/proc/self/mountinfo``.
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

#: Names of the folders of synchronising programs, which copy a file even while it is being written.
_SYNCED_FOLDER_NAME = re.compile(
    r"(Dropbox( \(.*\))?|OneDrive( - .*)?|Google Drive|GoogleDrive(-.*)?|My Drive|iCloud Drive|CloudStorage|"
    r"com~apple~CloudDocs|Nextcloud|ownCloud|Box( Sync)?|pCloud( ?Drive)?|MEGA|Syncthing)",
    re.IGNORECASE,
)

#: Files that synchronising programs keep in their folder, whatever its name is.
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
    """Return why no study may be in use in a folder, as the predicate of a sentence; empty if one may.

    Network drives and folders that are synchronised with other computers are unsafe.
    """
    network = network_drive(folder)
    if network:
        return network
    if not answers(folder):
        return ""  # whoever goes on is told so
    for above in (folder, *folder.parents):
        if _SYNCED_FOLDER_NAME.fullmatch(above.name) or any(
            os.path.lexists(above / mark) for mark in _SYNC_MARKER_FILES
        ):
            return phrase("is kept in step with other computers ({name})", name=above.name)
    return ""


def network_drive(folder: Path) -> str:
    """Return that a folder is on a network drive, as half a sentence; empty if it is not."""
    kind = file_system(folder)
    return phrase("is on a network drive ({kind})", kind=kind) if kind in _NETWORK_FILE_SYSTEMS else ""


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
        before, _, after = line.partition(" - ")  # the number of fields before the separator varies
        point = _OCTAL_ESCAPE.sub(lambda match: chr(int(match[1], 8)), before.split(" ")[4])
        inside = folder == Path(point) or Path(point) in folder.parents
        # The longest mount point holds the folder; of two equal ones, the later is mounted over the earlier.
        if inside and len(point) >= len(best):
            best, kind = point, after.split(" ")[0]
    return kind


def _windows_drive_kind(folder: Path) -> str:
    root = root_of_drive(folder.drive)
    if not root:
        return "share"
    import ctypes  # noqa: PLC0415 - only Windows has the function

    kind = ctypes.windll.kernel32.GetDriveTypeW(root)  # type: ignore[attr-defined,unused-ignore]
    return "share" if kind == _REMOTE_DRIVE else ""


def root_of_drive(drive: str) -> str:
    """Return the root of a drive as Windows' functions want it; empty if a path names a share, without a drive letter.

    The mark of long paths before a letter makes no share of it.
    """
    letter = drive.removeprefix("\\\\?\\")
    return f"{letter}\\" if len(letter) == 2 and letter.endswith(":") else ""
