"""What SQLite says, in sentences for a person."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from kgdesk.errors import BadInput, DamagedStudy, NotSaved, ReadOnlyStudy, StoreError, StudyInUse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kgdesk.store.chain import Verification

BACKUP = "Open the newest backup instead, and keep this file."
_MISTAKES = (apsw.ConnectionClosedError, apsw.MisuseError, apsw.ThreadingViolationError)


def refuse_damage(path: Path, found: Verification) -> None:
    """Say what is damaged and what a person can do.

    Raises
    ------
    DamagedStudy
        Something is.
    """
    if found.problem is None:
        return
    if found.first_bad is None:
        raise DamagedStudy(found.problem)
    if found.events == 0:
        raise DamagedStudy(f"{found.problem} No event of {path.name} can be read. {BACKUP}")
    before = "1 event before it is" if found.events == 1 else f"{found.events} events before it are"
    raise DamagedStudy(f"{found.problem} The {before} whole in {path.name}. {BACKUP}")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what SQLite says while reading into sentences."""
    name = path.name
    try:
        yield
    except _MISTAKES:
        raise
    except (apsw.BusyError, apsw.LockedError) as cause:
        raise StudyInUse(
            f"{name} is being written by another program just now. Try again in a moment.", details=str(cause)
        ) from None
    except apsw.ReadOnlyError as cause:
        raise ReadOnlyStudy(
            f"The last write to {name} was interrupted and cannot be undone here, because the file or its "
            "folder cannot be written. Open it once where you may write, or copy it there with its journal.",
            details=str(cause),
        ) from None
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as cause:
        raise StoreError(
            f"{name} cannot be read. Check the disk or network and your right to read it.", details=str(cause)
        ) from None
    except (apsw.Error, UnicodeDecodeError) as cause:
        raise DamagedStudy(
            f"{name} is damaged and cannot be read as it is. {BACKUP}", details=str(cause)
        ) from None


@contextmanager
def writing(path: Path, safe: str) -> Iterator[None]:
    """Turn what SQLite says while writing into sentences; `safe` is the one about the data."""
    name = path.name
    try:
        yield
    except _MISTAKES:
        raise
    except apsw.TooBigError as cause:
        raise BadInput(
            f"The entry is too large for {name}. {safe} Split it up.", details=str(cause)
        ) from None
    except apsw.FullError as cause:
        raise NotSaved(
            f"The disk is full. {safe} Free space on {path.parent} and try again.", details=str(cause)
        ) from None
    except (apsw.BusyError, apsw.LockedError) as cause:
        raise NotSaved(
            f"Another program is holding {name}. {safe} Try again in a moment.", details=str(cause)
        ) from None
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as cause:
        if getattr(cause, "extendedresult", 0) == apsw.SQLITE_READONLY_DBMOVED:
            raise NotSaved(
                f"{name} was moved, renamed or deleted while it was open. {safe} Put it back, or open it "
                "where it is now, and try again.",
                details=str(cause),
            ) from None
        raise ReadOnlyStudy(
            f"{name} or its folder cannot be written any more. {safe} Ask for the right to write in "
            f"{path.parent} and try again.",
            details=str(cause),
        ) from None
    except (apsw.CorruptError, apsw.NotADBError) as cause:
        raise DamagedStudy(
            f"{name} was damaged while it was open. {safe} {BACKUP}", details=str(cause)
        ) from None
    except apsw.Error as cause:
        raise NotSaved(
            f"{name} could not be written. {safe} Check the disk or network of {path.parent} and try again.",
            details=str(cause),
        ) from None
