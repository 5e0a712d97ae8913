"""Saving what is whole in a damaged study file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.events import Event, Head
from kgdesk.store import database, disk, table
from kgdesk.store.chain import Verification, read_rows
from kgdesk.store.sentences import reading

if TYPE_CHECKING:
    from pathlib import Path


def salvage(path: str | Path) -> tuple[tuple[Event, ...], Verification]:
    """Read the whole events before the first bad one from a damaged study file; nothing is changed.

    Raises
    ------
    NotAStudy, NewerStudy, DamagedStudy, StoreError
        Not even the first event can be read.
    """
    path = disk.study_path(path)
    db = database.connect(path)
    try:
        newer = database.check_header(db, path) > database.USER_VERSION
        with database.limited(db, path), reading(path):
            database.configure(db, write=False)
            if newer:
                database.check_newer(db, path)
            else:
                database.check_schema(db, path, only_table=True)
            return read_rows(table.rows_from(db, path, 1), Head())
    finally:
        db.close()
