"""A study file becomes one of a later version: on a copy that is verified before it takes the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import DamagedStudy, phrase
from kgdesk.model.events import Head
from kgdesk.store import database, disk
from kgdesk.store.chain import follow
from kgdesk.store.sentences import reading, refuse_damage, writing
from kgdesk.store.table import rows_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    import apsw

    from kgdesk.store.chain import Verification

    Step = Callable[[apsw.Connection], None]


def _same_tables(_: apsw.Connection) -> None:
    """Leave the tables as they are: version 2 only says that its entries need a reader of format 2."""


#: What makes a file of version N one of version N + 1, inside a transaction of its own. Events are never rewritten.
STEPS: dict[int, Step] = {1: _same_tables}


def migrate(path: Path, db: apsw.Connection, steps: Mapping[int, Step] | None = None) -> Path:
    """Bring a study file to the present version and keep the old one beside it.

    Parameters
    ----------
    path
        The file; the caller holds the writer's lock.
    db
        Connected to it; closed when this returns.
    steps
        Others than `STEPS`, for tests.

    Returns
    -------
    Path
        The old file under its new name.

    Raises
    ------
    DamagedStudy, ReadOnlyStudy, NotSaved, StoreError
        The old file is as it was and where it was; `db` may be closed.
    """
    steps = STEPS if steps is None else steps
    version = database.check_header(db, path)
    if any(number not in steps for number in range(version, database.USER_VERSION)):
        raise DamagedStudy(
            phrase(
                "{name} says that it is of version {version}, which no kgdesk has written. Open the "
                "newest backup instead, and keep this file.",
                name=path.name,
                version=version,
            )
        )
    before = _followed(db, path)
    with disk.part_beside(path) as part:
        after = _copied(path, db, part, version, steps)
        refuse_damage(path, after)
        if after.head != before.head:
            raise DamagedStudy(
                phrase(
                    "The new form of {name} differs from the old one. The study is as it was.", name=path.name
                )
            )
        old = _free(path, version)
        db.close()
        disk.replace_by_part(path, part, old)
    return old


def _copied(
    path: Path, db: apsw.Connection, part: Path, version: int, steps: Mapping[int, Step]
) -> Verification:
    copy = database.connect(part)
    try:
        with writing(path, phrase("The study is as it was.")):
            with copy.backup("main", db, "main") as work:
                work.step(-1)
            _step_up(copy, version, steps)
        return database.examine(copy, path)
    finally:
        copy.close()


def _step_up(copy: apsw.Connection, version: int, steps: Mapping[int, Step]) -> None:
    database.configure(copy, write=True)
    for number in range(version, database.USER_VERSION):
        with copy:
            steps[number](copy)
            database.set_version(copy, number + 1)


def _followed(db: apsw.Connection, path: Path) -> Verification:
    with database.limited(db, path), reading(path):
        found = follow(rows_from(db, path, 1), Head())
    refuse_damage(path, found)
    return found


def _free(path: Path, version: int) -> Path:
    first = found = path.with_name(f"{path.stem} (version {version}){disk.SUFFIX}")
    number = 1
    while True:
        disk.drop_second_name(path, found)
        if not found.exists():
            return found
        number += 1
        found = path.with_name(f"{first.stem} {number}{first.suffix}")
