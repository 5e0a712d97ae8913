"""The files that stand beside a study: journals of SQLite, locks, and the notes of who holds them."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from kgdesk.errors import FileExists, StoreError
from kgdesk.paths import answers
from kgdesk.text import phrase

if TYPE_CHECKING:
    from pathlib import Path

#: SQLite looks for these at every transaction, and reads what it finds.
_JOURNALS = ("{}-journal", "{}-wal", "{}-shm")
_OTHERS = (".{}.lock", ".{}.writer", ".{}.window", ".{}.shown")


def lock_files(study: Path, *, window: bool) -> tuple[Path, Path]:
    """Return the lock file of a study and the note of who holds it: for writing, or of the `window` that records."""
    lock, note = ("window", "shown") if window else ("lock", "writer")
    return study.with_name(f".{study.name}.{lock}"), study.with_name(f".{study.name}.{note}")


def refuse_silent_folder(path: Path) -> None:
    """Refuse a file whose folder does not answer, before anything waits for it.

    Raises
    ------
    StoreError
        The message names the folder and what to do.
    """
    if not answers(path.parent):
        raise StoreError(
            phrase(
                "The folder {folder} does not answer, so {name} was not touched. Check the network or the disk and try "
                "again.",
                folder=path.parent,
                name=path.name,
            )
        )


def refuse_strange_side_files(study: Path) -> None:
    """Refuse a study beside which a pipe, socket, device, folder or link has the name of one of its own files.

    Refuse it also if its folder does not answer. Opening a pipe waits for ever, and a link leads elsewhere. SQLite
    opens the journals itself, by name, so the caller asks immediately before each transaction; nothing else is safe
    against somebody who may write to the folder.

    Raises
    ------
    StoreError
        The message says what stands there and what to do.
    """
    refuse_silent_folder(study)
    for form in (*_JOURNALS, *_OTHERS):
        side = study.with_name(form.format(study.name))
        try:
            mode = side.lstat().st_mode
        except OSError:
            continue
        if not stat.S_ISREG(mode):
            raise StoreError(
                phrase(
                    "{side} in {folder} is {what} and no file of {name}, so {name} was not touched. Find out who put "
                    "it there, move it away and try again.",
                    side=side.name,
                    folder=study.parent,
                    what=kind_of_file(mode),
                    name=study.name,
                )
            )


def refuse_left_journals(study: Path) -> None:
    """Refuse the name of a new study where journals of an earlier file stand: SQLite would play them into it.

    Raises
    ------
    FileExists
        The message names the journal.
    """
    for form in _JOURNALS:
        side = study.with_name(form.format(study.name))
        if os.path.lexists(side):
            raise FileExists(
                phrase(
                    "{side} of an earlier file is in {folder} and would be taken for a part of {name}. Move it away, "
                    "or choose another name.",
                    side=side.name,
                    folder=study.parent,
                    name=study.name,
                )
            )


def kind_of_file(mode: int) -> str:
    """Return what something that is not a regular file is, with its article."""
    kinds = {
        stat.S_IFDIR: phrase("a folder"),
        stat.S_IFLNK: phrase("a link"),
        stat.S_IFIFO: phrase("a named pipe"),
        stat.S_IFSOCK: phrase("a socket"),
    }
    return kinds.get(stat.S_IFMT(mode), phrase("a device"))
