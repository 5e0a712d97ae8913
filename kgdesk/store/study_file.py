"""Creates a study file and holds the connection to it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from kgdesk.errors import DamagedStudy, ReadOnlyStudy, StoreError
from kgdesk.store import database, disk
from kgdesk.store.chain import verify_rows
from kgdesk.store.error_messages import moved, read_errors, refuse_damage, write_errors
from kgdesk.store.event_table import has_event, insert, read_head
from kgdesk.store.side_files import refuse_strange_side_files
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import apsw

    from kgdesk.model.study.events import Head
    from kgdesk.store.chain import Row, Verification


def create_study_file(path: Path, rows: Sequence[Row]) -> None:
    """Create a study file from its first rows, atomically.

    Raises
    ------
    FileExists, ReadOnlyStudy, NotSaved
        The name is taken, the folder cannot be written, or the disk is full or failed.
    """
    with disk.atomic_file(path) as part:
        db = database.connect(part)
        try:
            with write_errors(path, "No study was made."):
                database.configure(db, write=True)
                db.execute("BEGIN IMMEDIATE")
                database.create_schema(db)
                insert(db, rows)
                db.execute("COMMIT")
        finally:
            db.close()


class StudyFile:
    """A study file and the connection to it; the file is opened again after another process has restored it.

    Parameters
    ----------
    path
        An existing file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db: apsw.Connection = database.connect(path)
        self._write = self._closed = False
        self._inode = self._current_inode()

    def check(self) -> None:
        """Check the file header.

        Raises
        ------
        NotAStudy, NewerStudy, DamagedStudy
            The file was not written by kgdesk or by a later version of it, or its header is damaged.
        """
        database.check_header(self.db, self.path)

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def refuse_protected(self) -> None:
        """Refuse a file that is protected against writing, or that this user may not write.

        Raises
        ------
        ReadOnlyStudy
            The message says which, and the way out.
        NotSaved
            The file is not at its place any more.
        """
        if not os.path.lexists(self.path):
            raise moved(self.path, phrase("Nothing was recorded."))
        if disk.is_protected(self.path):
            raise ReadOnlyStudy(
                phrase(
                    "The file {name} is protected against writing: it can be read but not changed. "
                    "Remove the protection, or copy the study to another folder.",
                    name=self.path.name,
                )
            )
        if self.db.readonly("main"):
            raise ReadOnlyStudy(
                phrase(
                    "You have the right to read {name}, not to write it: it can be read but not changed. Ask its "
                    "owner for the right to write it, or copy the study to another folder.",
                    name=self.path.name,
                )
            )

    def refuse_strange_side_files(self) -> None:
        """Refuse what has come to stand beside the file and is not a regular file; before each transaction.

        Raises
        ------
        StoreError
            The message says what stands there.
        """
        refuse_strange_side_files(self.path)

    def verify(self, take: Callable[[Row], None] | None = None, known: Sequence[Row] = ()) -> Verification:
        """Verify the whole chain and the structure of the file in one transaction; see `database.verify_file`."""
        self.refuse_strange_side_files()
        return database.verify_file(self.db, self.path, take=take, known=known)

    def append_stored(self, rows: Sequence[Row]) -> None:
        """Append rows of another store unchanged.

        Raises
        ------
        DamagedStudy
            They do not follow the head, or their chain is broken; nothing was appended.
        """
        self.refuse_strange_side_files()
        with write_errors(self.path, phrase("Nothing was copied.")), self.db:
            verified = verify_rows(rows, read_head(self.db))
            if verified.problem is not None:
                raise DamagedStudy(phrase("{problem} Nothing was copied.", problem=verified.problem))
            insert(self.db, rows)

    def back_up(self, dest: Path) -> Verification:
        """Copy the study to a new file with the same permissions, which appears only after its verification.

        Raises
        ------
        FileExists, ReadOnlyStudy, NotSaved, DamagedStudy
            No copy was made.
        """
        self.refuse_strange_side_files()
        with disk.atomic_file(dest, like=self.path) as part:
            copy = database.connect(part)
            try:
                with (
                    write_errors(dest, phrase("No copy was made.")),
                    copy.backup("main", self.db, "main") as work,
                ):
                    work.step(-1)  # all pages at once, so that no append falls between two steps
                verified = database.verify_file(copy, part)
            finally:
                copy.close()
            refuse_damage(self.path, verified)
        return verified

    def configure(self, *, write: bool) -> None:
        """Set the connection's pragmas."""
        self._write = write
        with read_errors(self.path):
            database.configure(self.db, write=write)

    def reconnect_if_replaced(self) -> bool:
        """Reconnect if the path now names another file that continues this study; return whether it did.

        A restore replaces the file, and all programs that have it open go on with the new one. If the path is missing,
        or names a file without the last event read here, nothing is done: SQLite refuses to write to a file that was
        moved.
        """
        if self._closed or self._current_inode() in {None, self._inode}:
            return False
        with suppress(StoreError):
            with read_errors(self.path):
                head = read_head(self.db)
            return self._reconnect(head)
        return False

    def close(self) -> None:
        """Close the connection."""
        self._closed = True
        self.db.close()

    def _reconnect(self, must_hold: Head) -> bool:
        # Before the file is opened: if it is replaced in between, the next call sees that.
        inode = self._current_inode()
        db = database.connect(self.path)
        try:
            database.check_header(db, self.path)
            with read_errors(self.path):
                database.configure(db, write=self._write)
                if not has_event(db, must_hold):
                    db.close()
                    return False
        except BaseException:
            db.close()
            raise
        self.db.close()
        self.db, self._inode = db, inode
        return True

    def _current_inode(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino
