"""Read what is left of a damaged study file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.study.events import Event, Head
from kgdesk.store import database, disk, event_table
from kgdesk.store.chain import Verification, read_rows
from kgdesk.store.error_messages import read_errors

if TYPE_CHECKING:
    from pathlib import Path


def salvage(path: str | Path) -> tuple[tuple[Event, ...], Verification]:
    """Read the valid events before the first bad one from a damaged study file, which is not changed.

    Raises
    ------
    NotAStudy, NewerStudy, DamagedStudy, StoreError
        Not even the first event can be read.
    """
    path = disk.study_path(path)
    db = database.connect(path)
    try:
        database.check_header(db, path)
        with database.with_size_limits(db, path), read_errors(path):
            database.configure(db, write=False)
            # Triggers and indexes may be damaged; reading the rows in order needs only the table.
            database.check_schema(db, path, only_table=True)
            return read_rows(event_table.rows_from(db, path, 1), Head())
    finally:
        db.close()
