"""Paths of study files and atomic file operations (temporary name, sync, rename), with messages for their errors."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import (
    BadInput,
    FileExists,
    KgdeskError,
    MissingStudy,
    NotAStudy,
    NotSaved,
    ReadOnlyStudy,
    StoreError,
    StudyInUse,
)
from kgdesk.paths import FULL, atomic_path, copy_rights, patiently, refuse_name_of_windows, sync_folder
from kgdesk.store.side_files import kind_of_file, refuse_left_journals, refuse_silent_folder
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIX = ".kgstudy"
#: Bytes of a file name, of which most file systems allow 255, that are left for the suffixes of journal and lock.
_SIDE_FILE_BYTES = 16
_READ_ONLY_ERRORS = {errno.EACCES, errno.EPERM, errno.EROFS}


def new_study_path(path: str | Path) -> Path:
    """Validate the name of a new study and return its absolute path.

    Raises
    ------
    BadInput
        The name cannot be used or its folder does not exist.
    FileExists
        The name is taken, or a journal of an earlier file of this name was left behind.
    """
    path = absolute_path(path)
    refuse_name_of_windows(path)
    if path.suffix != SUFFIX:
        raise BadInput(
            phrase(
                "A study's name ends in {suffix}: use {name} instead of {path_name}.",
                suffix=SUFFIX,
                name=path.name + SUFFIX,
                path_name=path.name,
            )
        )
    if len(os.fsencode(path.name)) > 255 - _SIDE_FILE_BYTES:
        raise BadInput(
            phrase("The name {name}… is too long. Use fewer than 200 letters.", name=path.name[:40])
        )
    if not path.parent.is_dir():
        raise BadInput(
            phrase("There is no folder {parent}. Make it first, or choose another one.", parent=path.parent)
        )
    if os.path.lexists(path):
        raise FileExists(
            phrase("{name} is already there; nothing was overwritten. Choose another name.", name=path.name)
        )
    refuse_left_journals(path)
    return path


def study_path(path: str | Path) -> Path:
    """Check that a path is a regular file and return its absolute path.

    Raises
    ------
    NotAStudy
        It does not exist, or is not a regular file: a folder, a symbolic link, a named pipe, a device.
    StoreError
        It cannot be reached.
    """
    path = absolute_path(path)
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise MissingStudy(
            phrase("There is no file {path}. Check the name and the folder.", path=path)
        ) from None
    except OSError as cause:
        raise StoreError(
            phrase("{path} cannot be reached. Check the network and your right to read it.", path=path),
            details=str(cause),
        ) from None
    if stat.S_ISLNK(mode):
        raise NotAStudy(phrase("{path} is a link, not a study. Open the file that it leads to.", path=path))
    if not stat.S_ISREG(mode):
        raise NotAStudy(
            phrase(
                "{path} is {what}, not a study. Choose a file that ends in {suffix}.",
                path=path,
                what=kind_of_file(mode),
                suffix=SUFFIX,
            )
        )
    return path


def is_protected(path: Path) -> bool:
    """Return whether a file has no write permission bit.

    Opening it for writing would not show this: an administrator can write to such a file.
    """
    return not path.stat().st_mode & 0o222


def sync_folder_of(path: Path) -> None:
    """Sync the folder of a study file. Until then a power cut may bring back the journal, which undoes the commit.

    Raises
    ------
    NotSaved
        The disk failed.
    """
    try:
        sync_folder(path.parent)
    except OSError as cause:
        raise NotSaved(
            phrase(
                "It is not sure that the entry is on the disk of {parent}. Try again.",
                parent=path.parent,
            ),
            details=str(cause),
        ) from None


@contextmanager
def atomic_file(path: Path, *, like: Path | None = None) -> Iterator[Path]:
    """Yield a temporary file beside `path`, and sync and rename it at the end; on failure nothing is left.

    This is `atomic_path` with messages for the user in place of its errors.

    Raises
    ------
    ReadOnlyStudy
        The folder is not writable.
    NotSaved
        The disk is full or failed.
    FileExists
        The name was taken in the meantime.
    """
    with _as_messages(path), atomic_path(path, like=like) as part:
        yield part


def swap(path: Path, new: Path, old: Path) -> None:
    """Replace the file `path` by `new` and keep the previous one as `old`; at every moment `path` is a complete file.

    The new file gets the mode, owner and group of the previous one.

    Raises
    ------
    StudyInUse, NotSaved, ReadOnlyStudy, FileExists
        The file keeps its name.
    """
    with _as_messages(old):
        if os.path.lexists(path):
            _refuse_if_open(path)
            copy_rights(path, new)
            _link_or_copy(path, old)
        # SQLite would roll a journal of the old file back into the new one.
        with suppress(FileNotFoundError):
            path.with_name(f"{path.name}-journal").rename(old.with_name(f"{old.name}-journal"))
        sync_folder(path.parent)  # otherwise a power cut could leave only the new file
        patiently(new.replace, path)
        # The swap is done, so raising now would be wrong. No event depends on this sync: the first append creates a
        # journal in the folder, and SQLite syncs the folder with it.
        with suppress(OSError):
            sync_folder(path.parent)


def _refuse_if_open(path: Path) -> None:
    """On Windows, refuse a file that a program has open: it cannot be replaced, nor renamed to its own name."""
    if sys.platform == "win32":
        try:
            patiently(path.rename, path)
        except PermissionError as cause:
            raise StudyInUse(
                phrase(
                    "{name} was not replaced, because another program has it open. Close it there and try again.",
                    name=path.name,
                ),
                details=str(cause),
            ) from None


def _link_or_copy(path: Path, other: Path) -> None:
    try:
        os.link(path, other, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # no hard links here (FAT, some shares)
        with atomic_path(other) as part:
            shutil.copyfile(path, part)
            copy_rights(path, part)


def absolute_path(path: str | Path) -> Path:
    """Return the absolute path of a file; links in its folder are resolved, a last part that is a link is not.

    On Windows, which finds a file by its name in any case, the name is the one that the folder lists.

    Raises
    ------
    BadInput
        The name is not text, or its folder cannot be resolved.
    StoreError
        The folder does not answer.
    """
    text = os.fspath(path)
    _refuse_bytes(text)
    if "\0" in text:
        raise BadInput("A file name cannot hold a NUL character. Type it again.")
    path = Path(text)
    refuse_silent_folder(path.absolute())
    # The last part is not resolved: `study_path` refuses a link, and must see it.
    try:
        folder, name = Path(os.path.realpath(path.parent)), path.name
        if sys.platform == "win32":
            with suppress(OSError):  # a device has no path
                listed = Path(os.path.realpath(path)).name
                name = listed if listed.casefold() == name.casefold() else name
    except OSError as cause:  # of Windows: a path that is too long, a drive that is gone
        raise BadInput(
            phrase(
                "The folder of {path_name} cannot be found ({reason}). Check it, or choose one with a shorter path.",
                path_name=path.name,
                reason=cause.strerror,
            )
        ) from cause
    _refuse_bytes(str(folder))
    return folder / name


def _refuse_bytes(text: str) -> None:
    """Raise BadInput if a path has bytes that are no text: SQLite takes none, and no entry can hold them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(
            phrase(
                "The name {text} contains bytes that are not text. Rename the file or the folder.",
                text=f"{text!a}",
            )
        ) from None


@contextmanager
def _as_messages(path: Path) -> Iterator[None]:
    try:
        yield
    except KgdeskError:
        raise
    except FileExistsError:
        raise FileExists(
            phrase("{name} is already there; nothing was overwritten. Choose another name.", name=path.name)
        ) from None
    except OSError as cause:
        if cause.errno in _READ_ONLY_ERRORS:
            raise ReadOnlyStudy(
                phrase(
                    "{name} was not made because the folder {parent} cannot be written. Choose another "
                    "folder, or ask for the right to write there.",
                    name=path.name,
                    parent=path.parent,
                ),
                details=str(cause),
            ) from None
        way = (
            phrase("Free space on {folder}", folder=path.parent)
            if cause.errno in FULL
            else phrase("Check the disk of {folder}", folder=path.parent)
        )
        raise NotSaved(
            phrase("{name} was not made. {way} and try again.", name=path.name, way=way), details=str(cause)
        ) from None
