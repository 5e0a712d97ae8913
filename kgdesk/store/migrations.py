"""Older study files become files of this version: on a copy that is verified before it takes the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import DamagedStudy, phrase
from kgdesk.model.events import Head
from kgdesk.store import database, disk
from kgdesk.store.chain import follow
from kgdesk.store.lock import WriterLock
from kgdesk.store.sentences import reading, refuse_damage, writing
from kgdesk.store.table import rows_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    import apsw

    from kgdesk.store.chain import Verification
    from kgdesk.store.lock import Writer

    Step = Callable[[apsw.Connection], None]

#: What makes a file of version N one of version N + 1, inside a transaction of its own. Events are never rewritten.
STEPS: dict[int, Step] = {}


def migrate(path: Path, writer: Writer, steps: Mapping[int, Step] | None = None) -> Path | None:
    """Bring a study file to the present version and keep the old one beside it.

    Parameters
    ----------
    path
        The file; nobody may be writing to it.
    writer
        Who is at work.
    steps
        Others than `STEPS`, for tests.

    Returns
    -------
    Path or None
        The old file under its new name; None if there was nothing to do.

    Raises
    ------
    DamagedStudy, StudyInUse, ReadOnlyStudy, NotSaved
        The old file is as it was and where it was.
    """
    steps = STEPS if steps is None else steps
    db = database.connect(path)
    try:
        version = database.check_header(db, path)
        if version >= database.USER_VERSION:
            return None
        if any(number not in steps for number in range(version, database.USER_VERSION)):
            raise DamagedStudy(
                phrase(
                    "{name} says that it is of version {version}, which no kgdesk has written. Open the "
                    "newest backup instead, and keep this file.",
                    name=path.name,
                    version=version,
                )
            )
        lock = WriterLock(path)
        lock.take(writer)
        try:
            return _swapped(path, db, version, steps)
        finally:
            lock.release()
    finally:
        db.close()


def _swapped(path: Path, db: apsw.Connection, version: int, steps: Mapping[int, Step]) -> Path:
    before = _followed(db, path)
    new = path.with_name(f"{path.stem} (version {database.USER_VERSION}){disk.SUFFIX}")
    old = path.with_name(f"{path.stem} (version {version}){disk.SUFFIX}")
    new, old = _free(new), _free(old)
    with disk.appearing(new) as part:
        copy = database.connect(part)
        try:
            with writing(path, phrase("The study is as it was.")):
                with copy.backup("main", db, "main") as work:
                    work.step(-1)
                _step_up(copy, version, steps)
            after = database.examine(copy, path)
        finally:
            copy.close()
        refuse_damage(path, after)
        if after.head != before.head:
            raise DamagedStudy(
                phrase(
                    "The new form of {name} differs from the old one. The study is as it was.", name=path.name
                )
            )
    db.close()
    disk.swap(path, new, old)
    return old


def _step_up(copy: apsw.Connection, version: int, steps: Mapping[int, Step]) -> None:
    database.configure(copy, write=True)
    for number in range(version, database.USER_VERSION):
        with copy:
            steps[number](copy)
            copy.execute(f"PRAGMA user_version = {number + 1}")


def _followed(db: apsw.Connection, path: Path) -> Verification:
    with database.limited(db, path), reading(path):
        found = follow(rows_from(db, path, 1), Head())
    refuse_damage(path, found)
    return found


def _free(path: Path) -> Path:
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem} {number}{path.suffix}")
    return found
