"""Files that appear whole or not at all: temporary name, sync, rename without overwriting."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.atomic_file import FULL, atomic_path, sync_file, sync_folder, temporary_path
from kgdesk.errors import BadInput, FileExists, NotAStudy, NotSaved, ReadOnlyStudy, StoreError, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIX = ".kgstudy"
#: Bytes of a name that stay free for the side files of a study (journal, lock).
_SIDE = 16
_READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}


def new_study_path(path: str | Path) -> Path:
    """Check the name of a study that is to be made and make the path absolute.

    Raises
    ------
    BadInput
        The name cannot be used or its folder is not there.
    FileExists
        The name is taken.
    """
    path = _absolute(path)
    if path.suffix != SUFFIX:
        raise BadInput(
            phrase(
                "A study's name ends in {suffix}: use {name} instead of {path_name}.",
                suffix=SUFFIX,
                name=path.name + SUFFIX,
                path_name=path.name,
            )
        )
    if len(os.fsencode(path.name)) > 255 - _SIDE:
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
    return path


def study_path(path: str | Path) -> Path:
    """Check that a path leads to an ordinary file, and make it absolute.

    Raises
    ------
    NotAStudy
        There is none, or it is a folder, a link or a device.
    StoreError
        It cannot be reached.
    """
    path = _absolute(path)
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise NotAStudy(
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
        what = phrase("a folder") if stat.S_ISDIR(mode) else phrase("a device")
        raise NotAStudy(
            phrase(
                "{path} is {what}, not a study. Choose a file that ends in {suffix}.",
                path=path,
                what=what,
                suffix=SUFFIX,
            )
        )
    return path


def is_protected(path: Path) -> bool:
    """Return whether nobody may write a file; an administrator could all the same, but is not meant to."""
    return not path.stat().st_mode & 0o222


def sync_folder_of(path: Path) -> None:
    """Sync the folder of a study file, without which a commit may be undone by a power cut.

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
def appearing(path: Path) -> Iterator[Path]:
    """Make a file under a temporary name beside `path`; at the end sync it and give it its name.

    Nothing is left when anything fails.

    Raises
    ------
    ReadOnlyStudy
        The folder cannot be written.
    NotSaved
        The disk is full or failed.
    FileExists
        Meanwhile somebody took the name.
    """
    with _sentences(path), atomic_path(path) as part:
        yield part


@contextmanager
def part_beside(path: Path) -> Iterator[Path]:
    """Give an empty file under a temporary name beside `path`; what is still of that name at the end goes.

    Raises
    ------
    ReadOnlyStudy, NotSaved
        As for `appearing`.
    """
    with ExitStack() as stack:
        with _sentences(path):
            part = stack.enter_context(temporary_path(path))
        yield part


def swap(path: Path, new: Path, old: Path) -> None:
    """Give the name of a file to another one, and another name to it; there is a whole file of that name throughout.

    Raises
    ------
    NotSaved, ReadOnlyStudy, FileExists
        The file keeps its name.
    """
    with _sentences(old):
        if os.path.lexists(path):
            _link_or_copy(path, old)
        with suppress(FileNotFoundError):  # an unfinished write belongs to the file that it began in
            path.with_name(f"{path.name}-journal").rename(old.with_name(f"{old.name}-journal"))
        sync_folder(path.parent)
        new.replace(path)
        # It has happened: to refuse it now would be false. No entry depends on this sync: the first one that is
        # appended makes a journal in the folder, with which SQLite syncs it.
        with suppress(OSError):
            sync_folder(path.parent)


def replace_by_part(path: Path, part: Path, old: Path) -> None:
    """Give the name of a file to a part that was made beside it, and keep the file under another name.

    Raises
    ------
    NotSaved, ReadOnlyStudy, FileExists
        The file keeps its name, and there is none of the other.
    """
    try:
        with _sentences(path):
            shutil.copymode(path, part)
            sync_file(part)
        swap(path, part, old)
    except BaseException:
        drop_second_name(path, old)
        raise


def drop_second_name(path: Path, other: Path) -> None:
    """Take away the second name of a file that an interrupted swap has left."""
    with suppress(OSError):
        if other.samefile(path):
            other.unlink()


def _link_or_copy(path: Path, other: Path) -> None:
    try:
        os.link(path, other, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # no hard links here (FAT, some shares)
        shutil.copyfile(path, other)
        sync_file(other)
    sync_folder(path.parent)


def _absolute(path: str | Path) -> Path:
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(
            phrase("The name {text} holds bytes that are no text. Rename the file.", text=f"{text!a}")
        ) from None
    if "\0" in text:
        raise BadInput("A file name cannot hold a NUL character. Type it again.")
    path = Path(text)
    return Path(os.path.realpath(path.parent)) / path.name


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise FileExists(
            phrase("{name} is already there; nothing was overwritten. Choose another name.", name=path.name)
        ) from None
    except OSError as cause:
        if cause.errno in _READ_ONLY:
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
