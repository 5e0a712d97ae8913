"""Turns errors of SQLite into messages for the user."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from kgdesk.errors import BadInput, DamagedStudy, NotSaved, ReadOnlyStudy, StoreError, StudyInUse
from kgdesk.paths import FULL
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kgdesk.store.chain import Verification

USE_BACKUP = phrase("Open the newest backup instead, and keep this file.")
_DENIED = frozenset({errno.EACCES, errno.EPERM})
#: Errors that only a mistake in kgdesk can cause, not a file; they are not turned into messages.
_PROGRAMMING_ERRORS = (apsw.ConnectionClosedError, apsw.MisuseError, apsw.ThreadingViolationError)


def refuse_damage(path: Path, verification: Verification) -> None:
    """Raise if a verification found damage; the message says what is damaged and what to do about it.

    Raises
    ------
    DamagedStudy
        `verification` has a problem.
    """
    if verification.problem is None:
        return
    if verification.first_bad is None:
        raise DamagedStudy(verification.problem)
    if verification.events == 0:
        raise DamagedStudy(
            phrase(
                "{problem} No event of {name} can be read. {backup}",
                problem=verification.problem,
                name=path.name,
                backup=USE_BACKUP,
            )
        )
    before = (
        phrase("1 event before it is")
        if verification.events == 1
        else phrase("{events} events before it are", events=verification.events)
    )
    raise DamagedStudy(
        phrase(
            "{problem} The {before} whole in {name}. {backup}",
            problem=verification.problem,
            before=before,
            name=path.name,
            backup=USE_BACKUP,
        )
    )


@contextmanager
def read_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite while reading into exceptions of `kgdesk.errors`."""
    name = path.name
    try:
        yield
    except _PROGRAMMING_ERRORS:
        raise
    except (apsw.BusyError, apsw.LockedError) as cause:
        raise StudyInUse(
            phrase("{name} is being written by another program just now. Try again in a moment.", name=name),
            details=str(cause),
        ) from None
    except apsw.ReadOnlyError as cause:
        raise ReadOnlyStudy(
            phrase(
                "The last write to {name} was interrupted and cannot be undone here, because the "
                "file or its folder cannot be written. Open it once where you may write, or copy it "
                "there with its journal.",
                name=name,
            ),
            details=str(cause),
        ) from None
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as cause:
        raise StoreError(
            phrase(
                "{name} cannot be read. Check the disk or network, your right to read it, and whether another program "
                "has it open.",
                name=name,
            ),
            details=str(cause),
        ) from None
    except (apsw.Error, UnicodeDecodeError) as cause:  # a damaged text need not be UTF-8
        raise DamagedStudy(
            phrase("{name} is damaged and cannot be read as it is. {backup}", name=name, backup=USE_BACKUP),
            details=str(cause),
        ) from None


@contextmanager
def write_errors(path: Path, safe: str) -> Iterator[None]:
    """Turn errors of SQLite while writing into exceptions of `kgdesk.errors`.

    Parameters
    ----------
    safe
        Sentence of the message that says what happened to the data.
    """
    name = path.name
    try:
        yield
    except _PROGRAMMING_ERRORS:
        raise
    except apsw.TooBigError as cause:
        raise BadInput(
            phrase("The entry is too large for {name}. {safe} Split it up.", name=name, safe=safe),
            details=str(cause),
        ) from None
    except apsw.FullError as cause:
        raise NotSaved(
            phrase(
                "The disk is full. {safe} Free space on {parent} and try again.",
                safe=safe,
                parent=path.parent,
            ),
            details=str(cause),
        ) from None
    except (apsw.BusyError, apsw.LockedError) as cause:
        raise NotSaved(
            phrase("Another program is holding {name}. {safe} Try again in a moment.", name=name, safe=safe),
            details=str(cause),
        ) from None
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as cause:
        raise _not_writable(path, safe, cause) from None
    except (apsw.CorruptError, apsw.NotADBError) as cause:
        raise DamagedStudy(
            phrase(
                "{name} was damaged while it was open. {safe} {backup}",
                name=name,
                safe=safe,
                backup=USE_BACKUP,
            ),
            details=str(cause),
        ) from None
    except apsw.Error as cause:
        raise NotSaved(
            phrase(
                "{name} could not be written. {safe} Check the disk or network of {parent} and try again.",
                name=name,
                safe=safe,
                parent=path.parent,
            ),
            details=str(cause),
        ) from None


def _not_writable(path: Path, safe: str, cause: apsw.Error) -> NotSaved | ReadOnlyStudy:
    """Return the error for a file that was moved while it was open, or that may no longer be written."""
    # SQLite notices that the open file is no longer the one at its path; what is written to a deleted file is lost.
    extended = getattr(cause, "extendedresult", 0)
    if extended == apsw.SQLITE_READONLY_DBMOVED or not os.path.lexists(path):
        return moved(path, safe, str(cause))
    # SQLite writes to the folder as well: each entry has a journal there until it is stored.
    if isinstance(cause, apsw.CantOpenError) or extended == apsw.SQLITE_READONLY_DIRECTORY:
        sentence = phrase(
            "The folder {parent} cannot be written any more, and kgdesk writes there while it changes {name}. {safe} "
            "Ask for the right to write there and try again.",
            parent=path.parent,
            name=path.name,
            safe=safe,
        )
    else:
        sentence = phrase(
            "{name} cannot be written any more. {safe} Ask for the right to write it and try again.",
            name=path.name,
            safe=safe,
        )
    return ReadOnlyStudy(sentence, details=str(cause))


def moved(path: Path, safe: str, details: str = "") -> NotSaved:
    """Return the error for a study that is no longer where it was; `safe` is the sentence about the data."""
    return NotSaved(
        phrase(
            "{name} was moved, renamed or deleted while it was open. {safe} Put it back, or open "
            "it where it is now, and try again.",
            name=path.name,
            safe=safe,
        ),
        details=details,
    )


def refused_lock(study: Path, lock_file: Path, cause: Exception) -> NotSaved | ReadOnlyStudy:
    """Return the error for a lock that could not be taken for another reason than that somebody holds it."""
    number = cause.errno if isinstance(cause, OSError) else None
    if not os.path.lexists(study):
        return moved(study, phrase("Nothing was recorded."), str(cause))
    values = {"parent": study.parent, "name": study.name}
    if number in FULL:
        sentence = phrase(
            "The disk of {parent} is full, so {name} can be read but not changed. Free some space and open it again.",
            **values,
        )
    elif number == errno.EROFS or (number in _DENIED and not lock_file.exists()):
        sentence = phrase(
            "The folder {parent} cannot be written, so {name} can be read but not changed. Ask "
            "for the right to write there, or copy the study to another folder.",
            **values,
        )
    elif number in _DENIED:
        sentence = phrase(
            "The file {lock} beside {name} belongs to another user and does not let you write to the study, which can "
            "only be read. Ask them to open the study once, or to give {lock} the rights of the study.",
            lock=lock_file.name,
            name=study.name,
        )
    else:
        sentence = phrase(
            "The disk of {parent} cannot lock a file, so {name} can be read but not changed. Copy the study to a disk "
            "of this computer.",
            **values,
        )
    return ReadOnlyStudy(sentence, details=str(cause))
